"""Who is here: arrivals, leavers, late guests, substitutes. For the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.decorators import desk_access
from tournaments.access.offers import offers
from tournaments.answers import back, did, entry_of, page, whole
from tournaments.errors import Refused, refusal
from tournaments.forms import put_beside_fields
from tournaments.games import format_of
from tournaments.models import Entry, Event
from tournaments.paging import Wanted, is_long, part_of
from tournaments.people.reads import entries, role_choices
from tournaments.scoring.table_page import current_table
from tournaments.seating import lineup
from tournaments.seating import roll_call as writing
from tournaments.seating.draws import current_seating
from tournaments.seating.forms import LateGuestForm, SubstituteForm
from tournaments.seating.reads import seats

if TYPE_CHECKING:
    from tournaments.actors import EventRequest


def coming(event: Event) -> int:
    """The number of the seats to be shown next; the last ones' if none are left."""
    number = writing.next_set(event)
    return min(number, format_of(event).seatings or number)


def late_form(event: Event, *data: Any) -> LateGuestForm:
    """Who came late; missed seats may count as sit-outs where sitting out brings points."""
    return LateGuestForm(role_choices(event), *data, sit_outs=bool(format_of(event).sit_out))


def substitute_form(request: EventRequest, *data: Any) -> SubstituteForm:
    """Everyone in a chair, and everyone who is in none."""
    rows, deals = entries(request.event), format_of(request.event).deals
    if is_long(len(rows)) and not data:  # they will be named: who sits matters once somebody is
        return SubstituteForm((), (), deals, among=len(rows))
    shown = seats(request.event)
    tables = shown.tables if shown else ()
    taken = [
        (f"{table.number}-{seat.chair}", seat.name, table.number)
        for table in tables
        for seat in table.seats
    ]
    seated = {seat.entry_id for table in tables for seat in table.seats}
    free = [(str(row.entry_id), row.name) for row in rows if row.entry_id not in seated]
    return SubstituteForm(taken, free, deals, *data, among=len(rows))


def roll_page(
    request: EventRequest, problems: list[str] | None = None, **forms: Any
) -> HttpResponse:
    """The roll call of the next seats to be shown."""
    event = request.event
    shown = current_seating(event)
    number = coming(event)
    rows = entries(event) if number == writing.next_set(event) else entries(event, number)
    wanted = Wanted.of(request)
    context = {
        "rows": rows,
        "part": part_of(rows, wanted, name=lambda row: row.name),
        "here_again": wanted.at(reverse("event_roll", args=[event.pk])),
        "here": sum(row.here for row in rows),
        "number": number,
        "current": shown.set_number if shown else 0,
        "can_reseat": lineup.may_reseat(event),
        "late": forms.get("late") or late_form(event),
        "tab": "roll",
    }
    if shown and format_of(event).apart:
        context["substitute"] = forms.get("substitute") or substitute_form(request)
    bad = bool(problems) or any(form.errors for form in forms.values())
    template = "seating/_roll_list.html" if request.htmx else "seating/roll.html"
    return page(request, template, context, problems=problems, status=422 if bad else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
@offers("moves")
def event_roll(request: EventRequest, event_id: int) -> HttpResponse:
    """Everyone with one button: leaves, or is back, from the next seats on."""
    if request.method != "POST":
        return roll_page(request)
    number = coming(request.event)

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

    def reseat(request: EventRequest) -> str:
        seating = lineup.reseat(event=request.event, actor=request.actor)
        return _("Round %(number)d is seated anew.") % {"number": seating.set_number}

    said, problems = did(request, {"here": here, "away": away, "reseat": reseat})
    if problems or (request.htmx and not said):
        return roll_page(request, problems)
    return back(request, Wanted.of(request).at(request.path), said=said)


@require_POST
@desk_access
@offers("moves")
def event_late(request: EventRequest, event_id: int) -> HttpResponse:
    """Somebody who came after the draw waits for the next seats."""
    form = late_form(request.event, request.POST)
    if form.is_valid():
        try:
            entry = writing.add_late_guest(
                event=request.event,
                actor=request.actor,
                name=form.cleaned_data["name"],
                note=form.cleaned_data["note"],
                role=form.cleaned_data.get("role", ""),
                late_as_sit_out=form.cleaned_data.get("late_as_sit_out", False),
            )
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            said = _("%(name)s plays as soon as the next seats are shown.")
            return back(request, "event_roll", event_id, said=said % {"name": entry.name})
    return roll_page(request, late=form)


@require_POST
@desk_access
@offers("apart")
def event_substitute(request: EventRequest, event_id: int) -> HttpResponse:
    """Somebody else takes a chair from a hand on; each is credited with the hands played."""
    form = substitute_form(request, request.POST)
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
