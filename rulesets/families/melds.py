"""Rummy that counts what lies in front of everybody, less what is left in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.fields import Counter
from rulesets.rounds.questions import ask

if TYPE_CHECKING:
    from rulesets.counting.card_rules import CardValues
    from rulesets.equipment.cards import Deck

STEP = 5  # every card of these games counts so much, or a multiple of it


def points(deck: Deck, values: CardValues, usual: tuple[int, int], **more: Any) -> Any:
    """The question of every such game: what is left over, within what the deck holds."""
    most, known = sum(map(values.value, deck.cards())), len(deck.cards())
    packs: Any = {"packs": deck.packs, "jokers": deck.jokers, "without": deck.without}
    told = {
        "low": -most,
        "high": most,
        "step": STEP,
        "usual": usual,
        "cards": Counter("points", known, 0, **packs, values=values),
    }
    text = "Cards in front of the player less cards in hand; may be below zero."
    return ask("Points", text, **{**told, **more})
