"""Numbers: bounds, steps, and the few that may stand beside them."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulesets.engine.answers import NUMBER
from rulesets.engine.answers.number import written
from rulesets.engine.fields import Field
from rulesets.engine.problems import Unusable
from rulesets.engine.text import say
from tests.rulesets.engine.answers.names import FOUR, Names, codes, made_up, there_and_back

LEFT = Field("left", say("Left"), low=0, high=40, step=5)
DEBT = Field("debt", say("Debt"), low=-20, high=20, usual=(-5, 5))
HALF = Field("count", say("Count"), low=2, high=31, also=(30.5,))


@pytest.mark.parametrize(
    ("field", "value", "found"),
    [
        (LEFT, 15, []),
        (LEFT, 0, []),
        (LEFT, 12, [("step", (), False)]),
        (LEFT, 45, [("range", (), False)]),
        (LEFT, -5, [("negative", (), True)]),
        (DEBT, -20, []),
        (DEBT, -21, [("range", (), False)]),
        (LEFT, 10**9 + 1, [("large", (), True)]),
        (LEFT, -(10**4000), [("large", (), True)]),
        (LEFT, "5", [("type", (), True)]),
        (LEFT, 5.0, [("type", (), True)]),
        (LEFT, True, [("type", (), True)]),
        (LEFT, [5], [("type", (), True)]),
        (HALF, 30.5, []),
        (HALF, 29.5, [("type", (), True)]),
        (HALF, True, [("type", (), True)]),
    ],
)
def test_what_is_wrong_with_a_number(field: Field, value: Any, found: Any) -> None:
    assert codes(field, value) == found


def test_made_up_numbers_are_in_steps_and_mostly_usual() -> None:
    assert set(made_up(LEFT)) == set(range(0, 45, 5))
    assert set(made_up(DEBT)) == set(range(-5, 6))
    assert 30.5 in made_up(HALF)


def test_numbers_stand_in_a_file_as_they_are() -> None:
    assert there_and_back(LEFT, 15) == 15
    assert there_and_back(HALF, 30.5) == 30.5
    for value in ("15", 15.0, None, True):
        with pytest.raises(Unusable):
            NUMBER.read(LEFT, value, Names(), (), ())


def test_the_schema_knows_bounds_and_steps() -> None:
    judge = Draft202012Validator(NUMBER.schema(LEFT))
    assert [value for value in (-5, 0, 12, 15, 40, 45) if judge.is_valid(value)] == [0, 15, 40]
    assert Draft202012Validator(NUMBER.schema(HALF)).is_valid(30.5)
    assert not Draft202012Validator(NUMBER.schema(HALF)).is_valid(29.5)


@pytest.mark.parametrize(
    ("value", "text"), [(30, 30), (30.5, "30½"), (0.5, "½"), (2.25, "2.25"), (-3, -3)]
)
def test_halves_are_written_as_people_write_them(value: float, text: object) -> None:
    assert written(value) == text


@pytest.mark.parametrize(("value", "text"), [(30, "30"), (30.5, "30½"), (-3, "−3")])
def test_a_number_in_words(value: float, text: str) -> None:
    assert NUMBER.words(HALF, value, FOUR).text == text
