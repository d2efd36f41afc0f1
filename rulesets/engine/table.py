"""All that a game's functions ever see: who plays, what was played, and what everybody holds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Generic, TypeVar, overload

from rulesets.engine.plays import POT, Account, Movement
from rulesets.engine.roster import Roster
from rulesets.engine.words import Words, say

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - used like a property
    """A value worked out when it is first asked for; the standard library's takes a lock."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, table: None, owner: type) -> lazy[T]: ...
    @overload
    def __get__(self, table: object, owner: type) -> T: ...
    def __get__(self, table: object, owner: type) -> Any:
        if table is None:
            return self
        value = table.__dict__[self._name] = self._work_out(table)
        return value


NO_BOOKS: Mapping[str, Mapping[Account, int]] = {}


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """What a round brought: the report, the movements of the books, and what is shown instead.

    `shows` is by side (value, signs, remark); `said` the round in words where the game says it
    itself; `out` who went out in it; `dealer` who dealt it, `turn` whose turn it was.
    """

    report: Any
    movements: tuple[Movement, ...]
    shows: Mapping[int, Any] = field(default_factory=dict)
    said: tuple[Words, ...] = ()
    out: tuple[int, ...] = ()
    dealer: int | None = None
    turn: int | None = None


@dataclass(frozen=True)
class Table:
    """A table between two rounds. It is never changed; each round makes another one.

    `rounds` were played; `number` is the one that comes (or, for what is said of a round, is being
    told). `dealer` deals it, `turn` has it where a report is one turn (None: not known). `books`
    are what every account holds, by unit: they are the state. `gone` are those who are out, with
    the round in which they went, first one first. `alone`: each player has a score of his own,
    partners or not. `memory` is what a game keeps that is no stake and no score. `holders` are the
    accounts that totals are read from.
    """

    roster: Roster
    options: Any
    unit: str
    alone: bool
    rounds: int = 0
    dealer: int | None = None
    turn: int | None = None
    books: Mapping[str, Mapping[Account, int]] = field(default_factory=lambda: NO_BOOKS)
    gone: tuple[tuple[int, int], ...] = ()
    last: RoundOutcome | None = None
    memory: Any = None
    holders: tuple[Account, ...] = ()

    @property
    def number(self) -> int:
        """The round that comes, from 1."""
        return self.rounds + 1

    @property
    def names(self) -> tuple[str, ...]:
        return self.roster.names

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The places of each side's players."""
        return self.roster.sides

    @property
    def roles(self) -> tuple[str, ...]:
        """The role at each chair, where the format has roles."""
        return self.roster.roles

    @lazy
    def out(self) -> tuple[int, ...]:
        """Those who are out, first one first."""
        return tuple(player for player, _round in self.gone)

    @lazy
    def players(self) -> tuple[int, ...]:
        """Those who play the round that comes."""
        everyone = range(len(self.roster.names))
        if not self.gone:
            return tuple(everyone)
        out = set(self.out)
        return tuple(player for player in everyone if player not in out)

    @lazy
    def totals(self) -> tuple[int, ...]:
        """What each side has (each player, where all score alone)."""
        held = self.books[self.unit]
        return tuple([held[account] for account in self.holders])

    def after(self, **changes: Any) -> Table:
        """Another table that differs in these fields; what `dataclasses.replace` does, in a tenth
        of its time, as every round makes one."""
        other = object.__new__(Table)
        mine = self.__dict__
        other.__dict__.update({name: mine[name] for name in FIELDS}, **changes)
        return other

    @lazy
    def resolved(self) -> dict[int, Any]:
        """What questions come to at this table, as they are worked out."""
        return {}

    @property
    def pot(self) -> int:
        return self.books.get(self.unit, {}).get(POT, 0)

    def holds(self, who: int, unit: str = "") -> int:
        """What a side (a player) has of a unit; of the main one where none is named."""
        if not unit or unit == self.unit:
            return self.totals[who]
        return self.books.get(unit or self.unit, {}).get(self.holders[who], 0)

    def left_of(self, seat: int, gone: Collection[int] = ()) -> int:
        """The next one in the round at the left of a seat, those in `gone` passed over; that seat
        where there is nobody."""
        seats, out = len(self.names), self.out
        for step in range(1, seats + 1):
            player = (seat + step) % seats
            if player not in out and player not in gone:
                return player
        return seat

    def name_of(self, who: int) -> str:
        """The name of a side (a player, where all score alone)."""
        return self.names[who] if self.alone else self.roster.side_names[who]


FIELDS = tuple(one.name for one in fields(Table))


def eldest(table: Table, text: str = "{name} begins") -> tuple[Words, ...]:
    """`text` of the {name} who sits at the dealer's left; nothing while nobody deals."""
    if table.dealer is None:
        return ()
    return (say(text, name=table.names[table.left_of(table.dealer)]),)
