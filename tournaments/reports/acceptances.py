"""Accepting a report, agreeing to an override, and cutting the cards after a tied set."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

from tournaments.access.permissions import refuse_foreign
from tournaments.access.selectors import LARGEST
from tournaments.boards.deal_reports import report_at
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import reports_at
from tournaments.db.rows import Columns, first_row
from tournaments.db.sql import newest_report
from tournaments.db.steps import Step, Touches, event_transaction, register
from tournaments.log.selectors import place_words
from tournaments.models import CUT, Acceptance, Entry, Event, Report, Seating, Table
from tournaments.models.errors import Conflict, refusal
from tournaments.models.event_games import format_of
from tournaments.reports import rivals
from tournaments.reports.judging import JUDGING
from tournaments.reports.report_effects import sentences_of_rounds, settle
from tournaments.reports.report_steps import OF_ITS_TABLE, phones_table, where
from tournaments.reports.services import save_report
from tournaments.seats.storage import discard

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from tournaments.access.permissions import Actor
    from tournaments.db.rows import Statement
    from tournaments.db.sql import Rows
    from tournaments.reports.submission import Submission


def accept(*, report: Report, actor: Actor, by: str = "", is_choice: bool = False) -> Acceptance:
    """Accept a report, on the same phone or another; return the acceptance. Accepting twice changes
    nothing.

    `by` names who accepted, if that is known. `is_choice`: it is chosen between two answers;
    without that a contested report is refused. Raises Conflict if it was corrected meanwhile.
    """
    table = report.table
    refuse_foreign(table, actor)
    event = table.seating.event
    who = " · ".join(filter(None, (actor.label, by.strip())))[:144]
    before = event.version, event.changed
    kind = Acceptance.Kind.ACCEPT.value

    def first(rows: Rows) -> list[Statement]:
        # Saved first: a refusal below rolls it back.
        return [newest_report(report.table_id, report.deal), rows.yes(report, kind, who)]

    with event_transaction(event, actor, first) as step:
        newest, added = step.rows.first
        _refuse_older(newest, report)
        if report.payload is None:
            raise refusal("report.none", "There is nothing to accept.")
        contested = bool(newest and newest[0][1])
        if contested and not is_choice:
            text = "Two answers were given here. Choose one of them first."
            raise refusal("accept.contested", text)
        if report.needs_agreement:
            _refuse_waiting(report)
        if _is_open(report, *before):
            raise refusal("accept.open", "The hand is still being played.")
        acceptance = step.rows.acceptance(added[0][0], report, kind, who) if added else None
        if contested:
            rivals.settle_deal(table, report.deal, actor)
        if acceptance is not None:
            params = where(table, report.deal)
            here = phones_table(table)
            step.log("report.accepted", only_table=here, report=report.pk, by=by.strip(), **params)
        elif contested:
            rivals.log_settled(step, report)
    return acceptance or Acceptance.objects.get(report=report, kind=kind)


def agree(*, report: Report, actor: Actor, by: Entry) -> Acceptance:
    """Let another player agree to an override by a scorekeeper who leads: it counts from now on."""
    table = report.table
    event = table.seating.event
    if not (actor.event_id == event.pk and (actor.at_desk or actor.kind == "table")):
        raise refusal("table.foreign", "This is another table’s result.")
    newest = newest_report(table.pk, report.deal)
    with event_transaction(event, actor, lambda _rows: [newest]) as step:
        if by.event_id != event.pk or by.pk == event.scorekeeper_id:
            text = "The scorekeeper cannot agree to this. Another player must."
            raise refusal("agree.self", text, "by")
        if not report.needs_agreement:
            raise refusal("agree.needless", "This result does not need anybody’s agreement.")
        _refuse_older(step.rows.first[0], report)
        agreement, fresh = Acceptance.objects.get_or_create(
            report=report, kind=Acceptance.Kind.AGREE, defaults={"by": by.name}
        )
        if fresh:
            Acceptance.objects.get_or_create(
                report=report, kind=Acceptance.Kind.ACCEPT, defaults={"by": by.name}
            )
            discard(event)  # drawn before this result counted
            params = where(table, report.deal) | settle(event, report)
            here = phones_table(table)
            step.log("report.agreed", only_table=here, report=report.pk, by=by.name, **params)
    return agreement


def set_saved_is_agreed(*, event: Event, actor: Actor, saved: bool) -> None:
    """Set whether saving a report on a table's phone is also agreeing to it, however many phones
    look on."""
    with event_transaction(event, actor) as step:
        before = Event.objects.values_list("saved_is_agreed", flat=True).get(pk=event.pk)
        if before != saved:
            event.saved_is_agreed = saved
            event.save(update_fields=["saved_is_agreed"])
            step.log("agreement.saved" if saved else "agreement.asked")


def _refuse_older(newest: Sequence[tuple[int, bool]], report: Report) -> None:
    """Raise Conflict if a report was corrected meanwhile, so that `newest` is another. Inside a
    transaction."""
    if any(number != report.pk for number, _contested in newest):
        raise Conflict(report_at(report.table, report.deal), report.payload)


def _is_open(report: Report, version: int, changed: dt.datetime) -> bool:
    """Whether the report holds only what comes before the hand (bids), in a game that asks for it.

    `version` and `changed` are the event's, as read before the transaction.
    """
    event = report.table.seating.event
    return JUDGING(event).is_open(report, lambda: Hall.before(event, version, changed))


def is_acceptable(event: Event, report: Report) -> bool:
    """Whether a report can be accepted once it is chosen: it is complete, and needs nobody else's
    agreement to an override."""
    if report.deal == CUT or report.payload is None or report.needs_agreement:
        return False
    return not _is_open(report, event.version, event.changed)


def _refuse_waiting(report: Report) -> None:
    if not report.acceptances.filter(kind=Acceptance.Kind.AGREE).exists():
        text = "This override needs another player’s agreement."
        raise refusal("agree.first", text)


register(
    Step(
        "report.accepted",
        gettext_lazy("{place} was accepted."),
        words=place_words,
        touches=Touches.ACCEPTANCE,
        params=OF_ITS_TABLE,
        is_aside=True,
    ),
    Step("agreement.saved", gettext_lazy("Saved results now count as agreed."), is_aside=True),
    Step("agreement.asked", gettext_lazy("Other phones are asked to agree again."), is_aside=True),
    Step(
        "report.agreed",
        gettext_lazy("{by} agreed to the override."),
        has_place=True,
        consequences=sentences_of_rounds,
        touches=Touches.REPORTS,
        params=OF_ITS_TABLE,
        is_aside=True,  # undoing the report takes back what followed from it
    ),
)


def report_cut(table: Table, winners: Sequence[int], submission: Submission) -> Report:
    """Save which chairs won the cut of a tied set, and return the report. Raises Refused if nothing
    is to be cut."""
    payload = {"winners": sorted(set(winners)), "drawn": False}
    return save_report(table, CUT, replace(submission, payload=payload))


def draw_cut(table: Table, submission: Submission) -> Report:
    """Draw lots instead of cutting the cards: every possible answer has the same chance.

    With the same key again, the first answer is returned.
    """
    refuse_foreign(table, submission.actor)
    drawn_before = Report.objects.filter(key=submission.key, table=table, deal=CUT)
    if same := drawn_before.first():
        return same
    reports = reports_at(table)
    result = reports.result(format_of(table.seating.event), uncut=True)
    if not result.cuts:
        raise refusal("cut.unneeded", "There is no tie at this table.")
    payload = {"winners": sorted(secrets.choice(result.cuts)), "drawn": True}
    seen = reports.deal(CUT).revision
    try:
        return save_report(table, CUT, replace(submission, payload=payload, seen=seen))
    except Conflict:
        if same := drawn_before.first():
            return same  # asked twice at the same time: the first answer holds
        raise


REPORT = Columns(Report, "r")
TABLE = Columns(Table, "t", REPORT.part.stop)
SEATING = Columns(Seating, "g", TABLE.part.stop, without=("notes", "flips", "created"))
REPORT_AT = f"""
SELECT {REPORT.sql}, {TABLE.sql}, {SEATING.sql} FROM tournaments_report r
JOIN tournaments_table t ON t.id = r.table_id JOIN tournaments_seating g ON g.id = t.seating_id
WHERE r.id = %(report)s AND t.number = %(number)s AND g.event_id = %(event)s
"""  # noqa: S608  columns


def report_of(event: Event, table_number: int, report_id: int) -> Report | None:
    """A report of that table in any set of the event, with its table and seating (whose event is
    `event` itself); None if there is none. One query."""
    if report_id > LARGEST:
        return None
    values = {"report": report_id, "number": table_number, "event": event.pk}
    row = first_row(REPORT_AT, values)
    if row is None:
        return None
    table = TABLE.read(row, seating=SEATING.read(row, event=event))
    report: Report = REPORT.read(row, table=table)
    return report


def entry_of(event: Event, entry_id: int) -> Entry | None:
    """An entry of the event; None if it is not of this event."""
    return Entry.objects.filter(event=event, pk=entry_id).first()
