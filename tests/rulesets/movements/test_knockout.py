"""Knockout of pairs and of people alone: the bracket, byes, places, who comes and goes."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.movements.bracket import Bracket, bracket_order, count_rounds, room_for
from rulesets.movements.seating import Guest, Past, Seating, as_past
from tests.rulesets.movements.movement_requests import KnockoutMovement
from tests.rulesets.movements.pair_evenings import assert_all_placed
from tests.sampling import examples

Level = tuple[tuple[int, ...], ...]


class Evening:
    """A knockout round by round; whoever has the lowest number wins, or the lot decides."""

    def __init__(self, width: int, places: str = "none", seed: int | None = None) -> None:
        self.movement = KnockoutMovement(width, places)  # type: ignore[arg-type]
        self.past: list[Past] = []
        self.results: list[list[Level]] = []
        self.chance = random.Random(seed) if seed is not None else None
        self.seats: list[Seating] = []

    def seat(self, guests: list[Guest], **questions: Any) -> Seating:
        rng = random.Random(len(self.past))
        seating = self.movement.next_seats(
            guests, self.past, (), rng=rng, results=self.results, **questions
        )
        assert_all_placed(seating, guests)
        return seating

    def play(self, guests: list[Guest], **questions: Any) -> Seating:
        seating = self.seat(guests, **questions)
        self.past.append(as_past(seating))
        self.results.append([self.level(table) for table in seating.tables])
        self.seats.append(seating)
        return seating

    def level(self, table: tuple[int, ...]) -> Level:
        one, two = table[::2], table[1::2]
        first = min(one) < min(two) if self.chance is None else self.chance.random() < 0.5
        return (one, two) if first else (two, one)

    def all(self, guests: list[Guest]) -> Bracket:
        for _ in range(count_rounds(len(guests) * 2 // self.movement.width)):
            self.play(guests)
        return self.read()

    def read(self) -> Bracket:
        return self.movement.read(self.past, self.results)

    def codes(self) -> dict[str, set[int]]:
        """Why people do not play in the last round."""
        values: dict[str, set[int]] = {}
        for out in self.seats[-1].sitting_out:
            values.setdefault(out.code, set()).add(out.id)
        return values


def crowd(count: int, first: int = 1) -> list[Guest]:
    return [Guest(number, "") for number in range(first, first + count)]


def places(bracket: Bracket) -> dict[int, int]:
    return {who: line.first for who, line in bracket.line_of.items()}


def test_the_bracket_order_is_that_of_the_book() -> None:
    assert bracket_order(1) == [1]
    assert bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    for size in (2, 4, 16, 64):
        order = bracket_order(size)
        assert sorted(order) == list(range(1, size + 1))
        assert all(one + two == size + 1 for one, two in zip(order[::2], order[1::2], strict=True))


def test_byes_are_for_the_best_and_the_two_best_meet_in_the_final_only() -> None:
    for count in range(2, 65):
        check_bracket(count)


def check_bracket(count: int) -> None:
    evening, people = Evening(2), crowd(count)
    ranked = [guest.id for guest in people]
    first = evening.play(people, ranked=ranked)
    byes = {out.id for out in first.sitting_out}
    assert byes == set(range(1, room_for(count) - count + 1))
    # Read from the seats alone, the bracket is the same one.
    while len(evening.past) < count_rounds(count):
        evening.play(people)
    numbers = [number for number, one in enumerate(evening.past) if (1, 2) in one.tables]
    assert numbers == [count_rounds(count) - 1]
    bracket = evening.read()
    assert places(bracket)[1] == 1
    assert places(bracket)[2] == 2


def test_every_section_of_a_bracket_has_its_places() -> None:
    found = Evening(2, "all").all(crowd(8)).sections()
    assert [one.places for one in found] == [(1, 8), (3, 4), (5, 8), (7, 8)]
    assert [one.begun for one in found] == [1, 3, 2, 3]
    groups = [[one.group_in(number) for one in found] for number in (1, 2, 3)]
    titles = [[one.title.text for one in several if one is not None] for several in groups]
    assert titles == [
        ["Quarterfinals"],
        ["Semifinals", "Places 5 to 8"],
        ["Final", "For third place", "Places 5 and 6", "Places 7 and 8"],
    ]


def test_who_leaves_loses_and_the_opponent_goes_on() -> None:
    evening, people = Evening(2), crowd(8)
    evening.play(people, ranked=range(1, 9))
    there = [guest for guest in people if guest.id != 4]  # was to meet 1
    evening.play(there)
    assert evening.codes()["walkover"] == {1}
    assert {frozenset(table) for table in evening.past[-1].tables} == {frozenset((2, 3))}
    evening.play(there)
    assert set(evening.past[-1].tables[0]) == {1, 2}
    assert places(evening.read())[4] == 3


def take_over(evening: Evening, chairs: dict[int, int]) -> None:
    """In the round played last these end in the chairs of those."""
    drawn = evening.past[-1]
    tables = [tuple(chairs.get(who, who) for who in table) for table in drawn.tables]
    evening.past[-1] = Past.of(drawn.tables, tables, drawn.sitting_out, {})
    evening.results[-1] = [
        tuple(tuple(chairs.get(who, who) for who in side) for side in level)
        for level in evening.results[-1]
    ]


@pytest.mark.parametrize("left", [True, False])
def test_who_stands_in_for_a_single_player_plays_on_if_that_one_has_left(left: bool) -> None:
    evening, people = Evening(2), crowd(4)
    evening.play(people)
    take_over(evening, {1: 99})
    there = [guest for guest in people if guest.id != 1] + [Guest(99, "")] if left else people
    final = evening.seat(there).tables[0]
    assert (99 in final, 1 in final) == (left, not left)
    assert 99 in evening.read().played_for


def test_who_has_a_bye_and_stands_in_keeps_the_own_place() -> None:
    """Of five pairs three have a bye; one of them takes a chair over in the first round."""
    evening, people = Evening(4), crowd(10)
    first = evening.play(people, seeds=True)
    (table,) = first.tables
    assert {out.id for out in first.sitting_out} == {1, 2, 3, 4, 5, 6}
    take_over(evening, {table[0]: 5})
    second = evening.seat(people)
    lines = {frozenset(side) for table in second.tables for side in (table[::2], table[1::2])}
    assert lines == {frozenset(pair) for pair in ((1, 2), (3, 4), (5, 6), (7, 8))}
    bracket = evening.read()
    assert bracket.line_of[5] is bracket.line_of[6]


def test_two_pairs_keep_their_own_places_if_one_stands_in_for_the_other() -> None:
    evening, people = Evening(4), crowd(10)
    (table,) = evening.play(people, seeds=True).tables
    best = sorted(table[::2])
    take_over(evening, dict(zip(best, (5, 6), strict=True)))
    bracket = evening.read()
    assert bracket.line_of[5] is bracket.line_of[6]
    assert bracket.line_of[best[0]] is bracket.line_of[best[1]]
    assert bracket.line_of[5] is not bracket.line_of[best[0]]


def test_who_takes_over_for_somebody_who_leaves_has_the_place() -> None:
    evening, people = Evening(4), crowd(8)
    evening.play(people, seeds=True)  # 1 and 2 against 7 and 8
    take_over(evening, {1: 99})
    there = [guest for guest in people if guest.id != 1] + [Guest(99, "")]
    seating = evening.seat(there)
    assert {2, 99} in [{*side} for table in seating.tables for side in (table[::2], table[1::2])]


def test_two_who_take_over_for_a_pair_that_leaves_have_its_place() -> None:
    evening, people = Evening(4), crowd(8)
    evening.play(people, seeds=True)
    take_over(evening, {1: 98, 2: 99})
    seating = evening.seat([*people[2:], *crowd(2, 98)])
    assert {98, 99} in [{*side} for table in seating.tables for side in (table[::2], table[1::2])]


def test_who_stood_in_and_has_no_place_stands_where_that_entrant_does() -> None:
    evening, people = Evening(4), crowd(4)
    evening.play(people, seeds=True)
    take_over(evening, {1: 99})
    bracket = evening.read()
    assert places(bracket) == {1: 1, 2: 1, 3: 2, 4: 2}
    assert bracket.played_for[99] is bracket.line_of[1]


@pytest.mark.parametrize("wanted", ["none", "third", "all"])
@pytest.mark.parametrize("count", range(2, 14))
def test_room_is_promised_to_those_who_will_play(count: int, wanted: str) -> None:
    evening, people = Evening(2, wanted), crowd(count)
    for left in range(count_rounds(count) - 1, -1, -1):
        evening.play(people)
        going = evening.movement.read(evening.past, [*evening.results[:-1], []])
        seating = evening.seat([*people, Guest(50, "")]) if left else None
        plays = seating is not None and "watches" not in {
            out.code for out in seating.sitting_out if out.id == 50
        }
        assert (evening.read().has_room(), going.has_room()) == (plays, plays)


@pytest.mark.parametrize("width", [2, 4])
def test_one_entrant_is_too_few(width: int) -> None:
    values = {"apart": [(1, 2)]}
    seating = Evening(width).seat(crowd(width // 2), **values)
    assert (seating.tables, [note.code for note in seating.notes]) == ((), ["tables.none"])


@settings(max_examples=examples(40), deadline=None)
@given(
    count=st.integers(4, 20),
    wanted=st.sampled_from(["none", "third", "all"]),
    seed=st.integers(0, 99),
    leaves=st.sets(st.integers(1, 20), max_size=3),
    late=st.integers(0, 2),
    width=st.sampled_from([2, 4]),
)
def test_whoever_comes_and_goes_the_rounds_are_played(
    count: int, wanted: str, seed: int, leaves: set[int], late: int, width: int
) -> None:
    evening, people = Evening(width, wanted, seed), crowd(count)
    evening.play(people)
    there = [guest for guest in people if guest.id not in leaves] + crowd(late, 90)
    for _ in range(count_rounds(count * 2 // width) - 1):
        evening.play(there)
    bracket = evening.read()
    first = {who for who, line in bracket.line_of.items() if line.first == 1}
    playing = [line for line in bracket.blocks[0].lines if line.people]
    assert len(bracket.blocks[0].lines) == 1
    assert {who for line in playing for who in line.people} <= first
