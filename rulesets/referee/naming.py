"""Cards, ranks and suits as people say them within a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.equipment.cards import ALL_SUITS, DRAW, FRENCH, JANKEN, RANKS, SPECIAL_NAMES, Card
from rulesets.referee.laid import Laid, suit_called
from rulesets.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def named(card: Card) -> Words:
    """The card as it is said in a sentence: "9♥", "Jack of Paper"."""
    return long_name(card) if card.suit in JANKEN else Words(card.symbol)


def shown(laid: Laid, suits: tuple[int, ...]) -> Words:
    """The card as it lies there: "9♥", "8 of Rock, called Scissors", "Joker as 7♥"."""
    card = named(laid.card)
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


def a_suit(suit: int) -> Words:
    """One card of a suit: "a heart", "any Paper"."""
    if suit in FRENCH:
        return Words(A_SUIT[suit])
    return Words("any {suit}", {"suit": Words(ALL_SUITS[suit].name)})


def a_rank(rank: int) -> Words:
    """One card of a rank: "an ace", "a Draw"."""
    return Words(A_RANK[rank - 1])


def either(parts: Sequence[Words]) -> Words:
    """ "a heart", "a heart or a nine", "a heart, a nine or an ace"."""
    if len(parts) == 1:
        return parts[0]
    keys = [f"{{part{number}}}" for number in range(len(parts))]
    template = f"{', '.join(keys[:-1])} or {keys[-1]}"
    return Words(template, {f"part{number}": part for number, part in enumerate(parts)})
