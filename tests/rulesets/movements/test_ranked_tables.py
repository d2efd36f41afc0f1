"""Swiss at tables of three and more: the cheapest tables, byes, wishes, chairs that are kept."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.movements.ranked_tables import cut_tables
from rulesets.movements.schedule import table_sizes
from rulesets.movements.seating import Guest, Seating, as_past
from tests.rulesets.movements.movement_requests import SwissMovement
from tests.rulesets.movements.pair_evenings import assert_all_placed, crowd

Two = tuple[int, int]
FOURS = SwissMovement(lambda people: table_sizes(people, 4, 3, 5))
ONLY_FOURS = SwissMovement(lambda people: (4,) * (people // 4))


def all_ways(people: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """280 of nine at tables of three."""
    if not people:
        yield []
        return
    first, *others = people
    for size in {*sizes}:
        left = [*sizes]
        left.remove(size)
        for mates in combinations(others, size - 1):
            rest = [other for other in others if other not in mates]
            for tables in all_ways(rest, left):
                yield [(first, *mates), *tables]


def cost_of(tables: list[tuple[int, ...]], met: Counter[Two], count: int) -> int:
    spans = sum((max(table) - min(table)) ** 2 for table in tables)
    times = sum(met[two] for table in tables for two in combinations(sorted(table), 2))
    return spans + count**3 * times


def made_up(sizes: tuple[int, ...], rounds: int, chance: random.Random) -> Counter[Two]:
    """How often people have met in rounds by lot."""
    met: Counter[Two] = Counter()
    for _ in range(rounds):
        people = [*range(sum(sizes))]
        chance.shuffle(people)
        for size in sizes:
            met.update(combinations(sorted(people.pop() for _ in range(size)), 2))
    return met


SMALL = ((3, 3), (4, 3), (4, 4), (3, 3, 2), (5, 4), (3, 3, 3), (3, 2, 2), (9,))


@pytest.mark.parametrize("sizes", SMALL)
def test_no_tables_cost_less(sizes: tuple[int, ...]) -> None:
    count = sum(sizes)
    for seed in range(12):
        chance = random.Random(seed)
        met = made_up(sizes, chance.randrange(8), chance)
        tables = [tuple(table) for table in cut_tables(sizes, met, chance)]
        assert [len(table) for table in tables] == list(sizes)
        least = min(cost_of(way, met, count) for way in all_ways([*range(count)], [*sizes]))
        assert cost_of(tables, met, count) == least


@pytest.mark.parametrize(
    ("sizes", "rounds", "most", "again"),
    [((4,) * 6, 5, 2, 1), ((4,) * 10, 8, 2, 0), ((5,) * 3 + (4,) * 10, 6, 1, 0)],
)
def test_in_a_room_no_exchange_makes_it_better(
    sizes: tuple[int, ...], rounds: int, most: int, again: int
) -> None:
    """Of one for one; and of two for two, where somebody has to meet again."""
    met, count = made_up(sizes, rounds, random.Random(2)), sum(sizes)
    tables = [tuple(table) for table in cut_tables(sizes, met, random.Random(2))]
    assert sorted(who for table in tables for who in table) == [*range(count)]
    assert cost_of(tables, met, count) // count**3 == again
    for one, other in combinations(tables, 2):
        now = cost_of([one, other], met, count)
        for many in range(1, most + 1):
            for mine in combinations(one, many):
                for yours in combinations(other, many):
                    swapped = [({*one} - {*mine}) | {*yours}, ({*other} - {*yours}) | {*mine}]
                    assert cost_of([tuple(table) for table in swapped], met, count) >= now


# --- evenings -------------------------------------------------------------------------------------


def play(
    movement: SwissMovement, guests: list[Guest], rounds: int, seed: int = 1, **questions: object
) -> list[Seating]:
    """Rounds in which whoever has the higher number brings more."""
    seatings: list[Seating] = []
    points: Counter[int] = Counter()
    for number in range(rounds):
        order = sorted((guest.id for guest in guests), key=lambda who: -points[who])
        past = [as_past(seating) for seating in seatings]
        rng = random.Random(f"{seed} {number}")
        seating = movement.next_seats(
            guests, past, (), rng=rng, order=[[who] for who in order], **questions
        )
        assert_all_placed(seating, guests)
        for table in seating.tables:
            for place, who in enumerate(sorted(table)):
                points[who] += place
        seatings.append(seating)
    return seatings


@settings(max_examples=12, deadline=None)
@given(people=st.integers(3, 40), rounds=st.integers(1, 6), seed=st.integers(0, 9))
def test_everybody_once_a_round_and_sit_outs_even(people: int, rounds: int, seed: int) -> None:
    for movement in (FOURS, ONLY_FOURS):
        seatings = play(movement, crowd(*range(people)), rounds, seed)
        outs = Counter(out.id for seating in seatings for out in seating.sitting_out)
        times = [outs[who] for who in range(people)]
        if seatings[0].tables:
            assert max(times) - min(times) <= 1
        sizes = [[len(table) for table in seating.tables] for seating in seatings]
        assert all(size == sizes[0] for size in sizes)


def test_who_keeps_a_chair_is_come_to() -> None:
    guests = [Guest(who, "", keeps_chair=who in (5, 11)) for who in range(16)]
    home: dict[int, Two] = {}
    for seating in play(FOURS, guests, 5):
        for at, table in enumerate(seating.tables):
            for chair, who in enumerate(table):
                if who == 5:
                    assert home.setdefault(who, (at, chair)) == (at, chair)
