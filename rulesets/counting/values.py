"""What cards count: a table of values for each game that counts cards, and their sum.

Sources: Metzker, the scoring part of each game; the Janken sheet for `crazy-eights` and its two
kin. A game's wild cards count by `wild` whatever their face, unless they are jokers and the table
has a value of their own for these.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulesets.cards import CARDS, RANKS, Card, card_of

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
    faces: Mapping[Card, int] = field(default_factory=dict)

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


def _steps(ace: int, ten: int, low: int, ten_from: int = 10) -> tuple[int, ...]:
    """Ace, then `low` up to the rank below `ten_from`, then `ten`."""
    return (ace, *(low if rank < ten_from else ten for rank in range(2, 14)))


_TWOS = frozenset({2})
_HEARTS = dict.fromkeys(CARDS[13:26], 1)
_NOTHING = (0,) * 13

TABLES: Mapping[str, CardValues] = {
    "gin": CardValues(),
    "gin-tournament": CardValues(),
    "push": CardValues(_steps(20, 10, 5), 25, 25, _TWOS),
    "ten-dime-rummy": CardValues(_steps(20, 10, 5), 50, 25, _TWOS),
    "arizona-rummy": CardValues(_steps(20, 10, 5), 50, 25),
    "five-hundreds": CardValues(_steps(25, 10, 5)),
    "horseshit-rummy": CardValues(_steps(100, 10, 5), None, 100),
    "hand-and-foot": CardValues(
        (20, 25, 5, 5, 5, 5, 5, *(10,) * 6),
        50,
        25,
        _TWOS,
        # A red three is never part of the card count: it scores a hundred on its own.
        {card_of(3, 1): 0, card_of(3, 2): 0},
    ),
    "sweep": CardValues((*PIPS[:9], 25, 10, 10, 10), 50),
    "crazy-eights": CardValues((*PIPS[:7], 50, 9, 10, 10, 10, 10)),
    "jokers-wild": CardValues(PIPS, 50),
    "jokers-extra-wild": CardValues((20, 20, 3, 20, 5, 6, 7, 8, 20, 10, 10, 20, 10), 50),
    "hearts": CardValues(_NOTHING, faces={**_HEARTS, card_of(12, 0): 13}),
}

# For games that count no cards: every card left over weighs the same.
UNCOUNTED = CardValues((1,) * 13, joker=1, wild=1)


def table_of(slug: str) -> CardValues:
    """The table of a game; raises LookupError naming the games that have one."""
    if slug not in TABLES:
        raise LookupError(f"no card values are known for {slug!r}; there are: {', '.join(TABLES)}")
    return TABLES[slug]
