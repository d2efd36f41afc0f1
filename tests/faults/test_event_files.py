"""Mutated event files are refused whole, or every page and paper of the event can be shown: looked
at in one of ten that are taken."""

from functools import partial
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.faults import event_files as files
from tests.faults.rounds import rounds
from tests.rulesets import former
from tests.rulesets.every_game import HOUSE
from tests.tournaments.evening import a_user
from tests.tournaments.events.test_every_game import SLUGS
from tournaments.models import Evening, Event, Family, HouseGame, Person

pytestmark = [pytest.mark.faults, pytest.mark.django_db]


NOW = tuple(slug for slug in SLUGS if slug not in former.SLUGS)
OWN = tuple(game.slug for game in HOUSE)
FILES = {slug: partial(files.of_before, slug) for slug in former.SLUGS}
FILES["this version"] = lambda rng: files.of_now(rng.choice(NOW))
FILES["a family's own game"] = lambda rng: files.of_now(rng.choice(OWN))
FILES["an evening of several games"] = lambda rng: files.evening_of_now(
    (OWN[0], rng.choice(NOW[:4]))
)


@pytest.mark.parametrize("kind", FILES)
def test_no_file_breaks_a_page(kind: str, client: Client) -> None:
    client.force_login(a_user())
    rng = Random(f"files of {kind}")
    taken = refused = 0
    for number in range(rounds(short=10, long=20_000 // len(FILES))):
        document = FILES[kind](rng)
        raw = files.as_bytes(files.mutated(document, rng) if number else document)
        with transaction.atomic():
            event = brought_in(client, raw)
            if event is None:
                refused += 1
                assert not Person.objects.exists()
                assert not Evening.objects.exists()
                assert not HouseGame.objects.exists()
                assert Family.objects.count() == 1
            else:
                taken += 1
                if taken % 10 == 2 and event.pk:  # the first is as it should be
                    assert files.look_at_everything(client, event) == []
            transaction.set_rollback(True)
    assert taken
    assert refused


def brought_in(client: Client, raw: bytes) -> Event | None:
    """The last event of a file as a host brings it in, or None where it was refused."""
    file = SimpleUploadedFile("event.json", raw)
    answer = client.post(reverse("event_import"), {"file": file, "second": "on"})
    assert answer.status_code in (303, 422)
    if answer.status_code == 422:
        return None
    # An evening may have lost its games.
    return Event.objects.order_by("pk").last() or Event()
