"""What a game allows in a meld: runs or not, its wild cards and their limits.

Jokers are wild wherever a game has them. A card of a wild rank is always a wild card: it may stand
for its own face, and then still counts as wild against the limits.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulesets.counting.runtables import LEAST, Ace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.equipment.cards import Card

LONGEST_RUN = 13
SUITS_IN_A_SET = 4


@dataclass(frozen=True, slots=True)
class MeldRules:
    """The rules of melds: three cards or more, sets of a rank, runs of a suit.

    `least_naturals`: natural cards that every meld needs (0: wild cards alone make a meld).
    `balanced`: at least as many naturals as wild cards in every meld. `one_of_each_suit`: a set
    holds no suit twice, so at most four cards with its wild ones. `runs`: False for sets only.
    `apart`: cards that are part of no meld, whatever else is held.
    """

    ace: Ace = "either"
    runs: bool = True
    wild_ranks: frozenset[int] = frozenset()
    least_naturals: int = 1
    balanced: bool = False
    one_of_each_suit: bool = False
    apart: frozenset[Card] = frozenset()

    def __post_init__(self) -> None:
        if self.balanced and self.least_naturals < 1:
            raise ValueError("balanced melds have at least one natural card")
        if self.one_of_each_suit and not self.least_naturals and not self.runs:
            raise ValueError(
                "where wild cards alone make a meld, sets are unlimited or runs allowed"
            )

    def is_wild(self, card: Card) -> bool:
        """Whether a card is wild in this game."""
        return card.is_joker or card.rank in self.wild_ranks

    def is_natural(self, card: Card) -> bool:
        """Whether a card may be melded as what it is."""
        return not self.is_wild(card) and card not in self.apart

    def with_wild(self, ranks: Iterable[int]) -> MeldRules:
        """The same rules with other wild ranks: Arizona Rummy changes them every round."""
        return replace(self, wild_ranks=frozenset(ranks))

    def allows(self, naturals: int, wilds: int) -> bool:
        """Whether a meld may consist of so many naturals and wild cards, its size apart."""
        if self.balanced and wilds > naturals:
            return False
        return wilds == 0 or naturals >= self.least_naturals

    def wilds_needed(self, naturals: int) -> int | None:
        """The fewest wild cards that make so many cards of a rank a set; None if none may."""
        wilds = max(0, LEAST - naturals)
        return wilds if naturals and self.allows(naturals, wilds) else None


TWOS = frozenset({2})
GIN = MeldRules()
