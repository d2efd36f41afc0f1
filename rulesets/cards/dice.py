"""Scores of dice in 10,000 (Metzker p. 11), roll by roll; which to keep, and whether to roll on.

A five 50, a one 100. In a single roll: three ones 1,000, three of another number a hundred times
the number, four alike twice and five alike four times that; five in sequence 1,000. Dice of
different rolls are never put together.

The best dice to keep bring most on average: a turn is worth its total if the player goes on as long
as that pays. The scores of the others are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from rulesets.engine.problems import Problem, error

DICE = 5
SINGLE = {1: 100, 5: 50}
THREE = 3
STRAIGHT = 1000
STRAIGHTS = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})
TIMES = {3: 1, 4: 2, 5: 4}
ANY = frozenset(range(1, DICE + 1))


def alike(spots: int, count: int) -> int:
    """Return the points of three to five dice with the same spots, in one roll."""
    return TIMES[count] * (1000 if spots == 1 else 100 * spots)


def points(dice: Sequence[int]) -> int:
    """Return the points of up to five dice kept from one roll; those that score nothing add
    nothing."""
    if set(dice) in STRAIGHTS and len(dice) == DICE:
        return STRAIGHT
    return sum(
        alike(spots, count) if count >= THREE else SINGLE.get(spots, 0) * count
        for spots, count in Counter(dice).items()
    )


def scoring(roll: Sequence[int]) -> tuple[int, ...]:
    """Return the places of the dice of a roll that score; these may be kept."""
    if set(roll) in STRAIGHTS and len(roll) == DICE:
        return tuple(range(DICE))
    counts = Counter(roll)
    return tuple(n for n, die in enumerate(roll) if die in SINGLE or counts[die] >= THREE)


class DiceTurn(NamedTuple):
    """The points of the rolls of a turn (0: the last one scored nothing), and how many dice may be
    left to the player who goes on."""

    points: int
    left: frozenset[int]


def count_turn(rolls: Sequence[Sequence[int]], dice: Collection[int] = ()) -> DiceTurn:
    """Return a turn by the dice kept from each roll, the last one empty for a miss.

    `dice` is how many were there to begin with; several numbers where that is not known (none: all
    of them).
    """
    left = frozenset(dice or (DICE,))
    for roll in rolls:
        left = _after(left, len(roll))
    lost = not rolls or not rolls[-1]
    return DiceTurn(0 if lost else sum(map(points, rolls)), left or frozenset({DICE}))


def turn_problems(
    rolls: Sequence[Sequence[int]], dice: Collection[int] = ()
) -> tuple[Problem, ...]:
    """Report dice kept that score nothing, more than were left, or a miss that did not end the
    turn."""
    problems = []
    left = frozenset(dice or (DICE,))
    for number, roll in enumerate(rolls):
        scored = scoring(roll)
        for place, die in enumerate(roll):
            if place not in scored:
                text = "Roll {roll}: a {die} alone scores nothing and cannot be kept."
                params = {"roll": number + 1, "die": die}
                problems.append(error("rolls.nothing", text, ("rolls", number, place), **params))
        if not roll and number < len(rolls) - 1:
            text = "Roll {roll} scored nothing, so the turn ended there."
            problems.append(error("rolls.miss", text, ("rolls", number), roll=number + 1))
        if len(roll) > max(left):
            text = "Roll {roll}: {kept} dice kept, but only {left} were left to roll."
            params = {"roll": number + 1, "kept": len(roll), "left": max(left)}
            problems.append(error("rolls.left", text, ("rolls", number), **params))
        left = _after(left, len(roll)) or frozenset({DICE})
    return tuple(problems)


def _after(left: frozenset[int], count: int) -> frozenset[int]:
    """Return how many dice may be left after so many of them were kept: all five again after the
    last."""
    return frozenset(dice - count or DICE for dice in left if dice >= count)


# --- what to keep ---------------------------------------------------------------------------------


STEP = 50
ENOUGH = 4000  # from here on nobody rolls again
SIDES = range(1, 7)


class DiceChoice(NamedTuple):
    """Dice to keep, what they bring, how many can be rolled then (all five, where none is left),
    whether to do so, and what the turn comes to on average."""

    dice: tuple[int, ...]
    points: int
    left: int
    roll: bool
    worth: float


def best_choice(roll: tuple[int, ...], before: int = 0, least: int = 0) -> DiceChoice | None:
    """Return the best dice to keep of a roll, with so many points `before` it in the turn, which
    counts from `least` on; None if no dice score."""
    choices = []
    for dice in _choices(tuple(sorted(roll))):
        total = before + points(dice)
        stop = total if total >= least else 0
        left = len(roll) - len(dice) or DICE
        on = _worth_of_rolling(min(total, ENOUGH) // STEP * STEP, left, least)
        choices.append(DiceChoice(dice, points(dice), left, on > stop, max(stop, on)))
    return max(choices, key=lambda keep: (keep.worth, keep.points), default=None)


@cache
def _choices(roll: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return all dice that may be kept of a roll: each of them scores among those that are kept."""
    picks = {pick for size in range(1, len(roll) + 1) for pick in combinations(roll, size)}
    return tuple(sorted(pick for pick in picks if len(scoring(pick)) == len(pick)))


@cache
def _rolls(dice: int) -> tuple[tuple[float, tuple[tuple[int, int], ...]], ...]:
    """Return every roll: how likely it is, and the most points for each number of dice left
    afterwards."""
    rolls = []
    for roll in combinations_with_replacement(SIDES, dice):
        ways = factorial(dice) // prod(map(factorial, Counter(roll).values()))
        best: dict[int, int] = {}
        for pick in _choices(roll):
            left = dice - len(pick) or DICE
            best[left] = max(best.get(left, 0), points(pick))
        rolls.append((ways / 6**dice, tuple(best.items())))
    return tuple(rolls)


@cache
def _table(least: int) -> dict[tuple[int, int], float]:
    """Return the average of a turn for the player who rolls, by points so far and dice."""
    worth: dict[tuple[int, int], float] = {}

    def of(total: int, left: int) -> float:
        stop = total if total >= least else 0
        return stop if total >= ENOUGH else max(stop, worth[total, left])

    for before in range(ENOUGH - STEP, -STEP, -STEP):
        for dice in range(1, DICE + 1):
            worth[before, dice] = sum(
                chance * max(of(before + score, left) for left, score in outcomes)
                for chance, outcomes in _rolls(dice)
                if outcomes
            )
    return worth


def _worth_of_rolling(before: int, dice: int, least: int) -> float:
    """Return the average of going on; nothing from `ENOUGH` on."""
    return 0.0 if before >= ENOUGH else _table(least)[before, dice]
