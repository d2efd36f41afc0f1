"""How long it takes to seat 250 tables (1,000 people): the target is 50 ms; and to make a schedule:
50 ms where one is stored, 10 s where it is searched, whether or not it comes to its bound. A
thousand people meet their equals in 200 ms."""

import random
from time import process_time
from typing import Any

import pytest

from rulesets.movements.schedule import EveningPlan, make_schedule
from rulesets.movements.seating import Guest, as_past
from tests.rulesets.movements.evenings import Evening, guests
from tests.rulesets.movements.movement_requests import SwissMovement, first_seats, next_progressive
from tests.rulesets.movements.movement_requests import (
    first_seats_without_roles as first_progressive,
)
from tests.rulesets.movements.movement_requests import next_court_whist as next_seats


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


def test_next_progressive_seats_of_250_tables_after_six_sets(benchmark: Any) -> None:
    people = [Guest(number, "") for number in range(1001)]
    past = [as_past(first_progressive(people, rng=random.Random(1)))]

    def seat() -> Any:
        winners = [table[::2] for table in past[-1].tables]
        return next_progressive(people, past, winners, rng=random.Random(1))

    while len(past) < 6:
        past.append(as_past(seat()))
    assert len(benchmark(seat).tables) == 250


@pytest.mark.benchmark(timer=process_time)
@pytest.mark.parametrize("size", [0, 2, 4])
def test_a_thousand_meet_their_equals(benchmark: Any, size: int) -> None:
    """Five hundred pairs, or people who play alone at tables of two and four, by what they carry
    after five sets: some are stronger, and luck is as large."""
    movement = SwissMovement((lambda people: (size,) * (people // size)) if size else None)
    people = [Guest(number, "") for number in range(1000)]
    chance = random.Random(1)
    each = 1 if size else 2  # people of an entrant
    strength = [chance.gauss(0, 1) for _ in range(1000 // each)]
    carried = [0.0] * len(strength)
    past: list[Any] = []

    def seat() -> Any:
        ranked = sorted(range(len(carried)), key=lambda value: -carried[value])
        order = [[one * each + who for who in range(each)] for one in ranked]
        rng = random.Random(len(past))
        return movement.next_seats(people, past, (), rng=rng, order=order)

    while len(past) < 5:
        past.append(as_past(seat()))
        carried = [
            has + mean + chance.gauss(0, 2) for has, mean in zip(carried, strength, strict=True)
        ]
    data = benchmark.pedantic(seat, rounds=3, warmup_rounds=0)
    assert len(data.tables) == 1000 // (size or 4)


# 52 × 8 is found soon; 20 × 8 and 60 × 15 use the whole budget.
@pytest.mark.parametrize(("people", "rounds"), [(20, 7), (40, 39), (52, 8), (20, 8), (60, 15)])
def test_a_schedule(benchmark: Any, people: int, rounds: int) -> None:
    plan = EveningPlan("individual", tuple(range(people)), rounds)
    data = benchmark.pedantic(lambda: make_schedule(plan, seed=2), rounds=1, warmup_rounds=0)
    assert data.quality().even
