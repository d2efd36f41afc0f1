"""Who plays: names in the order of the seats, and the sides they play on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

AND = " & "  # between the names of partners


@dataclass(frozen=True, slots=True)
class Roster:
    """Who plays, in the order of their seats (clockwise).

    `sides` are the places of each side's players in the order of their chairs, `side_names` what
    the sides are called; where everyone plays alone each is a side of one. `roles` are the chairs'
    roles where the format has any.
    """

    names: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...] = ()
    side_names: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.sides:
            object.__setattr__(self, "sides", tuple((p,) for p in range(len(self.names))))
            object.__setattr__(self, "side_names", self.side_names or self.names)

    @property
    def in_sides(self) -> bool:
        """Whether people play for a side, not each alone."""
        return self.side_names != self.names

    def side_of(self, player: int) -> int:
        """The side of a player. Raises LookupError for nobody's player."""
        for side, members in enumerate(self.sides):
            if player in members:
                return side
        raise LookupError(f"no side has player {player}")


def partners(names: tuple[str, ...], sides: int, roles: tuple[str, ...] = ()) -> Roster:
    """Everybody on one of so many sides, every other chair (with two) on the same."""
    members = tuple(tuple(range(side, len(names), sides)) for side in range(sides))
    called = tuple(AND.join(names[player] for player in side) for side in members)
    return Roster(names, members, called, roles)


@dataclass(frozen=True, slots=True)
class RosterChange:
    """Somebody joins a game that goes on, at the last place, with `amount` (of the game's unit), or
    leaves it; after the report of that number."""

    after: int
    player: int
    name: str
    joins: bool = True
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Setup:
    """What is settled before the first round: who plays, by which options, and who deals first.

    `first` is a player, or a side where sides deal; None: not drawn yet. `played` are the rounds
    that others have played before (a table of one set of a drive begins later than with the first).
    `changes`: who of the roster joins later, and who leaves.
    """

    roster: Roster
    options: Any
    first: int | None = None
    played: int = 0
    changes: tuple[RosterChange, ...] = field(default=(), kw_only=True)

    @property
    def opening_roster(self) -> Roster:
        """Who is there from the first round on."""
        late = sum(change.joins for change in self.changes)
        if not late:
            return self.roster
        there = len(self.roster.names) - late
        return Roster(self.roster.names[:there], roles=self.roster.roles[:there])
