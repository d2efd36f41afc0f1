"""Who sits where, whatever the game: by table, by couple, by name."""

import pytest

from rulesets.movements import long_table
from tests.tournaments import board_evening
from tournaments.seats.selectors import seats

pytestmark = pytest.mark.django_db


def shown(event):
    view = seats(event)
    assert view is not None
    return view


def test_couples_sit_across_from_each_other_round_by_round():
    event = board_evening.start(board_evening.GIN, 5)
    board_evening.play(event, 1)
    view = shown(event)
    assert (view.title, view.set_name) == ("Round 2", "Round 2")
    assert len(view.teams) == 2
    assert [table.title for table in view.tables] == [f"Place {t.number}" for t in view.tables]
    guys, girls = ("G1", "G2", "G3"), ("L1", "L2")
    expected = {
        (guys[pair.stays], girls[pair.moves])
        for pair in long_table.facing(3, 2, 2)
        if pair.stays is not None and pair.moves is not None
    }
    assert {tuple(seat.name for seat in table.seats) for table in view.tables} == expected
    for line in view.by_name:
        if line.table is None:
            assert (line.where, line.partner) == ("sits out", "")
        else:
            assert line.where == f"Place {line.table}, with {line.partner}"
            assert {(line.name, line.partner), (line.partner, line.name)} & expected
    [out] = view.sit_outs
    assert "the chair opposite is empty" in out.reason


def test_the_number_of_queries_stays(django_assert_num_queries):
    for event in (board_evening.start(board_evening.GIN, people) for people in (4, 8)):
        with django_assert_num_queries(5):
            assert seats(event)
