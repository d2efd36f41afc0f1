"""Schedules: everybody once a round, sit-outs even, stored ones at their bound, wishes in every
round."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.movements import quality, schedule
from rulesets.movements.schedule import (
    EveningPlan,
    Schedule,
    SeatRequests,
    make_schedule,
    split_tables,
    table_sizes,
)
from rulesets.movements.seating import GENTLEMAN, LADY, Past
from rulesets.movements.stored_schedules import Kind
from tests.sampling import examples

FEW = 300  # exchanges, where it does not matter how good the seats are


def evening(kind: Kind, people: int, rounds: int, **more: object) -> EveningPlan:
    roles = {}
    if kind == "mixed":
        roles = {who: GENTLEMAN if who < people // 2 else LADY for who in range(people)}
    return EveningPlan(kind, tuple(range(people)), rounds, roles=roles, **more)  # type: ignore[arg-type]


def make(kind: Kind, people: int, rounds: int, steps: int = FEW, **more: object) -> Schedule:
    return make_schedule(evening(kind, people, rounds, **more), seed=5, steps=steps)


def check_rounds(schedule: Schedule, people: int) -> None:
    for played in schedule.rounds:
        seated = [person for table in played.tables for person in table]
        assert sorted([*seated, *played.sitting_out]) == list(range(people))


@settings(max_examples=examples(40), deadline=None)
@given(
    kind=st.sampled_from(["individual", "mixed", "meetings"]),
    people=st.integers(2, 100),
    rounds=st.integers(1, 15),
)
def test_everybody_once_a_round_and_sit_outs_even(kind: Kind, people: int, rounds: int) -> None:
    schedule = make(kind, people, rounds)
    assert len(schedule.rounds) == rounds
    check_rounds(schedule, people)
    assert schedule.quality().even
    if kind != "mixed":
        assert all(len(played.tables) == people // 4 for played in schedule.rounds)
    for played in schedule.rounds if kind == "mixed" else ():
        for table in played.tables:
            for one, two in ((table[0], table[2]), (table[1], table[3])):
                assert played.roles[one] != played.roles[two]


@pytest.mark.parametrize(
    ("kind", "rounds", "people", "best"),
    [
        ("individual", 7, range(8, 41), 31),
        ("meetings", 7, range(8, 41), 24),
        ("mixed", 7, range(8, 41, 2), 16),
        ("meetings", 8, range(32, 51), 19),
    ],
)
def test_stored_schedules_are_at_their_bound(
    kind: Kind, rounds: int, people: range, best: int
) -> None:
    several = [make(kind, number, rounds) for number in people]
    assert all("stored schedule" in schedule.source.text for schedule in several)
    assert not any("search" in schedule.source.text for schedule in several)
    assert sum(schedule.quality().is_best for schedule in several) == best


@pytest.mark.parametrize(
    ("people", "rounds"), [(4, 3), (5, 5), (6, 6), (7, 7), (9, 9), (16, 7), (20, 19), (40, 39)]
)
def test_whole_cycles_and_designs_are_stored(people: int, rounds: int) -> None:
    schedule = make("individual", people, rounds)
    assert schedule.source.text.startswith("stored schedule")
    assert schedule.quality().is_best


@pytest.mark.parametrize(
    ("kind", "people", "rounds"),
    [("individual", 52, 8), ("individual", 100, 8), ("meetings", 52, 8), ("meetings", 60, 8)],
)
def test_the_search_finds_rounds_without_a_repeat(kind: Kind, people: int, rounds: int) -> None:
    schedule = make(kind, people, rounds, steps=20_000)
    assert "search with seed 5" in schedule.source.text
    assert schedule.quality().sentence.text == "Nobody meets anybody twice."


@pytest.mark.parametrize(("people", "rounds"), [(9, 9), (10, 7), (11, 22), (21, 7), (33, 8)])
def test_sit_outs_come_in_turn(people: int, rounds: int) -> None:
    """If the evening ends early, nobody has sat out twice while others never did; and nobody sits
    out twice running."""
    planned = make("individual", people, rounds).rounds
    for last, played in pairwise(planned):
        assert not {*last.sitting_out} & {*played.sitting_out}
    for end in range(1, rounds):
        assert quality.measure_seats(planned[:end]).even


# --- wishes ---------------------------------------------------------------------------------------


REQUESTS = SeatRequests(apart=((0, 1), (2, 3)), together=((4, 5),), partners=((6, 7), (8, 9)))


def test_wishes_among_some_people_are_those_that_concern_nobody_else() -> None:
    some = SeatRequests(apart=((0, 1), (2, 9), (3, 3)), partners=((1, 2),)).among((0, 1, 2, 3))
    assert some == SeatRequests(apart=((0, 1),), partners=((1, 2),))


@pytest.mark.parametrize(("kind", "people"), [("individual", 16), ("meetings", 20)])
def test_wishes_hold_in_every_round(kind: Kind, people: int) -> None:
    schedule = make(kind, people, 5, steps=15_000, requests=REQUESTS)
    check_rounds(schedule, people)
    assert not schedule.notes
    for played in schedule.rounds:
        table = {person: tables for tables in played.tables for person in tables}
        assert table[0] != table[1]
        assert table[2] != table[3]
        assert table[4] == table[5]
        for one, two in REQUESTS.partners:
            assert two in table[one]
            if kind == "individual":
                assert abs(table[one].index(one) - table[one].index(two)) == 2


def test_what_cannot_be_granted_has_a_note_with_the_reason() -> None:
    requests = SeatRequests(apart=((0, 1),), together=((2, 3),), partners=((4, 77),))
    alone = make("individual", 4, 3, requests=requests)
    assert [note.text for note in alone.notes] == [
        "0 and 1 share a table in 3 of 3 rounds: there is only one table."
    ]
    # One sits out in each round, so those who are to be together are parted twice.
    parted = make("individual", 9, 9, steps=5_000, requests=SeatRequests(together=((2, 3),)))
    assert [note.text for note in parted.notes] == [
        "2 and 3 are apart in 2 of 9 rounds: one of them sits out."
    ]


# --- the rest of an evening -----------------------------------------------------------------------


def test_rounds_left_are_made_anew_with_what_was_played() -> None:
    whole = make("individual", 12, 3)
    rest = make_schedule(
        EveningPlan("individual", tuple(range(16)), 2, past=whole.rounds), seed=1, steps=20_000
    )
    check_rounds(rest, 16)
    partners = rest.quality(whole.rounds).measures[quality.PARTNERS]
    assert partners.most == 1
    assert rest.quality(whole.rounds).rounds == 5


def test_who_has_sat_out_least_is_the_next_to_do_so() -> None:
    """Sit-outs that are given count; those of people who have gone do not matter."""
    before = {0: 1, 1: 1, 2: 1, 3: 1, 77: 2}
    (played,) = make("individual", 5, 1, sat_out=before).rounds
    assert played.sitting_out == (4,)


@pytest.mark.parametrize(("people", "rounds"), [(401, 1), (4, 61)])
def test_larger_schedules_are_refused(people: int, rounds: int) -> None:
    with pytest.raises(ValueError, match="400 people and 60 rounds"):
        make("individual", people, rounds, steps=1)


# --- numbers --------------------------------------------------------------------------------------


@given(people=st.integers(1, 400), size=st.integers(2, 8), least=st.integers(2, 4))
def test_table_sizes(people: int, size: int, least: int) -> None:
    sizes = table_sizes(people, size, least, 8)
    assert list(sizes) == sorted(sizes, reverse=True)
    assert (sum(sizes) == people) or people < least
    assert not sizes or (max(sizes) - min(sizes) <= 1 and min(sizes) >= least)


@pytest.mark.parametrize(
    ("people", "rounds", "sizes"),
    [
        (22, 1, (5, 5, 4, 4, 4)),
        (22, 3, (5, 5, 4, 4, 4)),  # nobody meets again at either; as near, with fewer tables
        (22, 5, (4, 4, 4, 4, 3, 3)),
        (22, 7, (4, 4, 4, 4, 3, 3)),
        (11, 7, (4, 4, 3)),
        (17, 3, (4, 4, 3, 3, 3)),
        (50, 5, (5, 5, *(4,) * 10)),
        (12, 7, (4, 4, 4)),
        (5, 3, (5,)),
        (2, 3, ()),
    ],
)
def test_of_two_splits_that_with_fewer_repeats(
    people: int, rounds: int, sizes: tuple[int, ...]
) -> None:
    assert split_tables(people, 4, 3, 8, rounds) == sizes


@settings(max_examples=examples(30), deadline=None)
@given(
    people=st.integers(3, 60),
    size=st.integers(2, 8),
    most=st.integers(4, 8),
    rounds=st.integers(1, 9),
)
def test_a_split_is_as_near_to_the_size_as_can_be_and_no_other_has_fewer_repeats(
    people: int, size: int, most: int, rounds: int
) -> None:
    sizes, usual = split_tables(people, size, 2, most, rounds), table_sizes(people, size, 2, most)
    assert sum(sizes) == sum(usual)
    assert list(sizes) == sorted(sizes, reverse=True)
    assert max(sizes) - min(sizes) <= 1
    assert max(abs(one - size) for one in sizes) == max(abs(one - size) for one in usual)

    def count(shape: tuple[int, ...]) -> int:
        plan = EveningPlan("meetings", tuple(range(people)), rounds, sizes=shape)
        found = make_schedule(plan, seed=0, steps=schedule.FEW_STEPS).quality()
        return found.measures[quality.MEETINGS].repeats

    assert rounds == 1 or count(sizes) <= count(usual)


def test_two_at_a_table_of_two_have_what_they_wished() -> None:
    wishes = SeatRequests(together=((1, 2), (1, 3)))
    notes = schedule.name_broken(wishes, [Past(((1, 2), (3, 4)))], sides=False)
    assert [note.words.params["other"] for note in notes] == [3]
