"""Totals of a hand in which jokers are whatever serves it best: nearest to 9, or to 21.

A joker is one of the 52 cards, and never one that lies in the same hand (the rules of the Extended
Deck, rule 1; Baccarat and Blackjack, first item of each).
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from rulesets.equipment.cards import CARDS, JOKER_INDEX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.equipment.cards import Card

NINE, MOST, TEN, PAIR = 9, 21, 10, 2
PIPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


class Total(NamedTuple):
    """What a hand comes to, and whether it does so with its first two cards (21 only)."""

    points: int
    natural: bool

    @property
    def over(self) -> bool:
        """Whether it is above 21 and lost."""
        return self.points > MOST


def nearest_nine(cards: Sequence[Card]) -> int:
    """The total of a hand of Baccarat: its last digit; 9 with a joker."""
    if any(card.is_joker for card in cards):
        return NINE
    return sum(PIPS[card.rank - 1] for card in cards) % TEN


def nearest_21(cards: Sequence[Card]) -> Total:
    """The total of a hand of Blackjack: the highest up to 21, else the lowest above it.

    An ace counts 1 or 11. Raises IndexError for a Draw, a Reverse or a Skip: those are redealt.
    """
    known = [PIPS[card.rank - 1] for card in cards if not card.is_joker]
    jokers = len(cards) - len(known)
    held = set(cards)
    free = Counter(PIPS[card.rank - 1] for card in CARDS[:JOKER_INDEX] if card not in held)
    found = [
        _soft([*known, *named])
        for named in combinations_with_replacement(sorted(free), jokers)
        if all(free[value] >= count for value, count in Counter(named).items())
    ]
    best = max(found, key=lambda points: (points <= MOST, points if points <= MOST else -points))
    return Total(best, natural=best == MOST and len(cards) == PAIR)


def _soft(values: Sequence[int]) -> int:
    """The sum, one ace of it as 11 where that does not go over."""
    points = sum(values)
    return points + TEN if 1 in values and points + TEN <= MOST else points
