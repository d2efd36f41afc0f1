"""Trick games with the Extended Deck: who is next in a trick, suits followed, who takes it.

A joker is the card that its player called last, unless that card is in the trick: then it falls to
the next lower one that is free. Without a call it is the best card for its player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.cards.deck import ACE, EXTENDED, FRENCH, QUEEN, Card, card_of
from rulesets.referee.extended.specials import (
    ANCHORS,
    ExtendedReferee,
    Queue,
    act_in_queue,
    draw_due,
    draw_first,
    order_from,
    queue_after,
    resumes,
    reveal,
)
from rulesets.referee.position import NOBODY, Over, PlayedCard, card_called
from rulesets.referee.tricks import (
    HIGH_ACE,
    Play,
    Standing,
    height,
    highest,
    judge_following,
    lead_reason,
    tell_winner,
    tricks_view,
    trump_of,
    trump_problems,
)

if TYPE_CHECKING:
    from rulesets.engine.problems import At, Problem
    from rulesets.referee.judging import Reason
    from rulesets.referee.position import Opening, Position, Setting, TurnStep
    from rulesets.referee.turn_builder import TurnBuilder


# --- who takes a trick ----------------------------------------------------------------------------


SPADES = 0


def card_of_height(value: int, suit: int) -> Card:
    """Return the card of a suit that ranks so high."""
    return card_of(ACE if value == HIGH_ACE else value, suit)


def suit_led(plays: Sequence[Play]) -> int | None:
    """Return the suit that has to be followed; a joker led is named for it."""
    if not plays:
        return None
    card = joker_stands_for(plays[0][1])
    return None if card is None else card.suit


def joker_stands_for(laid: PlayedCard) -> Card | None:
    """Return the card that a laid card counts as: itself, or for a joker its last call (None: no
    call)."""
    if not laid.card.is_joker:
        return laid.card
    return card_called(laid.calls[-1], FRENCH) if laid.calls else None


def taker(plays: Sequence[Play], trump: int | None, *, avoided: bool = False) -> int | None:
    """Return the seat that takes a trick; None for nobody. `avoided`: tricks are better not taken
    (there a joker is low, and never above a queen of spades)."""
    led = suit_led(plays)
    if led is None:
        return None
    faces = resolve_jokers(plays, led, trump, avoided=avoided)
    stand = [Standing(card.suit, height(card)) for card in faces]
    won = highest(stand, trump, led)
    alone = sum(standing.suit == stand[won].suit for standing in stand) == 1
    return plays[won][0] if alone or stand[won].height else None


def resolve_jokers(
    plays: Sequence[Play], led: int, trump: int | None, *, avoided: bool
) -> tuple[Card, ...]:
    """Return the cards of a trick with what each joker stands for."""
    lying = {laid.card for _, laid in plays if not laid.card.is_joker}
    faces: list[Card] = []
    for _seat, laid in plays:
        card = laid.card
        if laid.card.is_joker:
            called = joker_stands_for(laid)
            if called is None:
                called = (
                    card_of_height(2, led)
                    if avoided
                    else card_of_height(HIGH_ACE, _best(trump, led))
                )
            card = _free_card(called, lying, up_first=avoided and not laid.calls, avoided=avoided)
            lying.add(card)
        faces.append(card)
    return tuple(faces)


def _best(trump: int | None, led: int) -> int:
    return led if trump is None else trump


def _free_card(face: Card, lying: set[Card], *, up_first: bool, avoided: bool) -> Card:
    """Return the card itself or the next lower one that is free, else the next higher one; with
    `up_first` only the card or a higher one."""
    suit, value = face.suit, height(face)
    queen = card_of(QUEEN, SPADES)
    if avoided and suit == SPADES and queen in lying and value > QUEEN:
        value = QUEEN
    down, up = range(value, 1, -1), range(value + 1, HIGH_ACE + 1)
    order = [*range(value, HIGH_ACE + 1)] if up_first else [*down, *up]
    for height_of in order:
        card = card_of_height(height_of, suit)
        if card not in lying:
            return card
    return face


# --- the turns ------------------------------------------------------------------------------------


TRICKS = 13


class ExtendedTrick(NamedTuple):
    """The trick that is being played, and what was taken before: who leads, the cards, who has
    still to play; tricks by seat, those that nobody took, all that there are; trumps; the cards of
    the trick before."""

    leader: int
    plays: tuple[Play, ...]
    queue: Queue
    taken: tuple[int, ...]
    nobody: int
    of: int
    trump: int | None
    before: tuple[Play, ...] = ()


class TrickTurn(NamedTuple):
    """How far a turn has come."""

    due: int
    played: bool = False
    stopped: bool = False


class TrickGame(ExtendedReferee):
    """Such a game: `trump` is the suit that always is (None: the file says it), `avoided` says that
    tricks are better not taken."""

    verbs = ("play", "draw", "reveal")
    asks: tuple[str, ...] = ("direction", "due", "stock", "trump")
    anchors = MappingProxyType(
        {
            **ANCHORS,
            "follow": "follow-suit",
            "play": "next-in-trick",
            "play.due": "play",
            "effect.trick": "trick",
            "effect.next": "next-in-trick",
            "effect.tricks": "play",
        }
    )

    def __init__(self, trump: int | None = None, *, avoided: bool = False) -> None:
        self.trump, self.avoided = trump, avoided
        if avoided or trump is not None:
            self.asks = ("direction", "due", "stock")

    def reshuffles(self, options: Any) -> bool:
        """Return False: tricks that were taken are not drawn from, whatever is agreed."""
        return False

    def opening_problems(self, setting: Setting, opening: Opening) -> Iterator[Problem]:
        yield from trump_problems(opening)

    def opening_memory(self, setting: Setting, opening: Opening) -> ExtendedTrick:
        trump = trump_of(opening) if self.trump is None else self.trump
        taken = tuple(opening.tricks.get(seat, 0) for seat in range(setting.players))
        of = (TRICKS if opening.of is None else opening.of) - opening.tricks.get(NOBODY, 0)
        return ExtendedTrick(opening.first, (), (), taken, 0, of, trump)

    def open_position(self, position: Position, opening: Opening) -> Position:
        seats = range(position.setting.players)
        trick = position.memory
        way = position.direction
        queue = tuple(sorted(seats, key=lambda seat: (seat - trick.leader) * way % len(seats)))
        return replace(position, memory=trick._replace(queue=queue))

    def begin(self, builder: TurnBuilder) -> None:
        if builder.within is None:
            builder.within = TrickTurn(builder.before.owes(builder.seat))
            builder.paused -= {builder.seat}
            if builder.seat in builder.memory.queue:
                queue = builder.memory.queue
                rest = tuple(seat for seat in queue if seat != builder.seat)
                builder.memory = builder.memory._replace(queue=(builder.seat, *rest))
        builder.closed = builder.within.played or builder.within.stopped

    def step(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        here, state = (*at, step.verb), builder.within
        if step.verb == "draw":
            due = draw_due(builder, step, here, state.due, others=False)
            builder.within = state._replace(due=due)
            return
        draw_first(builder, state.due, here)
        if step.verb == "reveal":
            result = reveal(builder, step, here)
            builder.within = TrickTurn(0, state.played, result.stops)
            if result.stops:
                queue = queue_after(builder, builder.memory.queue, result)
                builder.memory = builder.memory._replace(queue=queue)
                builder.closed = builder.closed or not resumes(builder, queue, result)
        elif step.verb == "play":
            self._play(builder, step, here)

    def _play(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        if len(step.cards) > 1:
            text = "Only one card is played to a trick, not {count}."
            builder.note("play.many", text, at, count=len(step.cards))
        laid = step.cards[-1]
        judge_following(builder, laid, suit_led(builder.memory.plays), suit_to_follow, at)
        judge_joker(builder, laid, at)
        builder.leave_hand(step.cards, at)
        builder.lay(step.cards)
        builder.within, builder.closed = TrickTurn(0, played=True), True
        builder.paused -= {builder.seat}
        trick: ExtendedTrick = builder.memory
        queue = trick.queue[1:]
        leader = trick.leader if trick.plays else builder.seat
        builder.memory = trick._replace(
            leader=leader, plays=(*trick.plays, (builder.seat, laid)), queue=queue
        )
        if laid.card.is_special and queue:
            queue = act_in_queue(builder, queue, laid.card)
            builder.memory = builder.memory._replace(queue=queue)
        elif laid.card.is_special and builder.options.last_card == "next_leader":
            builder.handing = (builder.mark(1, laid.card),)

    def end(self, builder: TurnBuilder) -> None:
        state = builder.within
        if not (state.played or state.stopped):
            if state.due:
                draw_first(builder, state.due, ("steps",))
            elif not builder.is_empty:  # the last card may have been revealed, and none replaced it
                text = "{name} has to play a card to this trick."
                builder.note("play.due", text, ("steps",), name=builder.names[builder.seat])
            builder.memory = builder.memory._replace(queue=builder.memory.queue[1:])
        builder.owed[builder.seat] = ()
        if not builder.memory.queue:
            self._gathered(builder)
        if builder.over is None:
            builder.mover = builder.memory.queue[0] if builder.memory.queue else None

    def _gathered(self, builder: TurnBuilder) -> None:
        """End the trick: who takes it, and who leads the next one."""
        trick: ExtendedTrick = builder.memory
        winner = taker(trick.plays, trick.trump, avoided=self.avoided)
        taken, nobody = list(trick.taken), trick.nobody
        if winner is None:
            nobody += 1
            builder.tell("trick", "Nobody takes the trick.")
        else:
            taken[winner] += 1
            tell_winner(builder, winner, dict(trick.plays)[winner])
        leader = trick.leader if winner is None else winner
        queue = (leader, *order_from(builder, set(range(len(builder.names))) - {leader}, leader))
        pending, builder.handing = builder.handing, ()
        builder.top, builder.pile = None, 0
        if sum(taken) + nobody >= trick.of:
            builder.over = Over(None, "tricks")
            builder.tell("tricks", "All tricks have been played.")
        elif pending and pending[0].card is not None:
            queue = act_in_queue(builder, queue, pending[0].card)
        counts = tuple(taken), nobody, trick.of
        builder.memory = ExtendedTrick(queue[0], (), queue, *counts, trick.trump, trick.plays)

    def variants(self, builder: TurnBuilder, card: Card) -> Iterator[PlayedCard]:
        needs_name = card.is_joker and not builder.memory.plays
        yield PlayedCard(card, (card_of(1, FRENCH[0]).text,)) if needs_name else PlayedCard(card)

    def lying(self, position: Position) -> tuple[Play, ...]:
        plays: tuple[Play, ...] = position.memory.plays
        return plays

    def last_trick(self, position: Position) -> tuple[Play, ...]:
        before: tuple[Play, ...] = position.memory.before
        return before

    def next_reason(self, position: Position, mover: int) -> Reason | None:
        trick: ExtendedTrick = position.memory
        if trick.plays or position.passed or position.paused:
            return None
        first = position.last is None
        return lead_reason(
            position, mover, "{name} leads." if first else "{name} leads the next trick."
        )

    def memory_view(self, position: Position) -> dict[str, Any]:
        trick: ExtendedTrick = position.memory
        names = position.setting.names
        return tricks_view(names, trick.trump, trick.plays, trick.taken, trick.nobody)


def suit_to_follow(card: Card) -> int | None:
    """Return the suit that a card counts as; a joker may always be played."""
    return None if card.is_joker else card.suit


def judge_joker(builder: TurnBuilder, laid: PlayedCard, at: At) -> None:
    """Note a wrong call with a card: a joker that is led has to be named, and only as a standard
    card."""
    if not laid.card.is_joker:
        if laid.calls:
            builder.note("call.wrong", "Only a joker is called.", at)
        return
    if any(card_called(call, EXTENDED) is None for call in laid.calls):
        text = "A joker is called one of the 52 standard cards, as in JK=9D."
        builder.note("call.wrong", text, at, firm=True)
    elif not laid.calls and not builder.memory.plays and not builder.asking:
        text = "A joker that is led is named, for the others to follow: write JK=9D."
        builder.note("call.missing", text, at, firm=True)
