"""A turn judged against the position before it: everything that is wrong, and what follows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulesets.problems import Problem
from rulesets.referee.going import Going
from rulesets.referee.hands import Hand
from rulesets.referee.naming import named
from rulesets.referee.position import Judged, Mark, Position
from rulesets.words import Words

if TYPE_CHECKING:
    from rulesets.problems import At
    from rulesets.referee.turns import Step, Turn, TurnFile

BESIDE = ("to", "slap")  # what a step may say of somebody beside its cards
EXCHANGES = {"play", "meld"}  # verbs by which cards leave a hand for good


def start(file: TurnFile) -> Position:
    """The position before the first turn."""
    setting, opening = file.setting, file.opening
    seats = range(setting.players)
    top = opening.top
    pile = opening.pile if opening.pile is not None else int(top is not None)
    position = Position(
        setting=setting,
        mover=opening.first,
        direction=opening.direction,
        turned=None,
        hands=tuple(opening.hands.get(seat, Hand()) for seat in seats),
        owed=tuple(_marks(opening.due.get(seat, 0)) for seat in seats),
        skips=tuple(_marks(1) * opening.skips.get(seat, 0) for seat in seats),
        paused=frozenset(),
        passed=(),
        top=top,
        laid=0,
        pile=pile,
        stock=opening.stock,
        lying={} if top is None else {top.card: 1},
        passes=0,
        over=None,
        turns=0,
        last=None,
        memory=setting.referee.opening_memory(setting, opening),
    )
    return setting.referee.opened(position, opening)


def _marks(amount: int) -> tuple[Mark, ...]:
    return (Mark(amount, None, 0),) if amount else ()


def judged(position: Position, turn: Turn) -> Judged:
    """A turn judged. What is wrong with an overridden turn is a warning, and it counts; any other
    turn with an error is left out: the position stays as it was, and nothing has happened."""
    found = carried_out(position, turn)
    if found.legal:
        return found
    if turn.override and not any(problem.firm for problem in found.problems):
        milder = tuple(replace(problem, severity="warning") for problem in found.problems)
        return found._replace(problems=milder)
    return Judged(found.problems, (), position, legal=False, counts=False)


def faults(position: Position, turn: Turn) -> tuple[Problem, ...]:
    """Everything that is wrong with a turn; never raises for bad play."""
    return judged(position, turn).problems


def play(position: Position, turn: Turn) -> Position:
    """The position after a turn; the same as before, if the turn does not count."""
    return judged(position, turn).after


def carried_out(position: Position, turn: Turn, *, asking: bool = False) -> Judged:
    """A turn as it is written, with everything that is wrong with it and the position to which it
    leads if it counts all the same."""
    if turn.seat is None or position.over is not None:
        return Judged((*turn.unread, *_hopeless(position)), (), position, legal=False)
    going = Going(position, turn, turn.seat, asking=asking)
    going.problems += turn.unread
    referee = going.referee
    if turn.is_round:
        referee.new_round(going, turn)
        return _found(going)
    if turn.seat != position.mover:
        _out_of_order(going, position)
    if turn.left is not None:
        _count_backwards(going, turn)
    referee.begin(going)
    for number, step in enumerate(turn.steps):
        _step(going, step, number)
    if turn.done:
        _finished(going, turn)
    elif going.over is None:
        going.mover = turn.seat
    return _found(going)


def _found(going: Going) -> Judged:
    problems = going.problems
    legal = not problems or all(problem.severity == "warning" for problem in problems)
    conditions = tuple(going.conditions) if legal else ()
    return Judged(
        tuple(problems), tuple(going.effects), going.frozen(), legal, conditions=conditions
    )


def _hopeless(position: Position) -> tuple[Problem, ...]:
    if position.over is None:
        return ()
    text = "The game has ended; nobody is to move any more."
    return (Problem("game.over", "error", Words(text), ("player",), firm=True),)


def _out_of_order(going: Going, position: Position) -> None:
    going.within, going.handing = None, ()
    who = going.names[going.seat]
    if position.mover is None:
        text = "This round has ended; a new one has to begin before {name} can act."
        going.note("turn.order", text, ("player",), name=who)
        return
    going.note(
        "turn.order",
        "It is {next}’s turn, not {name}’s.",
        ("player",),
        next=going.names[position.mover],
        name=who,
    )


def _count_backwards(going: Going, turn: Turn) -> None:
    """What was counted after a turn tells how many cards an uncounted hand held before it, unless
    hands were exchanged on the way."""
    hand = going.hands[going.seat]
    if hand.others is not None or turn.left is None or not turn.done:
        return
    before = turn.left
    for step in turn.steps:
        if step.to is not None or step.slap == going.seat or step.verb == "reveal":
            return
        before += len(step.cards) if step.verb in EXCHANGES else 0
        before -= step.number if step.verb == "draw" else 0
    if before >= len(hand.known):
        going.hands[going.seat] = hand.counted(before)


def _step(going: Going, step: Step, number: int) -> None:
    at = ("steps", number)
    if step.verb not in going.referee.verbs:
        text = "This game has no “{verb}”; it has: {verbs}."
        verbs = ", ".join(going.referee.verbs)
        going.note("step.kind", text, (*at, step.verb), firm=True, verb=step.verb, verbs=verbs)
        return
    if going.closed and not any(problem.code == "turn.over" for problem in going.problems):
        text = "The turn of {name} had ended before this."
        going.note("turn.over", text, at, name=going.names[going.seat])
    if step.verb == "draw" and step.cards:
        going.referee.see_drawn(going, step, (*at, step.verb))
    going.unused = {name for name in BESIDE if getattr(step, name) is not None}
    going.referee.step(going, step, at)
    _unneeded(going, step, at)


def _unneeded(going: Going, step: Step, at: At) -> None:
    """Somebody is named beside a card that does nothing to somebody of one's choice, or is said to
    have slapped where nobody slaps."""
    card = named(step.cards[-1].card) if step.cards else Words("")
    if "to" in going.unused:
        text = "Nobody has to be named beside the {card}."
        going.note("to.unneeded", text, (*at, "to"), card=card)
    if "slap" in going.unused:
        text = "Nobody slaps: the {card} is not the card that lay on top."
        if not going.referee.has_slaps:
            text = "Nobody slaps in this game."
        going.note("slap.none", text, (*at, "last_to_slap"), card=card)


def _finished(going: Going, turn: Turn) -> None:
    """The end of the turn: the next player is found, and the hand counted."""
    going.last = going.seat
    if going.over is None:
        going.referee.end(going)
    going.within, going.handing = None, ()
    if turn.then is not None and not going.referee.has_then:
        text = "In this game nobody says who comes next."
        going.note("then.unneeded", text, ("then",))
    if turn.left is None:
        return
    hand = going.hands[going.seat]
    if hand.size is not None and hand.size != turn.left:
        text = "{name} should hold {count} cards after this turn, not {left}."
        if hand.size == 1:
            text = "{name} should hold one card after this turn, not {left}."
        name = going.names[going.seat]
        going.note("hand.count", text, ("left",), name=name, count=hand.size, left=turn.left)
    elif turn.left < len(hand.known):
        text = "{name} is known to hold {count} cards after this turn, not {left}."
        name, count = going.names[going.seat], len(hand.known)
        going.note("hand.count", text, ("left",), name=name, count=count, left=turn.left)
    going.hands[going.seat] = hand.counted(turn.left)
