"""The few statements that every result from a phone goes through, written out in SQL.

A room of two hundred tables sends its results within a minute or two. Building a queryset costs
several times as much as the statement that it makes; everything else uses the ORM. SQLite and
PostgreSQL both know these statements.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.db import connection

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.models import LogEntry, Report

# Raises the version, takes the event's row (so that writers queue) and reads it, at once.
BUMP = (
    "UPDATE tournaments_event SET version = version + 1, changed = %s WHERE id = %s "
    "RETURNING version, state, scorekeeper_id"
)
# The set in play beside the reports of one deal, oldest first; one row without a report if there
# is none. Whether an override was agreed to is asked only of those that need it.
LOOK = (
    "SELECT g.set_number, g.id, r.id, r.revision, r.payload, r.key, r.author, "
    "NOT r.needs_agreement OR EXISTS (SELECT 1 FROM tournaments_acceptance a "
    "WHERE a.report_id = r.id AND a.kind = 'agree') "
    "FROM (SELECT id, set_number FROM tournaments_seating WHERE event_id = %s "
    "AND state = 'published' ORDER BY set_number DESC LIMIT 1) g "
    "LEFT JOIN tournaments_report r ON r.table_id = %s AND r.deal = %s ORDER BY r.revision"
)
ADD_REPORT = (
    "INSERT INTO tournaments_report (table_id, deal, revision, payload, author, link_id, reason, "
    "overrode, needs_agreement, key, created) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) "
    "RETURNING id"
)
ADD_LOG = (
    "INSERT INTO tournaments_logentry (event_id, version, who, code, params, undoes_id, created) "
    "VALUES (%s, %s, %s, %s, %s, %s, %s) RETURNING id"
)


def bump(event_id: int, now: datetime) -> tuple[int, str, int | None] | None:
    """The event's new version, its state and scorekeeper; None if there is no such event."""
    row: tuple[int, str, int | None] | None = _one(BUMP, [_moment(now), event_id])
    return row


def look(event_id: int, table_id: int, deal: int) -> list[tuple[Any, ...]]:
    """(set in play, its seating, report, revision, payload text, key, author, counts), by
    revision. Empty before the first set."""
    with connection.cursor() as cursor:
        cursor.execute(LOOK, [event_id, table_id, deal])
        return list(cursor.fetchall())


def add_report(report: Report, now: datetime) -> Report:
    """Keep a new report. Raises IntegrityError where its key or revision is taken."""
    report.created = now
    values = [
        report.table_id,
        report.deal,
        report.revision,
        None if report.payload is None else _json(report.payload),
        report.author,
        report.link_id,
        report.reason,
        _json(report.overrode),
        report.needs_agreement,
        report.key,
        _moment(now),
    ]
    report.pk = _one(ADD_REPORT, values)[0]
    report._state.adding = False
    return report


def add_log(entry: LogEntry, now: datetime) -> LogEntry:
    """Keep a new line of the log."""
    entry.created = now
    values = [
        entry.event_id,
        entry.version,
        entry.who,
        entry.code,
        _json(entry.params),
        entry.undoes_id,
        _moment(now),
    ]
    entry.pk = _one(ADD_LOG, values)[0]
    entry._state.adding = False
    return entry


def _one(statement: str, values: list[Any]) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()


def _json(value: Any) -> str:
    return json.dumps(value)


def _moment(moment: datetime) -> Any:
    """A moment as the database driver wants it in SQL."""
    return connection.ops.adapt_datetimefield_value(moment)
