"""The board of a game that goes on all evening, as a phone sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event
from tournaments.scoring.pad import LAST
from tournaments.scoring.pads import pads
from tournaments.scoring.progress import run_of
from tournaments.words import and_list, called, said

if TYPE_CHECKING:
    from rulesets.drawing.scoreboard import Scoreboard
    from rulesets.drawing.vectors import Drawing
    from tournaments.phones.phone import Phone
    from tournaments.scoring.pad import Pad


@dataclass(frozen=True, slots=True)
class Board:
    """The score with its picture; `reports` lead to what it tells of, and `hint` says so; `corner`
    is what a row is, `step` what each of them leads through. It shows the last rounds; `whole`: all
    of them, with the run of the game; `older`: there are such."""

    score: Scoreboard
    reports: dict[int, str]
    hint: str
    corner: str
    step: str
    picture: Drawing | None
    run: list[tuple[str, list[int]]] | None
    whole: bool
    older: bool
    last: int


@dataclass(frozen=True, slots=True)
class Won:
    """How a game ended: who has won it, and why; what comes after it."""

    winners: str
    why: str
    goes_on: str


def board_of(phone: Phone) -> Board | None:
    """The board; None while the host keeps it back."""
    pad = phone.pad
    if pad is None or phone.keeps_back:
        return None
    whole, last = phone.answer.all_rounds, 0 if phone.answer.all_rounds or pad.room else LAST
    score = pad.board if whole else pad.last_rounds
    reports: dict[int, str] = {}
    counted = [one.number for one in pad.rounds if one.counted]
    if not pad.room:
        home = phone.at.home
        shown = {row.report for row in score.rows[-last:]}
        shown |= {cell.report for row in score.rows[-last:] for cell in row.cells}
        reports = {
            place: f"{home}?deal={counted[place - 1]}" for place in shown if place is not None
        }
    hint = _("Tap the number of a round to see what it did, or to change it.")
    if pad.plays.turns:
        hint = _("Tap a turn to see what it did, or to change it.")
    run = run_of(pad) if whole and len(counted) > 1 else None
    corner = said(pad.form.called.row) if reports else ""
    picture = pad.plays.drawing(pad.state)
    step = said(pad.form.called.title)
    older = len(counted) > 1
    hint = hint if reports else ""
    return Board(score, reports, hint, corner, step, picture, run, whole, older, last)


def brought_of(phone: Phone) -> tuple[tuple[str, str], ...]:
    """What every round of the room brought; the last ones, unless all are wanted."""
    pad = phone.pad
    if pad is None or not pad.room or phone.keeps_back:
        return ()
    words = called(pad.form)
    return tuple(
        (words.numbered(one.number), said(one.played.summary))
        for one in pad.rounds[0 if phone.answer.all_rounds else -LAST :]
        if one.played and one.counted
    )


def won_of(phone: Phone) -> Won | None:
    """How a game ended; None while it goes on."""
    pad = phone.pad
    if pad is None or pad.ending is None:
        return None
    winners = [pad.scorers[winner] for winner in pad.ending.winners]
    many = len(winners) if pad.alone else 2
    words = ngettext("{names} wins", "{names} win", many).format(names=and_list(winners))
    return Won(words, said(pad.ending.words), _goes_on(phone.event, pad))


def _goes_on(event: Event, pad: Pad) -> str:
    """What comes after the end of one table of several; "" where nothing does."""
    found = pads(event)
    if not pad.plays.final_table or pad.set_number > 1 or len(found) < 2:
        return ""
    final = found[-1]
    if final.set_number > 1:
        return _("The final table is played at table {number}: {names}.").format(
            number=final.table_number, names=and_list(final.names)
        )
    return _("The last ones of all tables meet at a final table, as soon as every table is done.")
