"""The round that decided a game, and its best round, from the totals round by round.

More is always better here: callers reverse totals if the lowest wins.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

Course = Sequence[Sequence[int | None]]
"""What everybody has: before the first round, then after each; None before somebody joins and after
they have left. The first number of somebody who joins is what they begin with, and no gain."""


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
    """Return the round after which the winners led for good. If they led all the way, or never by
    totals alone, it is the one in which they gained most on the best of the others. Rounds count
    from the arrival of the last of the winners; one after which somebody joins or leaves is never
    the turn.

    None if nobody was behind, or less than two rounds were played.
    """
    first = max((_first_total(course, who) for who in winners), default=0)
    played = course[first:]
    leads = [_lead(scores, winners, scores) for scores in played]
    # Who has just joined has not been beaten yet: compared with those who were there before.
    earned = leads[:1] + [_lead(now, winners, before) for before, now in pairwise(played)]
    if len(course) < 3 or len(played) < 2 or None in leads or None in earned:
        return None
    ahead = [lead or 0 for lead in earned]
    changed = {
        at for at in range(1, len(played)) if _anybody_comes_or_goes(played[at - 1], played[at])
    }
    behind = max((at for at, lead in enumerate(ahead) if lead <= 0), default=-1)
    if 0 <= behind < len(ahead) - 1 and behind + first and behind + 1 not in changed:
        return Turn(first + behind + 1, for_good=True)
    swings = {
        at: ahead[at] - (leads[at - 1] or 0) for at in range(1, len(played)) if at not in changed
    }
    largest = max(swings, key=lambda at: (swings[at], at), default=0)
    return Turn(first + largest, for_good=False) if swings.get(largest, 0) > 0 else None


def _first_total(course: Course, who: int) -> int:
    """Return how many rounds had been played when somebody joined; 0 for somebody who was there
    from the start."""
    return next((at for at, scores in enumerate(course) if scores[who] is not None), len(course))


def _anybody_comes_or_goes(before: Sequence[int | None], now: Sequence[int | None]) -> bool:
    return any((was is None) != (score is None) for was, score in zip(before, now, strict=True))


def _lead(
    scores: Sequence[int | None], winners: Collection[int], there: Sequence[int | None]
) -> int | None:
    """Return how far the last of the winners is ahead of the best of the others who were `there`
    (have a number in it); None without others."""
    present = [
        (who, score)
        for who, (score, earlier) in enumerate(zip(scores, there, strict=True))
        if score is not None and earlier is not None
    ]
    others = [score for who, score in present if who not in winners]
    own = [score for who, score in present if who in winners]
    return min(own) - max(others) if own and others else None


def best_round_of(course: Course, missed: Sequence[Collection[int]] = ()) -> BestRound | None:
    """Return the highest score of anybody in one round; of equal ones the one that stood out most,
    then the first. `missed` are the rounds in which each took no part. None for a single round, and
    if rounds are only ever won or lost."""
    best, worth = None, (0, 0)
    different: set[int] = set()
    for number, (before, now) in enumerate(pairwise(course), 1):
        gains = {
            who: after - first
            for who, (first, after) in enumerate(zip(before, now, strict=True))
            if first is not None and after is not None
            if not missed or number not in missed[who]
        }
        different.update(gains.values())
        everybody = sum(gains.values())
        for who, gain in gains.items():
            stands_out = gain * len(gains) - everybody
            if best is None or (gain, stands_out) > worth:
                best, worth = BestRound(who, number, gain), (gain, stands_out)
    return best if len(course) > 2 and len(different) > 2 else None
