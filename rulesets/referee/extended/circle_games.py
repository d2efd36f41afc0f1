"""Games with the Extended Deck in which the turn goes round: order, dues, specials, cards held.

What else their own rules say is not judged here; whom they make next is told with `then`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from rulesets.equipment.cards import Card
from rulesets.referee.circle import onward
from rulesets.referee.extended.specials import (
    ExtendedReferee,
    draw_due,
    draw_first,
    in_circle,
    reveal,
    specials,
)
from rulesets.referee.hands import Hand
from rulesets.referee.position import Over

if TYPE_CHECKING:
    from rulesets.problems import At
    from rulesets.referee.going import Going
    from rulesets.referee.position import Position
    from rulesets.referee.turns import Opening, Step


class Round(NamedTuple):
    """How far a turn has come: what is still due, the cards that will act, whether it stopped."""

    due: int
    acting: tuple[Card, ...] = ()
    stopped: bool = False
    paused: bool = False


class CircleGame(ExtendedReferee):
    """Such a game. `draws` says that it has draws of its own, `acts` that cards played act, `empty`
    what becomes of somebody without cards ("wins", "leaves", "waits" until a stack is taken, or
    nothing), `stock` how many cards are left when all are dealt (None: it depends), `discards` that
    the card on top of the pile may be taken instead of one of the stock."""

    has_then = True
    asks = ("direction", "due", "stock")

    def __init__(
        self,
        *verbs: str,
        draws: bool = False,
        acts: bool = True,
        empty: str = "",
        stock: int | None = None,
        discards: bool = False,
    ) -> None:
        self.verbs = verbs or ("play", "draw", "reveal")
        self.draws, self.acts, self.empty, self.stock = draws, acts, empty, stock
        self.discards = discards

    def opened(self, position: Position, opening: Opening) -> Position:
        if self.stock is None or opening.stock is not None:
            return position
        return replace(position, stock=self.stock)

    def begin(self, going: Going) -> None:
        if going.within is None:
            going.within = Round(going.before.owes(going.seat))
            going.paused -= {going.seat}
        going.closed = going.within.stopped

    def _takes_discard(self, going: Going, step: Step) -> bool:
        return self.discards and not going.within.due and going.is_top(step.cards)

    def see_drawn(self, going: Going, step: Step, at: At) -> None:
        if not self._takes_discard(going, step):
            super().see_drawn(going, step, at)

    def step(self, going: Going, step: Step, at: At) -> None:
        here, state = (*at, step.verb), going.within
        if step.verb == "draw" and self._takes_discard(going, step):
            going.take_top()
            return
        if step.verb == "draw":
            due = draw_due(going, step, here, state.due, others=self.draws)
            going.within = state._replace(due=due)
            return
        draw_first(going, state.due, here)
        state = state._replace(due=0)
        if step.verb == "reveal":
            shown = reveal(going, step, here)
            state = state._replace(stopped=shown.stops, paused=shown.paused)
            going.closed = shown.stops
        elif step.verb in ("play", "meld"):
            going.leave_hand(step.cards, here)
            going.lay(step.cards)
            if step.verb == "play" and self.acts:
                found = specials(laid.card for laid in step.cards)
                state = state._replace(acting=(*state.acting, *found))
        going.within = state

    def end(self, going: Going) -> None:
        state, turn = going.within, going.turn
        draw_first(going, state.due, ("steps",))
        going.owed[going.seat] = ()
        if going.is_empty and self.empty == "wins":
            going.win()
            return
        if going.is_empty and self.empty == "leaves" and leaves(going) == 1:
            return
        following = onward(going, going.seat) if turn.then is None else turn.then
        if self.empty == "waits":
            if turn.then is not None:  # who takes the stack has cards again, nobody counts how many
                going.hands[turn.then] = Hand(going.hands[turn.then].known)
            following = with_cards(going, following)
        going.mover = in_circle(going, following, state.acting)
        if going.mover in going.away:
            going.mover = onward(going, going.mover)
        if self.empty == "waits":
            going.mover = with_cards(going, going.mover)


def with_cards(going: Going, seat: int) -> int:
    """That seat, or the first one after it that is not known to hold no card."""
    for _ in going.names:
        if going.hands[seat].size != 0:
            break
        seat = onward(going, seat)
    return seat


def leaves(going: Going) -> int:
    """Somebody without cards is out, and the game goes on without; says how many are left, and
    ends the game with the last one."""
    going.away |= {going.seat}
    left = [seat for seat in range(len(going.names)) if seat not in going.away]
    if len(left) == 1:
        going.over = Over(None, "out")
        going.tell("out", "Only {name} has cards left.", left[0])
    return len(left)
