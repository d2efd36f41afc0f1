"""Evenings in formats without roles: how many a schedule seats."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rulesets import formats as rooms
from rulesets.formats import individual
from tests.tournaments import evening
from tests.tournaments.evening import a_user
from tournaments.models import Event

pytestmark = pytest.mark.django_db

FIXED_PAIRS = ("pairs", "swiss")


def an_event(form: str, people: int, game: str = "euchre") -> Event:
    options: dict[str, Any] = {}
    if form == "swiss":  # as many as it takes for all pairs to meet
        options["rounds"] = people // 2 - 1
    return evening.an_event_in(form, people, game, **options)


def played(form: str, sets: int, people: int = 9) -> Event:
    event, chance = an_event(form, people), Random(5)
    for number in range(1, sets + 1):
        evening.next_set(event, seed=number)
        evening.play_set(event, chance)
    event.refresh_from_db()
    return event


@pytest.fixture
def formats_anew() -> Iterator[None]:
    """Formats are put together anew, before and after the test."""
    rooms.format_of.cache_clear()
    yield
    rooms.format_of.cache_clear()


@pytest.mark.usefixtures("formats_anew")
def test_more_than_a_schedule_seats_are_told_beside_the_names(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who saves the evening for later may still see who comes."""
    monkeypatch.setattr(individual, "MOST_PEOPLE", 8)
    client.force_login(a_user())
    people = "\n".join(f"Guest {number}" for number in range(9))
    data = {"game": "euchre", "format": "individual", "name": "x", "date": "2026-11-21"}
    begun = client.post(reverse("event_new"), data | {"names": people, "act": "go"})
    assert begun.status_code == 422
    told = begun.context["wizard"].names.errors["names"]
    assert told == ["9 people are here, but a schedule seats at most 8. Choose another format."]
    assert not Event.objects.exists()
    assert client.post(reverse("event_new"), data | {"names": people}).status_code == 303
    seats = reverse("event_draw", args=[Event.objects.get().pk])
    assert told[0] in client.get(seats).content.decode()
    assert client.post(seats, {"act": "draw"}).status_code == 422
