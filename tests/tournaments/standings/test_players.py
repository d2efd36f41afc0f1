"""One's own chair with the table around it, the lines around one's own, the last points."""

from __future__ import annotations

from dataclasses import asdict, replace
from random import Random
from typing import Any

import pytest

from tests.tournaments import board_evening
from tests.tournaments.board_evening import GIN, GOLF
from tests.tournaments.evening import (
    an_event_in,
    entry,
    host,
    next_set,
    play,
    start,
)
from tests.tournaments.events.test_meetings import play as play_boards
from tournaments.models import Event
from tournaments.seating import roll_call
from tournaments.standings.player_sets import from_json
from tournaments.standings.players import (
    PlayerPage,
    PlayerSeat,
    explanation,
    explanations,
    near_lines,
    player_page,
)
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def page(event: Event, entry_id: int) -> PlayerPage:
    return player_page(event, entry_id, public=True)


def seat(event: Event, entry_id: int) -> PlayerSeat:
    return page(event, entry_id).seat


def test_what_comes_next_is_named_until_the_results_decide_it() -> None:
    stages = {"rounds": 2, "deals": 1, "stages": "knockout", "qualify": 4}
    event = an_event_in("meetings", 8, "hearts", **stages)
    next_set(event, seed=1)
    who = event.entries.all()[0].pk
    assert page(event, who).next_text.startswith("Next: Set 2, Table ")
    play_boards(event, Random(1))
    next_set(event, seed=2)
    assert page(event, who).next_text == "Set 3: the seats depend on this set."


def test_nobody_is_shown_who_is_hidden() -> None:
    event = start(people=8)
    play(event, sets=1)
    table = replace(standings(event), hidden=6, hide=True)
    ids = [row.entry_id for row in table.rows]
    assert near_lines(table, ids[0]) == ()
    assert {line.row.entry_id for line in near_lines(table, ids[7])} == {ids[6], ids[7]}


def a_drive() -> Event:
    event = start(people=8)
    play(event, sets=1)
    return event


def boards(game: str) -> Event:
    event = board_evening.start(game, 4)
    board_evening.play(event, 2)
    event.refresh_from_db()
    return event


@pytest.mark.parametrize("begun", [a_drive, lambda: boards(GIN), lambda: boards(GOLF)])
def test_what_is_kept_is_read_again_also_from_an_earlier_version(begun: Any) -> None:
    event = begun()
    for entry_id, sets in explanations(event):
        assert sets == explanation(event, entry_id)
        now = [asdict(record) for record in sets]
        assert from_json(now) == sets
        for one in now:
            for hand in one["hands"]:
                hand["trump"] = hand.pop("called")
        assert from_json(now) == sets


def test_where_one_sat_is_told_where_people_move() -> None:
    event = a_drive()
    seat = event.seatings.get().seats.select_related("table", "entry").get(chair=0, table__number=1)
    names = {one.chair: one.entry.name for one in seat.table.seats.select_related("entry")}
    [one] = explanation(event, seat.entry_id)
    text = f"Table 1, North, with {names[2]}, against {names[1]}, {names[3]}"
    assert (one.dealt, one.where) == (True, text)
    gone = entry(event, "G1")
    roll_call.mark_away(event=event, actor=host(event), entry=gone, from_set=2)
    next_set(event)
    assert [line.note for line in explanation(event, gone.pk)] == ["", "not here"]
    event = boards(GIN)
    one = explanation(event, event.entries.get(name="G1").pk)[0]
    assert (one.dealt, one.where) == (False, "Place 1, with L1")
    event = boards(GOLF)
    assert {line.where for line in explanation(event, event.entries.all()[0].pk)} == {""}
