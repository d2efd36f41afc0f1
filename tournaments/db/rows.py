"""Rows of raw statements as model instances, for the few reads that every request begins with.

Building a queryset costs several times as much as the database's work for it. The columns come from
the models, so that a migration changes both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from operator import methodcaller
from typing import TYPE_CHECKING, Any, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import DateTimeField, JSONField
from django.db.models.base import ModelState
from django.utils import timezone

from tournaments.models import Event, Seating, Table

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from django.db.models import Field, Model


T = TypeVar("T")
Values = Mapping[str, Any] | Sequence[Any]
Statement = tuple[str, Values]
LISTENS = settings.DEBUG  # then Django records all statements
_FIRST, _ALL = methodcaller("fetchone"), methodcaller("fetchall")
# For one transaction. A later transaction that waits for the disk brings all earlier data there.
NOT_ON_DISK_YET = "SET LOCAL synchronous_commit = off"
ALL_ON_DISK = "SELECT pg_logical_emit_message(true, 'scorekeeper', '')"
# The same, if not everything is on disk yet.
REST_ON_DISK = (
    "SELECT CASE WHEN pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn() "
    "THEN pg_logical_emit_message(true, 'scorekeeper', '') END"
)
_NAMED = re.compile(r"%\((\w+)\)s")


@lru_cache(512)
def _for_sqlite(statement: str) -> str:
    """Return the statement with SQLite's placeholders."""
    return _NAMED.sub(r":\1", statement).replace("%s", "?").replace("%%", "%")


def _ask(statement: str, values: Values, fetch: Callable[[Any], T]) -> T:
    """Run a statement and return the result of `fetch` on its cursor.

    It goes directly to the driver: Django's layers cost twice as much as the database for most of
    these statements. If statements are recorded (tests count them), it goes through Django.
    """
    here: Any = connections[DEFAULT_DB_ALIAS]
    if _through_django(here):
        with here.cursor() as cursor:
            cursor.execute(statement, values)
            return fetch(cursor)
    if here.needs_rollback:
        here.validate_no_broken_transaction()
    text = _for_sqlite(statement) if here.vendor == "sqlite" else statement
    try:
        return fetch(here.connection.execute(text, values))
    except here.Database.Error:
        with here.wrap_database_errors:  # raises Django's own error
            raise


def _through_django(here: Any) -> bool:
    """Whether statements have to go through Django: to connect, or because they are recorded."""
    return bool(
        here.connection is None or here.execute_wrappers or here.force_debug_cursor or LISTENS
    )


def pipeline(
    statements: Sequence[Statement], *, commit: bool = False
) -> list[list[tuple[Any, ...]]]:
    """Run several statements in order and return all rows of each; all of them must return rows.

    A server gets them in one round trip, each with its own snapshot: a statement that waits for a
    lock delays those after it, and they see the other transaction's data. `commit` sends the COMMIT
    along if possible; the caller ends its transaction all the same. Locks are then free before the
    data is on disk: the next turn continues meanwhile, and several are flushed together. The data
    is on disk when this returns.
    """
    here: Any = connections[DEFAULT_DB_ALIAS]
    if here.vendor != "postgresql" or _through_django(here):
        return [_ask(statement, values, _ALL) for statement, values in statements]
    if here.needs_rollback:
        here.validate_no_broken_transaction()
    line = here.connection
    with here.wrap_database_errors, line.pipeline():
        if commit:
            line.execute(NOT_ON_DISK_YET)
        cursors = [line.execute(statement, values) for statement, values in statements]
        if commit:
            line.execute("COMMIT", prepare=False)  # the driver's commit() waits for the answer
            line.execute(ALL_ON_DISK)
    return [cursor.fetchall() for cursor in cursors]


def wait_for_disk() -> None:
    """Return once everything is on disk that this connection has read or written so far.

    A turn frees its locks before its data is on disk (`pipeline`), so others read data that a crash
    may still lose. Returns at once without a connection, inside a transaction, and on other
    databases, where data becomes visible only when it is on disk.
    """
    here: Any = connections[DEFAULT_DB_ALIAS]
    if here.vendor == "postgresql" and here.connection is not None and not here.in_atomic_block:
        _ask(REST_ON_DISK, (), _FIRST)


def first_row(statement: str, values: Values) -> tuple[Any, ...] | None:
    """Return the first row of a statement, or None; `values` by name, or in order of
    placeholders."""
    row: tuple[Any, ...] | None = _ask(statement, values, _FIRST)
    return row


def all_rows(statement: str, values: Values) -> list[tuple[Any, ...]]:
    """Return all rows of a statement; `values` as for `first_row`."""
    rows: list[tuple[Any, ...]] = _ask(statement, values, _ALL)
    return rows


def rows_of(statement: str, ids: Collection[int], *values: Any) -> list[tuple[Any, ...]]:
    """Return all rows of a statement for these ids, which replace {ids}, after `values`; none for
    no ids."""
    if not ids:
        return []
    marks = ", ".join(["%s"] * len(ids))
    return all_rows(statement.replace("{ids}", marks), (*values, *ids))


def stored(model: type[Model], values: dict[str, Any], **related: Any) -> Any:
    """Return the instance of a row, from its columns' values and the instances it refers to.

    As Django does for a pickle: without the arguments and defaults of a new instance, which cost as
    much as the statement. A missing column is read on first access.
    """
    instance = model.__new__(model)
    state = instance._state = ModelState()
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    instance.__dict__.update(values)
    if related:
        state.fields_cache.update(related)
    return instance


def moment(value: datetime | None) -> datetime | None:
    """Return a datetime with its time zone: SQLite stores datetimes in UTC without a zone."""
    return value if value is None or value.tzinfo else value.replace(tzinfo=UTC)


def moment_of(value: datetime | str | None) -> datetime | None:
    """Return a datetime with its time zone, also from the text that SQLite gives in some
    statements."""
    return moment(datetime.fromisoformat(value) if isinstance(value, str) else value)


def to_database(value: datetime) -> datetime | str:
    """Return a datetime in UTC as a value for the driver."""
    here: Any = connections[DEFAULT_DB_ALIAS]
    return str(value.replace(tzinfo=None)) if here.vendor == "sqlite" else value


def within(field: str, *, ago: timedelta, ahead: timedelta) -> dict[str, datetime]:
    """Return lookups for rows whose datetime is less than `ago` back and at most `ahead` of now.

    Clocks are set back, so every comparison with now has limits on both sides: a datetime in the
    future counts for its window at most.
    """
    now = timezone.now()
    return {f"{field}__gt": now - ago, f"{field}__lte": now + ahead}


def is_within(value: datetime, *, ago: timedelta, ahead: timedelta) -> bool:
    """Whether a datetime is less than `ago` back and at most `ahead` of now."""
    now = timezone.now()
    return now - ago < value <= now + ahead


def _parsed(text: str | None) -> Any:
    """Return the value of a JSON column; fast for the most frequent, an empty object."""
    return {} if text == "{}" else None if text is None else json.loads(text)


def _reading(field: Field[Any, Any]) -> Callable[[Any], Any] | None:
    """Return the function from the driver's value to the field's; None if they are the same."""
    if isinstance(field, JSONField):
        return _parsed
    return moment if isinstance(field, DateTimeField) else None


class Columns:
    """One model's columns in a statement, from column `start` of its rows on."""

    def __init__(
        self, model: type[Model], alias: str, start: int = 0, without: Collection[str] = ()
    ) -> None:
        """`without`: columns that are read on first access only."""
        fields = [field for field in model._meta.concrete_fields if field.attname not in without]
        self.model = model
        self.names = [field.attname for field in fields]
        self.sql = ", ".join(f"{alias}.{field.column}" for field in fields)
        self.part = slice(start, start + len(fields))
        self.readings = [
            (at, reading) for at, field in enumerate(fields) if (reading := _reading(field))
        ]

    def read(self, row: Sequence[Any], **related: Any) -> Any:
        """Return the instance of a row; `related` as for `stored`."""
        values = list(row[self.part])
        for at, reading in self.readings:
            values[at] = reading(values[at])
        return stored(self.model, dict(zip(self.names, values, strict=True)), **related)


LAST_SET = 32_000  # an address can hold any number, a column cannot
CHAIRS = 4
# Of a seating `g` and a table `t`; then with the roles, whose subqueries keep it to one row.
SET_COLUMNS = """g.id, g.set_number, g.revision, t.id, t.first_dealer, t.last_deal, t.late,
t.division, t.dealers"""
_ROLE = "(SELECT s.role FROM tournaments_seat s WHERE s.table_id = t.id AND s.chair = %d)"
TABLE_COLUMNS = ", ".join([SET_COLUMNS, *(_ROLE % at for at in range(CHAIRS))])


def table_in(row: Sequence[Any], event: Event, number: int) -> Table:
    """Return the table of a row of `TABLE_COLUMNS`, or of `SET_COLUMNS` followed by its roles; the
    event of its seating is `event` itself."""
    seating_id, set_number, revision, table_id, *about = row
    first_dealer, last_deal, late, division, dealers, *roles = about
    values = {"id": seating_id, "event_id": event.pk, "set_number": set_number}
    values |= {"revision": revision, "state": Seating.State.PUBLISHED.value}
    seating: Seating = stored(Seating, values, event=event)
    values = {"id": table_id, "seating_id": seating_id, "number": number}
    values |= {"first_dealer": first_dealer, "last_deal": last_deal}
    values |= {"late": bool(late), "division": division}
    values["dealers"] = [] if dealers == "[]" else json.loads(dealers)
    table: Table = stored(Table, values, seating=seating)
    table.roles_by_chair = tuple(role for role in roles if role is not None)
    return table
