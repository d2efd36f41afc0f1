"""Schedules: seats of all rounds, fixed before the first.

- individual: tables of four, a new partner in every round;
- mixed: the same, and partners have different roles;
- meetings: tables of any size, and nobody meets again until it cannot be avoided. The sizes differ
  by at most one, the larger tables first.

If there is a stored schedule for the numbers, that is taken; otherwise the best stored start is
improved by exchanges (`exchanges.py`). People left over sit out as evenly as possible. Wishes
(apart; at one table; partners) apply in every round; a note names those that cannot be granted.

Rounds already played are taken into account, so the rest of an evening can be redrawn.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.movements import quality
from rulesets.movements.exchanges import (
    PARTNERS_WEIGH,
    Counts,
    MeetingsRoom,
    Progress,
    Room,
    Round,
    SidesRoom,
    improve,
)
from rulesets.movements.quality import Quality, measure_seats
from rulesets.movements.seating import Note, Past
from rulesets.movements.stored_schedules import Kind, Shape, Start, Tables, starts
from rulesets.movements.team_mates import name_mates, pair_mates

if TYPE_CHECKING:
    from collections.abc import Iterable

STEPS = 200_000
FEW_STEPS = 1_000  # of a search that only compares
SPLITS = 1024  # of a room that are remembered
MOST_PEOPLE = 400
MOST_ROUNDS = 60
FOUR = 4
FAR = 50  # meetings that are counted for who wants to be apart, and against who wants together

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SeatRequests:
    """Pairs of people with wishes: to be apart, at one table, or partners; and team-mates, who
    are kept apart as well. Pairs with somebody who is absent do not matter."""

    apart: tuple[Pair, ...] = ()
    together: tuple[Pair, ...] = ()
    partners: tuple[Pair, ...] = ()
    mates: tuple[Pair, ...] = ()

    @classmethod
    def of(
        cls,
        apart: Iterable[Pair] = (),
        together: Iterable[Pair] = (),
        partners: Iterable[Pair] = (),
        teams: Mapping[int, str] | None = None,
    ) -> SeatRequests:
        """Wishes, with team-mates from the teams of people."""
        own, close, pairs = (*apart,), (*together,), (*partners,)
        return cls(own, close, pairs, pair_mates(teams or {}, (*own, *close, *pairs)))

    def __bool__(self) -> bool:
        return bool(self.separate or self.together or self.partners)

    @property
    def separate(self) -> tuple[Pair, ...]:
        """The pairs to seat apart, by wish or as team-mates."""
        return (*self.apart, *self.mates)

    def among(self, people: Iterable[int]) -> SeatRequests:
        """The wishes that concern only these people."""
        here = set(people)

        def both(pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
            return tuple(pair for pair in pairs if here.issuperset(pair) and pair[0] != pair[1])

        wishes = self.apart, self.together, self.partners, self.mates
        return SeatRequests(*map(both, wishes))


@dataclass(frozen=True, slots=True)
class Schedule:
    """The planned rounds, their source, and notes for the host."""

    kind: Kind
    rounds: tuple[Past, ...]
    source: Phrase = NOTHING
    notes: tuple[Note, ...] = ()

    def quality(self, past: Sequence[Past] = ()) -> Quality:
        """How good the seats are, together with the earlier rounds."""
        sides = self.kind != "meetings"
        return measure_seats([*past, *self.rounds], sides=sides, source=self.source)


@dataclass(frozen=True, slots=True)
class EveningPlan:
    """The input of a schedule.

    `people` are in the order of entry, `roles` are those of mixed ones, and `sizes` those of the
    tables of a round (empty: fours). `past` are the rounds played, and `sat_out` the sit-outs that
    count (by default those of `past`).
    """

    kind: Kind
    people: tuple[int, ...]
    rounds: int
    roles: Mapping[int, str] = field(default_factory=dict)
    sizes: Shape = ()
    requests: SeatRequests = SeatRequests()
    past: tuple[Past, ...] = ()
    sat_out: Mapping[int, int] | None = None


@lru_cache(SPLITS)
def table_sizes(people: int, size: int = FOUR, least: int = 2, most: int = 8) -> Shape:
    """The sizes of the tables: as near to `size` as `least` and `most` allow, differing by at most
    one, the larger first, for as many people as fill tables."""
    ways = []
    for tables in range(1, people // least + 1):
        playing = min(people, tables * most)
        each, larger = divmod(playing, tables)
        smaller = tables - larger
        far, further = abs(each - size), abs(each + 1 - size)
        farthest = max(far if smaller else 0, further if larger else 0)
        ways.append((people - playing, farthest, smaller * far + larger * further, tables))
    if not ways:
        return ()
    out, _farthest, _total, tables = min(ways)
    return _shape_of(people - out, tables)


@lru_cache(SPLITS)
def split_tables(people: int, size: int, least: int, most: int, rounds: int) -> Shape:
    """The sizes of the tables as `table_sizes` has them; where one table more or less is as near to
    `size`, those at which fewer people meet again in this many rounds, as far as a short search
    tells."""
    usual = table_sizes(people, size, least, most)
    playing = sum(usual)
    ways = {_shape_of(playing, tables) for tables in (playing // size, -(-playing // size))}
    near = _farthest(usual, size)
    ways = {shape for shape in ways if shape and least <= shape[-1] and shape[0] <= most}
    ways = {shape for shape in ways if _farthest(shape, size) == near}
    if len(ways) < 2 or not 1 < rounds <= MOST_ROUNDS or playing > MOST_PEOPLE:
        return usual

    def weigh(shape: Shape) -> tuple[int, int, int]:
        repeats = _repeats_at(shape, playing, rounds)
        return repeats, sum(abs(table_size - size) for table_size in shape), len(shape)

    return min(ways, key=weigh)


def _shape_of(people: int, tables: int) -> Shape:
    """This many tables that differ by at most one person, the larger first; none for 0 tables."""
    each, more = divmod(people, tables) if tables else (0, 0)
    return (each + 1,) * more + (each,) * (tables - more)


def _farthest(shape: Shape, size: int) -> int:
    return max((abs(table_size - size) for table_size in shape), default=0)


def _repeats_at(shape: Shape, people: int, rounds: int) -> int:
    """How many meetings are repeated at tables of these sizes, after a short search."""
    plan = EveningPlan("meetings", tuple(range(people)), rounds, sizes=shape)
    return make_schedule(plan, seed=0, steps=FEW_STEPS).quality().measures[quality.MEETINGS].repeats


def make_schedule(
    evening: EveningPlan, *, seed: int, steps: int = STEPS, progress: Progress | None = None
) -> Schedule:
    """Seat all rounds.

    In: the plan; the seed of every draw; how many exchanges to try; a progress callback. Equal
    input gives equal seats, in any process.
    Raises ValueError for more than 400 people or 60 rounds.
    """
    if len(evening.people) > MOST_PEOPLE or evening.rounds > MOST_ROUNDS:
        raise ValueError(f"a schedule has {MOST_PEOPLE} people and {MOST_ROUNDS} rounds at most")
    rng = random.Random(seed)  # noqa: S311 - a draw of seats, not a secret
    return _Maker(evening, seed, rng).make(steps, progress)


def needs_search(evening: EveningPlan, *, seed: int) -> bool:
    """Whether `make_schedule` has to search, and may take seconds, because no stored schedule is as
    good as can be."""
    rng = random.Random(seed)  # noqa: S311 - as there
    return _Maker(evening, seed, rng).needs_search()


class _Maker:
    """One call of `make_schedule`. People are numbered from 0, those of the first role first."""

    def __init__(self, evening: EveningPlan, seed: int, rng: random.Random) -> None:
        self.evening, self.seed, self.rng = evening, seed, rng
        self.kind = evening.kind
        self.requests = evening.requests.among(evening.people)
        self.people = self._order()
        self.number = {person: number for number, person in enumerate(self.people)}
        first = self._role(self.people[0]) if self.people else ""
        self.kin = [int(self._role(person) != first) for person in self.people]
        self.shape = self._shape()

    def _role(self, person: int) -> str:
        return self.evening.roles.get(person, "") if self.kind == "mixed" else ""

    def _order(self) -> list[int]:
        """Everybody in a drawn order; people who are to sit at one table are next to each other, so
        that they sit out together if possible."""
        people = list(self.evening.people)
        self.rng.shuffle(people)
        place = {person: place for place, person in enumerate(people)}
        group = {person: [person] for person in people}
        for first, second in (*self.requests.together, *self.requests.partners):
            if group[first] is not group[second]:
                group[first].extend(group[second])
                for person in group[second]:
                    group[person] = group[first]
        lead = {person: min(place[other] for other in group[person]) for person in people}
        roles = sorted({self._role(person) for person in people})
        people.sort(
            key=lambda person: (roles.index(self._role(person)), lead[person], place[person])
        )
        return people

    def _shape(self) -> Shape:
        if self.kind == "meetings" and self.evening.sizes:
            return self.evening.sizes
        tables = len(self.people) // FOUR
        if self.kind == "mixed":
            second = sum(self.kin)
            tables = min(second, len(self.kin) - second) // 2
        return (FOUR,) * tables

    def make(self, steps: int, progress: Progress | None) -> Schedule:
        """Take a stored schedule or search for better seats, and note ungranted wishes."""
        if not self.shape or not self.evening.rounds:
            return Schedule(self.kind, tuple(self._rounds([()] * self.evening.rounds)))
        start = self._start()
        planned = self._rounds(start.rounds)
        source = start.source
        if not self._is_good(start):
            rounds, looks = self._search(start.rounds, steps, progress)
            if looks:
                planned = self._rounds(rounds)
                source = say(
                    "search with seed {seed}, {steps} exchanges, starting from {start}",
                    seed=self.seed,
                    steps=looks,
                    start=source,
                )
        planned = self._in_turn(planned)
        notes = name_broken(self.requests, planned, sides=self.kind != "meetings")
        return Schedule(self.kind, tuple(planned), source, tuple(notes))

    def needs_search(self) -> bool:
        """Whether there are seats to be improved."""
        return bool(self.shape and self.evening.rounds) and not self._is_good(self._start())

    def _is_good(self, start: Start) -> bool:
        """Whether seats can stay as they are stored."""
        if self.requests:
            return False
        return start.whole or self._judge(self._rounds(start.rounds)).is_best

    def _in_turn(self, planned: Sequence[Past]) -> list[Past]:
        """The rounds in an order in which sit-outs come in turn, so that they are as even as
        possible if the evening ends early; the meetings do not depend on the order."""
        counts, latest = self._sit_outs()
        left, ordered = list(planned), []
        for turn in range(len(planned)):

            def weigh(played: Past, turn: int = turn) -> tuple[int, int]:
                out = [self.number[person] for person in played.sitting_out]
                in_a_row = sum(latest[number] == turn - 1 for number in out)
                return sum(counts[number] for number in out), in_a_row

            following = min(left, key=weigh)
            left.remove(following)
            ordered.append(following)
            for person in following.sitting_out:
                counts[self.number[person]] += 1
                latest[self.number[person]] = turn
        return ordered

    def _judge(self, planned: Sequence[Past]) -> Quality:
        sides = self.kind != "meetings"
        return measure_seats([*self.evening.past, *planned], sides=sides)

    def _rounds(self, rounds: Iterable[Tables]) -> list[Past]:
        """Rounds of numbers as rounds of people."""
        planned = []
        for tables in rounds:
            seated = {number for table in tables for number in table}
            out = [person for number, person in enumerate(self.people) if number not in seated]
            planned.append(
                Past(
                    tuple(tuple(self.people[number] for number in table) for table in tables),
                    tuple(out),
                    {person: self._role(person) for person in self.people},
                )
            )
        return planned

    # --- where to begin -----------------------------------------------------------------------

    def _start(self) -> Start:
        """The best stored seats, or else random ones."""
        best: tuple[int, Start] | None = None
        if not self.evening.past and self._is_as_stored():
            args = (self.kind, len(self.people), self.shape, self.evening.rounds, self.rng)
            for start in starts(*args):
                judged = self._judge(self._rounds(start.rounds))
                if judged.is_best or start.whole:
                    return start
                gap = sum(measure.gap for measure in judged.measures.values())
                if judged.even and (best is None or gap < best[0]):
                    best = gap, start
        return best[1] if best else Start(tuple(self._any_rounds()), say("a random draw"))

    def _is_as_stored(self) -> bool:
        """Whether sit-outs start level and, for mixed ones, the roles are equal in number."""
        counts = set((self.evening.sat_out or {}).values())
        alike = self.kind != "mixed" or 2 * sum(self.kin) == len(self.kin)
        return alike and len(counts) <= 1

    def _any_rounds(self) -> list[Tables]:
        """Random rounds; those sit out who have done so least, and longest ago."""
        counts, latest = self._sit_outs()
        groups: list[list[int]] = [[], []]
        for number, kin in enumerate(self.kin):
            groups[kin].append(number)
        playing = sum(self.shape)
        seats = (playing // 2, playing // 2) if self.kind == "mixed" else (playing, 0)
        rounds = []
        for turn in range(self.evening.rounds):
            sides = []
            for group, places in zip(groups, seats, strict=True):
                ready = sorted(group, key=lambda number: (counts[number], latest[number], number))
                over = len(group) - places
                for number in ready[:over]:
                    counts[number] += 1
                    latest[number] = turn
                here = ready[over:]
                self.rng.shuffle(here)
                sides.append(here)
            rounds.append(self._tables(sides))
        return rounds

    def _sit_outs(self) -> tuple[list[int], list[int]]:
        """How often everybody has sat out, and when last."""
        counts, latest = [0] * len(self.people), [-MOST_ROUNDS] * len(self.people)
        for back, played in enumerate(reversed(self.evening.past), 1):
            for person in played.sitting_out:
                if person in self.number:
                    number = self.number[person]
                    counts[number] += 1
                    latest[number] = max(latest[number], -back)
        for person, count in (self.evening.sat_out or {}).items():
            if person in self.number:
                counts[self.number[person]] = count
        return counts, latest

    def _tables(self, sides: Sequence[list[int]]) -> Tables:
        first, second = sides
        tables: list[tuple[int, ...]] = []
        for size in self.shape:
            if self.kind == "mixed":
                tables.append((first.pop(), first.pop(), second.pop(), second.pop()))
            else:
                tables.append(tuple(first.pop() for _ in range(size)))
        return tuple(tables)

    # --- the search ---------------------------------------------------------------------------

    def _search(
        self, begin: Sequence[Tables], steps: int, progress: Progress | None
    ) -> tuple[list[Tables], int]:
        """Exchange down to the bound; then, with the rest of the budget, until nobody meets twice,
        if that is possible. Out: the rounds, and the exchanges tried."""
        rounds: list[Round] = [[person for table in tables for person in table] for tables in begin]
        in_pairs = bool(self.requests.together or self.requests.partners)
        room: Room
        if self.kind == "meetings":
            room = MeetingsRoom(rounds, self.kin, self.shape, self._offsets(quality.MEETINGS))
        else:
            partners, opponents = (
                self._offsets(way) for way in (quality.PARTNERS, quality.OPPONENTS)
            )
            room = SidesRoom(rounds, self.kin, partners, opponents)

        def exchange(room: Room, rounds: list[Round], target: int, left: int) -> tuple[int, int]:
            args = (room, rounds, target)
            return improve(*args, steps=left, rng=self.rng, progress=progress, in_pairs=in_pairs)

        target = self._target(room.cost(), begin)
        _, looks = exchange(room, rounds, target, steps)
        if self.kind != "meetings" and not self.requests and looks < steps and self._may_part():
            parted = [list(seats) for seats in rounds]
            counts = self._offsets(quality.MEETINGS)
            wide = MeetingsRoom(parted, self.kin, self.shape, counts)
            least, more = exchange(wide, parted, 0, steps - looks)
            if not least:
                rounds = parted
            looks += more
        return [self._cut(seats) for seats in rounds], looks

    def _cut(self, seats: Round) -> Tables:
        places = iter(seats)
        return tuple(tuple(next(places) for _ in range(size)) for size in self.shape)

    def _may_part(self) -> bool:
        """Whether it is possible, as far as can be told, that nobody meets twice."""
        planned = [Past(tuple((0,) * size for size in self.shape))] * self.evening.rounds
        rounds = len(self.evening.past) + self.evening.rounds
        most = rounds * (max(self.shape) - 1) < len(self.people)
        return most and not quality.least_by_crowding(planned, len(self.people))

    def _offsets(self, way: str) -> Counts:
        """The counts before the first planned round: rounds played, and wishes."""
        counts = [[0] * len(self.people) for _ in self.people]
        for played in self.evening.past:
            for table in played.tables:
                _count_table(counts, [self.number.get(person) for person in table], way)
        requests = [(self.requests.separate, FAR), (self.requests.together, -FAR)]
        if way == quality.PARTNERS:
            requests.append((self.requests.partners, -2 * FAR))
        elif way == quality.MEETINGS:
            requests.append((self.requests.partners, -FAR))
        for pairs, far in requests:
            for person, other in pairs:
                first, second = self.number[person], self.number[other]
                counts[first][second] += far
                counts[second][first] += far
        return counts

    def _target(self, cost: int, begin: Sequence[Tables]) -> int:
        """The repeats below which nothing can be better: the lower bound; with wishes, the cost if
        they are all granted and nobody else meets twice."""
        if self.requests:
            return self._ideal()
        judged = self._judge(self._rounds(begin))
        gap = {name: measure.gap for name, measure in judged.measures.items()}
        if self.kind == "meetings":
            return cost - gap[quality.MEETINGS]
        partners = gap.pop(quality.PARTNERS)
        del gap[quality.MEETINGS]
        return cost - PARTNERS_WEIGH * partners - sum(gap.values())

    def _ideal(self) -> int:
        """The cost if all wishes are granted in all rounds, and nobody else meets twice."""
        rounds = self.evening.rounds
        weights = {quality.PARTNERS: PARTNERS_WEIGH, quality.OPPONENTS: 1}
        if self.kind == "meetings":
            weights = {quality.MEETINGS: 1}
        total = 0
        for way, weight in weights.items():
            for number, row in enumerate(self._offsets(way)):
                for count in row[:number]:
                    times = count + rounds if count <= -FAR else count
                    total += weight * (times * (times - 1) // 2)
        return total


# --- what could not be granted --------------------------------------------------------------------


def name_broken(requests: SeatRequests, planned: Sequence[Past], *, sides: bool) -> list[Note]:
    """A note for each wish that is not granted in all planned rounds, with the reason. If nobody
    has a partner, partners are people at one table."""
    notes = [note for pair in requests.apart for note in _apart(pair, planned)]
    for pair in requests.together:
        notes += _together(pair, planned, partners=False)
    for pair in requests.partners:
        notes += _together(pair, planned, partners=sides)
    return [*notes, *name_mates(requests.mates, planned)]


def _count_table(counts: Counts, table: Sequence[int | None], way: str) -> None:
    """Count one table that was played; people who have left are None."""
    for place, person in enumerate(table):
        for other, other_person in enumerate(table):
            across = abs(place - other) == 2
            counted = way == quality.MEETINGS or across == (way == quality.PARTNERS)
            if person is not None and other_person is not None and place != other and counted:
                counts[person][other_person] += 1


def _apart(pair: Pair, planned: Sequence[Past]) -> list[Note]:
    """A note if two who are to be apart share a table."""
    times = sum({*pair} <= {*table} for played in planned for table in played.tables)
    if not times:
        return []
    template = (
        "{person} and {other} share a table in {count} of {rounds} rounds: not every wish "
        "could be met."
    )
    if max(len(played.tables) for played in planned) == 1:
        template = (
            "{person} and {other} share a table in {count} of {rounds} rounds: there is only "
            "one table."
        )
    return [_note("apart.not_kept", template, pair, times, planned)]


def _together(pair: Pair, planned: Sequence[Past], *, partners: bool) -> list[Note]:
    """Notes if two are not at one table, or not partners, and why: one of them sits out, or it was
    not possible."""
    waiting = parted = 0
    for played in planned:
        out = sum(person in played.sitting_out for person in pair)
        table = next((people for people in played.tables if {*pair} <= {*people}), ())
        if out == 1:
            waiting += 1
        elif not out and not (table and _is_granted(pair, table, partners=partners)):
            parted += 1
    code = "partners.not_kept" if partners else "together.not_kept"
    notes = []
    if waiting:
        template = (
            "{person} and {other} are apart in {count} of {rounds} rounds: one of them sits out."
        )
        notes.append(_note(code, template, pair, waiting, planned))
    if parted:
        template = (
            "{person} and {other} could not be seated together in {count} of {rounds} rounds."
        )
        if partners:
            template = "{person} and {other} could not be partners in {count} of {rounds} rounds."
        notes.append(_note(code, template, pair, parted, planned))
    return notes


def _is_granted(pair: Pair, table: Sequence[int], *, partners: bool) -> bool:
    return not partners or abs(table.index(pair[0]) - table.index(pair[1])) == 2


def _note(code: str, template: str, pair: Pair, count: int, planned: Sequence[Past]) -> Note:
    params = {"person": pair[0], "other": pair[1], "count": count, "rounds": len(planned)}
    return Note(code, Phrase(template, params))
