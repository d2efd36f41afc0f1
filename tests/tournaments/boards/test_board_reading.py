"""Boards read from the database: one replay for each board, a fixed number of queries."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulesets.engine.replay import RoundReport, replay
from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    SLUGS,
    gin,
    play,
    read_board,
    say,
    start,
    table,
    take_back,
)
from tests.tournaments.evening import object_to
from tournaments.boards.board_reading import report_at_place
from tournaments.boards.event_board import BoardRound
from tournaments.boards.hall import Hall

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", SLUGS)
def test_the_board_is_what_the_engine_makes_of_the_reports(slug: str) -> None:
    event = start(slug, 6, seed=2)
    now = read_board(event)
    assert now.standing == now.replay.opening.state == now.states[0]
    assert (now.next_number, now.ending, now.open) == (1, None, True)
    play(event, 5, seed=2)
    now = read_board(event)
    reports = [RoundReport(one.value) for one in now.rounds if one.complete]
    again = replay(now.plays, now.setup, reports)
    assert again == now.replay
    assert len(now.states) == 1 + len(reports) + bool(now.replay.closing.transfers)
    assert [one.before for one in now.rounds if one.complete] == [
        now.replay.opening.state,
        *[one.state for one in again.rounds[:-1]],
    ]


def test_tables_are_told_apart_by_their_titles() -> None:
    event = start(GOLF, 6, tables=2)
    assert [one.title for one in Hall.now(event).boards] == ["Table 1", "Table 2"]
    assert [one.title for one in Hall.now(start(GOLF, 6, name="One")).boards] == [""]
    assert [one.title for one in Hall.now(start(GIN, 6)).boards] == [""]
    found = Hall.of(event).board(2)
    assert found is not None
    assert (found.table_number, found.entry_ids) == (2, Hall.now(event).boards[1].entry_ids)
    assert Hall.of(event).board(3) is None
    assert Hall.of(event).board(2, 2) is None


def test_a_phone_at_the_long_table_has_the_whole_rooms_board() -> None:
    event = start(GIN, 6)
    found = Hall.of(event).board(2)
    assert found is not None
    assert len(found.names) == 6
    assert (found.at, found.set_number, found.table_number) == ((0, 0), 0, 0)
    line = report_at_place(found, 2, 1)
    assert line is not None
    assert line.chairs == (2, 3)
    assert report_at_place(found, 4, 1) is None
    assert report_at_place(found, 1, 2) is None


def test_a_line_says_what_a_form_must_know() -> None:
    event = start(GIN, 4)
    at = table(event)
    kept = say(at, 1, gin(0, 20))
    say(at, 1, gin(0, 25))
    line = read_board(event).rounds[0].reports[0]
    assert (line.revision, line.payload, line.author) == (2, gin(0, 25), "Place 1")
    assert (line.accepted, line.pending, line.disputed) == (False, False, False)
    assert line.report_id != kept.pk
    object_to(event, at, 1, "L1", "No!")
    assert read_board(event).rounds[0].reports[0].disputed
    take_back(at, 1)
    line = read_board(event).rounds[0].reports[0]
    assert (line.revision, line.payload, line.report_id) == (3, None, None)
    assert not line.accepted


def test_rows_of_the_board_bear_the_numbers_of_their_rounds() -> None:
    event = start(RUMMOLI, 3)
    for number in range(1, 4):
        say(table(event), number, {"rummoli": 1, "poker": [2]})
    say(table(event), 4, {"final_poker": [{"player": 0}]})
    take_back(table(event), 2)
    found = read_board(event)
    assert [one.number for one in found.rounds if one.counted] == [1, 3, 4]
    assert [row.label.text for row in found.scoreboard.rows] == ["Start", "1", "3", "Last deals"]


def withdrawn(one: BoardRound) -> BoardRound:
    report = replace(one.reports[0], payload=None, report_id=None)
    return replace(one, reports=(report,), value=None, complete=False)
