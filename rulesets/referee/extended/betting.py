"""Rounds of betting with the Extended Deck: everybody acts once, or again after a raise."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from rulesets.cards.deck import DRAW
from rulesets.referee.extended.specials import (
    ANCHORS,
    ExtendedReferee,
    Queue,
    act_in_queue,
    discard,
    order_from,
    queue_after,
    resumes,
    reveal,
)

if TYPE_CHECKING:
    from rulesets.engine.problems import At
    from rulesets.referee.position import Opening, Position, Turn, TurnStep
    from rulesets.referee.turn_builder import TurnBuilder

BET, RAISE, FOLD, HIT, DOUBLE = "bet", "raise", "fold", "hit", "double"
TAKES = (HIT, DOUBLE)  # with one more card


class BettingRound(NamedTuple):
    """The players who have still to act in this round, and whether anybody has acted."""

    queue: Queue
    begun: bool = False


class BettingTurn(NamedTuple):
    """The state of a turn: its words, and whether it was stopped."""

    words: tuple[str, ...] = ()
    stopped: bool = False


class BettingGame(ExtendedReferee):
    """Such a game, with the words that it has; `once`: everybody says one of them in a turn."""

    verbs = ("act", "reveal")
    asks = ("direction",)
    has_rounds = True
    anchors = MappingProxyType(
        {
            **ANCHORS,
            "act": "betting",
            "turn": "betting",
            "round": "betting",
            "effect.next": "betting",
            "effect.common": "common",
        }
    )

    def __init__(self, *words: str, once: bool = True) -> None:
        self.act_words, self.once = words, once

    def open_position(self, position: Position, opening: Opening) -> Position:
        seats, first, way = range(position.setting.players), opening.first, position.direction
        queue = tuple(sorted(seats, key=lambda seat: (seat - first) * way % len(seats)))
        return replace(position, memory=BettingRound(queue))

    def begin(self, builder: TurnBuilder) -> None:
        if builder.within is None:
            builder.within = BettingTurn()
            builder.paused -= {builder.seat}
            rest = tuple(seat for seat in builder.memory.queue if seat != builder.seat)
            builder.memory = BettingRound((builder.seat, *rest), begun=True)
        words = builder.within.words
        builder.closed = builder.within.stopped or bool(words and words[-1] != HIT)

    def step(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        state: BettingTurn = builder.within
        if step.verb == "reveal":
            result, on = reveal(builder, step, (*at, "reveal")), False
            if result.stops:
                queue = queue_after(builder, builder.memory.queue, result)
                builder.memory, on = (
                    builder.memory._replace(queue=queue),
                    resumes(builder, queue, result),
                )
            builder.within, builder.closed = (
                state._replace(stopped=result.stops),
                result.stops and not on,
            )
            return
        word = step.word.strip().lower()
        if word not in self.act_words:
            text = "“{word}” is not part of this game. You can use: {words}."
            words = ", ".join(self.act_words)
            builder.note(
                "act.word", text, (*at, "act"), firm=True, word=step.word[:40], words=words
            )
        builder.within = BettingTurn((*state.words, word))  # a turn that was paused has gone on
        builder.paused -= {builder.seat}
        builder.closed = word != HIT
        if word in TAKES:
            builder.draw(1)
        elif word in (BET, RAISE):
            others = set(range(len(builder.names))) - builder.away - {builder.seat}
            queue = (builder.seat, *order_from(builder, others, builder.seat))
            builder.memory = builder.memory._replace(queue=queue)
        elif word == FOLD:
            builder.away |= {builder.seat}

    def end(self, builder: TurnBuilder) -> None:
        state: BettingTurn = builder.within
        if self.once and not state.words and not state.stopped:
            text = "{name} has not acted yet: {words}?"
            name, words = builder.names[builder.seat], ", ".join(self.act_words)
            builder.note("play.due", text, ("steps",), rule="betting", name=name, words=words)
        if not state.stopped:
            builder.memory = builder.memory._replace(queue=builder.memory.queue[1:])
        active = len(builder.names) - len(builder.away)
        queue = builder.memory.queue if active > 1 else ()
        builder.memory = builder.memory._replace(queue=queue)
        builder.mover = queue[0] if queue else None

    def new_round(self, builder: TurnBuilder, turn: Turn) -> None:
        memory: BettingRound = builder.memory
        if memory.begun and memory.queue:
            text = "The round is not over: {name} still has to act."
            builder.note("turn.order", text, ("round",), name=builder.names[memory.queue[0]])
        active = set(range(len(builder.names))) - builder.away
        first = (builder.seat,) if builder.seat in active else ()
        queue: Queue = (*first, *order_from(builder, active - {builder.seat}, builder.seat))
        cards = [laid.card for laid in turn.steps[0].cards]
        for place, card in enumerate(cards):
            if cards[: place + 1].count(card) + builder.lying.get(card, 0) > (
                builder.setting.deck.copies(card)
            ):
                text = "The deck does not have that many of the {card}."
                builder.note("card.copies", text, ("common", place), card=card.symbol)
        discard(builder, cards)
        builder.paused = frozenset()
        for card in cards:
            if card.is_special and card.rank != DRAW:
                queue = act_in_queue(builder, queue, card)
        builder.memory, builder.within = BettingRound(queue), None
        builder.mover, builder.last = queue[0] if queue else None, None
