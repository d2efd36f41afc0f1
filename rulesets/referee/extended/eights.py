"""One card a turn with the Extended Deck: eights are wild, jokers are named, specials act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from rulesets.equipment.cards import EXTENDED, FRENCH, Card, card_of
from rulesets.referee.circle import onward
from rulesets.referee.extended.specials import (
    ANCHORS,
    ExtendedReferee,
    draw_first,
    in_circle,
    reveal,
    specials,
)
from rulesets.referee.laid import Laid, card_called, suit_called
from rulesets.referee.naming import a_rank, a_suit, named
from rulesets.referee.one_card import OneCard
from rulesets.words import Words

if TYPE_CHECKING:
    from rulesets.problems import At
    from rulesets.referee.going import Going
    from rulesets.referee.turns import Step

EIGHT = 8


def face(laid: Laid) -> Card:
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

    def is_wild(self, laid: Laid) -> bool:
        return laid.card.is_joker or laid.card.rank == EIGHT

    def calls_suit(self, laid: Laid) -> bool:
        return laid.card.rank == EIGHT

    def suit(self, going: Going, laid: Laid) -> int:
        del going
        card = face(laid)
        if laid.card.rank == EIGHT and laid.calls:
            called = suit_called(laid.calls[-1], FRENCH)
            return card.suit if called is None else called
        return card.suit

    def fits(self, going: Going, laid: Laid, top: Laid) -> bool:
        card, on_top = face(laid), face(top)
        if card.is_joker or card.rank == EIGHT:  # a joker that is not named is judged by its call
            return True
        return card.suit == self.suit(going, top) or (
            card.rank == on_top.rank and on_top.rank != EIGHT
        )

    def wanted(self, going: Going, top: Laid) -> tuple[Words, Sequence[Words]]:
        suit, rank = self.suit(going, top), face(top).rank
        wild = [Words("an eight"), Words("a joker named as one of them")]
        if rank in (EIGHT, 0):
            why = "The {card} is not of the suit called with the {top}."
            return Words(why), [a_suit(suit), *wild]
        why = "The {card} fits neither the suit nor the rank of the {top}."
        return Words(why), [a_suit(suit), a_rank(rank), *wild]

    def judge_call(self, going: Going, laid: Laid, at: At) -> None:
        if not laid.card.is_joker:
            super().judge_call(going, laid, at)
        elif not laid.calls:
            if not going.asking:
                text = "Which card is the joker? Write it as JK=7H."
                going.note("call.missing", text, at, firm=True)
        elif len(laid.calls) > 1 or card_called(laid.calls[0], EXTENDED) is None:
            text = "A joker is named one of the 52 standard cards, as in JK=7H."
            going.note("call.wrong", text, at, firm=True)
        else:
            card = named(face(laid))
            going.tell("call", "{name} names the joker {card}.", going.seat, card=card)

    def variants(self, going: Going, card: Card) -> Iterator[Laid]:
        del going
        yield Laid(card, (card_of(EIGHT, FRENCH[0]).text,)) if card.is_joker else Laid(card)

    def begin(self, going: Going) -> None:
        if going.within is None:
            going.paused -= {going.seat}
        super().begin(going)

    def step(self, going: Going, step: Step, at: At) -> None:
        if step.verb != "reveal":
            super().step(going, step, at)
            return
        here = (*at, "reveal")
        draw_first(going, going.within.due, here)
        shown = reveal(going, step, here)
        going.within = going.within._replace(due=0, stopped=shown.stops)
        going.closed = going.closed or shown.stops

    def acts(self, going: Going, laid: Laid, step: Step, at: At) -> None:
        del step, at
        going.memory = tuple(specials([laid.card]))

    def move_on(self, going: Going) -> None:
        cards, going.memory = going.memory or (), None
        going.mover = in_circle(going, onward(going, going.seat), cards)
