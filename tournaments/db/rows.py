"""Rows of raw statements as model instances, for the few reads that every request begins with.

Building a queryset costs several times as much as all that the database does for it. The columns
are the models' own, so that a migration changes both.
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
LISTENS = settings.DEBUG  # then Django keeps all statements
_FIRST, _ALL = methodcaller("fetchone"), methodcaller("fetchall")
# Ends with its transaction. What is written after that, in one of its own that does wait for the
# disk, brings all there that was written before it.
NOT_ON_DISK_YET = "SET LOCAL synchronous_commit = off"
ALL_ON_DISK = "SELECT pg_logical_emit_message(true, 'scorekeeper', '')"
# The same, where not everything lies there yet.
REST_ON_DISK = (
    "SELECT CASE WHEN pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn() "
    "THEN pg_logical_emit_message(true, 'scorekeeper', '') END"
)
_NAMED = re.compile(r"%\((\w+)\)s")


@lru_cache(512)
def _for_sqlite(statement: str) -> str:
    """The statement with SQLite's marks for the values."""
    return _NAMED.sub(r":\1", statement).replace("%s", "?").replace("%%", "%")


def _ask(statement: str, values: Values, fetch: Callable[[Any], T]) -> T:
    """What a statement finds, as `fetch` takes it from a cursor.

    Straight from the driver: Django's layers cost twice as much as the database does for most of
    these statements. Where somebody listens to them (tests count them), they go through Django.
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
        with here.wrap_database_errors:  # which makes it Django's own
            raise


def _through_django(here: Any) -> bool:
    """Whether statements have to take Django's way: to connect, or because somebody listens."""
    return bool(
        here.connection is None or here.execute_wrappers or here.force_debug_cursor or LISTENS
    )


def pipeline(
    statements: Sequence[Statement], *, commit: bool = False
) -> list[list[tuple[Any, ...]]]:
    """All rows of each of several statements, in this order; all of them must return rows.

    A server gets them in one round trip, each with a snapshot of its own: what waits for a lock
    holds those after it up, and they see what the other has written. `commit` sends the COMMIT
    along where it can; whoever began the transaction ends it all the same. What was locked is then
    free before it lies on disk: the next in turn goes on meanwhile, and several are written there
    together. It lies on disk when this returns.
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
            line.execute("COMMIT", prepare=False)  # the driver's own would wait for its answer
            line.execute(ALL_ON_DISK)
    return [cursor.fetchall() for cursor in cursors]


def wait_for_disk() -> None:
    """Return once everything lies on disk that this connection has read or written so far.

    A turn lets the next one go on before it lies there itself (`pipeline`), so others read what a
    crash may still take away. Nothing to wait for where nothing was read, inside a transaction, and
    on other databases, where nobody sees what is not there yet.
    """
    here: Any = connections[DEFAULT_DB_ALIAS]
    if here.vendor == "postgresql" and here.connection is not None and not here.in_atomic_block:
        _ask(REST_ON_DISK, (), _FIRST)


def first_row(statement: str, values: Values) -> tuple[Any, ...] | None:
    """The first row that a statement finds; `values` by name, or in the order of its marks."""
    found: tuple[Any, ...] | None = _ask(statement, values, _FIRST)
    return found


def all_rows(statement: str, values: Values) -> list[tuple[Any, ...]]:
    """All rows that a statement finds; `values` as for `one_row`."""
    found: list[tuple[Any, ...]] = _ask(statement, values, _ALL)
    return found


def rows_of(statement: str, ids: Collection[int], *values: Any) -> list[tuple[Any, ...]]:
    """All rows that a statement finds for ids, which stand where it says {ids}, after `values`;
    none for none."""
    if not ids:
        return []
    marks = ", ".join(["%s"] * len(ids))
    return all_rows(statement.replace("{ids}", marks), (*values, *ids))


def stored(model: type[Model], values: dict[str, Any], **related: Any) -> Any:
    """The instance of a row, from its columns' values and the instances that it refers to.

    As Django makes one out of a pickle: without the arguments and defaults of a new instance,
    which cost as much as the statement. A column that is left out is read when it is asked for.
    """
    made = model.__new__(model)
    state = made._state = ModelState()
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    made.__dict__.update(values)
    if related:
        state.fields_cache.update(related)
    return made


def moment(value: datetime | None) -> datetime | None:
    """A moment as the models say it: SQLite keeps moments in UTC and without saying so."""
    return value if value is None or value.tzinfo else value.replace(tzinfo=UTC)


def moment_of(value: datetime | str | None) -> datetime | None:
    """The same for what SQLite says of a moment in a statement that joins several: a text."""
    return moment(datetime.fromisoformat(value) if isinstance(value, str) else value)


def to_database(value: datetime) -> datetime | str:
    """The reverse: a moment in UTC as the driver wants it."""
    here: Any = connections[DEFAULT_DB_ALIAS]
    return str(value.replace(tzinfo=None)) if here.vendor == "sqlite" else value


def within(field: str, *, ago: timedelta, ahead: timedelta) -> dict[str, datetime]:
    """The lookups for rows whose moment lies less than `ago` back and at most `ahead` from now.

    Clocks are set back, so every moment that is compared with now has an end on both sides: one in
    the future is believed for its window at most.
    """
    now = timezone.now()
    return {f"{field}__gt": now - ago, f"{field}__lte": now + ahead}


def is_within(value: datetime, *, ago: timedelta, ahead: timedelta) -> bool:
    """The same of a moment that was read."""
    now = timezone.now()
    return now - ago < value <= now + ahead


def _parsed(text: str | None) -> Any:
    """What a JSON column holds: most often nothing."""
    return {} if text == "{}" else None if text is None else json.loads(text)


def _reading(field: Field[Any, Any]) -> Callable[[Any], Any] | None:
    """What turns a column as the driver gives it into the field's value; None for nothing."""
    if isinstance(field, JSONField):
        return _parsed
    return moment if isinstance(field, DateTimeField) else None


class Columns:
    """One model's columns in a statement, from column `start` of its rows on."""

    def __init__(
        self, model: type[Model], alias: str, start: int = 0, without: Collection[str] = ()
    ) -> None:
        """`without` names columns that are read only if they are asked for."""
        fields = [one for one in model._meta.concrete_fields if one.attname not in without]
        self.model = model
        self.names = [field.attname for field in fields]
        self.sql = ", ".join(f"{alias}.{field.column}" for field in fields)
        self.part = slice(start, start + len(fields))
        self.readings = [
            (at, reading) for at, field in enumerate(fields) if (reading := _reading(field))
        ]

    def read(self, row: Sequence[Any], **related: Any) -> Any:
        """The instance that a row holds; `related` as for `stored`."""
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
    """The table that `TABLE_COLUMNS` read, or `SET_COLUMNS` followed by its roles; its seating's
    event is `event` itself."""
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
