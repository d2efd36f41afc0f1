"""Hands that stand by themselves: each deal of a set is judged and scored whatever came before it,
at tables of four in two sides, with the same chairs opposite each other. Results are by chair."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, cast

from rulesets.engine.plays import Transfer
from rulesets.engine.replay import PlayedRound, RoundReport, SummarySource, advance
from rulesets.engine.roster import Setup
from rulesets.engine.scoring import Fold, fold, terms_of, worths
from rulesets.engine.text import NOTHING, Phrase
from rulesets.formats import cuts
from rulesets.formats.cuts import SIDES, TableResult
from rulesets.formats.deals import check_set
from rulesets.formats.match import MatchScore, read_match

if TYPE_CHECKING:
    from rulesets.engine.fields import Field
    from rulesets.engine.plays import Moment
    from rulesets.engine.problems import Problem
    from rulesets.engine.rounds import Rounds
    from rulesets.engine.table import Table
    from rulesets.formats.format import Format
    from rulesets.formats.parts import Payload, Reports

CHAIRS = ("North", "East", "South", "West")
CACHE_SIZE = (
    1024  # tables before a hand, of which there are a few for each way the roles may sit; plays
)
MOST_KNOWN = 20_000  # reports of some 3 kB each

HandDescription = tuple[tuple[tuple[Transfer, ...], ...], Phrase]
"""What each chair gains by a report, and the report in short."""

Known = dict[tuple[object, ...], HandDescription]
"""What reports came to, by where they belong and what they say."""


class Hands:
    """The hands of a format in which they depend on each other: nothing is known of one alone.
    Hands count from 1 in each set; `roles` are those of the chairs."""

    def setup(
        self,
        number: int,
        hand: int = 1,
        names: Sequence[str] = CHAIRS,
        roles: Sequence[str] = (),
        options: object = None,
        first: int | None = None,
    ) -> Setup:
        """A table of four before one hand of a set. Raises LookupError if there is no such hand."""
        raise NotImplementedError

    def table(self, number: int, hand: int = 1, roles: Sequence[str] = ()) -> Table:
        """The table on which one hand is judged, independent of the others."""
        raise NotImplementedError

    def fields(self, number: int, hand: int = 1) -> tuple[Field, ...]:
        """The questions after a hand."""
        raise NotImplementedError

    def check(
        self, number: int, roles: Sequence[str], report: object, hand: int = 1
    ) -> tuple[Problem, ...]:
        """All problems of the report of one hand."""
        raise NotImplementedError

    def points(
        self, number: int, roles: Sequence[str], report: Payload, hand: int = 1
    ) -> tuple[int, ...]:
        """Points of each chair for one hand."""
        raise NotImplementedError

    def explain(
        self, number: int, roles: Sequence[str], report: Payload, hand: int = 1
    ) -> tuple[tuple[Transfer, ...], ...]:
        """Each chair's gains for one hand, with their reasons."""
        raise NotImplementedError

    def moments(
        self,
        number: int,
        names: Sequence[str],
        roles: Sequence[str],
        report: Payload,
        hand: int = 1,
    ) -> tuple[Moment, ...]:
        """What is worth remembering about one hand, with people's names."""
        raise NotImplementedError

    def play(self, setup: Setup, number: int, hand: int, report: object) -> PlayedRound:
        """The result of a hand for the people of `setup`."""
        raise NotImplementedError

    def describe(
        self, number: int, roles: tuple[str, ...], report: Payload, hand: int, memo: Known
    ) -> HandDescription:
        """What each chair gains by a report, and the report in short; cached in `memo`."""
        raise NotImplementedError

    def summary(self, number: int, report: Payload, hand: int = 1) -> Phrase:
        """A report in short, as far as it makes sense by itself."""
        return NOTHING

    def fold(self, number: int) -> Fold:
        """A fast function from the reports of a table's set (None: not reported) to the sums of its
        chairs."""
        raise NotImplementedError

    def margins(self, number: int, reports: Reports) -> list[int | None]:
        """By how much the first side won each hand of a set (below 0: lost); None: not reported."""
        raise NotImplementedError

    def match_score(self, number: int, reports: Reports) -> MatchScore | None:
        """The score in games at a table, if it plays several."""
        return None

    def result(
        self, number: int, roles: Sequence[str], reports: Reports, cut: Sequence[int] | None
    ) -> TableResult:
        """Who moves on after a set, if the best do; `cut` are the chairs that won the cut."""
        raise NotImplementedError

    def check_cut(
        self, number: int, roles: Sequence[str], reports: Reports, cut: Sequence[int] | None
    ) -> tuple[Problem, ...]:
        """Problems of a cut, if ties are cut for."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class LiveHands(Hands):
    """The hands of a format, by the rules of its game."""

    format: Format

    @property
    def plays(self) -> Rounds:
        """The game's play."""
        return cast("Rounds", self.format.game.plays)

    @cached_property
    def _tables(self) -> dict[tuple[int, int, tuple[str, ...]], Table]:
        return {}

    def setup(
        self,
        number: int,
        hand: int = 1,
        names: Sequence[str] = CHAIRS,
        roles: Sequence[str] = (),
        options: object = None,
        first: int | None = None,
    ) -> Setup:
        """A table of four before one hand of a set. Raises LookupError if there is no such hand."""
        played = self.format.length.deals.usual * (check_set(self.format, number) - 1) + hand - 1
        chosen = options or self.format.agreed
        setup = Setup(self.plays.roster(names, roles), chosen, first, played)
        rounds = self.plays.rounds_in_all(setup)
        return replace(setup, played=played % rounds) if rounds else setup

    def table(self, number: int, hand: int = 1, roles: Sequence[str] = ()) -> Table:
        """The table on which one hand is judged, independent of the others."""
        key = (number, hand, tuple(roles))
        state: Table | None = self._tables.get(key)
        if state is None:
            state = self.plays.start(self.setup(number, hand, roles=roles)).state
            if len(self._tables) >= CACHE_SIZE:
                self._tables.clear()
            self._tables[key] = state
        return state

    def fields(self, number: int, hand: int = 1) -> tuple[Field, ...]:
        """The questions after a hand."""
        return self.plays.fields(self.table(number, hand))

    def check(
        self, number: int, roles: Sequence[str], report: object, hand: int = 1
    ) -> tuple[Problem, ...]:
        """All problems of the report of one hand."""
        return self.plays.check(self.table(number, hand, roles), report)

    def explain(
        self, number: int, roles: Sequence[str], report: Payload, hand: int = 1
    ) -> tuple[tuple[Transfer, ...], ...]:
        """Each chair's gains for one hand, with their reasons."""
        table = self.table(number, hand, roles)
        transfers = self.plays.play(table, report).transfers
        chairs: list[list[Transfer]] = [[] for _ in CHAIRS]
        place = {account: who for who, account in enumerate(table.holders)}
        for transfer in transfers:
            who = place.get(transfer.target)
            if who is None or transfer.unit != table.unit:
                continue
            for chair in (who,) if table.alone else SIDES[who]:
                chairs[chair].append(transfer)
        return tuple(map(tuple, chairs))

    def points(
        self, number: int, roles: Sequence[str], report: Payload, hand: int = 1
    ) -> tuple[int, ...]:
        """Points of each chair for one hand."""
        linear = self._linear[check_set(self.format, number) - 1]
        if linear is not None:
            return tuple(linear((report,)))
        # In a hall most hands end like others.
        key = (number, hand, tuple(roles), repr(report))
        points = self._known_points.get(key)
        if points is None:
            if len(self._known_points) >= MOST_KNOWN:
                self._known_points.clear()
            by_chair = self.explain(number, roles, report, hand)
            points = tuple(sum(transfer.amount for transfer in lines) for lines in by_chair)
            self._known_points[key] = points
        return points

    @cached_property
    def _known_points(self) -> dict[tuple[int, int, tuple[str, ...], str], tuple[int, ...]]:
        return {}

    def moments(
        self,
        number: int,
        names: Sequence[str],
        roles: Sequence[str],
        report: Payload,
        hand: int = 1,
    ) -> tuple[Moment, ...]:
        """What is worth remembering about one hand, with people's names."""
        state = self.plays.start(self.setup(number, hand, names, roles)).state
        return self.plays.moments(state, report)

    def summary(self, number: int, report: Payload, hand: int = 1) -> Phrase:
        """A report as short text: "7 : 6, lady 3 : 2"."""
        table = self.table(number, hand)
        return self.plays.summary(self.plays.play(table, report).state, report)

    def describe(
        self, number: int, roles: tuple[str, ...], report: Payload, hand: int, memo: Known
    ) -> HandDescription:
        """`explain` and `summary` of one hand, cached in `memo`: everybody at a table asks for
        them, and in a hall most hands end like others."""
        key = (number, hand, roles, repr(report))
        description = memo.get(key)
        if description is None:
            if len(memo) >= MOST_KNOWN:
                memo.clear()
            lines = self.explain(number, roles, report, hand)
            description = memo[key] = lines, self.summary(number, report, hand)
        return description

    def play(self, setup: Setup, number: int, hand: int, report: object) -> PlayedRound:
        """The result of a hand, whatever its report contains: it was judged when it came."""
        roles = setup.roster.roles
        played = self._play(number, hand, roles, report)
        before = self.table(number, hand, roles)
        source = HandSource(
            self.plays, report, before, hands=self, number=number, hand=hand, setup=setup
        )
        return PlayedRound(played.state, played.transfers, played.problems, played.counted, source)

    def _play(self, number: int, hand: int, roles: tuple[str, ...], report: object) -> PlayedRound:
        """The result of a hand, whoever sits there. In a hall most hands end like others."""
        key = (number, hand, roles, repr(report))
        played = self._known_hands.get(key)
        if played is None:
            if len(self._known_hands) >= CACHE_SIZE:
                self._known_hands.clear()
            table = self.table(number, hand, roles)
            played = self._known_hands[key] = advance(
                self.plays, table, RoundReport(report, override=True)
            )
        return played

    @cached_property
    def _known_hands(self) -> dict[tuple[int, int, tuple[str, ...], str], PlayedRound]:
        return {}

    def fold(self, number: int) -> Fold:
        """A fast function from the reports of a table's set (None: not reported) to the sums of its
        chairs."""
        return self._folds[number - 1]

    @cached_property
    def _folds(self) -> tuple[Fold, ...]:
        return tuple(self._fold(number) for number in range(1, len(self.format.sets) + 1))

    @cached_property
    def _linear(self) -> tuple[Fold | None, ...]:
        """The weights of answers, by set, if the score is a weighted sum; None if the hand has to
        be played through."""
        return tuple(self._weighed(number) for number in range(1, len(self.format.sets) + 1))

    def _weighed(self, number: int) -> Fold | None:
        if self.plays.score is not worths:
            return None
        tables = [self.table(number, hand) for hand in range(1, self.format.length.most_deals + 1)]
        terms, *others = (terms_of(self.plays.report_type(table), table) for table in tables)
        alike = all(other == terms for other in others)
        return fold(terms) if terms and alike else None

    def _fold(self, number: int) -> Fold:
        linear = self._linear[number - 1]
        if linear is not None:
            return linear

        def slowly(hands: Sequence[Payload | None]) -> Sequence[int]:
            return sum_chairs(
                self.points(number, (), report, hand)
                for hand, report in enumerate(hands, 1)
                if report
            )

        return slowly

    def result(
        self,
        number: int,
        roles: Sequence[str],
        reports: Sequence[Payload | None],
        cut: Sequence[int] | None,
    ) -> TableResult:
        """Who moves after a set; `cut` names the chairs that won it, or None.

        A cut that does not answer the tie leaves it open (`check_cut` explains why).
        """
        sums = self.fold(number)(reports)
        if not self.format.length.complete(reports):
            return cuts.unfinished(sums)
        low = self.plays.wins == "low"
        scored = [-points for points in sums] if low else sums
        match = self.match_score(number, reports)
        if match is not None:
            result = cuts.match_result(scored, match, cut, cuts=self.format.in_set(number).cuts)
        elif self.format.facts.cuts != "roles":
            result = cuts.sides_result(scored, cut, cuts=self.format.in_set(number).cuts)
        elif self.format.sets[number - 1].partners:
            result = cuts.partners_result(roles, scored, cut)
        else:
            result = cuts.singles_result(roles, scored, cut)
        return cuts.with_sums(result, sums) if low else result

    def margins(self, number: int, reports: Sequence[Payload | None]) -> list[int | None]:
        """By how much the first side won each hand of a set (below 0: lost); None: not reported."""
        score, sign = self.fold(number), -1 if self.plays.wins == "low" else 1
        margins: list[int | None] = []
        for hand, report in enumerate(reports):
            if report is None:
                margins.append(None)
                continue
            points = score((*(None,) * hand, report))
            margins.append(sign * (points[SIDES[0][0]] - points[SIDES[1][0]]))
        return margins

    def match_score(self, number: int, reports: Sequence[Payload | None]) -> MatchScore | None:
        """The score in games, if a match has several."""
        deals = self.format.length.of_set(number)
        if deals.games == 1:
            return None
        margins = self.margins(number, reports)
        return read_match(margins, deals.usual, best_of=deals.games, most=deals.most)[0]

    def check_cut(
        self,
        number: int,
        roles: Sequence[str],
        reports: Sequence[Payload | None],
        cut: Sequence[int] | None,
    ) -> tuple[Problem, ...]:
        """Whether the cut answers the tie of the set: exactly one of each role; or one of the tied
        role if everybody plays for themselves; or one side if roles do not matter. An unneeded cut
        is a warning."""
        return cuts.cut_problems(self.result(number, roles, reports, None), cut)


@dataclass(slots=True)
class HandSource(SummarySource):
    """A hand to describe: in short with the names of the chairs, and worth remembering with the
    names of the people in `setup`."""

    hands: LiveHands = field(kw_only=True)
    number: int = field(kw_only=True)
    hand: int = field(kw_only=True)
    setup: Setup = field(kw_only=True)

    def moments(self) -> tuple[Moment, ...]:
        """What is worth remembering about it."""
        roster = self.setup.roster
        return self.hands.moments(self.number, roster.names, roster.roles, self.report, self.hand)


def sum_chairs(hands: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Return the sum of each chair over the points of hands; 0 for each where there are none."""
    points = tuple(hands)
    return tuple(map(sum, zip(*points, strict=True))) if points else (0,) * len(CHAIRS)


def count_due(
    format: Format, number: int, table: int, reports: Sequence[Payload | None], last: int | None
) -> int:
    """How many deals of a set a table has to report if it has sent these `reports` (by deal; None:
    nothing); `last`: the one that it says was its last, after a bell."""
    margins = partial(format.hands.margins, number, reports) if format.keeping.apart else None
    return format.length.of_set(number).due(reports, table, last, margins)
