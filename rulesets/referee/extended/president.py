"""President with the Extended Deck: as many cards as were led, of one rank, and higher."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.equipment.cards import EXTENDED, JOKER, Card
from rulesets.referee.circle import beside, onward
from rulesets.referee.extended.circle_games import leaves
from rulesets.referee.extended.specials import (
    ANCHORS,
    ExtendedReferee,
    draw_due,
    draw_first,
    in_circle,
    reveal,
    specials,
)
from rulesets.referee.laid import Laid, card_called
from rulesets.referee.naming import a_rank, named
from rulesets.referee.position import Over

if TYPE_CHECKING:
    from rulesets.problems import At
    from rulesets.referee.going import Going
    from rulesets.referee.hands import Hand
    from rulesets.referee.position import Position
    from rulesets.referee.turns import Opening, Setting, Step

TWO, MOST = 2, 4
UNRANKED = 0


class Led(NamedTuple):
    """What lies there: how many cards (0: nothing, the next leads), how high, who laid them, who
    may still answer; and who is out already, in order."""

    size: int = 0
    height: int = UNRANKED
    last: int = -1
    still: frozenset[int] = frozenset()
    out: tuple[int, ...] = ()


class Answering(NamedTuple):
    """How far a turn has come."""

    due: int
    played: tuple[Card, ...] = ()
    passed: bool = False
    stopped: bool = False
    ended: bool = False


def height(rank: int) -> int:
    """3 is low and 2 is high; Draw, Reverse and Skip have no height."""
    if rank > 13:
        return UNRANKED
    return rank if rank > TWO else rank + 13


def rank_of(laid: Laid) -> int | None:
    """The rank of a card; of a joker the one that it was named, None if it was not."""
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

    def opening_memory(self, setting: Setting, opening: Opening) -> Led:
        del setting, opening
        return Led()

    def begin(self, going: Going) -> None:
        if going.within is None:
            going.within = Answering(going.before.owes(going.seat))
            going.paused -= {going.seat}
        state = going.within
        going.closed = bool(state.played) or state.passed or state.stopped

    def step(self, going: Going, step: Step, at: At) -> None:
        here, state = (*at, step.verb), going.within
        if step.verb == "draw":
            due = draw_due(going, step, here, state.due, others=False)
            going.within = state._replace(due=due)
            return
        draw_first(going, state.due, here)
        state = state._replace(due=0)
        if step.verb == "reveal":
            shown = reveal(going, step, here)
            state = state._replace(stopped=shown.stops, ended=shown.ended)
            going.closed = going.closed or shown.stops
        elif step.verb == "pass":
            if not going.memory.size:
                going.note("pass.lead", "Whoever leads cannot pass.", here)
            state, going.closed = state._replace(passed=True), True
        else:
            self._play(going, step, here)
            state = state._replace(played=tuple(laid.card for laid in step.cards))
            going.closed = True
        going.within = state

    def _play(self, going: Going, step: Step, at: At) -> None:
        led: Led = going.memory
        going.leave_hand(step.cards, at)
        high = judge_set(going, step, at)
        if led.size and high is not None:
            judge_answer(going, step, high, at)
        going.lay(step.cards)
        others = frozenset(range(len(going.names))) - going.away - {going.seat}
        told = len(step.cards), high or UNRANKED, going.seat, others
        going.memory = Led(*told, out=led.out)

    def end(self, going: Going) -> None:
        state = going.within
        draw_first(going, state.due, ("steps",))
        if not (state.played or state.passed or state.stopped or state.due):
            text = "{name} plays or passes."
            going.note("play.due", text, ("steps",), name=going.names[going.seat])
        going.owed[going.seat] = ()
        if state.passed or state.ended:
            led: Led = going.memory
            going.memory = led._replace(still=led.still - {going.seat})
        if going.is_empty and state.played:
            going.memory = going.memory._replace(out=(*going.memory.out, going.seat))
            if leaves(going) == 1:
                going.over = Over(going.memory.out[0], "out")
                return
        before = len(going.passed)
        going.mover = in_circle(going, onward(going, going.seat), specials(state.played))
        skipped = {one.seat for one in going.passed[before:]}
        led = going.memory
        going.memory = led._replace(still=led.still - skipped - going.away)
        self._next_lead(going)

    def _next_lead(self, going: Going) -> None:
        """When nobody can answer any more, the last to play leads, or the next after that seat."""
        led: Led = going.memory
        if going.mover in going.away:
            going.mover = beside(going, going.mover or 0, going.direction)
        if led.size and not led.still:
            seat = led.last
            going.mover = seat if seat not in going.away else onward(going, seat)
            going.memory = Led(out=led.out)
            going.tell("lead", "Nobody answers; {name} leads.", going.mover)

    def candidates(self, going: Going, hand: Hand) -> Iterator[tuple[Laid, ...]]:
        copies = going.setting.deck.copies
        held = {card: min(n, copies(card)) for card, n in Counter(hand.known).items()}
        jokers = min(held.pop(JOKER, 0), MOST)
        by_rank: dict[int, list[Card]] = {}
        for card in sorted(held):
            by_rank.setdefault(card.rank, []).append(card)
        for count in range(1, jokers + 1):
            yield (Laid(JOKER),) * count
        for cards in by_rank.values():
            for counts in product(*(range(held[card] + 1) for card in cards)):
                if sum(counts) > MOST:
                    continue
                laid = [Laid(card) for card, n in zip(cards, counts, strict=True) for _ in range(n)]
                for extra in range(jokers + 1) if laid else ():
                    if len(laid) + extra <= MOST:
                        yield (*laid, *(Laid(JOKER),) * extra)

    def told(self, position: Position) -> dict[str, Any]:
        led: Led = position.memory
        return {"led": led.size, "out": [position.setting.names[seat] for seat in led.out]}


def judge_set(going: Going, step: Step, at: At) -> int | None:
    """How high a set is; None, and noted, if it is none."""
    for place, laid in enumerate(step.cards):
        if laid.calls and (not laid.card.is_joker or rank_of(laid) is None):
            text = "Only a joker is named, as one of the 52 standard cards."
            going.note("call.wrong", text, (*at, place), firm=True)
            return None
    ranks = {rank for rank in map(rank_of, step.cards) if rank is not None}
    special = any(rank > 13 for rank in ranks)
    jokers = any(laid.card.is_joker for laid in step.cards)
    if len(ranks) > 1 or len(step.cards) > MOST or (special and jokers):
        text = (
            "Cards that are laid together are of one rank, four at most, and a joker is no Draw, "
            "Reverse or Skip."
        )
        going.note("play.group", text, at, firm=True)
        return None
    return height(min(ranks)) if ranks else height(TWO)


def judge_answer(going: Going, step: Step, high: int, at: At) -> None:
    """As many cards as were led, and higher; Draw, Reverse and Skip only lead."""
    led: Led = going.memory
    if len(step.cards) != led.size:
        text = "{count} cards were led: play as many, or pass." if led.size > 1 else (
            "One card was led: play one, or pass."
        )  # fmt: skip
        going.note("play.number", text, at, count=led.size)
    if high == UNRANKED:
        text = "A {card} has no place in the order: it can only be led."
        going.note("play.unordered", text, at, card=named(step.cards[0].card))
    elif high <= led.height:
        rank = led.height if led.height < 14 else led.height - 13
        text = "It has to be higher than {rank}."
        going.note("play.fit", text, at, rank=a_rank(rank))
