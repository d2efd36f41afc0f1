"""Names that are entered twice: one person, and whoever typed the name again is told."""

from __future__ import annotations

import html

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import a_user, an_event
from tournaments.models import Person

pytestmark = pytest.mark.django_db


def test_a_name_that_is_entered_already_is_told_and_stays_typed(client: Client) -> None:
    event = an_event(people=4)
    client.force_login(event.owner)
    address = reverse("event_people", args=[event.pk])
    again = client.post(address, {"names": "G1\n  G2,"})
    page = html.unescape(again.content.decode())
    assert again.status_code == 422
    assert "Entered already: G1 and G2. Add a few words" in page
    assert "“G1 (from Leeds)”" in page
    assert "G1\n  G2,</textarea>" in page
    some = client.post(address, {"names": "G1\nZoë"}, follow=True)
    assert "1 person entered. Entered already: G1." in html.unescape(some.content.decode())
    told_apart = client.post(address, {"names": "G1 (from Leeds)"}, follow=True)
    assert "1 person entered." in told_apart.content.decode()
    assert "already" not in told_apart.content.decode()
    assert event.entries.count() == 6


def test_of_many_names_only_a_few_are_told(client: Client) -> None:
    event = an_event(people=8)
    client.force_login(event.owner)
    names = "\n".join(event.entries.values_list("name", flat=True))
    again = client.post(reverse("event_people", args=[event.pk]), {"names": names})
    assert again.status_code == 422
    assert "and 3 others. Add a few words" in html.unescape(again.content.decode())


def test_a_name_that_is_in_the_book_already_is_told_and_stays_typed(client: Client) -> None:
    client.force_login(a_user())
    told = {"name": "Mabel", "note": "Bert’s mother"}
    assert client.post(reverse("people"), told).status_code == 303
    again = client.post(reverse("people"), told)
    page = html.unescape(again.content.decode())
    assert again.status_code == 422
    assert "There is a Mabel already." in page
    assert 'value="Mabel"' in page
    assert 'value="Bert’s mother"' in page
    assert Person.objects.count() == 1
