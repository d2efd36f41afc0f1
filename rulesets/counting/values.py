"""What cards count: a game's table of values, and the sum of cards by it.

A game's wild cards count by `wild` whatever their face, unless they are jokers and the table has a
value of their own for these; or count as the lowest cards that are not in the hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulesets.equipment.cards import CARDS, JOKER_INDEX, RANKS, Card

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

PIPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


@dataclass(frozen=True, slots=True)
class CardValues:
    """A game's table: `ranks` ace to king; `joker` and `wild` None where the game has none.

    `faces` holds single cards that differ from their rank; `wild_ranks` the ranks that are always
    wild (Arizona Rummy, where they change from round to round, hands them to `value`). `special` is
    what a Draw, a Reverse and a Skip count (None: the game has none). Where `lowest`, each joker
    counts as the lowest of the 52 cards that neither lies in the hand nor is another joker; `joker`
    is then what one is taken for where no hand is known.
    """

    ranks: tuple[int, ...] = PIPS
    joker: int | None = None
    wild: int | None = None
    wild_ranks: frozenset[int] = frozenset()
    faces: Mapping[Card, int] = field(default_factory=dict, hash=False)
    special: int | None = None
    lowest: bool = False

    def __post_init__(self) -> None:
        if len(self.ranks) != len(RANKS):
            raise ValueError("a table of values has thirteen ranks")

    def value(self, card: Card, wild_ranks: frozenset[int] | None = None) -> int:
        """What one card counts by itself. Raises LookupError for a joker, or a special card, where
        the game has none."""
        if card.is_joker:
            if self.joker is None:
                raise LookupError("this game has no jokers")
            return self.joker
        if card.is_special:
            if self.special is None:
                raise LookupError("this game has no Draw, Reverse or Skip")
            return self.special
        wild = self.wild_ranks if wild_ranks is None else wild_ranks
        if self.wild is not None and card.rank in wild:
            return self.wild
        return self.faces.get(card, self.ranks[card.rank - 1])

    def each(
        self, cards: Sequence[Card], wild_ranks: frozenset[int] | None = None
    ) -> tuple[int, ...]:
        """What every card of a hand counts. Raises LookupError as `value` does."""
        if not self.lowest or not any(card.is_joker for card in cards):
            return tuple(self.value(card, wild_ranks) for card in cards)
        held = set(cards)
        free = sorted(self.value(card) for card in CARDS[:JOKER_INDEX] if card not in held)
        lowest = iter(free)
        return tuple(
            next(lowest, 0) if card.is_joker else self.value(card, wild_ranks) for card in cards
        )


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
    values = table.each(cards, wild)
    return Counted(sum(values), values)


def steps(ace: int, ten: int, low: int, ten_from: int = 10) -> tuple[int, ...]:
    """Ace, then `low` up to the rank below `ten_from`, then `ten`."""
    return (ace, *(low if rank < ten_from else ten for rank in range(2, 14)))


# For games that count no cards: every card left over weighs the same.
UNCOUNTED = CardValues((1,) * 13, joker=1, wild=1)
