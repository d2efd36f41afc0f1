"""Single reports, looked up for what a table sends about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.models import Entry, Report

if TYPE_CHECKING:
    from tournaments.models import Event


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
