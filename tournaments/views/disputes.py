"""Objections and what was decided. For the desk."""

from __future__ import annotations

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rulesets import games
from rulesets.replay import scheme_of
from tournaments.access import EventRequest, desk_access
from tournaments.forms_host import DecisionForm, DisputeForm, put_beside_fields
from tournaments.forms_play import PadDisputeForm
from tournaments.models import Dispute, Event, Table
from tournaments.selectors.pads import COUPLE, ROUND, is_scheme, pads
from tournaments.selectors.playdesk import running
from tournaments.selectors.playround import names_of
from tournaments.selectors.seats import SeatsView, seats
from tournaments.selectors.table import current_table, table_of
from tournaments.services.disputes import decide_dispute, note_dispute
from tournaments.services.errors import Refused

from .answers import back, page, whole


def dispute_form(
    request: EventRequest, shown: SeatsView | None, data: QueryDict | None = None
) -> DisputeForm:
    """A new objection; table and hand are those of the set in play."""
    if is_scheme(request.event):
        return pad_dispute_form(request.event, data)
    return DisputeForm(
        [table.number for table in shown.tables] if shown else [],
        games.load(request.event.game).hands_per_stage,
        data,
    )


def pad_dispute_form(event: Event, data: QueryDict | None = None) -> PadDisputeForm:
    """The same for score pads: the couples of the running round, or tables and their rounds."""
    found = pads(event)
    if found and found[0].scheme.rows == COUPLE:
        places = [
            (
                f"{line.set_number}-{line.table_number}",
                _(" – ").join(names_of(found[0], line.chairs)),
            )
            for line in running(found[0]).lines
        ]
        return PadDisputeForm(places, 0, data)
    places = [
        (f"{pad.set_number}-{pad.table_number}", pad.title or _("The table")) for pad in found
    ]
    return PadDisputeForm(places, max((len(pad.rounds) for pad in found), default=0), data)


def disputed(event: Event, form: DisputeForm) -> tuple[Table | None, int | None]:
    """The table and the deal that an objection names."""
    place, deal = form.cleaned_data["table"], form.cleaned_data.get("deal")
    if not is_scheme(event):
        number = whole(place)
        return (None, None) if number is None else (current_table(event, number), deal)
    if not place:
        return None, None
    set_number, _dash, number = place.partition("-")
    return table_of(event, int(set_number), int(number)), deal or (
        ROUND if for_couples(event) else None
    )


def for_couples(event: Event) -> bool:
    """Whether reports are those of couples, one for each round."""
    return scheme_of(games.load(event.game)).rows == COUPLE


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
    form = dispute_form(request, shown, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        table, deal = disputed(request.event, form)
        try:
            note_dispute(
                event=request.event,
                actor=request.actor,
                objector=form.cleaned_data["objector"],
                text=form.cleaned_data["text"],
                table=table,
                deal=deal,
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
    form = dispute_form(request, shown)
    return disputes_page(request, form, shown, decision, dispute_id)
