"""The results of the hands of a drive, by their reports and not by the people who reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulesets.drawing.scoreboard import Scoreboard
from rulesets.engine.plays import Moment, Transfer
from rulesets.engine.text import Phrase
from rulesets.folded.board import QuestionLists, Questions, key_of
from rulesets.formats.cuts import TableResult

if TYPE_CHECKING:
    from rulesets.engine.fields import Field
    from rulesets.formats.format import Format
    from rulesets.formats.hands import Known
    from rulesets.formats.parts import Payload

Reports = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class FoldedHand:
    """The result of a hand with a report (its index among all): each chair's gains with their
    reasons, points by chair, and the report in short. `roles` are those of the chairs."""

    set: int
    hand: int
    report: int
    roles: tuple[str, ...]
    lines: tuple[tuple[Transfer, ...], ...]
    points: tuple[int, ...]
    summary: Phrase


@dataclass(frozen=True, slots=True)
class FoldedSum:
    """The points that a report of a hand adds to the sums of its chairs, whatever their roles."""

    set: int
    hand: int
    report: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FoldedResult:
    """The winners of a set with these reports and this cut."""

    set: int
    roles: tuple[str, ...]
    reports: Reports
    cut: tuple[int, ...] | None
    result: TableResult


@dataclass(frozen=True, slots=True)
class FoldedMoments:
    """The moments of a hand worth remembering, in words about these people."""

    set: int
    hand: int
    report: int
    names: tuple[str, ...]
    moments: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class FoldedDrive:
    """All hands of a drive. `reports` are texts of JSON, each once; `asked` are the indices of the
    questions by set and hand, `sheets` the score sheet of a table in each set."""

    reports: tuple[str, ...] = ()
    questions: Questions = ()
    asked: tuple[tuple[int, ...], ...] = ()
    sheets: tuple[Scoreboard, ...] = ()
    hands: tuple[FoldedHand, ...] = ()
    sums: tuple[FoldedSum, ...] = ()
    results: tuple[FoldedResult, ...] = ()
    moments: tuple[FoldedMoments, ...] = ()


@dataclass(frozen=True, slots=True)
class TableOfSet:
    """A table of one set: the roles of its chairs, its reports by hand, and its cut."""

    set: int
    roles: tuple[str, ...]
    reports: tuple[Payload | None, ...]
    cut: tuple[int, ...] | None = None


@dataclass(slots=True)
class DriveFolder:
    """A collector of the tables of a drive, one after the other, with each report once."""

    format: Format
    places: dict[str, int] = field(default_factory=dict)
    hands: dict[tuple[Any, ...], FoldedHand] = field(default_factory=dict)
    sums: dict[tuple[Any, ...], FoldedSum] = field(default_factory=dict)
    results: dict[tuple[Any, ...], FoldedResult] = field(default_factory=dict)
    moments: dict[tuple[Any, ...], FoldedMoments] = field(default_factory=dict)
    known: Known = field(default_factory=dict)

    def place(self, report: Payload) -> int:
        """Return the index of a report among all."""
        return self.places.setdefault(key_of(report), len(self.places))

    def hand(self, number: int, roles: tuple[str, ...], report: Payload, hand: int) -> None:
        """Add the report of a hand, at chairs of these roles."""
        at = self.place(report)
        key = (number, hand, at, roles)
        if key in self.hands:
            return
        lines, summary = self.format.hands.describe(number, roles, report, hand, self.known)
        points = self.format.hands.points(number, roles, report, hand)
        self.hands[key] = FoldedHand(number, hand, at, roles, lines, tuple(points), summary)
        if key[:3] not in self.sums:
            sums = self.format.hands.fold(number)((*(None,) * (hand - 1), report))
            self.sums[key[:3]] = FoldedSum(number, hand, at, tuple(sums))

    def remember(
        self,
        number: int,
        names: tuple[str, ...],
        roles: tuple[str, ...],
        report: Payload,
        hand: int,
    ) -> None:
        """Add the moments of a hand that are worth remembering, if there are any."""
        moments = self.format.hands.moments(number, names, roles, report, hand)
        if moments:
            at = self.place(report)
            key = (number, hand, at, names)
            self.moments[key] = FoldedMoments(number, hand, at, names, tuple(moments))

    def result(self, table_set: TableOfSet) -> None:
        """Add the winners of a set at a table, by its cut and without it."""
        reports = tuple(
            None if report is None else self.place(report) for report in table_set.reports
        )
        for cut in {table_set.cut, None}:
            key = (table_set.set, table_set.roles, reports, cut)
            if key not in self.results:
                result = self.format.hands.result(
                    table_set.set, table_set.roles, table_set.reports, cut
                )
                self.results[key] = FoldedResult(
                    table_set.set, table_set.roles, reports, cut, result
                )

    def folded(self) -> FoldedDrive:
        """Return everything that was added."""
        format, questions = self.format, QuestionLists()
        numbers, hands = range(1, format.length.sets + 1), range(1, format.length.most_deals + 1)
        places = tuple(
            tuple(questions.place(format.hands.fields(number, hand)) for hand in hands)
            for number in numbers
        )
        return FoldedDrive(
            reports=tuple(self.places),
            questions=questions.questions,
            asked=places,
            sheets=tuple(format.game.plays.sheet(format.hands.setup(number)) for number in numbers),
            hands=tuple(self.hands.values()),
            sums=tuple(self.sums.values()),
            results=tuple(self.results.values()),
            moments=tuple(self.moments.values()),
        )


class DriveIndex:
    """An index of a stored drive by its reports."""

    def __init__(self, drive: FoldedDrive) -> None:
        self.drive = drive
        self._places = {text: place for place, text in enumerate(drive.reports)}
        self._hands = {(row.set, row.hand, row.report, row.roles): row for row in drive.hands}
        self._first = {key[:3]: row for key, row in reversed(self._hands.items())}
        self._sums = {(row.set, row.hand, row.report): row.points for row in drive.sums}
        self._results = {
            (row.set, row.roles, row.reports, row.cut): row.result for row in drive.results
        }
        self._moments = {
            (row.set, row.hand, row.report, row.names): row.moments for row in drive.moments
        }

    def _place(self, report: Mapping[str, Any] | None) -> int | None:
        return None if report is None else self._places.get(key_of(report))

    def fields(self, number: int, hand: int) -> tuple[Field, ...]:
        """Return the questions after a hand."""
        return self.drive.questions[self.drive.asked[number - 1][hand - 1]]

    def hand(
        self, number: int, hand: int, report: Payload, roles: Iterable[str] | None = None
    ) -> FoldedHand | None:
        """Return the result of a report, at chairs of these roles (None: of any)."""
        place = self._place(report)
        if place is None:
            return None
        key = (number, hand, place)
        mine = None if roles is None else self._hands.get((*key, tuple(roles)))
        return mine or self._first.get(key)

    def sums(self, number: int, hand: int, report: Payload) -> tuple[int, ...]:
        """Return the points that a report adds to the sums of the chairs."""
        place = self._place(report)
        points = None if place is None else self._sums.get((number, hand, place))
        return points or (0, 0, 0, 0)

    def result(
        self,
        number: int,
        roles: Iterable[str],
        reports: Sequence[Payload | None],
        cut: Iterable[int] | None,
    ) -> TableResult | None:
        """Return the winners of a set with these reports; None if there were no such reports."""
        places = tuple(map(self._place, reports))
        winners = None if cut is None else tuple(cut)
        return self._results.get((number, tuple(roles), places, winners))

    def moments(
        self, number: int, hand: int, report: Payload, names: Iterable[str]
    ) -> tuple[Moment, ...]:
        """Return the moments of a hand worth remembering, in words about these people."""
        place = self._place(report)
        moments = None if place is None else self._moments.get((number, hand, place, tuple(names)))
        return moments or ()
