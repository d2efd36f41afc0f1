"""A table's phone: enter a hand, let the other side accept it, cut, see where to go next.

Who may: whoever holds the table's un-revoked link, for that table alone. Everything posted here
may also arrive late and twice from a phone that had lost the network (static js/outbox.js): such a
request carries the header X-Outbox and is answered in JSON. What was refused comes with the
fragment to show; after what was kept the phone asks for its table's state by itself, once for all
that it had waiting.
"""

import secrets

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from rulesets import games
from rulesets.game import Problem
from tournaments.access import EventRequest, link_access
from tournaments.forms import plain_payload
from tournaments.models import CUT, Entry, Link, Report, Table
from tournaments.selectors.links import seated_link
from tournaments.selectors.pads import is_scheme
from tournaments.selectors.reports import agreed_otherwise, entry_of, report_of
from tournaments.services import results, seating
from tournaments.services.errors import Conflict, Refused, refusal

from . import pad_answers
from .kinds import drives_only
from .table_answers import Answer, both_values, build, report_form, saved, show


def whole(data: QueryDict, name: str, low: int = 0) -> int | None:
    """A small whole number that was sent, or None."""
    return small_number(data.get(name, ""), low)


def small_number(text: str, low: int = 0) -> int | None:
    """The number that a text is, if it is a small whole one."""
    if not text.isascii() or not text.isdecimal() or len(text) > 12 or int(text) < low:
        return None
    return int(text)


def link_and_seats(request: HttpRequest, token: str) -> Link | None:
    """The link, with its table in the set that the form was made for."""
    return seated_link(token, whole(request.POST, "set", low=1))


@require_GET
@link_access("table")
def table(request: EventRequest, token: str) -> HttpResponse:
    """The table's page; `?hand=2` opens a reported hand for changing, `?round=2` shows a round."""
    if is_scheme(request.event):
        return pad_answers.show(request, token, pad_answers.Answer(number=asked_round(request.GET)))
    return show(request, token, Answer(deal=asked_deal(request.GET)))


@require_GET
@link_access("table")
def table_state(request: EventRequest, token: str) -> HttpResponse:
    """The part of the page that changes; 204 while it would look the same."""
    if request.GET.get("v") == str(request.event.version):
        return HttpResponse(status=204)
    if is_scheme(request.event):
        asked = pad_answers.Answer(number=asked_round(request.GET))
        context, part = pad_answers.build(request, token, asked), "pad/_state.html"
    else:
        context = build(request, token, Answer(deal=asked_deal(request.GET)))
        part = "table/_state.html"
    if request.GET.get("stamp") == context["stamp"]:
        return HttpResponse(status=204)
    return render(request, part, context)


@require_POST
@link_access("table", find=link_and_seats)
@drives_only
def table_report(request: EventRequest, token: str) -> HttpResponse:
    """Take the report of one hand. 422: refused, with the form; 409: two phones disagree."""
    target = target_table(request)
    deal = whole(request.POST, "hand", low=1)
    payload = sent_payload(request, target)
    if deal is None or payload is None:
        return show(request, token, refused_entry(request, target, deal))
    key, seen = sent_key(request.POST), whole(request.POST, "seen") or 0
    try:
        refuse_agreed(target, deal, payload, key, seen)
        report = results.report(
            table=target,
            deal=deal,
            payload=payload,
            actor=request.actor,
            key=key,
            seen=seen,
            confirmed=request.POST.getlist("confirmed"),
        )
    except Refused as refused:
        return show(request, token, refused_entry(request, target, deal, refused.problems))
    except Conflict as clash:
        return show(request, token, both_values(request, target, deal, clash, payload))
    return saved(request, token, report)


@require_POST
@link_access("table")
@drives_only
def table_accept(request: EventRequest, token: str) -> HttpResponse:
    """The other side says yes to a report of this table."""
    report = own_report(request, request.POST.get("report", ""))
    try:
        results.accept(report=report, actor=request.actor, by=request.actor.label)
    except Refused as refused:
        return show(request, token, Answer(problems=refused.problems, status=422))
    except Conflict as clash:
        found = both_values(request, report.table, report.deal, clash, report.payload)
        return show(request, token, found)
    return saved(request, token, report)


@require_POST
@link_access("table")
@drives_only
def table_agree(request: EventRequest, token: str) -> HttpResponse:
    """Another player agrees to an override by a scorekeeper who plays and leads."""
    report, by = agreement(request)
    try:
        results.agree(report=report, actor=request.actor, by=by)
    except Refused as refused:
        return show(request, token, Answer(problems=refused.problems, status=422))
    except Conflict as clash:
        found = both_values(request, report.table, report.deal, clash, report.payload)
        return show(request, token, found)
    return saved(request, token, report)


@require_POST
@link_access("table", find=link_and_seats)
@drives_only
def table_cut(request: EventRequest, token: str) -> HttpResponse:
    """Who won the cut of a tied set; or have it drawn."""
    target = target_table(request)
    key = sent_key(request.POST)
    winners = named_chairs(request.POST)
    try:
        if "drawn" in request.POST:
            report = results.draw_cut(table=target, actor=request.actor, key=key)
        else:
            report = results.report_cut(
                table=target,
                winners=tuple(sorted(winners)),
                actor=request.actor,
                key=key,
                seen=whole(request.POST, "seen") or 0,
            )
    except Refused as refused:
        return show(request, token, Answer(problems=refused.problems, status=422))
    except Conflict as clash:
        return show(request, token, both_values(request, target, CUT, clash, {"cut": winners}))
    return saved(request, token, report)


@require_POST
@link_access("table", find=link_and_seats)
@drives_only
def table_dealer(request: EventRequest, token: str) -> HttpResponse:
    """Who cut the highest card and deals the first hand."""
    target = target_table(request)
    chair = whole(request.POST, "chair")
    try:
        if chair is None:
            raise Http404
        seating.report_first_dealer(table=target, chair=chair, actor=request.actor)
    except Refused as refused:
        return show(request, token, Answer(problems=refused.problems, status=422))
    return saved(request, token, None)


# --- what was sent ---------------------------------------------------------------------------


def asked_round(data: QueryDict) -> int | None:
    return whole(data, "round", low=1)


def asked_deal(data: QueryDict) -> int | None:
    return whole(data, "hand", low=1)


def named_chairs(data: QueryDict) -> list[int]:
    """The chairs that a cut names: one radio button for each role, or boxes for all."""
    names = [name for name in data if name == "winner" or name.startswith("winner_")]
    texts = [text for name in names for text in data.getlist(name)]
    return [int(text) for text in texts if text in ("0", "1", "2", "3")]


def sent_key(data: QueryDict) -> str:
    """The key that makes a repeated submission the same one; a new one where none came."""
    return data.get("key", "")[:64] or secrets.token_urlsafe(18)


def sent_payload(request: EventRequest, target: Table) -> dict[str, list[int]] | None:
    """The report that was sent; None where the form has something to say about it."""
    game = games.load(request.event.game)
    payload = plain_payload(game, target.seating.set_number, request.POST)
    if payload is None:
        form = report_form(request, target, data=request.POST)
        payload = form.payload if form.is_valid() else None
    return payload


def refused_entry(
    request: EventRequest, target: Table, deal: int | None, problems: tuple[Problem, ...] = ()
) -> Answer:
    """The form as it was sent, with what is wrong with it."""
    form = report_form(request, target, data=request.POST)
    form.is_valid()
    form.add_problems(problems)
    return Answer(form=form, deal=deal, status=422)


def refuse_agreed(
    target: Table, deal: int, payload: dict[str, list[int]], key: str, seen: int
) -> None:
    """Refuse a table's change of a result that both sides have agreed to. Raises Refused."""
    # A form that has seen no report has seen no agreement.
    if seen and agreed_otherwise(target, deal, payload, key, seen):
        text = "Both sides have agreed to this result. Only the host changes it now: ask."
        raise refusal("report.agreed", text)


def own_report(request: EventRequest, named: str) -> Report:
    """The report of that id, if it is one of this link's table. Raises Http404."""
    number = request.actor.table_number or 0
    report = report_of(request.event, number, small_number(named) or 0)
    if report is None:
        raise Http404
    return report


def agreement(request: EventRequest) -> tuple[Report, Entry]:
    """The report that somebody agrees to, and who that is. Raises Http404 for no such."""
    by = entry_of(request.event, whole(request.POST, "entry") or 0)
    if by is None:
        raise Http404
    return own_report(request, request.POST.get("report", "")), by


def target_table(request: EventRequest) -> Table:
    """The table of this link in the set that the form was made for. Raises Http404."""
    found = request.link.seated if request.link else None
    if found is None:
        raise Http404
    return found
