"""How long it takes to seat 250 tables (1,000 people): the target is 50 ms."""

import random
from typing import Any

import pytest

from rulesets.movements.court_whist import first_seats, next_seats
from tests.rulesets.movements.evenings import Evening, guests


@pytest.mark.parametrize("fewer_repeats", [False, True])
def test_next_seats_of_250_tables_after_six_sets(benchmark: Any, fewer_repeats: bool) -> None:
    evening = Evening(guests(501, 500), 1, fewer_repeats=fewer_repeats)
    for _ in range(6):
        evening.play()
    people = list(evening.people.values())

    def seat() -> Any:
        return next_seats(
            people,
            evening.sets,
            evening.winners,
            rng=random.Random(1),
            fewer_repeats=fewer_repeats,
        )

    assert len(benchmark(seat).tables) == 250


def test_first_seats_of_250_tables_with_every_couple_apart(benchmark: Any) -> None:
    people = guests(500, 500)
    apart = [(number, number + 500) for number in range(1, 501)]

    def draw() -> Any:
        return first_seats(people, rng=random.Random(1), apart=apart)

    assert benchmark(draw).notes == ()
