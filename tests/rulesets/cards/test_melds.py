"""Best melds of a hand from one pack, against every partition of small hands."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.cards.deck import CARDS, card_of, masks_of, parse_cards, texts
from rulesets.cards.melds import Meld, best_melds, meld_solver
from tests.rulesets.cards.brute import PIPS, is_run, is_set, least_left
from tests.sampling import examples

ACES = st.sampled_from(["low", "high", "either"])
NEIGHBOURS = [card_of(rank, suit) for suit in range(4) for rank in range(4, 10)]
AROUND_THE_ACE = [card_of(rank, suit) for suit in range(4) for rank in (1, 2, 3, 12, 13)]
HANDS = st.one_of(
    st.sets(st.sampled_from(pack), min_size=1, max_size=10).map(sorted)
    for pack in (CARDS[:52], NEIGHBOURS, AROUND_THE_ACE)
)


def assert_legal(arrangement, cards, ace, count):
    """The arrangement uses the hand's cards once each, its melds are melds, its count is right."""
    assert list(arrangement.cards()) == sorted(cards)
    for meld in arrangement.melds:
        assert is_run(meld.cards, 0, ace) if meld.kind == "run" else is_set(meld.cards, 0), meld
    assert sum(PIPS[card.rank] for card in arrangement.left) == arrangement.count == count


@settings(max_examples=examples(150), deadline=None)
@given(HANDS, ACES)
def test_as_good_as_every_partition(cards, ace):
    def is_meld(chosen):
        return is_run(chosen, 0, ace) or is_set(chosen, 0)

    least = least_left(cards, is_meld, lambda card: PIPS[card.rank])
    assert_legal(best_melds(cards, ace), cards, ace, least)


@settings(max_examples=examples(200), deadline=None)
@given(st.sets(st.sampled_from(CARDS[:52]), min_size=11, max_size=22).map(sorted), ACES)
def test_large_hands_are_laid_out_legally(cards, ace):
    found = best_melds(cards, ace)
    assert_legal(found, cards, ace, found.count)
    fewer = best_melds(cards[1:], ace)
    assert found.count <= fewer.count + PIPS[cards[0].rank]


@pytest.mark.parametrize(
    ("hand", "ace", "count", "melds"),
    [
        ("AS 2S 3S", "either", 0, ["AS 2S 3S"]),
        ("AS 2S 3S", "high", 6, []),
        ("AS 2S 3S", "low", 0, ["AS 2S 3S"]),
        ("QS KS AS", "either", 0, ["QS KS AS"]),
        ("QS KS AS", "low", 21, []),
        ("KS AS 2S", "either", 13, []),
        # The ace can serve one end only; the queen and the king count more.
        ("AS 2S 3S QS KS", "either", 5, ["QS KS AS"]),
        # Greedy: the three sevens first would leave 5 6 8 of spades.
        ("5S 6S 7S 8S 7H 7D", "either", 14, ["5S 6S 7S 8S"]),
        # Four of a rank, one of them lent to a run.
        ("5S 6S 7S 7H 7D 7C", "either", 0, ["5S 6S 7S", "7H 7D 7C"]),
        ("3H 4H 5H 6H 7H", "either", 0, ["3H 4H 5H 6H 7H"]),
        ("3H 4H 5H 6H 7H 8H 9H", "either", 0, ["3H 4H 5H 6H 7H 8H 9H"]),
        ("4S 4H 4D 4C 2C 9D", "either", 11, ["4S 4H 4D 4C"]),
    ],
)
def test_worked_hands(hand, ace, count, melds):
    found = best_melds(parse_cards(hand), ace)
    assert found.count == count
    assert [" ".join(texts(meld.cards)) for meld in found.melds] == melds


def test_the_masks_say_what_the_arrangement_says():
    rng = random.Random(8)
    solve = meld_solver()
    for _ in range(200):
        hand = rng.sample(CARDS[:52], 13)
        masks, arrangement = masks_of(hand), best_melds(hand)
        found = solve(*masks)
        for held, runs, sets in zip(masks, found.runs, found.sets, strict=True):
            assert runs & sets == 0
            assert (runs | sets) & ~held == 0
        assert found.deadwood == arrangement.count


def test_a_deuce_that_stands_for_another_rank_is_wild():
    cards = parse_cards("7S 2S 7H")
    assert Meld("set", tuple(cards), (7, 7, 7)).as_json()["as"] == ["7", "7", "7"]
    assert "as" not in Meld("set", tuple(parse_cards("7S 7D 7H")), (7, 7, 7)).as_json()
