"""The format of a finished evening: its names, and the places of its reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from rulesets.engine.replay import PlayedRound
from rulesets.engine.rounds import RoundSet
from rulesets.engine.text import NOTHING, DealNames, Phrase, say
from rulesets.folded.board import FoldedSetup, HandState
from rulesets.folded.drive import DriveIndex, FoldedDrive
from rulesets.formats import FORMATS
from rulesets.formats.board import places_of
from rulesets.formats.deals import set_of
from rulesets.formats.hands import CHAIRS, LiveHands, sum_chairs
from rulesets.formats.labels import Labels, NameSet, SetLabels, SetNames
from rulesets.formats.parts import Facts, Group, Keeping, Length, Roles, SitOutScore
from rulesets.formats.sets import sit_out_of

if TYPE_CHECKING:
    from rulesets.engine.fields import Field
    from rulesets.engine.game import Game
    from rulesets.engine.plays import Moment, Transfer
    from rulesets.engine.problems import Problem
    from rulesets.engine.scoring import Fold
    from rulesets.formats.cuts import TableResult
    from rulesets.formats.format import Format, FormatKind
    from rulesets.formats.parts import Payload

# Numbers that no evening has: words with them in their parameters are templates of all others.
FIRST, LATER, TABLE, DEAL = 1, 99_991, 99_992, 99_993


@dataclass(frozen=True, slots=True)
class FormatFacts:
    """The declarations of `Format`, as they were; `words` are the names of places, by their key."""

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


def unfold_format(
    game: Game, agreed: object, stored: FormatFacts, folded: Callable[[], FoldedDrive]
) -> Format:
    """Return the format of a finished evening, with the facts of that evening instead of today's;
    `folded` reads the results of its hands. What no snapshot has is as in the evening's own format,
    or in one that keeps score in the same way."""
    slugs = (stored.slug, *FORMATS) if stored.slug in FORMATS else FORMATS
    kinds = (kind for slug in slugs for kind in (FORMATS[slug], FORMATS[slug].alone) if kind)
    closest = next(kind for kind in kinds if kind.keeping is stored.keeping)

    def build(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
        return with_facts(closest.build(kind, game, agreed, people), stored)

    kind = replace(
        closest,
        slug=stored.slug,
        name=stored.name,
        build=build,
        hands=partial(StoredHands, folded=folded),
        ahead=stored.ahead,
        alone=None,
        is_over=True,
    )
    return kind.of(game, agreed)


def with_facts(usual: Format, stored: FormatFacts) -> Format:
    """Return the format with what was stored of that evening."""
    length = length_of(stored, usual.length)
    sit_out = sit_out_of(usual.agreed, sit_out_in(stored))
    return replace(
        usual,
        facts=facts_of(stored, usual.facts),
        length=length,
        labels=labels_of(stored, usual.labels, length.sets),
        ranking=replace(usual.ranking, sit_out=sit_out),
    )


def facts_of(stored: FormatFacts, usual: Facts) -> Facts:
    """Who sat at a table; what was not stored is as usual."""
    cuts: Any = (usual.cuts or "sides") if stored.cuts else ""
    roles = Roles(stored.roles, stored.role_names)
    return replace(usual, width=stored.width, chairs=stored.chairs, cuts=cuts, roles=roles)


def length_of(stored: FormatFacts, usual: Length) -> Length:
    """How long an evening was; what was not stored is as usual."""
    deals = replace(usual.deals, each=stored.deals_each, fixed_most=stored.deals)
    return replace(usual, sets=stored.seatings, most=stored.seatings or usual.most, deals=deals)


def sit_out_in(stored: FormatFacts) -> SitOutScore:
    """What a sit-out scored at the time before that could be agreed on."""
    return SitOutScore("mean") if stored.sit_out_mean else SitOutScore("deal", stored.sit_out)


@dataclass(frozen=True, kw_only=True)
class StoredLabels(Labels):
    """The words that were stored; those of `usual` where nothing was."""

    stored: FormatFacts
    usual: Labels

    def for_sets(self, count: int, near: NameSet, heading: NameSet) -> StoredLabels:
        """Return the same for so many sets, named so as usual."""
        return replace(self, usual=self.usual.for_sets(count, near, heading))

    def of_set(self, number: int) -> SetNames:
        names = self.stored.seating_names
        return replace(
            self.usual.of_set(number),
            name=names[number - 1] if 0 < number <= len(names) else NOTHING,
            within=self._words("seating_words", number),
            seats=self._words("seats_words", number),
        )

    def table(self, seating: int, table: int) -> Phrase:
        return self.usual.table(seating, table)

    def chair(self, chair: int) -> Phrase:
        """Return the name of a chair; its number if there was no such chair."""
        names = self.stored.chair_names
        return names[chair] if chair < len(names) else say("Chair {number}", number=chair + 1)

    def place(
        self, seating: int, table: int, deal: int | None = None, *, alone: bool = False
    ) -> Phrase:
        """Name the place of a report."""
        text = f"place {{}} {DEAL if deal else None} {alone:d}"
        first = text.format(FIRST)
        words = self.stored.words[first if seating == FIRST else text.format(LATER)]
        return _filled(words, {LATER: seating, TABLE: table, DEAL: deal or 0})

    def _words(self, name: str, number: int) -> Phrase:
        words = self.stored.words[f"{name} {FIRST if number == FIRST else LATER}"]
        return _filled(words, {LATER: number})


def labels_of(stored: FormatFacts, usual: Labels, count: int) -> StoredLabels:
    """What things were called, with so many sets; what was not stored is called as usual."""
    usual = replace(usual, chairs=stored.chairs, sets=stored.sets)
    if isinstance(usual, SetLabels):
        usual = replace(usual, count=count)
    labels: dict[str, Any] = {label.name: getattr(usual, label.name) for label in fields(Labels)}
    labels |= {"deal": stored.called, "over_text": stored.over_text}
    return StoredLabels(**labels, stored=stored, usual=usual)


def _filled(words: Phrase, numbers: Mapping[int, int]) -> Phrase:
    """Return words with numbers in place of the placeholders."""
    params = {
        key: _filled(value, numbers)
        if isinstance(value, Phrase)
        else numbers.get(value, value)
        if isinstance(value, int)
        else value
        for key, value in words.params.items()
    }
    return replace(words, params=params)


@dataclass(frozen=True, eq=False)
class StoredHands(LiveHands):
    """The hands of a finished drive; `folded` reads their results at the first use."""

    folded: Callable[[], FoldedDrive]

    @cached_property
    def _index(self) -> DriveIndex:
        return DriveIndex(self.folded())

    def setup(
        self,
        number: int,
        hand: int = 1,
        names: Sequence[str] = CHAIRS,
        roles: Sequence[str] = (),
        options: object = None,
        first: int | None = None,
    ) -> FoldedSetup:
        """Return a table of four before one hand of a set, with its score sheet."""
        set_of(self.format, number)
        roster, sheet = self.plays.roster(names, roles), self._index.drive.sheets[number - 1]
        return FoldedSetup(roster, options or self.format.agreed, first, sheet=sheet)

    def table(self, number: int, hand: int = 1, roles: Sequence[str] = ()) -> HandState:  # type: ignore[override]
        set_of(self.format, number)
        roster = self.plays.roster(CHAIRS, roles)
        return HandState(roster, tuple(roles), self._index.fields(number, hand))

    def fields(self, number: int, hand: int = 1) -> tuple[Field, ...]:
        return self._index.fields(number, hand)

    def check(
        self, number: int, roles: Sequence[str], report: object, hand: int = 1
    ) -> tuple[Problem, ...]:
        """Nothing is reported any more."""
        return self.format.game.plays.check(self.table(number, hand, roles), report)

    def explain(
        self, number: int, roles: Sequence[str], report: Payload, hand: int = 1
    ) -> tuple[tuple[Transfer, ...], ...]:
        """Return each chair's gains for one hand, with their reasons."""
        folded = self._index.hand(number, hand, report, roles)
        return ((),) * len(CHAIRS) if folded is None else folded.lines

    def points(
        self, number: int, roles: Sequence[str], report: Payload, hand: int = 1
    ) -> tuple[int, ...]:
        folded = self._index.hand(number, hand, report, roles)
        return (0,) * len(CHAIRS) if folded is None else folded.points

    def _play(self, number: int, hand: int, roles: tuple[str, ...], report: Any) -> PlayedRound:
        """Return a hand as a played round. Partners gained the same, once for their side."""
        table = self.table(number, hand, roles)
        folded = self._index.hand(number, hand, report, roles)
        if folded is None:
            return PlayedRound(table, (), (), counted=True)
        first = {
            places_of(line.target, table.roster)[0] for lines in folded.lines for line in lines
        }
        transfers = (line for chair in sorted(first) for line in folded.lines[chair])
        state = replace(table, summary=folded.summary)
        return PlayedRound(state, tuple(transfers), (), counted=True)

    def moments(
        self,
        number: int,
        names: Sequence[str],
        roles: Sequence[str],
        report: Payload,
        hand: int = 1,
    ) -> tuple[Moment, ...]:
        """Return the moments of one hand worth remembering, in words about the people."""
        return self._index.moments(number, hand, report, names)

    def summary(self, number: int, report: Payload, hand: int = 1) -> Phrase:
        folded = self._index.hand(number, hand, report)
        return NOTHING if folded is None else folded.summary

    def fold(self, number: int) -> Fold:
        """Return a function from the reports of a table's set to the sums of its chairs."""

        def sums(hands: Sequence[Payload | None]) -> Sequence[int]:
            return sum_chairs(
                self._index.sums(number, hand, report)
                for hand, report in enumerate(hands, 1)
                if report is not None
            )

        return sums

    def result(
        self,
        number: int,
        roles: Sequence[str],
        reports: Sequence[Payload | None],
        cut: Sequence[int] | None,
    ) -> TableResult:
        """Return the winners of a set, who moved on."""
        stored = self._index.result(number, roles, reports, cut)
        return super().result(number, roles, reports, cut) if stored is None else stored
