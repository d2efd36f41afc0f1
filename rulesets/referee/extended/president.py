"""President with the Extended Deck: as many cards as were led, of one rank, and higher."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.cards.deck import EXTENDED, JOKER, Card
from rulesets.referee.extended.circle_games import leave_game
from rulesets.referee.extended.specials import (
    ANCHORS,
    ExtendedReferee,
    act_in_circle,
    draw_due,
    draw_first,
    reveal,
    specials,
)
from rulesets.referee.position import Over, PlayedCard, any_of_rank, card_called, card_name
from rulesets.referee.turn_builder import move_onward, next_seat

if TYPE_CHECKING:
    from rulesets.engine.problems import At
    from rulesets.referee.position import KnownHand, Opening, Position, Setting, TurnStep
    from rulesets.referee.turn_builder import TurnBuilder

TWO, MOST = 2, 4
UNRANKED = 0


class PresidentTrick(NamedTuple):
    """The trick on the table: how many cards (0: none, the next leads), how high, who laid them,
    who may still answer; and who is out already, in order."""

    size: int = 0
    height: int = UNRANKED
    last: int = -1
    still: frozenset[int] = frozenset()
    out: tuple[int, ...] = ()


class PresidentTurn(NamedTuple):
    """How far a turn has come."""

    due: int
    played: tuple[Card, ...] = ()
    passed: bool = False
    stopped: bool = False
    ended: bool = False


def height(rank: int) -> int:
    """Return the height of a card, 3 low and 2 high; Draw, Reverse and Skip have none."""
    if rank > 13:
        return UNRANKED
    return rank if rank > TWO else rank + 13


def rank_of(laid: PlayedCard) -> int | None:
    """Return the rank of a card; of a joker the one that it was named, None if it was not."""
    if not laid.card.is_joker:
        return laid.card.rank
    called = card_called(laid.calls[-1], EXTENDED) if laid.calls else None
    return None if called is None else called.rank


class President(ExtendedReferee):
    """Sets of one rank; all others passing, the last to play leads."""

    verbs = ("play", "pass", "draw", "reveal")
    asks = ("direction", "due", "stock")
    anchors = MappingProxyType(
        {
            **ANCHORS,
            "play.group": "following",
            "play.number": "following",
            "play.fit": "following",
            "play.unordered": "leading",
            "pass.lead": "leading",
            "effect.lead": "leading",
            "effect.out": "scoring",
        }
    )

    def opening_memory(self, setting: Setting, opening: Opening) -> PresidentTrick:
        return PresidentTrick()

    def begin(self, builder: TurnBuilder) -> None:
        if builder.within is None:
            builder.within = PresidentTurn(builder.before.owes(builder.seat))
            builder.paused -= {builder.seat}
        state = builder.within
        builder.closed = bool(state.played) or state.passed or state.stopped

    def step(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        here, state = (*at, step.verb), builder.within
        if step.verb == "draw":
            due = draw_due(builder, step, here, state.due, others=False)
            builder.within = state._replace(due=due)
            return
        draw_first(builder, state.due, here)
        state = state._replace(due=0)
        if step.verb == "reveal":
            result = reveal(builder, step, here)
            state = state._replace(stopped=result.stops, ended=result.ended)
            builder.closed = builder.closed or result.stops
        elif step.verb == "pass":
            if not builder.memory.size:
                builder.note("pass.lead", "The leader cannot pass.", here)
            state, builder.closed = state._replace(passed=True), True
        else:
            self._play(builder, step, here)
            state = state._replace(played=tuple(laid.card for laid in step.cards))
            builder.closed = True
        builder.within = state

    def _play(self, builder: TurnBuilder, step: TurnStep, at: At) -> None:
        led: PresidentTrick = builder.memory
        builder.leave_hand(step.cards, at)
        high = judge_set(builder, step, at)
        if led.size and high is not None:
            judge_answer(builder, step, high, at)
        builder.lay(step.cards)
        others = frozenset(range(len(builder.names))) - builder.away - {builder.seat}
        size, height = len(step.cards), high or UNRANKED
        builder.memory = PresidentTrick(size, height, builder.seat, others, out=led.out)

    def end(self, builder: TurnBuilder) -> None:
        state = builder.within
        draw_first(builder, state.due, ("steps",))
        if not (state.played or state.passed or state.stopped or state.due):
            text = "{name} plays or passes."
            builder.note("play.due", text, ("steps",), name=builder.names[builder.seat])
        builder.owed[builder.seat] = ()
        if state.passed or state.ended:
            led: PresidentTrick = builder.memory
            builder.memory = led._replace(still=led.still - {builder.seat})
        if builder.is_empty and state.played:
            builder.memory = builder.memory._replace(out=(*builder.memory.out, builder.seat))
            if leave_game(builder) == 1:
                builder.over = Over(builder.memory.out[0], "out")
                return
        before = len(builder.passed)
        builder.mover = act_in_circle(
            builder, move_onward(builder, builder.seat), specials(state.played)
        )
        skipped = {effect.seat for effect in builder.passed[before:]}
        led = builder.memory
        builder.memory = led._replace(still=led.still - skipped - builder.away)
        self._next_lead(builder)

    def _next_lead(self, builder: TurnBuilder) -> None:
        """Let the last to play lead, or the next after that seat, if nobody can answer any more."""
        led: PresidentTrick = builder.memory
        if builder.mover in builder.away:
            builder.mover = next_seat(builder, builder.mover or 0, builder.direction)
        if led.size and not led.still:
            seat = led.last
            builder.mover = seat if seat not in builder.away else move_onward(builder, seat)
            builder.memory = PresidentTrick(out=led.out)
            builder.tell("lead", "Nobody beats it, so {name} leads.", builder.mover)

    def candidates(self, builder: TurnBuilder, hand: KnownHand) -> Iterator[tuple[PlayedCard, ...]]:
        copies = builder.setting.deck.copies
        held = {card: min(n, copies(card)) for card, n in Counter(hand.known).items()}
        jokers = min(held.pop(JOKER, 0), MOST)
        by_rank: dict[int, list[Card]] = {}
        for card in sorted(held):
            by_rank.setdefault(card.rank, []).append(card)
        for count in range(1, jokers + 1):
            yield (PlayedCard(JOKER),) * count
        for cards in by_rank.values():
            for counts in product(*(range(held[card] + 1) for card in cards)):
                if sum(counts) > MOST:
                    continue
                laid = [
                    PlayedCard(card)
                    for card, n in zip(cards, counts, strict=True)
                    for _ in range(n)
                ]
                for extra in range(jokers + 1) if laid else ():
                    if len(laid) + extra <= MOST:
                        yield (*laid, *(PlayedCard(JOKER),) * extra)

    def memory_view(self, position: Position) -> dict[str, Any]:
        led: PresidentTrick = position.memory
        return {"led": led.size, "out": [position.setting.names[seat] for seat in led.out]}


def judge_set(builder: TurnBuilder, step: TurnStep, at: At) -> int | None:
    """Return how high a set is; None, and noted, if it is none."""
    for place, laid in enumerate(step.cards):
        if laid.calls and (not laid.card.is_joker or rank_of(laid) is None):
            text = "Only a joker is named, as one of the 52 standard cards."
            builder.note("call.wrong", text, (*at, place), firm=True)
            return None
    ranks = {rank for rank in map(rank_of, step.cards) if rank is not None}
    special = any(rank > 13 for rank in ranks)
    jokers = any(laid.card.is_joker for laid in step.cards)
    if len(ranks) > 1 or len(step.cards) > MOST or (special and jokers):
        text = (
            "Cards that are laid together are of one rank, four at most, and a joker is no Draw, "
            "Reverse or Skip."
        )
        builder.note("play.group", text, at, firm=True)
        return None
    return height(min(ranks)) if ranks else height(TWO)


def judge_answer(builder: TurnBuilder, step: TurnStep, high: int, at: At) -> None:
    """Judge an answer: as many cards as were led, and higher; Draw, Reverse and Skip only lead."""
    led: PresidentTrick = builder.memory
    if len(step.cards) != led.size:
        text = "{count} cards were led: play as many, or pass." if led.size > 1 else (
            "One card was led: play one, or pass."
        )  # fmt: skip
        builder.note("play.number", text, at, count=led.size)
    if high == UNRANKED:
        text = "A {card} has no place in the order: it can only be led."
        builder.note("play.unordered", text, at, card=card_name(step.cards[0].card))
    elif high <= led.height:
        rank = led.height if led.height < 14 else led.height - 13
        text = "It has to be higher than {rank}."
        builder.note("play.fit", text, at, rank=any_of_rank(rank))
