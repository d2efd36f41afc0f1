"""Contracts against the table of scores that every club has on its wall."""

import pytest

from rulesets.families.tricks import BridgeContract

MADE = [  # contract, tricks above it, not vulnerable, vulnerable: with 50 for a part score
    ("1C", 0, 70, 70),
    ("1H", 1, 110, 110),
    ("1NT", 0, 90, 90),
    ("2NT", 1, 150, 150),
    ("3NT", 0, 400, 600),
    ("3NT", 2, 460, 660),
    ("4H", 0, 420, 620),
    ("4S", 1, 450, 650),
    ("5C", 0, 400, 600),
    ("5D", 1, 420, 620),
    ("6D", 0, 920, 1370),
    ("6S", 0, 980, 1430),
    ("6NT", 1, 1020, 1470),
    ("7C", 0, 1440, 2140),
    ("7NT", 0, 1520, 2220),
    ("1NTx", 0, 180, 180),
    ("2Hx", 0, 470, 670),
    ("2Cx", 0, 180, 180),
    ("4Sx", 1, 690, 990),
    ("3NTx", 0, 550, 750),
    ("1Cxx", 0, 230, 230),
    ("1NTxx", 1, 760, 1160),
    ("2Dxx", 0, 560, 760),
    ("3NTxx", 0, 800, 1000),
    ("7NTxx", 0, 2280, 2980),
]


def contract(text: str, *, vulnerable: bool) -> BridgeContract:
    trump = text[1:].rstrip("x")
    return BridgeContract(int(text[0]), trump, text.count("x"), vulnerable)


@pytest.mark.parametrize(("text", "over", "plain", "vulnerable"), MADE)
def test_made(text: str, over: int, plain: int, vulnerable: int) -> None:
    """Laws of contract bridge 77, by deals."""
    for wanted, is_vulnerable in ((plain, False), (vulnerable, True)):
        bid = contract(text, vulnerable=is_vulnerable)
        bonus = bid.game if bid.points >= 100 else 50
        assert bid.points + bid.overtricks(over) + bid.insult + bid.slam + bonus == wanted
