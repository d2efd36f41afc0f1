"""The few statements that every result from a phone goes through, written out in SQL, and what
PostgreSQL's planner has to know.

A room of two hundred tables sends its results within a minute or two. Building a queryset costs
several times as much as the statement that it makes; everything else uses the ORM. SQLite and
PostgreSQL both know these statements.
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


# Raises the version, takes the event's row (so that writers queue) and reads it, at once.
BUMP = (
    "UPDATE tournaments_event SET version = version + 1, changed = %(now)s WHERE id = %(event)s "
    "RETURNING version, state, scorekeeper_id"
)
# A report `r` as it is read: its columns, whether it counts, and whether it was agreed by being
# saved (NULL: nobody has said yes to it). Whether an override was agreed to is asked only of those
# that need it.
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
# Where the number of a report is known before it is added, nobody waits for the database to tell.
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
# With whether another answer to the same deal still waits for somebody to choose.
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
    """These statements in one turn, all of one moment.

    Whoever holds the event's row keeps all other results of the event waiting, and every answer of
    a server that is waited for makes that longer, on a busy machine by milliseconds. So a turn that
    is a transaction of its own (`is_whole`) goes to a server twice, if nothing else is read in it:
    with what it reads under the lock, and with what it writes and the COMMIT.
    """

    def __init__(self, now: datetime, *, is_whole: bool = False) -> None:
        self.now = now
        self.moment = to_database(now)
        self.with_commit = is_whole and connection.vendor == "postgresql"
        self.reserved: int | None = None  # the number of a report that may be added
        self.first: list[list[tuple[Any, ...]]] = []  # what was read as soon as the row was held
        self._last: list[tuple[Statement, Callable[[int], None]]] = []

    def bump(
        self, event_id: int, first: Sequence[Statement] = ()
    ) -> tuple[int, str, int | None] | None:
        """The event's new version, its state and scorekeeper; None if there is no such event.

        `first` are statements that follow at once; their rows are found in `self.first`.
        """
        bump = BUMP, {"now": self.moment, "event": event_id}
        rows, *self.first = pipeline([bump, *first])
        if first and first[-1][0] is RESERVE:
            self.reserved = self.first.pop()[0][0]
        return cast("tuple[int, str, int | None]", rows[0]) if rows else None

    def look(self, event_id: int, table_id: int, deal: int) -> list[Statement]:
        """What reads (set in play, its seating, key, the columns of `REVISION`), by revision; no
        row before the first set."""
        asked: Statement = LOOK, {"event": event_id, "table": table_id, "deal": deal}
        return [asked, (RESERVE, ())] if self.with_commit else [asked]

    def finish(self) -> None:
        """Write what has been put off, and have it committed."""
        if self._last:
            added = pipeline([statement for statement, _told in self._last], commit=True)
            for rows, (_statement, told) in zip(added, self._last, strict=True):
                told(int(rows[0][0]))
            self._last.clear()

    def add_report(self, table: Table, values: dict[str, Any], *, last: bool = False) -> Report:
        """Keep a new report; `values` as in `REPORT`. Raises IntegrityError where its key or
        revision is taken; at the end of the turn, where nothing more is read in it (`last`)."""
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
        """What keeps that somebody says yes to a report; no row where somebody has."""
        values = {"report_id": report.pk, "kind": kind, "by": by, "by_saving": False}
        return ADD_YES, values | {"now": self.moment}

    def agree_by_saving(self, report: Report, by: str) -> None:
        """Keep that a new report is agreed because it was saved; at the end of the turn, where
        that spares waiting."""
        values = {"report_id": report.pk, "kind": Acceptance.Kind.ACCEPT.value, "by": by}
        values |= {"by_saving": True, "now": self.moment}
        statement = ADD_YES
        if self.with_commit:
            self._last.append(((statement, values), lambda _id: None))
        else:
            _id_of(statement, values)

    def acceptance(self, added: int, report: Report, kind: str, by: str) -> Acceptance:
        """What that statement has kept."""
        own = {"id": added, "report_id": report.pk, "kind": kind, "by": by, "created": self.now}
        own["by_saving"] = False
        made: Acceptance = stored(Acceptance, own, report=report)
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
        """Keep a new line of the log; `table_number` as in `LogEntry`. Its number is known, and the
        line can be read, when the turn is over."""
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
    """What reads the number of the newest report of a deal, of any kind, and whether the deal is
    contested."""
    return NEWEST_REPORT, {"table": table_id, "deal": deal}


def _id_of(statement: str, values: dict[str, Any]) -> int | None:
    """The id of the row that a statement adds or finds; None for none."""
    row = first_row(statement, values)
    return None if row is None else int(row[0])


MANY = 500  # rows that came at once, after which the tables are counted


def count_anew(*models: type[Model], came: int | None = None) -> None:
    """Have the tables of these models counted as soon as what is being done is committed, if
    many rows came (None: surely); on other databases nothing."""
    if (came is None or came >= MANY) and connection.vendor == "postgresql":
        transaction.on_commit(partial(_analyse, models), robust=True)


def _analyse(models: Iterable[type[Model]]) -> None:
    names = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in models)
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {names}")
