"""Which dice of a roll to keep in 10,000, and whether to roll on: what brings most on average.

A turn is worth what it comes to if one goes on as long as that pays; what the others have is not
looked at.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from rulesets.counting.dice import DICE, points, scoring

STEP = 50
ENOUGH = 4000  # from here on nobody rolls again
SIDES = range(1, 7)


class Keep(NamedTuple):
    """Dice to keep, what they bring, how many can be rolled then (all five, where none is left),
    whether to do so, and what the turn comes to on average."""

    dice: tuple[int, ...]
    points: int
    left: int
    roll: bool
    worth: float


def best_keep(roll: tuple[int, ...], before: int = 0, least: int = 0) -> Keep | None:
    """What to keep of a roll, with so many points `before` it in the turn, which counts from
    `least` on; None where nothing scores."""
    found = []
    for dice in _kept(tuple(sorted(roll))):
        total = before + points(dice)
        stop = total if total >= least else 0
        left = len(roll) - len(dice) or DICE
        on = _rolling(min(total, ENOUGH) // STEP * STEP, left, least)
        found.append(Keep(dice, points(dice), left, on > stop, max(stop, on)))
    return max(found, key=lambda keep: (keep.worth, keep.points), default=None)


@cache
def _kept(roll: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All dice that may be kept of a roll: each of them scores among those that are kept."""
    picks = {pick for size in range(1, len(roll) + 1) for pick in combinations(roll, size)}
    return tuple(sorted(pick for pick in picks if len(scoring(pick)) == len(pick)))


@cache
def _rolls(dice: int) -> tuple[tuple[float, tuple[tuple[int, int], ...]], ...]:
    """Every roll: how likely it is, and the most points for each number of dice left afterwards."""
    found = []
    for roll in combinations_with_replacement(SIDES, dice):
        ways = factorial(dice) // prod(map(factorial, Counter(roll).values()))
        best: dict[int, int] = {}
        for kept in _kept(roll):
            left = dice - len(kept) or DICE
            best[left] = max(best.get(left, 0), points(kept))
        found.append((ways / 6**dice, tuple(best.items())))
    return tuple(found)


@cache
def _table(least: int) -> dict[tuple[int, int], float]:
    """What a turn comes to on average for whoever rolls, by points so far and dice."""
    worth: dict[tuple[int, int], float] = {}

    def of(total: int, left: int) -> float:
        stop = total if total >= least else 0
        return stop if total >= ENOUGH else max(stop, worth[total, left])

    for before in range(ENOUGH - STEP, -STEP, -STEP):
        for dice in range(1, DICE + 1):
            worth[before, dice] = sum(
                chance * max(of(before + score, left) for left, score in kept)
                for chance, kept in _rolls(dice)
                if kept
            )
    return worth


def _rolling(before: int, dice: int, least: int) -> float:
    """The average of going on; nothing from `ENOUGH` on."""
    return 0.0 if before >= ENOUGH else _table(least)[before, dice]
