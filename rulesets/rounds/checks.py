"""Checks that several games share; each can also mend a made-up report.

A check is a function of the report and the table that yields problems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.problems import Problem, error, refusal, warning

if TYPE_CHECKING:
    from random import Random

    from rulesets.rounds.table import Table

Problems = Iterator[Problem]
Check = Callable[[Any, Any], Iterable[Problem]]
Report = dict[str, Any]
__all__ = [
    "Check",
    "Problems",
    "afterwards",
    "among",
    "at_most",
    "error",
    "none_left",
    "refusal",
    "somebody",
    "warning",
]


@dataclass(frozen=True, slots=True)
class NoneLeft:
    """Who went out has nothing left; everybody else has at least `least`."""

    out: str
    count: str
    least: int | Callable[[Any], int]

    def _least(self, table: Table) -> int:
        return self.least(table) if callable(self.least) else self.least

    def __call__(self, deal: Any, table: Table) -> Problems:
        out, least = getattr(deal, self.out), self._least(table)
        for player, left in enumerate(getattr(deal, self.count)):
            at, name = (self.count, player), table.names[player]
            if player == out and left:
                text = "{name} went out and has nothing left, not {count}."
                yield error(f"{self.count}.left", text, at, name=name, count=left)
            elif player in table.players and player != out and left < least:
                text = "{name} did not go out: at least {least}, not {count}."
                told = {"least": least, "count": left}
                yield error(f"{self.count}.none", text, at, name=name, **told)

    def mend(self, report: Report, table: Table, chance: Random) -> None:
        """Nothing for who is out, something for the others."""
        del chance
        counts, least = report[self.count], self._least(table)
        for player, left in enumerate(counts):
            if player == report.get(self.out):
                counts[player] = 0
            elif left is not None and left < least:
                counts[player] = least


@dataclass(frozen=True, slots=True)
class AtMost:
    """All answers together come to no more than the cards can hold."""

    key: str
    most: int | Callable[[Any], int]
    text: str
    absolute: bool = False
    counts: Callable[[Any], int] | None = None

    def __call__(self, deal: Any, table: Table) -> Problems:
        most = self.most(table) if callable(self.most) else self.most
        if self.counts is not None:
            given = self.counts(deal)
        else:
            values = [value or 0 for value in getattr(deal, self.key)]
            given = sum(map(abs, values)) if self.absolute else sum(values)
        if given > most:
            yield error(f"{self.key}.many", self.text, (self.key,), sum=given, most=most)


@dataclass(frozen=True, slots=True)
class Among:
    """Who is named in one answer stands in another, too."""

    key: str
    others: str
    text: str

    def __call__(self, deal: Any, table: Table) -> Problems:
        player = getattr(deal, self.key)
        if player is not None and player not in getattr(deal, self.others):
            yield error(f"{self.key}.other", self.text, (self.key,), name=table.names[player])

    def mend(self, report: Report, table: Table, chance: Random) -> None:
        """Somebody of the others."""
        del table
        if report.get(self.key) is not None:
            report[self.key] = chance.choice(report[self.others])


@dataclass(frozen=True, slots=True)
class Somebody:
    """Not everybody may have left it out."""

    key: str
    text: str

    def __call__(self, deal: Any, table: Table) -> Problems:
        del table
        if getattr(deal, self.key) in (None, ()):
            yield error(f"{self.key}.nobody", self.text, (self.key,))


@dataclass(frozen=True, slots=True)
class Afterwards:
    """A check of the whole report: not made while only what comes before the hand is told."""

    check: Check
    late: bool = True

    def __call__(self, deal: Any, table: Table) -> Iterable[Problem]:
        return self.check(deal, table)


def afterwards(check: Check) -> Check:
    """The same check, made only once the hand has been played (where bids are told before it)."""
    return Afterwards(check)


def none_left(out: str, count: str, least: int | Callable[[Any], int] = 1) -> Check:
    """Whoever is named in `out` has 0 in `count`, all others at least `least` (a number, or a
    function of the table)."""
    return NoneLeft(out, count, least)


def at_most(
    key: str,
    most: int | Callable[[Any], int],
    text: str,
    *,
    absolute: bool = False,
    counts: Callable[[Any], int] | None = None,
) -> Check:
    """The answers to `key` add up (without their signs, where `absolute`), or what `counts` makes
    of the report comes, to no more than `most`; `text` with {sum} and {most} says so."""
    return AtMost(key, most, text, absolute, counts)


def among(key: str, others: str, text: str) -> Check:
    """The player in `key` is one of those in `others`; `text` with {name} says who is not."""
    return Among(key, others, text)


def somebody(key: str, text: str) -> Check:
    """`key` may not name nobody."""
    return Somebody(key, text)
