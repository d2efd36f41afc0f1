"""Two answers to one deal: what one phone said beside the report of another, until somebody
chooses.

A deal is contested as long as a rival report of it is open. Whoever looks at both values and takes
one of them has chosen: the host by accepting or correcting, a phone by keeping one or the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournaments.access.permissions import refuse_foreign
from tournaments.boards.deal_reports import report_at
from tournaments.db.steps import Step, Touches, event_transaction, register
from tournaments.log.selectors import place_words
from tournaments.models import CUT, Acceptance, Report, RivalReport
from tournaments.models.errors import Conflict, refusal
from tournaments.reports.report_steps import OF_ITS_TABLE, phones_table, where

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

    from tournaments.access.permissions import Actor
    from tournaments.boards.deal_reports import DealReport
    from tournaments.db.steps import EventTransaction
    from tournaments.models import Table


def open_rivals(table: Table, deal: int) -> QuerySet[RivalReport]:
    """The answers to a deal that wait for somebody to choose."""
    return RivalReport.objects.filter(table=table, deal=deal, settled_at=None)


def add_rival(
    step: EventTransaction, table: Table, deal: int, payload: dict[str, Any], actor: Actor, key: str
) -> bool:
    """Note what was sent for a deal that says otherwise; return whether that is news. Inside a
    transaction. What the same phone has said before gives way."""
    if RivalReport.objects.filter(key=key).exists():
        return False
    rivals = open_rivals(table, deal)
    if actor.device:
        rivals.filter(device=actor.device).update(settled_at=step.rows.now)
    if any(rival.payload == payload for rival in rivals):
        return False
    RivalReport.objects.create(
        table=table,
        deal=deal,
        payload=payload,
        author=actor.label[:80],
        device=actor.device,
        key=key,
        created=step.rows.now,
    )
    step.log("report.contested", only_table=phones_table(table), **where(table, deal))
    return True


def follow_report(
    step: EventTransaction,
    report: Report,
    before: DealReport,
    *,
    is_choice: bool,
    replaces: bool,
    is_open: bool = False,
) -> dict[str, Any]:
    """Settle what a further report of a deal settles, and note the answer that it replaces if that
    came from another phone and it `replaces` it. `is_choice`: whoever made it had both values in
    view. Another phone that had said the same has agreed to it, unless it `is_open`. Returns, for
    its line of the log, the ids of the answers that were `settled`. Inside a transaction."""
    rivals = list(open_rivals(report.table, report.deal))
    over = is_choice or report.payload is None
    settled = [
        rival.pk
        for rival in rivals
        if over
        or rival.payload == report.payload
        or (report.device and rival.device == report.device)
    ]
    settle(settled, report.author, report.device)
    is_replaced = replaces and _is_replaced(report, before)
    if is_replaced:
        _add_former(step, before, report, is_open=not over)
    contested = len(settled) < len(rivals) or (is_replaced and not over)
    if not (contested or is_open or report.needs_agreement):
        equals = (rival for rival in rivals if rival.payload == report.payload)
        any(_accept_for(report, rival.device, rival.author) for rival in equals)
    return {"settled": settled} if settled else {}


def _accept_for(report: Report, device: str, by: str) -> bool:
    """Accept a report for another phone that says the same; return whether nobody had accepted it
    before."""
    if not (device and report.device and device != report.device):
        return False
    kind = Acceptance.Kind.ACCEPT
    return Acceptance.objects.get_or_create(report=report, kind=kind, defaults={"by": by})[1]


def accept_by_repeating(step: EventTransaction, same: Report, actor: Actor, *, logs: bool) -> None:
    """Take what a phone sent for its yes to a report of another phone that says the same. `logs`:
    with a line of its own in the log, where the step has none yet. Inside a transaction."""
    if same.needs_agreement or same.deal == CUT or open_rivals(same.table, same.deal).exists():
        return
    if _accept_for(same, actor.device, actor.label[:144]) and logs:
        params = where(same.table, same.deal)
        here = phones_table(same.table)
        step.log("report.accepted", only_table=here, report=same.pk, by="", **params)


def _is_replaced(report: Report, before: DealReport) -> bool:
    """Whether a report replaces what another phone said."""
    payload = before.newest_payload
    others = bool(report.device and before.device and report.device != before.device)
    return others and payload is not None and payload != report.payload


def _add_former(
    step: EventTransaction, before: DealReport, report: Report, *, is_open: bool
) -> None:
    """Note the answer that a `report` has replaced; unless it `is_open`, only to tell its phone."""
    former = Report.objects.get(pk=before.newest_id or 0)
    open_rivals(former.table, former.deal).filter(device=former.device).update(
        settled_at=step.rows.now
    )
    RivalReport.objects.create(
        table_id=former.table_id,
        deal=former.deal,
        payload=former.payload,
        author=former.author,
        device=former.device,
        key=f"report-{former.pk}",
        created=former.created,
        settled_at=None if is_open else step.rows.now,
        settled_by="" if is_open else report.author,
        settling_device="" if is_open else report.device,
    )


def settle(rivals: Iterable[int], by: str, device: str) -> None:
    """Close these answers (ids): somebody has chosen, named `by`, on that `device` ("": at the
    desk). Inside a transaction."""
    if pks := list(rivals):
        RivalReport.objects.filter(pk__in=pks, settled_at=None).update(
            settled_at=timezone.now(), settled_by=by[:80], settling_device=device
        )


def settle_deal(table: Table, deal: int, actor: Actor) -> list[int]:
    """Close all other answers to a deal, which the actor has chosen between; return their ids.
    Inside a transaction."""
    pks = list(open_rivals(table, deal).values_list("pk", flat=True))
    settle(pks, actor.label, actor.device)
    return pks


def drop_answer(step: EventTransaction, report: Report, actor: Actor) -> bool:
    """Settle a deal without a further report: the phone that sent another answer now says the same
    as the report, which is the newest of its deal. Returns whether it had sent one. Inside a
    transaction."""
    if not actor.device:
        return False
    rivals = open_rivals(report.table, report.deal).filter(device=actor.device)
    if pks := list(rivals.values_list("pk", flat=True)):
        settle(pks, actor.label, actor.device)
        log_settled(step, report)
    return bool(pks)


def keep_report(*, report: Report, actor: Actor) -> None:
    """Choose the report that counts over all other answers, without accepting it (it may still be
    open, or wait for somebody else's agreement). Raises Conflict if it is no longer the newest."""
    table = report.table
    refuse_foreign(table, actor)
    with event_transaction(table.seating.event, actor) as step:
        newest = report_at(table, report.deal)
        if newest.newest_id != report.pk:
            raise Conflict(newest, report.payload)
        if report.payload is None:
            raise refusal("report.none", "There is nothing to accept.")
        if settle_deal(table, report.deal, actor):
            log_settled(step, report)


def log_settled(step: EventTransaction, report: Report) -> None:
    """Write that a table's two answers to a deal are settled."""
    here = phones_table(report.table)
    step.log("report.settled", only_table=here, **where(report.table, report.deal))


register(
    Step(
        "report.contested",
        gettext_lazy("{place}: two phones gave two answers."),
        words=place_words,
        touches=Touches.REPORTS,
        params=OF_ITS_TABLE,
        is_aside=True,
    ),
    Step(
        "report.settled",
        gettext_lazy("{place}: one of the two answers was chosen."),
        words=place_words,
        touches=Touches.REPORTS,
        params=OF_ITS_TABLE,
        is_aside=True,
    ),
)
