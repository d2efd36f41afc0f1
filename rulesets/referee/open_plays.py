"""What is open to the player to move: the verbs, and every play of the known hand.

Whatever could be tried is judged as a turn that is still going on, so what is listed here is legal
there, and nothing else is.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from rulesets.referee.going import Going
from rulesets.referee.hands import Hand
from rulesets.referee.judging import carried_out
from rulesets.referee.turns import Step, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.equipment.cards import Card
    from rulesets.referee.laid import Laid
    from rulesets.referee.position import Position

Play = tuple["Laid", ...]


def holding(position: Position, hand: Sequence[Card] | None) -> Position:
    """The position with the hand of the player to move known as a whole."""
    if hand is None or position.mover is None:
        return position
    hands = list(position.hands)
    hands[position.mover] = Hand(tuple(hand), 0)
    return replace(position, hands=tuple(hands))


def plays(position: Position, hand: Sequence[Card] | None = None) -> list[list[str]] | None:
    """Every legal next play of the known cards of the player to move (or of this `hand`), each a
    list of cards, sorted; None where nothing of the hand is known."""
    position = holding(position, hand)
    if position.mover is None:
        return []
    held = position.hands[position.mover]
    if not held.known and not held.is_whole:
        return None
    going = _going(position, position.mover)
    found = (
        play for play in going.referee.candidates(going, held) if _legal(position, going, play)
    )
    return sorted([laid.text for laid in play] for play in found)


def _legal(position: Position, going: Going, play: Play) -> bool:
    """Whether some way to call its bare wild cards makes a play legal."""
    ways = [
        (laid,) if laid.calls else tuple(going.referee.variants(going, laid.card)) for laid in play
    ]
    return any(_is_open(position, Step("play", cards)) for cards in product(*ways))


def may(position: Position, hand: Sequence[Card] | None = None) -> list[str]:
    """The verbs that are open to the player to move."""
    position = holding(position, hand)
    if position.mover is None or position.over is not None:
        return []
    going = _going(position, position.mover)
    listed = plays(position)
    found = []
    for verb in going.referee.verbs:
        if verb == "play":
            known = listed is not None and position.hands[position.mover].is_whole
            is_open = bool(listed) or (not known and going.referee.may_play(going))
        else:
            step = going.referee.trial(going, verb)
            is_open = not (going.closed or position.due) if step is None else (
                _is_open(position, step)
            )  # fmt: skip
        if is_open:
            found.append(verb)
    return found


def _going(position: Position, seat: int) -> Going:
    going = Going(position, Turn(position.turns + 1, seat, done=False), seat, asking=True)
    going.referee.begin(going)
    return going


def _is_open(position: Position, step: Step) -> bool:
    """Whether a step could come next."""
    turn = Turn(position.turns + 1, position.mover, (step,), done=False)
    return carried_out(position, turn, asking=True).legal
