"""What dice score in 10,000 (Metzker p. 11), roll by roll.

A five 50, a one 100. In a single roll: three ones 1,000, three of another number a hundred times
the number, four alike twice and five alike four times that; five in sequence 1,000. What is kept
from different rolls is never put together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from rulesets.problems import Problem, error

DICE = 5
SINGLE = {1: 100, 5: 50}
THREE = 3
STRAIGHT = 1000
STRAIGHTS = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})
TIMES = {3: 1, 4: 2, 5: 4}
ANY = frozenset(range(1, DICE + 1))


def alike(spots: int, count: int) -> int:
    """Three to five dice with the same spots, in one roll."""
    return TIMES[count] * (1000 if spots == 1 else 100 * spots)


def points(kept: Sequence[int]) -> int:
    """What up to five dice kept from one roll are worth; those that score nothing add nothing."""
    if set(kept) in STRAIGHTS and len(kept) == DICE:
        return STRAIGHT
    return sum(
        alike(spots, count) if count >= THREE else SINGLE.get(spots, 0) * count
        for spots, count in Counter(kept).items()
    )


def scoring(roll: Sequence[int]) -> tuple[int, ...]:
    """The places of the dice of a roll that score; these may be kept."""
    if set(roll) in STRAIGHTS and len(roll) == DICE:
        return tuple(range(DICE))
    counts = Counter(roll)
    return tuple(n for n, die in enumerate(roll) if die in SINGLE or counts[die] >= THREE)


class Turn(NamedTuple):
    """What the rolls of a turn come to (0: the last one scored nothing), and how many dice may be
    left to whoever goes on."""

    points: int
    left: frozenset[int]


def count_turn(rolls: Sequence[Sequence[int]], dice: Collection[int] = ()) -> Turn:
    """A turn by the dice kept from each roll, the last one empty for a miss.

    `dice` is how many were there to begin with; several numbers where that is not known (none: all
    of them).
    """
    left = frozenset(dice or (DICE,))
    for kept in rolls:
        left = _after(left, len(kept))
    lost = not rolls or not rolls[-1]
    return Turn(0 if lost else sum(map(points, rolls)), left or frozenset({DICE}))


def turn_problems(
    rolls: Sequence[Sequence[int]], dice: Collection[int] = ()
) -> tuple[Problem, ...]:
    """Dice kept that score nothing, more than were left, or a miss that did not end the turn."""
    found = []
    left = frozenset(dice or (DICE,))
    for number, kept in enumerate(rolls):
        scored = scoring(kept)
        for place, die in enumerate(kept):
            if place not in scored:
                text = "Roll {roll}: a {die} alone scores nothing and cannot be kept."
                told = {"roll": number + 1, "die": die}
                found.append(error("rolls.nothing", text, ("rolls", number, place), **told))
        if not kept and number < len(rolls) - 1:
            text = "Roll {roll} scored nothing; the turn is over with it."
            found.append(error("rolls.miss", text, ("rolls", number), roll=number + 1))
        if len(kept) > max(left):
            text = "Roll {roll}: {kept} dice kept; {left} were left to roll."
            told = {"roll": number + 1, "kept": len(kept), "left": max(left)}
            found.append(error("rolls.left", text, ("rolls", number), **told))
        left = _after(left, len(kept)) or frozenset({DICE})
    return tuple(found)


def _after(left: frozenset[int], kept: int) -> frozenset[int]:
    """How many dice may be left after so many of them were kept: all five again after the last."""
    return frozenset(dice - kept or DICE for dice in left if dice >= kept)
