"""Dice, roll by roll."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.answers import ROLLS
from rulesets.engine.fields import Field
from rulesets.engine.problems import Unusable
from rulesets.engine.text import say
from tests.rulesets.engine.answers.names import FOUR, Names, codes, made_up, there_and_back

DICE = Field("dice", say("Dice"), kind=ROLLS, columns=5)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ([[1, 5], [6]], []),
        ([[]], []),
        ([], [("type", (), True)]),
        ([1, 5], [("type", (), True)]),
        ("15", [("type", (), True)]),
        ([[1, 7], [0]], [("die", (0, 1), True), ("die", (1, 0), True)]),
        ([[True]], [("die", (0, 0), True)]),
        ([[1] * 6], [("dice", (0,), True)]),
        ([[1]] * 101, [("count", (), True)]),
    ],
)
def test_what_is_wrong_with_dice(value: Any, found: Any) -> None:
    assert codes(DICE, value) == found


def test_made_up_rolls_have_a_die_or_two() -> None:
    assert {len(roll) for value in made_up(DICE) for roll in value} == {1, 2}


def test_they_stand_in_a_file_as_they_are_and_are_told_roll_by_roll() -> None:
    assert there_and_back(DICE, [[1, 5], []]) == [[1, 5], []]
    for value in (7, [7], [["1"]]):
        with pytest.raises(Unusable):
            ROLLS.read(DICE, value, Names(), (), ())
    assert ROLLS.words(DICE, [[1, 5], [5]], FOUR).text == "1 5, 5"
    assert ROLLS.plain([[1, 5], []]) == ((1, 5), ())
