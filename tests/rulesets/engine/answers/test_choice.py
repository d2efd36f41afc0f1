"""One of several words."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.answers import CHOICE
from rulesets.engine.fields import Field
from rulesets.engine.problems import Unusable
from rulesets.engine.text import say
from tests.rulesets.engine.answers.names import FOUR, Names, codes, made_up, there_and_back

HOW = Field(
    "how",
    say("How?"),
    kind=CHOICE,
    choices=(("run", say("Run")), ("gin", say("Gin"))),
    parts_label=say("Sold"),
)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("gin", []),
        ("GIN", [("choice", (), True)]),
        ("x" * 9999, [("choice", (), True)]),
        (1, [("type", (), True)]),
        (["gin"], [("type", (), True)]),
        ({"gin": 1}, [("type", (), True)]),
    ],
)
def test_what_is_wrong_with_a_choice(value: Any, found: Any) -> None:
    assert codes(HOW, value) == found


def test_what_is_none_of_the_choices_is_cut_in_the_message() -> None:
    [problem] = CHOICE.problems(HOW, "x" * 9999, None, ())  # type: ignore[arg-type]
    assert len(problem.message) < 150


def test_any_of_them_is_made_up() -> None:
    assert set(made_up(HOW)) == {"run", "gin"}


def test_the_key_stands_in_a_file_and_its_words_are_told() -> None:
    assert there_and_back(HOW, "gin") == "gin"
    with pytest.raises(Unusable):
        CHOICE.read(HOW, 7, Names(), (), ())
    assert CHOICE.words(HOW, "gin", FOUR).text == "Gin"
    assert CHOICE.words(HOW, {"price": 3}, FOUR).text == "Sold"
    assert list(CHOICE.people("gin")) == []
