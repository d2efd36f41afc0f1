"""The few statements of every result from a phone, in SQL, and statistics for PostgreSQL's planner.

A room of two hundred tables sends its results within a minute or two. Building a queryset costs
several times as much as its statement; everything else uses the ORM. The statements run on SQLite
and PostgreSQL.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from django.db import connection, transaction

from tournaments.db.rows import first_row, pipeline, stored, to_database
from tournaments.models import Acceptance, LogEntry, Report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from django.db.models import Model

    from tournaments.db.rows import Statement
    from tournaments.models import Table


# Raises the version, locks the event's row (so that writers queue) and reads it, at once.
BUMP = (
    "UPDATE tournaments_event SET version = version + 1, changed = %(now)s WHERE id = %(event)s "
    "RETURNING version, state, scorekeeper_id"
)
# The columns of a report `r`: its own, whether it counts, and whether it was agreed by being saved
# (NULL: nobody has accepted it). Agreement is looked up only for overrides that need it.
REVISION = (
    "r.id, r.revision, r.payload, r.author, r.device, r.reason, r.overrode, "
    "NOT r.needs_agreement OR EXISTS (SELECT 1 FROM tournaments_acceptance a "
    "WHERE a.report_id = r.id AND a.kind = 'agree'), "
    "(SELECT a.by_saving FROM tournaments_acceptance a "
    "WHERE a.report_id = r.id AND a.kind = 'accept')"
)
# The set in play beside the reports of one deal, oldest first; one row without a report if there
# is none.
LOOK = (
    f"SELECT g.set_number, g.id, r.key, {REVISION} "  # noqa: S608  columns
    "FROM (SELECT id, set_number FROM tournaments_seating WHERE event_id = %(event)s "
    "AND state = 'published' ORDER BY set_number DESC LIMIT 1) g "
    "LEFT JOIN tournaments_report r ON r.table_id = %(table)s AND r.deal = %(deal)s "
    "ORDER BY r.revision"
)
REPORT: tuple[str, ...] = ("deal", "revision", "payload", "author", "link_id", "reason", "overrode")
REPORT += ("needs_agreement", "key", "device")
ADD_REPORT = (
    f"INSERT INTO tournaments_report (table_id, {', '.join(REPORT)}, created) "  # noqa: S608  names
    f"VALUES (%(table)s, {', '.join(f'%({name})s' for name in REPORT)}, %(now)s) RETURNING id"
)
# With the id of a report reserved before it is added, nobody waits for the database to return it.
RESERVE = "SELECT nextval(pg_get_serial_sequence('tournaments_report', 'id'))"
ADD_RESERVED = ADD_REPORT.replace("(table_id,", "(id, table_id,").replace(
    "(%(table)s,", "(%(id)s, %(table)s,"
)
ADD_LOG = (
    "INSERT INTO tournaments_logentry "
    "(event_id, version, who, code, params, table_number, undoes_id, created) "
    "VALUES (%(event)s, %(version)s, %(who)s, %(code)s, %(params)s, %(table_number)s, %(undoes)s, "
    "%(now)s) RETURNING id"
)
# With whether a rival report of the same deal is still open.
NEWEST_REPORT = (
    "SELECT id, EXISTS (SELECT 1 FROM tournaments_rivalreport v WHERE v.table_id = %(table)s "
    "AND v.deal = %(deal)s AND v.settled_at IS NULL) "
    "FROM tournaments_report WHERE table_id = %(table)s AND deal = %(deal)s "
    "ORDER BY revision DESC LIMIT 1"
)
ADD_YES = (
    'INSERT INTO tournaments_acceptance (report_id, kind, "by", by_saving, created) '
    "VALUES (%(report_id)s, %(kind)s, %(by)s, %(by_saving)s, %(now)s) "
    "ON CONFLICT (report_id, kind) DO NOTHING RETURNING id"
)


class Rows:
    """The statements of one turn, all with the same time.

    A turn that holds the event's row keeps all other results of the event waiting, and every round
    trip to a server adds milliseconds on a busy machine. So a turn that is a transaction of its own
    (`is_whole`) makes two round trips, if it reads nothing else: the reads under the lock, and the
    writes with the COMMIT.
    """

    def __init__(self, now: datetime, *, is_whole: bool = False) -> None:
        self.now = now
        self.moment = to_database(now)
        self.with_commit = is_whole and connection.vendor == "postgresql"
        self.reserved: int | None = None  # the id of a report that may be added
        self.first: list[list[tuple[Any, ...]]] = []  # rows of the statements `first` of `bump`
        self._last: list[tuple[Statement, Callable[[int], None]]] = []

    def bump(
        self, event_id: int, first: Sequence[Statement] = ()
    ) -> tuple[int, str, int | None] | None:
        """Lock the event and return its new version, state and scorekeeper; None if there is no
        such event.

        `first`: statements that follow at once; their rows are in `self.first`.
        """
        bump = BUMP, {"now": self.moment, "event": event_id}
        rows, *self.first = pipeline([bump, *first])
        if first and first[-1][0] is RESERVE:
            self.reserved = self.first.pop()[0][0]
        return cast("tuple[int, str, int | None]", rows[0]) if rows else None

    def look(self, event_id: int, table_id: int, deal: int) -> list[Statement]:
        """Return the statement for (set in play, its seating, key, the columns of `REVISION`) by
        revision; it has no row before the first set."""
        statement: Statement = LOOK, {"event": event_id, "table": table_id, "deal": deal}
        return [statement, (RESERVE, ())] if self.with_commit else [statement]

    def finish(self) -> None:
        """Run the deferred statements and commit."""
        if self._last:
            added = pipeline([statement for statement, _set_id in self._last], commit=True)
            for rows, (_statement, set_id) in zip(added, self._last, strict=True):
                set_id(int(rows[0][0]))
            self._last.clear()

    def add_report(self, table: Table, values: dict[str, Any], *, last: bool = False) -> Report:
        """Store a new report; `values` as in `REPORT`. With `last`, if no reads follow, it is
        deferred to the end of the turn. Raises IntegrityError if its key or revision is taken, then
        at the end of the turn."""
        payload = values["payload"]
        texts = {
            "payload": None if payload is None else json.dumps(payload),
            "overrode": json.dumps(values["overrode"]) if values["overrode"] else "[]",
        }
        table_id, added = table.pk, self.reserved
        columns = values | texts | {"table": table_id, "now": self.moment}
        if last and added is not None:
            self._last.append(((ADD_RESERVED, columns | {"id": added}), lambda _id: None))
            self.reserved = None
        else:
            added = _id_of(ADD_REPORT, columns)
        own = {"id": added, "table_id": table_id, "created": self.now}
        report: Report = stored(Report, values | own, table=table)
        return report

    def yes(self, report: Report, kind: str, by: str) -> Statement:
        """Return the statement that stores an acceptance; it has no row if there is one already."""
        values = {"report_id": report.pk, "kind": kind, "by": by, "by_saving": False}
        return ADD_YES, values | {"now": self.moment}

    def agree_by_saving(self, report: Report, by: str) -> None:
        """Store the acceptance of a new report by saving; deferred to the end of the turn if that
        saves a round trip."""
        values = {"report_id": report.pk, "kind": Acceptance.Kind.ACCEPT.value, "by": by}
        values |= {"by_saving": True, "now": self.moment}
        statement = ADD_YES
        if self.with_commit:
            self._last.append(((statement, values), lambda _id: None))
        else:
            _id_of(statement, values)

    def acceptance(self, added: int, report: Report, kind: str, by: str) -> Acceptance:
        """Return the acceptance stored by the statement of `yes`, with the id `added`."""
        own = {"id": added, "report_id": report.pk, "kind": kind, "by": by, "created": self.now}
        own["by_saving"] = False
        acceptance: Acceptance = stored(Acceptance, own, report=report)
        return acceptance

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
        """Store a new log entry; `table_number` as in `LogEntry`. Its id is set, and the entry can
        be read, at the end of the turn."""
        taken_back = undoes.pk if undoes else None
        values = {"version": version, "who": who, "code": code, "table_number": table_number}
        own = {"event": event_id, "params": json.dumps(params), "undoes": taken_back}
        statement = ADD_LOG, values | own | {"now": self.moment}
        own = {"event_id": event_id, "params": params, "undoes_id": taken_back}
        entry: LogEntry = stored(LogEntry, values | own | {"created": self.now})
        if undoes is not None:
            entry.undoes = undoes
        if self.with_commit:
            self._last.append((statement, partial(setattr, entry, "id")))
        else:
            entry.id = _id_of(*statement)
        return entry


def newest_report(table_id: int, deal: int) -> Statement:
    """Return the statement for the id of a deal's newest report, of any kind, and whether the deal
    is contested."""
    return NEWEST_REPORT, {"table": table_id, "deal": deal}


def _id_of(statement: str, values: dict[str, Any]) -> int | None:
    """Run a statement and return the id of its row; None without a row."""
    row = first_row(statement, values)
    return None if row is None else int(row[0])


MANY = 500  # new rows, after which PostgreSQL's statistics are updated


def count_anew(*models: type[Model], count: int | None = None) -> None:
    """Update PostgreSQL's statistics of these models' tables after the commit, if many rows were
    added (`count`; None: always). Does nothing on other databases."""
    if (count is None or count >= MANY) and connection.vendor == "postgresql":
        transaction.on_commit(partial(_analyse, models), robust=True)


def _analyse(models: Iterable[type[Model]]) -> None:
    names = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in models)
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {names}")
