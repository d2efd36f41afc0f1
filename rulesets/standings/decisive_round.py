"""The round that decided a game, and its best round, from the totals round by round.

More is always better here: callers reverse totals if the lowest wins.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

Course = Sequence[Sequence[int]]
"""What everybody has: before the first round, then after each."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The turning point of a game: the number of its round (from 1), and whether from then on, but
    not before, the winners were ahead of everybody else."""

    number: int
    for_good: bool


@dataclass(frozen=True, slots=True)
class BestRound:
    """The highest score in one round: the place of the scorer, and the number of the round (from
    1)."""

    scorer: int
    number: int
    gain: int


def turn_of(course: Course, winners: Collection[int]) -> Turn | None:
    """The round after which the winners led for good. If they led all the way, or never by totals
    alone, it is the one in which they gained most on the best of the others.

    None if nobody was behind, or nothing was played.
    """
    leads = [_lead(scores, winners) for scores in course]
    found = [lead for lead in leads if lead is not None]
    if len(found) < 2 or len(found) < len(leads):
        return None
    behind = max((at for at, lead in enumerate(found) if lead <= 0), default=-1)
    if 0 < behind < len(found) - 1:
        return Turn(behind + 1, for_good=True)
    swings = [now - before for before, now in pairwise(found)]
    largest = max(range(len(swings)), key=lambda at: (swings[at], at))
    return Turn(largest + 1, for_good=False) if swings[largest] > 0 else None


def _lead(scores: Sequence[int], winners: Collection[int]) -> int | None:
    """How far the last of the winners is ahead of the best of the others; None without others."""
    others = [score for who, score in enumerate(scores) if who not in winners]
    own = [score for who, score in enumerate(scores) if who in winners]
    return min(own) - max(others) if own and others else None


def best_round_of(course: Course, missed: Sequence[Collection[int]] = ()) -> BestRound | None:
    """The highest score that anybody made in one round; of equal ones the one that stood out most,
    then the first. `missed` are the rounds in which each took no part. None for a single round, and
    if rounds are only ever won or lost."""
    found, worth = None, (0, 0)
    different: set[int] = set()
    for number, (before, now) in enumerate(pairwise(course), 1):
        gains = {
            who: after - first
            for who, (first, after) in enumerate(zip(before, now, strict=True))
            if not missed or number not in missed[who]
        }
        different.update(gains.values())
        for who, gain in gains.items():
            stands_out = gain * len(gains) - sum(gains.values())
            if found is None or (gain, stands_out) > worth:
                found, worth = BestRound(who, number, gain), (gain, stands_out)
    return found if len(course) > 2 and len(different) > 2 else None
