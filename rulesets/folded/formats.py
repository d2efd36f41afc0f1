"""The format of a finished evening: what it was called, and where its reports stood."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from rulesets.engine.replay import PlayedRound
from rulesets.engine.rounds import RoundSet
from rulesets.engine.text import NOTHING, DealNames, Phrase, say
from rulesets.folded.board import FoldedSetup, HandState
from rulesets.folded.drive import DriveIndex, FoldedDrive
from rulesets.formats import FORMATS
from rulesets.formats.board import places_of
from rulesets.formats.drives import CHAIRS, DriveFormat
from rulesets.formats.format import Format
from rulesets.formats.parts import Group, Keeping
from rulesets.formats.sets import SetFormat

if TYPE_CHECKING:
    from rulesets.engine.fields import Field
    from rulesets.engine.game import Game
    from rulesets.engine.plays import Moment, Transfer
    from rulesets.engine.problems import Problem
    from rulesets.engine.scoring import Fold
    from rulesets.formats.cuts import TableResult
    from rulesets.formats.sets import Payload

T = TypeVar("T")
# Numbers that no evening has: words with them in their parameters are templates of all others.
FIRST, LATER, TABLE, DEAL = 1, 99_991, 99_992, 99_993


@dataclass(frozen=True, slots=True)
class FormatFacts:
    """What `Format` declares, as it was; `words` are those of places, by what they are of."""

    slug: str
    name: Phrase
    board: Group
    called: DealNames
    chairs: tuple[str, ...] = ()
    width: int = 0
    deals: int = 0
    deals_each: int = 0
    sit_out: int = 0
    sit_out_mean: bool = False
    moves: bool = False
    cuts: bool = False
    apart: bool = False
    opens: bool = False
    mixes: bool = False
    ahead: bool = False
    over_text: str = ""
    roles: tuple[str, ...] = ()
    role_names: tuple[str, ...] = ()
    seatings: int = 0
    chair_names: tuple[Phrase, ...] = ()
    seating_names: tuple[Phrase, ...] = ()
    words: Mapping[str, Phrase] = field(default_factory=dict)
    sets: tuple[RoundSet, ...] = ()

    @property
    def keeping(self) -> Keeping:
        """Who kept a score sheet."""
        return Keeping.HANDS if self.apart else Keeping(self.board)


# What `Format` declares of its class.
DECLARED = (
    *("slug", "name", "chairs", "width", "deals", "sit_out", "cuts"),
    *("over_text", "sit_out_mean", "ahead", "deals_each"),
)


def with_facts(kind: type[T], facts: FormatFacts) -> type[T]:
    """A class of formats that declares what was so, instead of what is so now; what no snapshot
    keeps is as its format has it, or as one has it whose boards are kept by such groups."""
    slugs = (facts.slug, *FORMATS) if facts.slug in FORMATS else FORMATS
    kinds = (one for slug in slugs for one in FORMATS[slug].classes())
    known: type[Format] = next((one for one in kinds if one.keeping is facts.keeping), Format)
    declared = {name: getattr(facts, name) for name in (*DECLARED, "keeping")}
    return type(kind.__name__, (kind, known), declared)


class Facts:
    """The facts of a format in the place of what it works out now."""

    facts: FormatFacts
    game: Game
    agreed: Any

    @property
    def option_type(self) -> type:
        return self.game.options  # with those of the format, as they were

    @property
    def called(self) -> DealNames:
        return self.facts.called

    @property
    def roles(self) -> tuple[str, ...]:
        return self.facts.roles

    @property
    def role_names(self) -> tuple[str, ...]:
        return self.facts.role_names

    @property
    def seatings(self) -> int:
        return self.facts.seatings

    @property
    def sit_out_by(self) -> str | int | None:
        """What a set sat out brought: as was agreed, or always so before that could be."""
        usual = "mean" if self.facts.sit_out_mean else None
        found: str | int | None = getattr(self.agreed, "sit_out", usual)
        return found

    def seating_name(self, number: int) -> Phrase:
        """What the seats of one set or round were called."""
        names = self.facts.seating_names
        return names[number - 1] if 0 < number <= len(names) else NOTHING

    def chair_name(self, chair: int) -> Phrase:
        """The name of a chair; its number beyond those that there were."""
        names = self.facts.chair_names
        return names[chair] if chair < len(names) else say("Chair {number}", number=chair + 1)

    def seats_words(self, number: int) -> Phrase:
        """The seats of one set, where there are others."""
        return self._words("seats_words", number)

    def seating_words(self, number: int) -> Phrase:
        """A set or a round inside a sentence."""
        return self._words("seating_words", number)

    def place(
        self, seating: int, table: int, deal: int | None = None, *, alone: bool = False
    ) -> Phrase:
        """Where a report was."""
        text = f"place {{}} {DEAL if deal else None} {alone:d}"
        first = text.format(FIRST)
        found = self.facts.words[first if seating == FIRST else text.format(LATER)]
        return _filled(found, {LATER: seating, TABLE: table, DEAL: deal or 0})

    def _words(self, name: str, number: int) -> Phrase:
        found = self.facts.words[f"{name} {FIRST if number == FIRST else LATER}"]
        return _filled(found, {LATER: number})


def _filled(words: Phrase, given: Mapping[int, int]) -> Phrase:
    """Words with numbers in the place of those that stand for any."""
    params = {
        key: _filled(value, given)
        if isinstance(value, Phrase)
        else given.get(value, value)
        if isinstance(value, int)
        else value
        for key, value in words.params.items()
    }
    return replace(words, params=params)


@dataclass(frozen=True, eq=False)
class FoldedFormat(Facts, Format):
    """The format of an evening whose boards lasted."""

    facts: FormatFacts = field(kw_only=True)


@dataclass(frozen=True, eq=False)
class FoldedSetFormat(Facts, SetFormat):
    """The format of an evening of sets in which each table kept a board."""

    facts: FormatFacts = field(kw_only=True)

    @property
    def sets(self) -> tuple[RoundSet, ...]:
        return self.facts.sets

    def set(self, number: int) -> RoundSet:
        """The set of that number. Raises LookupError if there is none."""
        return set_of(self, number)


def set_of(format: FoldedSetFormat | FoldedDriveFormat, number: int) -> RoundSet:
    """A set of what was played. Raises LookupError if there is none."""
    if not 1 <= number <= len(format.sets):
        raise LookupError(f"{format.game.name} has no set {number}")
    return format.sets[number - 1]


@dataclass(frozen=True, eq=False)
class FoldedDriveFormat(Facts, DriveFormat):
    """The format of a drive; `folded` reads what its hands came to when somebody asks."""

    facts: FormatFacts = field(kw_only=True)
    folded: Callable[[], FoldedDrive] = field(kw_only=True)

    @cached_property
    def _index(self) -> DriveIndex:
        return DriveIndex(self.folded())

    @property
    def sets(self) -> tuple[RoundSet, ...]:
        return self.facts.sets

    def set(self, number: int) -> RoundSet:
        """The set of that number. Raises LookupError if there is none."""
        return set_of(self, number)

    def setup(
        self,
        number: int,
        hand: int = 1,
        names: Sequence[str] = CHAIRS,
        roles: Sequence[str] = (),
        options: Any = None,
        first: int | None = None,
    ) -> FoldedSetup:
        """A table of four before one hand of a set, with the sheet that it scored on."""
        self.set(number)
        roster, sheet = self.plays.roster(names, roles), self._index.drive.sheets[number - 1]
        return FoldedSetup(roster, options or self.options, first, sheet=sheet)

    def table(self, number: int, hand: int = 1, roles: Sequence[str] = ()) -> HandState:  # type: ignore[override]
        """What a hand was reported on."""
        self.set(number)
        roster = self.plays.roster(CHAIRS, roles)
        return HandState(roster, tuple(roles), self._index.fields(number, hand))

    def fields(self, number: int, hand: int = 1) -> tuple[Field, ...]:
        """What was asked after a hand."""
        return self._index.fields(number, hand)

    def check(
        self, number: int, roles: Sequence[str], report: object, hand: int = 1
    ) -> tuple[Problem, ...]:
        """Nothing is reported any more."""
        return self.game.plays.check(self.table(number, hand, roles), report)

    def explain(
        self, number: int, roles: Sequence[str], report: Payload, hand: int = 1
    ) -> tuple[tuple[Transfer, ...], ...]:
        """Each chair's gains for one hand, with their reasons."""
        found = self._index.hand(number, hand, report, roles)
        return ((),) * len(CHAIRS) if found is None else found.lines

    def points(
        self, number: int, roles: Sequence[str], report: Payload, hand: int = 1
    ) -> tuple[int, ...]:
        """Points of each chair for one hand."""
        found = self._index.hand(number, hand, report, roles)
        return (0,) * len(CHAIRS) if found is None else found.points

    def _play(self, number: int, hand: int, roles: tuple[str, ...], report: Any) -> PlayedRound:
        """What a hand came to. Partners gained the same, once for their side."""
        table = self.table(number, hand, roles)
        found = self._index.hand(number, hand, report, roles)
        if found is None:
            return PlayedRound(table, (), (), counted=True)
        first = {places_of(one.target, table.roster)[0] for lines in found.lines for one in lines}
        transfers = (one for chair in sorted(first) for one in found.lines[chair])
        state = replace(table, summary=found.summary)
        return PlayedRound(state, tuple(transfers), (), counted=True)

    def moments(
        self,
        number: int,
        names: Sequence[str],
        roles: Sequence[str],
        report: Payload,
        hand: int = 1,
    ) -> tuple[Moment, ...]:
        """What was worth remembering of one hand, told of the people by name."""
        return self._index.moments(number, hand, report, names)

    def summary(self, number: int, report: Payload, hand: int = 1) -> Phrase:
        """One report as short text."""
        found = self._index.hand(number, hand, report)
        return NOTHING if found is None else found.summary

    def fold(self, number: int) -> Fold:
        """From the reports of a table's set to the sums of its chairs."""

        def sums(hands: Sequence[Payload | None]) -> Sequence[int]:
            points = [
                self._index.sums(number, hand, report)
                for hand, report in enumerate(hands, 1)
                if report is not None
            ]
            return tuple(map(sum, zip(*points, strict=True))) if points else (0,) * len(CHAIRS)

        return sums

    def result(
        self,
        number: int,
        roles: Sequence[str],
        reports: Sequence[Payload | None],
        cut: Sequence[int] | None,
    ) -> TableResult:
        """Who moved after a set."""
        found = self._index.result(number, roles, reports, cut)
        return super().result(number, roles, reports, cut) if found is None else found
