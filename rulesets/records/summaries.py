"""An evening in sums: what records need of it, small enough to be read for forty years at once.

Figures above the room are whole numbers: so many parts of a point, `scale` of which are one. The
mean of a round with 24 chairs is a number of 24ths, so nothing is rounded before it is shown.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import combinations
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rulesets.records.played_evenings import PlayedEvening, TableRound

TURNS = 3  # rounds that are named as the turns of an evening
THIRD, QUARTER = 3, 4
Sums = list[int]
"""How many, their sum, the sum of their squares; in parts of a point."""


class ChairSummary(NamedTuple):
    """What an evening was for a chair. `rounds` are those that it had from first deal to last,
    `won` so many of them, `above` the sum of these above the room."""

    key: int
    side: int
    rank: int
    points: int
    joined: bool
    deals: int
    rounds: int
    won: int
    above: int


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """An evening in sums; numbers of chairs are places in the list of all.

    `hands` are the deals of all tables. Of a winner alone: `margin` to the second side (None:
    unknown), `close` the same unless the second joined late, `comeback` the greatest gap after a
    third or later, `behind` that after three quarters or later, `led`: alone after each round.
    `turns` are [round, before, after]: what the winner had above the best other side; `highlights`
    [kind, round, deal, chairs]. `partnerships` are columns, a row for two chairs that were
    partners: both chairs, rounds together, what each of them was above the room in these.
    """

    game: str
    format: str
    deals: int
    rounds: int
    low: bool
    as_on_card: bool
    scale: int
    hands: int
    margin: int | None
    close: int | None
    lead_changes: int
    comeback: int
    behind: int
    led: bool
    turns: Sequence[Sequence[int]]
    highlights: Sequence[tuple[str, int, int, Sequence[int]]]
    partnerships: Sequence[Sequence[int]]
    chairs: tuple[ChairSummary, ...]

    @property
    def kind(self) -> tuple[str, str, int]:
        """Game, format, deals a round: points compare between evenings of one kind only."""
        return self.game, self.format, self.deals

    @property
    def is_played(self) -> bool:
        """Whether anything counts; old score cards may have places alone."""
        return self.hands > 0 or len({chair.rank for chair in self.chairs}) > 1

    @property
    def has_points(self) -> bool:
        """Whether its points count in lists."""
        return self.rounds > 0 and not self.as_on_card


ChairSplits = Sequence[Sequence[tuple[str, str, int, int, int]]]
"""By chair: by what, which part, how many, their sum, the sum of their squares."""


@dataclass(frozen=True, slots=True)
class EveningDetails:
    """What only some pages ask of an evening, each by chair.

    `climbs`: most places made up since a third or later; `squares` of the rounds above the room;
    `opponents` [chairs, rounds won against them]; `splits` [by, part, how many, sum, sum of
    squares]; `encounters` [chair, chair, rounds at one table].
    """

    climbs: Sequence[int]
    squares: Sequence[int]
    opponents: Sequence[Sequence[tuple[Sequence[int], int]]]
    splits: ChairSplits
    encounters: Sequence[Sequence[int]]


SPLITS_AT = [column.name for column in fields(EveningDetails)].index("splits")  # in their JSON
NAMES = tuple(column.name for column in fields(EveningSummary))[:-1]


def to_json(summary: EveningSummary) -> list[Any]:
    """Return a summary as lists; chairs are lists by column, which are read fastest."""
    return [*(getattr(summary, name) for name in NAMES), _columns(summary.chairs)]


def from_json(values: Sequence[Any]) -> EveningSummary:
    """Return the summary of such lists."""
    head = dict(zip(NAMES, values[:-1], strict=True))
    chairs = zip(*values[-1], strict=True)
    return EveningSummary(**head, chairs=tuple(map(ChairSummary._make, chairs)))


def _columns(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def details_to_json(details: EveningDetails) -> list[Any]:
    """Return details as lists."""
    return [getattr(details, column.name) for column in fields(details)]


def details_from_json(values: Sequence[Any]) -> EveningDetails:
    """Return the details of such lists."""
    return EveningDetails(*values)


def summarize(evening: PlayedEvening) -> tuple[EveningSummary, EveningDetails]:
    """Sum an evening up."""
    sums = _Sums(evening)
    sums.add_tables()
    lead = _Lead(evening)
    margin, is_alone = lead.margin(), lead.has_one_winner and not lead.is_late
    summary = EveningSummary(
        game=evening.game,
        format=evening.format,
        deals=evening.deals,
        rounds=evening.rounds if evening.tables else 0,
        low=evening.low,
        as_on_card=evening.as_on_card,
        scale=sums.scale,
        hands=sum(len(table.deals) for table in evening.tables),
        margin=None if lead.is_late else margin,
        close=None if lead.is_late or lead.is_second_late else margin,
        lead_changes=lead.changes(),
        comeback=lead.gap(THIRD, 1) if is_alone else 0,
        behind=lead.gap(QUARTER, THIRD) if is_alone else 0,
        led=is_alone and lead.is_ahead_throughout(),
        turns=lead.turns(),
        highlights=[
            (light.kind, light.round, light.deal, list(light.chairs))
            for light in evening.highlights
        ],
        partnerships=_columns(list(sums.partnerships())),
        chairs=tuple(map(sums.chair, range(len(evening.chairs)))),
    )
    return summary, sums.details(lead.climbs())


class _Sums:
    """The rounds and deals of an evening, added up by chair."""

    def __init__(self, evening: PlayedEvening) -> None:
        self.evening, self.sign = evening, -1 if evening.low else 1
        count = range(len(evening.chairs))
        self.rounds, self.won, self.deals = ([0 for _ in count] for _ in range(3))
        self.above: list[Sums] = [[0, 0, 0] for _ in count]
        self.partners: list[dict[int, Sums]] = [{} for _ in count]
        self.opponents: list[Counter[tuple[int, ...]]] = [Counter() for _ in count]
        self.splits: list[dict[tuple[str, str], Sums]] = [{} for _ in count]
        self.encounters: Counter[tuple[int, int]] = Counter()
        self.room = _means(
            (table.number, seat.points) for table in evening.tables for seat in table.seats
        )
        self.at_deal = _means(
            ((table.number, at), points)
            for table in evening.tables
            for at, deal in enumerate(table.deals)
            for points in deal.points
        )
        many = [count for _total, count in (*self.room.values(), *self.at_deal.values())]
        self.scale = lcm(*many) if many else 1

    def part(self, points: int, mean: tuple[int, int]) -> int:
        """Return how far points are above the mean of a round or deal, in parts of a point."""
        total, count = mean
        return self.sign * (points * count - total) * (self.scale // count)

    def add_tables(self) -> None:
        for table in self.evening.tables:
            self._add_round(table)
            self._add_deals(table)

    def _add_round(self, table: TableRound) -> None:
        best = max((self.sign * seat.points for seat in table.seats), default=0)
        level = len({seat.points for seat in table.seats}) < 2
        here = [seat.chair for seat in table.seats if seat.chair is not None]
        self.encounters.update(tuple(sorted(pair)) for pair in combinations(here, 2))  # type: ignore[misc]
        for seat in table.seats:
            if seat.chair is None:
                continue
            at, above = seat.chair, self.part(seat.points, self.room[table.number])
            self.rounds[at] += 1
            _add(self.above[at], above)
            if seat.role:
                _add(self.splits[at].setdefault(("role", seat.role), [0, 0, 0]), above)
            if half := _half(table.number, self.evening.rounds):
                _add(self.splits[at].setdefault(("half", half), [0, 0, 0]), above)
            others = [
                neighbour
                for neighbour in table.seats
                if neighbour is not seat and neighbour.chair is not None
            ]
            for other in others:
                if other.side == seat.side and other.chair is not None:
                    _add(self.partners[at].setdefault(other.chair, [0, 0, 0]), above)
            if not level and self.sign * seat.points == best:
                self.won[at] += 1
                against = sorted(o.chair for o in others if o.side != seat.side)  # type: ignore[type-var]
                self.opponents[at][tuple(against)] += 1  # type: ignore[arg-type]

    def _add_deals(self, table: TableRound) -> None:
        for number, deal in enumerate(table.deals):
            for chair in deal.chairs:
                if chair is not None:
                    self.deals[chair] += 1
            if not deal.trump or not deal.points:
                continue
            mean = self.at_deal[table.number, number]
            for chair, points in zip(deal.chairs, deal.points, strict=True):
                if chair is not None:
                    part = self.splits[chair].setdefault(("trump", deal.trump), [0, 0, 0])
                    _add(part, self.part(points, mean))

    def chair(self, at: int) -> ChairSummary:
        """Return the sums of a chair."""
        result = self.evening.chairs[at]
        return ChairSummary(
            key=result.key,
            side=result.side,
            rank=result.rank,
            points=result.points,
            joined=result.joined,
            deals=self.deals[at],
            rounds=self.rounds[at],
            won=self.won[at],
            above=self.above[at][1],
        )

    def partnerships(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Yield all partners, once each."""
        for at, partners in enumerate(self.partners):
            for other, (rounds, above, _squares) in sorted(partners.items()):
                if at < other:
                    yield at, other, rounds, above, self.partners[other][at][1]

    def details(self, climbs: Sequence[int]) -> EveningDetails:
        """Return what only some pages ask."""
        return EveningDetails(
            climbs=climbs,
            squares=[sums[2] for sums in self.above],
            opponents=[
                [(list(chairs), times) for chairs, times in sorted(counts.items())]
                for counts in self.opponents
            ],
            splits=[
                [(by, part, *sums) for (by, part), sums in sorted(parts.items())]  # type: ignore[misc]
                for parts in self.splits
            ],
            encounters=[[*pair, rounds] for pair, rounds in sorted(self.encounters.items())],
        )


def _add(sums: Sums, value: int) -> None:
    sums[0] += 1
    sums[1] += value
    sums[2] += value * value


def _half(number: int, rounds: int) -> str:
    """Return in which half of an evening a round was; "" for the middle one."""
    if 2 * number == rounds + 1:
        return ""
    return "first" if 2 * number <= rounds else "second"


def _means(points: Iterable[tuple[Any, int]]) -> Mapping[Any, tuple[int, int]]:
    """Return the sum and the number of the points under each key."""
    sums: dict[Any, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for key, value in points:
        total, count = sums[key]
        sums[key] = total + value, count + 1
    return sums


class _Lead:
    """Who was ahead after each round, from the totals by side; more is better here."""

    def __init__(self, evening: PlayedEvening) -> None:
        self.chairs = evening.chairs
        sign = -1 if evening.low else 1
        self.courses = {
            chair.side: [None if now is None else sign * now for now in chair.course]
            for chair in evening.chairs
        }
        self.late = {chair.side for chair in evening.chairs if chair.joined}
        first = min((chair.rank for chair in evening.chairs), default=0)
        self.ranks = {chair.side: chair.rank for chair in evening.chairs}
        self.winners = [side for side, rank in self.ranks.items() if rank == first]
        self.others = [side for side, rank in self.ranks.items() if rank != first]
        self.totals = {chair.side: sign * chair.total for chair in evening.chairs}
        lengths = {len(course) for course in self.courses.values()}
        self.rounds = min(lengths, default=0) - 1
        self.is_known = bool(
            len(lengths) == 1
            and self.rounds > 0
            and not evening.as_on_card
            and self._is_by_totals()
        )

    def _is_by_totals(self) -> bool:
        """Whether places follow from totals."""
        sides = list(self.ranks)
        return all(
            (self.ranks[a] < self.ranks[b]) == (self.totals[a] > self.totals[b])
            and (self.ranks[a] == self.ranks[b]) == (self.totals[a] == self.totals[b])
            for a, b in combinations(sides, 2)
        )

    @property
    def has_one_winner(self) -> bool:
        return len(self.winners) == 1

    @property
    def is_late(self) -> bool:
        """Whether a winner joined late."""
        return bool(self.late.intersection(self.winners))

    @property
    def is_second_late(self) -> bool:
        """Whether somebody in second place joined late."""
        second = min((self.ranks[side] for side in self.others), default=0)
        return any(self.ranks[side] == second for side in self.late.intersection(self.others))

    def margin(self) -> int | None:
        """Return how far the first is ahead of the second side; 0 for several winners."""
        if not self.is_known or len(self.ranks) < 2:
            return None
        if not self.has_one_winner:
            return 0
        return self.totals[self.winners[0]] - max(self.totals[side] for side in self.others)

    def _now(self, side: int, after: int, *, there: int | None = None) -> int | None:
        """Return a side's total after so many rounds; None unless it was there before."""
        course = self.courses[side]
        return course[after] if course[after if there is None else there] is not None else None

    def _ahead(self, after: int, *, there: int | None = None) -> int | None:
        """Return what the last winner has above the best other side that was there after `there`
        rounds; None without one of them."""
        own = [self._now(side, after, there=there) for side in self.winners]
        others = [self._now(side, after, there=there) for side in self.others]
        rivals = [total for total in others if total is not None]
        mine = [total for total in own if total is not None]
        return min(mine) - max(rivals) if len(mine) == len(own) and rivals else None

    def turns(self) -> list[list[int]]:
        """Return the rounds that moved most what the last winner had above the best other side."""
        if not self.is_known:
            return []
        moves = []
        for number in range(1, self.rounds + 1):
            before = self._ahead(number - 1)
            after = self._ahead(number, there=number - 1)
            if before is not None and after is not None and before != after:
                moves.append([number, before, after])
        moves.sort(key=lambda row: (abs(row[2] - row[1]), row[0]), reverse=True)
        return sorted(moves[:TURNS])

    def gap(self, parts: int, least: int) -> int:
        """Return how far the winner was behind the best other side at most, after `least` of so
        many `parts` of the rounds or later."""
        if not self.is_known:
            return 0
        gaps = [
            -ahead
            for number in range(1, self.rounds + 1)
            if number * parts >= self.rounds * least
            for ahead in [self._ahead(number, there=number - 1)]
            if ahead is not None
        ]
        return max(0, *gaps) if gaps else 0

    def is_ahead_throughout(self) -> bool:
        """Whether the winner was ahead of everybody after each of two rounds or more."""
        if not self.is_known or self.rounds < 2:
            return False
        leads = [self._ahead(at, there=at - 1) for at in range(1, self.rounds + 1)]
        return all(lead is not None and lead > 0 for lead in leads)

    def changes(self) -> int:
        """Return how often, after a round, a side was ahead alone that was not the last to be."""
        last, count = None, 0
        for leader in self._leaders() if self.is_known else ():
            count += last is not None and leader != last
            last = leader
        return count

    def _leaders(self) -> Iterator[int]:
        for number in range(1, self.rounds + 1):
            here = {side: self._now(side, number, there=number - 1) for side in self.courses}
            totals = {side: total for side, total in here.items() if total is not None}
            best = max(totals.values(), default=0)
            first = [side for side, total in totals.items() if total == best]
            if len(first) == 1:
                yield first[0]

    def climbs(self) -> list[int]:
        """Return the most places that each chair made up since a third of the evening or later."""
        best = dict.fromkeys(self.ranks, 0)
        end = self._places(self.rounds) if self.is_known else {}
        for number in range(1, self.rounds if self.is_known else 0):
            if number * THIRD >= self.rounds:
                for side, place in self._places(number).items():
                    if side not in self.late:
                        best[side] = max(best[side], place - end[side])
        return [best[chair.side] for chair in self.chairs]

    def _places(self, after: int) -> dict[int, int]:
        """Return the places after a round, among those who were there before it."""
        totals = {side: self._now(side, after, there=after - 1) for side in self.courses}
        present = {side: total for side, total in totals.items() if total is not None}
        return {
            side: 1 + sum(other > total for other in present.values())
            for side, total in present.items()
        }
