"""Games with the Extended Deck in which the turn goes round, Crazy Eights among them: order, dues,
specials, hands.

Their other rules are not judged here; `then` says who is next. In Bluff a challenged claim is
judged by the cards that were laid face down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from rulesets.cards.deck import EXTENDED, FRENCH, Card, card_of
from rulesets.engine.text import Phrase
from rulesets.referee.extended.specials import (
    ANCHORS,
    ExtendedReferee,
    act_in_circle,
    draw_due,
    draw_first,
    reveal,
    specials,
)
from rulesets.referee.one_card import OneCard
from rulesets.referee.position import (
    KnownHand,
    Over,
    PlayedCard,
    any_of_rank,
    any_of_suit,
    card_called,
    card_name,
    suit_called,
)
from rulesets.referee.turn_builder import move_onward

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.problems import At
    from rulesets.referee.position import Opening, Position, Setting, TurnStep
    from rulesets.referee.turn_builder import TurnBuilder


class CircleTurn(NamedTuple):
    """How far a turn has come: what is still due, the cards that will act, whether it stopped."""

    due: int
    acting: tuple[Card, ...] = ()
    stopped: bool = False
    paused: bool = False


class CircleGame(ExtendedReferee):
    """Such a game. `draws` says that it has draws of its own, `acts` that cards played act, `empty`
    what becomes of somebody without cards ("wins", "leaves", "waits" until a stack is taken, or
    nothing), `stock` how many cards are left after the deal (a number, a function of the setting,
    or None: it depends), `discards` that the card on top of the pile may be taken instead of one of
    the stock."""

    has_then = True
    asks = ("direction", "due", "stock")

    def __init__(
        self,
        *verbs: str,
        draws: bool = False,
        acts: bool = True,
        empty: str = "",
        stock: int | Callable[[Setting], int] | None = None,
        discards: bool = False,
    ) -> None:
        self.verbs = verbs or ("play", "draw", "reveal")
        self.draws, self.acts, self.empty, self.stock = draws, acts, empty, stock
        self.discards = discards

    def open_position(self, position: Position, opening: Opening) -> Position:
        if self.stock is None or opening.stock is not None:
            return position
        left = self.stock(position.setting) if callable(self.stock) else self.stock
        return replace(position, stock=left)

    def begin(self, builder: TurnBuilder) -> None:
        if builder.within is None:
            builder.within = CircleTurn(builder.before.owes(builder.seat))
            builder.paused -= {builder.seat}
        builder.closed = builder.within.stopped

    def _takes_discard(self, builder: TurnBuilder, step: TurnStep) -> bool:
        return self.discards and not builder.within.due and builder.is_top(step.cards)

    def check_draw(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        if not self._takes_discard(builder, step):
            super().check_draw(builder, step, at)

    def step(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        here, state = (*at, step.verb), builder.within
        if step.verb == "draw" and self._takes_discard(builder, step):
            builder.take_top()
            return
        if step.verb == "draw":
            due = draw_due(builder, step, here, state.due, others=self.draws)
            builder.within = state._replace(due=due)
            return
        draw_first(builder, state.due, here)
        state = state._replace(due=0)
        if step.verb == "reveal":
            result = reveal(builder, step, here)
            state = state._replace(stopped=result.stops, paused=result.paused)
            builder.closed = result.stops
        elif step.verb in ("play", "meld"):
            builder.leave_hand(step.cards, here)
            builder.lay(step.cards)
            if step.verb == "play" and self.acts:
                special_cards = specials(laid.card for laid in step.cards)
                state = state._replace(acting=(*state.acting, *special_cards))
        builder.within = state

    def end(self, builder: TurnBuilder) -> None:
        state, turn = builder.within, builder.turn
        draw_first(builder, state.due, ("steps",))
        builder.owed[builder.seat] = ()
        if builder.is_empty and self.empty == "wins":
            builder.win()
            return
        if builder.is_empty and self.empty == "leaves" and leave_game(builder) == 1:
            return
        following = move_onward(builder, builder.seat) if turn.then is None else turn.then
        if self.empty == "waits":
            if turn.then is not None:  # who takes the stack has cards again, nobody counts how many
                builder.hands[turn.then] = KnownHand(builder.hands[turn.then].known)
            following = next_with_cards(builder, following)
        builder.mover = act_in_circle(builder, following, state.acting)
        if builder.mover in builder.away:
            builder.mover = move_onward(builder, builder.mover)
        if self.empty == "waits":
            builder.mover = next_with_cards(builder, builder.mover)


def next_with_cards(builder: TurnBuilder, seat: int) -> int:
    """Return the seat, or the first one after it that may hold a card."""
    for _ in builder.names:
        if builder.hands[seat].size != 0:
            break
        seat = move_onward(builder, seat)
    return seat


def leave_game(builder: TurnBuilder) -> int:
    """Take somebody without cards out of the game, and end it with the last one; return how many
    are left."""
    builder.away |= {builder.seat}
    left = [seat for seat in range(len(builder.names)) if seat not in builder.away]
    if len(left) == 1:
        builder.over = Over(None, "out")
        builder.tell("out", "Only {name} has cards left.", left[0])
    return len(left)


# --- bluff ----------------------------------------------------------------------------------------


OF_A_RANK = 4


def is_true(rank: int, cards: Sequence[Card]) -> bool:
    """Return whether a claim that all these cards are of a rank (1 to 13) holds when it is
    challenged.

    A joker is a card of the rank that is not among them, so a claim of more than four never holds.
    A Draw, a Reverse and a Skip are of no rank that can be called.
    """
    if len(cards) > OF_A_RANK:
        return False
    return all(card.is_joker or (card.rank == rank and not card.is_special) for card in cards)


class Bluff(CircleGame):
    """Bluff. A claim breaks no rule, true or not; what becomes of it is entered with the cards."""

    has_claims = True
    anchors = MappingProxyType({**CircleGame.anchors, "effect.claim": "challenge"})

    def step(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        super().step(builder, step, at)
        if step.verb != "play" or step.claim is None:
            return
        if is_true(step.claim, [laid.card for laid in step.cards]):
            text = "The claim holds: whoever doubts it takes the pile."
        else:
            text = "The claim does not hold: if somebody doubts it, {name} takes the pile."
        builder.tell("claim", text, builder.seat)


EIGHT = 8


def face(laid: PlayedCard) -> Card:
    """Return the card itself, or the one that a joker is named."""
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

    def wanted(self, builder: TurnBuilder, top: PlayedCard) -> tuple[Phrase, Sequence[Phrase]]:
        suit, rank = self.suit(builder, top), face(top).rank
        wild = [Phrase("an eight"), Phrase("a joker named as one of them")]
        if rank in (EIGHT, 0):
            why = "The {card} is not of the suit called with the {top}."
            return Phrase(why), [any_of_suit(suit), *wild]
        why = "The {card} fits neither the suit nor the rank of the {top}."
        return Phrase(why), [any_of_suit(suit), any_of_rank(rank), *wild]

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
        result = reveal(builder, step, here)
        builder.within = builder.within._replace(due=0, stopped=result.stops)
        builder.closed = builder.closed or result.stops

    def acts(self, builder: TurnBuilder, laid: PlayedCard, step: TurnStep, at: At) -> None:
        builder.memory = tuple(specials([laid.card]))

    def move_on(self, builder: TurnBuilder) -> None:
        cards, builder.memory = builder.memory or (), None
        builder.mover = act_in_circle(builder, move_onward(builder, builder.seat), cards)
