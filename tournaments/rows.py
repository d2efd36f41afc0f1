"""Rows of raw statements as model instances, for the few reads that every request begins with.

Building a queryset costs several times as much as all that the database does for it. The columns
are the models' own, so that a migration changes both.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import DateTimeField, JSONField
from django.db.models.base import ModelState

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from django.db.models import Field, Model


def one_row(statement: str, values: Mapping[str, Any]) -> tuple[Any, ...] | None:
    """The first row that a statement finds; `values` by name, which Django puts in fastest."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


def all_rows(statement: str, values: Mapping[str, Any] | Sequence[Any]) -> list[tuple[Any, ...]]:
    """All rows that a statement finds; `values` by name, or in the order of its marks."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
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
