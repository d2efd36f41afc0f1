"""All that a game's functions ever see: who plays, what was played, and what everybody holds; with
made-up reports for tests and demos."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from rulesets.engine.plays import POT, Account, Transfer
from rulesets.engine.report_reading import decided
from rulesets.engine.roster import Roster
from rulesets.engine.text import Phrase, say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rulesets.engine.fields import Field
    from rulesets.engine.rounds import Rounds


T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - used like a property
    """A value worked out on first use; the standard library's version takes a lock."""

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
    """The result of a round: the report, the transfers of the books, and anything shown instead.

    `shows` is by side (value, signs, remark); `texts` the round in words if the game provides them;
    `out` who went out in it; `dealer` who dealt it, `turn` whose turn it was.
    """

    report: Any
    transfers: tuple[Transfer, ...]
    shows: Mapping[int, Any] = dataclasses.field(default_factory=dict)
    texts: tuple[Phrase, ...] = ()
    out: tuple[int, ...] = ()
    dealer: int | None = None
    turn: int | None = None


@dataclass(frozen=True)
class Table:
    """A table between two rounds. It is never changed; each round makes another one.

    `rounds` were played; `number` is the next one (or, while a round is described, that one).
    `dealer` deals it, `turn` has it if a report is one turn (None: unknown). `books` are what every
    account holds, by unit: they are the state. `gone` are the players who are out, with the round
    in which they went, first to last. `alone`: each player has their own score, partners or not.
    `memory` is what a game keeps that is neither stake nor score. `cycle`: after that many rounds
    their numbers begin again (0: never); `since` were played before the first of this table.
    `holders` are the accounts that totals are read from. `leavers` are those of the `gone` who left
    the table. `order` are the players as they sit, clockwise (empty: by place).
    """

    roster: Roster
    options: Any
    unit: str
    alone: bool
    rounds: int = 0
    dealer: int | None = None
    turn: int | None = None
    books: Mapping[str, Mapping[Account, int]] = dataclasses.field(default_factory=lambda: NO_BOOKS)
    gone: tuple[tuple[int, int], ...] = ()
    last: RoundOutcome | None = None
    memory: Any = None
    holders: tuple[Account, ...] = ()
    leavers: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    cycle: int = 0
    since: int = 0

    def count_on(self, rounds: int = 1) -> int:
        """Return how many rounds are behind a table that is this many further on."""
        count = self.rounds + rounds
        return count % self.cycle if self.cycle else count

    @property
    def number(self) -> int:
        """The next round, from 1."""
        return self.rounds + 1

    @property
    def place(self) -> int:
        """The next round, from 1, as this table counts them."""
        return (self.rounds - self.since) % (self.cycle or self.number) + 1

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
        """Return the players who are out, first to last."""
        return tuple(player for player, _round in self.gone)

    @lazy
    def players(self) -> tuple[int, ...]:
        """Return the players of the next round."""
        everyone = range(len(self.roster.names))
        if not self.gone:
            return tuple(everyone)
        out = set(self.out)
        return tuple(player for player in everyone if player not in out)

    @lazy
    def totals(self) -> tuple[int, ...]:
        """Return each side's total (each player's, if everybody scores singly)."""
        held = self.books[self.unit]
        return tuple([held[account] for account in self.holders])

    def after(self, **changes: Any) -> Table:
        """Return another table that differs in these fields; like `dataclasses.replace` in a tenth
        of its time, because every round makes one."""
        other = object.__new__(Table)
        mine = self.__dict__
        other.__dict__.update({name: mine[name] for name in FIELDS}, **changes)
        return other

    @lazy
    def resolved(self) -> dict[int, Any]:
        """Questions resolved for this table."""
        return {}

    @property
    def pot(self) -> int:
        return self.books.get(self.unit, {}).get(POT, 0)

    def holds(self, who: int, unit: str = "") -> int:
        """Return how much a side (a player) has of a unit; of the main one if none is named."""
        if not unit or unit == self.unit:
            return self.totals[who]
        return self.books.get(unit or self.unit, {}).get(self.holders[who], 0)

    def left_of(self, seat: int, absent: Collection[int] = ()) -> int:
        """Return the next player in the round to the left of a seat, skipping those in `absent`;
        the seat itself if there is nobody."""
        out = self.out
        for player in self.clockwise(seat):
            if player not in out and player not in absent:
                return player
        return seat

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """Return all players in the order in which they sit, from the left of a seat round to the
        seat itself; those who are out, too."""
        order = self.order or tuple(range(len(self.names)))
        start = order.index(seat) + 1
        return (*order[start:], *order[:start])

    def name_of(self, who: int) -> str:
        """Return the name of a side (a player, if everybody scores singly)."""
        return self.names[who] if self.alone else self.roster.side_names[who]


FIELDS = tuple(one.name for one in fields(Table))


def eldest(table: Table, text: str = "{name} begins") -> tuple[Phrase, ...]:
    """Return `text` with the {name} of the player at the dealer's left; nothing if nobody deals."""
    if table.dealer is None:
        return ()
    return (say(text, name=table.names[table.left_of(table.dealer)]),)


TRIES = 400
BIDS_MADE = 0.7  # how often a bid is made


def sample_report(plays: Rounds, table: Table, chance: Random) -> dict[str, Any]:
    """Return a report of the next round, without errors. Raises LookupError if none was found."""
    for _ in range(TRIES):
        report = unchecked_report(plays, table, chance)
        for check in plays.checks:
            mend = getattr(check, "mend", None)
            if mend is not None:
                mend(report, table, chance)
        problems = plays.check(table, report)
        if not any(problem.severity == "error" for problem in problems):
            return report
    raise LookupError(f"no report of round {table.number} could be made up")


def unchecked_report(plays: Rounds, table: Table, chance: Random) -> dict[str, Any]:
    """Return answers within their bounds and totals; the game's own checks may refuse them."""
    report: dict[str, Any] = {}
    fields = plays.fields(table)
    for field in fields:
        if field.when is not None and decided(field, fields, report) not in field.when[1]:
            continue
        if field.rare or (not field.required and chance.random() < 0.5):
            continue
        report[field.key] = _answer(field, table, chance)
    _repeat_bids(fields, report, chance)
    return report


def _repeat_bids(fields: Sequence[Field], report: dict[str, Any], chance: Random) -> None:
    """Make bids come true more often than not."""
    for bid_field in (field for field in fields if field.before and field.key in report):
        for result_field in fields:
            alike = _bounds(result_field) == _bounds(bid_field)
            if (
                result_field.before
                or not alike
                or bid_field.per == "table"
                or result_field.key not in report
            ):
                continue
            report[bid_field.key] = [
                result if chance.random() < BIDS_MADE else bid
                for bid, result in zip(report[bid_field.key], report[result_field.key], strict=True)
            ]


def _bounds(field: Field) -> tuple[Any, ...]:
    return field.per, field.low, field.high, field.step


def _answer(field: Field, table: Table, chance: Random) -> Any:
    def make_up() -> Any:
        return field.kind.made_up(field, table.players, len(table.sides), chance)

    if field.per == "table":
        return make_up()
    places = range(len(table.sides)) if field.per == "side" else range(len(table.names))
    answering = list(places) if field.per == "side" else list(table.players)
    if field.total is None:
        return [make_up() if place in answering else None for place in places]
    shares = split_total(field.total, field, len(answering), chance)
    by_place = dict(zip(answering, shares, strict=True))
    return [by_place.get(place) for place in places]


def split_total(total: int, field: Field, count: int, chance: Random) -> list[int]:
    """Return a total split into this many parts, each within the field's bounds; now and then all
    in one."""
    shares = [field.low] * count
    left = total - sum(shares)
    if left == field.high - field.low and chance.random() < 0.05:
        shares[chance.randrange(count)] += left
        return shares
    while left > 0:
        open_to = [place for place, share in enumerate(shares) if share < field.high]
        if not open_to:
            break
        shares[chance.choice(open_to)] += field.step
        left -= field.step
    return shares
