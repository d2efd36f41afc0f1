"""A new partner, or new people at the table, every round: as planned while people stay, changed as
little as can be when they come and go."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.movements import schedule, scheduled
from rulesets.movements.quality import MEETINGS as MEETING
from rulesets.movements.quality import OPPONENTS, PARTNERS, measure_seats
from rulesets.movements.schedule import EveningPlan, Schedule, make_schedule, table_sizes
from rulesets.movements.seating import Guest, Past, Seating, as_past
from tests.rulesets.movements.movement_requests import ScheduledMovement
from tests.rulesets.movements.pair_evenings import assert_all_placed
from tests.rulesets.movements.pair_evenings import crowd as people
from tests.sampling import examples

INDIVIDUAL = ScheduledMovement("individual")


@pytest.fixture(autouse=True)
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """How good the seats are is for other tests to say."""
    monkeypatch.setattr(scheduled, "_PLANS", {})
    monkeypatch.setattr(schedule.make_schedule, "__kwdefaults__", {"steps": 500, "progress": None})


def crowd(number: int) -> list[Guest]:
    return people(*range(1, number + 1))


def seat(guests: list[Guest], past: Sequence[Past], rounds: int, **more: object) -> Seating:
    rng = random.Random("evening")
    return INDIVIDUAL.next_seats(guests, past, (), rng=rng, sets=rounds, **more)  # type: ignore[arg-type]


def rounds_left(guests: list[Guest], past: Sequence[Past], rounds: int) -> Schedule:
    return INDIVIDUAL.rounds_left(guests, past, rng=random.Random("evening"), sets=rounds)


def check(seating: Seating, guests: list[Guest]) -> None:
    assert_all_placed(seating, guests, len(guests) // 4)


def test_a_late_guest_takes_the_chair_of_who_sits_out_next_if_nobody_meets_again() -> None:
    plan = rounds_left(crowd(41), (), 6)
    past = list(plan.rounds[:3])
    left = rounds_left(crowd(42), past, 6)
    assert "changed for people who came or left" in left.source.text
    assert len(left.rounds) == 3
    for planned, now in zip(plan.rounds[3:], left.rounds, strict=True):
        assert len(now.sitting_out) == 2
        moved = sum(
            one != two
            for before, table in zip(planned.tables, now.tables, strict=True)
            for one, two in zip(before, table, strict=True)
        )
        assert moved <= 2
    quality = measure_seats([*past, *left.rounds])
    assert quality.even
    assert quality.is_best


def weigh_repeats(rounds: Sequence[Past], *, sides: bool = True) -> int:
    """How often people meet again, with partners counted twice."""
    measures = measure_seats(rounds, sides=sides).measures
    if not sides:
        return measures[MEETING].repeats
    return 2 * measures[PARTNERS].repeats + measures[OPPONENTS].repeats


@settings(max_examples=examples(40), deadline=None)
@given(
    sides=st.booleans(),
    number=st.integers(8, 30),
    rounds=st.integers(3, 8),
    played=st.integers(1, 7),
    change=st.sampled_from([-3, -1, 1, 2, 3]),
)
def test_who_comes_or_leaves_costs_no_more_repeats_than_a_search_for_the_rounds_left(
    *, sides: bool, number: int, rounds: int, played: int, change: int
) -> None:
    played = min(played, rounds - 1)
    movement = INDIVIDUAL if sides else MEETINGS
    plan = movement.rounds_left(crowd(number), (), rng=random.Random("evening"), sets=rounds)
    past = plan.rounds[:played]
    here = crowd(number + change)
    left = movement.rounds_left(here, past, rng=random.Random("evening"), sets=rounds)
    seed = random.Random("evening").getrandbits(32) + played
    searched = make_schedule(
        EveningPlan(
            movement.kind,
            tuple(guest.id for guest in here),
            rounds - played,
            sizes=movement.sizes(len(here)),
            past=past,
            sat_out=least_sit_outs(past, here),
        ),
        seed=seed,
    )
    assert len(left.rounds) == rounds - played
    assert weigh_repeats([*past, *left.rounds], sides=sides) <= weigh_repeats(
        [*past, *searched.rounds], sides=sides
    )


def least_sit_outs(past: Sequence[Past], here: Sequence[Guest]) -> dict[int, int]:
    """How often everybody has sat out; newcomers as often as whoever did so least."""
    counts = Counter(person for played in past for person in played.sitting_out)
    before = {person for table in past[0].tables for person in table}.union(past[0].sitting_out)
    least = min(counts[guest.id] for guest in here if guest.id in before)
    return {guest.id: counts[guest.id] if guest.id in before else least for guest in here}


@settings(max_examples=examples(25), deadline=None)
@given(seed=st.integers(0, 10_000), number=st.integers(4, 24))
def test_people_come_and_go(seed: int, number: int) -> None:
    chance = random.Random(seed)
    here = set(range(1, number + 1))
    past: list[Past] = []
    for turn in range(6):
        guests = people(*sorted(here))
        seating = seat(guests, past, 6)
        check(seating, guests)
        again = seat(guests, past, 6)
        assert again.tables == seating.tables
        if not seating.tables:
            return
        past.append(as_past(seating))
        if chance.random() < 0.4:
            here.add(100 + turn)
        if chance.random() < 0.4:
            here.remove(chance.choice(sorted(here)))


def test_partners_of_one_role_cannot_be_and_are_named() -> None:
    guests = [Guest(number, ("gentleman", "lady")[number % 2]) for number in range(8)]
    mixed = ScheduledMovement("mixed")
    rng = random.Random(1)
    seating = mixed.next_seats(guests, (), (), rng=rng, sets=3, partners=[(0, 2), (4, 5)])
    assert [note.text for note in seating.notes] == [
        "0 and 2 could not be partners in 3 of 3 rounds."
    ]


def needs_search(guests: list[Guest], past: Sequence[Past], rounds: int, **more: object) -> bool:
    rng = random.Random("evening")
    return INDIVIDUAL.needs_search(guests, past, rng=rng, sets=rounds, **more)


def test_what_is_stored_or_remembered_needs_no_search() -> None:
    assert not needs_search(crowd(20), (), 7)
    assert not needs_search(crowd(3), (), 7)
    for case in ({}, {"apart": [(1, 2)]}):
        scheduled._PLANS.clear()
        assert needs_search(crowd(23), (), 9, **case)
        assert not scheduled._PLANS
        first = seat(crowd(23), (), 9, **case)
        assert not needs_search(crowd(23), (), 9, **case)
        assert not needs_search(crowd(23), [as_past(first)], 9, **case)
        assert needs_search(crowd(28), [as_past(first)], 9, **case)  # tables open


def test_a_wish_that_cannot_hold_is_named_once() -> None:
    first = seat(crowd(4), (), 3, apart=[(1, 2)])
    assert [note.text for note in first.notes] == [
        "1 and 2 share a table in 3 of 3 rounds: there is only one table."
    ]
    second = seat(crowd(4), [as_past(first)], 3, apart=[(1, 2)])
    assert not second.notes


def test_who_keeps_a_chair_keeps_table_and_chair() -> None:
    guests = people(*range(1, 17), keeps=(5,))
    past: list[Past] = []
    seats = set()
    for _ in range(7):
        seating = seat(guests, past, 7)
        assert not seating.notes
        seats |= {
            (number, table.index(5)) for number, table in enumerate(seating.tables) if 5 in table
        }
        past.append(as_past(seating))
    assert len(seats) == 1
    assert rounds_left(guests, past[:2], 7).rounds == tuple(past[2:])
    assert measure_seats(past).measures[PARTNERS].most == 1


# --- nobody has a partner, tables of three to five ------------------------------------------------

MEETINGS = ScheduledMovement("meetings", lambda people: table_sizes(people, 4, 3, 8))


def meet(guests: list[Guest], past: Sequence[Past], rounds: int) -> Seating:
    return MEETINGS.next_seats(guests, past, (), rng=random.Random("evening"), sets=rounds)


@settings(max_examples=examples(30), deadline=None)
@given(number=st.integers(3, 60), rounds=st.integers(1, 8), gone=st.integers(0, 3))
def test_everybody_meets_others_at_tables_that_differ_by_one(
    number: int, rounds: int, gone: int
) -> None:
    past: list[Past] = []
    for turn in range(rounds):
        guests = people(*range(1 + gone * (turn > 1 and number > 6), number + 1))
        seating = meet(guests, past, rounds)
        seated = [person for table in seating.tables for person in table]
        assert sorted(seated) == [guest.id for guest in guests]
        sizes = [len(table) for table in seating.tables]
        assert tuple(sizes) == table_sizes(len(guests), 4, 3, 8)
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[0] - sizes[-1] <= 1
        assert not seating.sitting_out
        past.append(as_past(seating))


def test_a_round_more_than_was_planned_is_planned_by_itself() -> None:
    plan = rounds_left(crowd(8), (), 2)
    (more,) = rounds_left(crowd(8), plan.rounds, 2).rounds
    assert sorted(who for table in more.tables for who in table) == [*range(1, 9)]
