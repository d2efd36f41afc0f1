"""Totals of hands in which jokers are whatever serves best, against every card they could be."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.counting.totals import nearest_21, nearest_nine
from rulesets.equipment.cards import CARDS, JOKER, parse_cards

HANDS = st.lists(st.sampled_from(CARDS[:52]), unique=True, max_size=5)


def every_total(cards) -> set[int]:
    """All that aces as 1 or 11 and jokers as cards that are not there can come to."""
    known = [card for card in cards if not card.is_joker]
    free = [card for card in CARDS[:52] if card not in known]
    found = set()
    for named in combinations(free, len(cards) - len(known)):
        ways = [(1, 11) if c.rank == 1 else (min(c.rank, 10),) for c in (*known, *named)]
        found |= {sum(way) for way in product(*ways)}
    return found


@pytest.mark.parametrize(
    ("cards", "total", "natural"),
    [
        ("JK KS", 21, True),
        ("JK 5S", 16, False),
        ("JK KS QS AH", 22, False),
        ("AS KD", 21, True),
        ("AS JK", 21, True),
        ("JK JK", 21, True),
        ("7S 7H 7D", 21, False),
        ("AS AH 9D", 21, False),
        ("KS QH 5D", 25, False),
        ("JK AS AH AD AC", 21, False),
    ],
)
def test_nearest_21(cards: str, total: int, natural: bool) -> None:
    """referee.md, X17: a joker with K; with 5; with K Q A. The rules of the Extended Deck,
    Blackjack."""
    assert nearest_21(parse_cards(cards)) == (total, natural)


@given(HANDS, st.integers(0, 2))
def test_no_card_would_bring_a_hand_nearer(cards, jokers: int) -> None:
    hand = (*cards, *(JOKER,) * jokers)
    points, all_of_them = nearest_21(hand).points, every_total(hand)
    assert points in all_of_them
    below = [total for total in all_of_them if total <= 21]
    assert points == (max(below) if below else min(all_of_them))


@pytest.mark.parametrize(
    ("cards", "total"), [("KS 9D", 9), ("8S 7H", 5), ("AS 2D 3C", 6), ("JK 2D", 9), ("10S QH", 0)]
)
def test_nearest_nine(cards: str, total: int) -> None:
    """The rules of the Extended Deck, Baccarat."""
    assert nearest_nine(parse_cards(cards)) == total
