"""Tables of people who are close in rank, and have not met if possible.

The order is cut into tables. Then two people of different tables swap places, or one takes the
empty chair of a smaller table, always the best exchange first, as long as the cost falls: the sum
of the squares of each table's span (the places between its first and its last), and for each
repeated meeting more than all spans together. If no exchange of one for one helps, two for two are
tried, in rooms of up to forty; if a meeting is still repeated, it starts again a few times from a
slightly shuffled order. For up to twelve people all ways are tried.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from rulesets.movements.stored_schedules import Shape

Two = tuple[int, int]
Exchange = tuple[int, tuple[int, ...], tuple[int, ...]]
"""What it adds to the cost, and the chairs of two tables whose people change places."""

EMPTY = -1  # a chair
FEW = 12  # people, of whom all ways are looked at
SOME = 40  # people, of whom two are exchanged for two
TRIES = 8  # other beginnings
NEAR = 12  # places, among which an exchange is looked for first


def cut_tables(sizes: Shape, weigh: Mapping[Two, int], rng: random.Random) -> list[list[int]]:
    """Seat 0, 1 … at tables of these sizes, which differ by at most one.

    In: the sizes; how often two have met, the lower one first, if they have (below 0 if they want
    to meet); the source of other starting points. Out: the tables, the larger first, then the best
    first.
    """
    room = _RankedTables(sizes, weigh)
    if len(sizes) > 1:
        room.improve()
        if room.count <= FEW:
            room.try_all()
        elif room.count <= SOME:
            room.begin_again(rng)
    tables = [sorted(place for place in table if place != EMPTY) for table in room.tables]
    return sorted(tables, key=lambda table: (-len(table), table))


class _RankedTables:
    """The tables as they stand, with an empty chair at each of the smaller ones."""

    def __init__(self, sizes: Shape, weigh: Mapping[Two, int]) -> None:
        self.sizes, self.count = sizes, sum(sizes)
        self.again = self.count**3
        self.met: list[dict[int, int]] = [{} for _ in range(self.count)]
        for (place, other), times in weigh.items():
            self.met[place][other] = self.met[other][place] = times * self.again
        self.requests = [
            [other for other, times in meetings.items() if times < 0] for meetings in self.met
        ]
        self.tables = self.cut(range(self.count))
        self.best: dict[Two, Exchange] = {}  # by two tables that can become cheaper
        self.changes = [0] * len(sizes)  # of each table
        self.fruitless: dict[tuple[Two, int], Two] = {}  # tables without exchanges, as they were
        self.times: list[Counter[int]] = []  # the cost of everybody's past meetings, by table

    def cut(self, order: Iterable[int]) -> list[list[int]]:
        """People in an order, table after table."""
        places, width = iter(order), max(self.sizes)
        return [
            [*(next(places) for _ in range(size)), *([EMPTY] * (width - size))]
            for size in self.sizes
        ]

    def cost(self, table: Sequence[int]) -> int:
        seated = [place for place in table if place != EMPTY]
        total = (max(seated) - min(seated)) ** 2
        for number, person in enumerate(seated):
            meetings = self.met[person]
            for other in seated[:number]:
                if other in meetings:
                    total += meetings[other]
        return total

    # --- exchanges ------------------------------------------------------------------------------

    def improve(self) -> None:
        """Make the best exchange, again and again, as long as one helps."""
        self.best, self.fruitless = {}, {}
        self.times = [Counter() for _ in range(self.count)]
        for number, table in enumerate(self.tables):
            for place in table:
                self._count(place, number, 1)
        self._look_at(range(len(self.tables)))
        while self.best or self._look_farther():
            tables, (_, mine, yours) = min(self.best.items(), key=_gain)
            self._exchange(tables, mine, yours)
            self._look_at(tables)

    def _exchange(self, tables: Two, mine: Sequence[int], yours: Sequence[int]) -> None:
        """Let people in chairs of two tables change places."""
        first, second = tables
        for chair, other in zip(mine, yours, strict=True):
            for place, before, after in (
                (self.tables[first][chair], first, second),
                (self.tables[second][other], second, first),
            ):
                self._count(place, before, -1)
                self._count(place, after, 1)
        self.tables[first], self.tables[second] = _exchanged(
            self.tables[first], self.tables[second], mine, yours
        )
        for number in tables:
            self.changes[number] += 1

    def _count(self, place: int, table: int, sign: int) -> None:
        """Note what somebody's past meetings cost the others where that person sits at a table."""
        for other, times in self.met[place].items() if place != EMPTY else ():
            self.times[other][table] += sign * times

    def _look_at(self, changed: Sequence[int]) -> None:
        """Find the best exchanges of one for one between these tables and nearby ones."""
        self.best = {
            pair: exchange for pair, exchange in self.best.items() if not {*pair} & {*changed}
        }
        table_of = {who: number for number, table in enumerate(self.tables) for who in table}
        for number in changed:
            calm = self._is_calm(self.tables[number])
            for neighbour in self._neighbours(number, table_of):
                if not (calm and self._is_calm(self.tables[neighbour])):
                    self._keep_best(
                        (number, neighbour) if number < neighbour else (neighbour, number), 1
                    )

    def _look_farther(self) -> bool:
        """Find the best exchanges of one for one between all tables and those with a repeated
        meeting or a missing person; failing that, of two for two. Out: whether there is one."""
        tables = range(len(self.tables))
        for number in tables:
            if self._is_crowded(self.tables[number]):
                for other in tables:
                    if number != other:
                        self._keep_best((number, other) if number < other else (other, number), 1)
        if not self.best and self.count <= SOME:
            for pair in combinations(tables, 2):
                self._keep_best(pair, 2)
        return bool(self.best)

    def _keep_best(self, pair: Two, many: int) -> None:
        """Remember the best exchange between two tables, if there is one; of tables without one,
        how they were, because nothing else matters."""
        self.best.pop(pair, None)
        first, second = pair
        as_they_are = self.changes[first], self.changes[second]
        if self.fruitless.get((pair, many)) == as_they_are:
            return
        ways = (
            self._singles(pair)
            if many == 1
            else self._doubles(self.tables[first], self.tables[second])
        )
        best = min(ways, default=None)
        if best is not None and best[0] < 0:
            self.best[pair] = best
        else:
            self.fruitless[pair, many] = as_they_are

    def _singles(self, pair: Two) -> Iterator[Exchange]:
        """All exchanges of one for one between two tables that can make them cheaper."""
        left_table, right_table = (self.tables[number] for number in pair)
        mates = [[self._times(who, at) for who in self.tables[at]] for at in pair]
        # Where all at one table rank before all at the other, spans never fall: only who meets
        # somebody again can gain by going.
        parted = self._are_parted(left_table, right_table)
        if parted and not (any(mates[0]) or any(mates[1])):
            return
        # What a chair's leaving its table and coming to the other one adds, but for who comes.
        goes = [
            self._times(who, pair[1]) - times_here
            for who, times_here in zip(left_table, mates[0], strict=True)
        ]
        comes = [
            self._times(who, pair[0]) - times_here
            for who, times_here in zip(right_table, mates[1], strict=True)
        ]
        here, there = (
            [who for who in table if who != EMPTY] for table in (left_table, right_table)
        )
        span = (max(here) - min(here)) ** 2 + (max(there) - min(there)) ** 2
        left = [_ends([who for who in here if who != leaves]) for leaves in left_table]
        right = [_ends([who for who in there if who != leaves]) for leaves in right_table]
        both_empty = EMPTY in left_table and EMPTY in right_table
        for mine, first in enumerate(left_table):
            meetings = self.met[first] if first != EMPTY else {}
            for yours, second in enumerate(right_table):
                if first == EMPTY or second == EMPTY:
                    if first == second or both_empty:
                        continue
                    times = goes[mine] + comes[yours]
                else:
                    times = goes[mine] + comes[yours] - 2 * meetings.get(second, 0)
                if times > span or (parted and times >= 0):
                    continue
                change = _span(left[mine], second) + _span(right[yours], first) - span + times
                yield change, (mine,), (yours,)

    def _are_parted(self, table: Sequence[int], other_table: Sequence[int]) -> bool:
        """Whether everybody at one table ranks before everybody at another, with both full and no
        wishes."""
        if (
            not (max(table) < min(other_table) or max(other_table) < min(table))
            or EMPTY in table
            or EMPTY in other_table
        ):
            return False
        return not any(self.requests[place] for place in (*table, *other_table))

    def _times(self, place: int, table: int) -> int:
        """The cost of somebody's past meetings with the people at a table."""
        return self.times[place][table] if place != EMPTY else 0

    def _doubles(self, table: list[int], other_table: list[int]) -> Iterator[Exchange]:
        """All exchanges of two for two between two tables."""
        before = self.cost(table) + self.cost(other_table)
        pairs = [*combinations(range(len(table)), 2)]
        for mine, yours in product(pairs, pairs):
            first, second = _exchanged(table, other_table, mine, yours)
            if first.count(EMPTY) <= 1 and second.count(EMPTY) <= 1:
                yield self.cost(first) + self.cost(second) - before, mine, yours

    def _is_crowded(self, table: Sequence[int]) -> bool:
        """Whether a meeting is repeated at a table, or somebody at it is wanted at another."""
        seated = [place for place in table if place != EMPTY]
        is_wished = any(other not in seated for place in seated for other in self.requests[place])
        return is_wished or self.cost(seated) >= self.again

    def _is_calm(self, table: Sequence[int]) -> bool:
        """Whether no other seats of a table could be better."""
        span = len(table) - table.count(EMPTY) - 1
        return self.cost(table) <= span**2 and not self._is_crowded(table)

    def _neighbours(self, number: int, table_of: Mapping[int, int]) -> set[int]:
        """The tables of people who are close in rank to somebody at a table, or wanted there."""
        neighbours: set[int] = set()
        for place in self.tables[number]:
            if place != EMPTY:
                near = range(max(0, place - NEAR), min(self.count, place + NEAR + 1))
                neighbours.update(table_of[other] for other in (*near, *self.requests[place]))
        return neighbours - {number}

    def begin_again(self, rng: random.Random) -> None:
        """Look for cheaper seats from other starting points, as long as a meeting is repeated."""
        for _ in range(TRIES):
            if not any(map(self._is_crowded, self.tables)):
                return
            before = self.tables
            far = 2 * max(self.sizes)
            order = sorted(range(self.count), key=lambda place: place + far * rng.random())
            self.tables = self.cut(order)
            self.improve()
            self.tables = min(before, self.tables, key=lambda seats: sum(map(self.cost, seats)))

    # --- all ways -------------------------------------------------------------------------------

    def try_all(self) -> None:
        """Take the cheapest of all seats, if they cost less than the present ones."""
        self.least = sum(map(self.cost, self.tables))
        wishes = (
            sum(times for meetings in self.met for times in meetings.values() if times < 0) // 2
        )
        self._try([*range(self.count)], [*self.sizes], [], wishes)

    def _try(
        self, people: Sequence[int], sizes: Sequence[int], tables: list[list[int]], so_far: int
    ) -> None:
        """Seat the remaining people in all ways that might cost less; `so_far`: the cost of the
        full tables, as if all wishes were granted."""
        if not people:
            total = sum(map(self.cost, tables))
            if total < self.least:
                self.least, self.tables = total, [*tables]
            return
        first, *others = people
        for size in sorted({*sizes}):
            left = [*sizes]
            left.remove(size)
            rest = so_far + sum((other - 1) ** 2 for other in left)
            for mates in combinations(others, size - 1):
                table = [first, *mates]
                mine = max(0, self.cost(table))
                if mine + rest < self.least:
                    still = [person for person in others if person not in mates]
                    self._try(still, left, [*tables, table], so_far + mine)


def _ends(people: Sequence[int]) -> Two:
    """The first and the last place of the people at a table."""
    return min(people), max(people)


def _span(ends: Two, more: int) -> int:
    """Return the cost of a table for the places between its first and its last, with one more
    person."""
    first, last = ends
    if more != EMPTY:
        first, last = min(first, more), max(last, more)
    return (last - first) ** 2


def _exchanged(
    table: Sequence[int], other_table: Sequence[int], mine: Sequence[int], yours: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Two tables after an exchange."""
    first, second = [*table], [*other_table]
    for chair, other in zip(mine, yours, strict=True):
        first[chair], second[other] = other_table[other], table[chair]
    return first, second


def _gain(candidate: tuple[Two, Exchange]) -> tuple[int, Two]:
    """How good an exchange is; of equally good ones, the one at the first tables."""
    tables, (change, *_chairs) = candidate
    return change, tables
