"""Knockout at tables of three or more: the best of each table go on, until one table is left.

Nothing is stored: who goes on is read from the seats of the rounds and the results of the tables.

Readings:

- The best `advance` of each table go on, and of all others the next best by `beaten` (100 × the
  number behind plus half of those level, divided by the others at the table), as many as fill the
  tables of the next round; people who are level are in the order of tables and chairs, which came
  from the lot.
- People without a seat go on, in addition to those who would go on anyway.
- If people have left, the next best take their places.
- Whoever sits at the tables of those who went on has gone on: seats that are shown stay when a
  result is corrected.
- All places: the others play on at tables among themselves, grouped by how far they came, together
  with late arrivals. Third: those who only just missed the last table have a table beside it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulesets.engine.text import Phrase
from rulesets.movements.bracket import Level, Places
from rulesets.movements.first_draw import not_apart, not_together, too_few
from rulesets.movements.keepers import keep_chairs
from rulesets.movements.knockout import came_late, out_since
from rulesets.movements.movement import Needs, SeatingRequest
from rulesets.movements.schedule import SeatRequests
from rulesets.movements.seating import Guest, Note, Past, Seating, SitOut
from rulesets.movements.sit_outs import ask_nobody, fewest_words
from rulesets.movements.team_mates import count_together, name_mates

LOTS = 40  # drawn at most, so that the fewest meet who wish not to


@dataclass(frozen=True)
class HeatsMovement:
    """The seats of a knockout at tables of about `size`; `sizes` gives the sizes of the tables for
    some number of people, the larger first."""

    sizes: Callable[[int], tuple[int, ...]]
    size: int
    advance: int
    places: Places = "none"

    def needs(self, number: int) -> Needs:
        return Needs(results=True)

    def balance(self, guests: Iterable[Guest]) -> tuple[int, ...]:
        """Nobody changes: roles do not matter."""
        return ask_nobody(guests)

    def go_on(self, tables: Sequence[int], waiting: int) -> int:
        """How many play the next round, after one at tables of these sizes with this many people
        waiting; 0 after the last."""
        if len(tables) < 2 and not waiting:
            return 0
        first = sum(min(self.advance, size) for size in tables) + waiting
        most = len(tables) if waiting else len(tables) - 1
        next_tables = min(most, -(-first // self.size)) or 1
        return sum(self.sizes(min(sum(tables) + waiting, next_tables * self.size)))

    def count_rounds(self, people: int) -> int:
        """How many rounds it takes until one table is left."""
        rounds = 0
        while people:
            rounds += 1
            tables = self.sizes(people)
            people = self.go_on(tables, people - sum(tables))
        return rounds

    def read(self, past: Sequence[Past], results: Sequence[Sequence[Level]]) -> Heats:
        """How far everybody has come."""
        return Heats(self, past, results)

    def next_seats(self, request: SeatingRequest) -> Seating:
        """Seat the round; if the first one follows a ranking (`request.ranked`), the best sit at
        different tables, and those without a seat are among the best."""
        guests, past, rng, ranked = request.guests, request.past, request.rng, request.ranked
        here = request.people
        heats = self.read(past, request.results)
        main = heats.following(here) if past else here
        beside = self._beside(heats, here, main, rng, last=len(past) + 1 >= request.sets)
        requests = request.all_requests
        sizes = self.sizes(len(main))
        if ranked and not past:
            main.sort(key={who: at for at, who in enumerate(ranked)}.__getitem__)
            main_tables = _deal_out(main[len(main) - sum(sizes) :], sizes, rng)
        else:
            main_tables = _draw(main, sizes, heats.last, requests, rng)
        tables = [*main_tables, *_cut(beside, self.sizes(len(beside)))]
        if not tables:
            return too_few({guest.id: guest.role for guest in guests})
        seated = {who for table in tables for who in table}
        outs = tuple(who for who in here if who not in seated)
        (seats,), notes = keep_chairs([Past(tuple(tables), outs, {})], guests, past)
        playing = {*main, *beside}
        reasons = tuple(heats.reason(who, playing=who in playing) for who in outs)
        roles = {guest.id: guest.role for guest in guests}
        return Seating(seats.tables, reasons, roles, (*notes, *_broken(requests, seats)))

    def _beside(
        self,
        heats: Heats,
        here: Sequence[int],
        main: Sequence[int],
        rng: random.Random,
        *,
        last: bool,
    ) -> list[int]:
        """The people who play on without being in it any more, those who came furthest first."""
        if not heats.rounds or self.places == "none":
            return []
        gone_on = {*main}
        rest = [who for who in here if who not in gone_on]
        if self.places == "third":
            near = [who for who in heats.missed if who in rest]
            count = len(self.sizes(len(main)))
            return near[: self.size] if last and count == 1 else []
        rng.shuffle(rest)
        over = len(rest) - sum(self.sizes(len(rest)))
        spare = sorted(rest, key=lambda who: heats.sat_out[who])[:over]
        rest.sort(key=lambda who: -heats.reached.get(who, 0))
        return [who for who in rest if who not in spare]


class Heats:
    """A knockout at tables as far as it has been played.

    - `reached`: the round that somebody reached, counted from 1; `rounds`: how many were played;
    - `ahead`: who goes on, the surest first; `missed`: who did not, the best first;
    - `last`: the table at which everybody sat last; `over`: one table was left, and has played.
    """

    def __init__(
        self,
        movement: HeatsMovement,
        past: Sequence[Past],
        results: Sequence[Sequence[Level]],
    ) -> None:
        self.movement = movement
        self.rounds = len(past)
        self.reached: dict[int, int] = {}
        self.ahead: list[int] = []
        self.missed: list[int] = []
        self.last: dict[int, int] = {}
        self.sat_out: Counter[int] = Counter()
        self.over = self.going = False
        self._next_count = 0
        for number, played in enumerate(past):
            self._play(played, results[number], number)

    def _play(self, played: Past, results: Sequence[Level], number: int) -> None:
        """Read a round: who was in it, and who goes on."""
        tables, waiting = self._main(played, number)
        seated = [who for table in tables for who in played.tables[table]]
        for who in self.ahead:
            self.reached[who] = number
        for who in (*seated, *waiting):
            self.reached[who] = number + 1
        for table, people in enumerate(played.tables):
            self.last.update(dict.fromkeys(people, table))
        self.sat_out.update(played.sitting_out)
        levels = [results[table] if table < len(results) else () for table in tables]
        self.going = not all(levels)
        if self.going:
            self.ahead, self.missed = [], []
            return
        self._next_count = self.movement.go_on(
            [len(played.tables[table]) for table in tables], len(waiting)
        )
        self.over = not self._next_count
        ranked = rank_tables(levels, seated, self.movement.advance)
        ranked = [*waiting, *ranked]
        self.ahead, self.missed = ranked[: self._next_count], ranked[self._next_count :]
        for who in self.ahead:
            self.reached[who] = number + 2

    def _main(self, played: Past, number: int) -> tuple[list[int], list[int]]:
        """The tables of those who are still in it, and which of them have no seat, in the order of
        entry."""
        every, out = range(len(played.tables)), sorted(played.sitting_out)
        if not number:
            return [*every], out
        ahead = set(self.ahead)
        shared = {table: len(ahead.intersection(played.tables[table])) for table in every}
        count = len(self.movement.sizes(self._next_count))
        main = sorted(every, key=lambda table: (-shared[table], table))[: max(1, count)]
        return sorted(main), [who for who in out if who in ahead]

    def following(self, here: Sequence[int]) -> list[int]:
        """Return the people here who play the next round: those who go on, and the next best for
        those who have left."""
        there = set(here)
        people = [who for who in (*self.ahead, *self.missed) if who in there]
        return people[: self._next_count]

    def reason(self, who: int, *, playing: bool) -> SitOut:
        """Why somebody does not play the next round."""
        if not self.rounds or (playing and who in self.ahead):
            return SitOut(who, "bye", Phrase("No seat at these tables: goes straight through."))
        if self.movement.places == "all":
            count = self.sat_out[who]
            words = Phrase(fewest_words(count), {"count": count})
            return SitOut(who, "fewest", words)
        if who not in self.reached:
            return came_late(who)
        return out_since(who, self.reached[who])


def rank_tables(levels: Sequence[Level], people: Sequence[int], advance: int) -> list[int]:
    """Everybody at some tables: first the best of each, a given number of them, then the others by
    how many they have beaten; people who are level stay in the order of `people`."""
    place = {who: number for number, who in enumerate(people)}
    beaten: dict[int, float] = {}
    first: list[int] = []
    for level in levels:
        size = sum(map(len, level))
        ahead = 0
        for group in level:
            behind = size - ahead - len(group)
            share = behind + (len(group) - 1) / 2
            beaten.update(dict.fromkeys(group, share / max(1, size - 1)))
            ahead += len(group)
        first += sorted(
            (who for group in level for who in group), key=lambda who: (-beaten[who], place[who])
        )[:advance]
    rest = [who for who in people if who not in first and who in beaten]

    def order(who: int) -> tuple[float, int]:
        return -beaten[who], place[who]

    return [*sorted(first, key=order), *sorted(rest, key=order)]


def _draw(
    people: Sequence[int],
    sizes: Sequence[int],
    last: Mapping[int, int],
    requests: SeatRequests,
    rng: random.Random,
) -> list[tuple[int, ...]]:
    """People at tables by lot, with people from one table at different ones."""
    best: list[tuple[int, ...]] = []
    fewest = -1
    for _ in range(LOTS if requests else 1):
        order = rng.sample(people, len(people))
        order.sort(key=lambda who: last.get(who, 0))
        tables = _deal_out(order[: sum(sizes)], sizes, rng)
        broken = count_together(requests.separate, tables)
        broken += sum(len({*pair} & {*table}) == 1 for pair in requests.together
                      for table in tables)  # fmt: skip
        if fewest < 0 or broken < fewest:
            best, fewest = tables, broken
        if not broken:
            break
    return best


def _deal_out(
    people: Sequence[int], sizes: Sequence[int], rng: random.Random
) -> list[tuple[int, ...]]:
    """People dealt out to the tables in turn."""
    dealt: list[list[int]] = [[] for _ in sizes]
    turn = 0
    for who in people:
        while len(dealt[turn % len(sizes)]) >= sizes[turn % len(sizes)]:
            turn += 1
        dealt[turn % len(sizes)].append(who)
        turn += 1
    for table in dealt:
        rng.shuffle(table)
    return [tuple(table) for table in dealt]


def _cut(people: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """People at tables in their order."""
    tables, start = [], 0
    for size in sizes:
        tables.append(tuple(people[start : start + size]))
        start += size
    return tables


def _broken(requests: SeatRequests, seats: Past) -> list[Note]:
    """A note for each two at one table who wish to be apart, or at two who wish to be together, and
    one for all team-mates together."""
    close = [not_apart(*pair) for pair in requests.apart if count_together([pair], seats.tables)]
    seated = {who for table in seats.tables for who in table}
    parted = [
        not_together(*pair)
        for pair in requests.together
        if seated.issuperset(pair) and not count_together([pair], seats.tables)
    ]
    return [*close, *parted, *name_mates(requests.mates, [seats])]
