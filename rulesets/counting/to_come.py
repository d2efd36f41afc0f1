"""The cards of games that are counted before they are declared (Metzker).

Each entry moves into the game's own module when that comes (`Game.cards`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.counting.card_rules import CardRules
from rulesets.counting.values import CardValues, steps
from rulesets.counting.wilds import TWOS, MeldRules
from rulesets.equipment.cards import CARDS, Deck, card_of

if TYPE_CHECKING:
    from collections.abc import Mapping

MANY = Deck(packs=4, jokers=8)
NO_TWOS = frozenset(card for card in CARDS[:52] if card.rank == 2)
RED_THREES = (card_of(3, 1), card_of(3, 2))

TO_COME: Mapping[str, CardRules] = {
    "gin": CardRules(CardValues(), MeldRules()),
    "horseshit-rummy": CardRules(
        CardValues(steps(100, 10, 5), None, 100),
        MeldRules(runs=False),
        deck=Deck(packs=4, without=NO_TWOS),
    ),
    # A red three is laid face up at once: it is part of no meld and counts on its own.
    "hand-and-foot": CardRules(
        CardValues((20, 25, 5, 5, 5, 5, 5, *(10,) * 6), 50, 25, TWOS, dict.fromkeys(RED_THREES, 0)),
        MeldRules(runs=False, wild_ranks=TWOS, balanced=True, apart=frozenset(RED_THREES)),
        deck=Deck(packs=7, jokers=14),
    ),
    "sticks": CardRules(melds=MeldRules(wild_ranks=TWOS), deck=MANY),
}
