"""Arizona Rummy: another wild rank in each round, and what is left in hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesets import games
from rulesets.cards import picker
from tests.rulesets.tables import setup

SLUG = "arizona-rummy"
PLAYS = games.load(SLUG).plays


def begun(rounds: int = 0, players: int = 3) -> Any:
    return PLAYS.start(replace(setup(SLUG, players, first=0), played=rounds)).state


def test_eleven_rounds_from_threes_to_kings() -> None:
    """Metzker p. 12."""
    named = [PLAYS.name_of_round(begun(rounds)).text for rounds in range(11)]
    assert named[0] == "3 cards, threes wild"
    assert named[7:] == [
        "10 cards, tens wild",
        "11 cards, jacks wild",
        "12 cards, queens wild",
        "13 cards, kings wild",
    ]
    assert PLAYS.rounds_in_all(setup(SLUG)) == 11
    assert PLAYS.note_before(begun()).text == "Bo begins"


@pytest.mark.parametrize(
    ("rounds", "cards", "count"),
    [
        (0, "JK 3S AH KD", 105),  # Metzker p. 12: joker 50, wild 25, ace 20, king 10
        (0, "10S 9S 2S", 20),
        (7, "10S 9S 3S", 35),
        (10, "KS KD QD", 60),
    ],
)
def test_cards_are_counted_by_the_round(rounds: int, cards: str, count: int) -> None:
    (counter,) = [f.counter for f in PLAYS.fields(begun(rounds)) if f.counter is not None]
    assert picker.count(counter, cards.split()).value == count
