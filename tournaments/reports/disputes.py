"""Objections, which everybody can read, and how they were decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.engine.clean_text import clean_text
from tournaments.db.steps import Step, Touches, event_transaction, register
from tournaments.models import Dispute, Event, Table
from tournaments.models.errors import refusal
from tournaments.reports.report_steps import phones_table, where

if TYPE_CHECKING:
    from collections.abc import Collection

    from tournaments.access.permissions import Actor
    from tournaments.db.steps import Params
    from tournaments.models import Report

TEXT_LENGTH = 1000
MOST_OPEN = 20  # undecided objections from the phones of one table


def note_dispute(
    *,
    event: Event,
    actor: Actor,
    objector: str,
    text: str,
    table: Table | None = None,
    deal: int | None = None,
    kali_effect: bool = False,
) -> Dispute:
    """Save who objects to what, and return the dispute. `kali_effect`: a rule was applied
    differently in mid-game. Raises Refused, also if the table has many open disputes already."""
    objector, text = clean_text(objector), clean_text(text, lines=True).strip()
    if not objector:
        raise refusal("dispute.objector", "Who objects?", "objector")
    if not text:
        raise refusal("dispute.text", "Write down what it is about.", "text")
    if len(text) > TEXT_LENGTH or len(objector) > 144:
        raise refusal("dispute.long", "At most {most} characters.", "text", most=TEXT_LENGTH)
    if table is not None and table.seating.event_id != event.pk:
        raise refusal("table.foreign", "That table belongs to another event.", "table")
    if actor.kind == "table" and (table is None or actor.table_number != table.number):
        raise refusal("table.foreign", "This is another table’s result.", "table")
    with event_transaction(event, actor) as step:
        _refuse_more(event, actor)
        dispute = Dispute.objects.create(
            event=event,
            table=table,
            deal=deal,
            objector=objector,
            text=text,
            kali_effect=kali_effect,
        )
        params: dict[str, Any] = {
            "objector": objector,
            "text": text,
            "kali": kali_effect,
            "deal": deal,
        }
        params |= where(table) if table else {"table": None, "set": None}
        step.log("dispute.noted", only_table=_here(table), dispute=dispute.pk, **params)
    return dispute


def _refuse_more(event: Event, actor: Actor) -> None:
    """Refuse further objections from a table's phone while too many are open: nobody would read
    them."""
    if actor.kind != "table" or actor.table_number is None:
        return
    own = Dispute.objects.filter(event=event, decided_at=None, table__number=actor.table_number)
    if own.count() >= MOST_OPEN:
        text = "This table already has {most} open objections. Ask the host to decide them."
        raise refusal("dispute.many", text, most=MOST_OPEN)


def decide_dispute(*, dispute: Dispute, actor: Actor, decision: str) -> Dispute:
    """Close a dispute with the decision (at the desk)."""
    decision = clean_text(decision, lines=True).strip()
    if not decision:
        raise refusal("dispute.decision", "Write down what was decided.", "decision")
    if len(decision) > TEXT_LENGTH:
        raise refusal("dispute.long", "At most {most} characters.", "decision", most=TEXT_LENGTH)
    if not actor.at_desk or actor.event_id != dispute.event_id:
        raise refusal("dispute.desk", "Only the host or a scorekeeper can decide.")
    with event_transaction(dispute.event, actor) as step:
        dispute.decision = decision
        dispute.decided_at = timezone.now()
        dispute.save(update_fields=["decision", "decided_at"])
        params: dict[str, Any] = {"objector": dispute.objector, "decision": decision}
        step.log("dispute.decided", only_table=_here(dispute.table), dispute=dispute.pk, **params)
    return dispute


def settle(report: Report, disputes: Collection[int]) -> dict[str, Any]:
    """Close these objections (ids) to the deal of a report, which corrects what they are about. The
    ids of those that were open are returned for the log. Inside a transaction."""
    if not disputes:
        return {}
    open_ = Dispute.objects.filter(
        pk__in=disputes, table=report.table_id, deal=report.deal, decided_at=None
    )
    pks = list(open_.values_list("pk", flat=True))
    text = _("Corrected: {reason}") if report.reason else _("Corrected.")
    open_.update(
        decision=text.format(reason=report.reason)[:TEXT_LENGTH], decided_at=timezone.now()
    )
    return {"decided": pks} if pks else {}


def _here(table: Table | None) -> int:
    return phones_table(table) if table is not None else 0


def _sentence(params: Params) -> str:
    if params["kali"]:
        return _("{objector} objects to a rule changed in mid-game: “{text}”")
    return _("{objector} objects: “{text}”")


register(
    Step("dispute.noted", _sentence, has_place=True, touches=Touches.DISPUTES, is_aside=True),
    Step(
        "dispute.decided",
        gettext_lazy("Decision on {objector}’s objection: “{decision}”"),
        has_place=True,
        touches=Touches.DISPUTES,
        params=frozenset(("dispute", "objector", "decision")),  # not with the deal it was about
        is_aside=True,
    ),
)
