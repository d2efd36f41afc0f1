"""One person's page where boards are kept: rounds, ledger lines, where to sit next."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    SLUGS,
    an_event,
    away,
    begin,
    entry,
    play,
    read_board,
    run,
    say,
    start,
    table,
)
from tests.tournaments.evening import host
from tournaments.models import Event
from tournaments.seating import roll_call
from tournaments.standings.players import PlayerPage, player_page
from tournaments.wall import services as wall

pytestmark = pytest.mark.django_db


def page(event: Event, name: str, *, public: bool = False) -> PlayerPage:
    event.refresh_from_db()
    return player_page(event, entry(event, name).pk, public=public)


def test_who_sits_out_or_is_away_is_told() -> None:
    event = start(GIN, 5)
    [out] = read_board(event).rounds[0].byes
    name = read_board(event).names[out]
    assert page(event, name).seat_text == "Round 1: sits out"
    assert page(event, name).sets[0].note == "sat out: the chair opposite was empty"
    away(event, read_board(event).rounds[0].reports[0].table_number)
    gone = read_board(event).names[read_board(event).rounds[0].reports[0].chairs[0]]
    assert page(event, gone).sets[0].note == "not here"


def test_who_is_at_no_table_has_no_score() -> None:
    event = an_event(GOLF, 4)
    assert page(event, "Di").seat_text == "The first seats are not drawn yet."
    gone = entry(event, "Di")
    roll_call.mark_away(event=event, actor=host(event), entry=gone, from_set=1)
    begin(event)
    told = page(event, "Di")
    assert (told.total, told.sets, told.seat_text) == (None, (), "You have no seat")


def test_hidden_places_hide_everybodys_rounds() -> None:
    event = start(GOLF, 3)
    say(table(event), 1, {"points": [12, 30, 7]})
    wall.hide_standings(event=event, actor=host(event), hidden=True)
    event.refresh_from_db()
    wall.reveal_next(event=event, actor=host(event))
    bo, ann = page(event, "Bo", public=True), page(event, "Ann", public=True)
    assert (bo.total, bo.hidden, bo.sets) == (2, False, ())
    assert (ann.total, ann.hidden, ann.sets) == (None, True, ())
    assert page(event, "Bo").sets


@pytest.mark.parametrize("game", SLUGS)
def test_the_lines_of_a_round_add_up_to_what_it_brought(game: str) -> None:
    event = start(game, 6, seed=3)
    play(event, 4)
    for one in event.entries.all():
        for record in page(event, one.name).sets:
            lines = [line for hand in record.hands[-1:] for line in hand.lines if not line.unit]
            counted = sum(line.points for line in lines)
            # Chips that are bought do not make a total, and a total is what three games hold.
            if record.points is not None and record.name != "The start":
                assert counted == record.points


def test_a_page_takes_few_queries(django_assert_max_num_queries: Any) -> None:
    event = start(GIN, 8)
    play(event, 4)
    say(table(event, 1), 1, run(0, 3, 20))
    event.refresh_from_db()
    with django_assert_max_num_queries(20):
        assert player_page(event, event.entries.all()[0].pk)
