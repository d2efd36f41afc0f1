"""A couple's place in a round of the whole room."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.phones.blocks import Entry, Head, Moved
from tournaments.phones.places import asked_of, form_of
from tournaments.phones.score_table import first_deal
from tournaments.phones.scoreboard import (
    board_of,
    both_values,
    deal_label,
    dealer_words,
    keeps_back,
    marks,
    rulings,
    won,
)
from tournaments.scoring.pads import AWAY, pad_at
from tournaments.scoring.progress import couple_words, line_state, running
from tournaments.words import said

if TYPE_CHECKING:
    from tournaments.actors import EventRequest
    from tournaments.phones.page import Answer
    from tournaments.scoring.pad import Line, Pad, PadRound
    from tournaments.scoring.progress import LineState

__all__ = ["blocks", "both_values"]


@dataclass(frozen=True, slots=True)
class Here:
    """Who sits at this place in the running round, and what they have said.

    `people` with their teams; `alone` faces an empty chair; `state` and `said` of the report,
    which `report_id` may say yes to.
    """

    number: int
    label: str
    people: tuple[tuple[str, str], ...]
    alone: str
    state: LineState
    said: str
    report_id: int | None
    can_change: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the room is: couples done, those that are missing, who sits out."""

    done: int
    couples: int
    missing: tuple[str, ...]
    byes: tuple[str, ...]
    waits: bool


def blocks(request: EventRequest, number: int, token: str, answer: Answer) -> dict[str, Any]:
    """What the page of a place shows; nothing before the first seats."""
    event = request.event
    pad = pad_at(event, number)
    title = _("Place {number}").format(number=number)
    if pad is None:
        return {"head": Head(title)}
    now = running(pad)
    before = pad.round(now.number - 1)
    line = next((one for one in now.lines if one.table_number == number), None)
    ending = won(event, pad)
    secret = keeps_back(event, pad)
    entry = _entry(event, pad, line, now.number, answer) if line else None
    here = _here(event, pad, now, line, number) if ending is None else None
    reported = bool(line and line.payload is not None)
    quiet = reported or answer.form is not None
    untold = now.number == 1 and all(one.payload is None for one in now.lines)
    return {
        "head": Head(title, "" if ending else deal_label(pad, now.number), dealer_words(pad)),
        "seated": True,
        "pad": pad,
        "ending": ending,
        "secret": secret,
        "rulings": rulings(request, pad, number),
        "moved": None if quiet or before is None else _moved(pad, now, before, number, secret),
        "here": here,
        "entry": entry if ending is None else None,
        "progress": _progress(pad, now, waits=reported) if ending is None else None,
        "first_deal": first_deal(pad) if untold and line else None,
        "board": board_of(event, token, pad),
        "brought": () if secret else _brought(pad),
        "marks": marks(event, pad),
    }


def _entry(event: Event, pad: Pad, line: Line, number: int, answer: Answer) -> Entry | None:
    """The couple's report, as long as nothing is in, or it is looked at to be changed."""
    reported = line.payload is not None
    if answer.form is None and not (
        pad.open and _may_change(event, pad, line) and (not reported or answer.number == number)
    ):
        return None
    payload = line.payload if line.payload and not line.payload.get(AWAY) else None
    form = answer.form or form_of(asked_of(pad, line, number), payload=payload)
    return Entry(
        form,
        number,
        line.set_number,
        line.revision,
        deal_label(pad, number),
        "",
        is_change=reported,
        written=couple_words(pad, line, line.payload),
    )


def _may_change(event: Event, pad: Pad, line: Line) -> bool:
    """Whether the couple may still say something else: until it has agreed, or all have moved."""
    if event.state != Event.State.PLAYING or line.accepted or line.pending:
        return False
    return line in pad.rounds[-1].lines


def _here(event: Event, pad: Pad, now: PadRound, line: Line | None, number: int) -> Here:
    roster = pad.setup.roster
    alone = [place for place, chair in _alone(now).items() if chair == number]
    return Here(
        now.number,
        deal_label(pad, now.number),
        tuple(
            (pad.names[place], roster.side_names[roster.side_of(place)])
            for place in (line.chairs if line else ())
        ),
        pad.names[alone[0]] if alone else "",
        line_state(line) if line else "missing",
        couple_words(pad, line, line.payload) if line else "",
        line.report_id if line else None,
        line is not None and pad.open and _may_change(event, pad, line),
    )


def _progress(pad: Pad, now: PadRound, *, waits: bool) -> Progress:
    missing = [one for one in now.lines if one.payload is None]
    return Progress(
        len(now.lines) - len(missing),
        len(now.lines),
        tuple(_(" – ").join(pad.names[p] for p in one.chairs) for one in missing),
        tuple(pad.names[place] for place in now.byes),
        waits,
    )


def _brought(pad: Pad) -> tuple[tuple[int, str], ...]:
    return tuple(
        (one.number, said(one.played.summary)) for one in pad.rounds if one.played and one.counted
    )


def _moved(pad: Pad, now: PadRound, before: PadRound, number: int, secret: bool) -> Moved | None:
    """What the round before has led to, for those who sat here; None if nobody did."""
    earlier = next((one for one in before.lines if one.table_number == number), None)
    moves = _moves(pad, now, before, number)
    if earlier is None and not moves:
        return None
    label = deal_label(pad, before.number)
    award = said(before.played.summary) if before.played and before.counted else ""
    yes = earlier is not None and line_state(earlier) == "provisional"
    return Moved(
        _("{round} is over").format(round=label),
        "" if secret else award,
        () if pad.ending is not None else moves,
        label,
        earlier.report_id if earlier and yes else None,
        couple_words(pad, earlier, earlier.payload) if earlier else "",
    )


def _alone(one: PadRound) -> dict[int, int]:
    """Who faces an empty chair in a round, and at which place; in the order of the chairs."""
    taken = {line.table_number for line in one.lines}
    left = (number for number in count(1) if number not in taken)
    return dict(zip(one.byes, left, strict=False))


def _moves(pad: Pad, now: PadRound, before: PadRound, number: int) -> tuple[str, ...]:
    """Where those who sat at a place in the round before sit in this one."""
    sat, sit = _places(before), _places(now)
    told = []
    here = (who for who, chair in sat.items() if chair == number)
    for place in sorted(here, key=pad.setup.roster.side_of):
        values = {"name": pad.names[place], "place": sit.get(place), "number": now.number}
        if place in now.byes:
            text = _("{name}: you sit round {number} out, at place {place}")
        elif place not in sit:
            continue
        elif sit[place] == number:
            text = _("{name}: you stay here")
        else:
            text = _("{name}: you move to place {place}")
        told.append(text.format(**values))
    return tuple(told)


def _places(one: PadRound) -> dict[int, int]:
    """Everybody's place in a round."""
    return _alone(one) | {place: line.table_number for line in one.lines for place in line.chairs}
