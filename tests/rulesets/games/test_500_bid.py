"""500 Rummy: bids made and lost, points in tricks, and who wins at 500."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets import games
from rulesets.cards.deck import Deck
from tests.rulesets.tables import night

SLUG = "500-bid"
PLAYS = games.load(SLUG).plays


def hand(
    bidder: int, bid: int, points: int, tricks: int, *, no_trump: bool = False
) -> dict[str, Any]:
    values = {"bidder": bidder, "bid": bid, "points": points, "tricks": tricks}
    return {**values, "no_trump": no_trump}


def totals(*reports: Any, **options: Any) -> tuple[int, ...]:
    found: tuple[int, ...] = night(SLUG, *reports, players=4, **options).state.totals
    return found


@pytest.mark.parametrize(
    ("report", "gives"),
    [
        (hand(0, 70, 80, 4), (80, 4)),  # Metzker p. 4: made, the points taken are added
        (hand(0, 70, 70, 4, no_trump=True), (120, 4)),  # 50 extra in no trump
        (hand(1, 75, 60, 5), (5, -75)),  # set: the whole bid is subtracted
        (hand(1, 75, 70, 5, no_trump=True), (5, -75)),
        (hand(0, 60, 125, 0), (125, 0)),
    ],
)
def test_a_hand(report: dict[str, Any], gives: tuple[int, int]) -> None:
    assert totals(report) == gives


def test_only_a_bid_that_is_made_wins() -> None:
    """Metzker p. 4: you must bid out to win at 500."""
    before = [hand(0, 125, 125, 0)] * 3 + [hand(0, 110, 115, 2)]
    assert totals(*before) == (490, 2)
    by_tricks = night(SLUG, *before, hand(1, 60, 60, 10), players=4)
    assert by_tricks.state.totals == (500, 62)
    assert by_tricks.ending is None
    lost = night(SLUG, *before, hand(1, 60, 60, 10), hand(0, 60, 55, 6), players=4)
    assert lost.ending is None
    won = night(SLUG, *before, hand(1, 60, 60, 10), hand(0, 60, 60, 6), players=4)
    assert won.ending.winners == (0,)
    assert won.ending.text == "Ann & Cy won by a bid that was made"


def test_whoever_bids_out_has_won_even_with_less() -> None:
    first = [hand(0, 125, 125, 0), hand(0, 60, 70, 4)]
    history = night(SLUG, *first, *[hand(1, 60, 70, 10)] * 3, players=4, target=200)
    assert history.state.totals == (225, 214)
    assert history.ending.winners == (1,)
    assert PLAYS.ranks(history.state) == [2, 1]


def test_a_side_at_minus_150_loses() -> None:
    """Metzker p. 4: the first team to minus 150 loses."""
    history = night(SLUG, *[hand(0, 75, 70, 4)] * 2, players=4)
    assert history.state.totals == (-150, 8)
    assert history.ending.winners == (1,)
    assert history.ending.text == "Bo & Di won; the other side is too far below zero"
    assert night(SLUG, *[hand(0, 75, 70, 4)] * 2, players=4, floor=160).ending is None


def test_a_pack_has_the_points_of_the_highest_bid() -> None:
    """Metzker p. 24: aces and tens 10, fives 5, the queen of spades 25."""
    [values] = {
        field.counter.values
        for field in PLAYS.fields(night(SLUG, players=4).state)
        if field.counter
    }
    worth = {card.text: values.value(card) for card in Deck().cards() if values.value(card)}
    assert {text[:-1] for text in worth} == {"A", "10", "5", "Q"}
    assert sum(worth.values()) == 125
