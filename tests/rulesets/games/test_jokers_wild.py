"""Joker’s Wild and its sister: what the Janken Deck counts, and which counts there are."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets import games
from rulesets.cards.deck import parse_card
from rulesets.cards.picker import count, pickable_cards
from rulesets.files.counting import by_game
from tests.rulesets.tables import codes, night, problems

WILD, EXTRA = "jokers-wild", "jokers-extra-wild"


def hand(*held: int, out: int | None = None) -> dict[str, Any]:
    return {"out": out, "held": list(held)}


def total(slug: str, *cards: str) -> int:
    return sum(by_game()[slug].values.value(parse_card(card)) for card in cards)


def test_cards_count_as_the_sheet_says() -> None:
    """Rules for the Janken Deck, second and third game, the end."""
    assert total(WILD, "JK", "KS", "QS", "JS", "8S", "AS", "2S") == 50 + 30 + 8 + 1 + 2
    assert total(EXTRA, "JK", "2S", "4S", "9S", "QS", "AS") == 50 + 5 * 20
    assert total(EXTRA, "KS", "JS", "10S", "3S", "5S", "8S") == 30 + 3 + 5 + 8


@pytest.mark.parametrize(("slug", "deck"), [(WILD, 675), (EXTRA, 1045)])
def test_the_deck_has_five_suits_and_five_jokers(slug: str, deck: int) -> None:
    state = night(slug).state
    field = next(field for field in games.load(slug).plays.fields(state) if field.key == "held")
    assert field.counter is not None
    shown = pickable_cards(field.counter)
    assert sum(copies for _card, copies in shown) == 70
    assert sum(by_game()[slug].values.value(card) * copies for card, copies in shown) == deck
    assert count(field.counter, ["JK", "8R", "KP"]).value == 68
    assert [p.code for p in count(field.counter, ["JK"] * 6).problems] == ["card.copies"]


def test_the_lightest_card_of_the_extra_wild_deck_is_a_three() -> None:
    """games.md C: every other holds at least 3, and 4 cannot be made."""
    assert codes(EXTRA, hand(0, 2, 9, out=0)) == [("held.none", "error", ("held", 1))]
    assert codes(EXTRA, hand(0, 4, 9, out=0)) == [("held.cards", "error", ("held", 1))]
    assert problems(EXTRA, hand(0, 4, 9, out=0))[0].message == (
        "Bo holds 4? No cards count that much."
    )
    assert codes(EXTRA, hand(3, 4, 9)) == [("held.cards", "error", ("held", 1))]
    assert codes(EXTRA, hand(0, 3, 5, out=0)) == []
    assert codes(WILD, hand(0, 4, 1, out=0)) == []
