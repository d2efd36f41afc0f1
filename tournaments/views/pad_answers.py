"""How a phone at a score pad is answered: what its page shows besides what was just sent."""

import secrets
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from rulesets.game import Problem
from tournaments.access import EventRequest
from tournaments.forms import message
from tournaments.forms_scheme import SchemeForm, final_fields, report_fields
from tournaments.models import Event, Report
from tournaments.selectors.answered import answers_in_words
from tournaments.selectors.padphone import (
    couple_page,
    deal_words,
    goes_on,
    is_room,
    may_change,
    place_line,
    run_of,
    stamp_of,
    table_page,
    won,
)
from tournaments.selectors.pads import Line, Pad, PadRound, pad_at
from tournaments.selectors.playdesk import couple_words
from tournaments.selectors.reports import report_of
from tournaments.selectors.stakes import stakes_of
from tournaments.selectors.standings import standings
from tournaments.services.errors import Conflict

from .phones import kept, shown


@dataclass
class Answer:
    """What a page is to show besides the state of the pad: the round that is looked at or
    entered, its form as it was sent, two values that disagree."""

    form: SchemeForm | None = None
    number: int | None = None
    final: bool = False
    conflict: dict[str, Any] | None = None
    problems: tuple[Problem, ...] = field(default_factory=tuple)
    status: int = 200


def saved(request: EventRequest, token: str, report: Report | None) -> HttpResponse:
    """Say that it is kept."""
    return kept(request, token, report, show)


def show(request: EventRequest, token: str, answer: Answer | None = None) -> HttpResponse:
    """The page, its changing part, or JSON around that, as the request wants it."""
    answer = answer or Answer()
    if answer.status != 200:
        request.event.refresh_from_db()
    context = build(request, token, answer)
    problems = answer.form.problems if answer.form else answer.problems
    return shown(request, context, problems, answer.status, "pad/_state.html", "pad/pad.html")


def build(request: EventRequest, token: str, answer: Answer) -> dict[str, Any]:
    """Everything the page shows."""
    number = request.actor.table_number or 0
    pad = pad_at(request.event, number)
    context: dict[str, Any] = {
        "event": request.event,
        "token": token,
        "number": number,
        "pad": pad,
        "answer": answer,
        "key": secrets.token_urlsafe(18),
        "problems": [message(problem) for problem in answer.problems],
        "version": request.event.version,
        "stamp": stamp_of(request.event, pad),
    }
    if pad is not None:
        of_kind = of_couple if is_room(pad) else of_table
        context |= of_pad(request.event, token, pad) | of_kind(request.event, pad, number, answer)
        context["agreeing"] = agreeing(request, pad, number)
    return context


def of_pad(event: Event, token: str, pad: Pad) -> dict[str, Any]:
    """The board with everything about it."""
    board = pad.board
    counted = [one for one in pad.rounds if one.counted]
    rows_are_rounds = not is_room(pad) and len(board.rows) >= len(counted)
    links = [f"{reverse('table', args=(token,))}?round={one.number}" for one in counted]
    states = pad.states
    return {
        "secret": keeps_back(event, pad),
        "board": board,
        "links": links if rows_are_rounds else [],
        "picture": pad.scheme.drawing(pad.state) if pad.scheme.drawing else None,
        "run": run_of(pad) if len(states) > 2 else None,
        "deals": deal_words(pad),
        "final_label": _(pad.scheme.final.label) if pad.scheme.final else "",
        "ending": won(pad),
        "goes_on": goes_on(event, pad),
        "finished": event.state == Event.State.FINISHED,
    }


def keeps_back(event: Event, pad: Pad) -> bool:
    """Whether the host hides from the room what the whole room keeps. A table of its own always
    sees its pad: without it, it could not play."""
    return is_room(pad) and event.hide_standings and standings(event).hidden > 0


def of_couple(event: Event, pad: Pad, number: int, answer: Answer) -> dict[str, Any]:
    """What one couple does in the running round."""
    page = couple_page(pad, number)
    line = page.line
    looks = answer.number == page.number
    form = answer.form
    can_enter = line is not None and pad.open and may_change(event, pad, line)
    if form is None and line is not None and can_enter and (line.payload is None or looks):
        form = form_at(pad, line, payload=None if page.away else line.payload)
    return {
        "page": page,
        "line": line,
        "form": form,
        "entering": page.number,
        "changing": bool(page.reported and form),
        "can_change": can_enter,
    }


def of_table(event: Event, pad: Pad, number: int, answer: Answer) -> dict[str, Any]:
    """A table's own pad: the round that is looked at, and the one to be entered."""
    page = table_page(pad)
    looked_at = pad.round(answer.number) if answer.number else None
    seen = of_round(event, pad, looked_at) if looked_at and not answer.form else {}
    changing = bool(seen.get("can_change")) or bool(answer.form and looked_at)
    entering = answer.number if changing and answer.number else pad.next_number
    line = place_line(pad, number, entering)
    form, last = answer.form, None
    if line is not None and (pad.open or changing):
        final = answer.final or holds_final(pad, line)
        if form is None and (changing or pad.playable):
            form = form_at(pad, line, payload=line.payload, final=final)
        if not final and not changing:
            last = last_form(pad, line)
    return {
        "page": page,
        "line": line,
        "form": form,
        "last": last,
        "is_final": bool(form and form.final),
        "entering": entering,
        "changing": changing,
        "seen": seen,
        "is_sent": answer.form is not None,
    }


def of_round(event: Event, pad: Pad, one: PadRound) -> dict[str, Any]:
    """One round in full: what was said, what it did, and what the table may still do about it."""
    line = one.lines[0]
    can_change = may_change(event, pad, line) and (pad.open or pad.ending is not None)
    last = max((x.number for x in pad.rounds if x.complete), default=0)
    final = holds_final(pad, line)
    fields = fields_at(pad, one.before, final=final)
    troubles = [] if one.counted or one.played is None else one.played.problems
    return {
        "round": one,
        "line": line,
        "said": answers_in_words(fields, pad.names, line.payload),
        "stakes": stakes_of(pad, one.number),
        "can_change": can_change,
        "can_withdraw": can_change and line.payload is not None and one.number == last,
        "troubles": [message(problem) for problem in troubles if problem.severity == "error"],
        "summary": one.played.summary if one.played and one.counted else "",
    }


def agreeing(request: EventRequest, pad: Pad, number: int) -> list[dict[str, Any]]:
    """Overrides of a scorekeeper who leads, which somebody else here has to agree to."""
    found = []
    for one in pad.rounds:
        for line in one.lines:
            pending = line.pending_id if line.table_number == number else None
            report = report_of(request.event, number, pending) if pending else None
            if report is None:
                continue
            people = [(pad.entry_ids[place], pad.names[place]) for place in line.chairs]
            found.append(
                {
                    "number": one.number,
                    "report": report,
                    "said": in_words(pad, line, one.before, report.payload),
                    "people": [x for x in people if x[0] != request.event.scorekeeper_id],
                }
            )
    return found


# --- forms ---------------------------------------------------------------------------------------


def before_of(pad: Pad, line: Line) -> Any:
    """The state that a report is judged on."""
    one = pad.round(line.set_number if is_room(pad) else line.deal)
    return one.before if one else pad.standing


def holds_final(pad: Pad, line: Line) -> bool:
    """Whether what stands there is the report that closes the game."""
    final = pad.scheme.final
    return bool(final and line.payload and final.key in line.payload)


def fields_at(pad: Pad, before: Any, *, final: bool) -> Any:
    if final:
        return final_fields(pad.scheme, before)
    return report_fields(pad.scheme, pad.setup.options)


def form_at(
    pad: Pad, line: Line, *, data: Any = None, payload: Any = None, final: bool = False
) -> SchemeForm:
    """The form of a report, for those who can be named in it."""
    before = before_of(pad, line)
    named = pad.scheme.closing if final else pad.scheme.playing
    return SchemeForm(
        data,
        fields=fields_at(pad, before, final=final),
        names=[pad.names[place] for place in line.chairs],
        playing=None if is_room(pad) else named(before),
        payload=payload,
        final=final,
    )


def last_form(pad: Pad, line: Line) -> SchemeForm | None:
    """The form of the report that closes the game, where there is one and play has begun."""
    begun = any(one.counted for one in pad.rounds)
    if not begun or not final_fields(pad.scheme, pad.standing):
        return None
    return form_at(pad, line, final=True)


# --- two values ----------------------------------------------------------------------------------


def in_words(pad: Pad, line: Line, before: Any, payload: Any) -> str:
    """A report as one line of text."""
    if payload is None:
        return _("withdrawn")
    if is_room(pad):
        return couple_words(pad, line, payload)
    final = bool(pad.scheme.final and pad.scheme.final.key in payload)
    fields = fields_at(pad, before, final=final)
    return " · ".join(
        _("{question}: {answer}").format(question=one.label.rstrip("?"), answer=one.text)
        for one in answers_in_words(fields, pad.names, payload)
    )


def both_values(
    request: EventRequest, set_number: int, number: int, clash: Conflict, submitted: Any
) -> Answer:
    """What the page of a lost race shows: what is written, what was sent, and a choice.

    `number` is the round as people count it, `submitted` what this phone sent.
    """
    table_number = request.actor.table_number or 0
    request.event.refresh_from_db()
    pad = pad_at(request.event, table_number, set_number)
    line = place_line(pad, table_number, number) if pad else None
    if pad is None or line is None:
        return Answer(status=409)
    before = before_of(pad, line)
    final = bool(pad.scheme.final and submitted and pad.scheme.final.key in submitted)
    conflict = {
        "number": number,
        "current": in_words(pad, line, before, clash.current.payload),
        "author": clash.current.author,
        "revision": clash.current.revision,
        "submitted": in_words(pad, line, before, submitted),
        "final": line.accepted,
        "line": line,
        "closes": final,
        "sent": form_at(pad, line, payload=submitted, final=final).as_sent() if submitted else [],
    }
    return Answer(number=number, conflict=conflict, status=409)
