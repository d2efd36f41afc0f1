"""The points that the report of a round adds to each total, as far as they can be worked out
without playing it.

It is found by playing the round with unknown numbers (`rulesets.engine.tracing`), so no game has to
declare anything for it. A phone without a network counts by it what waits there to be sent. It is
None where only the rules can tell: somebody goes out, a pot is touched, cards are counted, the
game's own checks find something, the game is over.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.engine.answers import CHOICE, NUMBER, PLAYER, PLAYERS, SIDE, YES_NO
from rulesets.engine.rounds import Rounds
from rulesets.engine.table import FIELDS, Table
from rulesets.engine.tracing import (
    Branch,
    LinearSum,
    Test,
    Trace,
    Tree,
    Unknowable,
    follow,
    trace,
)

if TYPE_CHECKING:
    from rulesets.engine.fields import Field
    from rulesets.engine.plays import Plays

CACHE_SIZE = 1024  # rounds that are remembered
TOLD_APART = ("roster", "books", "last")  # of a table: names, totals and the round before
ANSWERED = object()  # in place of a choice: that anything was answered


class Input(NamedTuple):
    """A number that is unknown: the answer to `key` at a `place` (None: it is the whole answer); or
    1 if that is the `choice`, else 0."""

    key: str
    place: int | None = None
    choice: Any = None

    def value(self, report: Mapping[str, Any]) -> float | None:
        """Return the number, in a report; None if it was left out."""
        answer = report.get(self.key)
        if self.place is not None and answer is not None:
            answer = answer[self.place]
        if self.choice is ANSWERED:
            return float(answer is not None)
        if self.choice is None:
            return None if answer is None else float(answer)
        members = answer if isinstance(answer, list | tuple) else (answer,)
        return float(self.choice in members)


class Total(NamedTuple):
    """A number that is unknown: the total of a side (a player) before the round."""

    scorer: int


@dataclass(frozen=True, slots=True)
class Addend:
    """The gain of one side: a constant, and multiples of inputs."""

    terms: frozenset[tuple[Hashable, float]] = frozenset()
    constant: float = 0

    def value(self, inputs: Mapping[Hashable, float]) -> float:
        """Return the gain, once the inputs are known."""
        return self.constant + sum(times * inputs[key] for key, times in self.terms)


Gains = tuple[Addend, ...] | None


@dataclass(frozen=True, slots=True)
class Addends:
    """The additions of a round to the totals: a tree of decisions that ends in the gains (None:
    only the rules can say). `ends` says of the totals afterwards whether the game is over.

    It holds for a report that is within the bounds of the `fields` and leaves out the answers to
    `absent`.
    """

    fields: tuple[Field, ...]
    gains: Tree
    ends: Tree
    absent: tuple[str, ...] = ()

    def inputs(self) -> list[Input]:
        """Return the inputs that it depends on, in order."""
        return list(dict.fromkeys(key for key in _keys_of(self.gains) if isinstance(key, Input)))

    def of(self, report: Mapping[str, Any], totals: tuple[int, ...]) -> tuple[float, ...] | None:
        """Return everybody's gain by a report without problems; None where only the rules can
        tell."""
        if any(report.get(key) is not None for key in self.absent):
            return None
        inputs: dict[Hashable, float] = {Total(who): total for who, total in enumerate(totals)}
        inputs |= {key: key.value(report) or 0 for key in self.inputs()}
        addends = follow(self.gains, inputs)
        if addends is None:
            return None
        gains = tuple(addend.value(inputs) for addend in addends)
        after: dict[Hashable, float] = {
            Total(who): total + gain
            for who, (total, gain) in enumerate(zip(totals, gains, strict=True))
        }
        return None if follow(self.ends, after) else gains


def _keys_of(tree: Tree) -> Iterator[Hashable]:
    if isinstance(tree, Branch):
        yield from (key for key, _times in tree.test.terms)
        yield from _keys_of(tree.yes)
        yield from _keys_of(tree.no)
    else:
        yield from (key for addend in tree or () for key, _times in addend.terms)


def addends_of(plays: Plays, table: Any, *, is_later: bool = False) -> Addends | None:
    """Return the additions of a table's next round; None if only the rules can say. `is_later`: the
    table follows rounds that have not been seen yet."""
    if not isinstance(plays, Rounds) or plays.conserved:
        return None
    unknown = _UnknownRound(plays, table, is_later)
    try:
        return _traced(unknown)
    except TypeError:  # what it depends on cannot be compared, so it cannot be remembered
        return unknown.addends()


@lru_cache(CACHE_SIZE)
def _traced(unknown: _UnknownRound) -> Addends | None:
    return unknown.addends()


FOLLOWED = (NUMBER, YES_NO, PLAYER, SIDE, CHOICE, PLAYERS)


@dataclass(frozen=True, eq=False)
class _UnknownRound:
    """A round of which the answers are unknown, and the totals before it. It is equal to another if
    all that it depends on is."""

    plays: Rounds
    table: Table
    is_later: bool

    @cached_property
    def _state(self) -> tuple[Any, ...]:
        """Everything of the table but names, totals, and the round before."""
        table = self.table
        roster = len(table.names), table.sides, table.roles
        beside = tuple((unit, *held.items()) for unit, held in _beside(table).items())
        others = (getattr(table, name) for name in FIELDS if name not in TOLD_APART)
        is_unseen = self.is_later and callable(self.plays.deals)
        return (id(self.plays), is_unseen, roster, beside, *others)

    def __hash__(self) -> int:
        return hash(self._state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _UnknownRound) and self._state == other._state

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The questions."""
        return self.plays.fields(self.table)

    @cached_property
    def absent(self) -> tuple[str, ...]:
        """The keys of those that are left out nearly always, or cannot be followed."""
        return tuple(field.key for field in self.fields if field.rare or field.kind not in FOLLOWED)

    def addends(self) -> Addends | None:
        """Return the additions of the round; None if only the rules can say."""
        if any(field.required for field in self.fields if field.key in self.absent):
            return None
        try:
            if not self.asks_the_same():
                return None
            gains, ends = trace(self.gains, None), trace(self.ends, otherwise=True)
        except TypeError:  # of a game that does more with a number than can be followed
            return None
        if gains is None or ends is True:
            return None
        return Addends(self.fields, gains, ends, self.absent)

    def asks_the_same(self) -> bool:
        """Return whether the questions are those whatever the totals are."""
        path = Trace()
        return self.plays.fields(self._before(path)) == self.fields and not path.tests

    def gains(self, path: Trace) -> Gains:
        """Return everybody's gain by one way through the rules; None where only they can tell."""
        try:
            return self._play(path)
        except (TypeError, LookupError, ValueError):
            return None

    def _play(self, path: Trace) -> Gains:
        before = self._before(path)
        report = self._report(path)
        if report is None:
            return None
        deal = self.plays.typed(before, report)
        for check in self.plays.checks:
            if any(True for _problem in check(deal, before)):
                return None
        after: Any = self.plays.play(before, report).state
        if after.gone != before.gone or after.memory is not before.memory:
            return None
        if _beside(after) != _beside(before):
            return None
        return tuple(
            _addend(total - was) for total, was in zip(after.totals, before.totals, strict=True)
        )

    def ends(self, path: Trace) -> bool:
        """Return whether the game is over, by the totals after the round."""
        after = self._before(path).after(rounds=self.table.count_on(), last=Unknowable())
        return self.plays.ends.over(after)

    def _before(self, path: Trace) -> Table:
        """Return the table with unknown totals."""
        keys = [Total(who) for who in range(len(self.table.holders))]
        held: dict[Any, Any] = dict(self.table.books[self.table.unit])
        for account, key in zip(self.table.holders, keys, strict=True):
            held[account] = path.unknown(key)
        books = {**self.table.books, self.table.unit: held}
        changes: dict[str, Any] = {"books": books, "last": Unknowable()}
        if self.is_later and callable(self.plays.deals):
            changes["dealer"] = Unknowable()
        return self.table.after(**changes)

    def _report(self, path: Trace) -> dict[str, Any] | None:
        """Return the unknown answers; None on a way on which an answer has parts."""
        report: dict[str, Any] = {}
        for field in sorted(self.fields, key=lambda question: question.when is not None):
            if field.key in self.absent:
                continue
            if field.when is not None and report.get(field.when[0]) not in field.when[1]:
                continue
            answer = self._answer(path, field)
            if answer is ANSWERED:
                return None
            if answer is not None:
                report[field.key] = answer
        return report

    def _answer(self, path: Trace, field: Field) -> Any:
        if field.per == "table":
            return self._single(path, field, None)
        if not field.required and not _ask(path, Input(field.key, None, ANSWERED)):
            return None
        playing = self.table.players if field.per == "player" else range(len(self.table.sides))
        everybody = self.table.names if field.per == "player" else self.table.sides
        return [
            self._single(path, field, place) if place in playing else None
            for place in range(len(everybody))
        ]

    def _single(self, path: Trace, field: Field, place: int | None) -> Any:
        """Return one answer: an unknown number, or the choice on this way."""
        if field.kind is NUMBER:
            sure = field.everybody or (field.per != "player" and field.required)
            if (
                not sure
                and field.blank is None
                and not _ask(path, Input(field.key, place, ANSWERED))
            ):
                return None
            low, high = min((field.low, *field.also)), max((field.high, *field.also))
            return path.unknown(Input(field.key, place), low, high)
        if field.kind is YES_NO:
            return path.unknown(Input(field.key, place, choice=True), 0, 1)
        if field.kind is PLAYERS:
            named = (who for who in self.table.players if _ask(path, Input(field.key, place, who)))
            return tuple(named) or None
        return self._choice(path, field, place)

    def _choice(self, path: Trace, field: Field, place: int | None) -> Any:
        choices: list[Any] = [key for key, _words in field.choices]
        if field.kind is PLAYER:
            choices = list(self.table.players)
        elif field.kind is SIDE:
            choices = list(range(len(self.table.sides)))
        choices += [ANSWERED] if field.parts else []
        choices += [] if field.required else [None]
        for choice in choices[:-1]:
            if _ask(path, Input(field.key, place, choice)):
                return choice
        return choices[-1]


def _ask(path: Trace, key: Input) -> bool:
    return path.decide(Test(frozenset([(key, 1)]), -1))


def _beside(table: Table) -> dict[str, dict[Any, Any]]:
    """Return the accounts of a table without its totals."""
    mine = (table.unit, set(table.holders))
    return {
        unit: {
            account: amount
            for account, amount in held.items()
            if account.kind != "bank" and not (unit == mine[0] and account in mine[1])
        }
        for unit, held in table.books.items()
    }


def _addend(gain: Any) -> Addend:
    if not isinstance(gain, LinearSum):
        return Addend(constant=gain)
    return Addend(frozenset(gain.terms.items()), gain.constant)
