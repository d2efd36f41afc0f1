"""The rows that a document asks for, kept with few statements however many they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import connection

if TYPE_CHECKING:
    import datetime as dt

    from django.db.models import Model


@dataclass
class Rows:
    """Rows that wait to be kept. They may name each other before they are."""

    waiting: dict[type[Model], list[tuple[Any, dt.datetime | None]]] = field(default_factory=dict)

    def add(self, row: Model, created: dt.datetime | None = None) -> None:
        """Keep a row with the others; `created` in place of the moment of its making."""
        self.waiting.setdefault(type(row), []).append((row, created))

    def keep(self, *order: type[Model]) -> None:
        """Write down what waits of these models: those first that others point to."""
        for model in order:
            rows = self.waiting.pop(model, [])
            model._default_manager.bulk_create(row for row, _created in rows)
            moments = [(row.pk, created) for row, created in rows if created is not None]
            if moments:
                _date(model, moments)


def _date(model: type[Model], moments: list[tuple[int, dt.datetime]]) -> None:
    """Django writes the moment of their making, whatever they say themselves."""
    table = connection.ops.quote_name(model._meta.db_table)
    adapt = connection.ops.adapt_datetimefield_value
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {table} SET created = %s WHERE id = %s",  # noqa: S608  our own name
            [(adapt(created), pk) for pk, created in moments],
        )
