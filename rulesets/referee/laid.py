"""A card as it is laid: its face, and what is called with it ("8R=S", "JK=7H", "JH=11")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rulesets.equipment.cards import ALL_SUITS, SPECIAL, Card, CardError, parse_card

KNOWN = 4096  # texts whose card is remembered
BETWEEN = re.compile(r"[\s,;|]+")


class Laid(NamedTuple):
    """One card, and what was called with it, as typed in capitals, in the order of the calls."""

    card: Card
    calls: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """As it is typed: "8R=S"."""
        return "=".join((self.card.text, *self.calls))


@lru_cache(KNOWN)
def read_laid(text: str, suits: tuple[int, ...]) -> Laid:
    """The card of a text, with its calls. Raises CardError."""
    card, *calls = text.split("=")
    return Laid(parse_card(card, (), suits), tuple(call.strip().upper() for call in calls))


def split(written: str | Sequence[str]) -> list[str]:
    """The cards of a text, one by one; those of a list as they are."""
    if isinstance(written, str):
        return [word for word in BETWEEN.split(written) if word]
    return list(written)


def suit_called(call: str, suits: tuple[int, ...]) -> int | None:
    """The suit that is called: by its letter, its sign or its name; None if there is none such."""
    for suit in suits:
        if suit < SPECIAL:
            letter, symbol, name = ALL_SUITS[suit]
            if call in (letter, symbol, name.upper()):
                return suit
    return None


def card_called(call: str, suits: tuple[int, ...]) -> Card | None:
    """The card that a wild card stands for; None if that is no card, or a wild one."""
    try:
        card = parse_card(call, (), suits)
    except CardError:
        return None
    return None if card.is_joker or card.is_special else card
