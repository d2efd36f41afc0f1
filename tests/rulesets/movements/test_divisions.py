"""Divisions: who is in which, and each against each within them."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.movements.divisions import (
    Divisions,
    count_rounds,
    division_sizes,
    draw_divisions,
    part_divisions,
    read_divisions,
    rounds_of,
)
from rulesets.movements.fixed_pairs import read_partners
from rulesets.movements.schedule import SeatRequests
from rulesets.movements.seating import Past
from tests.rulesets.movements.movement_requests import PairsMovement
from tests.rulesets.movements.pair_evenings import PairEvening, crowd
from tests.sampling import examples


def divided(evening: PairEvening, people: list[int], count: int) -> Divisions:
    partners: tuple[Any, ...] = ()
    if not evening.movement.alone:
        partners = read_partners(evening.past, people, SeatRequests()).in_rounds
    return read_divisions(evening.past, [(who,) for who in people], count, partners)


def opponents(rounds: list[Past], *, alone: bool) -> Counter[frozenset[int]]:
    met: Counter[frozenset[int]] = Counter()
    for played in rounds:
        for table in played.tables:
            sides = [table[:1], table[1:]] if alone else [table[::2], table[1::2]]
            met.update(frozenset((side, two)) for side in sides[0] for two in sides[1])
    return met


@settings(max_examples=examples(60), deadline=None)
@given(
    entrants=st.integers(4, 40), count=st.integers(2, 6), alone=st.booleans(), seeds=st.booleans()
)
def test_each_meets_each_of_the_own_division_once(
    entrants: int, count: int, alone: bool, seeds: bool
) -> None:
    count = min(count, entrants // 2)
    sizes = division_sizes(entrants, count)
    assert sum(sizes) == entrants
    assert max(sizes) - min(sizes) <= 1
    people = [*range(entrants * (1 if alone else 2))]
    sets = count_rounds(sizes[0])
    movement = PairsMovement(alone=alone)
    evening = PairEvening(movement, 7, sets=sets, divisions=count, seeds=seeds)
    rng = random.Random(7)
    planned = movement.rounds_left(
        crowd(*people), (), rng=rng, sets=sets, divisions=count, seeds=seeds
    )
    first: dict[int, int] = {}
    for number in range(sets):
        evening.play(crowd(*people))
        assert evening.past[-1].tables == planned.rounds[number].tables
        belongs = divided(evening, people, count).people
        first = first or belongs
        assert belongs == first  # nobody changes, whatever is known later
    groups = defaultdict(list)
    for who, number in first.items():
        groups[number].append(who)
    each = 1 if alone else 2
    assert sorted(len(group) // each for group in groups.values()) == sorted(sizes)
    met = opponents(evening.past, alone=alone)
    partners = {
        frozenset(side)
        for played in evening.past
        for table in ([] if alone else played.tables)
        for side in (table[::2], table[1::2])
    }
    apart = {
        frozenset(pair)
        for group in groups.values()
        for pair in combinations(group, 2)
        if frozenset(pair) not in partners
    }
    assert met == dict.fromkeys(apart, 1)
    outs = Counter(who for played in evening.past for who in played.sitting_out)
    for group in groups.values():
        times = [outs[who] for who in group]
        assert max(times) - min(times) <= 1


def test_seeds_go_to_and_fro() -> None:
    drawn = draw_divisions([(who,) for who in range(10)], 3, SeatRequests(), None)
    groups = [[who for who, at in drawn.people.items() if at == number] for number in range(3)]
    assert groups == [[0, 5, 6, 9], [1, 4, 7], [2, 3, 8]]


def test_who_wishes_not_to_meet_is_drawn_apart() -> None:
    wishes = SeatRequests(apart=((0, 1), (2, 3)), together=((4, 5),))
    for seed in range(20):
        drawn = draw_divisions([(w,) for w in range(8)], 2, wishes, random.Random(seed)).people
        assert drawn[0] != drawn[1]
        assert drawn[2] != drawn[3]
        assert drawn[4] == drawn[5]


@pytest.mark.parametrize("alone", [True, False])
def test_late_guests_join_the_smallest_division(alone: bool) -> None:
    each = 1 if alone else 2
    people = [*range(9 * each)]  # divisions of 5 and 4
    evening = PairEvening(PairsMovement(alone=alone), 3, sets=5, divisions=2)
    evening.play(crowd(*people))
    before = divided(evening, people, 2).people
    assert Counter(before.values()) == {0: 5 * each, 1: 4 * each}
    late = [*range(100, 100 + each)]
    for _ in range(4):
        evening.play(crowd(*people, *late))
        now = divided(evening, [*people, *late], 2).people
        assert {now[who] for who in late} == {1}
        assert {who: now[who] for who in people} == before
    outs = Counter(who for played in evening.past for who in played.sitting_out)
    for number in range(2):
        times = [outs[who] for who, at in now.items() if at == number and who not in late]
        assert max(times) - min(times) <= 1


def test_who_leaves_is_missing_in_the_own_division_alone() -> None:
    people = [*range(12)]
    evening = PairEvening(PairsMovement(alone=True), 5, sets=5, divisions=2)
    evening.play(crowd(*people))
    groups = divided(evening, people, 2).people
    gone = next(who for who, at in groups.items() if at == 1)
    people.remove(gone)
    for _ in range(4):
        evening.play(crowd(*people))
        out = evening.past[-1].sitting_out
        assert [groups[who] for who in out] == [1]


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("leaves", [True, False])
def test_who_stands_in_for_somebody_of_another_stays_in_the_own(alone: bool, leaves: bool) -> None:
    """Whoever sits out the first round and takes a chair of the other division over in it."""
    each = 1 if alone else 2
    people = [*range(10 * each)]  # two divisions of five
    evening = PairEvening(PairsMovement(alone=alone), 3, sets=5, divisions=2)
    first = evening.play(crowd(*people))
    groups = divided(evening, people, 2).people
    waits = first.sitting_out[0].id
    gets_up = next(w for table in first.tables for w in table if groups[w] != groups[waits])
    tables = [tuple(waits if w == gets_up else w for w in table) for table in first.tables]
    outs = [out.id for out in first.sitting_out]
    evening.past[-1] = Past.of(first.tables, tables, outs, {})
    assert divided(evening, people, 2).people == groups
    if leaves:
        people.remove(gets_up)
    for _ in range(4):
        evening.play(crowd(*people))
        now = divided(evening, people, 2).people
        assert {who: now[who] for who in people} == {who: groups[who] for who in people}
        for table in evening.past[-1].tables:
            assert len({groups[who] for who in table}) == 1
    met = opponents(evening.past[1:], alone=alone)
    assert max(met.values()) == 1


def test_a_pair_of_two_divisions_belongs_to_the_pair_it_meets() -> None:
    """7 has left, so 6 of the first division plays with 10, who waited in the second; the pairs of
    that one have played all they had to, and are nowhere in the second set."""
    first = Past(((4, 6, 5, 7), (2, 0, 3, 1)), (8, 9, 10))
    drawn = Past(((8, 6, 9, 10),), (4, 5))
    ended = Past(((8, 9, 6, 10),), (4, 5), first=drawn)  # they sat down in wrong chairs
    for second in (drawn, ended):
        partners = read_partners([first, second], (4, 5, 6, 8, 9, 10), SeatRequests()).in_rounds
        found = read_divisions([first, second], (), 2, partners)
        assert {who for who, number in found.people.items() if number} == {0, 1, 2, 3}
        assert found.tables == ((0, 1), (0,))


@pytest.mark.parametrize("alone", [True, False])
def test_late_guests_who_meet_each_other_at_once_stay_where_they_were_put(alone: bool) -> None:
    each = 1 if alone else 2
    for seed in range(examples(20)):
        people = [*range(12 * each)]
        evening = PairEvening(PairsMovement(alone=alone), seed, sets=7, divisions=3)
        evening.play(crowd(*people))
        before = divided(evening, people, 3).people
        people += range(100, 100 + 4 * each)
        put = divided(evening, people, 3).people if alone else {}
        for _ in range(4):
            evening.play(crowd(*people))
            now = divided(evening, people, 3).people
            put = put or now
            assert now == put
            assert {who: now[who] for who in before} == before
            for table in evening.past[-1].tables:
                assert len({now[who] for who in table}) == 1


def test_a_division_of_one_is_over() -> None:
    evening = PairEvening(PairsMovement(alone=True), 5, sets=3, divisions=2)
    evening.play(crowd(*range(5)))  # of 3 and 2
    groups = divided(evening, [*range(5)], 2).people
    gone = next(who for who, at in groups.items() if at == 1)
    seating = evening.play(crowd(*(who for who in range(5) if who != gone)))
    watching = [out for out in seating.sitting_out if out.watches]
    assert [out.text for out in watching] == ["Has finished playing."]


@pytest.mark.parametrize("alone", [True, False])
def test_those_who_are_left_of_a_division_meet_before_it_is_over(alone: bool) -> None:
    """Of two tables one entrant each leaves after the first set: the other two have yet to meet."""
    each = 1 if alone else 2
    people = [*range(8 * each)]
    evening = PairEvening(PairsMovement(alone=alone), 2, sets=3, divisions=2)
    first = evening.play(crowd(*people))
    groups = divided(evening, people, 2).people
    mine = [table for table in first.tables if groups[table[0]] == 1]
    whos = {who for table in mine for who in (table[:1] if alone else table[::2])}
    people = [who for who in people if who not in whos]
    left = {who for who in people if groups[who] == 1}
    played = evening.play(crowd(*people))
    watch = {out.id for out in played.sitting_out if out.watches}
    assert not watch
    last = evening.play(crowd(*people))
    numbers = [
        number for number, one in enumerate(evening.past) for t in one.tables if left == {*t}
    ]
    assert numbers == [1] or numbers == [2]
    watch = {out.id for out in last.sitting_out if out.watches}
    assert watch == (left if numbers == [1] else set())


def test_the_smaller_one_has_played_to_the_end_sooner() -> None:
    assert [rounds_of(4, 5, rounds) for rounds in (3, 4, 5, 6, 10)] == [3, 4, 3, 6, 6]
    assert [rounds_of(5, 6, rounds) for rounds in (5, 10)] == [5, 10]


@pytest.mark.parametrize(("divisions", "best"), [(2, 2), (2, 4), (4, 2), (3, 2), (8, 2), (4, 4)])
def test_seeds_of_a_division_meet_late(divisions: int, best: int) -> None:
    ranked = [[((10 * at + rank,), at) for at in range(divisions)] for rank in range(best)]
    order = [one[0] for level in part_divisions(ranked, divisions * best) for one in level]
    assert order[:divisions] == [10 * at for at in range(divisions)]
    assert sorted(order) == sorted(one[0] for level in ranked for (one, _) in level)
    size = 1 << (len(order) - 1).bit_length()
    lines = _lines(size)
    halves = {who: lines[seed] // (size // 2) for seed, who in enumerate(order, 1)}
    for at in range(divisions):
        mine = [halves[10 * at + rank] for rank in range(best)]
        assert abs(2 * sum(mine) - best) <= 1 if divisions != 3 else len(set(mine)) == 2
    if divisions == best == 2:
        assert [lines[1] ^ lines[order.index(11) + 1]] == [1]  # first of A, second of B


def _lines(size: int) -> dict[int, int]:
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return {seed: at for at, seed in enumerate(order)}


def test_who_wish_to_be_in_one_division_and_are_not_are_named() -> None:
    asked = [(0, 1), (1, 2), (2, 3)]
    evening = PairEvening(PairsMovement(alone=True), divisions=2, together=asked)
    for _ in range(3):
        notes = [note.text for note in evening.play(crowd(*range(6))).notes]
        at = divided(evening, [*range(6)], 2).people
        parted = [pair for pair in asked if at[pair[0]] != at[pair[1]]]
        assert len(parted) == 1
        assert notes == [f"{one} and {two} are in different divisions." for one, two in parted]
