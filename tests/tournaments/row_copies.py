"""Evenings that many tests begin with: made once in a process, and then written again row by row.

To make one through the app takes a quarter of a second, its rows a hundredth. They are only written
into a database that has nothing yet, so that all numbers are those that the app would have given.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection, models, transaction
from django.utils.translation import get_language

from tournaments.models import Event, Person

Rows = list[tuple[str, list[tuple[Any, ...]]]]
PLAIN = (str, int, type(None), dt.date)
_known: dict[Any, tuple[int, Rows]] = {}


def remember_rows(make: Callable[..., Event]) -> Callable[..., Event]:
    """For a function that makes an event out of plain values, always the same one."""

    @wraps(make)
    def remade(*values: Any, **fields: Any) -> Event:
        if connection.vendor != "sqlite" or not _is_plain((values, fields)) or not _is_empty():
            return make(*values, **fields)
        key = make, _plain(values), _plain(fields), get_language()
        if key in _known:
            pk, rows = _known[key]
            _write(rows)
        else:
            pk = make(*values, **fields).pk
            _known[key] = pk, _read()
        return Event.objects.select_related("owner").get(pk=pk)

    return remade


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_is_plain, value.values()))
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return isinstance(value, PLAIN)


def _plain(value: Any) -> Any:
    """The same as something that can be looked up; True is not 1."""
    if isinstance(value, dict):
        return tuple((key, _plain(one)) for key, one in sorted(value.items()))
    if isinstance(value, list | tuple):
        return type(value), tuple(map(_plain, value))
    return type(value), value


def _is_empty() -> bool:
    held = (get_user_model(), Person, Event)
    return not any(model._base_manager.exists() for model in held)


def _tables() -> list[str]:
    found: list[type[models.Model]] = [*apps.get_app_config("tournaments").get_models()]
    return [get_user_model()._meta.db_table, *(model._meta.db_table for model in found)]


def _read() -> Rows:
    found: Rows = []
    with connection.cursor() as cursor:
        for table in _tables():
            cursor.execute(f'SELECT * FROM "{table}"')
            rows = cursor.fetchall()
            if rows:
                places = ", ".join(["%s"] * len(rows[0]))
                found.append((f'INSERT OR REPLACE INTO "{table}" VALUES ({places})', rows))
    return found


def _write(rows: Rows) -> None:
    # At once: a row may name another that follows.
    with transaction.atomic(), connection.cursor() as cursor:
        for statement, values in rows:
            cursor.executemany(statement, values)
