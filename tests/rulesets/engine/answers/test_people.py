"""Several players, and players in an order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesets.engine.answers import ORDER, PLAYERS
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

BEST = Field("best", say("Best"), kind=PLAYERS)
DOWN = Field("down", say("Down"), kind=ORDER)
TWO = replace(DOWN, low=2)
FOUR_PEOPLE = range(4)


@pytest.mark.parametrize(
    ("field", "value", "found"),
    [
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
    ],
)
def test_what_is_wrong_with_a_list_of_players(field: Field, value: Any, found: Any) -> None:
    assert codes(field, value) == found


def test_made_up_lists_are_of_those_who_play() -> None:
    for value in made_up(BEST):
        assert 1 <= len(value) <= 2
        assert set(value) <= set(PLAYING)
    orders = made_up(DOWN)
    assert {len(value) for value in orders} == {0, 1, 2, 3}
    assert [1, 0, 3] in orders
    assert min(map(len, made_up(TWO))) == 2


def test_files_have_names_or_a_single_one() -> None:
    assert there_and_back(BEST, [0, 2]) == [0, 2]
    assert there_and_back(DOWN, [2, 0]) == [2, 0]
    assert PLAYERS.read(BEST, "Bo", Names(), (), ()) == [1]
    names = Names()
    assert PLAYERS.read(BEST, ["Bo", "Xo"], names, ("best",), ("best",)) == [1]
    assert names.unknown == [("best", 1)]
    assert ("best",) in names.misnamed


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


def test_whom_an_answer_names() -> None:
    assert list(ORDER.people([2, 0])) == [((0,), 2), ((1,), 0)]
    assert PLAYERS.words(BEST, [2, 0], FOUR).text == "Cy and Ann"
    assert ORDER.plain([2, 0]) == (2, 0)
