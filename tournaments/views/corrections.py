"""Correcting a hand that was reported: its consequences first, then the choice. For the desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import EventRequest, desk_access
from tournaments.forms import ReportForm
from tournaments.forms_host import ReasonForm
from tournaments.models import Table
from tournaments.selectors.table import HandState, TablePage
from tournaments.services import results
from tournaments.services.errors import Conflict, Refused
from tournaments.services.results import CorrectionPreview

from .answers import back, page, typed, whole
from .kinds import drives_only
from .tables import (
    about_numbers,
    both_values,
    hand_context,
    hand_of,
    new_key,
    reason_form,
    report_form,
    shown_table,
)


@dataclass(frozen=True, slots=True)
class Correction:
    """The hand that is being corrected, and what was typed."""

    table: Table
    shown: TablePage
    hand: HandState
    form: ReportForm


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
@drives_only
def event_correct(
    request: EventRequest, event_id: int, set_number: int, number: int, deal: int
) -> HttpResponse:
    """GET: as reported. POST ``step=preview``: what would change; ``step=apply``: do it."""
    table, shown = shown_table(request, set_number, number)
    hand = hand_of(shown, deal)
    form = report_form(request, shown, hand.payload)
    asked = Correction(table, shown, hand, form)
    if request.method != "POST":
        return page(request, "host/correct.html", hand_context(shown, hand, form))
    if not form.is_valid():
        return page(request, "host/correct.html", hand_context(shown, hand, form), status=422)
    if request.POST.get("step") == "apply":
        return applied(request, asked)
    return previewed(request, asked)


def previewed(request: EventRequest, asked: Correction, **more: Any) -> HttpResponse:
    """The form again, with everything that the correction would change."""
    preview = results.preview_correction(
        table=asked.table, deal=asked.hand.deal, payload=asked.form.payload
    )
    if not asked.form.problems:
        asked.form.add_problems(preview.problems)
    failed = any(problem.severity == "error" for problem in asked.form.problems)
    context = hand_context(
        asked.shown,
        asked.hand,
        asked.form,
        preview=preview,
        points=point_rows(asked.shown, preview),
        changed=preview.changed,
        reseat=request.POST.get("reseat") == "1",
        **more,
    )
    refused = bool(more) or failed
    return page(request, "host/correct.html", context, status=422 if refused else 200)


def point_rows(
    shown: TablePage, preview: CorrectionPreview
) -> list[tuple[str, int | None, int | None]]:
    """By chair: who, the points of the hand as they are, and as they would be."""
    names = preview.names or tuple(chair.name for chair in shown.chairs)
    before = preview.old_points or (None,) * len(names)
    after = preview.new_points or (None,) * len(names)
    return list(zip(names, before, after, strict=True))


def applied(request: EventRequest, asked: Correction) -> HttpResponse:
    """Do what was previewed; refused, the preview comes back with the reasons."""
    reason = typed(request.POST.get("reason"), 300)
    seen = whole(request.POST.get("seen"), 0, 30_000)
    override = request.POST.get("override") == "1"
    written = ReasonForm({"reason": reason})
    if not written.is_valid():
        return previewed(request, asked, reason=written, override=override)
    try:
        report = results.correct(
            table=asked.table,
            deal=asked.hand.deal,
            payload=asked.form.payload,
            actor=request.actor,
            key=typed(request.POST.get("key"), 64) or new_key(),
            seen=asked.hand.revision if seen is None else seen,
            reason=reason,
            reseat=request.POST.get("reseat") == "1",
            override=override,
            confirmed=asked.form.confirmed,
        )
    except Conflict as conflict:
        return both_values(
            request, asked.shown, asked.hand, asked.form, conflict, step="event_correct"
        )
    except Refused as refused:
        asked.form.add_problems(about_numbers(refused))
        return previewed(request, asked, reason=reason_form(reason, refused), override=override)
    said = (
        _("Corrected; it counts once another player agrees.")
        if report.needs_agreement
        else _("Corrected.")
    )
    shown = asked.shown
    return back(request, "event_table", shown.event_id, shown.set_number, shown.number, said=said)
