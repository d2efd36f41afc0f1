"""Objections and what was decided. For the desk."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rulesets import games
from tournaments.access import EventRequest, desk_access
from tournaments.forms_host import DecisionForm, DisputeForm, put_beside_fields
from tournaments.models import Dispute
from tournaments.selectors.seats import SeatsView, seats
from tournaments.selectors.table import current_table
from tournaments.services.disputes import decide_dispute, note_dispute
from tournaments.services.errors import Refused

from .answers import back, page, whole


def dispute_form(request: EventRequest, shown: SeatsView | None) -> DisputeForm:
    """A new objection; table and hand are those of the set in play."""
    return DisputeForm(
        [table.number for table in shown.tables] if shown else [],
        games.load(request.event.game).hands_per_stage,
        request.POST if request.method == "POST" else None,
    )


def disputes_page(
    request: EventRequest,
    form: DisputeForm,
    shown: SeatsView | None,
    decision: DecisionForm | None = None,
    deciding: int | None = None,
) -> HttpResponse:
    """All objections, the open ones first."""
    everything = request.event.disputes.select_related("table__seating")
    context = {
        "open": everything.filter(decided_at=None),
        "decided": everything.exclude(decided_at=None).order_by("-decided_at"),
        "form": form,
        "decision": decision or DecisionForm(auto_id=False),
        "deciding": deciding,
        "people": [row.name for row in shown.by_name] if shown else [],
        "tab": "disputes",
    }
    bad = form.errors or (decision is not None and decision.errors)
    return page(request, "host/disputes.html", context, status=422 if bad else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_disputes(request: EventRequest, event_id: int) -> HttpResponse:
    """The list; POST notes an objection."""
    shown = seats(request.event)
    form = dispute_form(request, shown)
    if request.method == "POST" and form.is_valid():
        number = whole(form.cleaned_data["table"])
        try:
            note_dispute(
                event=request.event,
                actor=request.actor,
                objector=form.cleaned_data["objector"],
                text=form.cleaned_data["text"],
                table=None if number is None else current_table(request.event, number),
                deal=form.cleaned_data["deal"] if number is not None else None,
                kali_effect=form.cleaned_data["kali_effect"],
            )
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            return back(request, "event_disputes", event_id, said=_("It is noted."))
    return disputes_page(request, form, shown)


@require_POST
@desk_access
def event_dispute_decide(request: EventRequest, event_id: int, dispute_id: int) -> HttpResponse:
    """What was decided."""
    dispute = get_object_or_404(Dispute, pk=dispute_id, event_id=event_id)
    decision = DecisionForm(request.POST, auto_id=False)
    if decision.is_valid():
        try:
            decide_dispute(
                dispute=dispute, actor=request.actor, decision=decision.cleaned_data["decision"]
            )
        except Refused as refused:
            put_beside_fields(decision, refused.problems)
        else:
            return back(request, "event_disputes", event_id, said=_("The decision is noted."))
    shown = seats(request.event)
    form = DisputeForm(
        [table.number for table in shown.tables] if shown else [],
        games.load(request.event.game).hands_per_stage,
    )
    return disputes_page(request, form, shown, decision, dispute_id)
