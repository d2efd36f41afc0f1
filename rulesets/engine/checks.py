"""The problems of a report: first those that follow from the declaration, then the game's own
checks.

A check is a function of the report and the table that yields problems; checks shared by several
games can also mend a made-up report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.engine.limits import Bounding, Limit
from rulesets.engine.problems import Problem, error, refusal, warning
from rulesets.engine.questions import TURN
from rulesets.engine.report_reading import read, sum_problems

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from rulesets.engine.fields import Field
    from rulesets.engine.rounds import Rounds
    from rulesets.engine.table import Table

__all__ = [
    "Check",
    "Problems",
    "afterwards",
    "among",
    "at_most",
    "error",
    "never_in_all",
    "none_left",
    "problems_before",
    "problems_of",
    "refusal",
    "warning",
]

# --- checks that several games share --------------------------------------------------------------


Problems = Iterator[Problem]
Check = Callable[[Any, Any], Iterable[Problem]]
Report = dict[str, Any]


@dataclass(frozen=True, slots=True)
class NoneLeft:
    """The player who went out has nothing left; everybody else has at least `least`."""

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
                text = "{name} went out, so nothing can be left, not {count}."
                yield error(f"{self.count}.left", text, at, name=name, count=left)
            elif player in table.players and player != out and left < least:
                text = "{name} did not go out, so at least {least} must be left, not {count}."
                params = {"least": least, "count": left}
                yield error(f"{self.count}.none", text, at, name=name, **params)

    def limit(self, table: Table) -> Limit:
        """Return the check as a bound for a report that is not filled in yet."""
        return Limit(self.count, out=self.out, least=self._least(table))

    def mend(self, report: Report, table: Table, chance: Random) -> None:
        """Leave nothing for the player who is out, and something for the others."""
        counts, least = report[self.count], self._least(table)
        for player, left in enumerate(counts):
            if player == report.get(self.out):
                counts[player] = 0
            elif left is not None and left < least:
                counts[player] = least


@dataclass(frozen=True, slots=True)
class AtMost:
    """All answers together are no more than the cards can hold."""

    key: str
    most: int | Callable[[Any], int]
    text: str
    absolute: bool = False
    counts: Callable[[Any], int] | None = None

    def __call__(self, deal: Any, table: Table) -> Problems:
        most = self.most(table) if callable(self.most) else self.most
        if self.counts is not None:
            total = self.counts(deal)
        else:
            values = [value for value in getattr(deal, self.key) if value is not None]
            total = sum(map(abs, values)) if self.absolute else sum(values)
        if total > most:
            yield error(f"{self.key}.many", self.text, (self.key,), sum=total, most=most)

    def limit(self, table: Table) -> Limit | None:
        """Return the check as a bound, if the numbers themselves are added up."""
        if self.absolute or self.counts is not None:
            return None
        return Limit(self.key, self.most(table) if callable(self.most) else self.most)


@dataclass(frozen=True, slots=True)
class NeverInAll:
    """The answers together must not come to a certain number; `text` with {sum} says so."""

    key: str
    closed: Callable[[Any], int | None]
    text: str

    def __call__(self, deal: Any, table: Table) -> Problems:
        closed = self.closed(table)
        if closed is None:
            return
        if sum(value for value in getattr(deal, self.key) if value is not None) == closed:
            yield error(f"{self.key}.sum", self.text, (self.key,), sum=closed)

    def limit(self, table: Table) -> Limit:
        """Return the check as a bound for the last number that is entered."""
        return Limit(self.key, never=self.closed(table))


@dataclass(frozen=True, slots=True)
class Among:
    """The player named in one answer is in another answer, too."""

    key: str
    others: str
    text: str

    def __call__(self, deal: Any, table: Table) -> Problems:
        player = getattr(deal, self.key)
        if player is not None and player not in getattr(deal, self.others):
            yield error(f"{self.key}.other", self.text, (self.key,), name=table.names[player])

    def mend(self, report: Report, table: Table, chance: Random) -> None:
        """Name one of the others."""
        if report.get(self.key) is not None:
            report[self.key] = chance.choice(report[self.others])


@dataclass(frozen=True, slots=True)
class Afterwards:
    """A check of the whole report, which is skipped while only the answers before the hand are
    there."""

    check: Check
    late: bool = True

    def __call__(self, deal: Any, table: Table) -> Iterable[Problem]:
        return self.check(deal, table)

    def limit(self, table: Table) -> Limit | None:
        """Return the bound of the check itself."""
        return self.check.limit(table) if isinstance(self.check, Bounding) else None


def afterwards(check: Check) -> Check:
    """Return the check, made only once the hand has been played (for games with bids before it)."""
    return Afterwards(check)


def none_left(out: str, count: str, least: int | Callable[[Any], int] = 1) -> Check:
    """Return a check that the player named in `out` has 0 in `count`, all others at least `least`
    (a number, or a function of the table)."""
    return NoneLeft(out, count, least)


def at_most(
    key: str,
    most: int | Callable[[Any], int],
    text: str,
    *,
    absolute: bool = False,
    counts: Callable[[Any], int] | None = None,
) -> Check:
    """Return a check that the answers to `key` (without their signs, if `absolute`), or `counts` of
    the report, add up to no more than `most`; `text` with {sum} and {most} says so."""
    return AtMost(key, most, text, absolute, counts)


def never_in_all(key: str, closed: Callable[[Any], int | None], text: str) -> Check:
    """Return a check that the answers to `key` do not add up to `closed` of the table (None: any
    sum is fine); `text` with {sum} says so."""
    return NeverInAll(key, closed, text)


def among(key: str, others: str, text: str) -> Check:
    """Return a check that the player in `key` is one of those in `others`; `text` with {name} says
    who is not."""
    return Among(key, others, text)


# --- all problems of a report ---------------------------------------------------------------------


STRANGE = "report.field"  # what nobody asked for leaves the answers readable


def problems_of(plays: Rounds, table: Table, report: object) -> tuple[Problem, ...]:
    """Return all problems of a report of the next round."""
    ending = plays.over(table)
    if ending is not None:
        text = "{why}, so there is no other {deal}."
        return (refusal("round.over", text, why=ending.words, deal=plays.called.one),)
    fields = plays.fields(table)
    problems, sound = read(fields, report, table.roster)
    readable = not any(problem.firm and problem.code != STRANGE for problem in problems)
    complete = [
        field
        for field in fields
        if field.total is not None and not _open_answers(field, sound, table)
    ]
    for field in fields:
        missing = _missing(field, sound, table) if field.everybody else []
        readable = readable and not missing
        problems += missing
        problems += _outsiders(field, sound, table) if table.gone else []
    problems += sum_problems(complete, sound)
    problems += _turn_problems(plays, sound, table) if plays.turns else []
    if readable:
        problems += _run_checks(plays.checks, plays.typed(table, sound, report), table)
    return tuple(problems)


def _run_checks(checks: Iterable[Check], deal: Any, table: Table) -> list[Problem]:
    """Return the problems found by the game's own checks, in their order, up to the first refusal:
    no check sees a value that another has refused."""
    problems: list[Problem] = []
    for check in checks:
        check_problems = list(check(deal, table))
        problems += check_problems
        if any(problem.firm for problem in check_problems):
            break
    return problems


def problems_before(
    plays: Rounds, table: Table, fields: Sequence[Field], report: object
) -> tuple[Problem, ...]:
    """Return the problems of a report that has only the answers before the hand."""
    ending = plays.over(table)
    if ending is not None:
        text = "{why}, so there is no other {deal}."
        return (refusal("round.over", text, why=ending.words, deal=plays.called.one),)
    problems, sound = read(fields, report, table.roster)
    for field in fields:
        problems += _missing(field, sound, table) if field.everybody else []
        problems += _outsiders(field, sound, table) if table.gone else []
    if not any(problem.firm for problem in problems):
        deal, keys = plays.typed(table, sound), {field.key for field in fields}
        early = (check for check in plays.checks if not getattr(check, "late", False))
        game_problems = _run_checks(early, deal, table)
        problems += [problem for problem in game_problems if problem.at and problem.at[0] in keys]
    return tuple(problems)


def _open_answers(field: Field, sound: Mapping[str, Any], table: Table) -> list[int]:
    """Return people in the round who have to answer and do not."""
    values = sound.get(field.key)
    if not field.everybody or values is None:
        return []
    none = sound.get(field.none_for) if field.none_for else None
    return [player for player in table.players if values[player] is None and player != none]


def _missing(field: Field, sound: Mapping[str, Any], table: Table) -> list[Problem]:
    text = "{name} is still in; {label} is missing."
    if not table.gone:
        text = "{label} of {name} is missing."
    return [
        refusal(
            f"{field.key}.missing",
            text,
            (field.key, player),
            name=table.names[player],
            label=field.label,
        )
        for player in _open_answers(field, sound, table)
    ]


def _outsiders(field: Field, sound: Mapping[str, Any], table: Table) -> list[Problem]:
    """Report answers of people who are out, or that name them."""
    value = sound.get(field.key)
    if value is None or not table.gone:
        return []
    named: Sequence[tuple[tuple[str | int, ...], int]]
    if field.per == "player":
        named = [((player,), player) for player, answer in enumerate(value) if answer is not None]
    elif field.parts and isinstance(value, dict):
        named = []
    else:
        named = list(field.kind.people(value))
    return [
        refusal(
            f"{field.key}.out",
            "{name} is out and takes no part in this round.",
            (field.key, *at),
            name=table.names[player],
        )
        for at, player in named
        if player in table.out
    ]


def _turn_problems(plays: Rounds, sound: Mapping[str, Any], table: Table) -> list[Problem]:
    """Report a turn of somebody else than the next player."""
    player = sound.get(TURN)
    if not plays.turns or player is None or player == table.turn or table.turn is None:
        return []
    text = "{name}’s turn? It should be {due}’s."
    names = {"name": table.names[player], "due": table.names[table.turn]}
    return [warning("turn.order", text, (TURN,), **names)]
