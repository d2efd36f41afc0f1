"""Two teams on the two sides of a long table; after each round one side moves along a chair.

The first team stays. Everyone of the second moves one chair, the last one to the first chair, so
that with n a side n rounds bring everyone together once. Where the teams are unequal, the shorter
side keeps empty chairs, spread evenly; whoever faces one sits out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Facing:
    """One chair pair of a round: the members (places in their teams, from 0; from `seated`, what
    they were called there) who face each other at `chair` (from 1); None is an empty chair."""

    chair: int
    stays: int | None
    moves: int | None


def places(size: int, chairs: int) -> tuple[int | None, ...]:
    """Which member of a team of `size` has each of so many chairs at the start; None: empty.

    The i-th of p empty chairs is chair ⌊i · chairs / p⌋. Raises ValueError if there are more
    members than chairs.
    """
    if size > chairs:
        raise ValueError(f"{size} people do not fit on {chairs} chairs")
    spare = chairs - size
    empty = {i * chairs // spare for i in range(spare)}
    members = iter(range(size))
    return tuple(None if chair in empty else next(members) for chair in range(chairs))


def facing(staying: int, moving: int, round_number: int) -> tuple[Facing, ...]:
    """Who faces whom in a round (from 1), chair by chair, for teams of these sizes."""
    chairs = max(staying, moving)
    left, right = places(staying, chairs), places(moving, chairs)
    shift = round_number - 1
    return tuple(
        Facing(chair + 1, left[chair], right[(chair - shift) % chairs]) for chair in range(chairs)
    )


def couples(staying: int, moving: int, round_number: int) -> tuple[tuple[int, int], ...]:
    """The couples that play in a round, as places in the two teams."""
    return tuple(
        (pair.stays, pair.moves)
        for pair in facing(staying, moving, round_number)
        if pair.stays is not None and pair.moves is not None
    )


def seated(first: Sequence[int], second: Sequence[int], round_number: int) -> tuple[Facing, ...]:
    """Who faces whom in a round (from 1) among those who are here, by whatever numbers they have.

    `first` stays, `second` moves, both in the order of their team. Whoever is away is left out of
    both lists: the others are seated as if they were all there are.
    """
    return tuple(
        Facing(
            pair.chair,
            None if pair.stays is None else first[pair.stays],
            None if pair.moves is None else second[pair.moves],
        )
        for pair in facing(len(first), len(second), round_number)
    )
