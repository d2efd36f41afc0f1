"""One table as the desk sees it: enter, accept, override, take back, cut. For the desk."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesets import games
from rulesets.game import Problem
from tournaments.access import EventRequest, desk_access
from tournaments.forms import ReportForm
from tournaments.forms_host import ReasonForm, put_beside_fields
from tournaments.models import Report, Table
from tournaments.selectors.table import HandState, TablePage, table_of, table_page
from tournaments.services import results, seating
from tournaments.services.errors import Conflict, Refused, refusal

from .answers import Deed, back, did, page, sentences, typed, whole
from .entries import entry_of
from .kinds import drives_only


def shown_table(request: EventRequest, set_number: int, number: int) -> tuple[Table, TablePage]:
    """The table of a published set, and its page. Raises Http404 if there is none."""
    table = table_of(request.event, set_number, number)
    shown = table_page(request.event, number, set_number)
    if table is None or shown is None:
        raise Http404
    return table, shown


def hand_of(shown: TablePage, deal: int) -> HandState:
    """One hand of the table. Raises Http404 if the set has none of that number."""
    for hand in shown.hands:
        if hand.deal == deal:
            return hand
    raise Http404


def new_key() -> str:
    """A key under which a form is sent once, however often the button is pressed."""
    return secrets.token_urlsafe(16)


def names_of(shown: TablePage) -> list[str]:
    """Who sits in each chair."""
    return [chair.name for chair in shown.chairs]


def report_of(table: Table, report_id: int | None) -> Report:
    """A report of this table. Raises Refused if it is gone."""
    report = table.reports.filter(pk=report_id or 0).first()
    if report is None:
        raise refusal("report.gone", "This report was changed meanwhile. Look again.")
    return report


def taken_back(
    request: EventRequest, table: Table, deal: int, revision: int, form: ReasonForm, changed: str
) -> list[str] | None:
    """Take a report back, if the form was sent and gives a reason: None once it is done, else what
    stands against it. `revision` was shown; `changed` says that it is not the newest any more."""
    if request.method != "POST" or not form.is_valid():
        return []
    seen = whole(request.POST.get("seen"), 0, 30_000)
    try:
        results.withdraw(
            table=table,
            deal=deal,
            actor=request.actor,
            reason=form.cleaned_data["reason"],
            seen=revision if seen is None else seen,
            key=typed(request.POST.get("key"), 64) or new_key(),
        )
    except Conflict:
        return [changed]
    except Refused as refused:
        return sentences(refused)
    return None


def yes_to(table: Table) -> dict[str, Deed]:
    """The buttons that say yes to a report of a table: the desk's own, and another player's."""

    def accept(request: EventRequest) -> str:
        report = report_of(table, whole(request.POST.get("report")))
        results.accept(report=report, actor=request.actor)
        return _("Accepted.")

    def agree(request: EventRequest) -> str:
        by = entry_of(request.event, request.POST.get("by"))
        report = report_of(table, whole(request.POST.get("report")))
        results.agree(report=report, actor=request.actor, by=by)
        return _("%(name)s agreed.") % {"name": by.name}

    return {"accept": accept, "agree": agree}


@require_safe
@desk_access
@drives_only
def event_table(request: EventRequest, event_id: int, set_number: int, number: int) -> HttpResponse:
    """Who sits there, every hand with its state, and what can be done."""
    shown = shown_table(request, set_number, number)[1]
    return page(request, "host/table.html", table_context(shown))


def table_context(shown: TablePage) -> dict[str, Any]:
    """The table, and the answers that would settle a cut, each as a button's value and words."""
    names = names_of(shown)
    answers = [
        {
            "value": ",".join(str(chair) for chair in answer),
            "names": _(" & ").join(names[chair] for chair in answer),
        }
        for answer in shown.cut.answers
    ]
    return {"table": shown, "cut_answers": answers, "tab": "desk"}


@require_POST
@desk_access
@drives_only
def event_table_act(
    request: EventRequest, event_id: int, set_number: int, number: int
) -> HttpResponse:
    """The small buttons of a table."""
    table, shown = shown_table(request, set_number, number)

    def cut(request: EventRequest) -> str:
        won = chosen_cut(request, shown)
        seen = shown.cut.revision
        results.report_cut(table=table, winners=won, actor=request.actor, key=new_key(), seen=seen)
        return _("The cut is recorded.")

    def draw_cut(request: EventRequest) -> str:
        results.draw_cut(table=table, actor=request.actor, key=new_key())
        return _("The cut is drawn.")

    def dealer(request: EventRequest) -> str:
        chair = whole(request.POST.get("chair"), 0, len(shown.chairs) - 1)
        if chair is None:
            raise refusal("dealer.chair", "Choose who deals first.", "chair")
        seating.report_first_dealer(table=table, chair=chair, actor=request.actor)
        return _("%(name)s deals first.") % {"name": shown.chairs[chair].name}

    deeds = {"cut": cut, "draw_cut": draw_cut, "dealer": dealer}
    said, problems = did(request, yes_to(table) | deeds)
    if problems:
        return page(request, "host/table.html", table_context(shown), problems=problems)
    return back(request, "event_table", event_id, set_number, number, said=said)


def chosen_cut(request: EventRequest, shown: TablePage) -> tuple[int, ...]:
    """The chairs that won the cut, as one of the possible answers. Raises Refused for others."""
    for answer in shown.cut.answers:
        if request.POST.get("chairs") == ",".join(str(chair) for chair in answer):
            return answer
    raise refusal("cut.choose", "Choose who won the cut.", "chairs")


def against_rules(form: ReportForm) -> bool:
    """Whether the numbers themselves cannot have happened: that is what can be overridden."""
    keys = {question.key for question in form.questions}
    return any(
        problem.severity == "error" and problem.at and problem.at[0] in keys
        for problem in form.problems
    )


def report_form(
    request: EventRequest, shown: TablePage, payload: dict[str, list[int]] | None = None
) -> ReportForm:
    """The form of a hand: as posted, or with what was reported (`payload`)."""
    return ReportForm(
        request.POST if request.method == "POST" else None,
        game=games.load(request.event.game),
        stage=shown.set_number,
        names=names_of(shown),
        payload=payload,
    )


def hand_context(
    shown: TablePage, hand: HandState, form: ReportForm, **more: Any
) -> dict[str, Any]:
    """What the form of a hand shows."""
    return {
        "table": shown,
        "hand": hand,
        "form": form,
        "reason": ReasonForm(),
        "key": new_key(),
        "seen": hand.revision,
        "override": False,
        "wrong": against_rules(form),
        "tab": "desk",
        **more,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
@drives_only
def event_hand(
    request: EventRequest, event_id: int, set_number: int, number: int, deal: int
) -> HttpResponse:
    """Enter a hand that was not reported yet; one that was is corrected on its own page."""
    table, shown = shown_table(request, set_number, number)
    hand = hand_of(shown, deal)
    form = report_form(request, shown)
    if request.method != "POST":
        if hand.payload is not None:
            return back(request, "event_correct", event_id, set_number, number, deal)
        return page(request, "host/hand.html", hand_context(shown, hand, form))
    if not form.is_valid():
        return page(request, "host/hand.html", hand_context(shown, hand, form), status=422)
    return entered(request, table, shown, hand, form)


def entered(
    request: EventRequest, table: Table, shown: TablePage, hand: HandState, form: ReportForm
) -> HttpResponse:
    """Hand the report to the service; show what it refuses, or what somebody else said."""
    override = request.POST.get("override") == "1"
    reason = typed(request.POST.get("reason"), 300)
    seen = whole(request.POST.get("seen"), 0, 30_000)
    try:
        report = results.report(
            table=table,
            deal=hand.deal,
            payload=form.payload,
            actor=request.actor,
            key=typed(request.POST.get("key"), 64) or new_key(),
            seen=hand.revision if seen is None else seen,
            confirmed=form.confirmed,
            reason=reason,
            override=override,
        )
    except Conflict as conflict:
        return both_values(request, shown, hand, form, conflict)
    except Refused as refused:
        form.add_problems(about_numbers(refused))
        context = hand_context(
            shown, hand, form, reason=reason_form(reason, refused), override=override
        )
        return page(request, "host/hand.html", context, status=422)
    said = (
        _("Entered; it counts once another player agrees.")
        if report.needs_agreement
        else _("Entered.")
    )
    return back(request, "event_table", shown.event_id, shown.set_number, shown.number, said=said)


def about_numbers(refused: Refused) -> list[Problem]:
    """The problems that belong to the report itself; those of the reason stand beside it."""
    return [problem for problem in refused.problems if problem.at[:1] != ("reason",)]


def reason_form(typed: str, refused: Refused) -> ReasonForm:
    """The reason as it was typed, with what is wrong with it."""
    mine = [problem for problem in refused.problems if problem.at[:1] == ("reason",)]
    form = ReasonForm({"reason": typed} if typed or mine else None)
    if form.is_bound and form.is_valid():
        put_beside_fields(form, mine)
    return form


def both_values(
    request: EventRequest,
    shown: TablePage,
    hand: HandState,
    form: ReportForm,
    conflict: Conflict,
    step: str = "event_hand",
) -> HttpResponse:
    """Two people entered one hand: show both and ask which holds. Status 409."""
    game = games.load(request.event.game)
    current = conflict.current
    theirs = game.summary(shown.set_number, current.payload) if current.payload else ""
    context = {
        "table": shown,
        "hand": hand,
        "form": form,
        "theirs": theirs,
        "their_author": current.author,
        "mine": game.summary(shown.set_number, form.payload),
        "seen": current.revision,
        "key": new_key(),
        "step": step,
        "reason": request.POST.get("reason", ""),
        "tab": "desk",
    }
    return page(request, "host/conflict.html", context, status=409)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
@drives_only
def event_withdraw(
    request: EventRequest, event_id: int, set_number: int, number: int, deal: int
) -> HttpResponse:
    """Take a report back: the hand then counts as not reported."""
    table, shown = shown_table(request, set_number, number)
    hand = hand_of(shown, deal)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    changed = _("Somebody else changed this hand meanwhile. Look again.")
    problems = taken_back(request, table, deal, hand.revision, form, changed)
    if problems is None:
        said = _("Taken back.")
        return back(request, "event_table", event_id, set_number, number, said=said)
    context = {
        "table": shown,
        "hand": hand,
        "form": form,
        "key": new_key(),
        "seen": hand.revision,
        "tab": "desk",
    }
    status = 422 if form.errors else None
    return page(request, "host/withdraw.html", context, problems=problems, status=status)
