"""Drives of two sides: tables of four play sets of some deals, and each deal stands by itself.

What holds for each of them, whoever moves where: what is asked, what a set brings to whom, who won
it, and what its places are called. Chairs that face each other are partners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from rulesets.engine.game import option
from rulesets.engine.plays import Movement
from rulesets.engine.questions import declared
from rulesets.engine.replay import PlayedRound, RoundReport, SummarySource, advance
from rulesets.engine.roster import Setup
from rulesets.engine.scoring import Fold, fold, terms_of, worths
from rulesets.engine.text import NOTHING, DealWords, Words, as_is, say
from rulesets.formats import cuts
from rulesets.formats.cuts import SIDES, Match, TableResult
from rulesets.formats.set_options import SetOptions
from rulesets.formats.sets import Known, Payload, SetFormat, Told
from rulesets.movements.seating import ROLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.engine.fields import Field
    from rulesets.engine.plays import Moment
    from rulesets.engine.problems import Problem
    from rulesets.engine.table import Table


CHAIRS = ("North", "East", "South", "West")
HAND = DealWords(
    say("Hand"), say("hand"), say("hands"), "Hand {number}", "hand {number}", say("Hand")
)
MOST_DEALS = 24
KEPT = 1024  # tables before a hand, of which there are a few for each way the roles may sit; plays
MOST_KNOWN = 20_000  # reports of some 3 kB each

ONE_MORE = "Extra hand if level"

ROLE_NAMES = ("Gentlemen", "Ladies")


@declared
class DriveOptions(SetOptions):
    """How many deals a set has, besides."""

    deals: int = option(
        "Hands in a set",
        default=4,
        low=1,
        high=MOST_DEALS,
        help="People change seats after this many hands. With four, everybody deals once.",
    )


@dataclass(frozen=True)
class DriveFormat(SetFormat):
    """A game of two sides as a drive: tables of four, partners face each other, and each hand (deal
    of a set) stands by itself. Hands count from 1; what is told of a report is by chair.

    `in_roles`: people are entered as one of two roles, of which every partnership has one each;
    `cuts_by_role`: a tie is cut for within each role, and not by the two sides."""

    own_options: ClassVar[type] = DriveOptions
    chairs: ClassVar[tuple[str, ...]] = CHAIRS
    width: ClassVar[int] = len(CHAIRS)
    partners: ClassVar[bool] = True
    cuts: ClassVar[bool] = True
    substitutes: ClassVar[bool] = True
    apart: ClassVar[bool] = True
    by_winners: ClassVar[bool] = True
    early: ClassVar[bool] = False
    in_roles: ClassVar[bool] = False
    cuts_by_role: ClassVar[bool] = False

    @property
    def roles(self) -> tuple[str, ...]:
        """The two roles, where there are any."""
        return ROLES if self.in_roles else ()

    @property
    def role_names(self) -> tuple[str, ...]:
        """What people of a role are called."""
        return ROLE_NAMES if self.roles else ()

    @property
    def called(self) -> DealWords:
        """A hand of a set."""
        return HAND

    @property
    def deals(self) -> int:
        """The deals of a set, as was agreed; with a bell, any number. Where one more is played by
        who is level, it has its place behind the others."""
        if self.has_bell:
            return MOST_DEALS
        return self.usual_deals * self.best_of + int(self.deals_differ)

    @property
    def usual_deals(self) -> int:
        """As was agreed."""
        found: int = self.agreed.deals
        return found

    def notes(self, number: int) -> tuple[Words, ...]:
        """What the sheet of the set's first hand says below it."""
        return self.plays.sheet(self.setup(number)).notes

    def labels(self, number: int) -> tuple[str, ...]:
        """What the hands of a set are called besides their numbers: as the game calls its rounds,
        often nothing. With a bell there is room for half as many more; where several games are
        played, or one more deal by who is level, these have a name."""
        usual, games = self.usual_deals, self.best_of
        room = usual * 3 // 2 + 1 if self.has_bell else 0
        hands = min(self.deals, max(usual * games, room))
        tables = [self.table(number, hand) for hand in range(1, hands + 1)]
        labels = [self.plays.name_of_round(table).text for table in tables]
        if games > 1:
            word = self.called.one.text
            labels = [
                one or f"Game {(hand - 1) // usual + 1}, {word} {(hand - 1) % usual + 1}"
                for hand, one in enumerate(labels, 1)
            ]
        return (*labels, *([ONE_MORE] if self.plays_off(number) and not self.has_bell else []))

    def sides_at(self, number: int, people: int) -> tuple[tuple[int, ...], ...]:
        """Those who face each other, where they are partners."""
        return SIDES if self.set(number).partners else super().sides_at(number, people)

    @cached_property
    def _tables(self) -> dict[tuple[int, int, tuple[str, ...]], Table]:
        return {}

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
        played = self.usual_deals * (self._known(number) - 1) + hand - 1
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
                self.plays, table, RoundReport(report, override=True)
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
        if not self.has_all(reports):
            return cuts.unfinished(sums)
        low = self.plays.wins == "low"
        scored = [-points for points in sums] if low else sums
        if self.best_of > 1 and self.plays_off(number):
            match = self.match(number, reports, self.usual_deals)
            found = cuts.match_result(scored, match, cut, cuts=self.cuts_in(number))
        elif not self.cuts_by_role:
            found = cuts.sides_result(scored, cut, cuts=self.cuts_in(number))
        elif self.set(number).partners:
            found = cuts.partners_result(roles, scored, cut)
        else:
            found = cuts.singles_result(roles, scored, cut)
        return cuts.with_sums(found, sums) if low else found

    def deals_to_tell(
        self, number: int, table: int, reports: Sequence[Payload | None], last: int | None
    ) -> int:
        """Besides, as many games as it takes, and one more deal where a table is level."""
        many = super().deals_to_tell(number, table, reports, last)
        is_open = self.has_bell and last is None and not self.rings_bell(table)
        if is_open or not self.plays_off(number):
            return many
        return self.match(number, reports, many).deals

    def match(self, number: int, reports: Sequence[Payload | None], deals: int) -> Match:
        """How far the two sides of a table have come in games of so many deals."""
        score, sign = self.fold(number), -1 if self.plays.wins == "low" else 1
        margins: list[int | None] = []
        for hand, report in enumerate(reports):
            if report is None:
                margins.append(None)
                continue
            points = score((*(None,) * hand, report))
            margins.append(sign * (points[SIDES[0][0]] - points[SIDES[1][0]]))
        return cuts.read_match(margins, deals, best_of=self.best_of, most=self.deals)

    def games_won(self, number: int, reports: Sequence[Payload | None]) -> tuple[int, int] | None:
        """The games that both sides of a table have won, where they play several."""
        if self.best_of == 1 or not self.plays_off(number):
            return None
        return self.match(number, reports, self.usual_deals).wins

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

    def how_many(self) -> Words:
        """As many as come."""
        return say("Any number, at tables of {count}", count=self.width)

    @property
    def fewest(self) -> int:
        """A table."""
        return self.width

    def tables_for(self, people: int) -> int:
        """As many as they fill."""
        return people // self.width

    def spare(self, people: int) -> int:
        """Whoever finds no seat at these."""
        return people % self.width

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
