"""The smaller games with the Extended Deck: what they check, and what is particular to each."""

from typing import Any

import pytest

from rulesets import games
from tests.rulesets.tables import night


def totals(slug: str, *reports: Any, **values: Any) -> tuple[int, ...]:
    return games.load(slug).plays.totals(night(slug, *reports, **values).state)


# --- Baccarat and Blackjack -----------------------------------------------------------------------


def deal(dealer: str, hand: str, **more: Any) -> dict[str, Any]:
    return {"dealer": dealer.split(), "hands": [hand.split(), None], "bets": [10, None], **more}


@pytest.mark.parametrize(
    ("dealer", "hand", "won"),
    [
        ("10S 7D", "JK KS", 15),
        ("AS KD", "JK KS", 0),
        ("AS KD", "7S 7H 7D", -10),
        ("10S 6D 9H", "KS QS 2H", -10),
        ("10S 6D 9H", "KS 2H", 10),
        ("10S 9D", "KS JK JK", 10),
        ("10S 7D", "10H 7H", 0),
    ],
)
def test_blackjack(dealer: str, hand: str, won: int) -> None:
    """Naturals 3 : 2, over 21 loses first, level gives the bet back."""
    assert totals("extended-blackjack", deal(dealer, hand), players=2) == (won, 0)


# --- Spades ---------------------------------------------------------------------------------------


def hand(bids: str, *tricks: int, **more: Any) -> dict[str, Any]:
    named = {"n": "nil", "b": "blind nil"}
    return {"bids": [named.get(bid, bid) for bid in bids.split()], "tricks": [*tricks], **more}


@pytest.mark.parametrize(
    ("report", "wanted"),
    [
        (hand("3 3 3 3", 3, 3, 4, 3), (61, 60)),
        (hand("3 3 4 4", 3, 3, 3, 4), (-70, 70)),
        (hand("n 3 4 6", 0, 3, 4, 6), (140, 90)),
        (hand("n 3 4 6", 2, 2, 4, 5), (40 - 100 + 2, -90)),
        (hand("n 3 4 6", 2, 3, 2, 6), (-40 - 100 + 2, 90)),
        (hand("b 3 n 6", 0, 7, 0, 6), (300, 94)),
        (hand("n 6 n 6", 1, 6, 0, 6), (-100 + 1 + 100, 120)),
    ],
)
def test_spades(report: Any, wanted: tuple[int, ...]) -> None:
    """Made, set, nil and blind nil; the tricks of a nil that failed are bags and help no bid."""
    assert totals("extended-spades", report, players=4) == wanted
