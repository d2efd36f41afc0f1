"""Single reports, looked up for what a table sends about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.access.reads import LARGEST
from tournaments.models import Entry, Report, Seating, Table
from tournaments.rows import Columns, one_row

if TYPE_CHECKING:
    from tournaments.models import Event


REPORT = Columns(Report, "r")
TABLE = Columns(Table, "t", REPORT.part.stop)
SEATING = Columns(Seating, "g", TABLE.part.stop, without=("notes", "flips", "created"))
REPORT_AT = f"""
SELECT {REPORT.sql}, {TABLE.sql}, {SEATING.sql} FROM tournaments_report r
JOIN tournaments_table t ON t.id = r.table_id JOIN tournaments_seating g ON g.id = t.seating_id
WHERE r.id = %(report)s AND t.number = %(number)s AND g.event_id = %(event)s
"""  # noqa: S608  columns


def report_of(event: Event, table_number: int, report_id: int) -> Report | None:
    """A report of that table in any set of the event (with its table and seating; its event is
    `event` itself). One query."""
    if report_id > LARGEST:
        return None
    values = {"report": report_id, "number": table_number, "event": event.pk}
    row = one_row(REPORT_AT, values)
    if row is None:
        return None
    table = TABLE.read(row, seating=SEATING.read(row, event=event))
    report: Report = REPORT.read(row, table=table)
    return report


def entry_of(event: Event, entry_id: int) -> Entry | None:
    """Somebody who takes part in the event; None for anybody else."""
    return Entry.objects.filter(event=event, pk=entry_id).first()
