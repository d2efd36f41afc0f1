"""Games in which a turn is one card onto the pile: draw as often as you like, then play, or pass.

A game says what fits and which card acts how. What is due is drawn first; who has drawn it plays
on. When everybody passes one after the other, the game is blocked.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulesets.cards.deck import ALL_SUITS, SPECIAL
from rulesets.engine.problems import At, Problem, error
from rulesets.engine.text import Phrase
from rulesets.referee.position import (
    Over,
    PlayedCard,
    alternatives,
    card_name,
    played_card_name,
    suit_called,
    suit_name,
)
from rulesets.referee.referee import Referee
from rulesets.referee.turn_builder import pass_turn

if TYPE_CHECKING:
    from rulesets.referee.position import Opening, Setting, TurnStep
    from rulesets.referee.turn_builder import TurnBuilder


EMPTY_STOCK = "Allowed only if no card in the stock is left."


class OneCardTurn(NamedTuple):
    """How far a turn has come: what is still due, how many were drawn besides, whether a card was
    played or the turn passed, and whether it was stopped by what was shown."""

    due: int
    drawn: int = 0
    played: bool = False
    passed: bool = False
    stopped: bool = False


class OneCard(Referee):
    """A turn is one card that fits."""

    # --- what a game declares ---------------------------------------------------------------------

    @abstractmethod
    def is_wild(self, laid: PlayedCard) -> bool:
        """Return whether a card that is turned up as the first one goes back into the stock."""

    @abstractmethod
    def calls_suit(self, laid: PlayedCard) -> bool:
        """Return whether a suit is called with this card."""

    @abstractmethod
    def fits(self, builder: TurnBuilder, laid: PlayedCard, top: PlayedCard) -> bool:
        """Return whether a card may be laid on the top card."""

    @abstractmethod
    def wanted(self, builder: TurnBuilder, top: PlayedCard) -> tuple[Phrase, Sequence[Phrase]]:
        """Return why a {card} does not fit a {top}, and the cards that would."""

    def acts(self, builder: TurnBuilder, laid: PlayedCard, step: TurnStep, at: At) -> None:
        """Carry out the power of a card, once it is laid and the game goes on."""

    # --- what they share --------------------------------------------------------------------------

    def suit(self, builder: TurnBuilder, laid: PlayedCard) -> int:
        """Return the suit of a card on the pile: the one that was called, if one was."""
        if laid.calls and self.calls_suit(laid):
            called = suit_called(laid.calls[-1], builder.setting.deck.suits)
            return laid.card.suit if called is None else called
        return laid.card.suit

    def opening_problems(self, setting: Setting, opening: Opening) -> Iterator[Problem]:
        top = opening.top
        if top is None:
            return
        if self.is_wild(top) and not top.calls and opening.pile in (None, 1):
            text = "A {card} turned up goes back into the stock; turn up another card."
            yield error("top.wild", text, ("start", "top"), card=card_name(top.card))
        elif (
            self.calls_suit(top)
            and top.calls
            and suit_called(top.calls[-1], setting.deck.suits) is None
        ):
            text = "“{call}” is not a suit in this deck."
            yield error("call.wrong", text, ("start", "top"), call=top.calls[-1])

    def begin(self, builder: TurnBuilder) -> None:
        if builder.within is None:
            builder.within = OneCardTurn(builder.before.owes(builder.seat))
        so_far = builder.within
        builder.closed = so_far.played or so_far.passed or so_far.stopped

    def step(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        if step.verb == "draw":
            self._draw(builder, step, (*at, "draw"))
        elif step.verb == "play":
            self._play(builder, step, at)
        elif step.verb == "pass":
            self._pass(builder, (*at, "pass"))

    def _draw(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        there, so_far = builder.available, builder.within
        if there is not None and step.number > there:
            note_too_few(builder, step.number, there, at)
        builder.draw(step.number, step.cards)
        paid = min(step.number, so_far.due)
        builder.within = so_far._replace(
            due=so_far.due - paid, drawn=so_far.drawn + step.number - paid
        )
        if paid and paid == so_far.due:
            builder.owed[builder.seat] = ()

    def _play(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        self._first_draw(builder, at)
        here = (*at, "play")
        if len(step.cards) != 1:
            text = "Only one card is played in a turn, not {count}."
            builder.note("play.many", text, here, count=len(step.cards))
        builder.leave_hand(step.cards, here)
        for place, laid in enumerate(step.cards):
            self._play_card(builder, laid, (*here, place))
        builder.within, builder.closed = builder.within._replace(played=True), True
        if builder.is_empty:
            builder.win()
        else:
            self.acts(builder, step.cards[-1], step, at)

    def _play_card(self, builder: TurnBuilder, laid: PlayedCard, at: At) -> None:
        """Judge a single card, whether it fits and what is called with it, and lay it."""
        top = builder.top
        if top is not None and not self.fits(builder, laid, top):
            why, choices = self.wanted(builder, top)
            note_misfit(builder, laid, top, why, choices, at)
        self.judge_call(builder, laid, at)
        builder.lay((laid,))

    def judge_call(self, builder: TurnBuilder, laid: PlayedCard, at: At) -> None:
        """Note a suit that has to be called and is not, or the other way round."""
        if not self.calls_suit(laid):
            if laid.calls:
                text = "Nothing is called with a {card}."
                builder.note("call.wrong", text, at, card=card_name(laid.card))
        elif not laid.calls:
            if not builder.asking and not builder.is_empty:
                text = "Which suit is called with the {card}? Write it as {example}."
                letter = next(iter(suit_letters(builder)))
                example = f"{laid.card.text}={letter}"
                builder.note(
                    "call.missing", text, at, firm=True, card=card_name(laid.card), example=example
                )
        elif suit_called(laid.calls[-1], builder.setting.deck.suits) is None:
            text = "“{call}” is not a suit in this deck. The suits are {suits}."
            suits = ", ".join(suit_letters(builder))
            builder.note("call.wrong", text, at, firm=True, call=laid.calls[-1], suits=suits)
        else:
            suit = suit_name(self.suit(builder, laid))
            builder.tell("call", "{name} calls {suit}.", builder.seat, suit=suit)

    def _pass(self, builder: TurnBuilder, at: At) -> None:
        self._first_draw(builder, at)
        so_far, there = builder.within, builder.available
        may_stop = so_far.drawn and not self.must_play(builder)
        if there is None and not may_stop:
            builder.add_condition("pass.stock", EMPTY_STOCK)
        elif there and not may_stop:
            text = "The stock has cards: draw until you can play. You pass when it is used up."
            builder.note("pass.stock", text, at)
        if not may_stop and not there:
            self._judge_held(builder, at)
        builder.within, builder.closed = so_far._replace(passed=True), True

    def _judge_held(self, builder: TurnBuilder, at: At) -> None:
        """Note a pass by a player with a card that can be played."""
        top, hand, who = builder.top, builder.hands[builder.seat], builder.names[builder.seat]
        for card in sorted(set(hand.known)):
            if top is None or self.fits(builder, PlayedCard(card), top):
                text = "{name} holds the {card}, which can be played."
                builder.note("pass.playable", text, at, name=who, card=card_name(card))
                return
        if not hand.is_whole:
            text = "Allowed only if {name} holds no card that can be played."
            builder.add_condition("pass.playable", text, name=who)

    def must_play(self, builder: TurnBuilder) -> bool:
        """Return whether somebody who has drawn has to play."""
        return bool(getattr(builder.options, "must_play", True))

    def _first_draw(self, builder: TurnBuilder, at: At) -> None:
        if builder.within.due:
            text = "{name} has to draw {count} first."
            who, count = builder.names[builder.seat], builder.within.due
            builder.note("draw.due", text, at, name=who, count=count)
            builder.within = builder.within._replace(due=0)

    def end(self, builder: TurnBuilder) -> None:
        so_far = builder.within
        if not (so_far.played or so_far.passed or so_far.stopped):
            may_stop = so_far.drawn and not self.must_play(builder)
            if so_far.due:
                self._first_draw(builder, ("steps",))
            elif not may_stop:
                text = "{name} has played nothing: play a card, or draw until one fits."
                builder.note("play.due", text, ("steps",), name=builder.names[builder.seat])
        builder.owed[builder.seat] = ()
        builder.passes = builder.passes + 1 if so_far.passed else 0
        if builder.passes >= len(builder.names):
            builder.over = Over(None, "blocked")
            builder.tell("blocked", "Everybody has passed: the hand is blocked.")
            return
        self.move_on(builder)

    def move_on(self, builder: TurnBuilder) -> None:
        """Find the next player."""
        pass_turn(builder)

    def may_play(self, builder: TurnBuilder) -> bool:
        return not builder.within.due and not builder.closed


# --- sentences ------------------------------------------------------------------------------------


def suit_letters(builder: TurnBuilder) -> list[str]:
    return [ALL_SUITS[suit].letter for suit in builder.setting.deck.suits if suit < SPECIAL]


def note_too_few(builder: TurnBuilder, number: int, there: int, at: At) -> None:
    """Note a draw of more cards than there are."""
    text = "The stock has {there} cards, so nobody can draw {number}."
    if there == 0:
        text = "The stock is used up, so nobody can draw {number}."
    builder.note("draw.stock", text, at, there=there, number=number)


def note_misfit(
    builder: TurnBuilder,
    laid: PlayedCard,
    top: PlayedCard,
    why: Phrase,
    choices: Sequence[Phrase],
    at: At,
) -> None:
    """Note a card that does not fit: why, and what would."""
    params = {
        "card": played_card_name(laid, builder.setting.deck.suits),
        "top": played_card_name(top, builder.setting.deck.suits),
        **why.params,
    }
    reason = Phrase(why.template, params)
    text = "{reason} Play {wanted}, or draw."
    builder.note("play.fit", text, at, reason=reason, wanted=alternatives(choices))
