"""Boards and their deals read from the database: one replay for each board, few queries."""

from __future__ import annotations

import uuid
from random import Random

import pytest

from rulesets.engine.replay import RoundReport, replay
from tests.tournaments import board_evening, evening
from tests.tournaments.board_evening import (
    GOLF,
    RUMMOLI,
    SLUGS,
    play,
    read_board,
    say,
    start,
    table,
    take_back,
)
from tests.tournaments.evening import host, object_to
from tournaments.boards.deals import due_hand, hands_of
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
    reports = [RoundReport(board_round.value) for board_round in now.rounds if board_round.complete]
    again = replay(now.plays, now.setup, reports)
    assert again == now.replay
    assert len(now.states) == 1 + len(reports) + bool(now.replay.closing.transfers)
    assert [board_round.before for board_round in now.rounds if board_round.complete] == [
        now.replay.opening.state,
        *[board_round.state for board_round in again.rounds[:-1]],
    ]


def test_rows_of_the_board_bear_the_numbers_of_their_rounds() -> None:
    event = start(RUMMOLI, 3)
    for number in range(1, 4):
        say(table(event), number, {"rummoli": 1, "poker": [2]})
    say(table(event), 4, {"final_poker": [{"player": 0}]})
    take_back(table(event), 2)
    board = read_board(event)
    assert [board_round.number for board_round in board.rounds if board_round.counted] == [1, 3, 4]
    assert [row.label.text for row in board.scoreboard.rows] == ["Start", "1", "3", "Last deals"]


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


def test_what_was_objected_to_and_taken_back_is_due_again() -> None:
    event = evening.start(people=4)
    at = evening.table(event)
    report = evening.say(at, 1, {"tricks": [7, 6]})
    object_to(event, at, 1, "L1", "Not so.")
    withdrawal = Submission(host(event), uuid.uuid4().hex, seen=1, reason="misread")
    services.withdraw(evening.table(event), 1, withdrawal)
    board = Hall.of(event).board(1)
    assert board is not None
    due = due_hand(board, hands_of(board))
    assert due is not None
    assert (due.number, due.state) == (1, "missing")
    assert due.report.note == "Not so."
    assert report.payload == {"tricks": [7, 6]}
