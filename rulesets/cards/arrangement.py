"""How a hand is laid out: melds, lay-offs, and the cards left over with their count."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from rulesets.cards.deck import CARDS, RANKS, SUIT_SYMBOLS, SUITS, Card, texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Kind = Literal["run", "set"]
HIGH_ACE = 14


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards laid down together.

    `ranks` says, card by card, the rank each stands for (14: an ace above the king), `suit` the
    suit of a run (None for a set). A card whose own face differs is a wild card. In a run the cards
    lie in order. Nothing but wild cards are given as a set with ranks of 0: the player names it.
    """

    kind: Kind
    cards: tuple[Card, ...]
    ranks: tuple[int, ...]
    suit: int | None = None

    def stands_for(self) -> tuple[str, ...]:
        """What each card stands for, as text: "5S" in a run, "5" in a set."""
        suit = "" if self.suit is None else SUITS[self.suit]
        return tuple(RANKS[(rank - 1) % 13] + suit if rank else "any" for rank in self.ranks)

    def is_wild(self, place: int) -> bool:
        """Whether the card at `place` stands for another face."""
        card, rank = self.cards[place], self.ranks[place]
        natural = not card.is_joker and card.rank == (rank - 1) % 13 + 1
        return rank == 0 or not natural or self.suit not in {None, card.suit}

    def as_json(self) -> dict[str, Any]:
        """Plain values; `as` only where a wild card stands in."""
        plain: dict[str, Any] = {"kind": self.kind, "cards": texts(self.cards)}
        if any(self.is_wild(place) for place in range(len(self.cards))):
            plain["as"] = list(self.stands_for())
        return plain

    def __str__(self) -> str:
        if self.kind == "set":
            rank = next((RANKS[rank - 1] for rank in self.ranks if rank), "any")
            return f"set of {rank}: " + " ".join(card.symbol for card in self.cards)
        symbol = SUIT_SYMBOLS[self.suit or 0]
        return f"run in {symbol}: " + " ".join(card.symbol for card in self.cards)


@dataclass(frozen=True, slots=True)
class LayOff:
    """Cards added to the meld numbered `meld` (from 0) on the table; `ranks` as in Meld."""

    meld: int
    cards: tuple[Card, ...]
    ranks: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        return {"meld": self.meld, "cards": texts(self.cards)}


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A whole hand laid out. `count` is what the cards left over count."""

    count: int
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    lay_offs: tuple[LayOff, ...] = ()

    def cards(self) -> tuple[Card, ...]:
        """Every card of the hand, sorted: the arrangement uses each exactly once."""
        laid = [card for meld in self.melds for card in meld.cards]
        added = [card for lay_off in self.lay_offs for card in lay_off.cards]
        return tuple(sorted((*laid, *added, *self.left)))

    def as_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "count": self.count,
            "melds": [meld.as_json() for meld in self.melds],
            "left": texts(self.left),
        }
        if self.lay_offs:
            plain["lay_offs"] = [laid.as_json() for laid in self.lay_offs]
        return plain


def natural_run(suit: int, low: int, high: int) -> Meld:
    """The run of a suit from rank `low` to `high` (14: the ace above the king)."""
    ranks = tuple(range(low, high + 1))
    cards = tuple(CARDS[13 * suit + (rank - 1) % 13] for rank in ranks)
    return Meld("run", cards, ranks, suit)


def natural_set(cards: Iterable[Card]) -> Meld:
    """A set of those cards, which share a rank."""
    ordered = tuple(sorted(cards))
    return Meld("set", ordered, tuple(card.rank for card in ordered))


def without(cards: Sequence[Card], used: Iterable[Card]) -> tuple[Card, ...]:
    """The cards less those used, each as often as it is used, in their order."""
    taken = Counter(used)
    left = []
    for card in cards:
        if taken[card]:
            taken[card] -= 1
        else:
            left.append(card)
    return tuple(left)
