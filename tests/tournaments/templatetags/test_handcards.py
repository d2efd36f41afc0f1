"""Playing cards as drawings: every card has its own look and its own name."""

import re

import pytest

from rulesets.cards.deck import (
    CARDS,
    EXTENDED,
    FRENCH,
    JANKEN,
    SPECIAL_RANKS,
    STARS,
    SUITS,
    card_of,
    parse_card,
)
from rulesets.engine.problems import Problem
from rulesets.engine.text import Phrase
from tournaments.templatetags.cards import (
    card_name,
    in_words,
    playing_card,
    ranks_to_pick,
    suits_to_pick,
)

SUITED = (card_of(rank, suit) for suit in (STARS, *JANKEN) for rank in range(1, 14))
SPECIAL = (parse_card(rank + suit, suits=EXTENDED) for rank in SPECIAL_RANKS for suit in SUITS)
ALL = [*CARDS, *SUITED, *SPECIAL]


@pytest.mark.parametrize(
    ("text", "name"),
    [("QH", "queen of hearts"), ("10S", "10 of spades"), ("AC", "ace of clubs"), ("JK", "joker")],
)
def test_cards_are_named(text: str, name: str) -> None:
    assert card_name(parse_card(text)) == name
    assert f'<span class="visually-hidden">{name}</span>' in playing_card(parse_card(text))


def test_cards_of_other_suits_are_named_and_drawn() -> None:
    queen = playing_card(parse_card("QS", suits=JANKEN))
    assert "queen of scissors" in queen
    assert "<path" in queen


def test_no_two_cards_look_alike_or_are_named_alike() -> None:
    looks = {re.sub(r"visually-hidden.*", "", playing_card(card)) for card in ALL}
    # Without colour, too: the class that colours a suit does not count.
    shapes = {re.sub(r'class="[^"]*"', "", look) for look in looks}
    assert len(shapes) == len({card_name(card) for card in ALL}) == len(ALL) == 53 + 13 + 65 + 12


def test_the_picker_has_every_suit_once_and_every_rank() -> None:
    assert [suit["suit"] for suit in suits_to_pick()] == [*FRENCH, STARS, *JANKEN]
    ranks = ranks_to_pick().split()
    assert ranks[::12] == ["ace", "king"]
    assert ranks[13:] == ["draw", "reverse", "skip"]


def test_numbers_below_zero_have_a_minus_sign() -> None:
    problem = Problem("x", "error", Phrase("{name} counts {count}", {"name": "-Al-", "count": -15}))
    assert in_words(problem) == "-Al- counts −15"  # type: ignore[arg-type]
