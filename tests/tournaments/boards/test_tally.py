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
from tournaments.boards.books import books
from tournaments.boards.deal_reports import DealReport
from tournaments.boards.lines import lines
from tournaments.boards.pad import Pad, PadRound
from tournaments.boards.pads import as_if, blank_report, with_rounds
from tournaments.boards.progress import pad_now
from tournaments.boards.score import score_of
from tournaments.models.event_games import format_of

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


def blank_board(slug: str, options: dict[str, Any]) -> Pad:
    """A board before its first round."""
    game = games.load(slug)
    rules = game.options(**options)
    setup = Setup(game.plays.roster(NAMES, options=rules), rules, 0)
    told, places = replay(game.plays, setup, ()), tuple(range(len(NAMES)))
    return Pad(format_of(game), setup, "", 1, 1, 1, places, (), told, open=True)


def anew(pad: Pad) -> Pad:
    """The same, of which nothing is known but what was reported."""
    blank = blank_of(pad)
    rounds = []
    for one in pad.rounds:
        reports = tuple(replace(report, is_open=False) for report in one.reports)
        whole = reports[0].payload is not None
        values = {"reports": reports, "complete": whole, "played": None, "before": blank.state}
        rounds.append(replace(one, **values))
    return with_rounds(blank, rounds)


def blank_of(pad: Pad) -> Pad:
    return replace(pad, rounds=(), replay=replay(pad.plays, pad.setup, ()))


def with_line(pad: Pad, one: PadRound, **told: Any) -> Pad:
    """The board with something else said of a report than its values."""
    place = one.number - 1
    now = replace(one, reports=(replace(one.reports[0], **told),))
    rounds = (*pad.rounds[:place], now, *pad.rounds[place + 1 :])
    return with_rounds(pad, rounds, pad, place)


def moved(pad: Pad, former: list[dict[str, Any] | None], verb: str, chance: Random) -> Pad:
    """The board after a step; `former` are the values that were there before, newest last."""
    if verb in ("play", "bid"):
        if pad.ending is not None or not pad.playable:
            return pad
        number = pad.next_number
        line = next((one.reports[0] for one in pad.rounds if one.number == number), None)
        told = pad.plays.sample(pad.standing, chance)
        early = {field.key for field in pad.plays.fields(pad.standing) if field.before}
        if verb == "bid" and early:
            told = {key: value for key, value in told.items() if key in early}
        return said(pad, line or blank_report(pad, number), told)
    if not pad.rounds:
        return pad
    one = chance.choice(pad.rounds)
    line = one.reports[0]
    if verb == "correct":
        return said(pad, line, pad.plays.sample(one.before, chance))
    if verb == "withdraw":
        former.append(line.payload)
        return said(pad, line, None)
    if verb == "undo" and former:
        last = pad.rounds[-1].reports[0]
        return said(pad, last, former.pop())
    if verb == "yes":
        return with_line(pad, one, accepted=not line.accepted)
    if verb == "object":
        return with_line(pad, one, disputed=not line.disputed)
    if verb == "rule":
        pending = None if line.pending else 10_000
        return with_line(pad, one, pending_id=pending, pending_payload=line.payload)
    return pad


def said(pad: Pad, line: DealReport, payload: dict[str, Any] | None) -> Pad:
    newest = 1 + max((one.newest_id for one in pad.rounds), default=0)
    told = replace(line, newest_id=newest, report_id=newest if payload is not None else None)
    return as_if(pad, line.deal, told, payload)


def check_tally(pad: Pad) -> None:
    """What is carried on, told as it is meant."""
    found, rounds = pad.tally, pad.rounds
    assert list(found.counted) == [one for one in rounds if one.counted]
    assert list(found.uncounted) == [one for one in rounds if not one.counted]
    assert list(found.states) == [one.played.state for one in rounds if one.counted and one.played]
    assert list(found.waiting) == [one for one in rounds if one.reports[0].to_accept]
    assert list(found.pending) == [one for one in rounds if one.reports[0].pending]
    final = pad.plays.final
    closing = [one for one in found.counted if final is not None and final.key in one.value]
    assert list(found.closing) == closing
    for place, one in enumerate(found.newest):
        assert one is max(rounds[: place + 1], key=lambda each: each.newest_id)
    bought: dict[str, int] = {}
    for _number, movement in pad.replay.ledger():
        if movement.source.kind == "bank" and movement.rule in pad.plays.buying:
            bought[movement.unit] = bought.get(movement.unit, 0) + movement.amount
    assert pad.replay.bought[-1] == bought


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
        assert (now.board, now.last_rounds) == (again.board, again.last_rounds)
        assert (now.next_number, now.playable) == (again.next_number, again.playable)
        assert (lines(now), books(now), pad_now(now)) == (
            lines(again),
            books(again),
            pad_now(again),
        )
        for whole in (True, False):
            assert score_of(now, str, whole=whole) == score_of(again, str, whole=whole)


def test_rounds_that_stay_are_not_looked_at_again() -> None:
    """What a report costs does not grow with the rounds before it: these are the very same."""
    now, chance = blank_board("rummoli", {"rebuy": True}), Random(1)
    for _round in range(12):
        now = moved(now, [], "play", chance)
    then = moved(now, [], "play", chance)
    assert all(was is one for was, one in zip(now.rounds, then.rounds, strict=False))
    assert all(was is one for was, one in zip(now.tally.states, then.tally.states, strict=False))
    assert all(was is one for was, one in zip(now.replay.bought, then.replay.bought, strict=False))
