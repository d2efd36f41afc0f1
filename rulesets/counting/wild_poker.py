"""The best five cards of a hand with jokers, each of which is a card that the hand has not.

So there is never five of a kind, and two hands may come to the very same five cards (the rules of
the Extended Deck, Poker). Up to two jokers are tried as every two cards. With three or more the
hand is always four of a kind or a straight flush, since three jokers match any card; only these are
tried then.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from rulesets.counting.poker import FIVE, PokerHand, best_five, strength
from rulesets.equipment.cards import CARDS, JOKER_INDEX, card_of, masks_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.equipment.cards import Card

FEW = 2  # jokers that may be anything
RANKS, SUITS = range(1, 14), range(4)
PACK = CARDS[:JOKER_INDEX]
HIGH_FIRST = sorted(PACK, key=lambda card: (card.rank == 1, card.rank), reverse=True)
RUNS = [[(low + step - 1) % 13 + 1 for step in range(FIVE)] for low in range(1, 11)]


def best_with_jokers(cards: Sequence[Card]) -> PokerHand:
    """The best five of five cards or more. A face that stands twice (from several packs) counts
    once. Raises ValueError for fewer than five faces, or for a card that is not one of the 52."""
    known = [card for card in dict.fromkeys(cards) if not card.is_joker]
    jokers = sum(card.is_joker for card in cards)
    if len(known) + jokers < FIVE:
        raise ValueError("a poker hand has at least five different cards")
    if not jokers:
        return best_five(known)
    tried = _any(known, jokers) if jokers <= FEW else _high(known, jokers)
    return best_five(max(tried, key=lambda hand: strength(*masks_of(hand))))


def _any(known: list[Card], jokers: int) -> Iterator[list[Card]]:
    """The hand with every cards that the jokers may be."""
    held = set(known)
    free = [card for card in PACK if card not in held]
    return ([*known, *named] for named in combinations(free, jokers))


def _high(known: list[Card], jokers: int) -> Iterator[list[Card]]:
    """The hand with whatever makes four of a kind or a straight flush, and the highest others."""
    held = set(known)
    wanted = [[card_of(rank, suit) for suit in SUITS] for rank in RANKS]
    wanted += [[card_of(rank, suit) for rank in run] for run in RUNS for suit in SUITS]
    for group in wanted:
        named = [card for card in group if card not in held]
        if len(named) <= jokers:
            others = (card for card in HIGH_FIRST if card not in held and card not in named)
            named += [next(others) for _ in range(jokers - len(named))]
            yield [*known, *named]
