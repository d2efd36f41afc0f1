"""Late guests in the first round while it is played: opposite a bye, or at a table with room."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.movements.bracket import count_rounds, room_for
from rulesets.movements.divisions import read_divisions
from rulesets.movements.fixed_pairs import read_partners
from rulesets.movements.late_seats import LateSeats, find_chair, find_opposite_bye
from rulesets.movements.schedule import SeatRequests, table_sizes
from rulesets.movements.seating import Guest, Past
from tests.rulesets.movements.movement_requests import PairsMovement
from tests.rulesets.movements.pair_evenings import PairEvening, crowd, meetings
from tests.rulesets.movements.test_knockout import Evening, places
from tests.sampling import examples

NOTHING = SeatRequests()


def take(first: Past, place: LateSeats) -> Past:
    """The round once the place is taken."""
    tables = [*first.tables]
    opens = place.table == len(tables)
    if opens:
        tables.append(place.chairs)
    else:
        tables[place.table] = place.chairs
    out = tuple(who for who in first.sitting_out if who not in place.chairs)
    late = (*first.late, place.table) if opens else first.late
    divisions = {who: at for who, at in first.divisions.items() if who not in place.chairs}
    if place.division is not None:
        divisions |= dict.fromkeys(place.chairs, place.division)
    return Past(tuple(tables), out, first.roles, late=late, divisions=divisions)


def opposite(
    first: Past, here: list[int], *, alone: bool, divisions: dict[int, int] | None = None
) -> LateSeats | None:
    return find_opposite_bye(first, here, NOTHING, alone=alone, divisions=divisions or {})


def test_a_late_guest_plays_whoever_had_the_bye() -> None:
    first = Past(((1, 2), (3, 4)), (5,))
    assert opposite(first, [1, 2, 3, 4, 5], alone=True) is None
    found = opposite(first, [1, 2, 3, 4, 5, 9, 10], alone=True)
    assert found == LateSeats((9,), 2, (5, 9))
    assert found.others == (5,)
    assert opposite(take(first, found), [1, 2, 3, 4, 5, 9, 10], alone=True) is None


def test_whoever_had_the_bye_and_plays_for_another_has_no_place_left() -> None:
    first = Past.of(((1, 2), (3, 4)), ((1, 5), (3, 4)), (5,), {})
    assert opposite(first, [1, 2, 3, 4, 5, 9], alone=True) is None


def test_a_guest_of_pairs_comes_with_a_partner() -> None:
    """Two who come together, or one with whoever waits; alone nobody."""
    first = Past(((1, 2, 3, 4),), (5, 6))
    assert opposite(first, [*range(1, 7), 9], alone=False) is None
    found = opposite(first, [*range(1, 7), 9, 10], alone=False)
    assert found == LateSeats((9, 10), 1, (5, 9, 6, 10))
    first = Past(((1, 2, 3, 4),), (5, 6, 7))  # 7 waits for a partner
    found = opposite(first, [*range(1, 8), 9], alone=False)
    assert found == LateSeats((7, 9), 1, (5, 7, 6, 9))
    assert found.others == (5, 6)


@settings(max_examples=examples(60), deadline=None)
@given(
    count=st.integers(3, 21),
    late=st.integers(1, 8),
    width=st.sampled_from([2, 4]),
    wanted=st.sampled_from(["none", "all"]),
    seeds=st.booleans(),
)
def test_in_a_bracket_the_last_byes_are_taken_first_and_nobody_else_moves(
    count: int, late: int, width: int, wanted: str, seeds: bool
) -> None:
    """The others meet whom they would have met; with seeds it is the bracket that would have been
    drawn for all."""
    each = width // 2
    people = [Guest(number, "") for number in range(1, count * each + 1)]
    evening = Evening(width, wanted)
    evening.play(people, seeds=seeds)
    before = _lines(evening)
    byes = room_for(count) - count
    for number in range(late):
        guests = [Guest(200 + each * number + at, "") for at in range(each)]
        people += guests
        found = opposite(evening.past[0], [person.id for person in people], alone=width == 2)
        if number >= byes:
            assert found is None
            del people[-each:]
            break
        assert found is not None
        assert found.came == tuple(guest.id for guest in guests)
        evening.past[0] = take(evening.past[0], found)
        evening.results[0].append(evening.level(found.chairs))
    assert [line for line in _lines(evening) if max(line) < 200] == before
    if seeds:
        other = Evening(width, wanted)
        other.play(people, seeds=True)
        mine = {frozenset(map(frozenset, one)) for one in _met(evening.past[0])}
        assert mine == {frozenset(map(frozenset, one)) for one in _met(other.past[0])}
    while len(evening.past) < count_rounds(count):
        evening.play(people)
    found_places = Counter(places(evening.read()).values())
    if wanted == "all":
        assert sorted(found_places) == [*range(1, len(people) // each + 1)]
    assert found_places[1] == each


def _lines(evening: Evening) -> list[tuple[int, ...]]:
    """Those of the bracket from top to bottom, before anything is reported."""
    nothing = [[() for _ in evening.past[0].tables]]
    return [line.people for line in evening.movement.read(evening.past, nothing).blocks[0].lines]


def _met(played: Past) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(table[::2], table[1::2]) for table in played.tables]


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("divisions", [1, 2, 3])
@pytest.mark.parametrize("stored", [True, False])
def test_in_a_circle_the_rounds_left_stay_as_they_were_planned(
    alone: bool, divisions: int, stored: bool
) -> None:
    """Whether divisions are written down or, as in earlier versions, follow from the order."""
    each = 1 if alone else 2
    for seed in range(8):
        odd = {1: 15, 2: 14, 3: 15}[divisions]  # and so are all divisions
        people = [*range(odd * each)]
        movement = PairsMovement(alone=alone)
        evening = PairEvening(movement, seed, sets=5, divisions=divisions)
        evening.play(crowd(*people))
        assert len(evening.past[0].divisions) == (each * divisions if divisions > 1 else 0)
        if not stored:
            evening.past[0] = replace(evening.past[0], divisions={})
        values: dict[str, Any] = {"sets": 5, "divisions": divisions}
        planned = movement.rounds_left(
            crowd(*people), evening.past, rng=random.Random(seed), **values
        )
        before = _divisions(evening, people, divisions)
        for number in range(divisions):
            late = [100 + each * number + at for at in range(each)]
            people += late
            now = _divisions(evening, sorted(evening.past[0].people), divisions)
            parts = now if divisions > 1 else {}
            found = opposite(evening.past[0], people, alone=alone, divisions=parts)
            assert set(found.came) == set(late)
            assert found.division == (divisions - 1 - number if divisions > 1 else None)
            evening.past[0] = take(evening.past[0], found)
            first = evening.past[0]
            shuffled = random.Random(seed).sample(first.sitting_out, len(first.sitting_out))
            if stored:
                evening.past[0] = replace(first, sitting_out=tuple(shuffled))
            now = _divisions(evening, people, divisions)
            assert {who: now[who] for who in before} == before
            assert {now[who] for who in late} == {now[who] for who in found.others}
        assert opposite(evening.past[0], [*people, 500, 501], alone=alone) is None
        for board_round in planned.rounds:
            evening.play(crowd(*people))
            tables = {frozenset(table) for table in evening.past[-1].tables}
            assert {frozenset(table) for table in board_round.tables} <= tables
            assert evening.past[-1].sitting_out == ()
        if not alone:
            assert max(meetings(evening.past).values()) == 1


def _divisions(evening: PairEvening, people: list[int], count: int) -> dict[int, int]:
    partners: tuple[Any, ...] = ()
    if not evening.movement.alone:
        partners = read_partners(evening.past, people, NOTHING).in_rounds
    entrants = [(who,) for who in people]
    return read_divisions(evening.past, entrants, count, partners).people


def sizes(people: int) -> tuple[int, ...]:
    return table_sizes(people, 4, 3, 5)


def test_at_larger_tables_the_smallest_that_has_not_begun_takes_a_guest() -> None:
    first = Past(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11)))
    here = [*range(1, 12), 20]
    assert find_chair(first, here, (), 5, sizes) == LateSeats((20,), 2, (9, 10, 11, 20))
    assert find_chair(first, here[:-1], (), 5, sizes) is None
    # Of twelve nobody sits at five, and of thirteen one table does.
    assert find_chair(first, here, {2}, 5, sizes) is None
    whole = Past(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))
    here = [*range(1, 13), 20]
    assert find_chair(whole, here, {2}, 5, sizes) == LateSeats((20,), 1, (5, 6, 7, 8, 20))
    assert find_chair(whole, here, (), 4, sizes) is None


def test_where_tables_are_full_one_opens_for_those_who_sit_out() -> None:
    def fours(people: int) -> tuple[int, ...]:
        return (4,) * (people // 4)

    first = Past(((1, 2, 3, 4),), (5, 6, 7))
    assert find_chair(first, [*range(1, 8), 20], (), 4, fours) == LateSeats((20,), 1, (5, 6, 7, 20))
    few = replace(first, sitting_out=(5, 6))
    assert find_chair(few, [*range(1, 7), 20], (), 4, fours) is None
