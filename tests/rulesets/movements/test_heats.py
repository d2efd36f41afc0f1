"""Knockout at tables: the best of each go on, until one table is left."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from rulesets.movements.heats import Heats
from rulesets.movements.schedule import table_sizes
from rulesets.movements.seating import Past, Seating, as_past
from tests.rulesets.movements.movement_requests import HeatsMovement
from tests.rulesets.movements.pair_evenings import assert_all_placed, crowd


class Evening:
    """Round by round; at each table the lowest number is the best."""

    def __init__(self, size: int, least: int, most: int, places: Any = "none") -> None:
        sizes = partial(table_sizes, size=size, least=least, most=most)
        advance = 1 if size < 4 else 2
        self.movement = HeatsMovement(sizes, size, advance, places)
        self.past: list[Past] = []
        self.results: list[list[tuple[tuple[int, ...], ...]]] = []

    def play(self, people: list[int], sets: int = 0, **questions: Any) -> Seating:
        guests = crowd(*people)
        seating = self.movement.next_seats(
            guests,
            self.past,
            (),
            rng=random.Random(len(self.past)),
            results=self.results,
            sets=sets,
            **questions,
        )
        assert_all_placed(seating, guests)
        self.past.append(as_past(seating))
        self.results.append([tuple((who,) for who in sorted(table)) for table in seating.tables])
        return seating

    def read(self) -> Heats:
        return self.movement.read(self.past, self.results)


@pytest.mark.parametrize(("size", "least", "most"), [(4, 2, 8), (3, 3, 5), (4, 4, 4), (6, 5, 8)])
def test_one_table_is_left_and_the_best_sits_at_it(size: int, least: int, most: int) -> None:
    for count in range(least, 50):
        evening, people = Evening(size, least, most), [*range(1, count + 1)]
        rounds = evening.movement.count_rounds(count)
        for _ in range(rounds):
            evening.play(people, rounds)
        heats = evening.read()
        assert heats.over, count
        assert heats.reached[1] == rounds
        (final,) = evening.past[-1].tables
        assert 1 in final
        assert all(least <= len(table) <= most for one in evening.past for table in one.tables)


def test_late_guests_play_beside_it_where_all_places_are_played_for() -> None:
    evening, people = Evening(4, 2, 8, "all"), [*range(1, 9)]
    evening.play(people)
    seating = evening.play([*people, 50], 2)
    assert 50 in {who for table in seating.tables[1:] for who in table}
    other = Evening(4, 2, 8)
    other.play(people)
    codes = {out.id: out.code for out in other.play([*people, 50], 2).sitting_out}
    assert codes[50] == "watches"


def test_who_only_just_missed_the_last_table_play_for_the_third_place() -> None:
    evening, people = Evening(4, 2, 8, "third"), [*range(1, 17)]
    evening.play(people, 3)
    assert len(evening.play(people, 3).tables) == 2
    missed = set(evening.read().missed)
    final, beside = evening.play(people, 3).tables
    assert set(beside) == missed
    assert 1 in final


def test_nobody_plays_for_the_third_place_before_the_last_round() -> None:
    evening, people = Evening(4, 2, 8, "third"), [*range(1, 17)]
    for tables in (4, 2, 1):  # the final, with a round to follow
        assert len(evening.play(people, 4).tables) == tables


def test_seats_that_are_shown_stay_when_a_result_is_corrected() -> None:
    evening, people = Evening(4, 2, 8), [*range(1, 9)]
    evening.play(people)
    (final,) = evening.play(people, 2).tables
    evening.results[0] = [level[::-1] for level in evening.results[0]]
    reached = evening.read().reached
    assert {who for who, number in reached.items() if number == 2} == set(final)


def test_a_wish_to_be_together_that_the_lot_cannot_grant_is_named() -> None:
    values = {"together": [(0, 1), (1, 2), (2, 3), (3, 4)]}
    seating = Evening(4, 2, 8).movement.next_seats(
        crowd(*range(8)), (), (), rng=random.Random(1), **values
    )
    table = {who: at for at, seats in enumerate(seating.tables) for who in seats}
    parted = [pair for pair in values["together"] if table[pair[0]] != table[pair[1]]]
    assert parted
    assert [note.text for note in seating.notes] == [
        f"{one} and {two} could not be seated together." for one, two in parted
    ]


def test_who_goes_on_and_has_no_seat_at_full_tables_has_a_bye() -> None:
    evening = Evening(4, 4, 4)
    evening.play([*range(1, 17)], 3)
    ahead = sorted(evening.read().ahead)
    seating = evening.play(ahead[:-1], 3)  # seven, for a table of four
    assert [out.code for out in seating.sitting_out] == ["bye"] * 3
