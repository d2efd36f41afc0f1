"""Boards and their deals read from the database: one replay for each board, few queries."""

from __future__ import annotations

import uuid
from dataclasses import replace
from random import Random

import pytest

from rulesets.engine.replay import RoundReport, replay
from tests.tournaments import board_evening, evening
from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    SLUGS,
    gin,
    play,
    play_round,
    read_board,
    say,
    start,
    table,
    take_back,
)
from tests.tournaments.evening import host, object_to
from tournaments.boards.board_reading import report_at_place
from tournaments.boards.deals import deals_at, due_deal, due_hand, hands_of, latest_deal
from tournaments.boards.event_board import BoardRound
from tournaments.boards.hall import Hall, deal_of
from tournaments.models.errors import Refused
from tournaments.reports import services
from tournaments.reports.submission import Submission

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


def test_a_hand_of_a_set_stands_by_itself() -> None:
    event = evening.start(people=4)
    at = evening.table(event)
    evening.say(at, 1, {"tricks": [7, 6]})
    deal = Hall.of(event).deal(1, 1, 1)
    assert deal is not None
    assert (deal.label, deal.name, deal.state, deal.summary) == (
        "Hand 1",
        "Hand 1",
        "provisional",
        "7 : 6",
    )
    assert (deal.points, deal.trump) == ((7, 6, 7, 6), "King of spades names trump")
    board = deal.board
    assert (board.title, [one.counted for one in board.rounds]) == ("Table 1", [True, *[False] * 3])
    evening.say(at, 2, {"tricks": [5, 8]})
    first, second = (Hall.of(event).deal(1, 1, number) for number in (1, 2))
    assert first is not None
    assert second is not None
    assert (first.later, second.before is first.before) == (False, False)
    assert (board.is_over, board.all_played, board.playable) == (False, False, True)
    assert board.values == ({"tricks": [7, 6]}, None, None, None)
    for number in (3, 4):
        evening.say(at, number, {"tricks": [7, 6]})
    played = Hall.of(event).board(1)
    assert (played.is_over, played.all_played, played.playable) == (True, True, False)
    assert second.board.score.sums(second.board.replay) == (12, 14, 12, 14)
    assert Hall.of(event).deal(1, 1, 5) is None
    unread = deal_of(at, 1)
    assert (unread.fields, unread.report.payload) == (deal.fields, None)
    with pytest.raises(Refused, match="There is no hand 9999 in a set"):
        deal_of(at, 123_456_789)


def test_a_round_of_a_board_knows_what_comes_after_it() -> None:
    event = board_evening.start(GOLF, 4)
    for _round in range(2):
        board_evening.play_round(event, Random(1))
    event.refresh_from_db()
    first, second = Hall.of(event).deal(1, 1, 1), Hall.of(event).deal(1, 1, 2)
    assert first is not None
    assert second is not None
    assert (first.label, first.later, second.later) == ("Round 1", True, False)
    assert first.before is not second.before
    assert first.board is second.board is not None
    assert deal_of(board_evening.table(event), 3).report.revision == 0
    with pytest.raises(Refused, match="There is no round 5 to report yet"):
        deal_of(board_evening.table(event), 5)


def test_a_couple_goes_by_its_names() -> None:
    event = board_evening.start(GIN, 4)
    deal = Hall.of(event).deal(1, 2, 1)
    assert deal is not None
    assert (deal.label, deal.name, deal.row, deal.playing) == ("Round 1", "G2 – L2", 1, None)
    assert Hall.of(event).deal(1, 2, 2) is None


def test_what_was_objected_to_and_taken_back_is_due_again() -> None:
    event = evening.start(people=4)
    at = evening.table(event)
    made = evening.say(at, 1, {"tricks": [7, 6]})
    object_to(event, at, 1, "L1", "Not so.")
    withdrawal = Submission(host(event), uuid.uuid4().hex, seen=1, reason="misread")
    services.withdraw(evening.table(event), 1, withdrawal)
    board = Hall.of(event).board(1)
    assert board is not None
    due = due_hand(board, hands_of(board))
    assert due is not None
    assert (due.number, due.state) == (1, "missing")
    assert due.report.note == "Not so."
    assert made.payload == {"tricks": [7, 6]}


def test_a_place_has_its_part_of_each_round_of_the_room() -> None:
    event = board_evening.start(GIN, 4)
    board = read_board(event)
    assert board.untouched
    due = due_deal(board, 2)
    assert due is not None
    assert (due.number, due.report.table_number, due.state) == (1, 2, "missing")
    assert latest_deal(board, 2) is None
    play_round(event, Random(1))
    board = read_board(event)
    numbers = [(deal.number, deal.report.table_number) for deal in deals_at(board, 2)]
    due = due_deal(board, 2)
    assert numbers == [(1, 2), (2, 2)]
    assert due is not None
    assert (due.number, board.untouched, due_deal(board, 9)) == (2, False, None)
    assert (board.is_in_play(1), board.is_in_play(2)) == (False, True)


def test_a_table_has_the_rounds_of_its_board() -> None:
    event = board_evening.start(GOLF, 4)
    play_round(event, Random(1))
    board = read_board(event)
    due, latest = due_deal(board, 1), latest_deal(board, 1)
    assert [deal.number for deal in deals_at(board, 1)] == [1]
    assert deals_at(board, 2) == ()
    event.refresh_from_db()
    assert [deal.number for deal in Hall.of(event).deals(1, 1)] == [1, 2]
    assert due is not None
    assert latest is not None
    assert (due.number, due.state, latest.number) == (2, "missing", 1)
    assert (board.untouched, board.is_in_play(1)) == (False, True)
    closed = replace(board, open=False)
    assert [closed.may_report_again(number) for number in (1, 2)] == [True, False]
    assert (board.awaited_rounds, closed.awaited_rounds) == (2, 1)
    assert replace(closed, rounds=()).awaited_rounds == 0
