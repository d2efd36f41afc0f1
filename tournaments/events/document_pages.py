"""An event as a file: out (its hosts, or the desk for the scores) and in (any signed-in host)."""

from __future__ import annotations

import json
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rulesets.files.json_text import parse
from rulesets.json_values import Unusable
from tournaments.access.decorators import desk_access, host_access, host_required
from tournaments.actors import EventRequest
from tournaments.answers import back, page
from tournaments.errors import Refused
from tournaments.events import documents, sheets
from tournaments.events.forms import ImportForm
from tournaments.events.imports import import_event
from tournaments.events.proof import prove
from tournaments.forms import put_beside_fields
from tournaments.models import Event

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
LARGEST_IMPORT = 12 * 1024 * 1024  # bytes


def as_file(event: Any, data: Any, suffix: str) -> HttpResponse:
    """JSON to keep, under a name that says what it is."""
    text = json.dumps(data, ensure_ascii=False, indent=1)
    name = file_name(event, f"{suffix}.json")
    return attached(text.encode(), "application/json; charset=utf-8", name)


def file_name(event: Any, ending: str) -> str:
    """What a file of an event is called."""
    name = slugify(f"{event.name} {event.date:%Y-%m-%d}") or f"event-{event.date:%Y-%m-%d}"
    return f"{name}{ending}"


def attached(data: bytes, kind: str, name: str) -> HttpResponse:
    """A file to keep."""
    response = HttpResponse(data, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
@host_access
def event_export(request: EventRequest, event_id: int) -> HttpResponse:
    """Everything of the event, to be kept or brought in elsewhere. For its hosts."""
    return as_file(request.event, documents.export_event(request.event), "")


@require_safe
@desk_access
def event_score_file(request: EventRequest, event_id: int) -> HttpResponse:
    """The scores alone, in the shape that the command line reads. For the desk."""
    return as_file(request.event, documents.score_file(request.event), "-scores")


@require_safe
@desk_access
def event_sheet(request: EventRequest, event_id: int, sheet: str) -> HttpResponse:
    """The standings or the reports as CSV. For the desk."""
    if sheet not in sheets.SHEETS:
        raise Http404
    data = sheets.csv_file(sheets.SHEETS[sheet](request.event))
    return attached(data, "text/csv; charset=utf-8", file_name(request.event, f"-{sheet}.csv"))


@require_safe
@desk_access
def event_workbook(request: EventRequest, event_id: int) -> HttpResponse:
    """Both as one XLSX workbook. For the desk."""
    return attached(sheets.workbook(request.event), XLSX, file_name(request.event, ".xlsx"))


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def event_import(request: HttpRequest) -> HttpResponse:
    """Bring in an exported event. For any signed-in host."""
    form = ImportForm(
        request.POST if request.method == "POST" else None,
        request.FILES if request.method == "POST" else None,
    )
    if request.method == "POST" and form.is_valid():
        try:
            data = read_file(form)
            event = None if data is None else taken_in(request, data)
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            if event is not None:
                said = _("“%(name)s” is here.") % {"name": event.name}
                return back(request, "event", event.pk, said=said)
    return page(request, "events/import.html", {"form": form}, status=422 if form.errors else 200)


def taken_in(request: HttpRequest, data: Any) -> Event:
    """The event of a document, once all of its pages were looked at; else nothing is kept."""
    with transaction.atomic():
        event = import_event(owner=request.user, data=data)
        prove(request, event)
    return event


def read_file(form: ImportForm) -> Any:
    """The JSON in the file; None, with the problem in the form, if it is none."""
    file = form.cleaned_data["file"]
    if file.size > LARGEST_IMPORT:
        form.add_error("file", _("That file is too large to be an exported event."))
        return None
    try:
        data = parse(file.read(), "file")
    except Unusable:
        form.add_error("file", _("That is not an exported event; choose the .json file."))
        return None
    if not isinstance(data, dict):
        form.add_error("file", _("That is not an exported event; choose the .json file."))
        return None
    return data
