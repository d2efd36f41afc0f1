"""Playing the rounds of a score pad, and not again what is known already."""

from __future__ import annotations

import operator
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from rulesets.engine.replay import Report, resume
from tournaments.cache.memo import Memo

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rulesets.engine.plays import Plays, State
    from tournaments.models import Event
    from tournaments.scoring.pad import Pad, PadRound

BOARDS = 256

_memo: Memo[Pad] = Memo(BOARDS)  # by event, game and table


def remembered(event: Event, pad: Pad, rounds: Sequence[PadRound]) -> Pad:
    """The pad with its rounds, of which those that this process knows are not played again.

    The same people with the same reports have the same board, whatever happened in between: so a
    board that was rolled back can be remembered too.
    """

    def renew(known: Pad, _state: object) -> tuple[Pad, object]:
        return with_rounds(pad, rounds, known), now

    now = object()  # no state is the same: what of a known board holds is found round by round
    key = (event.pk, pad.game.slug, pad.table_id)
    return _memo.get(key, now, lambda: with_rounds(pad, rounds), renew=renew)


def with_rounds(pad: Pad, rounds: Sequence[PadRound], known: Pad | None = None) -> Pad:
    """The pad with its complete rounds played in order.

    What a `known` pad of the same people begins with is not played again.
    """
    same = keep = 0  # rounds that are known as they stand; complete ones that need no playing
    if known is not None and known.game is pad.game and known.setup == pad.setup:
        same = _alike(known.rounds, rounds, operator.is_)
        keep = _alike(_told(known, known.rounds[same:]), _told(pad, rounds[same:]), operator.eq)
    done = sum(one.complete for one in rounds[:same])
    base = known.replay if known is not None and done + keep else pad.replay
    told = resume(pad.plays, base, done + keep, _told(pad, rounds[same:])[keep:])
    played = iter(told.rounds[done:])
    state = told.rounds[done - 1].state if done else told.opening.state
    filled = list(rounds[:same])
    for one in rounds[same:]:
        now = next(played) if one.complete else None
        filled.append(replace(one, played=now, before=state))
        state = now.state if now else state
    if any(_is_open(pad, one) for one in filled[same:]):
        return with_rounds(pad, [_reopened(pad, one) for one in filled], known)
    return replace(pad, rounds=tuple(filled), replay=told)


def _alike(before: Sequence[Any], now: Sequence[Any], same: Callable[[Any, Any], bool]) -> int:
    """How many of both are the same from the first one on."""
    both = zip(before, now, strict=False)
    return sum(1 for _one in takewhile(lambda two: same(*two), both))


def is_open(plays: Plays, state: State, payload: Mapping[str, Any] | None) -> bool:
    """Whether a payload holds only what is told before the hand (bids); `state` is before it."""
    if not payload:
        return False
    fields = plays.fields(state)
    early = {field.key for field in fields if field.before}
    lacks = any(field.required for field in fields if not field.before)
    return lacks and payload.keys() <= early


def _is_open(pad: Pad, one: PadRound) -> bool:
    """Whether a round that was played as a whole has only been begun."""
    if one.played is None or one.played.counted or pad.room:
        return False
    return is_open(pad.plays, one.before, one.lines[0].payload)


def _reopened(pad: Pad, one: PadRound) -> PadRound:
    if not _is_open(pad, one):
        return one
    return replace(one, complete=False, lines=(replace(one.lines[0], is_open=True),))


def _told(pad: Pad, rounds: Sequence[PadRound]) -> list[Report]:
    """The rounds as the engine is told of them."""
    return [Report(one.report, codes=_codes(pad, one)) for one in rounds if one.complete]


def _codes(pad: Pad, one: PadRound) -> dict[int, frozenset[str]]:
    """What was overridden or confirmed, by row of the report."""
    if not pad.room:
        return {-1: frozenset(one.lines[0].allowed)}
    return {row: frozenset(line.allowed) for row, line in enumerate(one.lines)}
