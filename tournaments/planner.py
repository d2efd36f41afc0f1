"""What PostgreSQL knows of its tables when it plans a query.

It counts them anew a minute or so after many rows have come; until then it takes a table of ten
thousand for an empty one, and walks through it for every row of another. SQLite goes by its
indexes alone.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.db import connection, transaction

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import Model

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
