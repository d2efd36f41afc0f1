"""Two teams on the two sides of a long table; after each round one side moves along a chair.

The first team stays. Everybody of the second moves one chair, the last one to the first chair, so
that with n a side everybody meets everybody once in n rounds. If the teams are unequal, the shorter
side has empty chairs, spread evenly; anybody facing one sits out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Facing:
    """A pair of chairs in a round: the members who face each other at `chair` (from 1); None is an
    empty chair. Members are places in their teams, from 0; from `seat_teams`, as given there."""

    chair: int
    stays: int | None
    moves: int | None


def places(size: int, chairs: int) -> tuple[int | None, ...]:
    """The member of a team of `size` in each of these chairs at the start; None: empty.

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
    """Return the pairs that face each other in a round (from 1), chair by chair, for teams of
    these sizes."""
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


def seat_teams(
    first: Sequence[int], second: Sequence[int], round_number: int
) -> tuple[Facing, ...]:
    """Return the pairs that face each other in a round (from 1) among the people here, for any
    numbers.

    `first` stays, `second` moves, both in the order of their team. People who are away are in
    neither list: the others are seated as if they were the whole team.
    """
    return tuple(
        Facing(
            pair.chair,
            None if pair.stays is None else first[pair.stays],
            None if pair.moves is None else second[pair.moves],
        )
        for pair in facing(len(first), len(second), round_number)
    )
