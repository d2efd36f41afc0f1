"""Seats improved by exchanges: two people of a round swap places, again and again.

Simulated annealing: an exchange that leads to fewer repeated meetings is made, and one that leads
to more only now and then, less and less often. The budget is a number of exchanges tried, not a
time, and every draw comes from the generator handed in, so one seed leads to the same seats
everywhere. Measured (pure Python, one slow core): 52 people × 8 rounds at fours without anybody
meeting twice after some 5,000 exchanges in 0.3 s, 40 × 9 after 80,000 in 2 s, 200,000 in 2 to 3 s.

A round is a list of people (numbers from 0), table after table. Wishes and past meetings are
counted from the start: as a large number for people who want to be apart, a large negative one for
people who want to be together.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import exp
from typing import Protocol

Round = list[int]
Counts = list[list[int]]
Progress = Callable[[int, int], None]
"""Told now and then: how many exchanges have been looked at, of how many."""

WARM, COLD = 0.3, 0.15  # repeats that are put up with, at the start and at the end
STAGES = 64
REPORTED = 2_000  # exchanges between two words of progress
DEAREST = 8  # repeats too many for anybody to put up with
ATTEMPTS = 24  # for somebody who meets somebody again
IN_PAIRS = 0.3  # of the exchanges, where people are to stay together
PARTNERS_WEIGH = 2  # times as much as opponents


class Room(Protocol):
    """The effect of an exchange on the seats of some rounds, by the measure that counts."""

    kin: Sequence[int]

    def cost(self) -> int:
        """The present number of repeats."""

    def is_crowded(self, seats: Round, place: int) -> bool:
        """Whether the person in a place meets somebody there more often than usual."""

    def change(self, seats: Round, place: int, other: int) -> int:
        """By how much swapping two places changes the repeats."""

    def exchange(self, seats: Round, place: int, other: int) -> None:
        """Swap two places."""

    def beside(self, place: int) -> int:
        """The place of somebody with whom the person in a place may want to stay."""


class SidesRoom:
    """Tables of four, with partners opposite each other: places 0 and 2, 1 and 3."""

    def __init__(
        self, rounds: Sequence[Round], kin: Sequence[int], partners: Counts, opponents: Counts
    ) -> None:
        self.kin = kin
        self.partners = [list(row) for row in partners]
        self.opponents = [list(row) for row in opponents]
        for seats in rounds:
            for place, person in enumerate(seats):
                self.partners[person][seats[place ^ 2]] += 1
                self.opponents[person][seats[place ^ 1]] += 1
                self.opponents[person][seats[place ^ 3]] += 1
        plays = sum(map(len, rounds)) // len(kin)
        others = max(1, len(kin) - 1)
        self.usual = max(1, plays // others)
        self.usual_against = max(1, 2 * plays // others)

    def cost(self) -> int:
        """The weighted repeats of partners and of opponents."""
        return PARTNERS_WEIGH * count_repeats(self.partners) + count_repeats(self.opponents)

    def is_crowded(self, seats: Round, place: int) -> bool:
        """Whether a person has a partner or an opponent more often than usual."""
        person = seats[place]
        if self.partners[person][seats[place ^ 2]] > self.usual:
            return True
        against = self.opponents[person]
        most = self.usual_against
        return against[seats[place ^ 1]] > most or against[seats[place ^ 3]] > most

    def beside(self, place: int) -> int:
        """The partner's place."""
        return place ^ 2

    def change(self, seats: Round, place: int, other: int) -> int:
        """By how much the repeats change; swapping partners changes nothing."""
        first, second = seats[place], seats[other]
        with_one, with_two = self.partners[first], self.partners[second]
        against_one, against_two = self.opponents[first], self.opponents[second]
        mine, yours = seats[place ^ 2], seats[other ^ 2]
        if place >> 2 == other >> 2:
            if place ^ other == 2:
                return 0
            partners = 2 - with_one[mine] - with_two[yours] + with_one[yours] + with_two[mine]
            opponents = (
                2 - against_one[yours] - against_two[mine] + against_one[mine] + against_two[yours]
            )
            return PARTNERS_WEIGH * partners + opponents
        left, right = seats[place ^ 1], seats[place ^ 3]
        near, far = seats[other ^ 1], seats[other ^ 3]
        partners = 2 - with_one[mine] - with_two[yours] + with_one[yours] + with_two[mine]
        leaving = against_one[left] + against_one[right] + against_two[near] + against_two[far]
        coming = against_one[near] + against_one[far] + against_two[left] + against_two[right]
        return PARTNERS_WEIGH * partners + 4 - leaving + coming

    def exchange(self, seats: Round, place: int, other: int) -> None:
        """Swap two places and update the counts."""
        tables = {place & ~3, other & ~3}
        for table in tables:
            self._count(seats, table, -1)
        seats[place], seats[other] = seats[other], seats[place]
        for table in tables:
            self._count(seats, table, 1)

    def _count(self, seats: Round, table: int, sign: int) -> None:
        north, east, south, west = seats[table : table + 4]
        partners, opponents = self.partners, self.opponents
        for person, other in ((north, south), (east, west)):
            partners[person][other] += sign
            partners[other][person] += sign
        for person in (north, south):
            for other in (east, west):
                opponents[person][other] += sign
                opponents[other][person] += sign


class MeetingsRoom:
    """Tables of any sizes, the same in every round; only who sits at one table counts."""

    def __init__(
        self, rounds: Sequence[Round], kin: Sequence[int], sizes: Sequence[int], earlier: Counts
    ) -> None:
        self.kin = kin
        self.met = [list(row) for row in earlier]
        self.span: list[tuple[int, int]] = []
        for size in sizes:
            start = len(self.span)
            self.span += [(start, start + size)] * size
        for seats in rounds:
            for place, person in enumerate(seats):
                start, end = self.span[place]
                for other in seats[start:end]:
                    if other != person:
                        self.met[person][other] += 1
        total = sum(end - start - 1 for start, end in self.span) * len(rounds)
        self.usual = max(1, total // max(1, len(kin) * (len(kin) - 1)))

    def cost(self) -> int:
        return count_repeats(self.met)

    def is_crowded(self, seats: Round, place: int) -> bool:
        """Whether a person meets somebody at the table more often than usual."""
        start, end = self.span[place]
        person = seats[place]
        row, most = self.met[person], self.usual
        return any(row[other] > most for other in seats[start:end] if other != person)

    def beside(self, place: int) -> int:
        """The next place at the table."""
        start, end = self.span[place]
        return start if place + 1 == end else place + 1

    def change(self, seats: Round, place: int, other: int) -> int:
        """By how much the repeats change; swapping people at one table changes nothing."""
        start, end = self.span[place]
        first, last = self.span[other]
        if start == first:
            return 0
        first_person, second_person = seats[place], seats[other]
        met_one, met_two = self.met[first_person], self.met[second_person]
        change = end - start + last - first - 2
        for person in seats[start:end]:
            if person != first_person:
                change += met_two[person] - met_one[person]
        for person in seats[first:last]:
            if person != second_person:
                change += met_one[person] - met_two[person]
        return change

    def exchange(self, seats: Round, place: int, other: int) -> None:
        """Swap two places and update the counts."""
        self._count(seats, place, -1)
        self._count(seats, other, -1)
        seats[place], seats[other] = seats[other], seats[place]
        self._count(seats, place, 1)
        self._count(seats, other, 1)

    def _count(self, seats: Round, place: int, sign: int) -> None:
        start, end = self.span[place]
        person = seats[place]
        for other in seats[start:end]:
            if other != person:
                self.met[person][other] += sign
                self.met[other][person] += sign


def count_repeats(counts: Counts) -> int:
    return sum(
        times * (times - 1) // 2 for number, row in enumerate(counts) for times in row[:number]
    )


def improve(
    room: Room,
    rounds: list[Round],
    target: int,
    *,
    steps: int,
    rng: random.Random,
    progress: Progress | None = None,
    in_pairs: bool = False,
) -> tuple[int, int]:
    """Exchange people until the repeats come down to `target` or the budget is used up.

    In: what counts; the rounds, which are left at the best state found; the budget; the source of
    the draws; a progress callback; whether to swap two for two now and then, so that people who are
    to stay together can move. Out: the repeats left, and how many exchanges were tried.
    """
    search = _Search(room, rounds, rng, in_pairs=in_pairs)
    for step in range(steps):
        if search.cost <= target:
            return search.finish(), step
        if step * STAGES % steps < STAGES:
            search.cool(step / steps)
        if progress is not None and step % REPORTED == 0:
            progress(step, steps)
        search.look()
    return search.finish(), steps


class _Search:
    """The state of a search."""

    def __init__(
        self, room: Room, rounds: list[Round], rng: random.Random, *, in_pairs: bool
    ) -> None:
        self.room, self.rounds = room, rounds
        self.chance = rng.random
        self.in_pairs = in_pairs
        self.cost = self.least = room.cost()
        self.best = [list(seats) for seats in rounds]
        self.odds: list[float] = []

    def cool(self, part: float) -> None:
        """Tolerate less: the odds of an exchange by the number of repeats it adds. They are
        rounded, so that the last digit of a processor's exponential function decides nothing."""
        warmth = WARM * (COLD / WARM) ** part
        self.odds = [round(exp(-more / warmth), 9) for more in range(DEAREST)]

    def look(self) -> None:
        """Try one exchange, and make it or not."""
        chance, room, width = self.chance, self.room, len(self.rounds[0])
        for _ in range(ATTEMPTS):
            seats = self.rounds[int(chance() * len(self.rounds))]
            place = int(chance() * width)
            if room.is_crowded(seats, place):
                break
        other = int(chance() * width)
        if room.kin[seats[place]] != room.kin[seats[other]]:
            return
        if self.in_pairs and chance() < IN_PAIRS:
            self._look_at_two(seats, place, other)
            return
        change = room.change(seats, place, other)
        if change <= 0 or (change < DEAREST and chance() < self.odds[change]):
            room.exchange(seats, place, other)
            self._count(change)

    def _look_at_two(self, seats: Round, place: int, other: int) -> None:
        """Try swapping two people who sit together with two others."""
        room = self.room
        places = (room.beside(place), room.beside(other))
        same_kin = room.kin[seats[places[0]]] == room.kin[seats[places[1]]]
        if not same_kin or {place, places[0]} & {other, places[1]}:
            return
        change = room.change(seats, place, other)
        room.exchange(seats, place, other)
        change += room.change(seats, *places)
        if change <= 0 or (change < DEAREST and self.chance() < self.odds[change]):
            room.exchange(seats, *places)
            self._count(change)
        else:
            room.exchange(seats, place, other)

    def _count(self, change: int) -> None:
        self.cost += change
        if self.cost < self.least:
            self.least = self.cost
            self.best = [list(seats) for seats in self.rounds]

    def finish(self) -> int:
        """Leave the rounds at the best state."""
        self.rounds[:] = self.best
        return self.least
