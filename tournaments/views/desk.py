"""The host's desk: what is missing, and the one next step. For the desk."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.access import EventRequest, desk_access
from tournaments.forms_host import TimerForm
from tournaments.selectors.desk import desk
from tournaments.selectors.pads import is_scheme
from tournaments.selectors.table import current_table, table_page
from tournaments.selectors.undoable import last_undoable
from tournaments.services import results, wall
from tournaments.services.access import stream_token
from tournaments.services.errors import refusal

from . import play
from .answers import back, did, page, whole


def desk_page(
    request: EventRequest, problems: list[str] | None = None, said: str = ""
) -> HttpResponse:
    """The desk, or only its living part where htmx asks for it."""
    shown = desk(request.event)
    step = last_undoable(request.event) if shown.undo else None
    context = {
        "desk": shown,
        "said": said,
        "done_tables": sum(table.state == "done" for table in shown.tables),
        "undo_step": step.pk if step else None,
        "timer": TimerForm(initial={"minutes": 20}),
        "stream": stream_token(request.event, request.actor),
        "tab": "desk",
    }
    template = "host/_desk.html" if request.htmx else "host/desk.html"
    return page(request, template, context, problems=problems)


@require_safe
@desk_access
def event(request: EventRequest, event_id: int) -> HttpResponse:
    """The desk; while the event is being set up, the steps that lead to the first set."""
    return play.desk_page(request) if is_scheme(request.event) else desk_page(request)


def nudge(request: EventRequest) -> str:
    """Ask a table for its result, on the wall screen."""
    number = table_number(request)
    wall.nudge(event=request.event, actor=request.actor, table_number=number)
    return _("The wall screen asks table %(number)d for its result.") % {"number": number}


def accept(request: EventRequest) -> str:
    """Accept everything that a table has reported and nobody has accepted yet."""
    number = table_number(request)
    shown = table_page(request.event, number)
    table = current_table(request.event, number)
    if shown is None or table is None:
        raise refusal("table.unknown", "There is no such table in this set.")
    for hand in shown.hands:
        if hand.state == "provisional" and hand.report_id is not None:
            report = table.reports.get(pk=hand.report_id)
            results.accept(report=report, actor=request.actor)
    return _("Table %(number)d: everything reported is accepted.") % {"number": number}


def start_timer(request: EventRequest) -> str:
    """Count down on the wall screen."""
    form = TimerForm(request.POST)
    if not form.is_valid():
        raise refusal("timer.minutes", str(form.errors["minutes"][0]))
    wall.set_timer(event=request.event, actor=request.actor, minutes=form.cleaned_data["minutes"])
    return _("The wall screen counts down.")


def stop_timer(request: EventRequest) -> str:
    """No countdown any more."""
    wall.set_timer(event=request.event, actor=request.actor, minutes=None)
    return _("The countdown is gone.")


def table_number(request: EventRequest) -> int:
    """The table that a button names. Raises Refused if it is none."""
    number = whole(request.POST.get("table"), 1, 1000)
    if number is None:
        raise refusal("table.unknown", "There is no such table in this set.")
    return number


@require_POST
@desk_access
def event_act(request: EventRequest, event_id: int) -> HttpResponse:
    """The small buttons of the desk."""
    deeds = {"nudge": nudge, "accept": accept, "timer": start_timer, "no_timer": stop_timer}
    if is_scheme(request.event):
        return play.desk_act(request, deeds)
    said, problems = did(request, deeds)
    if problems or request.htmx:
        return desk_page(request, problems, said)
    return back(request, "event", event_id, said=said)
