"""One report on a score pad: entered, accepted, corrected, taken back. For the desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesets.reading import is_firm
from tournaments.access import EventRequest, desk_access
from tournaments.forms import message
from tournaments.forms_host import ReasonForm
from tournaments.forms_scheme import SchemeForm, final_fields, report_fields
from tournaments.models import Event, Table
from tournaments.selectors.answered import answers_in_words
from tournaments.selectors.pads import AWAY, pads
from tournaments.selectors.playround import (
    ReportPlace,
    moved_in,
    place_at,
    report_words,
    row_in,
    troubles_in,
)
from tournaments.selectors.table import table_of
from tournaments.services import rounds
from tournaments.services.errors import Conflict, Refused

from .answers import back, did, page, typed, whole
from .kinds import pads_only
from .tables import about_numbers, new_key, reason_form, taken_back, yes_to


@dataclass(frozen=True, slots=True)
class Asked:
    """The place of a report and what was typed about it."""

    table: Table
    place: ReportPlace
    form: SchemeForm
    last: bool

    @property
    def corrects(self) -> bool:
        """Whether consequences are shown first: something stands there, or after it."""
        return self.place.line.payload is not None or self.place.later


def found_place(
    request: EventRequest, set_number: int, number: int, deal: int
) -> tuple[Table, ReportPlace]:
    """The place of an address. Raises Http404 if there is none."""
    table = table_of(request.event, set_number, number)
    place = place_at(request.event, set_number, number, deal)
    if table is None or place is None or place.line.table_id != table.pk:
        raise Http404
    return table, place


def address(place: ReportPlace) -> tuple[int, int, int]:
    """The numbers that the addresses of its pages hold."""
    return place.line.set_number, place.line.table_number, place.line.deal


def crumbs(place: ReportPlace) -> dict[str, Any]:
    """What every page of a report shows of its place."""
    return {"place": place, "pad": place.pad, "at": address(place), "tab": "desk"}


def done(request: EventRequest, place: ReportPlace, said: str) -> HttpResponse:
    """Back to where reports are read in: the desk, the next couple, or the table's pad."""
    event_id = request.event.pk
    if not place.room:
        return back(request, "event_pad", event_id, *address(place)[:2], said=said)
    said = " ".join(filter(None, (said, closed_words(request, place))))
    following = next_missing(request, place) if request.POST.get("then") == "next" else None
    if following is not None:
        return back(request, "event_round_report", event_id, *following, said=said)
    return back(request, "event", event_id, said=said)


def closed_words(request: EventRequest, place: ReportPlace) -> str:
    """What the round has brought, if this report was its last one; "" before."""
    found = pads(request.event)
    one = found[0].round(place.number) if found else None
    if one is None or one.played is None or not one.counted:
        return ""
    words = {"number": place.number, "award": one.played.summary}
    return _("Round %(number)d brought: %(award)s.") % words


def next_missing(request: EventRequest, place: ReportPlace) -> tuple[int, int, int] | None:
    """The place of the next couple of the round that has said nothing yet."""
    found = pads(request.event)
    one = found[0].round(place.number) if found else None
    missing = [line for line in (one.lines if one else ()) if not line.payload and not line.pending]
    later = [line for line in missing if line.table_number > place.line.table_number]
    for line in later or missing:
        return line.set_number, line.table_number, line.deal
    return None


# --- one report as it stands ----------------------------------------------------------------------


def round_context(place: ReportPlace) -> dict[str, Any]:
    """What was said, by whom, and what it did."""
    row = row_in(place)
    scheme = place.pad.scheme
    asked = report_fields(scheme, place.pad.setup.options)
    if place.is_last:
        asked = final_fields(scheme, place.before)
    return {
        **crumbs(place),
        "moved": moved_in(place.pad, place.number, row),
        "troubles": [message(problem) for problem in troubles_in(place.pad, place.number)],
        "answers": answers_in_words(asked, place.names, place.line.payload),
        "agreers": [(place.pad.entry_ids[p], place.pad.names[p]) for p in place.line.chairs],
    }


@require_safe
@desk_access
@pads_only
def event_round(
    request: EventRequest, event_id: int, set_number: int, number: int, deal: int
) -> HttpResponse:
    """A report as it stands, and what can be done about it."""
    place = found_place(request, set_number, number, deal)[1]
    return page(request, "play/round.html", round_context(place))


@require_POST
@desk_access
@pads_only
def event_round_act(
    request: EventRequest, event_id: int, set_number: int, number: int, deal: int
) -> HttpResponse:
    """Accept, agree, or note that a couple does not play this round."""
    table, place = found_place(request, set_number, number, deal)

    def away(request: EventRequest) -> str:
        rounds.report(
            table=table,
            deal=deal,
            payload={AWAY: True},
            actor=request.actor,
            key=new_key(),
            seen=place.line.revision,
        )
        return _("%(names)s do not play this round.") % {"names": _(" – ").join(place.names)}

    said, problems = did(request, yes_to(table) | {"away": away})
    if problems:
        place = found_place(request, set_number, number, deal)[1]
        return page(request, "play/round.html", round_context(place), problems=problems)
    to = "event" if request.POST["act"] == "away" else "event_round"
    return back(request, to, event_id, *(address(place) if to != "event" else ()), said=said)


# --- entering and correcting ----------------------------------------------------------------------


def asked_of(request: EventRequest, table: Table, place: ReportPlace) -> Asked:
    """The form of a report: as posted, or with what was reported."""
    posted = request.method == "POST"
    sent = request.POST if posted else request.GET
    wanted = sent.get("last") == "1" or (not posted and place.is_last)
    due = place.line.payload is None and place.number == place.pad.next_number
    wanted = wanted or (due and not place.pad.playable)
    final = wanted and place.pad.scheme.final is not None
    form = form_of(place, request.POST if posted else None, final=final)
    return Asked(table, place, form, final)


def form_of(
    place: ReportPlace, data: QueryDict | None = None, *, final: bool = False
) -> SchemeForm:
    """The form of a report: as sent, else with what stands there; `final`: of the last deals."""
    scheme = place.pad.scheme
    options = place.pad.setup.options
    named = scheme.closing if final else scheme.playing
    return SchemeForm(
        data,
        fields=final_fields(scheme, place.before) if final else report_fields(scheme, options),
        names=place.names,
        playing=None if place.room else named(place.before),
        payload=place.line.payload,
        final=final,
    )


def against_rules(asked: Asked) -> bool:
    """Whether the report could be played, but breaks a rule: that is what can be overridden."""
    errors = [one for one in asked.form.problems if one.severity == "error"]
    scheme = asked.place.pad.scheme
    return bool(errors) and not any(
        is_firm(one, scheme) or one.code.endswith(".range") for one in errors
    )


def form_page(request: EventRequest, asked: Asked, status: int = 200, **more: Any) -> HttpResponse:
    """The form, with everything that was typed."""
    context = {
        **crumbs(asked.place),
        "form": asked.form,
        "last": asked.last,
        "corrects": asked.corrects,
        "reason": ReasonForm(),
        "key": new_key(),
        "seen": asked.place.line.revision,
        "override": request.POST.get("override") == "1",
        "wrong": against_rules(asked),
        **more,
    }
    return page(request, "play/report.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
@pads_only
def event_round_report(
    request: EventRequest, event_id: int, set_number: int, number: int, deal: int
) -> HttpResponse:
    """Enter what a table or a couple calls out; what stands already is corrected with a preview."""
    table, place = found_place(request, set_number, number, deal)
    asked = asked_of(request, table, place)
    if request.method != "POST":
        if request.event.state != Event.State.PLAYING or not place.open:
            return back(request, "event_round", event_id, set_number, number, deal)
        return form_page(request, asked)
    if not asked.form.is_valid():
        return form_page(request, asked, 422)
    if not asked.corrects or request.POST.get("step") == "apply":
        return entered(request, asked)
    return previewed(request, asked)


def previewed(request: EventRequest, asked: Asked, **more: Any) -> HttpResponse:
    """The form again, with everything that it would change."""
    place, form = asked.place, asked.form
    preview = rounds.preview(table=asked.table, deal=place.line.deal, payload=form.payload)
    if not form.problems:
        form.add_problems(preview.problems)
    failed = any(problem.severity == "error" for problem in form.problems)
    shown = not failed or against_rules(asked)
    told = {
        "preview": preview if shown else None,
        "now": place.said,
        "then": report_words(place, form.payload, preview.problems) if shown else "",
        "later_code": rounds.LATER if preview.broken else "",
    }
    status = 422 if more or failed else 200
    return form_page(request, asked, status, **{**told, **more})


def entered(request: EventRequest, asked: Asked) -> HttpResponse:
    """Hand the report to the service; show what it refuses, or what somebody else said."""
    place, form = asked.place, asked.form
    override = request.POST.get("override") == "1"
    reason = typed(request.POST.get("reason"), 300)
    seen = whole(request.POST.get("seen"), 0, 30_000)
    again = previewed if asked.corrects else refused_page
    if asked.corrects and not reason:
        return previewed(request, asked, reason=required_reason(reason), override=override)
    try:
        report = rounds.report(
            table=asked.table,
            deal=place.line.deal,
            payload=form.payload,
            actor=request.actor,
            key=typed(request.POST.get("key"), 64) or new_key(),
            seen=place.line.revision if seen is None else seen,
            confirmed=form.confirmed,
            reason=reason,
            override=override,
        )
    except Conflict as conflict:
        return both_values(request, asked, conflict)
    except Refused as refused:
        form.add_problems(about_numbers(refused))
        return again(request, asked, reason=reason_form(reason, refused), override=override)
    if report.needs_agreement:
        return done(request, place, _("Entered; it counts once another player agrees."))
    return done(request, place, entered_words(place, form.payload, corrects=asked.corrects))


def refused_page(request: EventRequest, asked: Asked, **more: Any) -> HttpResponse:
    """The form with what was refused."""
    return form_page(request, asked, 422, **more)


def required_reason(reason: str) -> ReasonForm:
    """The reason with what is missing in it."""
    form = ReasonForm({"reason": reason})
    form.is_valid()
    return form


def entered_words(place: ReportPlace, payload: dict[str, Any], *, corrects: bool) -> str:
    """What was taken down, to be read back aloud."""
    said = report_words(place, payload)
    return (_("Corrected: %(said)s") if corrects else _("Entered: %(said)s")) % {"said": said}


def both_values(request: EventRequest, asked: Asked, conflict: Conflict) -> HttpResponse:
    """Two people reported one thing: show both and ask which holds. Status 409."""
    current = conflict.current
    # Read anew: the pad that the form was built on does not know what came meanwhile.
    fresh = place_at(request.event, *address(asked.place)) or asked.place
    context = {
        **crumbs(asked.place),
        "form": asked.form,
        "last": asked.last,
        "theirs": report_words(fresh, current.payload),
        "their_author": current.author,
        "mine": report_words(asked.place, asked.form.payload),
        "seen": current.revision,
        "key": new_key(),
        "reason": request.POST.get("reason", ""),
    }
    return page(request, "play/conflict.html", context, status=409)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
@pads_only
def event_round_withdraw(
    request: EventRequest, event_id: int, set_number: int, number: int, deal: int
) -> HttpResponse:
    """Take a report back: it then counts as not reported."""
    table, place = found_place(request, set_number, number, deal)
    if place.line.payload is None:
        return HttpResponseRedirect(
            resolve_url("event_round", event_id, set_number, number, deal), status=303
        )
    form = ReasonForm(request.POST if request.method == "POST" else None)
    changed = _("Somebody else changed this meanwhile. Look again.")
    problems = taken_back(request, table, deal, place.line.revision, form, changed)
    if problems is None:
        return done(request, place, _("Taken back."))
    preview = rounds.preview(table=table, deal=deal, payload=None)
    context = {
        **crumbs(place),
        "form": form,
        "preview": preview,
        "key": new_key(),
        "seen": place.line.revision,
    }
    status = 422 if form.errors else None
    return page(request, "play/withdraw.html", context, problems=problems, status=status)
