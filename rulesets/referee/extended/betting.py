"""Rounds of betting with the Extended Deck: everybody acts once, or again after a raise."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from rulesets.equipment.cards import DRAW
from rulesets.referee.extended.specials import (
    ANCHORS,
    ExtendedReferee,
    Queue,
    from_seat,
    in_queue,
    put_aside,
    queue_after,
    resumes,
    reveal,
)

if TYPE_CHECKING:
    from rulesets.problems import At
    from rulesets.referee.going import Going
    from rulesets.referee.position import Position
    from rulesets.referee.turns import Opening, Step, Turn

BET, RAISE, FOLD, HIT, DOUBLE = "bet", "raise", "fold", "hit", "double"
TAKES = (HIT, DOUBLE)  # with one more card


class Acting(NamedTuple):
    """Who has still to act in this round, and whether anybody has."""

    queue: Queue
    begun: bool = False


class Said(NamedTuple):
    """How far a turn has come: the words that were said, and whether it was stopped."""

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

    def opened(self, position: Position, opening: Opening) -> Position:
        seats, first, way = range(position.setting.players), opening.first, position.direction
        queue = tuple(sorted(seats, key=lambda seat: (seat - first) * way % len(seats)))
        return replace(position, memory=Acting(queue))

    def begin(self, going: Going) -> None:
        if going.within is None:
            going.within = Said()
            going.paused -= {going.seat}
            rest = tuple(seat for seat in going.memory.queue if seat != going.seat)
            going.memory = Acting((going.seat, *rest), begun=True)
        words = going.within.words
        going.closed = going.within.stopped or bool(words and words[-1] != HIT)

    def step(self, going: Going, step: Step, at: At) -> None:
        state: Said = going.within
        if step.verb == "reveal":
            shown, on = reveal(going, step, (*at, "reveal")), False
            if shown.stops:
                queue = queue_after(going, going.memory.queue, shown)
                going.memory, on = going.memory._replace(queue=queue), resumes(going, queue, shown)
            going.within, going.closed = state._replace(stopped=shown.stops), shown.stops and not on
            return
        word = step.word.strip().lower()
        if word not in self.act_words:
            text = "“{word}” is not said in this game; there is: {words}."
            words = ", ".join(self.act_words)
            going.note("act.word", text, (*at, "act"), firm=True, word=step.word[:40], words=words)
        going.within = Said((*state.words, word))  # a turn that was paused has gone on
        going.paused -= {going.seat}
        going.closed = word != HIT
        if word in TAKES:
            going.draw(1)
        elif word in (BET, RAISE):
            others = set(range(len(going.names))) - going.away - {going.seat}
            queue = (going.seat, *from_seat(going, others, going.seat))
            going.memory = going.memory._replace(queue=queue)
        elif word == FOLD:
            going.away |= {going.seat}

    def end(self, going: Going) -> None:
        state: Said = going.within
        if self.once and not state.words and not state.stopped:
            text = "{name} has said nothing: {words}?"
            name, words = going.names[going.seat], ", ".join(self.act_words)
            going.note("play.due", text, ("steps",), rule="betting", name=name, words=words)
        if not state.stopped:
            going.memory = going.memory._replace(queue=going.memory.queue[1:])
        active = len(going.names) - len(going.away)
        queue = going.memory.queue if active > 1 else ()
        going.memory = going.memory._replace(queue=queue)
        going.mover = queue[0] if queue else None

    def new_round(self, going: Going, turn: Turn) -> None:
        memory: Acting = going.memory
        if memory.begun and memory.queue:
            text = "The round is not over: {name} has still to act."
            going.note("turn.order", text, ("round",), name=going.names[memory.queue[0]])
        active = set(range(len(going.names))) - going.away
        first = (going.seat,) if going.seat in active else ()
        queue: Queue = (*first, *from_seat(going, active - {going.seat}, going.seat))
        cards = [laid.card for laid in turn.steps[0].cards]
        for place, card in enumerate(cards):
            if cards[: place + 1].count(card) + going.lying.get(card, 0) > (
                going.setting.deck.copies(card)
            ):
                text = "The deck does not have the {card} so often."
                going.note("card.copies", text, ("common", place), card=card.symbol)
        put_aside(going, cards)
        going.paused = frozenset()
        for card in cards:
            if card.is_special and card.rank != DRAW:
                queue = in_queue(going, queue, card)
        going.memory, going.within = Acting(queue), None
        going.mover, going.last = queue[0] if queue else None, None
