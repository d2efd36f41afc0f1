"""Saving what is reported of hands and rounds: a report, its correction, its withdrawal, in one way
for all games.

A report is never changed: a correction is its next revision, a withdrawal a revision without
values. Later rounds are replayed after it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError

from tournaments.access.permissions import refuse_foreign
from tournaments.boards.board_reading import changed_rounds, is_open
from tournaments.boards.deal_reports import report_at
from tournaments.boards.hall import Hall, deal_of
from tournaments.db.steps import EventTransaction, event_transaction
from tournaments.models import CUT, Acceptance, Event, Report, Table
from tournaments.models.errors import Conflict, Refused, refusal
from tournaments.models.event_games import format_of
from tournaments.reports import disputes, report_effects, rivals
from tournaments.reports.judging import (
    JUDGING,
    Verdict,
    awaits_agreement,
    find_next_seats,
    judge,
    judge_cut,
    later_refusal,
)
from tournaments.reports.report_effects import settle
from tournaments.reports.report_steps import describe_report, log_report
from tournaments.reports.revisions import (
    LockedDeal,
    completes,
    find_same_report,
    find_settled,
    locked_deal,
    lost_race,
    refuse_agreed,
    refuse_withdrawal,
    statements_for,
    stored_report,
)
from tournaments.reports.submission import REASON_LENGTH, Submission, check_key
from tournaments.seats.early_seats import find_early
from tournaments.seats.storage import discard
from tournaments.web.wording import translate as in_words

if TYPE_CHECKING:
    import datetime as dt

    from tournaments.access.permissions import Actor
    from tournaments.boards.deal_reports import DealReport
    from tournaments.boards.deals import Deal
    from tournaments.reports.report_effects import Redraw
    from tournaments.seats.early_seats import Early


# --- the three verbs ------------------------------------------------------------------------------


def save_report(table: Table, number: int, submission: Submission) -> Report:
    """Save what a table sends for a deal, and return the report. Deals count from 1, a couple's is
    1; CUT is the cut of the set.

    `table` comes with its seating and event. The same key again returns the same report. What comes
    before the hand (bids) may come alone; the rest follows as a further revision. The desk may send
    {"away": True} for a couple that does not play the round. If a scorekeeper who plays and leads
    overrides a rule, the report waits for another player's agreement.

    Raises Refused with all problems (if they are only warnings: ask, and send again with their
    codes), and Conflict if there is a newer report than the form showed, which says otherwise: what
    was sent is noted beside it.
    """
    event = table.seating.event
    stamp = event.version, event.changed
    on_board: Deal | None = None
    submission.refuse_correction()
    refuse_foreign(table, submission.actor)
    check_key(submission.key)
    verdict = JUDGING(event).judge_early(table, number, submission)
    early: Early[Redraw | None] | None = None
    if submission.reseat and not (verdict and verdict.problems):
        early = find_early(event, partial(find_next_seats, table, number, submission))
    try:
        with event_transaction(event, submission.actor, statements_for(table, number)) as step:
            now = locked_deal(step, table, number, submission.key)
            same = find_same_report(now, submission.payload, submission.actor)
            if same is not None:  # the same key
                return _repeated(same, submission)
            if now.report.newest_payload != submission.payload:
                refuse_closed(event, table, submission.actor, now)
            if verdict is None:
                on_board, verdict = _judged(table, number, submission, Hall.before(event, *stamp))
            verdict.refuse()
            seen = now.report.revision if completes(verdict, on_board) else submission.seen
            same = find_settled(now, verdict, seen)
            if same is not None:  # another phone has said so meanwhile
                repeated = _repeated(same, submission)
                is_settled = rivals.drop_answer(step, same, submission.actor)
                if not verdict.is_open:
                    rivals.accept_by_repeating(step, same, submission.actor, logs=not is_settled)
                return repeated
            refuse_agreed(now, submission.actor)
            refuse_closed(event, table, submission.actor, now)
            seats = None if early is None else early.take(event)
            return write(step, table, on_board, submission, verdict, now, seats)
    except IntegrityError:
        return lost_race(table, number, submission)
    except Conflict:
        same = _note_rival(table, number, submission, stamp)
        if same is None:
            raise
        return same


def withdraw(table: Table, number: int, submission: Submission) -> Report:
    """Withdraw the report of a deal (CUT: of the cut): save a revision without values, and return
    it. The desk has to give a reason; a table cannot withdraw what later rounds depend on.

    Raises Refused or Conflict.
    """
    event, actor = table.seating.event, submission.actor
    stamp = event.version, event.changed
    on_board: Deal | None = None
    refuse_foreign(table, actor)
    if actor.at_desk and not submission.reason:
        raise refusal("reason.missing", "Write down why it is being withdrawn.", "reason")
    check_key(submission.key)
    verdict = Verdict(reason=submission.reason[:REASON_LENGTH])
    try:
        with event_transaction(event, actor, statements_for(table, number)) as step:
            now = locked_deal(step, table, number, submission.key)
            same = find_same_report(now, None, actor)
            if same is not None:
                return same
            refuse_closed(event, table, actor, now)
            refuse_withdrawal(now, submission.seen)
            refuse_agreed(now, actor)
            if number != CUT:
                on_board = deal_of(table, number, Hall.before(event, *stamp))
                if not actor.at_desk:
                    refuse_standing(on_board)
            return write(step, table, on_board, submission, verdict, now)
    except IntegrityError:
        return lost_race(table, number, submission)


def undo_report(table: Table, undone: Report, submission: Submission) -> Report:
    """Undo the report saved last at a table: what counted before it counts again, as a further
    revision, which is returned.

    Raises Refused once anything has been saved after it, or somebody else has accepted it; Conflict
    if the deal was changed meanwhile.
    """
    event, number, actor = table.seating.event, undone.deal, submission.actor
    stamp = event.version, event.changed
    refuse_foreign(table, actor)
    check_key(submission.key)
    try:
        with event_transaction(event, actor, statements_for(table, number)) as step:
            now = locked_deal(step, table, number, submission.key)
            if now.same_key is not None:
                return stored_report(now.same_key)
            if now.report.newest_id is None:
                raise refusal("report.none", "There is nothing to withdraw.")
            if now.report.newest_id != undone.pk:
                raise Conflict(now.report, None)
            refuse_closed(event, table, actor, now)
            refuse_agreed(now, actor)
            if Report.objects.filter(table=table, pk__gt=undone.pk).exists():
                raise refusal("undo.late", "More has been saved since then. Change it instead.")
            on_board = deal_of(table, number, Hall.before(event, *stamp))
            former = _former_verdict(on_board, report_at(table, number, now.report.revision))
            return write(step, table, on_board, replace(submission, is_choice=True), former, now)
    except IntegrityError:
        newest = Report.objects.filter(table=table, deal=number).order_by("-revision").first()
        if newest is None:
            raise
        return newest


# --- judging and repeating ------------------------------------------------------------------------


def _judged(
    table: Table, number: int, submission: Submission, hall: Hall
) -> tuple[Deal | None, Verdict]:
    """The deal as it is in the hall (None: it is the cut), and the verdict on what was sent for it.
    Inside a transaction."""
    if number == CUT:
        return None, judge_cut(table, submission)
    deal = deal_of(table, number, hall)
    return deal, judge(deal, submission)


def _repeated(same: Report, submission: Submission) -> Report:
    """A report that says the same already. Raises Refused if seats are to follow from this one."""
    if submission.reseat and same.key != submission.key:
        raise report_effects.refused()
    return same


def _note_rival(
    table: Table, number: int, submission: Submission, stamp: tuple[int, dt.datetime]
) -> Report | None:
    """Note what came too late beside the newest report, unless the same phone sent that, or it
    could not be played. Returns the newest report if that says the same by now."""
    event, actor, payload = table.seating.event, submission.actor, submission.payload
    with event_transaction(event, actor, statements_for(table, number)) as step:
        now = locked_deal(step, table, number, submission.key)
        newest = now.report
        try:
            verdict = _judged(table, number, submission, Hall.before(event, *stamp))[1]
            verdict.refuse()
            refuse_closed(event, table, actor, now)
        except Refused:
            return None
        if newest.newest_payload is None or payload is None:
            return None
        if newest.newest_payload == payload:
            same = stored_report(newest)
            if not verdict.is_open:
                rivals.accept_by_repeating(step, same, actor, logs=True)
            return same
        if not (actor.device and actor.device == newest.device):
            rivals.add_rival(step, table, number, payload, actor, submission.key)
    return None


def _former_verdict(deal: Deal, former: DealReport) -> Verdict:
    """The report before the newest revision; it was judged then."""
    if former.payload is None:
        return Verdict()
    opens = is_open(deal.plays, deal.before, former.payload)
    return Verdict(former.payload, overrode=former.allowed, reason=former.reason, is_open=opens)


# --- writing --------------------------------------------------------------------------------------


def write(
    step: EventTransaction,
    table: Table,
    deal: Deal | None,
    submission: Submission,
    verdict: Verdict,
    now: LockedDeal,
    seats: Redraw | None = None,
) -> Report:
    """Write the next revision of a deal, all that follows from it, and its line in the log; return
    the report. `deal` is as it was read in this transaction, if it was; `seats` are the next ones
    if they are to follow."""
    before = now.report
    agreed = agrees_by_saving(step.event, verdict, submission.actor)
    report = _add(step, table, submission, verdict, before, agreed=agreed)
    params = _seats_after(report, submission.reseat, now, seats)
    params |= _settle_doubts(step, report, submission, verdict, before, deal)
    was = before.payload
    if deal is not None and JUDGING(step.event).goes_on:
        params |= _followed_by(step.event, report, deal, verdict)
        if deal.report.is_open and verdict.payload is not None and not verdict.is_open:
            was = None  # what came before the hand is no result
    log_report(step, report, was, deal.board if deal else None, saved=agreed, **params)
    return report


def _add(
    step: EventTransaction,
    table: Table,
    submission: Submission,
    verdict: Verdict,
    before: DealReport,
    *,
    agreed: bool,
) -> Report:
    """Add the next revision of a deal and return it. What the desk enters counts as accepted, and
    so does what is `agreed` by saving it."""
    actor = submission.actor
    waits = verdict.override and awaits_agreement(step.event, actor)
    values = {
        "deal": before.deal,
        "revision": before.revision + 1,
        "payload": verdict.payload,
        "author": actor.label[:80],
        "link_id": actor.link_id,
        "reason": verdict.reason,
        "overrode": list(verdict.overrode),
        "needs_agreement": waits,
        "key": submission.key,
        "device": actor.device,
    }
    # Nothing but the line of the log follows the first report of a hand that stands by itself.
    by_itself = before.deal != CUT and not JUDGING(step.event).goes_on
    last = by_itself and before.newest_id is None and not actor.at_desk
    report = step.rows.add_report(table, values, last=last)
    if actor.at_desk and not waits and not verdict.is_open and verdict.payload is not None:
        Acceptance.objects.create(report=report, by=actor.label)
    elif agreed:
        step.rows.agree_by_saving(report, actor.label)
    return report


def agrees_by_saving(event: Event, verdict: Verdict, actor: Actor) -> bool:
    """Whether saving a report is agreeing to it."""
    if verdict.is_open or verdict.payload is None:
        return False
    return JUDGING(event).agrees_by_saving(event, actor)


def _seats_after(
    report: Report, reseat: bool | None, now: LockedDeal, seats: Redraw | None
) -> dict[str, Any]:
    """Store `seats` in place of those that followed from the former report, or discard a draft of
    them, unless they are to stay (`reseat` false); returns params for the log. Inside a
    transaction.

    A first report of a hand cannot meet a draft: a draw waits for every hand.
    """
    table = report.table
    if reseat:
        return {"reseated": report_effects.reseat(table.seating.event, seats)}
    first = now.report.newest_id is None and report.deal != CUT
    if reseat is not None or first or table.seating.set_number != now.set_number:
        return {}
    draft = discard(table.seating.event)
    return {} if draft is None else {"discarded": draft}


def _settle_doubts(
    step: EventTransaction,
    report: Report,
    submission: Submission,
    verdict: Verdict,
    before: DealReport,
    deal: Deal | None,
) -> dict[str, Any]:
    """Settle the other answers and the objections that a further report settles; returns the ids of
    both, for the log."""
    if before.newest_id is None:
        return {}
    chosen = submission.actor.at_desk or submission.is_choice
    replaces = not (completes(verdict, deal) or step.event.saved_is_agreed)
    settled = rivals.follow_report(
        step, report, before, is_choice=chosen, replaces=replaces, is_open=verdict.is_open
    )
    return settled | disputes.settle(report, submission.settles)


def _followed_by(event: Event, report: Report, deal: Deal, verdict: Verdict) -> dict[str, Any]:
    """Settle what follows from a report of a deal of this board; returns params for the log, with
    the report and the one before it in words."""
    board, number, table_number = deal.board, deal.number, deal.report.table_number
    after = deal.board_if(verdict.payload, verdict.overrode)
    counts = board if report.needs_agreement else after
    params = settle(event, report, (counts,))
    if old := describe_report(board, number, table_number):
        params["old"] = old
    if text := describe_report(after, number, table_number):
        params["text"] = text
    if counts.ending is not None and board.ending is None:
        params["ending"] = in_words(counts.ending.words)
    return params


# --- what stands against it -----------------------------------------------------------------------


def refuse_closed(event: Event, table: Table, actor: Actor, now: LockedDeal) -> None:
    """Refuse reports for seats that are not in play. Inside a transaction."""
    if event.state != Event.State.PLAYING:
        raise refusal("event.not_playing", "The event is not in play.")
    number = table.seating.set_number
    replaced = table.pk is None or number > now.set_number
    if replaced or (number == now.set_number and table.seating_id != now.seating_id):
        raise refusal("seats.replaced", "The seats of this set were changed. Reload the page.")
    if number < now.set_number and not actor.at_desk:
        raise refusal("set.over", format_of(event).labels.over_text, set=number)


def refuse_standing(deal: Deal) -> None:
    """Refuse to withdraw what later rounds depend on."""
    if not deal.later:
        return
    board = deal.board
    broken, _mended = changed_rounds(board, deal.board_if(None), deal.number)
    if broken:
        raise later_refusal(board, broken)
