"""The turn order of a circle: the direction of play, and those who are passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.referee.position import Passed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.equipment.cards import Card
    from rulesets.referee.going import Going


def beside(going: Going, seat: int, direction: int) -> int:
    """The next seat on that side of somebody who is still in the game."""
    players = len(going.names)
    for _ in range(players):
        seat = (seat + direction) % players
        if seat not in going.away:
            break
    return seat


def would_be_next(going: Going, seat: int, marks: Sequence[int]) -> int:
    """Who comes after a seat, when everybody is passed over as often as `marks` say."""
    left = list(marks)
    while True:
        seat = beside(going, seat, going.direction)
        if not left[seat]:
            return seat
        left[seat] -= 1


def mark_next(going: Going, seat: int, card: Card | None) -> int:
    """Whoever would come next after a seat is to be passed over; says who that is."""
    marked = would_be_next(going, seat, [len(marks) for marks in going.skips])
    going.skip(marked, card)
    return marked


def onward(going: Going, seat: int) -> int:
    """The next in the direction of play after a seat, once those to be passed over are."""
    while True:
        seat = beside(going, seat, going.direction)
        if not going.skips[seat]:
            return seat
        _pass_over(going, seat)


def unmarked(going: Going, seat: int) -> int:
    """That seat itself, or the next one after it, once those to be passed over are."""
    while going.skips[seat]:
        _pass_over(going, seat)
        seat = beside(going, seat, going.direction)
    return seat


def _pass_over(going: Going, seat: int) -> None:
    mark, *rest = going.skips[seat]
    going.skips[seat] = tuple(rest)
    going.passed = (*going.passed, Passed(seat, mark))
    going.tell("skip", "{name} is passed over.", seat, 1)


def hand_on(going: Going, seat: int | None = None) -> int:
    """The turn ends and the next one begins, after the mover (or another seat); whoever has it
    owes what is handed on."""
    going.mover = onward(going, going.seat if seat is None else seat)
    give(going, going.mover)
    return going.mover


def give(going: Going, seat: int) -> None:
    """What is handed on falls on somebody, as far as there are cards."""
    if not going.handing:
        return
    going.owe(seat, going.handing)
    count = going.within_reach(sum(mark.amount for mark in going.handing))
    if count:
        text = "{name} has to draw {count} cards." if count > 1 else "{name} has to draw one card."
        going.tell("owe", text, seat, count, count=count)
    else:
        going.owed[seat] = ()
