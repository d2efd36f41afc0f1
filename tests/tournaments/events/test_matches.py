"""Matches of a knockout on the pages: one more deal if level, several games, corrections."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import evening
from tests.tournaments.evening import host
from tests.tournaments.events.test_knockout import an_event, places, show
from tests.tournaments.visits import for_guests, words_of
from tournaments.api.selectors import board_shape
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import reports_at
from tournaments.models import Event, Table
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.reports import judging
from tournaments.standings.cross_table import brackets

pytestmark = pytest.mark.django_db

WON = {"makers": 0, "alone": False, "tricks": 3}  # a point for North and South
MARCH = {"makers": 0, "alone": False, "tricks": 5}  # two
LOST = {"makers": 0, "alone": False, "tricks": 1}  # two for the others
THROWN_IN: dict[str, Any] = {}


def begun(**options: Any) -> tuple[Event, Table]:
    """An evening of two pairs at one table."""
    event = an_event(4, **options)
    show(event)
    return event, evening.table(event, 1)


def tell(event: Event, table: Table, *hands: dict[str, Any], first: int = 1) -> None:
    for deal, hand in enumerate(hands, first):
        evening.say(
            table, deal, hand, host(event), reason="It was told so.", confirmed=("makers.nobody",)
        )
    event.refresh_from_db()


def phone(event: Event, table: Table) -> str:
    return for_guests(event, "table", number=table.number)


def desk(client: Client, event: Event) -> str:
    client.force_login(event.owner)
    return words_of(client.get(reverse("event", args=[event.pk])))


def test_one_more_hand_is_asked_for_where_a_match_is_level(client: Client) -> None:
    event, table = begun(deals=2)
    with pytest.raises(Refused) as refused:
        tell(event, table, WON, first=3)
    assert refused.value.problems[0].code == "deal.beyond"
    tell(event, table, MARCH, LOST)
    asked = phone(event, table)
    assert "Hand 3" in asked
    assert "Extra hand if level" in asked
    assert "A tie" not in asked
    assert "Table 1 is still playing." in desk(client, event)
    slip = reverse("event_table", args=[event.pk, 1, 1])
    assert "Hand 3" in words_of(client.get(slip))
    tell(event, table, THROWN_IN, first=3)
    assert "A tie: cut the cards" in phone(event, table)  # still level: now they cut
    tell(event, table, LOST, first=3)
    assert "won the last set" in phone(event, table)
    assert (
        not format_of(event)
        .hands.result(1, (), reports_at(table).payloads(format_of(event)), None)
        .tied
    )


def test_a_correction_says_which_hand_no_longer_counts_and_keeps_it() -> None:
    event, table = begun(deals=2)
    tell(event, table, MARCH, LOST, LOST)
    seen = judging.preview(table=table, deal=2, payload=MARCH)
    assert seen.broken == (3,)
    assert (seen.now.winners, seen.then.winners) != ((), ())
    tell(event, table, MARCH, first=2)
    [told] = [deal for deal in Hall.of(event).boards if deal.table_number == 1]
    assert [one.counted for one in told.rounds] == [True, True, False]
    page = phone(event, table)
    assert "does not count" in page
    again = judging.preview(table=table, deal=2, payload=LOST)
    assert again.mended == (3,)
    shape = board_shape(event, 1, 1)
    assert [deal["said"] for deal in shape["deals"]][-1] == "does not count"


def test_three_games_are_in_the_bracket(client: Client) -> None:
    event, table = begun(deals=2, best_of=3)
    tell(event, table, WON, WON)
    sides = Hall.of(event).boards[0].names
    for page in (phone(event, table), desk(client, event)):
        assert f"{sides[0]} & {sides[2]} lead 1–0" in page
    tell(event, table, LOST, LOST, first=3)
    assert "Game 3, hand 1" in phone(event, table)
    assert "1–1 in games" in phone(event, table)
    tell(event, table, WON, WON, first=5)
    [picture] = brackets(event)
    said = [one.text for one in picture.drawing.description]
    assert [re.sub(r".* beat .*?, ", "", one) for one in said] == [
        "2–1 in games, 2 : 0, 0 : 4, 2 : 0"
    ]
    assert sorted(places(event).values()) == [1, 1, 2, 2]
