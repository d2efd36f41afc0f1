"""Who sits out, how evenly, and why."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.movements.seating import GENTLEMAN, LADY, ROLES
from tests.rulesets.movements.evenings import Evening, guests, partnerships
from tests.rulesets.movements.movement_requests import first_seats
from tests.sampling import examples

SEEDS = st.integers(0, 10**6)


def spread(evening, role, virtual=()):
    """Most minus fewest sit-outs within a role."""
    counts = evening.sat_out()
    counts.update(dict(virtual))
    of_role = [
        counts[person] for person in evening.people if evening.sets[-1].roles[person] == role
    ]
    return max(of_role) - min(of_role)


@settings(max_examples=examples(60), deadline=None)
@given(gentlemen=st.integers(1, 40), ladies=st.integers(1, 40), seed=SEEDS, fewer=st.booleans())
def test_sit_outs_are_even_within_a_role_after_every_set(gentlemen, ladies, seed, fewer):
    evening = Evening(guests(gentlemen, ladies), seed, fewer_repeats=fewer)
    before: set[frozenset[int]] = set()
    for _ in range(9):
        seating = evening.play()
        seated = [person for table in seating.tables for person in table]
        assert len(seating.tables) == len(evening.people) // 4
        assert sorted(seated + [out.id for out in seating.sitting_out]) == sorted(evening.people)
        if seating.tables:
            for role in ROLES:
                assert spread(evening, role) <= 1
        for pair in partnerships(seating):
            assert {seating.roles[person] for person in pair} == {GENTLEMAN, LADY}
        now = set(partnerships(seating))
        assert not now & before
        before = now


@settings(max_examples=examples(30), deadline=None)
@given(tables=st.integers(2, 20), over=st.integers(1, 3), seed=SEEDS)
def test_nobody_sits_out_twice_running_when_the_others_of_the_role_can(tables, over, seed):
    evening = Evening(guests(2 * tables + over // 2, 2 * tables + over - over // 2), seed)
    before: set[int] = set()
    for _ in range(7):
        now = {out.id for out in evening.play().sitting_out}
        assert len(now) == over
        assert not now & before
        before = now


@pytest.mark.parametrize(
    ("gentlemen", "ladies", "sitting_out"),
    [
        (8, 8, {}),
        (9, 8, {GENTLEMAN: 1}),
        (8, 9, {LADY: 1}),
        (10, 8, {GENTLEMAN: 1, LADY: 1}),
        (9, 9, {GENTLEMAN: 1, LADY: 1}),
        (10, 9, {GENTLEMAN: 2, LADY: 1}),
        (9, 10, {GENTLEMAN: 1, LADY: 2}),
        (14, 5, {GENTLEMAN: 2, LADY: 1}),
        (0, 7, {GENTLEMAN: 1, LADY: 2}),
    ],
)
def test_those_over_are_shared_over_the_roles(gentlemen, ladies, sitting_out):
    seating = first_seats(guests(gentlemen, ladies), rng=random.Random(3))
    counts = Counter(seating.roles[out.id] for out in seating.sitting_out)
    assert counts == sitting_out


def test_those_whose_table_closes_wait_before_others_who_are_equal():
    evening = Evening(guests(4, 4), 3)
    evening.play()
    del evening.people[8]
    seating = evening.play()
    assert [out.code for out in seating.sitting_out] == ["table_closed"] * 3
    assert "nobody at the others has sat out less (0 so far)" in seating.sitting_out[0].text


def test_the_last_one_without_a_sit_out_is_not_said_to_be_drawn():
    evening = Evening(guests(5, 4), 1)
    reasons = [evening.play().sitting_out[0] for _ in range(5)]
    assert len({out.id for out in reasons}) == 5
    assert reasons[-1].code == "fewest"
    assert reasons[-1].text == "Has not sat out yet."
