"""Poker with jokers: pots by the cards or as told, and every chip comes back."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rulesets import games
from rulesets.cards.deck import EXTENDED, Deck
from tests.rulesets.tables import codes, night

SLUG = "extended-poker"
PLAYS = games.load(SLUG).plays


def totals(report: Any, players: int = 3, **given_: Any) -> tuple[int, ...]:
    return PLAYS.totals(night(SLUG, report, players=players, **given_).state)


def shown(put: list[int], board: str, *hands: str) -> Any:
    return {"put": put, "board": board.split(), "hands": [hand.split() or None for hand in hands]}


def test_a_joker_is_a_card_that_the_hand_has_not() -> None:
    """referee.md, X18: four aces and a joker are no five of a kind, and lose to a royal flush."""
    aces, royal = "AH AD AC JK", "QS JS 10S JK"
    assert totals(shown([5, 5, 0], "AS KS 2D", aces, royal, "")) == (-5, 5, 0)


def test_cards_and_words_have_to_agree() -> None:
    report = shown([4, 4, 0], "KS QS JS 4D 2C", "10S JK", "KD KC", "")
    assert codes(SLUG, {**report, "winners": [0]}) == []
    assert codes(SLUG, {**report, "winners": [1]}) == [("winners.cards", "error", ("winners",))]
    assert codes(SLUG, {"put": [4, 4, 0]}) == [("winners.missing", "error", ("winners",))]
    few = shown([4, 4, 0], "KS QS", "10S JK", "KD KC", "")
    assert {code for code, _, _ in codes(SLUG, few)} == {"hands.few"}


def test_omaha_takes_two_of_ones_own_and_three_common_cards() -> None:
    omaha = {"own_cards": "two"}
    flush = shown([4, 4], "2S 7S 9D JH KC", "AS QS 8S 3S", "KD KS 4C 5C")
    assert totals(flush, players=2) == (4, -4)
    assert totals(flush, players=2, **omaha) == (-4, 4)
    wrong = {**flush, "winners": [0]}
    assert codes(SLUG, wrong, players=2) == []
    assert codes(SLUG, wrong, players=2, **omaha) == [("winners.cards", "error", ("winners",))]
    few = shown([4, 4], "2S 7S", "AS QS 8S 3S", "KD KS 4C 5C")
    assert {code for code, _, _ in codes(SLUG, few, players=2, **omaha)} == {"hands.few"}
    most = shown([4, 4], "2S 7S 9D JH KC", "AS QS 8S 3S 2C 3C 4C 5C", "KD KS 4H 5H")
    assert codes(SLUG, most, players=2, **omaha) == []
    many = shown([4, 4], "2S 7S 9D JH KC", "AS QS 8S 3S 2C 3C 4C 5C 6C", "KD KS 4H 5H")
    assert codes(SLUG, many, players=2, **omaha) == [("hands.many", "error", ("hands", 0))]


@given(st.integers(0, 10_000), st.lists(st.integers(0, 60), min_size=2, max_size=6))
def test_chips_are_conserved(seed: int, put: list[int]) -> None:
    chance = Random(seed)
    cards = [c.text for c in Deck(jokers=2, suits=EXTENDED).cards() if not c.is_special]
    chance.shuffle(cards)
    hands = [[cards.pop(), cards.pop()] if chance.random() < 0.6 else None for _ in put]
    hands[0] = [cards.pop(), cards.pop()]
    report = {"put": put, "board": [cards.pop() for _ in range(5)], "hands": hands}
    assert sum(totals(report, players=len(put), first=0)) == 0
