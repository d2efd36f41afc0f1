"""A card as it is played: its face, and what is called with it ("8R=S", "JK=7H", "JH=11"), and as
people say it, its rank and its suit within a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rulesets.cards.deck import (
    ALL_SUITS,
    DRAW,
    FRENCH,
    JANKEN,
    RANKS,
    SPECIAL,
    SPECIAL_NAMES,
    Card,
    CardError,
    parse_card,
)
from rulesets.engine.words import Words

KNOWN = 4096  # texts whose card is remembered
BETWEEN = re.compile(r"[\s,;|]+")


class PlayedCard(NamedTuple):
    """One card, and what was called with it, as typed in capitals, in the order of the calls."""

    card: Card
    calls: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """As it is typed: "8R=S"."""
        return "=".join((self.card.text, *self.calls))


@lru_cache(KNOWN)
def parse_played_card(text: str, suits: tuple[int, ...]) -> PlayedCard:
    """The card of a text, with its calls. Raises CardError."""
    card, *calls = text.split("=")
    return PlayedCard(parse_card(card, (), suits), tuple(call.strip().upper() for call in calls))


def split_cards(written: str | Sequence[str]) -> list[str]:
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


# --- as people say it -----------------------------------------------------------------------------


RANK_WORDS = ("Ace", *RANKS[1:10], "Jack", "Queen", "King")
A_RANK = (
    "an ace", "a two", "a three", "a four", "a five", "a six", "a seven", "an eight", "a nine",
    "a ten", "a jack", "a queen", "a king", "a Draw", "a Reverse", "a Skip",
)  # fmt: skip
A_SUIT = ("a spade", "a heart", "a diamond", "a club")


def long_name(card: Card) -> Words:
    """The card in words: "Jack of hearts", "Draw of hearts", "Joker"."""
    if card.is_joker:
        return Words("Joker")
    suit = ALL_SUITS[card.suit].name
    named = Words(suit.lower() if card.suit in FRENCH else suit)
    rank = SPECIAL_NAMES[card.rank - DRAW] if card.is_special else RANK_WORDS[card.rank - 1]
    return Words("{rank} of {suit}", {"rank": Words(rank), "suit": named})


def card_name(card: Card) -> Words:
    """The card as it is said in a sentence: "9♥", "Jack of Paper"."""
    return long_name(card) if card.suit in JANKEN else Words(card.symbol)


def played_card_name(laid: PlayedCard, suits: tuple[int, ...]) -> Words:
    """The card as it lies there: "9♥", "8 of Rock, called Scissors", "Joker as 7♥"."""
    card = card_name(laid.card)
    if not laid.calls:
        return card
    suit = suit_called(laid.calls[-1], suits)
    if suit is not None:
        return Words("{card}, called {suit}", {"card": card, "suit": suit_name(suit)})
    return Words("{card} as {call}", {"card": card, "call": laid.calls[-1]})


def suit_name(suit: int) -> Words:
    """The name of a suit: "Scissors", "hearts"."""
    name = ALL_SUITS[suit].name
    return Words(name.lower() if suit in FRENCH else name)


def any_of_suit(suit: int) -> Words:
    """One card of a suit: "a heart", "any Paper"."""
    if suit in FRENCH:
        return Words(A_SUIT[suit])
    return Words("any {suit}", {"suit": Words(ALL_SUITS[suit].name)})


def any_of_rank(rank: int) -> Words:
    """One card of a rank: "an ace", "a Draw"."""
    return Words(A_RANK[rank - 1])


def alternatives(parts: Sequence[Words]) -> Words:
    """ "a heart", "a heart or a nine", "a heart, a nine or an ace"."""
    if len(parts) == 1:
        return parts[0]
    keys = [f"{{part{number}}}" for number in range(len(parts))]
    template = f"{', '.join(keys[:-1])} or {keys[-1]}"
    return Words(template, {f"part{number}": part for number, part in enumerate(parts)})
