"""A phone at a score pad: enter a round, agree to it, change it, take it back.

Who may: whoever holds the table's un-revoked link, for that table (or couple's place) alone. As at
drives (views/table.py), everything posted here may arrive late and twice from a phone that had
lost the network, and is then answered in JSON.
"""

from typing import Any

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from rulesets.game import Problem
from tournaments.access import EventRequest, link_access
from tournaments.forms_scheme import SchemeForm
from tournaments.models import Report, Table
from tournaments.selectors.padphone import is_room, place_line
from tournaments.selectors.pads import Line, Pad, pad_at
from tournaments.selectors.reports import agreed_otherwise
from tournaments.services import lineup, results, rounds
from tournaments.services.errors import Conflict, Refused, refusal

from .books import books_context, books_page
from .kinds import pads_only
from .pad_answers import Answer, both_values, form_at, keeps_back, saved, show
from .table import agreement, link_and_seats, own_report, sent_key, target_table, whole


@require_POST
@link_access("table", find=link_and_seats)
@pads_only
def pad_report(request: EventRequest, token: str) -> HttpResponse:
    """Take the report of a round. 422: refused, with the form; 409: two phones disagree."""
    target = target_table(request)
    try:
        pad, line, number = reported_place(request, target)
    except Refused as refused:
        return show(request, token, Answer(problems=refused.problems, status=422))
    final = "final" in request.POST
    form = form_at(pad, line, data=request.POST, final=final)
    if not form.is_valid():
        return refused_entry(request, token, number, form)
    key, seen = sent_key(request.POST), whole(request.POST, "seen") or 0
    try:
        refuse_agreed(target, line.deal, form.payload, key, seen)
        report = rounds.report(
            table=target,
            deal=line.deal,
            payload=form.payload,
            actor=request.actor,
            key=key,
            seen=seen,
            confirmed=form.confirmed,
        )
    except Refused as refused:
        return refused_entry(request, token, number, form, refused.problems)
    except Conflict as clash:
        found = both_values(request, pad.set_number or number, number, clash, form.payload)
        return show(request, token, found)
    return saved(request, token, report)


@require_POST
@link_access("table")
@pads_only
def pad_accept(request: EventRequest, token: str) -> HttpResponse:
    """The others say yes to one or more reports of this place."""
    reports = [own_report(request, pk) for pk in request.POST.getlist("report")]
    if not reports:
        raise Http404
    for report in reports:
        try:
            results.accept(report=report, actor=request.actor, by=request.actor.label)
        except Refused as refused:
            return show(request, token, Answer(problems=refused.problems, status=422))
        except Conflict as clash:
            return show(request, token, met_other(request, report, clash))
    return saved(request, token, reports[-1])


@require_POST
@link_access("table")
@pads_only
def pad_agree(request: EventRequest, token: str) -> HttpResponse:
    """Another player agrees to an override by a scorekeeper who plays and leads."""
    report, by = agreement(request)
    try:
        results.agree(report=report, actor=request.actor, by=by)
    except Refused as refused:
        return show(request, token, Answer(problems=refused.problems, status=422))
    except Conflict as clash:
        return show(request, token, met_other(request, report, clash))
    return saved(request, token, report)


@require_POST
@link_access("table", find=link_and_seats)
@pads_only
def pad_withdraw(request: EventRequest, token: str) -> HttpResponse:
    """Take the table's last report back, as long as nobody has agreed to it."""
    target = target_table(request)
    key, seen = sent_key(request.POST), whole(request.POST, "seen") or 0
    try:
        pad, line, number = reported_place(request, target)
        newest = max((one.number for one in pad.rounds if one.complete), default=0)
        if line.accepted:
            raise refusal("report.agreed", AGREED)
        if not is_room(pad) and number < newest:
            text = "Only the newest round can be taken back here. Ask the host."
            raise refusal("report.older", text)
        report = results.withdraw(
            table=target, deal=line.deal, actor=request.actor, reason="", seen=seen, key=key
        )
    except Refused as refused:
        return show(request, token, Answer(problems=refused.problems, status=422))
    except Conflict as clash:
        found = both_values(request, pad.set_number or number, number, clash, None)
        return show(request, token, found)
    return saved(request, token, report)


@require_POST
@link_access("table", find=link_and_seats)
@pads_only
def pad_dealer(request: EventRequest, token: str) -> HttpResponse:
    """Who deals first: a player, or a team."""
    target = target_table(request)
    first = whole(request.POST, "first")
    if first is None:
        raise Http404
    try:
        lineup.set_first_dealer(event=request.event, actor=request.actor, table=target, first=first)
    except Refused as refused:
        return show(request, token, Answer(problems=refused.problems, status=422))
    return saved(request, token, None)


@require_GET
@link_access("table")
@pads_only
def pad_books(request: EventRequest, token: str) -> HttpResponse:
    """Every movement of this table's pad, and why."""
    pad = pad_at(request.event, request.actor.table_number or 0)
    hidden = pad is not None and keeps_back(request.event, pad)
    context = books_context(request, () if pad is None or hidden else (pad,))
    return books_page(request, "pad/books.html", context | {"token": token, "hidden": hidden})


# --- what was sent ---------------------------------------------------------------------------

LARGEST_ROUND = 9999
AGREED = "The others have agreed to this result. Only the host changes it now: ask."


def reported_place(request: EventRequest, target: Table) -> tuple[Pad, Line, int]:
    """The pad, the line and the number of the round that a form is about.

    Raises Http404 where there is no such place, Refused where its round is not to be played yet
    (one before it was taken back while the form was open).
    """
    set_number = target.seating.set_number
    pad = pad_at(request.event, target.number, set_number)
    if pad is None:
        raise Http404
    number = set_number if is_room(pad) else whole(request.POST, "round", low=1) or 0
    if not number:
        raise Http404
    line = place_line(pad, target.number, number)
    if line is None:
        text = "There is no round {round} to report yet."
        raise refusal("round.unknown", text, round=min(number, LARGEST_ROUND))
    return pad, line, number


def refused_entry(
    request: EventRequest,
    token: str,
    number: int,
    form: SchemeForm,
    problems: tuple[Problem, ...] = (),
) -> HttpResponse:
    """The form as it was sent, with what is wrong with it."""
    form.add_problems(problems)
    answer = Answer(form=form, number=number, final=form.final, status=422)
    return show(request, token, answer)


def refuse_agreed(target: Table, deal: int, payload: dict[str, Any], key: str, seen: int) -> None:
    """Refuse a table's change of a result that the others have agreed to. Raises Refused."""
    if seen and agreed_otherwise(target, deal, payload, key, seen):
        raise refusal("report.agreed", AGREED)


def met_other(request: EventRequest, report: Report, clash: Conflict) -> Answer:
    """A yes to what was changed meanwhile."""
    set_number = report.table.seating.set_number
    pad = pad_at(request.event, report.table.number, set_number)
    number = set_number if pad is not None and is_room(pad) else report.deal
    return both_values(request, set_number, number, clash, report.payload)
