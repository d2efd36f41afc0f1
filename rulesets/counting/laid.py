"""Cards on the table, told one after the other, as the melds they lie in.

Nobody says where one meld ends and the next begins. People tell them meld by meld, though, so their
order is a hint: the fewest melds that follow on each other. Only where the order gives none are the
melds sought for among all the cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.counting.layoffs import read_meld
from rulesets.counting.melds import MOST_CARDS, best_melds
from rulesets.counting.runtables import LEAST
from rulesets.counting.wilds import GIN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.equipment.cards import Card

Melds = tuple[tuple["Card", ...], ...]


def as_laid(cards: Sequence[Card]) -> Melds | None:
    """The melds of natural cards, runs from the lowest card up; no pack is asked for them.

    None where the cards are not melds altogether, or are more than 26.
    """
    if len(cards) > MOST_CARDS:
        return None
    return _in_order(cards) or _in_any_order(cards)


def _in_order(cards: Sequence[Card]) -> Melds | None:
    """The fewest melds that follow on each other, the first of them as long as can be."""
    best: list[Melds | None] = [None] * len(cards) + [()]
    for start in reversed(range(len(cards))):
        for end in range(len(cards), start + LEAST - 1, -1):
            rest, meld = best[end], _meld(cards[start:end])
            if rest is None or meld is None:
                continue
            known = best[start]
            if known is None or len(rest) + 1 < len(known):
                best[start] = (meld, *rest)
    return best[0]


def _meld(cards: Sequence[Card]) -> tuple[Card, ...] | None:
    """The cards as one meld, put in order; None if they are none."""
    low = sorted(cards, key=lambda card: card.rank)
    aces = [card for card in low if card.rank == 1]
    for ordered in (low, low[len(aces) :] + aces):
        try:
            return read_meld(ordered, GIN).cards
        except ValueError:
            continue
    return None


def _in_any_order(cards: Sequence[Card]) -> Melds | None:
    try:
        found = best_melds(cards)
    except ValueError:  # a joker, or a card told twice
        return None
    return None if found.left else tuple(meld.cards for meld in found.melds)
