"""Dice: what scores in one roll, what a turn comes to, what cannot have been kept; what to keep."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.cards.dice import ANY, best_choice, count_turn, points, scoring, turn_problems
from tests.sampling import examples

ROLLS = st.lists(st.integers(1, 6), min_size=1, max_size=5)


@pytest.mark.parametrize(
    ("kept", "worth"),
    [
        ([5], 50),
        ([1], 100),
        ([1, 5], 150),
        ([1, 1], 200),
        ([1, 1, 1], 1000),
        ([2, 2, 2], 200),
        ([6, 6, 6], 600),
        ([5, 5, 5], 500),
        ([1, 1, 1, 1], 2000),
        ([3, 3, 3, 3], 600),
        ([1] * 5, 4000),
        ([2] * 5, 800),
        ([6] * 5, 2400),
        ([1, 2, 3, 4, 5], 1000),
        ([6, 4, 2, 3, 5], 1000),
        ([5, 1, 1, 1, 5], 1100),
        ([2, 2, 2, 1, 5], 350),
        ([], 0),
    ],
)
def test_what_kept_dice_are_worth(kept: list[int], worth: int) -> None:
    """Metzker p. 11; games.md, ten-thousand."""
    assert points(kept) == worth


@pytest.mark.parametrize(
    ("roll", "places"),
    [
        ([2, 3, 4, 6, 6], ()),
        ([4], ()),
        ([2, 3, 4, 5, 6], (0, 1, 2, 3, 4)),
        ([2, 3, 4, 5], (3,)),
        ([2, 1, 2, 5, 2], (0, 1, 2, 3, 4)),
        ([6, 6, 3, 1, 4], (3,)),
    ],
)
def test_which_dice_of_a_roll_score(roll: list[int], places: tuple[int, ...]) -> None:
    assert scoring(roll) == places


@given(ROLLS, st.randoms())
def test_the_order_of_dice_does_not_matter(roll: list[int], chance: object) -> None:
    mixed = sorted(roll)
    assert points(mixed) == points(roll)
    assert len(scoring(mixed)) == len(scoring(roll))


def told(rolls: list[list[int]], dice: frozenset[int] = frozenset()) -> list[tuple[str, object]]:
    return [(problem.code, problem.at) for problem in turn_problems(rolls, dice)]


def test_what_cannot_have_been_kept() -> None:
    assert told([[1, 1, 1], [5]]) == []
    assert told([[1, 2]]) == [("rolls.nothing", ("rolls", 0, 1))]
    assert told([[6, 6]]) == [
        ("rolls.nothing", ("rolls", 0, 0)),
        ("rolls.nothing", ("rolls", 0, 1)),
    ]
    assert told([[], [1]]) == [("rolls.miss", ("rolls", 0))]
    assert told([[1, 1, 1], [1, 1, 5]]) == [("rolls.left", ("rolls", 1))]
    assert told([[1, 1, 1, 1, 5], [1, 1, 5, 5]]) == []
    assert told([[1, 5]], frozenset({1})) == [("rolls.left", ("rolls", 0))]
    assert told([[1, 5]], ANY) == []
    (found,) = turn_problems([[1, 1, 1], [1, 1, 5]])
    assert found.message == "Roll 2: 3 dice kept, but only 2 were left to roll."


@given(st.lists(ROLLS, min_size=1, max_size=6), st.booleans())
def test_keeping_what_scores_as_long_as_dice_are_left_is_never_wrong(
    rolls: list[list[int]], stops: bool
) -> None:
    kept, left = [], 5
    for roll in rolls:
        scored = [roll[:left][place] for place in scoring(roll[:left])]
        kept.append(scored)
        if not scored:
            break
        left = left - len(scored) or 5
    if not stops and kept[-1]:
        kept.append([])
    assert turn_problems(kept) == ()
    found = count_turn(kept)
    assert found.left == {left}
    assert found.points == (sum(map(points, kept)) if kept[-1] else 0)


# --- what to keep ---------------------------------------------------------------------------------


ONE_ROLL = st.lists(st.integers(1, 6), min_size=1, max_size=5).map(tuple)


@given(ONE_ROLL, st.integers(0, 60), st.sampled_from([0, 1000]))
@settings(max_examples=examples(80), deadline=None)
def test_what_is_kept_was_rolled_and_scores(roll: tuple[int, ...], before: int, least: int) -> None:
    best = best_choice(roll, 50 * before, least)
    assert (best is None) == (not scoring(roll))
    if best is None:
        return
    assert all(best.dice.count(die) <= roll.count(die) for die in best.dice)
    assert len(scoring(best.dice)) == len(best.dice)
    assert best.points == points(best.dice) > 0
    assert best.left == (len(roll) - len(best.dice) or 5)
    assert best.roll or 50 * before + best.points >= least
