"""The players: names in seating order, and the sides they play on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

AND = " & "  # between the names of partners


@dataclass(frozen=True, slots=True)
class Roster:
    """The players in seating order (clockwise).

    `sides` are the places of each side's players in the order of their chairs, `side_names` the
    names of the sides; if everybody plays singly, each is a side of one. `roles` are the chairs'
    roles, if the format has any.
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
        """Whether people play for sides rather than singly."""
        return self.side_names != self.names

    def side_of(self, player: int) -> int:
        """Return the side of a player. Raises LookupError if there is none."""
        for side, members in enumerate(self.sides):
            if player in members:
                return side
        raise LookupError(f"no side has player {player}")


def partners(names: tuple[str, ...], sides: int, roles: tuple[str, ...] = ()) -> Roster:
    """Return a roster with everybody on one of this many sides; with two, every other chair is on
    the same side."""
    members = tuple(tuple(range(side, len(names), sides)) for side in range(sides))
    called = tuple(AND.join(names[player] for player in side) for side in members)
    return Roster(names, members, called, roles)


ChangeKind = Literal["joins", "leaves", "returns", "deals"]


@dataclass(frozen=True, slots=True)
class RosterChange:
    """A change at a table between two rounds, after the report of that number.

    A player `joins` with `amount` (of the game's unit) and sits to the left of the player
    `neighbour` (None: in the last place); `leaves`; `returns` to the former place, with what they
    had; or `deals` the next round, whoever's turn it was.
    """

    after: int
    player: int
    name: str = ""
    kind: ChangeKind = "joins"
    amount: int = 0
    neighbour: int | None = None


def seat_left_of(order: tuple[int, ...], player: int, neighbour: int | None) -> tuple[int, ...]:
    """Return the order around the table once a player has sat down to the left of a neighbour
    (None, or not at the table: in the last place)."""
    place = order.index(neighbour) + 1 if neighbour in order else len(order)
    return (*order[:place], player, *order[place:])


def order_of_seats(players: int, newcomers: Iterable[tuple[int, int | None]]) -> tuple[int, ...]:
    """Return the order around the table of so many players, the last of whom joined: each newcomer
    with the neighbour to whose left they sit, by place."""
    joined = sorted(newcomers)
    order = tuple(range(players - len(joined)))
    for player, neighbour in joined:
        order = seat_left_of(order, player, neighbour)
    return order


@dataclass(frozen=True, slots=True)
class Setup:
    """The state of affairs before the first round: who plays, by which options, and who deals
    first.

    `first` is a player, or a side if sides deal; None: not drawn yet. `played` are the rounds that
    others have played before (a table of one set of a drive does not start with the first), and
    `span` is how many this table plays (0: until the game ends); after the last one of the game
    comes the first. `changes`: who of the roster joins later, who leaves, and who deals out of
    turn.
    """

    roster: Roster
    options: Any
    first: int | None = None
    played: int = 0
    changes: tuple[RosterChange, ...] = field(default=(), kw_only=True)
    span: int = field(default=0, kw_only=True)

    @property
    def opening_roster(self) -> Roster:
        """Return the roster of the people who are there from the first round on."""
        first: dict[int, RosterChange] = {}
        for change in sorted(self.changes, key=lambda change: change.after):
            if change.kind != "deals":
                first.setdefault(change.player, change)
        late = sum(change.kind == "joins" for change in first.values())
        if not late:
            return self.roster
        there = len(self.roster.names) - late
        return Roster(self.roster.names[:there], roles=self.roster.roles[:there])
