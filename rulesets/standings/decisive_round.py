"""The round that decided a game, and the best one of it, read off the totals round by round.

Everything is counted so that more is better: whoever hands totals in turns them round where the
lowest wins.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

Course = Sequence[Sequence[int]]
"""What everybody has: before the first round, then after each."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of a game: the number of its round (from 1), and whether the winners were ahead of
    all others from then on, which they had not been before."""

    number: int
    for_good: bool


@dataclass(frozen=True, slots=True)
class BestRound:
    """Who made most in one round: the place of the scorer, the number of the round (from 1)."""

    scorer: int
    number: int
    gain: int


def turn_of(course: Course, winners: Collection[int]) -> Turn | None:
    """The round after which the winners led for good; where they led all the way, or never by
    totals alone, the one in which they gained most on the best of the others.

    None where nobody was behind, or nothing was played.
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
    """How far the last of the winners is ahead of the best of all others; None without others."""
    others = [score for who, score in enumerate(scores) if who not in winners]
    own = [score for who, score in enumerate(scores) if who in winners]
    return min(own) - max(others) if own and others else None


def best_round_of(course: Course) -> BestRound | None:
    """The best that anybody made in one round: of equal ones that which stood out most, then the
    first. None for a single round, and where rounds are only ever won or lost."""
    found, worth = None, (0, 0)
    different: set[int] = set()
    for number, (before, now) in enumerate(pairwise(course), 1):
        gains = [after - first for first, after in zip(before, now, strict=True)]
        different.update(gains)
        for who, gain in enumerate(gains):
            stands_out = gain * len(gains) - sum(gains)
            if found is None or (gain, stands_out) > worth:
                found, worth = BestRound(who, number, gain), (gain, stands_out)
    return found if len(course) > 2 and len(different) > 2 else None
