"""A table and its deals, or a round of the whole room: enter, accept, withdraw, and correct after a
look at the consequences. For the desk."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesets.formats.deals import passes_deal
from rulesets.formats.parts import Keeping
from tournaments.access.decorators import desk_access, only_for
from tournaments.boards.bells import bell_of
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.deals import due_hand, hands_of, troubles_in
from tournaments.boards.event_board import players_clockwise
from tournaments.boards.event_tables import table_of
from tournaments.boards.hall import Hall
from tournaments.boards.room_board import AWAY
from tournaments.log.selectors import undo_sentence
from tournaments.models import Event, Report, Table
from tournaments.models.errors import Conflict, Refused, refusal
from tournaments.models.event_games import format_of
from tournaments.report_forms.report_form import make_desk_form
from tournaments.reports import acceptances, bells, dealers, rivals, services
from tournaments.reports.forms import REASONS, ReasonForm, chosen_cut, reason_of
from tournaments.reports.judging import LATER, preview
from tournaments.reports.slips import SLIP_KEY, enter_slip, slip_lines, with_refused
from tournaments.reports.submission import Submission
from tournaments.scores.books import rounds_in_parts, stakes_of
from tournaments.scores.progress import round_page, run_of, summarize_board, worksheet_of
from tournaments.scores.score import score_for_desk
from tournaments.scores.sets import (
    chairs_of,
    ladder_words,
    names_of,
    result_words,
    with_names,
)
from tournaments.seats.own_rounds import moves_from
from tournaments.seats.selectors import table_divisions
from tournaments.web.forms import put_beside_fields
from tournaments.web.labels import called, set_word, table_title
from tournaments.web.paging import PageRequest
from tournaments.web.responses import (
    Action,
    back,
    clean_line,
    entry_of,
    page,
    perform_action,
    sentences,
    whole_number,
)
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from rulesets.engine.problems import Problem
    from tournaments.access.permissions import EventRequest
    from tournaments.boards.deals import Deal
    from tournaments.boards.event_board import EventBoard
    from tournaments.models import Dispute, Event
    from tournaments.report_forms.report_form import ReportForm
    from tournaments.scores.progress import BoardSummary


@dataclass(frozen=True, slots=True)
class EntryForm:
    """A deal and what was typed for it. `seen` is the revision that the form showed."""

    table: Table
    deal: Deal
    form: ReportForm
    last: bool
    seen: int

    @property
    def is_old(self) -> bool:
        """Whether something was reported after the form was shown."""
        return self.seen < self.deal.report.revision


def new_key() -> str:
    """A key under which a form is saved once, however often the button is pressed."""
    return secrets.token_urlsafe(16)


def key_of_form(request: EventRequest) -> str:
    """The key of the form; a new one if none was sent."""
    return clean_line(request.POST.get("key"), 64) or new_key()


def find_deal(request: EventRequest, set_number: int, number: int, deal: int) -> tuple[Table, Deal]:
    """The deal with these numbers, and its table. Raises Http404 if there is none."""
    table = table_of(request.event, set_number, number)
    board_deal = Hall.of(request.event).deal(set_number, number, deal)
    if table is None or board_deal is None or board_deal.report.table_id != table.pk:
        raise Http404
    return table, board_deal


def deal_context(deal: Deal, **more: Any) -> dict[str, Any]:
    return {"deal": deal, "at": deal.address, "tab": "desk", "parts": PAGES(deal.format), **more}


# --- a deal as it stands --------------------------------------------------------------------------


@require_safe
@desk_access
def event_deal(
    request: EventRequest, event_id: int, set_number: int, number: int, deal: int
) -> HttpResponse:
    """What was reported, by whom, what it changed, and what can be done about it. For the desk."""
    board_deal = find_deal(request, set_number, number, deal)[1]
    return page(request, "reports/deal.html", deal_context(board_deal))


@require_POST
@desk_access
def event_deal_act(
    request: EventRequest, event_id: int, set_number: int, number: int, deal: int
) -> HttpResponse:
    """Accept, agree, or note that a couple does not play this round. For the desk."""
    table, board_deal = find_deal(request, set_number, number, deal)

    def away(request: EventRequest) -> str:
        submission = Submission(request.actor, new_key(), {AWAY: True}, board_deal.report.revision)
        services.save_report(table, deal, submission)
        return _("%(names)s are not playing this round.") % {"names": board_deal.name}

    done_words, problems = perform_action(request, yes_to(table) | {"away": away})
    if problems:
        board_deal = find_deal(request, set_number, number, deal)[1]
        return page(request, "reports/deal.html", deal_context(board_deal), problems=problems)
    if request.POST["act"] == "away":
        return back(request, "event", event_id, message=done_words)
    return back(request, "event_deal", event_id, *board_deal.address, message=done_words)


def yes_to(table: Table) -> dict[str, Action]:
    """The actions that accept a report of a table: as the desk, or as another player."""

    def accept(request: EventRequest) -> str:
        report = report_of(table, whole_number(request.POST.get("report")))
        acceptances.accept(report=report, actor=request.actor)
        return _("Accepted.")

    def agree(request: EventRequest) -> str:
        by = entry_of(request.event, request.POST.get("by"))
        report = report_of(table, whole_number(request.POST.get("report")))
        acceptances.agree(report=report, actor=request.actor, by=by)
        return _("%(name)s agreed.") % {"name": by.name}

    def keep(request: EventRequest) -> str:
        report = report_of(table, whole_number(request.POST.get("report")))
        report.table = table
        if acceptances.is_acceptable(request.event, report):
            acceptances.accept(report=report, actor=request.actor, is_choice=True)
        else:
            rivals.keep_report(report=report, actor=request.actor)
        return _("It stands.")

    return {"accept": accept, "agree": agree, "keep": keep}


def report_of(table: Table, report_id: int | None) -> Report:
    """A report of this table. Raises Refused if it is gone."""
    report = table.reports.filter(pk=report_id or 0).first()
    if report is None:
        raise refusal(
            "report.gone", "This report has been changed in the meantime. Please check again."
        )
    return report


def back_to_entry(request: EventRequest, deal: Deal, message: str) -> HttpResponse:
    """Redirect to where results are entered: the desk, the next couple, or the table."""
    return PAGES(deal.format).back_to_entry(request, deal, message)


def round_result_words(request: EventRequest, deal: Deal) -> str:
    """The result of the round, if this report was its last one; else ""."""
    boards = Hall.of(request.event).boards
    board_round = boards[0].round(deal.number) if boards else None
    if board_round is None or board_round.played is None or not board_round.counted:
        return ""
    words = {"deal": translate(deal.format.labels.deal.numbered(deal.number))}
    return _("%(deal)s: %(award)s.") % (words | {"award": translate(board_round.played.summary)})


def next_missing(request: EventRequest, deal: Deal) -> tuple[int, int, int] | None:
    """The next couple of the round without a report; None if all have reported."""
    boards = Hall.of(request.event).boards
    board_round = boards[0].round(deal.number) if boards else None
    missing = [
        report for report in (board_round.reports if board_round else ()) if not report.standing
    ]
    later = [report for report in missing if report.table_number > deal.report.table_number]
    for report in later or missing:
        return report.set_number, report.table_number, report.deal
    return None


# --- entering and correcting ----------------------------------------------------------------------


def entry_form(request: EventRequest, table: Table, deal: Deal) -> EntryForm:
    """The form of a report: as posted, or filled with the stored one."""
    posted = request.method == "POST"
    data = request.POST if posted else request.GET
    is_last = data.get("last") == "1" or (not posted and deal.is_last) or deal.asks_for_last
    last = is_last and deal.plays.final is not None
    form = make_desk_form(deal, request.POST if posted else None, final=last)
    seen = whole_number(request.POST.get("seen"), 0, 30_000)
    return EntryForm(table, deal, form, last, deal.report.revision if seen is None else seen)


def against_rules(entry: EntryForm) -> bool:
    """Whether the report is sound but breaks a rule, so that it can be overridden."""
    keys = {field.key for field in entry.form.declared}
    errors = [problem for problem in entry.form.problems if problem.severity == "error"]
    if any(problem.firm or problem.code.endswith(".range") for problem in errors):
        return False
    return any(problem.at[:1] and problem.at[0] in keys for problem in errors)


def form_page(
    request: EventRequest, entry: EntryForm, status: int = 200, **more: Any
) -> HttpResponse:
    """The form with everything that was typed."""
    preview, reseat = more.get("preview"), request.POST.get("reseat")
    context = {
        "form": entry.form,
        "last": entry.last,
        "next_round": None if entry.last else entry.deal.next_round,
        "reason": ReasonForm(initial={"reason": request.POST.get("reason", "")}),
        "key": new_key(),
        "seen": entry.deal.report.revision,
        "override": request.POST.get("override") == "1",
        "reseat": reseat == "1" if reseat else bool(preview and preview.draws_again),
        "wrong": against_rules(entry),
        "reasons": REASONS.items(),
        "why": request.POST.get("why", ""),
        "objections": open_objections(request, entry),
        "settles": settled_by(request, entry),
        **more,
    }
    return page(request, "reports/report.html", deal_context(entry.deal, **context), status=status)


def open_objections(request: EventRequest, entry: EntryForm) -> list[Dispute]:
    """The open objections to a deal that is corrected."""
    if not entry.deal.report.disputed:
        return []
    report = entry.deal.report
    disputes = request.event.disputes.filter(
        table=report.table_id, deal=report.deal, decided_at=None
    )
    return list(disputes.order_by("pk"))


def settled_by(request: EventRequest, entry: EntryForm) -> set[int]:
    """The objections (ids) that the correction settles: all, unless the form says otherwise."""
    objections = {objection.pk for objection in open_objections(request, entry)}
    if "settles" not in request.POST:
        return objections
    chosen = map(whole_number, request.POST.getlist("settles"))
    return objections & {number for number in chosen if number is not None}


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_deal_report(
    request: EventRequest, event_id: int, set_number: int, number: int, deal: int
) -> HttpResponse:
    """Enter what a table or a couple reports; a correction first shows what it would change
    (``step=preview``), while it is typed by htmx, for which half a result is no refusal. For the
    desk."""
    table, board_deal = find_deal(request, set_number, number, deal)
    entry = entry_form(request, table, board_deal)
    if request.method != "POST":
        if request.event.state != Event.State.PLAYING or not board_deal.open:
            return back(request, "event_deal", event_id, set_number, number, deal)
        return form_page(request, entry)
    live = "HX-Request" in request.headers
    if not entry.form.is_valid():
        return form_page(request, entry, 200 if live else 422)
    applied = not board_deal.corrects or entry.is_old or request.POST.get("step") == "apply"
    return save_entry(request, entry) if applied and not live else previewed(request, entry)


def previewed(request: EventRequest, entry: EntryForm, **more: Any) -> HttpResponse:
    """The form again, with everything that it would change."""
    form = entry.form
    changes = preview(table=entry.table, deal=entry.deal.report.deal, payload=form.payload)
    if not form.problems:
        form.add_problems(changes.problems)
    failed = any(problem.severity == "error" for problem in form.problems)
    context = {
        "preview": changes if not failed or against_rules(entry) else None,
        "later_code": LATER if changes.broken else "",
    }
    live = "HX-Request" in request.headers
    status = 422 if more or (failed and not live) else 200
    return form_page(request, entry, status, **{**context, **more})


def save_entry(request: EventRequest, entry: EntryForm) -> HttpResponse:
    """Save the report; show the problems, or what somebody else has reported."""
    deal, form = entry.deal, entry.form
    override = request.POST.get("override") == "1"
    reason = reason_of(request.POST)
    corrects = deal.corrects and not entry.is_old
    settles = settled_by(request, entry) if corrects else set()
    if corrects and not reason:
        return previewed(request, entry, reason=required_reason(), override=override)
    submission = Submission(
        actor=request.actor,
        key=key_of_form(request),
        payload=form.payload,
        seen=entry.seen,
        confirmed=form.confirmed,
        reason=reason,
        override=override,
        reseat=request.POST.get("reseat") == "1" if corrects else None,
        settles=settles,
    )
    try:
        report = services.save_report(entry.table, deal.report.deal, submission)
    except Conflict as conflict:
        return both_values(request, entry, conflict)
    except Refused as refused:
        form.add_problems(about_numbers(refused))
        context = {"reason": reason_form(reason, refused), "override": override}
        if corrects:
            return previewed(request, entry, **context)
        return form_page(request, entry, 422, **context)
    words = entry_words(deal, report, form.payload, corrects=corrects)
    if settles or (corrects and deal.report.contested):  # it came from what the desk has to settle
        return back(request, "event", request.event.pk, message=words)
    return back_to_entry(request, deal, words)


def entry_words(deal: Deal, report: Report, payload: dict[str, Any], *, corrects: bool) -> str:
    """The saved report in words, with its table and round, to be read back aloud."""
    if report.needs_agreement:
        text = _("{deal} is entered. It counts once another player agrees.")
        return text.format(deal=deal.place)
    result = deal.named_words(payload)
    text = _("Corrected. {deal}: {result}") if corrects else _("Entered. {deal}: {result}")
    return text.format(deal=deal.place, result=with_names(deal.board, result))


def both_values(request: EventRequest, entry: EntryForm, conflict: Conflict) -> HttpResponse:
    """Show two conflicting reports and ask which one holds. Status 409."""
    deal, newest = entry.deal, conflict.report
    # Read again: the form's board does not know what has come meanwhile.
    fresh = Hall.of(request.event).deal(*deal.address) or deal
    context = {
        "form": entry.form,
        "last": entry.last,
        "theirs": fresh.words(newest.newest_payload),
        "their_author": newest.newest_author,
        "mine": deal.words(entry.form.payload),
        "seen": newest.revision,
        "key": new_key(),
        "reason": request.POST.get("reason", ""),
    }
    return page(request, "reports/deal_conflict.html", deal_context(deal, **context), status=409)


def about_numbers(refused: Refused) -> list[Problem]:
    """The problems of the report itself; those of the reason stand beside it."""
    return [problem for problem in refused.problems if problem.at[:1] != ("reason",)]


def reason_form(typed: str, refused: Refused) -> ReasonForm:
    """The reason as typed, with its problems."""
    mine = [problem for problem in refused.problems if problem.at[:1] == ("reason",)]
    form = ReasonForm({"reason": typed} if typed or mine else None)
    if form.is_bound and form.is_valid():
        put_beside_fields(form, mine)
    return form


def required_reason() -> ReasonForm:
    """The reason form with the error that it is empty."""
    form = ReasonForm({"reason": ""})
    form.is_valid()
    return form


# --- taking back ----------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_deal_withdraw(
    request: EventRequest, event_id: int, set_number: int, number: int, deal: int
) -> HttpResponse:
    """Withdraw a report: it then counts as not reported. For the desk."""
    table, board_deal = find_deal(request, set_number, number, deal)
    if board_deal.report.payload is None:
        to = resolve_url("event_deal", event_id, set_number, number, deal)
        return HttpResponseRedirect(to, status=303)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    problems = take_back(request, table, board_deal, form)
    if problems is None:
        return back_to_entry(
            request, board_deal, _("{deal} is withdrawn.").format(deal=board_deal.place)
        )
    context = {
        "form": form,
        "preview": preview(table=table, deal=deal, payload=None),
        "key": new_key(),
        "seen": board_deal.report.revision,
    }
    status = 422 if form.errors else None
    template = "reports/deal_withdraw.html"
    return page(
        request, template, deal_context(board_deal, **context), problems=problems, status=status
    )


def take_back(
    request: EventRequest, table: Table, deal: Deal, form: ReasonForm
) -> list[str] | None:
    """Withdraw a report if the form was sent and gives a reason; return None once it is done, else
    the problems."""
    if request.method != "POST" or not form.is_valid():
        return []
    seen = whole_number(request.POST.get("seen"), 0, 30_000)
    submission = Submission(
        actor=request.actor,
        key=key_of_form(request),
        seen=deal.report.revision if seen is None else seen,
        reason=form.cleaned_data["reason"],
    )
    try:
        services.withdraw(table, deal.report.deal, submission)
    except Conflict:
        return [_("Somebody else has changed this in the meantime. Please check again.")]
    except Refused as refused:
        return sentences(refused)
    return None


def table_context(request: EventRequest, set_number: int, number: int) -> dict[str, Any]:
    """The context of a table with its deals. Raises Http404 if there is none."""
    event = request.event
    division = table_divisions(event, set_number).get(number, "")
    shared = {"at": (set_number, number), "undo": undo_sentence(event), "tab": "desk"}
    table = PAGES(event).table(request, set_number, number, division)
    return {**shared, "division": division, **table}


class TablePages:
    """The pages of tables and their deals, where a table keeps a board all evening."""

    back: ClassVar[str] = "reports/_back_to_table.html"  # from a deal
    end: ClassVar[str] = "reports/_end_of_table.html"  # what stands at the end of the form
    which: ClassVar[str] = "reports/_which_deal.html"  # the question where two answers were given
    nudges: ClassVar[bool] = False  # a deal has a place that can be asked, or told not to play

    def title(self, card: BoardSummary) -> str:
        return card.title

    def table(
        self, request: EventRequest, set_number: int, number: int, division: str
    ) -> dict[str, Any]:
        """The context of a table, which plays in a `division` ("" for none). Raises Http404 if
        there is no such table."""
        event = request.event
        for board in Hall.of(event).boards:
            if (board.set_number, board.table_number) == (set_number, number):
                context = _of_board(event, board, PageRequest.of(request))
                return {**context, "title": self.title(context["card"])}
        raise Http404

    def back_to_entry(self, request: EventRequest, deal: Deal, message: str) -> HttpResponse:
        at = request.event.pk, *deal.address[:2]
        return back(request, "event_table", *at, message=message)


class SetPages(TablePages):
    """The same, where it keeps the board for a set."""

    def title(self, card: BoardSummary) -> str:
        return translate(card.board.format.labels.place(*card.board.at))


class HandPages(TablePages):
    """The pages of tables whose hands stand by themselves."""

    def table(
        self, request: EventRequest, set_number: int, number: int, division: str
    ) -> dict[str, Any]:
        """The context of a set at a table. Raises Http404 if there is none."""
        event = request.event
        return _of_set(event, _hands_board(event, set_number, number), division)


class CouplePages(TablePages):
    """The pages of what couples report."""

    back: ClassVar[str] = "reports/_back_to_round.html"
    end: ClassVar[str] = "reports/_end_of_couple.html"
    which: ClassVar[str] = "reports/_which_round.html"
    nudges: ClassVar[bool] = True

    def back_to_entry(self, request: EventRequest, deal: Deal, message: str) -> HttpResponse:
        """Redirect to the next couple, or to the desk, which then says what the round came to."""
        event_id = request.event.pk
        message = " ".join(filter(None, (message, round_result_words(request, deal))))
        following = next_missing(request, deal) if request.POST.get("then") == "next" else None
        if following is not None:
            return back(request, "event_deal_report", event_id, *following, message=message)
        return back(request, "event", event_id, message=message)


PAGES = ByKeeping[TablePages](
    table=TablePages(), set=SetPages(), hands=HandPages(), room=CouplePages()
)


def _hands_board(event: Event, set_number: int, number: int) -> EventBoard:
    board = Hall.of(event).board(number, set_number)
    if board is None:
        raise Http404
    return board


def _of_set(event: Event, board: EventBoard, division: str) -> dict[str, Any]:
    """The context of a set: its hands, who sits where, who moves on, and the possible answers to a
    cut, each as a button's value and words."""
    format, hands, is_tied = board.format, hands_of(board), bool(board.result.tied)
    number = board.set_number
    seating = translate(format.labels.of_set(number).title)
    if division and format.in_set(number).eliminates:  # it plays for places, and is no final
        seating = set_word(format, number)
    answers = [
        {
            "value": ",".join(str(chair) for chair in answer),
            "names": _(" & ").join(names_of(board, answer)),
        }
        for answer in (board.uncut.cuts if is_tied else ())
    ]
    slip, due = slip_lines(board, hands), due_hand(board, hands)
    on_slip = {line.deal.number for line in slip}
    undealt = board.setup.first is None and board.running
    return {
        "table": board,
        "chairs": chairs_of(event, board),
        "moves": () if board.running or event.state == Event.State.FINISHED else moves_from(board),
        "title": table_title(format, *board.at),
        "seating": seating,
        "result": " ".join(filter(None, (result_words(board), ladder_words(board)))),
        "cut_answers": answers,
        "reported": [deal for deal in hands if deal.number not in on_slip],
        "slip": slip,
        "key": new_key(),
        "due": due.number if due else None,
        "bell": bell_of(event, board, at_desk=True),
        "dealers": list(enumerate(board.names)) if undealt else [],
    }


def _of_board(event: Event, board: EventBoard, page_request: PageRequest) -> dict[str, Any]:
    """The context of a board: the next round, a page of the rounds, each in a line, and the report
    that closes the game."""
    plays, card = board.plays, summarize_board(board)
    at = (board.set_number, board.table_number, board.next_number)
    deal = Hall.of(event).deal(*at) if board.open else None
    begun = any(report.standing for board_round in board.rounds for report in board_round.reports)
    counted = bool(board.latest.tally.counted)
    choosing = plays.dealers == "player" and board.open and (not begun or passes_deal(board.format))
    part = rounds_in_parts(range(len(board.rounds), 0, -1), page_request)
    return {
        "board": board,
        "bell": bell_of(event, board, at_desk=True),
        "card": card,
        "result": card.ending,
        "deal": deal,
        "form": make_desk_form(deal, final=not board.playable) if deal else None,
        "next_round": deal.next_round if deal and board.playable else None,
        "key": new_key(),
        "score": score_for_desk(board, event, page_request),
        "rounds": [
            {
                "round": board_round,
                "state": board_round.reports[0].state,
                "summary": translate(board_round.played.summary)
                if board_round.counted and board_round.played
                else "",
            }
            for board_round in (board.rounds[place - 1] for place in part.lines)
        ],
        "words_part": part,
        "troubles": [
            (board_round.number, trouble)
            for board_round in reversed(board.tally.uncounted)
            for trouble in troubles_in(board, board_round.number)
        ],
        "can_close": bool(plays.final) and board.open and board.playable and counted,
        "dealers": players_clockwise(board) if choosing else (),
        "dealt": called(board.format).within(board.next_number) if begun else "",
    }


@require_safe
@desk_access
@only_for(Keeping.TABLE, Keeping.SET, Keeping.HANDS)
def event_table(request: EventRequest, event_id: int, set_number: int, number: int) -> HttpResponse:
    """Who sits there, every deal with its state, and what can be done. For the desk."""
    return page(request, "reports/table.html", table_context(request, set_number, number))


@require_POST
@desk_access
@only_for(Keeping.HANDS)
def event_slip(request: EventRequest, event_id: int, set_number: int, number: int) -> HttpResponse:
    """Save everything typed on a table's slip; refused hands stay on the form. For the desk."""
    table = table_of(request.event, set_number, number)
    if table is None:
        raise Http404
    board = _hands_board(request.event, set_number, number)
    key = clean_line(request.POST.get("key"), SLIP_KEY) or new_key()
    saved, left = enter_slip(table, hands_of(board), request.POST, request.actor, key)
    fresh = table_context(request, set_number, number)
    place = translate(board.format.labels.place(*board.at))
    words = _("Entered. {table} – {hands}").format(table=place, hands="; ".join(saved))
    if not left and fresh["table"].result.complete:
        return back(request, "event", event_id, message=words)
    if not left:
        return back(request, "event_table", event_id, set_number, number, message=words)
    if saved:
        messages.success(request, words)
    context = fresh | with_refused(fresh["slip"], left)
    return page(request, "reports/table.html", context, status=422)


@require_POST
@desk_access
@only_for(Keeping.TABLE, Keeping.SET, Keeping.HANDS)
def event_table_act(
    request: EventRequest, event_id: int, set_number: int, number: int
) -> HttpResponse:
    """The small buttons of a table. For the desk."""
    event = request.event
    table = table_of(event, set_number, number)
    if table is None:
        raise Http404

    def cut(request: EventRequest) -> str:
        board = _hands_board(event, set_number, number)
        won, seen = chosen_cut(request, board), board.cut.revision if board.cut else 0
        acceptances.report_cut(table, won, Submission(request.actor, new_key(), seen=seen))
        return _("The cut is recorded.")

    def draw_cut(request: EventRequest) -> str:
        acceptances.draw_cut(table, Submission(request.actor, new_key()))
        return _("The cut is drawn.")

    def dealer(request: EventRequest) -> str:
        first = whole_number(request.POST.get("first"))
        if first is None:
            raise refusal("dealer.chair", "Choose who deals.", "first")
        dealers.set_dealer(table=table, chair=first, actor=request.actor)
        return ""

    def last_deal(request: EventRequest) -> str:
        last = whole_number(request.POST.get("last"), 1)
        bells.set_last_deal(table=table, last=last, actor=request.actor)
        return ""

    more = {"cut": cut, "draw_cut": draw_cut} if format_of(event).facts.cuts else {}
    more |= {"dealer": dealer, "last": last_deal}
    done_words, problems = perform_action(request, yes_to(table) | more)
    if problems:
        context = table_context(request, set_number, number)
        return page(request, "reports/table.html", context, problems=problems)
    return back(request, "event_table", event_id, set_number, number, message=done_words)


@require_safe
@desk_access
@only_for(Keeping.ROOM)
def event_worksheet(request: EventRequest, event_id: int, set_number: int) -> HttpResponse:
    """A round of the whole room: who reported what, what it scored and changed. For the desk."""
    boards = Hall.of(request.event).boards
    board_round = boards[0].round(set_number) if boards else None
    if board_round is None:
        raise Http404
    room = boards[0]
    context = {
        "board": room,
        "shown": round_page(room, board_round),
        "worksheet": worksheet_of(room, board_round, request.event),
        "scoreboard": room.scoreboard,
        "score": score_for_desk(room, request.event),
        "moved": stakes_of(room, board_round.number) if board_round.played else (),
        "troubles": troubles_in(room, board_round.number),
        "run": run_of(room),
        "numbers": [each.number for each in room.rounds],
        "tab": "desk",
    }
    return page(request, "reports/worksheet.html", context)


@require_safe
@desk_access
def redirect_former(request: EventRequest, event_id: int, to: str, **place: int) -> HttpResponse:
    """Redirect an address that was bookmarked or printed to the page's address of today."""
    target = reverse(to, kwargs={"event_id": event_id, **place})
    query = request.META.get("QUERY_STRING", "")
    return HttpResponseRedirect(f"{target}?{query}" if query else target)
