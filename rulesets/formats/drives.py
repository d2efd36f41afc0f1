"""Drives: tables play sets of some deals, people change tables and partners from set to set, and
everybody keeps a score of their own.

What holds for each of them, whoever moves where: what is asked, what a set brings to whom, who won
it, and what its places are called. Chairs that face each other are partners.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from rulesets.engine.game import names_of, option, usual_length
from rulesets.engine.plays import Movement
from rulesets.engine.problems import error
from rulesets.engine.questions import declared
from rulesets.engine.replay import PlayedRound, Report, SummarySource, advance
from rulesets.engine.roster import Setup
from rulesets.engine.rounds import RoundSet
from rulesets.engine.scoring import Fold, fold, terms_of, worths
from rulesets.engine.text import NOTHING, DealWords, Words, as_is, say
from rulesets.formats import cuts
from rulesets.formats.cuts import SIDES, TableResult
from rulesets.formats.format import Credit, Format, Group
from rulesets.movements.schedule import MOST_ROUNDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.engine.fields import Field
    from rulesets.engine.plays import Moment
    from rulesets.engine.problems import Problem
    from rulesets.engine.rounds import Rounds
    from rulesets.engine.table import Table


Payload = Mapping[str, Any]
CHAIRS = ("North", "East", "South", "West")
HAND = DealWords(
    say("Hand"), say("hand"), say("hands"), "Hand {number}", "hand {number}", say("Hand")
)
MOST_DEALS = 24
CHANGING = 3  # minutes between two sets
KEPT = 1024  # tables before a hand, of which there are a few for each way the roles may sit; plays
MOST_KNOWN = 20_000  # reports of some 3 kB each

Told = tuple[tuple[tuple[Movement, ...], ...], Words]
"""What each chair gains by a report, and the report in short."""

Known = dict[tuple[object, ...], Told]
"""What reports came to, by where they belong and what they say."""


@declared
class DriveOptions:
    """How long an evening is: the rounds (called sets elsewhere), and the deals of each."""

    rounds: int = option("Rounds", default=7, low=1, high=MOST_ROUNDS)
    deals: int = option(
        "Hands in a round",
        default=4,
        low=1,
        high=MOST_DEALS,
        help="After so many the seats change; with four everybody deals once.",
    )


@dataclass(frozen=True)
class DriveFormat(Format):
    """A game of two sides as a drive. Sets count from 1, hands (deals of a set) too; what is told
    of a report is by chair. `rounds` are played of a game that has no sets of its own."""

    own_options: ClassVar[type] = DriveOptions
    board: ClassVar[Group] = "set"
    credit: ClassVar[Credit] = "carried"
    chairs: ClassVar[tuple[str, ...]] = CHAIRS
    width: ClassVar[int] = len(CHAIRS)
    moves: ClassVar[bool] = True
    cuts: ClassVar[bool] = True
    substitutes: ClassVar[bool] = True
    apart: ClassVar[bool] = True
    early: ClassVar[bool] = False
    mixes: ClassVar[bool] = True
    over_text: ClassVar[str] = "Set {set} is over. Ask the host to correct it."
    clock_text: ClassVar[str] = "left in this set"
    winner_texts: ClassVar[tuple[str, str]] = ("The champion", "The champions")

    @property
    def called(self) -> DealWords:
        """A hand of a set."""
        return HAND

    @property
    def counted(self) -> Words:
        """Nothing: what everybody takes along are points."""
        return NOTHING

    @property
    def plays(self) -> Rounds:
        """The game's play."""
        return cast("Rounds", self.game.plays)

    @property
    def rounds(self) -> int:
        """How many sets there are, unless the game has its own: as was agreed."""
        found: int = self.agreed.rounds
        return found

    @property
    def deals(self) -> int:
        """The deals of a set, as was agreed."""
        found: int = self.agreed.deals
        return found

    @property
    def minutes(self) -> int:
        """As long as so many deals last at a table of the game, and a little to change seats."""
        if self.plays.sets:
            return self.game.minutes
        length = usual_length(self.game)
        if not length or not self.game.minutes:
            return 0
        played = self.seatings * self.deals * self.game.minutes / length
        return round(played) + CHANGING * (self.seatings - 1)

    @property
    def movement_options(self) -> Mapping[str, Any]:
        """What the movement is told of an evening besides who is there: how many sets there are."""
        return {"sets": self.seatings}

    def open_options(self, seated: int, *, reported: bool) -> frozenset[str]:
        """The deals of a set hold from the first result on; how many sets there are may change
        to the end, unless the seats of all were settled before the first."""
        held = {"deals"} if reported else set()
        if self.ahead and seated:
            held.add("rounds")
        return names_of(self.own_options) - held

    def check_change(self, seated: int) -> tuple[Problem, ...]:
        """There are as many sets as are seated, at least."""
        if self.seatings >= seated:
            return ()
        text = "{count} rounds are seated already; choose as many at least."
        return (error("options.rounds", text, ("options", "rounds"), count=seated),)

    @property
    def seatings(self) -> int:
        """A seating for each set."""
        return len(self.sets)

    @cached_property
    def sets(self) -> tuple[RoundSet, ...]:
        """The sets: the game's own, or `rounds` of `deals` rounds each."""
        if self.plays.sets:
            return self.plays.sets
        found = []
        for number in range(1, self.rounds + 1):
            tables = [self.table(number, hand) for hand in range(1, self.deals + 1)]
            labels = [self.plays.name_of_round(table).text for table in tables]
            called = tuple(one or f"Deal {hand}" for hand, one in enumerate(labels, 1))
            found.append(RoundSet(f"Set {number}", called, rule="scoring"))
        return tuple(found)

    def set(self, number: int) -> RoundSet:
        """The set of that number. Raises LookupError if there is none."""
        return self.sets[self._known(number) - 1]

    def _known(self, number: int) -> int:
        if not 1 <= number <= (len(self.plays.sets) or self.rounds):
            raise LookupError(f"{self.game.name} has no set {number}")
        return number

    def seating_name(self, number: int) -> Words:
        """The name of the set."""
        return say(self.set(number).name)

    def seats_title(self, number: int) -> Words:
        """The number of the set, and its name."""
        name = self.set(number).name
        if name == f"Set {number}":
            return say("Set {number}", number=number)
        return say("Set {number} · {name}", number=number, name=say(name))

    def when_named(self, number: int) -> Words:
        """The set by its name and number, and how many there are."""
        name = self.set(number).name
        if name == f"Set {number}":
            return self.when(number)
        text, sets = "{name}, set {number} of {sets}", self.seatings
        return say(text, name=say(name), number=number, sets=sets)

    def notes(self, number: int) -> tuple[Words, ...]:
        """What the sheet of the set's first hand says below it."""
        return self.plays.sheet(self.setup(number)).notes

    @property
    def score_title(self) -> Words:
        """Sets."""
        return say("Set")

    def score_name(self, number: int) -> Words:
        """The name of the set."""
        return self.seating_name(number)

    def score_words(self, number: int) -> Words:
        """The set inside a sentence."""
        return self.seating_words(number)

    def when(self, number: int) -> Words:
        """The set, and how many there are."""
        return Words("Set {number} of {all}", {"number": number, "all": self.seatings})

    def how_many(self) -> Words:
        """As many as come."""
        return say("Any number, at tables of {count}", count=self.width)

    def length(self, count: int) -> Words:
        """Nothing: everybody knows how many sets there are."""
        del count
        return NOTHING

    @property
    def fewest(self) -> int:
        """A table."""
        return self.width

    def fits(self, people: int) -> bool:
        """As many as come, as soon as they fill a table."""
        return people >= self.fewest and not self.check_people(people)

    def tables_for(self, people: int) -> int:
        """As many as they fill."""
        return people // self.width

    def spare(self, people: int) -> int:
        """Whoever finds no seat at these."""
        return people % self.width

    @cached_property
    def layout(self) -> Layout:
        """A row for each set."""
        return layout(self)

    def setup(
        self,
        number: int,
        hand: int = 1,
        names: Sequence[str] = CHAIRS,
        roles: Sequence[str] = (),
        options: Any = None,
        first: int | None = None,
    ) -> Setup:
        """A table of four before one hand of a set. Raises LookupError if there is none."""
        played = self.deals * (self._known(number) - 1) + hand - 1
        chosen = options or self.agreed
        setup = Setup(self.plays.roster(names, roles), chosen, first, played)
        rounds = self.plays.rounds_in_all(setup)
        return replace(setup, played=played % rounds) if rounds else setup

    def table(self, number: int, hand: int = 1, roles: Sequence[str] = ()) -> Table:
        """The table that a hand is played on, seen for itself."""
        key = (number, hand, tuple(roles))
        state: Table | None = self._tables.get(key)
        if state is None:
            state = self.plays.start(self.setup(number, hand, roles=roles)).state
            if len(self._tables) >= KEPT:
                self._tables.clear()
            self._tables[key] = state
        return state

    @cached_property
    def _tables(self) -> dict[tuple[int, int, tuple[str, ...]], Table]:
        return {}

    def states(self, names: Sequence[str], seating: int, deal: int) -> Iterator[Table]:
        """The one table that a hand is played on, whoever sits there."""
        del names
        yield self.table(seating, deal)

    def fields(self, number: int, hand: int = 1) -> tuple[Field, ...]:
        """What is asked after a hand."""
        return self.plays.fields(self.table(number, hand))

    def check(
        self, number: int, roles: Sequence[str], report: object, hand: int = 1
    ) -> tuple[Problem, ...]:
        """All problems of one hand's report."""
        return self.plays.check(self.table(number, hand, roles), report)

    def explain(
        self, number: int, roles: Sequence[str], report: Payload, hand: int = 1
    ) -> tuple[tuple[Movement, ...], ...]:
        """Each chair's gains for one hand, with their reasons."""
        table = self.table(number, hand, roles)
        movements = self.plays.play(table, report).movements
        chairs: list[list[Movement]] = [[] for _ in CHAIRS]
        place = {account: who for who, account in enumerate(table.holders)}
        for one in movements:
            who = place.get(one.target)
            if who is None or one.unit != table.unit:
                continue
            for chair in (who,) if table.alone else SIDES[who]:
                chairs[chair].append(one)
        return tuple(map(tuple, chairs))

    def points(
        self, number: int, roles: Sequence[str], report: Payload, hand: int = 1
    ) -> tuple[int, ...]:
        """Points of each chair for one hand."""
        linear = self._linear[self._known(number) - 1]
        if linear is not None:
            return tuple(linear((report,)))
        told = self.explain(number, roles, report, hand)
        return tuple(sum(one.amount for one in lines) for lines in told)

    def moments(
        self,
        number: int,
        names: Sequence[str],
        roles: Sequence[str],
        report: Payload,
        hand: int = 1,
    ) -> tuple[Moment, ...]:
        """What is worth remembering of one hand, told of the people by name."""
        state = self.plays.start(self.setup(number, hand, names, roles)).state
        return self.plays.moments(state, report)

    def summary(self, number: int, report: Payload, hand: int = 1) -> Words:
        """One report as short text: "7 : 6, lady 3 : 2"."""
        table = self.table(number, hand)
        return self.plays.summary(self.plays.play(table, report).state, report)

    def told(
        self, number: int, roles: tuple[str, ...], report: Payload, hand: int, known: Known
    ) -> Told:
        """`explain` and `summary` of one hand, remembered in `known`: all four of a table ask for
        them, and in a hall most hands end as others have."""
        key = (number, hand, roles, repr(report))
        found = known.get(key)
        if found is None:
            if len(known) >= MOST_KNOWN:
                known.clear()
            lines = self.explain(number, roles, report, hand)
            found = known[key] = lines, self.summary(number, report, hand)
        return found

    def play(self, setup: Setup, number: int, hand: int, report: Any) -> PlayedRound:
        """What a hand comes to: whatever stands in its report, as that was judged when it came."""
        roles = setup.roster.roles
        one = self._play(number, hand, roles, report)
        before = self.table(number, hand, roles)
        told = HandSource(
            self.plays, report, before, form=self, number=number, hand=hand, setup=setup
        )
        return PlayedRound(one.state, one.movements, one.problems, one.counted, told)

    def _play(self, number: int, hand: int, roles: tuple[str, ...], report: Any) -> PlayedRound:
        """The same, whoever sits there. In a hall most hands end as others have."""
        key = (number, hand, roles, repr(report))
        found = self._known_hands.get(key)
        if found is None:
            if len(self._known_hands) >= KEPT:
                self._known_hands.clear()
            table = self.table(number, hand, roles)
            found = self._known_hands[key] = advance(
                self.plays, table, Report(report, override=True)
            )
        return found

    @cached_property
    def _known_hands(self) -> dict[tuple[int, int, tuple[str, ...], str], PlayedRound]:
        return {}

    def fold(self, number: int) -> Fold:
        """A fast function from the reports of a table's set (None: not reported) to the sums of
        its chairs."""
        return self._folds[number - 1]

    @cached_property
    def _folds(self) -> tuple[Fold, ...]:
        return tuple(self._fold(number) for number in range(1, len(self.sets) + 1))

    @cached_property
    def _linear(self) -> tuple[Fold | None, ...]:
        """By set, where what a report brings is only weighed; None where it takes a play."""
        return tuple(self._weighed(number) for number in range(1, len(self.sets) + 1))

    def _weighed(self, number: int) -> Fold | None:
        if self.plays.score is not worths:
            return None
        tables = [self.table(number, hand) for hand in range(1, self.deals + 1)]
        terms, *others = (terms_of(self.plays.report_type(one), one) for one in tables)
        alike = all(other == terms for other in others)
        return fold(terms) if terms and alike else None

    def _fold(self, number: int) -> Fold:
        linear = self._linear[number - 1]
        if linear is not None:
            return linear

        def slowly(hands: Sequence[Payload | None]) -> Sequence[int]:
            points = [
                self.points(number, (), report, hand)
                for hand, report in enumerate(hands, 1)
                if report
            ]
            return tuple(map(sum, zip(*points, strict=True))) if points else (0,) * len(CHAIRS)

        return slowly

    def result(
        self,
        number: int,
        roles: Sequence[str],
        reports: Sequence[Payload | None],
        cut: Sequence[int] | None,
    ) -> TableResult:
        """Who moves after a set; `cut` names the chairs that won it, or None.

        A cut that does not answer the tie leaves it open (`check_cut` says why).
        """
        sums = self.fold(number)(reports)
        if sum(report is not None for report in reports) < self.deals:
            return cuts.unfinished(sums)
        low = self.plays.wins == "low"
        scored = [-points for points in sums] if low else sums
        if not self.roles or not self.cuts:
            found = cuts.sides_result(scored, cut, cuts=self.cuts)
        elif self.set(number).partners:
            found = cuts.partners_result(roles, scored, cut)
        else:
            found = cuts.singles_result(roles, scored, cut)
        return cuts.with_sums(found, sums) if low else found

    def check_cut(
        self,
        number: int,
        roles: Sequence[str],
        reports: Sequence[Payload | None],
        cut: Sequence[int] | None,
    ) -> tuple[Problem, ...]:
        """Whether the cut given answers the tie of the set: exactly one of each role, or the one
        role that is tied where all play alone; a side where roles do not matter. One without need
        is a warning."""
        return cuts.cut_problems(self.result(number, roles, reports, None), cut)

    def seats_words(self, number: int) -> Words:
        """The seats of a set."""
        return Words("The seats of set {set}", {"set": number})

    def seating_words(self, number: int) -> Words:
        """A set inside a sentence."""
        return say("set {number}", number=number)

    def place(
        self, seating: int, table: int, deal: int | None = None, *, alone: bool = False
    ) -> Words:
        """The set, the table and the hand."""
        del alone
        told = {"set": seating, "table": table, "deal": deal or 0}
        if not deal:
            return Words("Set {set}, table {table}", told)
        return Words("Set {set}, table {table}, hand {deal}", told)

    def deal_name(self, number: int, deal: int) -> Words:
        """What a hand is called: its trump, or the game's own name of the round."""
        labels = self.set(number).labels
        return say(labels[deal - 1]) if deal <= len(labels) else NOTHING

    def deal_sign(self, number: int, deal: int) -> str:
        """The sign of its trump."""
        signs = self.set(number).signs
        return signs[deal - 1] if signs else ""

    def dealer(self, first: int | None, deal: int) -> int | None:
        """In a set every player deals once."""
        return None if first is None else (first + deal - 1) % self.width

    def chair_name(self, chair: int) -> Words:
        """North, East, South or West."""
        return say(CHAIRS[chair]) if chair < len(CHAIRS) else as_is("")


@dataclass(slots=True)
class HandSource(SummarySource):
    """What a hand is told from: in short with the names of the chairs, what is worth remembering
    with those of the people of `setup`."""

    form: DriveFormat = field(kw_only=True)
    number: int = field(kw_only=True)
    hand: int = field(kw_only=True)
    setup: Setup = field(kw_only=True)

    def moments(self) -> tuple[Moment, ...]:
        """What is worth remembering of it."""
        roster = self.setup.roster
        return self.form.moments(self.number, roster.names, roster.roles, self.report, self.hand)


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Hand:
    """A place to write the points of a hand.

    `label` is what it is called; `symbol` an icon key ("S" "H" "C" "D", "named-S"..., "turned",
    "none", or "" for no icon); `points` the number filled in, None where it is blank.
    """

    label: str
    symbol: str = ""
    points: int | None = None


@dataclass(frozen=True, slots=True)
class SetRow:
    """A set on the card: its name, how it scores, the most that a hand can bring, its hands and
    what they come to; `partners`: whether it is played with one.

    `rule` is the anchor in the game's rule text.
    """

    name: str
    line: str
    most: str
    hands: tuple[Hand, ...]
    partners: bool = True
    points: int | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole card: a row for each set, and the grand total; what a set brings that is sat out."""

    title: str
    source: str
    sets: tuple[SetRow, ...]
    total: int | None = None
    sit_out: int = 0


def layout(
    format: DriveFormat,  # noqa: A002 - it is one
    hands: Sequence[Sequence[int | None]] = (),
    totals: Sequence[int | None] = (),
) -> Layout:
    """The card of a game in this format, blank or filled in.

    `hands` are one player's points for each hand of each set, in order; what is missing or None
    stays blank. `totals` are the set totals where they are known without hands; otherwise the
    total is the sum of a set whose hands are all there.
    """
    rows = tuple(
        _row(one, _at(hands, place, ()), _at(totals, place, None))
        for place, one in enumerate(format.sets)
    )
    known = [row.points for row in rows if row.points is not None]
    total = sum(known) if len(known) == len(rows) else None
    game = format.game
    return Layout(game.name, game.source, rows, total, format.sit_out * format.deals)


def _row(one: RoundSet, given: Sequence[int | None], total: int | None) -> SetRow:
    points = [_at(given, place, None) for place in range(len(one.labels))]
    hands = tuple(
        Hand(label, _at(one.signs, place, ""), points[place])
        for place, label in enumerate(one.labels)
    )
    if total is None:
        known = [value for value in points if value is not None]
        total = sum(known) if len(known) == len(points) else None
    return SetRow(one.name, one.line, one.most, hands, one.partners, total, one.rule)


def _at(values: Sequence[T], index: int, missing: T) -> T:
    return values[index] if index < len(values) else missing
