"""Slow references for small hands: every partition into melds is tried, one card at a time.

Written from the rules alone and sharing nothing with the solvers: a meld is judged by laying its
wild cards on every possible place.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

from rulesets.cards.deck import Card

PIPS = {0: 0, **{rank: min(rank, 10) for rank in range(1, 14)}}


def run_ranks(low: int, size: int, ace: str) -> tuple[int, ...] | None:
    """The ranks of a run from `low` (1 to 13), or None if it turns the corner."""
    ranks = tuple(range(low, low + size))
    if size > 13 or ranks[-1] > (13 if ace == "low" else 14) or (low == 1 and ace == "high"):
        return None
    return tuple((rank - 1) % 13 + 1 for rank in ranks)


def is_run(cards: Sequence[Card], wilds: int, ace: str = "either") -> bool:
    size = len(cards) + wilds
    if size < 3 or len({card.suit for card in cards}) > 1:
        return False
    ranks = {card.rank for card in cards}
    if len(ranks) < len(cards):
        return False
    windows = (run_ranks(low, size, ace) for low in range(1, 14))
    return any(window is not None and ranks <= set(window) for window in windows)


def is_set(cards: Sequence[Card], wilds: int, *, one_of_each_suit: bool = False) -> bool:
    if len(cards) + wilds < 3 or len({card.rank for card in cards}) > 1:
        return False
    if one_of_each_suit:
        return len(cards) + wilds <= 4 and len({card.suit for card in cards}) == len(cards)
    return True


def least_left(
    cards: Sequence[Card],
    is_meld: Callable[[tuple[Card, ...]], bool],
    value: Callable[[Card], int],
) -> int:
    """The least value left over by any choice of disjoint melds (at most about 9 cards)."""
    melds = set()
    for size in range(3, len(cards) + 1):
        for places in combinations(range(len(cards)), size):
            if is_meld(tuple(cards[place] for place in places)):
                melds.add(sum(1 << place for place in places))

    @cache
    def least(held: int) -> int:
        if not held:
            return 0
        lowest = held & -held
        best = value(cards[lowest.bit_length() - 1]) + least(held ^ lowest)
        for meld in melds:
            if meld & lowest and meld & held == meld:
                best = min(best, least(held ^ meld))
        return best

    return least((1 << len(cards)) - 1)
