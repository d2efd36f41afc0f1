"""Trick games with the Extended Deck: who is next in a trick, suits followed, who takes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.equipment.cards import EXTENDED, FRENCH, Card, card_of
from rulesets.referee.extended.specials import (
    ANCHORS,
    ExtendedReferee,
    Queue,
    draw_due,
    draw_first,
    from_seat,
    in_queue,
    queue_after,
    resumes,
    reveal,
)
from rulesets.referee.extended.takers import suit_led, taker
from rulesets.referee.laid import Laid, card_called
from rulesets.referee.position import Over
from rulesets.referee.taking import (
    Play,
    judge_following,
    leads,
    tell_taken,
    told_of_tricks,
    trump_of,
    trump_problems,
)
from rulesets.referee.turns import NOBODY

if TYPE_CHECKING:
    from rulesets.problems import At, Problem
    from rulesets.referee.because import Reason
    from rulesets.referee.going import Going
    from rulesets.referee.position import Position
    from rulesets.referee.turns import Opening, Setting, Step

TRICKS = 13


class Trick(NamedTuple):
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


class Follow(NamedTuple):
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
        """Tricks that were taken are not drawn from, whatever is agreed."""
        del options
        return False

    def opening_problems(self, setting: Setting, opening: Opening) -> Iterator[Problem]:
        del setting
        yield from trump_problems(opening)

    def opening_memory(self, setting: Setting, opening: Opening) -> Trick:
        trump = trump_of(opening) if self.trump is None else self.trump
        taken = tuple(opening.tricks.get(seat, 0) for seat in range(setting.players))
        of = (TRICKS if opening.of is None else opening.of) - opening.tricks.get(NOBODY, 0)
        return Trick(opening.first, (), (), taken, 0, of, trump)

    def opened(self, position: Position, opening: Opening) -> Position:
        del opening
        seats = range(position.setting.players)
        trick = position.memory
        way = position.direction
        queue = tuple(sorted(seats, key=lambda seat: (seat - trick.leader) * way % len(seats)))
        return replace(position, memory=trick._replace(queue=queue))

    def begin(self, going: Going) -> None:
        if going.within is None:
            going.within = Follow(going.before.owes(going.seat))
            going.paused -= {going.seat}
            if going.seat in going.memory.queue:
                queue = going.memory.queue
                rest = tuple(seat for seat in queue if seat != going.seat)
                going.memory = going.memory._replace(queue=(going.seat, *rest))
        going.closed = going.within.played or going.within.stopped

    def step(self, going: Going, step: Step, at: At) -> None:
        here, state = (*at, step.verb), going.within
        if step.verb == "draw":
            due = draw_due(going, step, here, state.due, others=False)
            going.within = state._replace(due=due)
            return
        draw_first(going, state.due, here)
        if step.verb == "reveal":
            shown = reveal(going, step, here)
            going.within = Follow(0, state.played, shown.stops)
            if shown.stops:
                queue = queue_after(going, going.memory.queue, shown)
                going.memory = going.memory._replace(queue=queue)
                going.closed = going.closed or not resumes(going, queue, shown)
        elif step.verb == "play":
            self._play(going, step, here)

    def _play(self, going: Going, step: Step, at: At) -> None:
        if len(step.cards) > 1:
            text = "One card is played to a trick, not {count}."
            going.note("play.many", text, at, count=len(step.cards))
        laid = step.cards[-1]
        judge_following(going, laid, suit_led(going.memory.plays), suit_of, at)
        judge_joker(going, laid, at)
        going.leave_hand(step.cards, at)
        going.lay(step.cards)
        going.within, going.closed = Follow(0, played=True), True
        going.paused -= {going.seat}
        trick: Trick = going.memory
        queue = trick.queue[1:]
        leader = trick.leader if trick.plays else going.seat
        going.memory = trick._replace(
            leader=leader, plays=(*trick.plays, (going.seat, laid)), queue=queue
        )
        if laid.card.is_special and queue:
            queue = in_queue(going, queue, laid.card)
            going.memory = going.memory._replace(queue=queue)
        elif laid.card.is_special and going.options.last_card == "next_leader":
            going.handing = (going.mark(1, laid.card),)

    def end(self, going: Going) -> None:
        state = going.within
        if not (state.played or state.stopped):
            if state.due:
                draw_first(going, state.due, ("steps",))
            elif not going.is_empty:  # the last card may have been revealed, and none replaced it
                text = "{name} has to play a card to this trick."
                going.note("play.due", text, ("steps",), name=going.names[going.seat])
            going.memory = going.memory._replace(queue=going.memory.queue[1:])
        going.owed[going.seat] = ()
        if not going.memory.queue:
            self._gathered(going)
        if going.over is None:
            going.mover = going.memory.queue[0] if going.memory.queue else None

    def _gathered(self, going: Going) -> None:
        """The trick is over: who takes it, and who leads the next one."""
        trick: Trick = going.memory
        winner = taker(trick.plays, trick.trump, avoided=self.avoided)
        taken, nobody = list(trick.taken), trick.nobody
        if winner is None:
            nobody += 1
            going.tell("trick", "Nobody takes the trick.")
        else:
            taken[winner] += 1
            tell_taken(going, winner, dict(trick.plays)[winner])
        leader = trick.leader if winner is None else winner
        queue = (leader, *from_seat(going, set(range(len(going.names))) - {leader}, leader))
        pending, going.handing = going.handing, ()
        going.top, going.pile = None, 0
        if sum(taken) + nobody >= trick.of:
            going.over = Over(None, "tricks")
            going.tell("tricks", "All tricks have been played.")
        elif pending and pending[0].card is not None:
            queue = in_queue(going, queue, pending[0].card)
        counts = tuple(taken), nobody, trick.of
        going.memory = Trick(queue[0], (), queue, *counts, trick.trump, trick.plays)

    def variants(self, going: Going, card: Card) -> Iterator[Laid]:
        needs_name = card.is_joker and not going.memory.plays
        yield Laid(card, (card_of(1, FRENCH[0]).text,)) if needs_name else Laid(card)

    def lying(self, position: Position) -> tuple[Play, ...]:
        plays: tuple[Play, ...] = position.memory.plays
        return plays

    def last_trick(self, position: Position) -> tuple[Play, ...]:
        before: tuple[Play, ...] = position.memory.before
        return before

    def next_reason(self, position: Position) -> Reason | None:
        trick: Trick = position.memory
        mover = position.mover
        if mover is None or trick.plays or position.passed or position.paused:
            return None
        first = position.last is None
        return leads(position, mover, "{name} leads." if first else "{name} leads the next trick.")

    def told(self, position: Position) -> dict[str, Any]:
        trick: Trick = position.memory
        names = position.setting.names
        return told_of_tricks(names, trick.trump, trick.plays, trick.taken, trick.nobody)


def suit_of(card: Card) -> int | None:
    """The suit that a card counts as; a joker may always be played."""
    return None if card.is_joker else card.suit


def judge_joker(going: Going, laid: Laid, at: At) -> None:
    """What is called with a card: a joker led has to be named, and only as a standard card."""
    if not laid.card.is_joker:
        if laid.calls:
            going.note("call.wrong", "Only a joker is called.", at)
        return
    if any(card_called(call, EXTENDED) is None for call in laid.calls):
        text = "A joker is called one of the 52 standard cards, as in JK=9D."
        going.note("call.wrong", text, at, firm=True)
    elif not laid.calls and not going.memory.plays and not going.asking:
        text = "A joker that is led is named, for the others to follow: write JK=9D."
        going.note("call.missing", text, at, firm=True)
