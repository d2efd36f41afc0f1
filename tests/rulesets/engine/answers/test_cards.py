"""Cards: a list, or rows."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.answers import CARDS
from rulesets.engine.fields import Field
from rulesets.engine.problems import Unusable
from rulesets.engine.text import say
from tests.rulesets.engine.answers.names import FOUR, Names, codes, made_up, there_and_back

HAND = Field("hand", say("Hand"), kind=CARDS)
GRID = Field("grid", say("Grid"), kind=CARDS, rows=2, columns=2)


@pytest.mark.parametrize(
    ("field", "value", "found"),
    [
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
    ],
)
def test_what_is_wrong_with_cards(field: Field, value: Any, found: Any) -> None:
    assert codes(field, value) == found


def test_made_up_cards_are_of_one_pack() -> None:
    for value in made_up(GRID, 30):
        flat = [card for row in value for card in row]
        assert len(set(flat)) == 4
    assert {len(value) for value in made_up(HAND, 30)} == {5}


def test_a_file_may_have_rows_as_texts() -> None:
    assert CARDS.read(GRID, ["AS 2S", ["3S", "4S"]], Names(), (), ()) == [
        ["AS", "2S"],
        ["3S", "4S"],
    ]
    assert there_and_back(HAND, ["AS", "JK"]) == ["AS", "JK"]
    for value in (7, [7], [["AS", 7]]):
        with pytest.raises(Unusable):
            CARDS.read(GRID, value, Names(), (), ())


def test_cards_are_told_row_by_row() -> None:
    assert CARDS.words(GRID, [["AS", "2S"], ["3S", "4S"]], FOUR).text == "A♠ 2♠ / 3♠ 4♠"
    assert CARDS.words(HAND, ["AS", "2S"], FOUR).text == "A♠ 2♠"
    assert CARDS.plain([["AS"], ["2S"]]) == (("AS",), ("2S",))
