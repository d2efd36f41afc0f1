"""Divisions: groups of entrants that play at the same time, as equal in size as possible, the
larger first.

Who belongs where is read from the seats as they were drawn: in the first round the tables of the
first division come first, and whoever sits out has the own division written down. Readings:

- Where it is not written down (in files of earlier versions), people who sit out in the first round
  stand in the order of their divisions.

- A substitute stays in their own division, wherever the chair is.
- By seeds, entrants are assigned back and forth (A B C, C B A, …), so that divisions are equally
  strong; otherwise by lot, with people who wish to be apart, or are in one team, in different ones.
- Late arrivals join the division that is smallest at that moment; a pair joins that of whichever
  partner has played, and somebody who takes the place opposite a bye that of the opponent.
- If divisions differ in size and everybody is to meet equally often, the smaller one finishes
  before the larger one, and watches.
- A division with only one entrant left is over.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulesets.movements.bracket import bracket_order, room_for
from rulesets.movements.schedule import SeatRequests
from rulesets.movements.seating import Past

TWO = 2
LOTS = 40  # drawn at most, so that the fewest wishes are broken

Entrant = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Divisions:
    """The division (from 0) of everybody who was ever there, and of the tables of each round."""

    count: int
    people: dict[int, int]
    tables: tuple[tuple[int, ...], ...]

    def past_of(self, division: int, past: Sequence[Past]) -> list[Past]:
        """The rounds that a division has played."""
        people = {who for who, number in self.people.items() if number == division}
        rounds = []
        for played, tables in zip(past, self.tables, strict=True):
            mine = [at for at, number in enumerate(tables) if number == division]
            if mine:
                rounds.append(played.part(mine, people))
        return rounds


def division_sizes(entrants: int, count: int) -> tuple[int, ...]:
    """How many entrants each division has."""
    each, more = divmod(entrants, count)
    return tuple(each + (number < more) for number in range(count))


def count_rounds(entrants: int) -> int:
    """How many rounds it takes for everybody to meet; with an odd number one entrant sits out each
    time."""
    return max(1, entrants - 1 + entrants % TWO)


def rounds_of(entrants: int, largest: int, rounds: int) -> int:
    """How many of the rounds of an evening a division of this many plays: all of them or, if
    everybody in the `largest` meets equally often, the same number of turns."""
    turns, more = divmod(rounds, count_rounds(largest))
    return rounds if more else turns * count_rounds(entrants)


def draw_divisions(
    entrants: Sequence[Entrant], count: int, requests: SeatRequests, rng: random.Random | None
) -> Divisions:
    """Assign entrants to divisions: by lot, or without one back and forth in the order given."""
    sizes = division_sizes(len(entrants), count)
    if rng is None:
        return Divisions(count, _to_and_fro(entrants, count), ())
    best: tuple[int, dict[int, int]] | None = None
    for _ in range(LOTS):
        lot = rng.sample(entrants, len(entrants))
        people: dict[int, int] = {}
        for number, size in enumerate(sizes):
            people |= {who: number for entrant in lot[:size] for who in entrant}
            del lot[:size]
        broken = _count_broken(people, requests)
        if best is None or broken < best[0]:
            best = broken, people
        if not broken:
            break
    assert best is not None  # noqa: S101 - there is at least one lot
    return Divisions(count, best[1], ())


def _to_and_fro(entrants: Sequence[Entrant], count: int) -> dict[int, int]:
    divisions: dict[int, int] = {}
    whole = len(entrants) - len(entrants) % count
    for at, entrant in enumerate(entrants):
        turn, place = divmod(at, count)
        back = turn % TWO and at < whole
        divisions |= dict.fromkeys(entrant, count - 1 - place if back else place)
    return divisions


def _count_broken(people: dict[int, int], requests: SeatRequests) -> int:
    together = sum(people[first] != people[second] for first, second in requests.together)
    return together + sum(people[first] == people[second] for first, second in requests.separate)


def read_divisions(
    past: Sequence[Past],
    entrants: Iterable[Entrant],
    count: int,
    partners: Sequence[Mapping[int, int]] = (),
) -> Divisions:
    """The division of everybody, from the rounds played.

    In: the rounds; the people present now, including late arrivals; the number of divisions; for
    pairs, everybody's partner in each round as it was drawn.
    """
    people: dict[int, int] = {}
    tables: list[tuple[int, ...]] = []
    for number, played in enumerate(past):
        draw = played.draw
        if number:
            people |= _read_known(draw, count)
            for table in draw.tables:  # who came late and was drawn to others belongs to them
                if divisions := {who: people[who] for who in table if who in people}:
                    people |= dict.fromkeys(
                        {*table} - {*divisions}, _read_table([*divisions], people)
                    )
            mates = partners[number] if partners else {}
            _join_opponents(people, draw, mates)
            _add(people, _entrants_of(draw, mates), count)
        else:
            people = _read_first(draw, count, partners[0] if partners else None)
        tables.append(tuple(_read_table(table, people) for table in draw.tables))
    _add(people, entrants, count)
    return Divisions(count, people, tuple(tables))


def _read_known(draw: Past, count: int) -> dict[int, int]:
    """The divisions that are written down of people who sit out a round; a number too high is of no
    division."""
    divisions = {who: draw.divisions.get(who, count) for who in draw.sitting_out}
    return {who: number for who, number in divisions.items() if 0 <= number < count}


def _read_first(
    first: Past, count: int, partners: Mapping[int, int] | None = None
) -> dict[int, int]:
    """The division of everybody in the first round; somebody waiting for a partner belongs to the
    last one. `partners`: of fixed pairs."""
    byes: list[tuple[int, ...]] = [(who,) for who in first.sitting_out]
    if partners is not None:
        mates = {who: partners.get(who, who) for who in first.sitting_out}
        pairs = dict.fromkeys(tuple(sorted(pair)) for pair in mates.items())
        byes = [(who, mate) for who, mate in pairs if who != mate and {who, mate} <= mates.keys()]
    late = [first.tables[at] for at in first.late]
    byes += [table[::2] for table in reversed(late)]  # the last bye was the first to be taken
    tables = [table for at, table in enumerate(first.tables) if at not in first.late]
    sizes = division_sizes(TWO * len(tables) + len(byes), count)
    people = dict.fromkeys(first.people, count - 1) | _read_known(first, count)
    of_tables = [number for number, size in enumerate(sizes) for _ in range(size // TWO)]
    for number, table in zip(of_tables, tables, strict=False):
        people |= dict.fromkeys(table, number)
    for number, entrant in _place_byes(first, byes, sizes):
        people |= dict.fromkeys(entrant, number)
    for table in late:
        people |= dict.fromkeys(table, people[table[0]])
    return people


def _place_byes(
    first: Past, byes: Sequence[Entrant], sizes: Sequence[int]
) -> Iterator[tuple[int, Entrant]]:
    """The division of each entrant with a bye in the first round: as it is written down, and of the
    others in their order, where an odd number plays."""
    odd = [number for number, size in enumerate(sizes) if size % TWO]
    rest = []
    for entrant in byes:
        number = first.divisions.get(entrant[0], len(sizes))
        if 0 <= number < len(sizes):
            yield number, entrant
            odd = [other for other in odd if other != number]
        else:
            rest.append(entrant)
    yield from zip(odd, rest, strict=False)


def _entrants_of(draw: Past, partners: Mapping[int, int]) -> list[Entrant]:
    """The entrants of a round: pairs, then single people, in the order of entry."""
    here = sorted(draw.people)
    mates = {who: partners.get(who, who) for who in here}
    pairs = [(who, mate) for who, mate in mates.items() if who < mate and mate in mates]
    paired = {who for pair in pairs for who in pair}
    return [*pairs, *((who,) for who in here if who not in paired)]


def _read_table(table: Sequence[int], people: Mapping[int, int]) -> int:
    """The division of most people at a table."""
    votes = Counter(people[who] for who in table)
    return min(votes, key=lambda number: (-votes[number], number), default=0)


def _join_opponents(people: dict[int, int], draw: Past, partners: Mapping[int, int]) -> None:
    """Add a pair from two divisions to that of the pair it was drawn against. People who watch, as
    their division has played already, are not counted among those of a round, so the size of
    divisions does not say which one it joined."""
    for table in draw.tables:
        for person in table:
            pair = (person, partners.get(person, person))
            others = {people[who] for who in table if who in people and who not in pair}
            if len({people.get(who) for who in pair}) > 1 and len(others) == 1:
                people |= dict.fromkeys(pair, *others)


def _add(people: dict[int, int], entrants: Iterable[Entrant], count: int) -> None:
    """Add the entrants that belong nowhere yet; a pair from two divisions joins the smaller one."""
    entrant_list = [*entrants]
    sizes: Counter[int] = Counter()
    for entrant in entrant_list:
        mine = {people[who] for who in entrant if who in people}
        if mine:
            to = min(mine, key=lambda number: (sizes[number], number))
            people |= dict.fromkeys(entrant, to)
            sizes[to] += 1
    for entrant in entrant_list:
        if entrant and entrant[0] not in people:
            to = min(range(count), key=lambda number: (sizes[number], number))
            people |= dict.fromkeys(entrant, to)
            sizes[to] += 1


def part_divisions(
    ranked: Sequence[Sequence[tuple[Entrant, int]]], entrants: int
) -> list[list[Entrant]]:
    """Entrants, each with its division, in the order in which they are seeded. Within each of the
    given groups, entrants change places if they would meet somebody of their own division early in
    a bracket of this size. The first group stays as it is."""
    size = room_for(entrants)
    place = {seed: at for at, seed in enumerate(bracket_order(size), 1)}
    seeded: list[tuple[Entrant, int]] = []
    groups: list[list[Entrant]] = []
    for number, group in enumerate(ranked):
        mine = [*group]
        if number and len(seeded) + len(mine) <= size:
            mine = _exchange(mine, seeded, place)
        seeded += mine
        groups.append([entrant for entrant, _ in mine])
    return groups


def _exchange(
    group: list[tuple[Entrant, int]],
    before: Sequence[tuple[Entrant, int]],
    place: dict[int, int],
) -> list[tuple[Entrant, int]]:
    """Swap two while that keeps people of one division apart for longer."""

    def cost(order: Sequence[tuple[Entrant, int]]) -> float:
        total = 0.0
        for at, (_, division) in enumerate(order):
            mine = place[len(before) + at + 1] - 1
            for seed, (_, other) in enumerate(before, 1):
                if other == division:  # the earlier they would meet, the dearer
                    total += 4.0 ** -((mine ^ (place[seed] - 1)).bit_length())
        return total

    least, better = cost(group), True
    while better:
        better = False
        for later in range(len(group)):
            for earlier in range(later):
                tried = [*group]
                tried[later], tried[earlier] = tried[earlier], tried[later]
                if (price := cost(tried)) < least - 1e-12:
                    group, least, better = tried, price, True
    return group
