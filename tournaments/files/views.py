"""Export an event as a file (its hosts, or the desk for the scores) and import one (any signed-in
host); an evening of several games is imported at the same page."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.datastructures import MultiValueDict
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from tablib import Dataset

from rulesets.records.score_cards.sheets import HEADINGS
from tournaments.access.decorators import desk_access, host_access, host_required, private
from tournaments.access.permissions import EventRequest
from tournaments.files import event_document, imports, spreadsheets
from tournaments.files import event_import as event_files
from tournaments.files.forms import ImportForm
from tournaments.jobs.services import enqueue, watch
from tournaments.models import Evening, Event, Job, family_of
from tournaments.models.errors import Refused, refusal
from tournaments.models.score_cards import year_on_cards
from tournaments.records.selectors import family_records
from tournaments.web.forms import put_beside_fields
from tournaments.web.responses import back, page, sentences

JSON = "application/json; charset=utf-8"
CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def file_name(event: Any, ending: str) -> str:
    """The name of a file of an event."""
    day = year_on_cards(event) if isinstance(event, Event) else None
    date = day or f"{event.date:%Y-%m-%d}"
    name = slugify(f"{event.name} {date}") or f"event-{date}"
    return f"{name}{ending}"


def attachment(data: bytes, kind: str, name: str) -> HttpResponse:
    """A file to download."""
    response = HttpResponse(data, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def export_response(document: Any, of: Event | Evening) -> HttpResponse:
    """The file of an exported event or evening; a long one is a gzip file. Raises Refused if it
    could not be imported again."""
    try:
        data, packed = event_files.pack_document(document)
    except event_files.TooLarge as error:
        text = "This is too much for a file that can be imported again."
        raise refusal("file.large", text) from error
    if packed:
        return attachment(data, "application/gzip", file_name(of, ".json.gz"))
    return attachment(data, JSON, file_name(of, ".json"))


@require_safe
@host_access
def event_export(request: EventRequest, event_id: int) -> HttpResponse:
    """The whole event, to be kept or imported elsewhere. For its hosts."""
    try:
        return export_response(event_document.export_event(request.event), request.event)
    except Refused as refused:
        messages.error(request, " ".join(sentences(refused)))
        return back(request, "event_settings", event_id)


@require_safe
@desk_access
def event_score_file(request: EventRequest, event_id: int) -> HttpResponse:
    """Only the scores, in the shape that the command line reads. For the desk."""
    text = json.dumps(event_document.score_file(request.event), ensure_ascii=False, indent=1)
    return attachment(text.encode(), JSON, file_name(request.event, "-scores.json"))


@require_safe
@desk_access
def event_sheet(request: EventRequest, event_id: int, sheet: str) -> HttpResponse:
    """The standings or the reports as CSV. For the desk."""
    if sheet not in spreadsheets.SHEETS:
        raise Http404
    data = spreadsheets.csv_file(spreadsheets.SHEETS[sheet](request.event))
    return attachment(data, CSV, file_name(request.event, f"-{sheet}.csv"))


@require_safe
@desk_access
def event_workbook(request: EventRequest, event_id: int) -> HttpResponse:
    """Both as one XLSX workbook. For the desk."""
    return attachment(spreadsheets.workbook(request.event), XLSX, file_name(request.event, ".xlsx"))


@require_safe
@host_required
def records_table(request: HttpRequest) -> HttpResponse:
    """All lists of the records as CSV. For the hosts of the family."""
    sheet = spreadsheets.records_sheet(family_records(family_of(request.user)))
    return private(attachment(spreadsheets.csv_file(sheet), CSV, "records.csv"))


@require_safe
@host_required
def records_file(request: HttpRequest) -> HttpResponse:
    """All figures of the records as JSON, as `manage.py records` prints them. For the hosts of the
    family."""
    records = family_records(family_of(request.user))
    text = json.dumps(records.document().whole(records.kinds), ensure_ascii=False)
    return private(attachment(text.encode(), JSON, "records.json"))


@require_safe
@host_required
def empty_cards(request: HttpRequest) -> HttpResponse:
    """An empty table for old score cards, with all headings. For any host."""
    data = spreadsheets.csv_file(Dataset(headers=[*HEADINGS]))
    return attachment(data, CSV, "score-cards.csv")


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def event_import(request: HttpRequest) -> HttpResponse:
    """Import an exported event, or an evening of several: a short file at once, any other as a job.
    For any signed-in host."""
    form = ImportForm(
        request.POST if request.method == "POST" else None,
        request.FILES if request.method == "POST" else None,
    )
    if request.method == "POST" and form.is_valid():
        file, second = form.cleaned_data["file"], form.cleaned_data["second"]
        try:
            if imports.is_short(file):
                imported = imports.import_upload(file, request.user, second=second)
                return _imported(request, imported)
            job = imports.start_import(file, request.user, second=second)
        except Refused as refused:
            if any(problem.code == event_files.KNOWN for problem in refused.problems):
                form.ask_for_second()
            put_beside_fields(form, refused.problems)
        else:
            enqueue(job)
            return back(request, "event_import_job", job.pk)
    return _import_page(request, form)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def event_import_job(request: HttpRequest, import_id: int) -> HttpResponse:
    """The progress of an import; the page asks again until it is over, and then leads to the event,
    or back to the form with what is wrong. POST stops it. For the hosts of the family."""
    job = get_object_or_404(imports.import_jobs(family_of(request.user)), pk=import_id)
    if request.method == "POST" and job.state in (Job.State.WAITING, Job.State.RUNNING):
        job.delete()
        text = _("The import was stopped. Nothing was imported.")
        return back(request, "event_import", message=text)
    watch(job)
    job.refresh_from_db(fields=["state", "done", "total", "problems", "results"])
    over = job.state in (Job.State.DONE, Job.State.FAILED)
    if request.htmx:  # type: ignore[attr-defined]
        if over:
            return HttpResponse(status=204, headers={"HX-Refresh": "true"})
        return page(request, "files/_import_progress.html", {"job": job})
    if not over:
        return page(request, "files/import_job.html", {"job": job})
    if job.state == Job.State.DONE:
        return _imported(request, imports.find_import(job))
    form = ImportForm({}, MultiValueDict())
    form.full_clean()
    form.errors.clear()
    if imports.SECOND in job.results:
        form.ask_for_second()
    form.add_error("second" if imports.SECOND in job.results else "file", job.problems)
    return _import_page(request, form)


def _import_page(request: HttpRequest, form: ImportForm) -> HttpResponse:
    return page(request, "files/import.html", {"form": form}, status=422 if form.errors else 200)


def _imported(request: HttpRequest, imported: Event | Evening | None) -> HttpResponse:
    """Redirect to what was imported; to the list of events if it was deleted since."""
    if imported is None:
        return back(request, "home")
    text = _("“%(name)s” has been imported.") % {"name": imported.name}
    name = "event" if isinstance(imported, Event) else "evening"
    return back(request, name, imported.pk, message=text)
