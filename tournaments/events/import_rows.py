"""The rows that a document asks for, kept with few statements and in short transactions, however
many they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import connection

from tournaments.staging import BATCH, ROWS, slices

if TYPE_CHECKING:
    import datetime as dt

    from django.db.models import Model

    from tournaments.staging import Staging

MOST_WAITING = 2000


@dataclass
class Rows:
    """Rows that wait to be kept. They may name each other before they are."""

    staging: Staging
    waiting: dict[type[Model], list[tuple[Any, dt.datetime | None]]] = field(default_factory=dict)

    def add(self, row: Model, created: dt.datetime | None = None) -> None:
        """Keep a row with the others; `created` in place of the moment of its making."""
        self.waiting.setdefault(type(row), []).append((row, created))

    def keep(self, *, all_of_them: bool = True) -> None:
        """Write down what waits, those first that others point to; if not all of them must be
        there now, as soon as many wait."""
        if not all_of_them and sum(map(len, self.waiting.values())) < MOST_WAITING:
            return
        for model in ROWS:
            for some in slices(self.waiting.pop(model, []), BATCH):
                with self.staging.batch():
                    model._default_manager.bulk_create(row for row, _created in some)
                    moments = [(row.pk, moment) for row, moment in some if moment is not None]
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
