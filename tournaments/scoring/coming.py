"""What a table is told before a round: what it is called, what is to be done, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.words import said, sentence

if TYPE_CHECKING:
    from rulesets.engine.plays import State
    from tournaments.scoring.pad import Pad


@dataclass(frozen=True, slots=True)
class Coming:
    """`called`: what the round is called besides its number, `note`: what everybody is told of
    it, `dues`: who has to do what, `turn`: whose turn it is, in words. Each may be empty."""

    called: str
    note: str
    dues: tuple[tuple[str, str], ...]
    turn: str


def deal_title(pad: Pad, number: int) -> str:
    """A deal with what it is called, or whose turn it is: "Round 3: 8 cards"."""
    one = pad.round(number)
    before = one.before if one else pad.standing
    turn = pad.plays.turn(before)
    name = said(pad.plays.name_of_round(before)) if turn is None else pad.names[turn]
    label = said(pad.form.called.numbered(number))
    return _("{round}: {name}").format(round=label, name=name) if name else label


def coming(pad: Pad, before: State) -> Coming | None:
    """What is told before the round after a state; None where there is nothing to tell."""
    plays = pad.plays
    if plays.over(before) is not None:
        return None
    turn = plays.turn(before)
    dues = zip(pad.names, plays.dues(before), strict=False)
    found = Coming(
        called=said(plays.name_of_round(before)),
        note=sentence(plays.note_before(before)),
        dues=tuple((name, said(words)) for name, words in dues if words),
        turn="" if turn is None else _("{name} has the turn.").format(name=pad.names[turn]),
    )
    return found if found != Coming("", "", (), "") else None
