"""Objections, noted so that everybody can read them, and what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone

from tournaments.errors import refusal
from tournaments.journal import turn
from tournaments.models import Dispute, Event, Table
from tournaments.scoring.reports import shown_at

if TYPE_CHECKING:
    from tournaments.actors import Actor

TEXT_LENGTH = 1000


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
    """Note who objects to what. `kali_effect`: a rule was applied otherwise in mid-game."""
    objector, text = " ".join(objector.split()), text.strip()
    if not objector:
        raise refusal("dispute.objector", "Who objects?", "objector")
    if not text:
        raise refusal("dispute.text", "Write down what it is about.", "text")
    if len(text) > TEXT_LENGTH or len(objector) > 144:
        raise refusal("dispute.long", "At most {most} letters.", "text", most=TEXT_LENGTH)
    if table is not None and table.seating.event_id != event.pk:
        raise refusal("table.foreign", "That table belongs to another event.", "table")
    if actor.kind == "table" and (table is None or actor.table_number != table.number):
        raise refusal("table.foreign", "This is another table’s result.", "table")
    with turn(event, actor) as step:
        dispute = Dispute.objects.create(
            event=event,
            table=table,
            deal=deal,
            objector=objector,
            text=text,
            kali_effect=kali_effect,
        )
        told: dict[str, Any] = {
            "objector": objector,
            "text": text,
            "kali": kali_effect,
            "deal": deal,
        }
        told |= {"table": table.number if table else None}
        told |= {"set": table.seating.set_number if table else None}
        step.log("dispute.noted", shown_at=_here(table), dispute=dispute.pk, **told)
    return dispute


def decide_dispute(*, dispute: Dispute, actor: Actor, decision: str) -> Dispute:
    """Close an objection with what was decided (at the desk)."""
    decision = decision.strip()
    if not decision:
        raise refusal("dispute.decision", "Write down what was decided.", "decision")
    if len(decision) > TEXT_LENGTH:
        raise refusal("dispute.long", "At most {most} letters.", "decision", most=TEXT_LENGTH)
    if not actor.at_desk or actor.event_id != dispute.event_id:
        raise refusal("dispute.desk", "The host or the scorekeeper decides.")
    with turn(dispute.event, actor) as step:
        dispute.decision = decision
        dispute.decided_at = timezone.now()
        dispute.save(update_fields=["decision", "decided_at"])
        told: dict[str, Any] = {"objector": dispute.objector, "decision": decision}
        step.log("dispute.decided", shown_at=_here(dispute.table), dispute=dispute.pk, **told)
    return dispute


def _here(table: Table | None) -> int:
    return shown_at(table) if table is not None else 0
