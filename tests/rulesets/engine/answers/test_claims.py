"""Who has taken which of several things."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.answers import CLAIMS
from rulesets.engine.fields import Field
from rulesets.engine.text import say
from tests.rulesets.engine.answers.names import (
    FOUR,
    PLAYING,
    Names,
    codes,
    made_up,
    there_and_back,
)

SPACES = (("AS", say("A♠")), ("JD", say("J♦")))
TAKEN = Field("claims", say("Who took which?"), kind=CLAIMS, choices=SPACES)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({}, []),
        ({"AS": 3}, []),
        ({"2S": 0}, [("unknown", ("2S",), True)]),
        ({"AS": 4}, [("unknown", ("AS",), True)]),
        ({"2S": "Ann"}, [("unknown", ("2S",), True), ("type", ("2S",), True)]),
        ([["AS", 0]], [("type", (), True)]),
    ],
)
def test_what_is_wrong_with_claims(value: Any, found: Any) -> None:
    assert codes(TAKEN, value) == found


def test_made_up_claims_are_of_those_who_play() -> None:
    found = made_up(TAKEN)
    assert {key for value in found for key in value} == {"AS", "JD"}
    assert {player for value in found for player in value.values()} == set(PLAYING)


def test_files_have_names_and_any_word_for_a_space() -> None:
    assert there_and_back(TAKEN, {"AS": 1, "JD": 1}) == {"AS": 1, "JD": 1}
    names = Names()
    read = CLAIMS.read(TAKEN, {"as": "Bo", "AS": "Cy", "jd": "Xo"}, names, (), ("claims",))
    assert read == {"AS": 1}
    assert (names.twice, names.unknown) == (["AS"], [("jd",)])
    assert names.pointed == {("claims", "AS"): "as"}


def test_whom_an_answer_names() -> None:
    assert list(CLAIMS.people({"AS": 2})) == [(("AS",), 2)]
    assert CLAIMS.words(TAKEN, {"AS": 2, "JD": 0}, FOUR).text == "A♠: Cy, J♦: Ann"
