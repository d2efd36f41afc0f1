"""An event's file: packed where it is long, unpacked no further than an event can be."""

from __future__ import annotations

import gzip
import io
import json
import tracemalloc
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rulesets.engine.problems import Unusable
from tests.tournaments.evening import a_user, an_event, host, play, start
from tests.tournaments.people.past_evenings import figures
from tournaments.events.services import finish_event
from tournaments.files import event_import
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.models import Event, Person
from tournaments.people.selectors import people_list
from tournaments.records.attendance import history
from tournaments.records.selectors import evening_counts
from tournaments.web.wording import short_day

pytestmark = pytest.mark.django_db

MIB = 1024 * 1024


def read(data: bytes) -> Any:
    return event_import.unpack_document(io.BytesIO(data))


def sent(client: Client, raw: bytes, name: str = "e.json.gz") -> HttpResponse:
    client.force_login(a_user())
    return client.post(
        reverse("event_import"), {"file": SimpleUploadedFile(name, raw), "second": "on"}
    )


def test_a_long_event_leaves_packed_and_comes_back(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = start(people=4)
    play(event, sets=1)
    client.force_login(a_user())
    address = reverse("event_export", args=[event.pk])
    plain = client.get(address)
    assert plain["Content-Disposition"].endswith('.json"')
    monkeypatch.setattr(event_import, "LONGEST_PLAIN", 1000)
    packed = client.get(address)
    assert packed["Content-Type"] == "application/gzip"
    assert packed["Content-Disposition"].endswith('.json.gz"')
    told = json.loads(gzip.decompress(packed.content))
    assert told | {"exported": ""} == plain.json() | {"exported": ""}
    assert sent(client, packed.content).status_code == 303
    again = export_event(Event.objects.latest("pk"))
    assert json.loads(json.dumps(again)) | {"exported": ""} == told | {"exported": ""}


def test_what_unpacks_without_end_is_refused_before_it_has(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = gzip.compress(bytes(64 * MIB))
    monkeypatch.setattr(event_import, "LARGEST_DOCUMENT", MIB)
    tracemalloc.start()
    with pytest.raises(event_import.TooLarge):
        read(bomb)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * MIB
    answer = sent(client, bomb)
    assert answer.status_code == 422
    assert "too large to be an exported event" in answer.content.decode()


@pytest.mark.parametrize("value", [b"[]", b"{}", b"0", b'{"a":0}'])
def test_more_values_than_an_event_has_are_never_built(
    value: bytes, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_import, "MOST_VALUES", 1000)
    file = b"[" + b",".join([value] * 1001) + b"]"
    for data in (file, gzip.compress(file)):
        with pytest.raises(event_import.TooLarge):
            read(data)
    assert sent(client, file, "e.json").status_code == 422


def test_a_file_that_is_too_large_unpacked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_import, "LARGEST_FILE", 100)
    assert read(b'"' + b"x" * 98 + b'"')
    with pytest.raises(event_import.TooLarge):
        read(b'"' + b"x" * 99 + b'"')


@pytest.mark.parametrize("spoil", ["cut", "more", "broken", "head"])
def test_a_damaged_gzip_file_is_refused(client: Client, spoil: str) -> None:
    whole = gzip.compress(json.dumps({"format": "x", "log": list(range(500))}).encode())
    damaged = {
        "cut": whole[:-9],
        "more": whole + b"more",
        "broken": whole[:30] + bytes(20) + whole[50:],
        "head": whole[:2],
    }[spoil]
    with pytest.raises(Unusable):
        read(damaged)
    assert sent(client, damaged).status_code == 422


def test_the_largest_file_fits_into_a_request(settings: Any) -> None:
    assert event_import.LARGEST_FILE + MIB < settings.MAX_REQUEST_BODY


def test_more_people_take_hardly_more_statements() -> None:
    counts = []
    for people in (8, 40):
        event = start(people=people)
        play(event, sets=1)
        told = json.loads(json.dumps(export_event(event)))
        with CaptureQueriesContext(connection) as asked:
            import_event(owner=a_user(f"of {people}"), data=told)
        counts.append(len(asked))
    assert counts[1] <= counts[0] + 6  # some statements take so many rows and no more


def test_an_event_that_is_here_is_said_first_and_comes_in_as_a_second_one(client: Client) -> None:
    """Told by the moment of its first seats, whatever it is called since; asked once, not doubled
    in anybody's records."""
    event = start(people=4)
    play(event, sets=1)
    finish_event(event=event, actor=host(event), early=True)
    raw = json.dumps(export_event(event)).encode()
    Event.objects.filter(pk=event.pk).update(name="Another name")
    client.force_login(a_user())
    address = reverse("event_import")
    upload = SimpleUploadedFile("e.json", raw)
    assert 'name="second"' in client.get(address).content.decode()  # hidden, and not set
    refused = client.post(address, {"file": upload})
    assert refused.status_code == 422
    page = refused.content.decode()
    assert f"“Another name” of {short_day(event.date)} is here already." in page
    assert "Choose the file again and tick this." in page
    assert '<input type="checkbox" name="second"' in page
    assert Event.objects.count() == 1
    before = [figures(one) for one in Person.objects.order_by("pk")]
    upload.seek(0)
    assert client.post(address, {"file": upload, "second": "on"}).status_code == 303
    assert Event.objects.count() == 2
    assert [figures(one) for one in Person.objects.order_by("pk")] == before
    ids = [row.person_id for row in people_list(event.book)]
    assert {one.finished for one in evening_counts(event.book, ids).values()} == {1}
    assert all(len(history(one)) == 1 for one in Person.objects.all())


def test_an_event_that_has_not_begun_is_known_by_game_name_and_date(client: Client) -> None:
    event = an_event(people=4)
    raw = json.dumps(export_event(event)).encode()
    client.force_login(a_user())
    upload = SimpleUploadedFile("e.json", raw)
    assert client.post(reverse("event_import"), {"file": upload}).status_code == 422
    other = json.dumps(export_event(event) | {"seatings": "none"}).encode()
    upload = SimpleUploadedFile("e.json", other)
    assert client.post(reverse("event_import"), {"file": upload}).status_code == 422
    event.delete()
    upload = SimpleUploadedFile("e.json", raw)
    assert client.post(reverse("event_import"), {"file": upload}).status_code == 303
