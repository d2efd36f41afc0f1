"""A hand as the table knows it: whole, counted, partly known, or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rulesets.equipment.cards import Card


class Hand(NamedTuple):
    """The `known` cards, and how many `others` there are (None: nobody knows)."""

    known: tuple[Card, ...] = ()
    others: int | None = None

    @property
    def size(self) -> int | None:
        """How many cards it holds, where that is known."""
        return None if self.others is None else len(self.known) + self.others

    @property
    def is_whole(self) -> bool:
        """Whether every card is known."""
        return self.others == 0

    def without(self, card: Card) -> Hand | None:
        """The hand after one of its cards has left it; None if it cannot hold that card."""
        known = self.known
        if card in known:
            place = known.index(card)
            return Hand(known[:place] + known[place + 1 :], self.others)
        if self.others is None:
            return self
        return Hand(known, self.others - 1) if self.others else None

    def plus(self, number: int, faces: Iterable[Card] = ()) -> Hand:
        """The hand with so many cards more, of which these faces are seen."""
        seen = tuple(faces)
        others = None if self.others is None else self.others + number - len(seen)
        return Hand(self.known + seen, others)

    def counted(self, count: int) -> Hand:
        """The hand, of which it is now known that it holds so many cards."""
        if count >= len(self.known):
            return Hand(self.known, count - len(self.known))
        return Hand((), count)
