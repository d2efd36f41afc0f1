"""Equals against equals: the cheapest pairing, byes, and nobody twice as long as that can be."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import pairwise

import pytest

from rulesets.movements import matching
from rulesets.movements.entrants import EntrantsRoom
from rulesets.movements.matching import MatcherMissing, match
from rulesets.movements.schedule import SeatRequests
from rulesets.movements.seating import Past, as_past
from rulesets.movements.swiss import seat_entrants
from tests.rulesets.movements.movement_requests import SwissMovement
from tests.rulesets.movements.pair_evenings import PairEvening, crowd, meetings

SWISS = SwissMovement()
TWOS = SwissMovement(lambda people: (2,) * (people // 2))


def all_matchings(people: list[int]) -> Iterator[list[tuple[int, int]]]:
    """945 of ten."""
    if not people:
        yield []
    for at in range(1, len(people)):
        rest = people[1:at] + people[at + 1 :]
        for others in all_matchings(rest):
            yield [(people[0], people[at]), *others]


def cost_of(found: list[tuple[int, int]], times: dict[tuple[int, int], int], count: int) -> int:
    return sum((two - one) ** 2 + count**3 * times.get((one, two), 0) for one, two in found)


@pytest.mark.parametrize("number", [2, 4, 6, 8, 10])
@pytest.mark.parametrize("movement", [SWISS, TWOS])
def test_no_pairing_costs_less(movement: SwissMovement, number: int) -> None:
    alone = movement is TWOS
    people = crowd(*range(number if alone else 2 * number))
    for seed in range(6):
        chance = random.Random(seed)
        evening = PairEvening(movement, seed)
        for _ in range(chance.randrange(1, number)):
            evening.play(people)
        room = EntrantsRoom(people, evening.past, SeatRequests(), alone=alone)
        ranked = list(room.entrants)
        chance.shuffle(ranked)
        found = seat_entrants(room, ranked, (2,) * (number // 2), chance)
        places = [tuple(sorted(map(ranked.index, meeting))) for meeting in found]
        met = meetings(evening.past)
        times = {
            (one, two): met[frozenset((frozenset(ranked[one]), frozenset(ranked[two])))]
            for two in range(number)
            for one in range(two)
        }
        least = min(cost_of(way, times, number) for way in all_matchings([*range(number)]))
        assert cost_of([(one, two) for one, two in places], times, number) == least


@pytest.mark.parametrize("movement", [SWISS, TWOS])
def test_seeds_of_the_upper_half_meet_those_of_the_lower(movement: SwissMovement) -> None:
    alone = movement is TWOS
    seating = movement.next_seats(
        crowd(*range(9 if alone else 18)), (), (), rng=random.Random(3), seeds=True
    )
    number = {who: who if alone else who // 2 for who in range(18)}
    met = [{number[who] for who in table} for table in seating.tables]
    assert met == [{0, 4}, {1, 5}, {2, 6}, {3, 7}]
    assert {number[out.id] for out in seating.sitting_out} == {8}
    later = [as_past(seating)]
    drawn = {
        movement.next_seats(crowd(*range(9)), later, (), rng=random.Random(seed), seeds=True).tables
        for seed in range(4)
    }
    assert len(drawn) == 4  # seeds settle nothing more


def test_who_is_level_is_seated_in_the_order_that_was_given() -> None:
    past = [Past(((0, 2, 1, 3), (4, 6, 5, 7)))]
    for order in ([[0, 1, 4, 5, 2, 3, 6, 7]], [[0, 1, 6, 7, 2, 3, 4, 5]]):
        best = {*order[0][:4]}
        for seed in range(9):
            rng = random.Random(seed)
            seating = SWISS.next_seats(crowd(*range(8)), past, (), rng=rng, order=order)
            assert best in [{*table} for table in seating.tables]


# --- the matching itself --------------------------------------------------------------------------
def test_of_very_many_only_neighbours_are_joined() -> None:
    asked: set[int] = set()

    def cost(one: int, two: int) -> int:
        asked.add(two - one)
        return (two - one) ** 2

    found = match(260, cost, random.Random(1), near=True)
    assert found == [(number, number + 1) for number in range(0, 260, 2)]
    assert max(asked) == matching.NEXT[0]
    found = match(
        260, lambda value, two: cost(value, two) + 50 * (value % 2), random.Random(1), near=True
    )
    assert found == [(number, number + 1) for number in range(0, 260, 2)]
    match(
        260,
        lambda value, two: cost(value, two) + 10 * (two - value == 1),
        random.Random(1),
        near=True,
    )
    assert max(asked) == matching.NEAR  # so much that somebody farther off might cost less


@pytest.mark.parametrize("count", [30, 60])
def test_a_look_at_those_near_finds_what_costs_least_of_all(count: int) -> None:
    for seed in range(4):
        chance = random.Random(seed)
        met = {(number, two): count**3 for two in range(count) for number in range(two)
               if chance.random() < (0.5 if two - number < 14 else 0.1)}  # fmt: skip

        def cost(one: int, two: int, met: dict[tuple[int, int], int] = met) -> int:
            return (two - one) ** 2 + met.get((one, two), 0)

        wide = match(count, cost, random.Random(seed))
        close = match(count, cost, random.Random(seed), near=True)
        assert sum(cost(*two) for two in close) == sum(cost(*two) for two in wide)


@pytest.mark.parametrize("far", [5, 30, 150])
def test_who_asks_for_somebody_leaves_the_others_to_their_neighbours(far: int) -> None:
    """Two who want to meet are joined, and nobody else is looked for far off."""
    asked: set[int] = set()

    def cost(one: int, two: int) -> int:
        asked.add(two - one)
        return (two - one) ** 2 - 10**9 * ((one, two) == (3, 3 + far))

    found = match(160, cost, random.Random(1), near=True, joined=[(3, 3 + far)])
    assert (3, 3 + far) in found
    assert asked == {*range(1, matching.NEXT[0] + 1), far}


def test_a_lot_falls_between_pairings_that_cost_the_same() -> None:
    matches = {tuple(match(4, lambda _one, _two: 1, random.Random(seed))) for seed in range(30)}
    assert len(matches) == 3
    assert all({who for pair in one for who in pair} == {0, 1, 2, 3} for one in matches)
    for one, two in pairwise(range(3)):
        again = [match(6, lambda _one, _two: 0, random.Random(seed)) for seed in (one, one, two)]
        assert again[0] == again[1]


def test_what_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rustworkx", None)
    with pytest.raises(MatcherMissing, match="pip install rustworkx"):
        match(2, lambda _one, _two: 0, random.Random(1))
