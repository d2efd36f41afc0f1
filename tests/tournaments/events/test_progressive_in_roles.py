"""Progressive where ladies and gentlemen go different ways: roles follow from an option."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import evening
from tests.tournaments.evening import a_user, codes, host
from tournaments.boards.hall import Hall
from tournaments.models import Event
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.seating import roll_call, roster
from tournaments.seats.requests import past_sets

pytestmark = pytest.mark.django_db

PAGE = {"name": "Whist drive", "date": "2026-11-21", "place": ""}
NEW = PAGE | {"game": "whist-tens", "format": "progressive", "option_rounds": "3"}
NAMES = [f"Ada {n}, L" for n in range(6)] + [f"Gus {n}, G" for n in range(3)]


def test_an_evening_to_its_end(client: Client) -> None:
    client.force_login(a_user())
    data = NEW | {"option_deals": "2", "option_moves": "part", "act": "go"}
    asked = client.post(reverse("event_new"), data | {"names": "\n".join([*NAMES, "Kim"])})
    event = Event.objects.get()
    people = reverse("event_people", args=[event.pk])
    assert asked["Location"] == people  # Kim has no role, and the ladies are too many
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
