"""Each kind of answer: what is wrong with one, how files hold it, its words, and whom it names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesets.engine.answers import (
    CARDS,
    CHOICE,
    CLAIMS,
    NUMBER,
    ORDER,
    PLAYER,
    PLAYERS,
    ROLLS,
    SIDE,
    YES_NO,
)
from rulesets.engine.answers.number import written
from rulesets.engine.fields import Field
from rulesets.engine.text import say
from tests.rulesets.engine.answers.names import FOUR, codes

ALONE = Field("alone", say("Alone?"), kind=YES_NO, required=False)
LEFT = Field("left", say("Left"), low=0, high=40, step=5)
DEBT = Field("debt", say("Debt"), low=-20, high=20, usual=(-5, 5))
HALF = Field("count", say("Count"), low=2, high=31, also=(30.5,))
HOW = Field(
    "how",
    say("How?"),
    kind=CHOICE,
    choices=(("run", say("Run")), ("gin", say("Gin"))),
    parts_label=say("Sold"),
)
WHO = Field("who", say("Who?"), kind=PLAYER)
MAKER = Field("maker", say("Whose bid?"), kind=SIDE)
BEST = Field("best", say("Best"), kind=PLAYERS)
DOWN = Field("down", say("Down"), kind=ORDER)
TWO = replace(DOWN, low=2)
FOUR_PEOPLE = range(4)
SPACES = (("AS", say("A♠")), ("JD", say("J♦")))
TAKEN = Field("claims", say("Who took which?"), kind=CLAIMS, choices=SPACES)
HAND = Field("hand", say("Hand"), kind=CARDS)
GRID = Field("grid", say("Grid"), kind=CARDS, rows=2, columns=2)
DICE = Field("dice", say("Dice"), kind=ROLLS, columns=5)


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
        (HOW, "gin", []),
        (HOW, "GIN", [("choice", (), True)]),
        (HOW, "x" * 9999, [("choice", (), True)]),
        (HOW, 1, [("type", (), True)]),
        (HOW, ["gin"], [("type", (), True)]),
        (HOW, {"gin": 1}, [("type", (), True)]),
        (WHO, 3, []),
        (WHO, 4, [("unknown", (), True)]),
        (WHO, -1, [("unknown", (), True)]),
        (WHO, 10**4000, [("unknown", (), True)]),
        (WHO, "Ann", [("type", (), True)]),
        (WHO, True, [("type", (), True)]),
        (MAKER, 1, []),
        (MAKER, 2, [("unknown", (), True)]),
        (MAKER, -1, [("unknown", (), True)]),
        (MAKER, None, [("type", (), True)]),
        (BEST, [0, 3], []),
        (BEST, (2,), []),
        (BEST, [], [("missing", (), True)]),
        (BEST, [1, 1], [("twice", (1,), True)]),
        (BEST, [4, "Bo"], [("unknown", (0,), True), ("type", (1,), True)]),
        (BEST, 0, [("type", (), True)]),
        (BEST, {"Ann": 1}, [("type", (), True)]),
        (DOWN, [], []),
        (DOWN, [3, 0, 1, 2], []),
        (DOWN, [3, 0, 3], [("twice", (2,), True)]),
        (TWO, [], [("missing", (), True)]),
        (TWO, [1], [("few", (), True)]),
        (TWO, [1, 0], []),
        (TAKEN, {}, []),
        (TAKEN, {"AS": 3}, []),
        (TAKEN, {"2S": 0}, [("unknown", ("2S",), True)]),
        (TAKEN, {"AS": 4}, [("unknown", ("AS",), True)]),
        (TAKEN, {"2S": "Ann"}, [("unknown", ("2S",), True), ("type", ("2S",), True)]),
        (TAKEN, [["AS", 0]], [("type", (), True)]),
        (HAND, ["AS", "10H", "JK"], []),
        (HAND, [], []),
        (HAND, "AS", [("type", (), True)]),
        (HAND, [["AS"]], [("type", (0,), True)]),
        (HAND, ["AS", 7], [("type", (1,), True)]),
        (HAND, ["AS", "QX"], [("card.unknown", (1,), True)]),
        (GRID, [["AS", "2S"], ["3S", "4S"]], []),
        (GRID, [["AS", "2S"]], [("count", (), True)]),
        (GRID, [["AS", "2S"], ["3S"]], [("count", (), True)]),
        (GRID, ["AS 2S", "3S 4S"], [("type", (), True)]),
        (GRID, [["AS", "2S"], ["3S", "4X"]], [("card.unknown", (1, 1), True)]),
        (DICE, [[1, 5], [6]], []),
        (DICE, [[]], []),
        (DICE, [], [("type", (), True)]),
        (DICE, [1, 5], [("type", (), True)]),
        (DICE, "15", [("type", (), True)]),
        (DICE, [[1, 7], [0]], [("die", (0, 1), True), ("die", (1, 0), True)]),
        (DICE, [[True]], [("die", (0, 0), True)]),
        (DICE, [[1] * 6], [("dice", (0,), True)]),
        (DICE, [[1]] * 101, [("count", (), True)]),
    ],
)
def test_what_is_wrong_with_an_answer(field: Field, value: Any, found: Any) -> None:
    assert codes(field, value) == found


# --- yes or no ------------------------------------------------------------------------------------


def test_nobody_is_told_where_it_is_true_of_nobody() -> None:
    said = [[("Ann", True), ("Bo", False)], [("Ann", False)], []]
    words = [YES_NO.words_of_each(ALONE, each, FOUR).text for each in said]
    assert words == ["Ann", "nobody", "nobody"]


def test_files_hold_a_word_for_a_table_and_a_tick_for_each_player() -> None:
    each = replace(ALONE, per="player")
    assert [YES_NO.format(ALONE, value) for value in (True, None)] == ["yes", "no"]
    assert [YES_NO.format(each, value) for value in (True, None)] == [True, None]


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"), [(30, 30), (30.5, "30½"), (0.5, "½"), (2.25, "2.25"), (-3, -3)]
)
def test_halves_are_written_as_people_write_them(value: float, text: object) -> None:
    assert written(value) == text


@pytest.mark.parametrize(("value", "text"), [(30, "30"), (30.5, "30½"), (-3, "−3")])
def test_a_number_in_words(value: float, text: str) -> None:
    assert NUMBER.words(HALF, value, FOUR).text == text
    parts = replace(HOW, parts=(HALF, LEFT))
    words = CHOICE.words(parts, {"count": value, "left": None}, FOUR).text
    assert words.startswith("Sold")
    assert words.endswith(text)


def test_the_step_of_a_number_is_told_where_there_is_one() -> None:
    assert NUMBER.bounds(LEFT) == {"low": 0, "high": 40, "step": 5}
    assert NUMBER.bounds(HALF) == {"low": 2, "high": 31}


# --- several players, and players in an order -----------------------------------------------------


def test_an_order_is_joined_from_places() -> None:
    optional = replace(DOWN, required=False)
    for field, nothing in ((DOWN, []), (optional, None)):
        assert ORDER.join(field, {0: 2, 1: None, 2: 1}, FOUR_PEOPLE) == ([2, 0], [])
        assert ORDER.join(field, dict.fromkeys(FOUR_PEOPLE), FOUR_PEOPLE) == (nothing, [])


def test_an_order_of_all_is_told_what_is_wrong_with_its_places() -> None:
    everybody = replace(DOWN, low=4)
    assert ORDER.join(everybody, {0: 2, 1: 1, 2: 3, 3: None}, FOUR_PEOPLE) == ([1, 0, 2, 3], [])
    _, [taken] = ORDER.join(everybody, {0: 2, 1: 2, 2: 3, 3: 1}, FOUR_PEOPLE)
    assert (taken.code, taken.at) == ("down.taken", (1,))
    _, [missing] = ORDER.join(everybody, {}, FOUR_PEOPLE)
    assert (missing.code, missing.at) == ("down.missing", ())
