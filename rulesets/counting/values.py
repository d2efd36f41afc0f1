"""What cards count: a game's table of values, and the sum of cards by it.

A game's wild cards count by `wild` whatever their face, unless they are jokers and the table has a
value of their own for these.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulesets.equipment.cards import RANKS, Card

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

PIPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


@dataclass(frozen=True, slots=True)
class CardValues:
    """A game's table: `ranks` ace to king; `joker` and `wild` None where the game has none.

    `faces` holds single cards that differ from their rank; `wild_ranks` the ranks that are always
    wild (Arizona Rummy, where they change from round to round, hands them to `value`).
    """

    ranks: tuple[int, ...] = PIPS
    joker: int | None = None
    wild: int | None = None
    wild_ranks: frozenset[int] = frozenset()
    faces: Mapping[Card, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if len(self.ranks) != len(RANKS):
            raise ValueError("a table of values has thirteen ranks")

    def value(self, card: Card, wild_ranks: frozenset[int] | None = None) -> int:
        """What one card counts. Raises LookupError for a joker where the game has none."""
        if card.is_joker:
            if self.joker is None:
                raise LookupError("this game has no jokers")
            return self.joker
        wild = self.wild_ranks if wild_ranks is None else wild_ranks
        if self.wild is not None and card.rank in wild:
            return self.wild
        return self.faces.get(card, self.ranks[card.rank - 1])


@dataclass(frozen=True, slots=True)
class Counted:
    """A count and each card's part in it, in the order given."""

    count: int
    values: tuple[int, ...]


def count_cards(
    cards: Sequence[Card], table: CardValues, wild_ranks: Iterable[int] | None = None
) -> Counted:
    """The sum of the cards' values by a game's table, card by card.

    `wild_ranks` (1 to 13) replaces the table's own wild ranks for one round.
    """
    wild = None if wild_ranks is None else frozenset(wild_ranks)
    values = tuple(table.value(card, wild) for card in cards)
    return Counted(sum(values), values)


def steps(ace: int, ten: int, low: int, ten_from: int = 10) -> tuple[int, ...]:
    """Ace, then `low` up to the rank below `ten_from`, then `ten`."""
    return (ace, *(low if rank < ten_from else ten for rank in range(2, 14)))


# For games that count no cards: every card left over weighs the same.
UNCOUNTED = CardValues((1,) * 13, joker=1, wild=1)
