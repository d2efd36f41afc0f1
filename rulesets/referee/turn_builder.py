"""A turn while it is carried out: the one mutable thing, made from a position and frozen again.

Referees of games call its verbs (`lay`, `draw`, `owe`, `skip`, `turn_round` ...); it keeps hands,
stock and pile, and gathers what is wrong and what happens. Below it the turn order of a circle: the
direction of play, and those who are passed over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.engine.problems import At, Problem, Severity
from rulesets.engine.text import Phrase
from rulesets.referee.position import (
    DIRECTIONS,
    Condition,
    Effect,
    Mark,
    Over,
    PassedOver,
    Position,
    card_name,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rulesets.cards.deck import Card
    from rulesets.referee.position import KnownHand, PlayedCard, Turn


class TurnBuilder:
    """A turn on its way.

    `asking` asks what may be played: nothing that would have to be said beside a card is missed
    then. `closed` says that the turn has come to its end: no step may follow.
    """

    __slots__ = (
        "asking",
        "away",
        "before",
        "closed",
        "conditions",
        "direction",
        "effects",
        "handing",
        "hands",
        "laid",
        "last",
        "lying",
        "memory",
        "mover",
        "names",
        "number",
        "options",
        "over",
        "owed",
        "passed",
        "passes",
        "paused",
        "pile",
        "problems",
        "referee",
        "seat",
        "setting",
        "skips",
        "stock",
        "top",
        "turn",
        "turned",
        "unused",
        "within",
    )  # fmt: skip

    def __init__(self, before: Position, turn: Turn, seat: int, *, asking: bool = False) -> None:
        self.before, self.turn, self.seat, self.number = before, turn, seat, turn.number
        self.asking = asking
        self.setting = setting = before.setting
        self.referee, self.options, self.names = setting.referee, setting.options, setting.names
        self.problems: list[Problem] = []
        self.effects: list[Effect] = []
        self.conditions: list[Condition] = []
        self.unused: set[str] = set()  # what stands beside a card and has had no effect yet
        self.hands = list(before.hands)
        self.owed, self.skips = list(before.owed), list(before.skips)
        self.direction, self.turned = before.direction, before.turned
        self.top, self.laid, self.pile = before.top, before.laid, before.pile
        self.stock, self.lying = before.stock, before.lying
        self.passes, self.paused = before.passes, before.paused
        self.passed: tuple[PassedOver, ...] = ()
        self.away = before.away
        self.closed = False
        self.handing = before.handing
        self.over: Over | None = None
        self.mover: int | None = seat
        self.last: int | None = before.last
        self.within: Any = before.within
        self.memory: Any = before.memory

    # --- what is told -----------------------------------------------------------------------------

    def note(
        self,
        code: str,
        template: str,
        at: At = (),
        *,
        firm: bool = False,
        severity: Severity = "error",
        rule: str = "",
        **params: str | int | Phrase,
    ) -> None:
        """Note a problem; `rule` is the part of the rule text about it, if not the one for problems
        of its code."""
        self.problems.append(Problem(code, severity, Phrase(template, params), at, firm, rule))

    def tell(
        self,
        kind: str,
        template: str,
        seat: int | None = None,
        amount: int = 0,
        **params: str | int | Phrase,
    ) -> None:
        """Record an effect; {name} is whoever it happens to."""
        if seat is not None:
            params["name"] = self.names[seat]
        rule = self.referee.anchor(f"effect.{kind}")
        self.effects.append(Effect(kind, Phrase(template, params), rule, seat, amount))

    def add_condition(self, code: str, template: str, **params: str | int | Phrase) -> None:
        """Allow the turn on a condition that the table did not settle; `template` is a whole
        sentence that begins with "Allowed if" or "Allowed only if"."""
        condition = Condition(code, Phrase(template, params), self.referee.anchor(code))
        if not self.asking and condition not in self.conditions:
            self.conditions.append(condition)

    def mark(self, amount: int, card: Card | None) -> Mark:
        """Return the mark that a card of this turn leaves behind."""
        return Mark(amount, card, self.number, self.seat)

    # --- cards ------------------------------------------------------------------------------------

    def leave_hand(self, cards: Sequence[PlayedCard], at: At) -> None:
        """Take cards out of the mover's hand; note those that nobody there can hold."""
        hand, deck = self.hands[self.seat], self.setting.deck
        counts: dict[Card, int] = {}
        for place, (card, _calls) in enumerate(cards):
            counts[card] = times = counts.get(card, 0) + 1
            copies, elsewhere = deck.copies(card), self._elsewhere(card)
            if times + elsewhere > copies:
                self._too_many(card, copies, (*at, place))
            smaller = hand.without(card)
            if smaller is None:
                self._lacks(card, hand, (*at, place))
            else:
                hand = smaller
        self.hands[self.seat] = hand

    def _lacks(self, card: Card, hand: KnownHand, at: At) -> None:
        text = "{name} does not hold the {card}."
        if not hand.known and not self.before.hands[self.seat].known:
            text = "{name} has no card left that could be the {card}."
        self.note("hand.lacks", text, at, name=self.names[self.seat], card=card_name(card))

    def _elsewhere(self, card: Card) -> int:
        """Return how many cards of a face are known to be out of the mover's reach."""
        count = 0
        for seat, hand in enumerate(self.hands):
            if seat != self.seat and card in hand.known:
                count += hand.known.count(card)
        return count + self.lying.get(card, 0)

    def _too_many(self, card: Card, copies: int, at: At) -> None:
        if copies == 0:
            text = "There is no {card} in this deck."
            self.note("card.copies", text, at, firm=True, card=card_name(card))
            return
        text = "There are {copies} of the {card} in the deck, and all of them are elsewhere."
        if copies == 1:
            text = "The deck has only one {card}, and it is elsewhere."
        self.note("card.copies", text, at, card=card_name(card), copies=copies)

    def lay(self, cards: Sequence[PlayedCard]) -> None:
        """Put cards on the pile, the last one on top."""
        self.pile += len(cards)
        self.top, self.laid = cards[-1], self.number
        lying = dict(self.lying)
        for card, _calls in cards:
            lying[card] = lying.get(card, 0) + 1
        self.lying = lying

    @property
    def available(self) -> int | None:
        """How many cards can be drawn; None where the stock is not known."""
        if self.stock is None:
            return None
        under = self.pile - 1 if self.referee.reshuffles(self.options) else 0
        return self.stock + max(under, 0)

    def within_reach(self, number: int) -> int:
        """Return so many cards, or as many as there are."""
        there = self.available
        return number if there is None else min(number, there)

    def draw(self, number: int, faces: Iterable[PlayedCard] = (), seat: int | None = None) -> None:
        """Let somebody (the mover, if nobody is named) take cards from the stock, as many as there
        are; the pile under its top card becomes the stock if the game shuffles it."""
        number = self.within_reach(number)
        seat = self.seat if seat is None else seat
        self.hands[seat] = self.hands[seat].plus(number, [laid.card for laid in faces][:number])
        if self.stock is None:
            if self.referee.reshuffles(self.options):  # the pile may have become the stock
                self._forget_pile()
            return
        self.stock -= number
        if self.stock < 0:
            self.stock += self.pile - 1
            self.pile = 1
            self._forget_pile()

    def _forget_pile(self) -> None:
        """Forget the cards below the top card; they may be anywhere."""
        self.lying = {} if self.top is None else {self.top.card: 1}

    def see(self, faces: Sequence[PlayedCard], at: At) -> None:
        """Note drawn cards with known faces that cannot come from the stock."""
        there = self.stock is not None and len(faces) <= self.stock
        stays = there or not self.referee.reshuffles(self.options)
        lying = self.lying if stays else {}
        for place, (card, _calls) in enumerate(faces):
            held = sum(hand.known.count(card) for hand in self.hands)
            held += sum(laid.card == card for laid in faces[: place + 1])
            copies = self.setting.deck.copies(card)
            if held + lying.get(card, 0) > copies:
                self._too_many(card, copies, (*at, place))

    def is_top(self, faces: Sequence[PlayedCard]) -> bool:
        """Return whether these cards are the one on top of the pile, and cannot be out of the
        stock."""
        if self.top is None or [laid.card for laid in faces] != [self.top.card]:
            return False
        card = self.top.card
        held = sum(hand.known.count(card) for hand in self.hands)
        return held + self.lying.get(card, 0) >= self.setting.deck.copies(card)

    def take_top(self) -> None:
        """Let the player take the top card of the pile. The next card is unknown."""
        if self.top is None:
            return
        card = self.top.card
        self.hands[self.seat] = self.hands[self.seat].plus(1, [card])
        self.lying = {**self.lying, card: self.lying.get(card, 1) - 1}
        self.top, self.pile = None, max(self.pile - 1, 0)

    # --- what cards do to others ------------------------------------------------------------------

    def owe(self, seat: int, marks: Sequence[Mark]) -> None:
        """Add draws that wait for a seat."""
        if marks:
            self.owed[seat] = (*self.owed[seat], *marks)

    def skip(self, seat: int, card: Card | None) -> None:
        """Let a seat be passed over once more."""
        self.skips[seat] = (*self.skips[seat], self.mark(1, card))

    def turn_round(self, card: Card | None) -> None:
        """Turn the direction of play."""
        self.direction = -self.direction
        self.turned = self.mark(1, card)
        way = Phrase(DIRECTIONS[self.direction])
        self.tell("turn", "The direction changes: play now goes {way}.", way=way)

    def hand(self, amount: int, card: Card | None) -> None:
        """Hand so many draws more to whoever has the next turn."""
        self.handing = (*self.handing, self.mark(amount, card))

    def win(self) -> None:
        """End the game: the mover is out of cards."""
        self.over, self.closed = Over(self.seat, "out"), True
        self.tell("out", "{name} is out of cards and has won.", self.seat)

    @property
    def is_empty(self) -> bool:
        """Whether the mover is known to hold nothing any more."""
        return self.hands[self.seat].size == 0

    # --- the end of it ----------------------------------------------------------------------------

    def build(self) -> Position:
        """Return the position that it has come to."""
        return Position(
            self.setting, None if self.over else self.mover, self.direction, self.turned,
            tuple(self.hands), tuple(self.owed), tuple(self.skips), self.paused, self.passed,
            self.top, self.laid, self.pile, self.stock, self.lying, self.passes, self.over,
            self.number, self.last, self.away, self.handing, self.within, self.memory,
        )  # fmt: skip


# --- the turn order of a circle -------------------------------------------------------------------


def next_seat(builder: TurnBuilder, seat: int, direction: int) -> int:
    """Return the next seat on that side of somebody who is still in the game."""
    players = len(builder.names)
    for _ in range(players):
        seat = (seat + direction) % players
        if seat not in builder.away:
            break
    return seat


def seat_after(builder: TurnBuilder, seat: int, marks: Sequence[int]) -> int:
    """Return the seat that comes after another, when everybody is passed over as often as `marks`
    say."""
    left = list(marks)
    while True:
        seat = next_seat(builder, seat, builder.direction)
        if not left[seat]:
            return seat
        left[seat] -= 1


def skip_next(builder: TurnBuilder, seat: int, card: Card | None) -> int:
    """Let the player who would come next after a seat be passed over; return that seat."""
    marked = seat_after(builder, seat, [len(marks) for marks in builder.skips])
    builder.skip(marked, card)
    return marked


def move_onward(builder: TurnBuilder, seat: int) -> int:
    """Return the next in the direction of play after a seat, once those to be passed over are."""
    while True:
        seat = next_seat(builder, seat, builder.direction)
        if not builder.skips[seat]:
            return seat
        _pass_over(builder, seat)


def pass_over_marked(builder: TurnBuilder, seat: int) -> int:
    """Return the seat itself, or the next one after it, once those to be passed over are."""
    while builder.skips[seat]:
        _pass_over(builder, seat)
        seat = next_seat(builder, seat, builder.direction)
    return seat


def _pass_over(builder: TurnBuilder, seat: int) -> None:
    mark, *rest = builder.skips[seat]
    builder.skips[seat] = tuple(rest)
    builder.passed = (*builder.passed, PassedOver(seat, mark))
    builder.tell("skip", "{name} is skipped.", seat, 1)


def pass_turn(builder: TurnBuilder, seat: int | None = None) -> None:
    """End the turn and begin the next one, after the mover (or another seat), who owes what is
    handed on."""
    builder.mover = move_onward(builder, builder.seat if seat is None else seat)
    owe_handed(builder, builder.mover)


def owe_handed(builder: TurnBuilder, seat: int) -> None:
    """Add the draws that are handed on to a seat, as far as there are cards."""
    if not builder.handing:
        return
    builder.owe(seat, builder.handing)
    count = builder.within_reach(sum(mark.amount for mark in builder.handing))
    if count:
        text = "{name} has to draw {count} cards." if count > 1 else "{name} has to draw one card."
        builder.tell("owe", text, seat, count, count=count)
    else:
        builder.owed[seat] = ()
