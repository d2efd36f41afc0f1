"""What is best to keep at 10,000: legal, worth what it says, and no worse than anything else."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.counting.dice import points, scoring
from rulesets.counting.keeping import best_keep

ROLLS = st.lists(st.integers(1, 6), min_size=1, max_size=5).map(tuple)


@given(ROLLS, st.integers(0, 60), st.sampled_from([0, 1000]))
@settings(max_examples=80, deadline=None)
def test_what_is_kept_was_rolled_and_scores(roll: tuple[int, ...], before: int, least: int) -> None:
    best = best_keep(roll, 50 * before, least)
    assert (best is None) == (not scoring(roll))
    if best is None:
        return
    assert all(best.dice.count(die) <= roll.count(die) for die in best.dice)
    assert len(scoring(best.dice)) == len(best.dice)
    assert best.points == points(best.dice) > 0
    assert best.left == (len(roll) - len(best.dice) or 5)
    assert best.roll or 50 * before + best.points >= least


@pytest.mark.parametrize("die", range(1, 7))
def test_a_single_die_that_scores_is_kept(die: int) -> None:
    best = best_keep((die,), 300)
    assert (best is not None) == (die in (1, 5))
    if best is not None:
        assert best.left == 5
        assert best.roll


def test_who_has_much_stops_and_who_has_not_opened_goes_on() -> None:
    stop, on = best_keep((2, 2, 2, 5, 3), 700), best_keep((2, 2, 2, 5, 3), 700, 1000)
    assert stop is not None
    assert on is not None
    assert (stop.roll, stop.points, stop.worth) == (False, 250, 950)
    assert on.roll
    assert on.worth < 1000


def test_the_average_is_the_average() -> None:
    """One die left, far up: one sixth each of 100 and 50 more, and five dice then; else nothing."""
    before = 3900
    best = best_keep((5, 1, 5, 1, 2), before - 300)
    assert best is not None
    assert best.worth >= before
    last = best_keep((1,), 3900)
    assert last is not None
    assert last.worth == pytest.approx(4000)


def test_five_dice_miss_as_often_as_they_do() -> None:
    missed = sum(not scoring(roll) for roll in product(range(1, 7), repeat=5))
    assert sum(best_keep(roll) is None for roll in product(range(1, 7), repeat=5)) == missed


def test_playing_by_it_beats_keeping_all_and_stopping() -> None:
    chance, mine, plain = Random(7), 0, 0
    for _ in range(2000):
        roll = tuple(chance.randint(1, 6) for _ in range(5))
        plain += points([roll[place] for place in scoring(roll)])
        total, dice = 0, 5
        while True:
            best = best_keep(roll, total)
            if best is None:
                total = 0
                break
            total, dice = total + best.points, best.left
            if not best.roll:
                break
            roll = tuple(chance.randint(1, 6) for _ in range(dice))
        mine += total
    assert mine > plain
