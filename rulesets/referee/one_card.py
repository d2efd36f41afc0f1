"""Games in which a turn is one card onto the pile: draw as often as you like, then play, or pass.

A game says what fits and which card acts how. What is due is drawn first; who has drawn it plays
on. When everybody passes one after the other, the game is blocked.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulesets.equipment.cards import ALL_SUITS, SPECIAL
from rulesets.problems import At, Problem, error
from rulesets.referee.circle import hand_on
from rulesets.referee.laid import Laid, suit_called
from rulesets.referee.naming import either, named, shown, suit_name
from rulesets.referee.position import Over
from rulesets.referee.referee import Referee
from rulesets.words import Words

if TYPE_CHECKING:
    from rulesets.referee.going import Going
    from rulesets.referee.turns import Opening, Setting, Step


EMPTY_STOCK = "Allowed only if no card in the stock is left."


class Drawing(NamedTuple):
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
    def is_wild(self, laid: Laid) -> bool:
        """Whether a card that is turned up as the first one goes back into the stock."""

    @abstractmethod
    def calls_suit(self, laid: Laid) -> bool:
        """Whether a suit is called with this card."""

    @abstractmethod
    def fits(self, going: Going, laid: Laid, top: Laid) -> bool:
        """Whether a card may be laid on the top card."""

    @abstractmethod
    def wanted(self, going: Going, top: Laid) -> tuple[Words, Sequence[Words]]:
        """Why a {card} does not fit a {top}, and what would."""

    def acts(self, going: Going, laid: Laid, step: Step, at: At) -> None:
        """What a card does, once it lies and the game goes on."""
        del going, laid, step, at

    # --- what they share --------------------------------------------------------------------------

    def suit(self, going: Going, laid: Laid) -> int:
        """The suit of a card that lies there: the one that was called, if one was."""
        if laid.calls and self.calls_suit(laid):
            called = suit_called(laid.calls[-1], going.setting.deck.suits)
            return laid.card.suit if called is None else called
        return laid.card.suit

    def opening_problems(self, setting: Setting, opening: Opening) -> Iterator[Problem]:
        top = opening.top
        if top is None:
            return
        if self.is_wild(top) and not top.calls and opening.pile in (None, 1):
            text = "A {card} turned up goes back into the stock; turn up another card."
            yield error("top.wild", text, ("start", "top"), card=named(top.card))
        elif (
            self.calls_suit(top)
            and top.calls
            and suit_called(top.calls[-1], setting.deck.suits) is None
        ):
            text = "“{call}” is no suit of this deck."
            yield error("call.wrong", text, ("start", "top"), call=top.calls[-1])

    def begin(self, going: Going) -> None:
        if going.within is None:
            going.within = Drawing(going.before.owes(going.seat))
        so_far = going.within
        going.closed = so_far.played or so_far.passed or so_far.stopped

    def step(self, going: Going, step: Step, at: At) -> None:
        if step.verb == "draw":
            self._draw(going, step, (*at, "draw"))
        elif step.verb == "play":
            self._play(going, step, at)
        elif step.verb == "pass":
            self._pass(going, (*at, "pass"))

    def _draw(self, going: Going, step: Step, at: At) -> None:
        there, so_far = going.available, going.within
        if there is not None and step.number > there:
            too_few(going, step.number, there, at)
        going.draw(step.number, step.cards)
        paid = min(step.number, so_far.due)
        going.within = so_far._replace(
            due=so_far.due - paid, drawn=so_far.drawn + step.number - paid
        )
        if paid and paid == so_far.due:
            going.owed[going.seat] = ()

    def _play(self, going: Going, step: Step, at: At) -> None:
        self._first_draw(going, at)
        here = (*at, "play")
        if len(step.cards) != 1:
            text = "One card is played in a turn, not {count}."
            going.note("play.many", text, here, count=len(step.cards))
        going.leave_hand(step.cards, here)
        for place, laid in enumerate(step.cards):
            self._one(going, laid, (*here, place))
        going.within, going.closed = going.within._replace(played=True), True
        if going.is_empty:
            going.win()
        else:
            self.acts(going, step.cards[-1], step, at)

    def _one(self, going: Going, laid: Laid, at: At) -> None:
        """A single card: whether it fits, and what is called with it."""
        top = going.top
        if top is not None and not self.fits(going, laid, top):
            why, wanted = self.wanted(going, top)
            does_not_fit(going, laid, top, why, wanted, at)
        self.judge_call(going, laid, at)
        going.lay((laid,))

    def judge_call(self, going: Going, laid: Laid, at: At) -> None:
        """Whether the suit is called that has to be, and none that has not."""
        if not self.calls_suit(laid):
            if laid.calls:
                text = "Nothing is called with a {card}."
                going.note("call.wrong", text, at, card=named(laid.card))
        elif not laid.calls:
            if not going.asking and not going.is_empty:
                text = "Which suit is called with the {card}? Write it as {example}."
                letter = next(iter(suit_letters(going)))
                example = f"{laid.card.text}={letter}"
                going.note(
                    "call.missing", text, at, firm=True, card=named(laid.card), example=example
                )
        elif suit_called(laid.calls[-1], going.setting.deck.suits) is None:
            text = "“{call}” is no suit of this deck; there are {suits}."
            suits = ", ".join(suit_letters(going))
            going.note("call.wrong", text, at, firm=True, call=laid.calls[-1], suits=suits)
        else:
            suit = suit_name(self.suit(going, laid))
            going.tell("call", "{name} calls {suit}.", going.seat, suit=suit)

    def _pass(self, going: Going, at: At) -> None:
        self._first_draw(going, at)
        so_far, there = going.within, going.available
        may_stop = so_far.drawn and not self.must_play(going)
        if there is None and not may_stop:
            going.suppose("pass.stock", EMPTY_STOCK)
        elif there and not may_stop:
            text = "The stock has cards: draw until you can play. You pass when it is used up."
            going.note("pass.stock", text, at)
        if not may_stop and not there:
            self._judge_held(going, at)
        going.within, going.closed = so_far._replace(passed=True), True

    def _judge_held(self, going: Going, at: At) -> None:
        """Who passes can play nothing."""
        top, hand, who = going.top, going.hands[going.seat], going.names[going.seat]
        for card in sorted(set(hand.known)):
            if top is None or self.fits(going, Laid(card), top):
                text = "{name} holds the {card}, which can be played."
                going.note("pass.playable", text, at, name=who, card=named(card))
                return
        if not hand.is_whole:
            text = "Allowed only if {name} holds no card that can be played."
            going.suppose("pass.playable", text, name=who)

    def must_play(self, going: Going) -> bool:
        """Whether somebody who has drawn has to play."""
        return bool(getattr(going.options, "must_play", True))

    def _first_draw(self, going: Going, at: At) -> None:
        if going.within.due:
            text = "{name} has to draw {count} first."
            who, count = going.names[going.seat], going.within.due
            going.note("draw.due", text, at, name=who, count=count)
            going.within = going.within._replace(due=0)

    def end(self, going: Going) -> None:
        so_far = going.within
        if not (so_far.played or so_far.passed or so_far.stopped):
            may_stop = so_far.drawn and not self.must_play(going)
            if so_far.due:
                self._first_draw(going, ("steps",))
            elif not may_stop:
                text = "{name} has played nothing: play a card, or draw until one fits."
                going.note("play.due", text, ("steps",), name=going.names[going.seat])
        going.owed[going.seat] = ()
        going.passes = going.passes + 1 if so_far.passed else 0
        if going.passes >= len(going.names):
            going.over = Over(None, "blocked")
            going.tell("blocked", "Everybody has passed: the hand is blocked.")
            return
        self.move_on(going)

    def move_on(self, going: Going) -> None:
        """The next player is found."""
        hand_on(going)

    def may_play(self, going: Going) -> bool:
        return not going.within.due and not going.closed


# --- sentences ------------------------------------------------------------------------------------


def suit_letters(going: Going) -> list[str]:
    """The letters of the suits of the deck."""
    return [ALL_SUITS[suit].letter for suit in going.setting.deck.suits if suit < SPECIAL]


def too_few(going: Going, number: int, there: int, at: At) -> None:
    """More cards are drawn than there are."""
    text = "The stock has {there} cards; nobody can draw {number}."
    if there == 0:
        text = "The stock is used up; nobody can draw {number}."
    going.note("draw.stock", text, at, there=there, number=number)


def does_not_fit(
    going: Going, laid: Laid, top: Laid, why: Words, wanted: Sequence[Words], at: At
) -> None:
    """A card does not fit: why, and what would."""
    params = {"card": named(laid.card), "top": shown(top, going.setting.deck.suits), **why.params}
    reason = Words(why.template, params)
    text = "{reason} Play {wanted}, or draw."
    going.note("play.fit", text, at, reason=reason, wanted=either(wanted))
