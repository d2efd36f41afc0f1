"""Why a position is as it is: every reason, with the turn and the card that made it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulesets.engine.words import Words, listed
from rulesets.referee.played_card import long_name, played_card_name
from rulesets.referee.position import DIRECTIONS, Mark, Over, Position

ENDINGS = {
    "out": "{name} is out of cards and has won.",
    "blocked": "Everybody has passed: the hand is blocked.",
    "tricks": "All tricks have been played.",
}


class Reason(NamedTuple):
    """One reason: the sentence, the part of the rule text, whom it is about (None: everybody), and
    the cards that made it."""

    words: Words
    rule: str
    seat: int | None = None
    marks: tuple[Mark, ...] = ()


def explain(position: Position) -> tuple[Reason, ...]:
    """Every reason of a position: the end, or who is next; what waits; the direction; what was
    called; and whatever else the game knows."""
    return tuple(_reasons(position))


def _reasons(position: Position) -> Iterator[Reason]:
    if position.over is not None:
        yield _end(position, position.over)
    else:
        yield from _next(position)
        yield from _waiting(position)
    yield from _direction(position)
    yield from _call(position)
    yield from position.setting.referee.reasons(position)


def _reason(
    position: Position,
    kind: str,
    template: str,
    seat: int | None = None,
    marks: Sequence[Mark] = (),
    **params: str | int | Words,
) -> Reason:
    if seat is not None:
        params["name"] = position.setting.names[seat]
    rule = position.setting.referee.anchor(f"effect.{kind}")
    return Reason(Words(template, params), rule, seat, tuple(marks))


def _end(position: Position, over: Over) -> Reason:
    winner, reason = over
    return _reason(position, reason, ENDINGS[reason], winner)


def _next(position: Position) -> Iterator[Reason]:
    mover, last = position.mover, position.last
    if mover is None:
        return
    own = position.setting.referee.next_reason(position)
    if own is not None:
        yield own
        return
    for seat, mark in position.passed:
        text = "{name} was passed over: {cards}."
        yield _reason(
            position, "skip", text, seat, (mark,), cards=_list_marks((mark,), counted=False)
        )
    if last is None:
        yield _reason(position, "next", "{name} begins.", mover)
    elif position.within is not None:
        yield _reason(position, "next", "{name} is still to move.", mover)
    elif mover == last:
        yield _reason(position, "next", "{name} has the turn again.", mover)
    else:
        text = "{name} comes after {last}, {way}."
        way = Words(DIRECTIONS[position.direction])
        yield _reason(position, "next", text, mover, last=position.setting.names[last], way=way)


def _waiting(position: Position) -> Iterator[Reason]:
    for seat, marks in enumerate(position.owed):
        if marks:
            text, all_of_them = "{name} draws {count}: {cards}.", sum(mark.amount for mark in marks)
            count = position.owes(seat)
            if count < all_of_them:
                text = "{name} draws {count}, as many as there are: {cards}."
            yield _reason(position, "owe", text, seat, marks, count=count, cards=_list_marks(marks))
    for seat, marks in enumerate(position.skips):
        if marks:
            text = "{name} will be passed over: {cards}."
            yield _reason(
                position, "skip", text, seat, marks, cards=_list_marks(marks, counted=False)
            )
    for seat in sorted(position.paused):
        text = "The turn of {name} is paused and goes on when play comes back."
        yield _reason(position, "pause", text, seat)


def _direction(position: Position) -> Iterator[Reason]:
    if position.turned is not None:
        text, marks = "Play goes {way}: {cards}.", (position.turned,)
        way, told = Words(DIRECTIONS[position.direction]), _list_marks(marks, counted=False)
        yield _reason(position, "turn", text, None, marks, way=way, cards=told)


def _call(position: Position) -> Iterator[Reason]:
    top = position.top
    if top is not None and top.calls:
        mark = Mark(1, top.card, position.laid)
        text = "On top lies {card}, {when}."
        card = played_card_name(top, position.setting.deck.suits)
        yield _reason(position, "call", text, None, (mark,), card=card, when=_when_words(mark))


def _list_marks(marks: Sequence[Mark], *, counted: bool = True) -> Words:
    """ "Jack of hearts 3 (turn 1), Jack of clubs 5 (turn 2)"."""
    return listed([_mark_words(mark, counted=counted) for mark in marks])


def _mark_words(mark: Mark, *, counted: bool) -> Words:
    if mark.card is None:
        return Words(
            "{count} from the start" if counted else "so at the start", {"count": mark.amount}
        )
    template = "{card} {count} ({when})" if counted else "{card} ({when})"
    return Words(
        template, {"card": long_name(mark.card), "count": mark.amount, "when": _when_words(mark)}
    )


def _when_words(mark: Mark) -> Words:
    return Words("turn {number}", {"number": mark.turn}) if mark.turn else Words("at the start")
