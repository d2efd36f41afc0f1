"""A deal inside a transaction: what is reported, which seats are in play, and whether the next
report was sent before, is a duplicate, or conflicts with somebody else's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tournaments.boards.deal_reports import DealReport, report_at, report_of_rows
from tournaments.models import Acceptance, Report
from tournaments.models.errors import Conflict, refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.access.permissions import Actor
    from tournaments.boards.deals import Deal
    from tournaments.db.rows import Statement
    from tournaments.db.sql import Rows
    from tournaments.db.steps import EventTransaction
    from tournaments.models import Table
    from tournaments.reports.judging import Verdict
    from tournaments.reports.submission import Submission


@dataclass(frozen=True, slots=True)
class LockedDeal:
    """The report of a deal, and the revision that came with the same key before (`same_key`; None:
    the key is new); the number of the set in play and its seating (0 before the first)."""

    report: DealReport
    same_key: DealReport | None = None
    set_number: int = 0
    seating_id: int = 0


def statements_for(table: Table, deal: int) -> Callable[[Rows], list[Statement]]:
    """The statements that a transaction about a deal runs as soon as it holds the event's lock;
    `locked_deal` reads their rows."""
    return lambda rows: rows.look(table.seating.event_id, table.pk, deal)


def locked_deal(step: EventTransaction, table: Table, deal: int, key: str) -> LockedDeal:
    """The deal as the transaction first read it."""
    spot = table.pk, table.number, table.seating.set_number, ()
    first_rows = step.rows.first[0]
    rows = [row[3:] for row in first_rows if row[3] is not None]
    keys, same = [row[2] for row in first_rows], None
    if key in keys:
        same = report_of_rows(spot, deal, rows[: keys.index(key) + 1])
    set_number, seating_id = first_rows[0][:2] if first_rows else (0, 0)
    return LockedDeal(report_of_rows(spot, deal, rows), same, set_number, seating_id)


def find_same_report(
    locked: LockedDeal, payload: dict[str, Any] | None, actor: Actor
) -> Report | None:
    """The report that this very form has saved already, or that says the same; None if it is new.

    A browser that goes back restores a page with its key: sent with other values it is another
    report, and at the desk so is one that was changed since; that raises Conflict. A phone only
    repeats what has not been answered.
    """
    same, now = locked.same_key, locked.report
    if same is None:
        return None
    if now.newest_payload == payload:
        return stored_report(now)
    if same.newest_payload == payload and not actor.at_desk:
        return stored_report(same)
    raise Conflict(now, payload)


def find_settled(locked: LockedDeal, verdict: Verdict, seen: int) -> Report | None:
    """The report that already says the same, if there is one. Raises Conflict if a newer one says
    otherwise."""
    now = locked.report
    says_so = now.newest_id is not None and now.newest_payload == verdict.payload
    if now.revision > seen:
        if says_so:
            return stored_report(now)
        raise Conflict(now, verdict.payload)
    return stored_report(now) if says_so and not now.pending and not verdict.override else None


def stored_report(report: DealReport) -> Report:
    """The row of the newest revision of a report."""
    return Report.objects.select_related("table__seating__event").get(pk=report.newest_id or 0)


def refuse_agreed(locked: LockedDeal, actor: Actor) -> None:
    """Refuse a table's change of a result that somebody else has accepted; it may change what was
    agreed to by saving it. Inside a transaction, so that an acceptance and a change cannot
    cross."""
    newest = locked.report.newest_id
    if actor.at_desk or newest is None:
        return
    accepted = Acceptance.objects.filter(report_id=newest).exclude(by_saving=True).first()
    if accepted is None:
        return
    text = "Another phone said yes to this. Only the host can change it."
    if not accepted.by.startswith(actor.label):
        text = "The host has accepted this. Only the host can change it."
    raise refusal("report.agreed", text)


def refuse_withdrawal(locked: LockedDeal, seen: int) -> None:
    """Refuse to withdraw nothing, or what somebody else has reported since. Raises Refused or
    Conflict."""
    if locked.report.newest_payload is None:
        raise refusal("report.none", "There is nothing to withdraw.")
    if locked.report.revision > seen:
        raise Conflict(locked.report, None)


def completes(verdict: Verdict, deal: Deal | None) -> bool:
    """Whether a report repeats what was answered before the hand, and adds the rest."""
    if deal is None or not deal.report.is_open:
        return False
    early, now = deal.report.payload or {}, verdict.payload or {}
    return not verdict.is_open and early.items() <= now.items()


def lost_race(table: Table, deal: int, submission: Submission) -> Report:
    """Answer a report that the database itself refused as a second one: return it, or raise
    Conflict.

    Writers of one event queue up, so this is either a key that was used elsewhere or a database
    that does not lock rows.
    """
    same = Report.objects.filter(key=submission.key).first()
    here = same is not None and (same.table_id, same.deal) == (table.pk, deal)
    if same is not None and here and same.payload == submission.payload:
        return same
    newest = report_at(table, deal)
    if newest.newest_id is not None and (same is None or here):
        raise Conflict(newest, submission.payload) from None
    raise refusal("key.used", "This entry has already been sent for another hand.") from None
