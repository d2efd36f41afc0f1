"""How good the seats of a drive are, as the page of the seats and the chart say it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulesets.movements.quality import measure_seats
from tests.tournaments import evening
from tests.tournaments.board_pages import at
from tests.tournaments.evening import entry, host
from tests.tournaments.events.test_drives_without_roles import played
from tests.tournaments.visits import words_of
from tournaments.boards.hall import Hall
from tournaments.cache.memo import clear_memos
from tournaments.papers.selectors import EventOrder
from tournaments.seating import draws, roll_call
from tournaments.seats.requests import past_sets
from tournaments.seats.selectors import quality, seats

if TYPE_CHECKING:
    from django.test import Client

    from rulesets.movements.quality import Quality
    from tournaments.models import Event

pytestmark = pytest.mark.django_db


def shown_quality(event: Event, *, draft: bool = False) -> Quality:
    view = seats(event, draft=draft)
    assert view is not None
    return quality(event, view)


def test_the_page_says_how_good_the_seats_are_so_far(client: Client) -> None:
    event = evening.start(people=9)
    client.force_login(event.owner)
    assert "Nobody" not in words_of(client.get(at("event_draw", event)))
    assert EventOrder(event).seats.quality == ""
    evening.play_set(event, Random(1))
    evening.next_set(event, seed=2)
    evening.play_set(event, Random(2))
    so_far = measure_seats(past_sets(Hall.now(event), 2))
    assert shown_quality(event) == so_far
    assert so_far.sentence.text in words_of(client.get(at("event_draw", event)))
    draft = draws.draw(event=event, actor=host(event), seed=3)
    drawn = shown_quality(event, draft=True)
    assert drawn.sentence.text in words_of(client.get(at("event_draw", event)))
    draws.publish(event=event, actor=host(event), seating=draft)
    assert drawn == shown_quality(event) == measure_seats(past_sets(Hall.now(event), 3))
    assert drawn.rounds == 3


@pytest.mark.parametrize(("leavers", "rounds"), [(1, 7), (6, 2)])
def test_a_schedule_goes_on_with_those_who_stay(client: Client, leavers: int, rounds: int) -> None:
    """With too few for a table nothing is left of it."""
    event = played("individual", 2)
    client.force_login(event.owner)
    for number in range(leavers):
        leaver = entry(event, f"P{number}")
        roll_call.mark_away(event=event, actor=host(event), entry=leaver, from_set=3)
    assert client.get(at("event_draw", event)).status_code == 200
    assert shown_quality(event).rounds == rounds


def test_the_page_costs_the_same_however_much_was_played(client: Client) -> None:
    few, many = played("progressive", 2, people=8), played("progressive", 4, people=12)
    client.force_login(few.owner)
    costs = []
    for event in (few, many):
        clear_memos()
        with CaptureQueriesContext(connection) as queries:
            assert client.get(at("event_draw", event)).status_code == 200
        costs.append(len(queries))
    assert costs[0] == costs[1]
