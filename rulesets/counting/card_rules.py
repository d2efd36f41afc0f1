"""What a game says about its cards: what they count, what may be melded, what has to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesets.equipment.cards import Deck

if TYPE_CHECKING:
    from rulesets.counting.contracts import Contract
    from rulesets.counting.values import CardValues
    from rulesets.counting.wilds import MeldRules


@dataclass(frozen=True, slots=True)
class CardRules:
    """`values` where cards count, `melds` where they are melded, `contracts` by round (or in the
    order in which each player has to lay them); `deck` is the largest that it is played with."""

    values: CardValues | None = None
    melds: MeldRules | None = None
    contracts: tuple[Contract, ...] = ()
    deck: Deck = Deck()  # noqa: RUF009 - frozen
