"""Poker with jokers that repeat no card, against every card that they could be."""

from itertools import combinations
from random import Random

import pytest

from rulesets.counting.poker import FOUR, STRAIGHT_FLUSH, best_five, strength
from rulesets.counting.wild_poker import best_with_jokers
from rulesets.equipment.cards import CARDS, JOKER, masks_of, parse_cards

PACK = CARDS[:52]
WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
FACES = ("jack", "queen", "king")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AS AH AD AC JK", "four aces; king"),
        ("KS QS JS 10S JK", "straight flush to the ace"),
        ("KS KH JK 3D 4C", "three kings; four, three"),
        ("KS KH 4D 4C JK", "full house, kings over fours"),
        ("2S 3S 4S 5S JK", "straight flush to the six"),
        ("AS 3D 4C 5H JK", "straight to the five"),
        ("JK JK JK JK 5D", "straight flush to the nine"),
    ],
)
def test_what_a_joker_makes(cards: str, words: str) -> None:
    """referee.md, X18, and the rules of the Extended Deck, Poker."""
    assert best_with_jokers(parse_cards(cards)).words.text == words


@pytest.mark.parametrize(("jokers", "hands"), [(1, 40), (2, 6), (3, 3)])
def test_no_other_cards_would_be_better(jokers: int, hands: int) -> None:
    chance = Random(jokers)
    for _ in range(hands):
        known = chance.sample(PACK, chance.randint(5 - jokers, 7 - jokers))
        free = [card for card in PACK if card not in known]
        best = max(strength(*masks_of([*known, *named])) for named in combinations(free, jokers))
        assert best_with_jokers([*known, *[JOKER] * jokers]).strength == best


def test_four_jokers_make_the_best_straight_flush_of_any_card() -> None:
    for card in PACK:
        hand = best_with_jokers([card, *[JOKER] * 4])
        assert hand.category == STRAIGHT_FLUSH
        assert card in hand.cards
        highest = "ace" if card.rank in (1, 10, 11, 12, 13) else (*WORDS, *FACES)[card.rank + 2]
        assert hand.words.text == f"straight flush to the {highest}"


def test_without_jokers_and_with_copies() -> None:
    cards = parse_cards("KS KH 4D 4C 7S")
    assert best_with_jokers(cards) == best_five(cards)
    assert best_with_jokers((*cards, cards[0])) == best_five(cards)
    assert best_with_jokers(parse_cards("9S 9H JK JK 2C")).category == FOUR
    with pytest.raises(ValueError, match="five"):
        best_with_jokers(parse_cards("KS KS KH 4D JK"))
