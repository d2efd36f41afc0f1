"""What the hands of a drive came to: by what was reported, not by who reported it."""

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
    from rulesets.formats.drives import DriveFormat
    from rulesets.formats.sets import Known, Payload

Reports = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class FoldedHand:
    """What a report (its place among all) of a hand came to: each chair's gains with their reasons,
    points by chair, and the report in short. `roles` are those of the chairs."""

    set: int
    hand: int
    report: int
    roles: tuple[str, ...]
    lines: tuple[tuple[Transfer, ...], ...]
    points: tuple[int, ...]
    summary: Phrase


@dataclass(frozen=True, slots=True)
class FoldedSum:
    """What a report of a hand adds to the sums of its chairs, whatever their roles."""

    set: int
    hand: int
    report: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FoldedResult:
    """Who won a set by these reports, and by this cut."""

    set: int
    roles: tuple[str, ...]
    reports: Reports
    cut: tuple[int, ...] | None
    result: TableResult


@dataclass(frozen=True, slots=True)
class FoldedMoments:
    """What was worth remembering of a hand, told of these people."""

    set: int
    hand: int
    report: int
    names: tuple[str, ...]
    moments: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class FoldedDrive:
    """All hands of a drive. `reports` are texts of JSON, each once; `asked` are the places of the
    questions by set and hand, `sheets` what a table scores on in each set."""

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
    """Takes the tables of a drive one after the other, and remembers each report once."""

    format: DriveFormat
    places: dict[str, int] = field(default_factory=dict)
    hands: dict[tuple[Any, ...], FoldedHand] = field(default_factory=dict)
    sums: dict[tuple[Any, ...], FoldedSum] = field(default_factory=dict)
    results: dict[tuple[Any, ...], FoldedResult] = field(default_factory=dict)
    moments: dict[tuple[Any, ...], FoldedMoments] = field(default_factory=dict)
    known: Known = field(default_factory=dict)

    def place(self, report: Payload) -> int:
        """The place of a report among all."""
        return self.places.setdefault(key_of(report), len(self.places))

    def hand(self, number: int, roles: tuple[str, ...], report: Payload, hand: int) -> None:
        """A report of a hand, at chairs of these roles."""
        at = self.place(report)
        key = (number, hand, at, roles)
        if key in self.hands:
            return
        lines, summary = self.format.describe_hand(number, roles, report, hand, self.known)
        points = self.format.points(number, roles, report, hand)
        self.hands[key] = FoldedHand(number, hand, at, roles, lines, tuple(points), summary)
        if key[:3] not in self.sums:
            sums = self.format.fold(number)((*(None,) * (hand - 1), report))
            self.sums[key[:3]] = FoldedSum(number, hand, at, tuple(sums))

    def remember(
        self,
        number: int,
        names: tuple[str, ...],
        roles: tuple[str, ...],
        report: Payload,
        hand: int,
    ) -> None:
        """What is worth remembering of a hand, if anything is."""
        found = self.format.moments(number, names, roles, report, hand)
        if found:
            at = self.place(report)
            key = (number, hand, at, names)
            self.moments[key] = FoldedMoments(number, hand, at, names, tuple(found))

    def result(self, table_set: TableOfSet) -> None:
        """Who won a set at a table, by its cut and without it."""
        reports = tuple(None if told is None else self.place(told) for told in table_set.reports)
        for cut in {table_set.cut, None}:
            key = (table_set.set, table_set.roles, reports, cut)
            if key not in self.results:
                found = self.format.result(table_set.set, table_set.roles, table_set.reports, cut)
                self.results[key] = FoldedResult(
                    table_set.set, table_set.roles, reports, cut, found
                )

    def folded(self) -> FoldedDrive:
        """All of it."""
        format, asked = self.format, QuestionLists()
        numbers, hands = range(1, format.seatings + 1), range(1, format.deals + 1)
        places = tuple(
            tuple(asked.place(format.fields(number, hand)) for hand in hands) for number in numbers
        )
        return FoldedDrive(
            reports=tuple(self.places),
            questions=asked.questions,
            asked=places,
            sheets=tuple(format.plays.sheet(format.setup(number)) for number in numbers),
            hands=tuple(self.hands.values()),
            sums=tuple(self.sums.values()),
            results=tuple(self.results.values()),
            moments=tuple(self.moments.values()),
        )


class DriveIndex:
    """A drive that is kept, to be asked by what was reported."""

    def __init__(self, drive: FoldedDrive) -> None:
        self.drive = drive
        self._places = {text: place for place, text in enumerate(drive.reports)}
        self._hands = {(one.set, one.hand, one.report, one.roles): one for one in drive.hands}
        self._first = {key[:3]: one for key, one in reversed(self._hands.items())}
        self._sums = {(one.set, one.hand, one.report): one.points for one in drive.sums}
        self._results = {
            (one.set, one.roles, one.reports, one.cut): one.result for one in drive.results
        }
        self._moments = {
            (one.set, one.hand, one.report, one.names): one.moments for one in drive.moments
        }

    def _place(self, report: Mapping[str, Any] | None) -> int | None:
        return None if report is None else self._places.get(key_of(report))

    def fields(self, number: int, hand: int) -> tuple[Field, ...]:
        """What was asked after a hand."""
        return self.drive.questions[self.drive.asked[number - 1][hand - 1]]

    def hand(
        self, number: int, hand: int, report: Payload, roles: Iterable[str] | None = None
    ) -> FoldedHand | None:
        """What a report came to, at chairs of these roles (None: of any)."""
        place = self._place(report)
        if place is None:
            return None
        key = (number, hand, place)
        mine = None if roles is None else self._hands.get((*key, tuple(roles)))
        return mine or self._first.get(key)

    def sums(self, number: int, hand: int, report: Payload) -> tuple[int, ...]:
        """What a report adds to the sums of the chairs."""
        place = self._place(report)
        found = None if place is None else self._sums.get((number, hand, place))
        return found or (0, 0, 0, 0)

    def result(
        self,
        number: int,
        roles: Iterable[str],
        reports: Sequence[Payload | None],
        cut: Iterable[int] | None,
    ) -> TableResult | None:
        """Who won a set by these reports; None where nobody reported them."""
        told = tuple(map(self._place, reports))
        won = None if cut is None else tuple(cut)
        return self._results.get((number, tuple(roles), told, won))

    def moments(
        self, number: int, hand: int, report: Payload, names: Iterable[str]
    ) -> tuple[Moment, ...]:
        """What was worth remembering of a hand, told of these people."""
        place = self._place(report)
        found = None if place is None else self._moments.get((number, hand, place, tuple(names)))
        return found or ()
