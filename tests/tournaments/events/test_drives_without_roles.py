"""Evenings without roles, how many a schedule seats, and roles that follow from an option."""

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
from tests.tournaments.evening import a_user, codes, host
from tournaments.boards.hall import Hall
from tournaments.models import Event
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.seating import roll_call, roster
from tournaments.seats.requests import past_sets

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


PAGE = {"name": "Whist drive", "date": "2026-11-21", "place": ""}
NEW = PAGE | {"game": "whist-tens", "format": "progressive", "option_rounds": "3"}
NAMES = [f"Ada {n}, L" for n in range(6)] + [f"Gus {n}, G" for n in range(3)]


def test_an_evening_to_its_end(client: Client) -> None:
    client.force_login(a_user())
    data = NEW | {"option_deals": "2", "option_moves": "part", "act": "go"}
    response = client.post(reverse("event_new"), data | {"names": "\n".join([*NAMES, "Kim"])})
    event = Event.objects.get()
    people = reverse("event_people", args=[event.pk])
    assert response["Location"] == people  # Kim has no role, and the ladies are too many
    assert client.post(reverse("event_draw", args=[event.pk]), {"act": "draw"}).status_code == 422
    kim = event.entries.get(name="Kim")
    roster.set_role(event=event, actor=host(event), entry=kim, role="gentleman")
    proposed = roster.propose_balance(event)
    assert len(proposed) == 1
    roster.apply_balance(event=event, actor=host(event), entries=proposed)
    for number in (1, 2, 3):
        evening.next_set(event, seed=number)
        evening.play_set(event, Random(number))
        if number == 1:
            roll_call.add_late_guest(event=event, actor=host(event), name="Lou", role="lady")
    event.refresh_from_db()
    past = past_sets(Hall.now(event), 3)
    for one in past:
        for seats in one.tables:
            assert {one.roles[seats[0]], one.roles[seats[2]]} == {"lady", "gentleman"}
    evening.check_files(event)
    assert format_of(evening.check_end(event)).facts.roles.names == ("gentleman", "lady")


def test_roles_follow_the_option_until_seats_are_shown(client: Client) -> None:
    client.force_login(a_user())
    plain = "\n".join(name.split(",")[0] for name in NAMES[1:])
    assert client.post(reverse("event_new"), NEW | {"names": plain}).status_code == 303
    event = Event.objects.get()
    settings = reverse("event_settings", args=[event.pk])
    people = reverse("event_people", args=[event.pk])
    assert b'name="role"' not in client.get(people).content
    assert client.post(settings, PAGE | {"option_moves": "stay"}).status_code == 303
    assert b'name="role"' in client.get(people).content
    assert b"role_lady_many" in client.get(settings).content
    event.refresh_from_db()
    with pytest.raises(Refused) as missing:
        evening.next_set(event, seed=1)
    assert set(codes(missing)) == {"role.missing"}
    for number, entry in enumerate(event.entries.order_by("pk")):
        role = ("lady", "gentleman")[number % 2]
        roster.set_role(event=event, actor=host(event), entry=entry, role=role)
    evening.next_set(event, seed=1)
    assert client.post(settings, PAGE | {"option_moves": "part"}).status_code == 303
    refused = client.post(settings, PAGE | {"option_moves": "up"})
    assert refused.status_code == 422
    assert refused.context["options"].errors.keys() == {"option_moves"}
    event.refresh_from_db()
    assert event.options["moves"] == "part"
