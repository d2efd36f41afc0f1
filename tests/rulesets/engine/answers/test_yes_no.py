"""Yes or no."""

from __future__ import annotations

import pytest

from rulesets.engine.answers import YES_NO
from rulesets.engine.fields import Field
from rulesets.engine.problems import Unusable
from rulesets.engine.text import say
from tests.rulesets.engine.answers.names import FOUR, Names, codes, made_up, there_and_back

ALONE = Field("alone", say("Alone?"), kind=YES_NO, required=False)


def test_only_true_and_false_are_answers() -> None:
    assert [codes(ALONE, value) for value in (True, False)] == [[], []]
    for value in (0, 1, "yes", []):
        assert codes(ALONE, value) == [("type", (), True)]
        with pytest.raises(Unusable):
            YES_NO.read(ALONE, value, Names(), (), ())


def test_both_are_made_up_told_and_read_back() -> None:
    assert set(made_up(ALONE)) == {True, False}
    assert [YES_NO.words(ALONE, value, FOUR).text for value in (True, False)] == ["yes", "no"]
    assert [there_and_back(ALONE, value) for value in (True, False)] == [True, False]


def test_nobody_is_told_where_it_is_true_of_nobody() -> None:
    said = [[("Ann", True), ("Bo", False)], [("Ann", False)], []]
    words = [YES_NO.words_of_each(ALONE, each, FOUR).text for each in said]
    assert words == ["Ann", "nobody", "nobody"]
