"""How a table's views answer: the page, its changing part, or JSON for a phone that was offline."""

import hashlib
import secrets
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from rulesets import games
from rulesets.game import Problem
from tournaments.access import EventRequest
from tournaments.forms import ReportForm, message
from tournaments.models import CUT, Report, Table
from tournaments.selectors.table import HandState, TablePage, table_page
from tournaments.services.errors import Conflict

from .phones import kept, shown


@dataclass
class Answer:
    """What a page is to show besides the state of the table."""

    form: ReportForm | None = None
    deal: int | None = None  # the hand that is being entered or changed
    conflict: dict[str, Any] | None = None
    problems: tuple[Problem, ...] = field(default_factory=tuple)
    status: int = 200


def report_form(request: EventRequest, target: Table, **given: Any) -> ReportForm:
    """The form of a hand at a table; `build` names the people in it."""
    game = games.load(request.event.game)
    return ReportForm(game=game, stage=target.seating.set_number, **given)


def saved(request: EventRequest, token: str, report: Report | None) -> HttpResponse:
    """Say that it is kept."""
    return kept(request, token, report, show)


def show(request: EventRequest, token: str, answer: Answer | None = None) -> HttpResponse:
    """The page, its fragment, or JSON around the fragment, as the request wants it."""
    answer = answer or Answer()
    if answer.status != 200:
        request.event.refresh_from_db()
    context = build(request, token, answer)
    problems = answer.form.problems if answer.form else answer.problems
    return shown(request, context, problems, answer.status, "table/_state.html", "table/table.html")


def both_values(
    request: EventRequest,
    target: Table,
    deal: int,
    clash: Conflict,
    submitted: dict[str, Any] | None,
) -> Answer:
    """What the page of a lost race shows: what is written, what was sent, and a choice."""
    game = games.load(request.event.game)
    stage = target.seating.set_number
    page = table_page(request.event, target.number, stage)

    def words(payload: dict[str, Any] | None) -> str:
        if payload is None:
            return _("withdrawn")
        if deal == CUT:
            chairs = payload.get("cut") or payload.get("winners") or ()
            names = [chair.name for chair in page.chairs if chair.index in chairs] if page else []
            return _(" and ").join(names)
        return game.summary(stage, payload)

    conflict = {
        "deal": deal,
        "cut": deal == CUT,
        "current": words(clash.current.payload),
        "author": clash.current.author,
        "revision": clash.current.revision,
        "submitted": words(submitted),
        "final": any(one.deal == deal and one.accepted for one in page.hands) if page else False,
    }
    answer = Answer(deal=deal or None, conflict=conflict, status=409)
    if deal != CUT:
        answer.form = report_form(request, target, payload=submitted)
    return answer


def build(request: EventRequest, token: str, answer: Answer | None = None) -> dict[str, Any]:
    """Everything the page shows."""
    answer = answer or Answer()
    number = request.actor.table_number or 0
    page = table_page(request.event, number)
    context: dict[str, Any] = {
        "event": request.event,
        "token": token,
        "number": number,
        "page": page,
        "answer": answer,
        "key": secrets.token_urlsafe(18),
        "problems": [message(problem) for problem in answer.problems],
        "version": request.event.version,
    }
    if page is not None:
        context |= of_page(request, page, answer)
    shape = replace(page, version=0) if page is not None else request.event.state
    stamp = repr((shape, context.get("before"), answer.deal))
    context["stamp"] = hashlib.blake2b(stamp.encode(), digest_size=9).hexdigest()
    return context


def of_page(request: EventRequest, page: TablePage, answer: Answer) -> dict[str, Any]:
    """What follows from the table's state: which hand is entered, what waits for a yes."""
    hand = entered_hand(page, answer.deal)
    form = answer.form
    if form is None and hand is not None:
        form = ReportForm(
            game=games.load(request.event.game),
            stage=page.set_number,
            payload=hand.payload if answer.deal else None,
        )
    if form is not None:
        form.name_people([chair.name for chair in page.chairs])
    untouched = not any(one.report_id for one in page.hands)
    before = None
    if page.set_number > 1 and untouched and not page.closed:
        before = table_page(request.event, page.number, page.set_number - 1)
    return {
        "hand": hand,
        "form": form,
        "changing": hand is not None and hand.report_id is not None,
        "before": before if before and before.moves else None,
        "unaccepted": [one for one in page.hands if one.state == "provisional"],
        "pending": [one for one in page.hands if one.pending_id],
        "agreers": [c for c in page.chairs if c.entry_id != request.event.scorekeeper_id],
        "to_cut": page.cut.needed and page.set_number < page.sets_total and not page.closed,
        "untouched": untouched,
        "side_names": sides_of(page),
        "tied": tied_groups(page),
        "later": later_hands(page, hand),
    }


def entered_hand(page: TablePage, deal: int | None) -> HandState | None:
    """The hand that the form is for: the one asked for, while it may be changed, or the next."""
    if page.closed or page.finished:
        return None
    if deal is not None:
        asked = next((one for one in page.hands if one.deal == deal), None)
        if asked is not None and not asked.accepted:
            return asked
    return page.hand


def sides_of(page: TablePage) -> list[str]:
    """The names of the two sides, for the headings of results; empty without partners."""
    if not page.partners:
        return []
    return [
        _(" & ").join(chair.name for chair in page.chairs if chair.side == side) for side in (0, 1)
    ]


def later_hands(page: TablePage, hand: HandState | None) -> list[dict[str, Any]]:
    """The hands after this one, so that a phone without network can go on entering them."""
    if hand is None:
        return []
    return [
        {"deal": one.deal, "trump": one.trump, "seen": one.revision}
        for one in page.hands
        if one.deal > hand.deal and one.report_id is None
    ]


def tied_groups(page: TablePage) -> list[dict[str, Any]]:
    """Those who cut, by role: one of each group is to be named (or `pick` of them all)."""
    if not page.cut.needed:
        return []
    cutting = [chair for chair in page.chairs if chair.index in page.cut.chairs]
    roles = list(dict.fromkeys(chair.role for chair in cutting))
    if len(roles) != page.cut.pick:
        return [{"name": "", "single": page.cut.pick == 1, "chairs": cutting}]
    return [
        {
            "name": next(chair.role_name for chair in cutting if chair.role == role),
            "single": True,
            "chairs": [chair for chair in cutting if chair.role == role],
        }
        for role in roles
    ]
