"""Single reports, looked up for what a table sends about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef

from tournaments.models import Acceptance, Entry, Report

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.models import Event, Table


def report_of(event: Event, table_number: int, report_id: int) -> Report | None:
    """A report of that table in any set of the event (with its table, seating and event)."""
    return (
        Report.objects.select_related("table__seating__event")
        .filter(pk=report_id, table__number=table_number, table__seating__event=event)
        .first()
    )


def entry_of(event: Event, entry_id: int) -> Entry | None:
    """Somebody who takes part in the event; None for anybody else."""
    return Entry.objects.filter(event=event, pk=entry_id).first()


def agreed_otherwise(
    table: Table, deal: int, payload: Mapping[str, Any], key: str, seen: int
) -> bool:
    """Whether both sides have agreed to other values than these, and the sender had seen that.

    A repeated submission (`key`) is none, nor is a form that had seen an older revision: that is
    a conflict, which has its own answer.
    """
    newest = (
        Report.objects.filter(table=table, deal=deal)
        .annotate(agreed=Exists(Acceptance.objects.filter(report=OuterRef("pk"))))
        .order_by("-revision")
        .first()
    )
    if newest is None or newest.revision > seen or newest.payload == payload:
        return False
    # `agreed` is an annotation, unknown to the model.
    return bool(getattr(newest, "agreed", False)) and not Report.objects.filter(key=key).exists()
