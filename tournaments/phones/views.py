"""A table's phone: enter a deal, accept it, change it, withdraw it, cut, see where to go next.

Who may: whoever holds the table's un-revoked link, for that table (or couple's place) alone.
Everything posted here may also arrive late and twice, from a phone that had lost the network
(static js/outbox.js): such a request has the header X-Outbox and is answered in JSON. A refusal
comes with the fragment to show, and so does the answer to the last waiting entry, if the phone asks
for it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from rulesets.formats.parts import Keeping
from tournaments.access import devices
from tournaments.access.decorators import is_host_with_link, link_access, offers, only_for
from tournaments.access.permissions import host_actor
from tournaments.access.polling import phone_states
from tournaments.models import CUT
from tournaments.models.errors import Conflict, Refused, refusal
from tournaments.phones.agreement import change_of, waiting_upto
from tournaments.phones.blocks import Answer
from tournaments.phones.later_deals import NOTHING_LATER, later_deals
from tournaments.phones.moves import successor_address
from tournaments.phones.phone import phone_at
from tournaments.phones.request_params import (
    REPORTING,
    agreement,
    deal_in,
    deal_of_form,
    form_of,
    link_and_mark,
    link_and_seats,
    named_chairs,
    one_line,
    own_report,
    submission_key,
    target_table,
    whole,
)
from tournaments.phones.responses import (
    LAYOUTS,
    answers_outbox,
    both_values,
    happened_of,
    part,
    refused,
    saved,
    show,
    shows_refusals,
)
from tournaments.reports import acceptances, bells, dealers, rivals, services
from tournaments.reports.acceptances import is_acceptable
from tournaments.reports.submission import Submission
from tournaments.standings.views import books_page
from tournaments.web.network import public_url
from tournaments.web.paging import WHOLE, PageRequest
from tournaments.web.qr_codes import qr_response

if TYPE_CHECKING:
    from tournaments.access.permissions import Actor, EventRequest
    from tournaments.boards.deals import Deal
    from tournaments.models import Report
    from tournaments.report_forms.report_form import ReportForm


@require_GET
@link_access("table", find=link_and_mark)
def table(request: EventRequest, token: str) -> HttpResponse:
    """The table's page; `?deal=2` shows a reported deal, or opens it for changing, `?rounds=all`
    shows all rounds of its board. A device without a code gets one. A game whose people were
    changed leads to the one in its place."""
    if address := successor_address(request.event):
        return HttpResponseRedirect(address)
    code = request.actor.device
    if not code:
        request.actor = replace(request.actor, device=devices.new_code())
    elif request.link is not None and request.link.has_left:
        devices.note_return(request.link, token)
    response = show(request, token, answer_of_request(request))
    if not code:
        devices.keep_cookie(response, request.actor.device, reverse("table", args=(token,)))
    return response


@require_GET
@link_access("table", find=link_and_mark)
def state(request: EventRequest, token: str) -> HttpResponse:
    """The part of the page that changes; 204 if the phone has it already (`seen`)."""
    devices.note_look(request, token)
    answer = answer_of_request(request)
    happened, _, shows = request.GET.get("seen", "").partition(".")
    if happened == happened_of(request, answer):
        phone_states.remember(request)
        return HttpResponse(status=204)
    if not happened:
        return HttpResponse(part(request, token, answer).text)
    with phone_states.pace.turn() as mine:
        if not mine:
            return HttpResponse(status=204)  # there is news, but no time to build the page now
        news = part(request, token, answer)
    if shows == news.shows:
        return HttpResponse(status=204, headers={"ETag": f'"{news.tag}"'})
    return HttpResponse(news.text)


@require_GET
@link_access("table", find=link_and_mark)
def later(request: EventRequest, token: str) -> HttpResponse:
    """The deals that come next, for a phone that loses the network, as JSON."""
    phone = phone_at(request, token, Answer()) if LAYOUTS(request.event).is_pad else None
    return JsonResponse(later_deals(phone) if phone else NOTHING_LATER)


@require_GET
@link_access("table")
def code(request: EventRequest, token: str) -> HttpResponse:
    """A code of this page, by which another phone can go on with it."""
    return qr_response(public_url(request) + reverse("table", args=(token,)))


@require_POST
@answers_outbox
@link_access("table", find=link_and_seats)
def report(request: EventRequest, token: str) -> HttpResponse:
    """Save the report of one deal. A change that affects more than its own deal is shown first,
    unless it has been (`step=apply`). 422: refused, with the form; 409: two phones disagree."""
    target = target_table(request)
    try:
        deal = deal_of_form(request.event, target, request.POST)
    except Refused as unknown:
        return refused(request, token, unknown.problems)
    form = form_of(deal, request.POST)
    if not form.is_valid():
        return refused_entry(request, token, deal, form)
    actor = speaker(request, whole(request.POST, "seen") or 0)
    submission = submission_of(request, actor, form.payload)
    if request.POST.get("step") != "apply" and submission.seen == deal.report.revision:
        change = change_of(deal, target, submission)
        if change is not None:
            return show(request, token, Answer(number=deal.number, both=change))
    try:
        stored = services.save_report(target, deal.report.deal, submission)
    except Refused as wrong:
        form.add_problems(wrong.problems)
        return refused_entry(request, token, deal, form)
    except Conflict as clash:
        answer = both_values(
            request, deal.number, table=target, clash=clash, submitted=form.payload
        )
        return show(request, token, answer)
    if request.link is not None:
        devices.note_return(request.link, token)
    return saved(request, token, stored)


@require_POST
@answers_outbox
@link_access("table")
@shows_refusals
def accept(request: EventRequest, token: str) -> HttpResponse:
    """Accept one or more reports of this table."""
    ids = request.POST.getlist("report")
    if (upto := whole(request.POST, "upto")) is not None:
        phone = phone_at(request, token, Answer())
        ids = [*map(str, waiting_upto(phone, upto) if phone else ()), *ids]
    named = [own_report(request, pk) for pk in dict.fromkeys(ids)]
    if not named:
        raise Http404
    for report in named:
        try:
            acceptances.accept(report=report, actor=request.actor, by=request.actor.label)
        except Conflict as clash:
            return show_conflict(request, token, report, clash)
    return saved(request, token, named[-1])


@require_POST
@answers_outbox
@link_access("table", find=link_and_mark)
@shows_refusals
def keep(request: EventRequest, token: str) -> HttpResponse:
    """Keep the report that counts over another answer. Whose phone has not sent it says yes to it
    by that."""
    report = own_report(request, request.POST.get("report", ""))
    device = request.actor.device
    try:
        if is_acceptable(request.event, report) and not (device and report.device == device):
            by = request.actor.label
            acceptances.accept(report=report, actor=request.actor, by=by, is_choice=True)
        else:
            rivals.keep_report(report=report, actor=request.actor)
    except Conflict as clash:
        return show_conflict(request, token, report, clash)
    return saved(request, token, report)


@require_POST
@answers_outbox
@link_access("table")
@shows_refusals
def agree(request: EventRequest, token: str) -> HttpResponse:
    """Another player agrees to an override by a scorekeeper who plays and leads."""
    ruling, by = agreement(request)
    try:
        acceptances.agree(report=ruling, actor=request.actor, by=by)
    except Conflict as clash:
        return show_conflict(request, token, ruling, clash)
    return saved(request, token, ruling)


@require_POST
@answers_outbox
@link_access("table", find=link_and_seats)
@shows_refusals
def withdraw(request: EventRequest, token: str) -> HttpResponse:
    """Withdraw a report, as long as nobody has accepted it and nothing depends on it."""
    target = target_table(request)
    submission = submission_of(request, request.actor)
    number = 0
    try:
        deal = deal_of_form(request.event, target, request.POST)
        number = deal.number
        refuse_older(deal)
        stored = services.withdraw(target, deal.report.deal, submission)
    except Conflict as clash:
        answer = both_values(request, number, table=target, clash=clash, submitted=None)
        return show(request, token, answer)
    return saved(request, token, stored)


@require_POST
@answers_outbox
@link_access("table", find=link_and_seats)
@only_for(Keeping.TABLE, Keeping.SET)
@shows_refusals
def undo(request: EventRequest, token: str) -> HttpResponse:
    """Undo the report saved last, as long as nothing was saved after it."""
    target = target_table(request)
    undone = own_report(request, request.POST.get("report", ""))
    submission = submission_of(request, speaker(request, undone.revision))
    try:
        stored = services.undo_report(target, undone, submission)
    except Conflict as clash:
        answer = both_values(request, undone.deal, table=target, clash=clash, submitted=None)
        return show(request, token, answer)
    return saved(request, token, stored)


@require_POST
@answers_outbox
@link_access("table", find=link_and_seats)
@offers(lambda format: format.facts.cuts)
@shows_refusals
def cut(request: EventRequest, token: str) -> HttpResponse:
    """Save who won the cut of a tied set; or draw lots."""
    target = target_table(request)
    submission = submission_of(request, request.actor)
    winners = named_chairs(request.POST)
    try:
        if "drawn" in request.POST:
            stored = acceptances.draw_cut(target, submission)
        else:
            stored = acceptances.report_cut(target, winners, submission)
    except Conflict as clash:
        answer = both_values(request, CUT, table=target, clash=clash, submitted={"cut": winners})
        return show(request, token, answer)
    return saved(request, token, stored)


@require_POST
@answers_outbox
@link_access("table", find=link_and_seats)
@shows_refusals
def dealer(request: EventRequest, token: str) -> HttpResponse:
    """Save who deals, a player by chair or a side; or draw who deals first."""
    target = target_table(request)
    by_lot = "drawn" in request.POST
    named = [whole(request.POST, name) for name in ("first", "chair") if name in request.POST]
    if not by_lot and (not named or named[0] is None):
        raise Http404
    key = submission_key(request.POST)
    if by_lot:
        dealers.draw_first_dealer(table=target, actor=request.actor, key=key)
    elif named[0] is not None:
        dealers.set_dealer(table=target, chair=named[0], actor=request.actor, key=key)
    return saved(request, token, None)


@require_POST
@answers_outbox
@link_access("table", find=link_and_seats)
@offers(lambda format: format.length.deals.bell)
@shows_refusals
def last_deal(request: EventRequest, token: str) -> HttpResponse:
    """Save which deal was the table's last when the bell rang; or that it plays on."""
    target = target_table(request)
    last = whole(request.POST, "last") if request.POST.get("last") else None
    if "last" not in request.POST:
        raise Http404
    bells.set_last_deal(table=target, last=last, actor=request.actor)
    return saved(request, token, None)


@require_GET
@link_access("table")
@only_for(Keeping.TABLE, Keeping.SET, Keeping.ROOM)
def books(request: EventRequest, token: str) -> HttpResponse:
    """Every movement of this table's game, and why."""
    phone = phone_at(request, token, Answer())
    hidden = phone is not None and phone.keeps_back
    boards = () if hidden or phone is None else (phone.board,)
    back = reverse("table", args=(token,))
    return books_page(request, "base_public.html", boards, hidden=hidden, back=back)


# --- what was asked for, and what was sent -----------------------------------------------------


def answer_of_request(request: EventRequest) -> Answer:
    """Return the choices of the page's query."""
    page = replace(PageRequest.of(request), q="")
    return Answer(
        number=deal_in(request.GET),
        rounds=page if request.GET.get("rounds") == WHOLE else None,
        compare=whole(request.GET, "compare", low=1),
    )


def speaker(request: EventRequest, seen: int) -> Actor:
    """Return the actor: the table; or, if a report (revision `seen`) is changed on the phone of a
    host of the event, that host."""
    if not seen or not is_host_with_link(request):
        return request.actor
    host = host_actor(request.event, request.user)
    return replace(host, device=request.actor.device, link_id=request.actor.link_id)


def submission_of(
    request: EventRequest, actor: Actor, payload: dict[str, Any] | None = None
) -> Submission:
    """Return the submission of a form of the page; `payload` is the report in it."""
    data = request.POST
    return Submission(
        actor=actor,
        key=submission_key(data),
        payload=payload,
        seen=whole(data, "seen") or 0,
        confirmed=data.getlist("confirmed"),
        is_choice=payload is not None and data.get("choice") == "1",
    )


def refused_entry(request: EventRequest, token: str, deal: Deal, form: ReportForm) -> HttpResponse:
    """Show the submitted form with its problems (422)."""
    words = one_line(deal, form.payload) if form.payload else ""
    summary = ": ".join(filter(None, (deal.label, words)))
    return show(request, token, Answer(form=form, sent=summary, number=deal.number, status=422))


def refuse_older(deal: Deal) -> None:
    """Raise Refused if later rounds depend on the deal."""
    if deal.later and not REPORTING(deal.format).is_part:
        text = "Only the latest report can be withdrawn here. Ask the host."
        raise refusal("report.older", text)


def show_conflict(
    request: EventRequest, token: str, report: Report, clash: Conflict
) -> HttpResponse:
    """The answer to accepting a report that was corrected meanwhile."""
    number = report.deal
    if REPORTING(request.event).is_part:
        number = report.table.seating.set_number
    submitted = report.payload
    answer = both_values(request, number, table=report.table, clash=clash, submitted=submitted)
    return show(request, token, answer)
