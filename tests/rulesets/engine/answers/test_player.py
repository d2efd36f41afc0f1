"""One player, or one side."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.answers import PLAYER, SIDE
from rulesets.engine.fields import Field
from rulesets.engine.text import say
from tests.rulesets.engine.answers.names import (
    FOUR,
    NAMES,
    PLAYING,
    Names,
    codes,
    made_up,
    there_and_back,
)

WHO = Field("who", say("Who?"), kind=PLAYER)
MAKER = Field("maker", say("Whose bid?"), kind=SIDE)


@pytest.mark.parametrize(
    ("field", "value", "found"),
    [
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
    ],
)
def test_what_is_wrong_with_a_place(field: Field, value: Any, found: Any) -> None:
    assert codes(field, value) == found


def test_made_up_players_are_among_those_who_play() -> None:
    assert set(made_up(WHO)) == set(PLAYING)
    assert set(made_up(MAKER)) == {0, 1}


def test_files_have_names() -> None:
    assert PLAYER.write(2, NAMES) == "Cy"
    assert there_and_back(WHO, 2) == 2
    names = Names()
    assert SIDE.read(MAKER, "Di", names, (), ()) == 1
    assert PLAYER.read(WHO, "Xo", names, ("rounds", 0), ("who",)) is None
    assert (names.unknown, names.misnamed) == ([("rounds", 0)], [("who",)])


def test_whom_an_answer_names() -> None:
    assert list(PLAYER.people(2)) == [((), 2)]
    assert list(PLAYER.sides(2)) == []
    assert list(SIDE.people(1)) == []
    assert list(SIDE.sides(1)) == [1]
    assert PLAYER.words(WHO, 2, FOUR).text == "Cy"
