"""Lay-offs against trying every share of the hand that could go to the table; cards told one after
the other, as the melds they lie in.
"""

from __future__ import annotations

import itertools

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rulesets.cards.card_rules import GIN, MeldRules
from rulesets.cards.deck import CARDS, JOKER, Card, card_of, parse_cards, texts
from rulesets.cards.layoffs import lay_off, lay_off_gin, read_meld, split_melds
from rulesets.cards.layouts import best_layout
from rulesets.cards.melds import best_melds
from tests.rulesets.cards.brute import is_run, is_set
from tests.rulesets.cards.games_with_melds import RULES
from tests.rulesets.cards.test_layouts import VALUES, assert_in_place, meld_judge
from tests.sampling import examples

GIN_RULES = RULES["gin"]
NEAR = [card_of(rank, suit) for suit in range(3) for rank in (1, 2, 3, 4, 5, 6, 12, 13)]
GIN_TABLES = [
    ["3S 4S 5S"],
    ["QS KS AS"],
    ["AS 2S 3S", "5H 5D 5C"],
    ["4H 5H 6H", "4S 4D 4C"],
    ["6S 6H 6D", "2S 3S 4S", "JH QH KH"],
]
WILD_TABLES = [
    ["4S 5S 6S"],
    ["4S JK 6S", "5H 5H 5S"],
    ["QS KS AS", "6H JK 6D"],
    ["AH 2H 3H", "3S 4S 5S", "7H 7S 7S"],
]
WILD_HANDS = st.lists(
    st.sampled_from([*(card_of(r, s) for s in (0, 1) for r in (1, 3, 4, 5, 6, 7, 8)), JOKER]),
    min_size=1,
    max_size=5,
)


def melds_of(rows, rules=GIN_RULES):
    return [read_meld(parse_cards(row), rules) for row in rows]


def is_gin_meld(cards, ace):
    return is_run(cards, 0, ace) or is_set(cards, 0)


@settings(max_examples=examples(80), deadline=None)
@given(
    st.lists(st.sampled_from(NEAR), max_size=7, unique=True),
    st.sampled_from(GIN_TABLES),
    st.sampled_from(["low", "either"]),
)
def test_gin_as_good_as_every_share(cards, rows, ace):
    table = [parse_cards(row) for row in rows]
    assume(all(is_gin_meld(meld, ace) for meld in table))
    cards = [card for card in cards if not any(card in meld for meld in table)]
    found = lay_off_gin(cards, melds_of(rows), ace)
    least = 999
    for places in itertools.product(range(-1, len(table)), repeat=len(cards)):
        shares = [
            [*meld, *(card for card, place in zip(cards, places, strict=True) if place == number)]
            for number, meld in enumerate(table)
        ]
        if all(is_gin_meld(share, ace) for share in shares):
            kept = [card for card, place in zip(cards, places, strict=True) if place < 0]
            least = min(least, best_melds(kept, ace).count)
    assert found.count == least
    assert list(found.cards()) == sorted(cards)
    for laid in found.lay_offs:
        assert is_gin_meld([*table[laid.meld], *laid.cards], ace)


@settings(max_examples=examples(120), deadline=None)
@given(
    WILD_HANDS,
    st.sampled_from(WILD_TABLES),
    st.builds(
        MeldRules,
        ace=st.sampled_from(["either", "low"]),
        least_naturals=st.just(1),
        balanced=st.booleans(),
    ),
    st.booleans(),
)
def test_any_melds_as_good_as_every_share(cards, rows, rules, new_melds):
    table = [parse_cards(row) for row in rows]
    judge = meld_judge(rules)
    assume(all(judge(meld) for meld in table))
    read = melds_of(rows, rules)
    found = lay_off(cards, read, rules, VALUES, new_melds=new_melds)
    least = 9999
    for places in itertools.product(range(-1, len(table)), repeat=len(cards)):
        kept = [card for card, place in zip(cards, places, strict=True) if place < 0]
        shares = [
            [card for card, place in zip(cards, places, strict=True) if place == number]
            for number in range(len(table))
        ]
        if all(
            not share or fits(meld, share, rules, judge)
            for meld, share in zip(read, shares, strict=True)
        ):
            if new_melds:
                left = best_layout(kept, rules, VALUES).count
            else:
                left = sum(VALUES.value(card) for card in kept)
            least = min(least, left)
    assert found.count == least
    assert list(found.cards()) == sorted(cards)
    assert new_melds or not found.melds
    for meld in found.melds:
        assert judge(meld.cards)
        assert_in_place(meld, rules)
    for laid in found.lay_offs:
        assert fits(read[laid.meld], laid.cards, rules, judge)
        for card, rank in zip(laid.cards, laid.ranks, strict=True):
            assert card.is_joker or card.rank == (rank - 1) % 13 + 1


def fits(meld, share, rules, judge):
    """Whether the meld stays one, with the wild cards on the table where they lie."""
    if meld.suit is None:
        return judge([*meld.cards, *share]) and {
            card.rank for card in share if not card.is_joker
        } <= {meld.ranks[0]}
    fixed = [card_of((rank - 1) % 13 + 1, meld.suit) for rank in meld.ranks]
    naturals = [card for card in share if not card.is_joker]
    if not judge([*meld.cards, *share]) or {card.suit for card in naturals} - {meld.suit}:
        return False
    # An ace on the table stays where it lies: the run may only grow round the places it has.
    length = len(fixed) + len(share)
    low, high = min(meld.ranks), max(meld.ranks)
    top = 13 if rules.ace == "low" else 14
    for first in range(max(1, high - length + 1), low + 1):
        window = list(range(first, first + length))
        if window[-1] > top or length > 13:
            continue
        free = [(rank - 1) % 13 + 1 for rank in window if not low <= rank <= high]
        if all(free.count(card.rank) >= 1 for card in naturals) and len(
            {card.rank for card in naturals}
        ) == len(naturals):
            return True
    return False


def test_what_makes_a_meld_of_its_own_is_not_laid_off():
    assert not lay_off_gin(parse_cards("6S 7S 8S"), melds_of(["3S 4S 5S"])).lay_offs


def test_an_ace_above_the_king_stands_for_itself():
    (run,) = melds_of(["QS KS AS"])
    assert run.stands_for() == ("QS", "KS", "AS")
    (kings,) = melds_of(["KS KH KC"])
    assert kings.stands_for() == ("K", "K", "K")


@pytest.mark.parametrize(
    ("ace", "low", "high"), [("low", True, False), ("either", True, True), ("high", False, True)]
)
def test_an_ace_is_laid_off_where_it_may_rank(ace, low, high):
    hand = parse_cards("AS")
    below = lay_off_gin(hand, melds_of(["2S 3S 4S"]), ace)
    above = lay_off_gin(hand, melds_of(["JS QS KS"]), ace)
    assert (bool(below.lay_offs), bool(above.lay_offs)) == (low, high)


# --- cards told one after the other ---------------------------------------------------------------


def laid(text: str) -> list[str] | None:
    found = split_melds(parse_cards(text))
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
    found = split_melds(cards)
    if found is not None:
        assert sorted(card for meld in found for card in meld) == sorted(cards)
        for meld in found:
            read_meld(meld, GIN)
