"""The few statements that every result from a phone goes through, written out in SQL.

A room of two hundred tables sends its results within a minute or two. Building a queryset costs
several times as much as the statement that it makes; everything else uses the ORM. SQLite and
PostgreSQL both know these statements.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from tournaments.models import Acceptance, LogEntry, Report
from tournaments.rows import all_rows, as_kept, one_row, stored

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.models import Table

# Raises the version, takes the event's row (so that writers queue) and reads it, at once.
BUMP = (
    "UPDATE tournaments_event SET version = version + 1, changed = %(now)s WHERE id = %(event)s "
    "RETURNING version, state, scorekeeper_id"
)
# The set in play beside the reports of one deal, oldest first; one row without a report if there
# is none. Whether an override was agreed to is asked only of those that need it.
LOOK = (
    "SELECT g.set_number, g.id, r.id, r.revision, r.payload, r.key, r.author, "
    "NOT r.needs_agreement OR EXISTS (SELECT 1 FROM tournaments_acceptance a "
    "WHERE a.report_id = r.id AND a.kind = 'agree') "
    "FROM (SELECT id, set_number FROM tournaments_seating WHERE event_id = %(event)s "
    "AND state = 'published' ORDER BY set_number DESC LIMIT 1) g "
    "LEFT JOIN tournaments_report r ON r.table_id = %(table)s AND r.deal = %(deal)s "
    "ORDER BY r.revision"
)
REPORT: tuple[str, ...] = ("deal", "revision", "payload", "author", "link_id", "reason", "overrode")
REPORT += ("needs_agreement", "key")
ADD_REPORT = (
    f"INSERT INTO tournaments_report (table_id, {', '.join(REPORT)}, created) "  # noqa: S608  names
    f"VALUES (%(table)s, {', '.join(f'%({name})s' for name in REPORT)}, %(now)s) RETURNING id"
)
ADD_LOG = (
    "INSERT INTO tournaments_logentry "
    "(event_id, version, who, code, params, table_number, undoes_id, created) "
    "VALUES (%(event)s, %(version)s, %(who)s, %(code)s, %(params)s, %(table_number)s, %(undoes)s, "
    "%(now)s) RETURNING id"
)
NEWEST_REPORT = (
    "SELECT id FROM tournaments_report WHERE table_id = %(table)s AND deal = %(deal)s "
    "ORDER BY revision DESC LIMIT 1"
)
ADD_YES = (
    'INSERT INTO tournaments_acceptance (report_id, kind, "by", created) '
    "VALUES (%(report_id)s, %(kind)s, %(by)s, %(now)s) "
    "ON CONFLICT (report_id, kind) DO NOTHING RETURNING id"
)


class Rows:
    """These statements in one turn, all of one moment."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.moment = as_kept(now)

    def bump(self, event_id: int) -> tuple[int, str, int | None] | None:
        """The event's new version, its state and scorekeeper; None if there is no such event."""
        row = one_row(BUMP, {"now": self.moment, "event": event_id})
        return cast("tuple[int, str, int | None] | None", row)

    def look(self, event_id: int, table_id: int, deal: int) -> list[tuple[Any, ...]]:
        """(set in play, its seating, report, revision, payload text, key, author, counts), by
        revision. Empty before the first set."""
        return all_rows(LOOK, {"event": event_id, "table": table_id, "deal": deal})

    def add_report(self, table: Table, values: dict[str, Any]) -> Report:
        """Keep a new report; `values` as in `REPORT`. Raises IntegrityError where its key or
        revision is taken."""
        payload = values["payload"]
        texts = {
            "payload": None if payload is None else json.dumps(payload),
            "overrode": json.dumps(values["overrode"]) if values["overrode"] else "[]",
        }
        table_id = table.pk
        added = _id_of(ADD_REPORT, values | texts | {"table": table_id, "now": self.moment})
        own = {"id": added, "table_id": table_id, "created": self.now}
        report: Report = stored(Report, values | own, table=table)
        return report

    def newest_report(self, table_id: int, deal: int) -> int | None:
        """The newest report of a deal, of any kind."""
        return _id_of(NEWEST_REPORT, {"table": table_id, "deal": deal})

    def add_yes(self, report: Report, kind: str, by: str) -> Acceptance | None:
        """Keep that somebody says yes to a report; None where somebody has."""
        values = {"report_id": report.pk, "kind": kind, "by": by}
        added = _id_of(ADD_YES, values | {"now": self.moment})
        if added is None:
            return None
        own = {"id": added, "created": self.now}
        made: Acceptance = stored(Acceptance, values | own, report=report)
        return made

    def add_log(
        self,
        event_id: int,
        version: int,
        who: str,
        code: str,
        params: dict[str, Any],
        undoes: LogEntry | None,
        table_number: int = 0,
    ) -> LogEntry:
        """Keep a new line of the log; `table_number` as in `LogEntry`."""
        taken_back = undoes.pk if undoes else None
        values = {"version": version, "who": who, "code": code, "table_number": table_number}
        own = {"event": event_id, "params": json.dumps(params), "undoes": taken_back}
        added = _id_of(ADD_LOG, values | own | {"now": self.moment})
        own = {"id": added, "event_id": event_id, "params": params, "undoes_id": taken_back}
        entry: LogEntry = stored(LogEntry, values | own | {"created": self.now})
        if undoes is not None:
            entry.undoes = undoes
        return entry


def _id_of(statement: str, values: dict[str, Any]) -> int | None:
    """The id of the row that a statement adds or finds; None for none."""
    row = one_row(statement, values)
    return None if row is None else int(row[0])
