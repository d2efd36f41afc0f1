"""Who is here: arrivals, leavers, late guests, substitutes. For the desk."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rulesets import games
from tournaments.access import EventRequest, desk_access
from tournaments.forms_host import LateGuestForm, SubstituteForm, put_beside_fields
from tournaments.models import Entry
from tournaments.selectors import people as reading
from tournaments.selectors.pads import is_scheme
from tournaments.selectors.seats import SeatsView, seats
from tournaments.selectors.table import current_table
from tournaments.services import seating as writing
from tournaments.services.errors import Refused, refusal

from . import play_seats
from .answers import back, did, page, whole
from .entries import entry_of
from .kinds import drives_only


def next_set(shown: SeatsView | None, event_game: str) -> int:
    """The number of the next set to be seated; the last set's if none is left."""
    return min((shown.set_number if shown else 0) + 1, len(games.load(event_game).stages))


def substitute_form(request: EventRequest, shown: SeatsView | None, data: Any) -> SubstituteForm:
    """Everyone in a chair, and everyone who is in none."""
    taken = [
        (f"{table.number}-{seat.chair}", f"{seat.name} · {_('table')} {table.number}")
        for table in (shown.tables if shown else ())
        for seat in table.seats
    ]
    seated = {seat.entry_id for table in (shown.tables if shown else ()) for seat in table.seats}
    free = [
        (str(row.entry_id), row.name)
        for row in reading.entries(request.event)
        if row.entry_id not in seated
    ]
    return SubstituteForm(taken, free, games.load(request.event.game).hands_per_stage, data)


def roll_page(
    request: EventRequest, problems: list[str] | None = None, **forms: Any
) -> HttpResponse:
    """The roll call of the next set to be seated."""
    event = request.event
    shown = seats(event)
    number = next_set(shown, event.game)
    rows = reading.entries(event, number)
    context = {
        "rows": rows,
        "here": sum(row.here for row in rows),
        "number": number,
        "current": shown.set_number if shown else 0,
        "late": forms.get("late") or LateGuestForm(reading.role_choices(event)),
        "substitute": forms.get("substitute") or substitute_form(request, shown, None),
        "tab": "roll",
    }
    bad = bool(problems) or any(form.errors for form in forms.values())
    template = "host/_roll_list.html" if request.htmx else "host/roll.html"
    return page(request, template, context, problems=problems, status=422 if bad else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_roll(request: EventRequest, event_id: int) -> HttpResponse:
    """Everyone with one button: leaves, or is back, from the next set on."""
    if is_scheme(request.event):
        return play_seats.event_roll(request)
    if request.method != "POST":
        return roll_page(request)
    number = next_set(seats(request.event), request.event.game)

    def someone(request: EventRequest) -> dict[str, Any]:
        return {
            "event": request.event,
            "actor": request.actor,
            "entry": entry_of(request.event, request.POST.get("entry")),
            "from_set": number,
        }

    def here(request: EventRequest) -> str:
        writing.mark_here(**someone(request))
        return ""

    def away(request: EventRequest) -> str:
        writing.mark_away(**someone(request))
        return ""

    problems = did(request, {"here": here, "away": away})[1]
    if problems or request.htmx:
        return roll_page(request, problems)
    return back(request, "event_roll", event_id)


@require_POST
@desk_access
def event_late(request: EventRequest, event_id: int) -> HttpResponse:
    """Somebody who came after the draw waits for the next set."""
    if is_scheme(request.event):
        return play_seats.event_late(request)
    form = LateGuestForm(reading.role_choices(request.event), request.POST)
    if form.is_valid():
        try:
            entry = writing.add_late_guest(
                event=request.event,
                actor=request.actor,
                name=form.cleaned_data["name"],
                note=form.cleaned_data["note"],
                role=form.cleaned_data.get("role", ""),
                late_as_sit_out=form.cleaned_data["late_as_sit_out"],
            )
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            said = _("%(name)s joins those who wait.") % {"name": entry.name}
            return back(request, "event_roll", event_id, said=said)
    return roll_page(request, late=form)


@require_POST
@desk_access
@drives_only
def event_substitute(request: EventRequest, event_id: int) -> HttpResponse:
    """Somebody else takes a chair from a hand on; each is credited with the hands played."""
    form = substitute_form(request, seats(request.event), request.POST)
    if form.is_valid():
        table_number, chair = form.cleaned_data["seat"].split("-")
        table = current_table(request.event, int(table_number))
        entry = get_object_or_404(Entry, pk=whole(form.cleaned_data["entry"]), event_id=event_id)
        try:
            if table is None:
                raise refusal("table.unknown", "There is no such table in this set.", "seat")
            writing.substitute(
                event=request.event,
                actor=request.actor,
                table=table,
                chair=int(chair),
                from_hand=form.cleaned_data["from_hand"],
                entry=entry,
            )
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            said = _("%(name)s sits down at table %(table)s.") % {
                "name": entry.name,
                "table": table_number,
            }
            return back(request, "event_roll", event_id, said=said)
    return roll_page(request, substitute=form)
