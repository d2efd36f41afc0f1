"""Poker hands against two published evaluators, and their names; jokers against every card that
they could be.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

import phevaluator
import pytest
import treys
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.cards.deck import CARDS, JOKER, card_of, masks_of, parse_cards, texts
from rulesets.cards.poker import (
    CATEGORIES,
    best_five,
    best_of_two_own,
    best_with_jokers,
    strength,
)
from tests.sampling import examples

TREYS = treys.Evaluator()
ONE_SUIT_AND_MORE = [*CARDS[:13], *(card_of(rank, 1) for rank in range(1, 8)), *CARDS[30:36]]


def hands(least, most):
    """Random hands, and hands from a few cards of two suits, rich in flushes and straights."""
    return st.one_of(
        st.lists(st.sampled_from(pack), min_size=least, max_size=most, unique=True)
        for pack in (CARDS[:52], ONE_SUIT_AND_MORE)
    )


def in_treys(card):
    return treys.Card.new(short(card))


def short(card):
    return card.text.replace("10", "T")[0] + card.text[-1].lower()


def by_treys(cards):
    """The best of all fives: treys itself takes 5, 6 or 7 cards only."""
    return min(TREYS._five(list(five)) for five in combinations(map(in_treys, cards), 5))


def sign(number):
    return (number > 0) - (number < 0)


@settings(max_examples=examples(300), deadline=None)
@given(hands(7, 7), hands(7, 7))
def test_sevens_compare_as_phevaluator_says(one, two):
    theirs = [phevaluator.evaluate_cards(*map(short, hand)) for hand in (one, two)]
    ours = [strength(*masks_of(hand)) for hand in (one, two)]
    assert sign(ours[0] - ours[1]) == sign(theirs[1] - theirs[0])


@settings(max_examples=examples(80), deadline=None)
@given(hands(5, 10), hands(5, 10))
def test_any_number_compares_as_treys_says(one, two):
    ours = [best_five(hand).strength for hand in (one, two)]
    assert sign(ours[0] - ours[1]) == sign(by_treys(two) - by_treys(one))


@settings(max_examples=examples(150), deadline=None)
@given(hands(5, 13))
def test_the_five_cards_are_as_strong_as_the_hand(cards):
    found = best_five(cards)
    assert len(set(found.cards)) == 5
    assert set(found.cards) <= set(cards)
    assert strength(*masks_of(found.cards)) == found.strength
    assert TREYS.class_to_string(TREYS.get_rank_class(TREYS._five([*map(in_treys, found.cards)])))


@pytest.mark.parametrize(
    ("hand", "category", "name", "five"),
    [
        ("AS KS QS JS 10S 9S 2H", "straight flush", "straight flush to the ace", "AS KS QS JS 10S"),
        ("AH 2H 3H 4H 5H KS KD", "straight flush", "straight flush to the five", "5H 4H 3H 2H AH"),
        ("6S 6H 6D 6C 9H 2C", "four of a kind", "four sixes; nine", "6S 6H 6D 6C 9H"),
        ("KS KH KD 4S 4H 4D", "full house", "full house, kings over fours", "KS KH KD 4S 4H"),
        ("2S 9S 7S 5S 3S 9H 9D", "flush", "flush to the nine: nine, seven, five, three, two", None),
        ("2S 3H 4H 5D 6C AS", "straight", "straight to the six", "6C 5D 4H 3H 2S"),
        ("AS 2S 3H 4H 5D", "straight", "straight to the five", "5D 4H 3H 2S AS"),
        ("8S 8H 8D QS 2C 3D", "three of a kind", "three eights; queen, three", "8S 8H 8D QS 3D"),
        ("AS AH 8D 8S 2C 2D QC", "two pairs", "two pairs, aces and eights; queen", None),
        ("8S 8H AD QS 2C", "pair", "pair of eights; ace, queen, two", "8S 8H AD QS 2C"),
        ("AS QH 9D 7S 2C", "high card", "high card ace: ace, queen, nine, seven, two", None),
        ("QS KH AD 2S 3C 9H", "high card", "high card ace: ace, king, queen, nine, three", None),
    ],
)
def test_names(hand, category, name, five):
    found = best_five(parse_cards(hand))
    assert CATEGORIES[found.category] == category
    assert found.name == name
    if five:
        assert texts(found.cards) == five.split()


# --- with jokers ----------------------------------------------------------------------------------


PACK = CARDS[:52]


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


# --- exactly two of one's own cards ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "common", "words"),
    [
        ("AH KH", "QH JH JK", "straight flush to the ace"),
        ("2H 9H", "KH 4H JK", "flush to the ace: ace, king, nine, four, two"),
        ("JK JK", "JK JK JK", "straight flush to the ace"),
    ],
)
def test_a_joker_beside_two_of_ones_own(own: str, common: str, words: str) -> None:
    assert best_of_two_own(parse_cards(own), parse_cards(common)).words.text == words


@settings(max_examples=examples(60), deadline=None)
@given(st.randoms(use_true_random=False), st.integers(2, 6), st.integers(3, 6), st.integers(0, 5))
def test_two_of_ones_own_against_every_choice(chance, own, common, jokers):
    """As if every five were put down and looked at, jokers and copies of two packs among them."""
    pool = [*CARDS[:52], *chance.sample(CARDS[:52], 20), *[JOKER] * (4 * jokers)]
    cards = chance.sample(pool, own + common)
    hand, board = cards[:own], cards[own:]
    choices = [
        (*pair, *three) for pair in combinations(hand, 2) for three in combinations(board, 3)
    ]
    strengths = []
    for five in choices:
        faces = [card for card in five if not card.is_joker]
        if len(set(faces)) == len(faces):
            strengths.append(best_with_jokers(five).strength)
    if strengths:
        assert best_of_two_own(hand, board).strength == max(strengths)
    else:
        with pytest.raises(ValueError, match="two of one’s own"):
            best_of_two_own(hand, board)
