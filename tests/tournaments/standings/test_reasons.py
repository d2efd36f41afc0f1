"""What a person's evening is explained with, whatever format it is of."""

from dataclasses import asdict
from typing import Any

import pytest

from tests.tournaments.board_evening import GIN, GOLF
from tests.tournaments.board_evening import play as play_rounds
from tests.tournaments.board_evening import start as start_boards
from tests.tournaments.evening import play, start
from tournaments.models import Event
from tournaments.standings.player_sets import from_json
from tournaments.standings.players import explanation, explanations

pytestmark = pytest.mark.django_db


def a_drive() -> Event:
    event = start(people=8)
    play(event, sets=1)
    return event


def boards(game: str) -> Event:
    event = start_boards(game, 4)
    play_rounds(event, 2)
    event.refresh_from_db()
    return event


@pytest.mark.parametrize("begun", [a_drive, lambda: boards(GIN), lambda: boards(GOLF)])
def test_what_is_kept_is_read_again_also_from_an_earlier_version(begun: Any) -> None:
    event = begun()
    for entry_id, sets in explanations(event):
        assert sets == explanation(event, entry_id)
        now = [asdict(one) for one in sets]
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
    told = f"Table 1, North, with {names[2]}, against {names[1]}, {names[3]}"
    assert (one.dealt, one.where) == (True, told)
    event = boards(GIN)
    one = explanation(event, event.entries.get(name="G1").pk)[0]
    assert (one.dealt, one.where) == (False, "Place 1, with L1")
    event = boards(GOLF)
    assert {one.where for one in explanation(event, event.entries.all()[0].pk)} == {""}
