"""A board that is carried on from what is known of it: as if all of it were played anew."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets import games
from rulesets.engine.replay import replay
from rulesets.engine.roster import Setup
from tests.sampling import examples
from tournaments.boards.board_reading import as_if, blank_report, with_rounds
from tournaments.boards.deal_reports import DealReport
from tournaments.boards.event_board import BoardRound, EventBoard
from tournaments.boards.event_tables import TableRecord
from tournaments.models.event_games import format_of
from tournaments.scores.books import books
from tournaments.scores.lines import lines
from tournaments.scores.progress import summarize_board
from tournaments.scores.score import score_of
from tournaments.web.paging import PageRequest

NAMES = ("Rosa", "Hilde", "Emil", "Kurt")
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("rummoli", {"rebuy": True, "chips": 30}),
    ("golf", {"stake": 3}),
    ("hearts", {}),
    ("oh-hell", {}),
    ("ten-thousand", {}),
    ("euchre", {}),
]
VERBS = ("play", "play", "play", "bid", "correct", "withdraw", "undo", "yes", "object", "rule")
MOVES = st.lists(st.tuples(st.sampled_from(VERBS), st.integers(0, 10**6)), min_size=1, max_size=14)


def blank_board(slug: str, options: dict[str, Any]) -> EventBoard:
    """A board before its first round."""
    game = games.load(slug)
    rules = game.options(**options)
    setup = Setup(game.plays.roster(NAMES, options=rules), rules, 0)
    told, places = replay(game.plays, setup, ()), tuple(range(len(NAMES)))
    return EventBoard(
        format_of(game), setup, "", TableRecord(1, 1, 1, 1), places, (), told, open=True
    )


def anew(board: EventBoard) -> EventBoard:
    """The same, of which nothing is known but what was reported."""
    blank = blank_of(board)
    rounds = []
    for board_round in board.rounds:
        reports = tuple(replace(report, is_open=False) for report in board_round.reports)
        whole = reports[0].payload is not None
        values = {"reports": reports, "complete": whole, "played": None, "before": blank.state}
        rounds.append(replace(board_round, **values))
    return with_rounds(blank, rounds)


def blank_of(board: EventBoard) -> EventBoard:
    return replace(board, rounds=(), replay=replay(board.plays, board.setup, ()))


def with_line(board: EventBoard, one: BoardRound, **told: Any) -> EventBoard:
    """The board with something else said of a report than its values."""
    place = one.number - 1
    now = replace(one, reports=(replace(one.reports[0], **told),))
    rounds = (*board.rounds[:place], now, *board.rounds[place + 1 :])
    return with_rounds(board, rounds, board, place)


def moved(
    board: EventBoard, former: list[dict[str, Any] | None], verb: str, chance: Random
) -> EventBoard:
    """The board after a step; `former` are the values that were there before, newest last."""
    if verb in ("play", "bid"):
        if board.ending is not None or not board.playable:
            return board
        number = board.next_number
        line = next(
            (
                board_round.reports[0]
                for board_round in board.rounds
                if board_round.number == number
            ),
            None,
        )
        report = board.plays.sample(board.standing, chance)
        early = {field.key for field in board.plays.fields(board.standing) if field.before}
        if verb == "bid" and early:
            report = {key: value for key, value in report.items() if key in early}
        return said(board, line or blank_report(board, number), report)
    if not board.rounds:
        return board
    one = chance.choice(board.rounds)
    line = one.reports[0]
    if verb == "correct":
        return said(board, line, board.plays.sample(one.before, chance))
    if verb == "withdraw":
        former.append(line.payload)
        return said(board, line, None)
    if verb == "undo" and former:
        last = board.rounds[-1].reports[0]
        return said(board, last, former.pop())
    if verb == "yes":
        return with_line(board, one, accepted=not line.accepted)
    if verb == "object":
        return with_line(board, one, disputed=not line.disputed)
    if verb == "rule":
        pending = None if line.pending else 10_000
        return with_line(board, one, pending_id=pending, pending_payload=line.payload)
    return board


def said(board: EventBoard, line: DealReport, payload: dict[str, Any] | None) -> EventBoard:
    newest = 1 + max((board_round.newest_id for board_round in board.rounds), default=0)
    told = replace(line, newest_id=newest, report_id=newest if payload is not None else None)
    return as_if(board, line.deal, told, payload)


def check_tally(board: EventBoard) -> None:
    """What is carried on, told as it is meant."""
    found, rounds = board.tally, board.rounds
    assert list(found.counted) == [board_round for board_round in rounds if board_round.counted]
    assert list(found.uncounted) == [
        board_round for board_round in rounds if not board_round.counted
    ]
    assert list(found.states) == [
        board_round.played.state
        for board_round in rounds
        if board_round.counted and board_round.played
    ]
    assert list(found.waiting) == [
        board_round for board_round in rounds if board_round.reports[0].to_accept
    ]
    assert list(found.pending) == [
        board_round for board_round in rounds if board_round.reports[0].pending
    ]
    final = board.plays.final
    closing = [one for one in found.counted if final is not None and final.key in one.value]
    assert list(found.closing) == closing
    for place, one in enumerate(found.newest):
        assert one is max(rounds[: place + 1], key=lambda each: each.newest_id)
    bought: dict[str, int] = {}
    for _number, transfer in board.replay.ledger():
        if transfer.source.kind == "bank" and transfer.rule in board.plays.buying:
            bought[transfer.unit] = bought.get(transfer.unit, 0) + transfer.amount
    assert board.replay.bought[-1] == bought


@pytest.mark.parametrize(("slug", "options"), GAMES, ids=[slug for slug, _options in GAMES])
@settings(max_examples=examples(25))
@given(moves=MOVES)
def test_to_carry_a_board_on_is_to_play_it_anew(
    slug: str, options: dict[str, Any], moves: list[tuple[str, int]]
) -> None:
    """Any reports, corrections, withdrawals, agreements and rulings, one after the other."""
    now = blank_board(slug, options)
    former: list[dict[str, Any] | None] = []
    for verb, seed in moves:
        now = moved(now, former, verb, Random(seed))
        again = anew(now)
        assert now == again
        check_tally(now)
        assert now.replay.ledger() == again.replay.ledger()
        assert (now.scoreboard, now.last_rounds) == (again.scoreboard, again.last_rounds)
        assert (now.next_number, now.playable) == (again.next_number, again.playable)
        assert (lines(now), books(now), summarize_board(now)) == (
            lines(again),
            books(again),
            summarize_board(again),
        )
        for case in (PageRequest(), PageRequest(is_whole=True), None):
            assert score_of(now, str, case) == score_of(again, str, case)


def test_rounds_that_stay_are_not_looked_at_again() -> None:
    """What a report costs does not grow with the rounds before it: these are the very same."""
    now, chance = blank_board("rummoli", {"rebuy": True}), Random(1)
    for _round in range(12):
        now = moved(now, [], "play", chance)
    then = moved(now, [], "play", chance)
    assert all(was is one for was, one in zip(now.rounds, then.rounds, strict=False))
    assert all(was is one for was, one in zip(now.tally.states, then.tally.states, strict=False))
    assert all(was is one for was, one in zip(now.replay.bought, then.replay.bought, strict=False))
