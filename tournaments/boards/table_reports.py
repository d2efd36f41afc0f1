"""The reports of a set's tables, or of single tables, with the people there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.formats.hands import count_due
from tournaments.boards.deal_reports import DealReport, report_of_rows, reports_of
from tournaments.boards.event_tables import (
    EventTables,
    TableRecord,
    read_some,
    with_last_deals,
)
from tournaments.db.current_values import WHOLE
from tournaments.models import CUT, Seating, Table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from rulesets.formats import Format
    from rulesets.formats.cuts import TableResult
    from tournaments.db.current_values import DealAt

Reports = dict[int, dict[int, DealReport]]  # table -> deal -> report


@dataclass(frozen=True, slots=True)
class TableReports:
    """The reports of a table, by deal."""

    table: TableRecord
    deals: Mapping[int, DealReport]

    @classmethod
    def of(
        cls, table: TableRecord, reports: Mapping[int, Mapping[int, DealReport]]
    ) -> TableReports:
        """The reports of a table among those of others."""
        return cls(table, reports.get(table.table_id, {}))

    def deal(self, number: int) -> DealReport:
        """The report of a deal; a blank one if there is none."""
        return self.deals.get(number) or report_of_rows(self.table.spot, number, ())

    def payloads(self, format: Format) -> tuple[dict[str, Any] | None, ...]:
        """Return the payload that counts for each hand of the table; None for a hand without
        one."""
        payloads = {number: deal.payload for number, deal in self.deals.items()}
        reports = [payloads.get(number) for number in range(1, max(payloads, default=0) + 1)]
        many = count_due(format, *self.table.at, reports, self.table.last_deal)
        return tuple(payloads.get(number) for number in range(1, many + 1))

    def result(self, format: Format, *, uncut: bool = False) -> TableResult:
        """Return the result of its set; `uncut`: before the table has cut."""
        cut = None if uncut else self.cut
        return format.hands.result(
            self.table.set_number, self.table.roles, self.payloads(format), cut
        )

    @property
    def last_reported(self) -> int:
        """The last deal with a report that counts, or would count if the deal were needed; 0 for
        none."""
        return max((n for n, deal in self.deals.items() if deal.payload is not None), default=0)

    @property
    def cut(self) -> tuple[int, ...] | None:
        """The chairs that won the cut, if one was reported."""
        payload = self.deal(CUT).payload
        return tuple(payload["winners"]) if payload else None


def reports_in(seating: Seating) -> list[TableReports]:
    """The reports of all tables of a seating, by number. A fixed number of queries."""
    tables = list(Table.objects.filter(seating=seating).order_by("number"))
    for table in tables:
        table.seating = seating
    return reports_of_tables(tables)


def reports_at(table: Table) -> TableReports:
    """The reports of one table, read from the database."""
    return reports_of_tables([table])[0]


def reports_of_tables(tables: Iterable[Table]) -> list[TableReports]:
    """The reports of these tables (each comes with its seating)."""
    return with_reports(read_some(tables))


def with_reports(tables: Iterable[TableRecord], *, doubted: bool = True) -> list[TableReports]:
    """These tables with their reports. Two queries; one if nothing there is `doubted`."""
    records = list(tables)
    reports = reports_of((record.spot for record in records), doubted=doubted)
    return [TableReports.of(record, reports) for record in records]


def unfinished(format: Format, tables: Iterable[TableReports]) -> list[TableReports]:
    """The tables that still miss a hand or a cut."""
    results = ((table, table.result(format)) for table in tables)
    return [table for table, result in results if not result.complete or result.tied]


# --- of a whole event -----------------------------------------------------------------------------


def read_reports(tables: EventTables) -> Reports:
    """All that is reported at these tables. Two queries."""
    return reports_of(record.spot for record in tables.tables)


def read_since(
    tables: EventTables, reports: Reports, places: Collection[DealAt]
) -> tuple[EventTables, Reports] | None:
    """Tables and reports with those of some deals (set, table, deal), or of whole tables, read
    again; None if one of these tables is not among them. Two queries; three with whole tables."""
    touched = {place[:2]: tables.table(place[:2]) for place in places}
    records = [record for record in touched.values() if record is not None]
    if len(records) < len(touched):
        return None
    fresh = reports_of((record.spot for record in records), {deal for _, _, deal in places})
    now = with_last_deals(tables, {place[:2] for place in places if place[2] == WHOLE})
    if now is None:
        return None
    changed = {
        record.table_id: {**reports.get(record.table_id, {}), **fresh.get(record.table_id, {})}
        for record in records
    }
    return now, reports | changed
