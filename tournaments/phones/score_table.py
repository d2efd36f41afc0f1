"""A table with a score of its own for all evening: the round to enter, what waits, the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.phones.blocks import Chair, Entry, FirstDeal, Head, Older, Seats, Told, Waiting
from tournaments.phones.places import asked_of, form_of, line_of
from tournaments.phones.scoreboard import (
    board_of,
    both_values,
    deal_label,
    deal_title,
    dealer_words,
    marks,
    rulings,
    won,
)
from tournaments.scoring.coming import coming
from tournaments.scoring.deals import closes
from tournaments.scoring.pads import pad_at, pads
from tournaments.scoring.progress import line_state
from tournaments.scoring.report_form import final_fields
from tournaments.words import called, said

if TYPE_CHECKING:
    from tournaments.actors import EventRequest
    from tournaments.phones.page import Answer
    from tournaments.scoring.answers import Answered
    from tournaments.scoring.books import Stake
    from tournaments.scoring.deals import Deal
    from tournaments.scoring.pad import Line, Pad, PadRound

__all__ = ["blocks", "both_values"]


@dataclass(frozen=True, slots=True)
class Seen:
    """One round in full: what was said, what it did, and what the table may still do about it."""

    number: int
    label: str
    line: Line
    said: tuple[Answered, ...]
    stakes: tuple[Stake, ...]
    can_change: bool
    can_withdraw: bool
    troubles: tuple[str, ...]
    summary: str


@dataclass(frozen=True, slots=True)
class Uncounted:
    """A round that does not count: taken back, or refused by what was changed before it."""

    number: int
    label: str
    complete: bool


def blocks(request: EventRequest, number: int, token: str, answer: Answer) -> dict[str, Any]:
    """What the page of a table shows; nothing before the first seats."""
    event = request.event
    pad = pad_at(event, number)
    if pad is None:
        return {"head": Head(_("Table {number}").format(number=number))}
    asked = pad.round(answer.number) if answer.number else None
    begun = bool(asked and asked.lines[0].is_open)
    seen = _seen(event, pad, asked) if asked and not answer.form and not begun else None
    waiting = None if seen or answer.form else _waiting(pad)
    deal = _entered(pad, number, answer, seen)
    entry = _entry(pad, deal, answer, seen) if deal else None
    last = None
    if deal is not None and not deal.final and not (entry and entry.is_change):
        last = _last(pad, deal.line)
    before = coming(pad, pad.standing) if entry and not entry.is_change else None
    untouched = not any(line.revision for one in pad.rounds for line in one.lines)
    return {
        "head": _head(pad, number, short=bool(entry and entry.is_inline)),
        "seated": True,
        "pad": pad,
        "ending": won(event, pad),
        "rulings": rulings(request, pad, number),
        "seen": seen,
        "waiting": [waiting] if waiting else [],
        "uncounted": [
            Uncounted(one.number, deal_label(pad, one.number), one.complete)
            for one in pad.rounds
            if not one.counted and one.number < pad.next_number and not one.lines[0].is_open
        ],
        "first_deal": first_deal(pad) if untouched else None,
        "coming": before if entry and not entry.form.final else None,
        "entry": entry,
        "last": last,
        "seats": _seats(pad),
        "board": board_of(event, token, pad),
        "marks": marks(event, pad),
    }


def may_change(event: Event, pad: Pad, line: Line) -> bool:
    """Whether the table itself may still change or take back what it said: as long as the others
    have not agreed, and the seats are those in play. Afterwards the host does."""
    if event.state != Event.State.PLAYING or line.accepted or line.pending:
        return False
    return pad.set_number == pads(event)[-1].set_number


def first_deal(pad: Pad) -> FirstDeal | None:
    """The question who deals first; None where nobody does, or nothing is played."""
    if pad.plays.dealers == "none" or not pad.open:
        return None
    names = pad.setup.roster.side_names if pad.plays.dealers == "side" else pad.names
    return FirstDeal(tuple(enumerate(names)), pad.set_number, known=bool(dealer_words(pad)))


def _head(pad: Pad, number: int, *, short: bool) -> Head:
    """`short`: what is played stands further down."""
    title = pad.title or _("Table {number}").format(number=number)
    if pad.ending is not None or short:
        return Head(title)
    return Head(title, deal_title(pad, pad.next_number), dealer_words(pad))


def _seats(pad: Pad) -> Seats:
    roster = pad.setup.roster
    sides = len(roster.sides) if roster.in_sides else 0
    chairs = tuple(
        Chair(place, name, side=roster.side_of(place) if sides else None)
        for place, name in enumerate(roster.names)
    )
    words = _(" – ").join(roster.side_names) if sides else ""
    return Seats(chairs, pad.plays.next_dealer(pad.state), words)


def _waiting(pad: Pad) -> Waiting | None:
    """The newest round that nobody else has agreed to; older ones wait with it."""
    found = [one for one in pad.rounds if line_state(one.lines[0]) == "provisional"]
    if not found:
        return None
    *older, newest = found
    line = newest.lines[0]
    deal = asked_of(pad, line, newest.number, final=closes(pad.plays, line.payload))
    label = deal.label
    question = _("{hand}: does everybody agree?")
    if pad.setup.roster.in_sides:
        question = _("{hand}: other side, do you agree?")
    return Waiting(
        newest.number,
        label,
        question.format(hand=label),
        Told(brought=_brought(newest), answers=deal.answers),
        tuple(one.lines[0].report_id or 0 for one in found),
        tuple(Older(one.number, deal_label(pad, one.number), _brought(one)) for one in older),
    )


def _brought(one: PadRound) -> str:
    return said(one.played.summary) if one.played and one.counted else ""


def _entered(pad: Pad, number: int, answer: Answer, seen: Seen | None) -> Deal | None:
    """The round that may be entered: the one that is looked at, or the next."""
    asked = pad.round(answer.number) if answer.number else None
    changing = bool(seen and seen.can_change) or bool(answer.form and asked)
    entering = answer.number if changing and answer.number else pad.next_number
    line = line_of(pad, number, entering)
    if line is None or not (pad.open or changing):
        return None
    final = bool(answer.form and answer.form.final) or closes(pad.plays, line.payload)
    if answer.form is not None:
        early: bool | None = all(field.before for field in answer.form.declared)
    else:
        early = True if line.is_open and answer.number == line.deal else None
    return asked_of(pad, line, entering, final=final, early=early)


def _entry(pad: Pad, deal: Deal, answer: Answer, seen: Seen | None) -> Entry | None:
    asked = bool(answer.number and pad.round(answer.number))
    changing = bool(seen and seen.can_change) or bool(answer.form and asked)
    if not (answer.form or changing or pad.playable):
        return None
    line, label = deal.line, deal.label
    form = answer.form or form_of(deal, payload=line.payload)
    told = bool(changing and (seen is None or seen.said))
    name = called(pad.form).within(deal.number)
    button = _("Change {deal}") if told else _("Enter {deal}")
    closing = said(pad.plays.final.label) if form.final and pad.plays.final else ""
    return Entry(
        form,
        deal.number,
        deal.set_number,
        line.revision,
        label,
        _("This closes the game") if form.final else deal_title(pad, deal.number),
        closing if closing and not changing else button.format(deal=name),
        "" if changing else dealer_words(pad),
        early=deal.early,
        is_change=changing,
        is_urgent=not told,
        begun=line.is_open,
    )


def _last(pad: Pad, line: Line) -> Entry | None:
    """The report that closes the game, where there is one and play has begun."""
    begun = any(one.counted for one in pad.rounds)
    if pad.plays.final is None or not begun or not final_fields(pad.plays, pad.standing):
        return None
    deal = asked_of(pad, line, line.deal, final=True)
    form, title, button = form_of(deal), _("This closes the game"), said(pad.plays.final.label)
    return Entry(form, line.deal, deal.set_number, line.revision, deal.label, title, button)


def _seen(event: Event, pad: Pad, one: PadRound) -> Seen:
    line = one.lines[0]
    can_change = may_change(event, pad, line) and (pad.open or pad.ending is not None)
    last = max((x.number for x in pad.rounds if x.complete), default=0)
    deal = asked_of(pad, line, one.number)
    return Seen(
        one.number,
        deal.label,
        line,
        deal.answers,
        deal.moved,
        can_change,
        can_change and line.payload is not None and one.number == last,
        tuple(deal.troubles),
        _brought(one),
    )
