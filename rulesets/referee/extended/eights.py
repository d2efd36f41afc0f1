"""One card a turn with the Extended Deck: eights are wild, jokers are named, specials act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from rulesets.cards.deck import EXTENDED, FRENCH, Card, card_of
from rulesets.engine.words import Words
from rulesets.referee.extended.specials import (
    ANCHORS,
    ExtendedReferee,
    act_in_circle,
    draw_first,
    reveal,
    specials,
)
from rulesets.referee.one_card import OneCard
from rulesets.referee.played_card import (
    PlayedCard,
    any_of_rank,
    any_of_suit,
    card_called,
    card_name,
    suit_called,
)
from rulesets.referee.turn_builder import move_onward

if TYPE_CHECKING:
    from rulesets.engine.problems import At
    from rulesets.referee.position import TurnStep
    from rulesets.referee.turn_builder import TurnBuilder

EIGHT = 8


def face(laid: PlayedCard) -> Card:
    """The card itself, or the one that a joker is named."""
    if laid.card.is_joker and laid.calls:
        return card_called(laid.calls[0], EXTENDED) or laid.card
    return laid.card


class Eights(ExtendedReferee, OneCard):
    """Suit or rank; a Draw is not answered with a Draw, and who has drawn for one plays on."""

    verbs = ("play", "draw", "pass", "reveal")
    anchors = MappingProxyType(
        {
            **ANCHORS,
            "draw": "drawing",
            "draw.due": "played",
            "pass": "drawing",
            "play.fit": "fits",
            "turn.over": "play",
            "effect.blocked": "blocked",
            "effect.call": "eights",
            "effect.out": "scoring",
        }
    )

    def is_wild(self, laid: PlayedCard) -> bool:
        return laid.card.is_joker or laid.card.rank == EIGHT

    def calls_suit(self, laid: PlayedCard) -> bool:
        return laid.card.rank == EIGHT

    def suit(self, builder: TurnBuilder, laid: PlayedCard) -> int:
        del builder
        card = face(laid)
        if laid.card.rank == EIGHT and laid.calls:
            called = suit_called(laid.calls[-1], FRENCH)
            return card.suit if called is None else called
        return card.suit

    def fits(self, builder: TurnBuilder, laid: PlayedCard, top: PlayedCard) -> bool:
        card, on_top = face(laid), face(top)
        if card.is_joker or card.rank == EIGHT:  # a joker that is not named is judged by its call
            return True
        return card.suit == self.suit(builder, top) or (
            card.rank == on_top.rank and on_top.rank != EIGHT
        )

    def wanted(self, builder: TurnBuilder, top: PlayedCard) -> tuple[Words, Sequence[Words]]:
        suit, rank = self.suit(builder, top), face(top).rank
        wild = [Words("an eight"), Words("a joker named as one of them")]
        if rank in (EIGHT, 0):
            why = "The {card} is not of the suit called with the {top}."
            return Words(why), [any_of_suit(suit), *wild]
        why = "The {card} fits neither the suit nor the rank of the {top}."
        return Words(why), [any_of_suit(suit), any_of_rank(rank), *wild]

    def judge_call(self, builder: TurnBuilder, laid: PlayedCard, at: At) -> None:
        if not laid.card.is_joker:
            super().judge_call(builder, laid, at)
        elif not laid.calls:
            if not builder.asking:
                text = "Which card is the joker? Write it as JK=7H."
                builder.note("call.missing", text, at, firm=True)
        elif len(laid.calls) > 1 or card_called(laid.calls[0], EXTENDED) is None:
            text = "A joker is named one of the 52 standard cards, as in JK=7H."
            builder.note("call.wrong", text, at, firm=True)
        else:
            card = card_name(face(laid))
            builder.tell("call", "{name} names the joker {card}.", builder.seat, card=card)

    def variants(self, builder: TurnBuilder, card: Card) -> Iterator[PlayedCard]:
        del builder
        yield (
            PlayedCard(card, (card_of(EIGHT, FRENCH[0]).text,))
            if card.is_joker
            else PlayedCard(card)
        )

    def begin(self, builder: TurnBuilder) -> None:
        if builder.within is None:
            builder.paused -= {builder.seat}
        super().begin(builder)

    def step(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        if step.verb != "reveal":
            super().step(builder, step, at)
            return
        here = (*at, "reveal")
        draw_first(builder, builder.within.due, here)
        shown = reveal(builder, step, here)
        builder.within = builder.within._replace(due=0, stopped=shown.stops)
        builder.closed = builder.closed or shown.stops

    def acts(self, builder: TurnBuilder, laid: PlayedCard, step: TurnStep, at: At) -> None:
        del step, at
        builder.memory = tuple(specials([laid.card]))

    def move_on(self, builder: TurnBuilder) -> None:
        cards, builder.memory = builder.memory or (), None
        builder.mover = act_in_circle(builder, move_onward(builder, builder.seat), cards)
