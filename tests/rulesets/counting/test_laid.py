"""Cards told one after the other, as the melds they lie in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.counting.laid import as_laid
from rulesets.counting.layoffs import read_meld
from rulesets.counting.wilds import GIN
from rulesets.equipment.cards import CARDS, Card, parse_cards, texts


def laid(text: str) -> list[str] | None:
    found = as_laid(parse_cards(text))
    return None if found is None else [" ".join(texts(meld)) for meld in found]


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("3S 3H 3D 4S 4H 4D 5S 5H 5D", ["3S 3H 3D", "4S 4H 4D", "5S 5H 5D"]),
        ("3S 4S 5S 3H 4H 5H 3D 4D 5D", ["3S 4S 5S", "3H 4H 5H", "3D 4D 5D"]),
        ("5S 3S 4S", ["3S 4S 5S"]),
        ("KH AH QH", ["QH KH AH"]),
        ("2C AC 3C", ["AC 2C 3C"]),
        ("3S 4S 5S 6S 7S 8S", ["3S 4S 5S 6S 7S 8S"]),
        ("7S 7H 7D 7C 8C 9C", ["7S 7H 7D", "7C 8C 9C"]),
        ("3S 9H 4S 9D 5S 9C", ["3S 4S 5S", "9H 9D 9C"]),
        ("", []),
    ],
)
def test_melds_are_told_apart(text: str, melds: list[str]) -> None:
    assert laid(text) == melds


@pytest.mark.parametrize("text", ["3S", "3S 4S", "3S 4S 5H", "KS AS 2S", "JK JK JK"])
def test_what_is_no_meld_is_none(text: str) -> None:
    assert laid(text) is None


@given(st.lists(st.sampled_from(CARDS), max_size=30))
def test_every_card_lies_in_one_meld_or_there_is_no_answer(cards: list[Card]) -> None:
    found = as_laid(cards)
    if found is not None:
        assert sorted(card for meld in found for card in meld) == sorted(cards)
        for meld in found:
            read_meld(meld, GIN)
