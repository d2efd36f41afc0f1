"""Playing cards as drawings: every card has its own look and its own name."""

import re

import pytest

from rulesets.cards import CARDS, JOKER, parse_card
from rulesets.game import Problem
from tournaments.templatetags.handcards import card_name, deck_of_cards, in_words, playing_card


@pytest.mark.parametrize(
    ("text", "name"),
    [("QH", "queen of hearts"), ("10S", "10 of spades"), ("AC", "ace of clubs"), ("JK", "joker")],
)
def test_cards_are_named(text: str, name: str) -> None:
    assert card_name(parse_card(text)) == name
    assert f'<span class="visually-hidden">{name}</span>' in playing_card(parse_card(text))


def test_no_two_cards_look_alike_or_are_named_alike() -> None:
    looks = {re.sub(r"visually-hidden.*", "", playing_card(card)) for card in CARDS}
    # Without colour, too: the class that colours a suit does not count.
    shapes = {re.sub(r'class="[^"]*"', "", look) for look in looks}
    assert len(shapes) == len({card_name(card) for card in CARDS}) == len(CARDS) == 53


def test_the_picker_has_every_card_once() -> None:
    offered = [card for suit in deck_of_cards() for card in suit["cards"]]  # type: ignore[attr-defined]
    assert offered == list(CARDS)
    assert offered[-1] is JOKER


def test_numbers_below_zero_have_a_minus_sign() -> None:
    found = Problem("x", "error", "{name} counts {count}", {"name": "-Al-", "count": -15})
    assert in_words(found) == "-Al- counts −15"  # type: ignore[arg-type]
