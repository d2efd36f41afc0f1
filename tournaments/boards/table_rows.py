"""Tables with what is reported at them: of a set, or one by one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from tournaments.boards.deal_reports import DealReport, report_of_rows, reports_of
from tournaments.boards.event_tables import (
    EventTables,
    TableRecord,
    one_table,
    read_some,
    substitutes_of,
    with_last_deals,
)
from tournaments.log.current_values import WHOLE
from tournaments.models import CUT, Seating, Table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from rulesets.formats import Format
    from tournaments.log.current_values import DealAt

Reports = dict[int, dict[int, DealReport]]  # table -> deal -> report
_NO_REPORTS: dict[int, DealReport] = {}


@dataclass(frozen=True, slots=True)
class TableRow(TableRecord):
    """One table of one set: who sat there, and what was reported at it."""

    deals: Mapping[int, DealReport] = field(default_factory=dict)

    @classmethod
    def of(cls, record: TableRecord, deals: Mapping[int, DealReport] = _NO_REPORTS) -> TableRow:
        """A table with these reports."""
        values: Any = (*_FIELDS(record), deals)
        return cls(*values)

    def deal(self, number: int) -> DealReport:
        """The report of a deal; a blank one if there is none."""
        return self.deals.get(number) or report_of_rows(self.spot, number, ())

    def payloads(self, game: Format) -> tuple[dict[str, Any] | None, ...]:
        """The payload that counts for each hand of the table, None where there is none."""
        said = {n: deal.payload for n, deal in self.deals.items()}
        reports = [said.get(n) for n in range(1, max(said, default=0) + 1)]
        many = game.deals_to_tell(self.set_number, self.number, reports, self.last_deal)
        return tuple(said.get(n) for n in range(1, many + 1))

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


_FIELDS: Callable[[TableRecord], tuple[Any, ...]] = attrgetter(
    *(one.name for one in fields(TableRecord))
)


def set_tables(seating: Seating) -> list[TableRow]:
    """All tables of a seating, by number. A fixed number of queries."""
    tables = list(Table.objects.filter(seating=seating).order_by("number"))
    for table in tables:
        table.seating = seating
    return load_tables(tables)


def table_row(table: Table) -> TableRow:
    """One table, read from the database."""
    return load_tables([table])[0]


def table_with_seats(
    table: Table, seats: Sequence[Sequence[Any]], *, substituted: bool, doubted: bool
) -> TableRow:
    """One table whose seats are read already, by chair (entry, name, role). `substituted`: somebody
    has taken over a chair there; `doubted`: somebody objects to a deal, or it has two answers."""
    record = one_table(table, seats, substitutes_of(table) if substituted else ())
    return TableRow.of(record, reports_of([record.spot], doubted=doubted).get(table.pk, {}))


def load_tables(tables: Iterable[Table]) -> list[TableRow]:
    """These tables (each comes with its seating), with their reports."""
    return with_deals(read_some(tables))


def with_deals(records: Iterable[TableRecord]) -> list[TableRow]:
    """These tables with their reports. Two queries."""
    tables = list(records)
    deals = reports_of(one.spot for one in tables)
    return [TableRow.of(one, deals.get(one.table_id, {})) for one in tables]


def unfinished(game: Format, tables: Iterable[TableRow]) -> list[TableRow]:
    """The tables that still miss a hand or a cut."""
    found = []
    for table in tables:
        result = game.result(table.set_number, table.roles, table.payloads(game), table.cut)
        if not result.complete or result.tied:
            found.append(table)
    return found


# --- of a whole event -----------------------------------------------------------------------------


def read_reports(tables: EventTables) -> Reports:
    """All that is reported at these tables. Two queries."""
    return reports_of(one.spot for one in tables.tables)


def read_since(
    tables: EventTables, reports: Reports, places: Collection[DealAt]
) -> tuple[EventTables, Reports] | None:
    """Tables and reports with those of some deals (set, table, deal), or of whole tables, read
    again; None if one of these tables is not among them. Two queries; three with whole tables."""
    touched = {place[:2]: tables.table(place[:2]) for place in places}
    records = [one for one in touched.values() if one is not None]
    if len(records) < len(touched):
        return None
    fresh = reports_of((one.spot for one in records), {deal for _set, _table, deal in places})
    now = with_last_deals(tables, {place[:2] for place in places if place[2] == WHOLE})
    if now is None:
        return None
    changed = {
        one.table_id: {**reports.get(one.table_id, {}), **fresh.get(one.table_id, {})}
        for one in records
    }
    return now, reports | changed
