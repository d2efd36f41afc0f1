"""After many rows came, PostgreSQL counts its tables at once; others go on as they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import evening as evenings
from tournaments.db import sql
from tournaments.files.event_document import export_event, import_event
from tournaments.models import Person
from tournaments.people.names import parse_names
from tournaments.seating import draws, roster

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    Committing = Callable[..., AbstractContextManager[list[Callable[[], None]]]]

pytestmark = [pytest.mark.sql, pytest.mark.django_db]

ROLES = ("gentleman", "lady")


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "MANY", 8)


def counted(deed: Callable[[], object], committing: Committing) -> list[str]:
    """The tables that a deed has counted."""
    with CaptureQueriesContext(connection) as queries, committing(execute=True):
        deed()
    found = [one["sql"] for one in queries if one["sql"].startswith("ANALYZE")]
    return [name.strip('" ') for sql in found for name in sql.removeprefix("ANALYZE").split(",")]


def expected(*tables: str) -> list[str]:
    return [f"tournaments_{table}" for table in tables] if connection.vendor == "postgresql" else []


@pytest.mark.parametrize(("people", "tables"), [(7, ()), (8, ("person", "entry"))])
def test_names(
    people: int, tables: tuple[str, ...], django_capture_on_commit_callbacks: Committing
) -> None:
    event = evenings.an_event(0)
    parsed = parse_names("\n".join(f"G{number}, m" for number in range(people)), roles=ROLES)
    values = {"event": event, "actor": evenings.host(event), "parsed": parsed}
    found = counted(lambda: roster.enter_people(**values), django_capture_on_commit_callbacks)
    assert found == expected(*tables)


def test_seats(django_capture_on_commit_callbacks: Committing) -> None:
    event = evenings.an_event(8)
    values = {"event": event, "actor": evenings.host(event)}
    found = counted(lambda: draws.draw(**values), django_capture_on_commit_callbacks)
    assert found == expected("table", "seat")


def test_an_event_file(django_capture_on_commit_callbacks: Committing) -> None:
    event = evenings.start(8)
    values = {"owner": event.owner, "data": export_event(event)}
    found = counted(lambda: import_event(**values), django_capture_on_commit_callbacks)
    wanted = {*expected("person", "entry", "seat", "table", "report", "acceptance", "logentry")}
    assert wanted <= set(found)


def test_nothing_is_counted_of_what_is_not_kept(
    django_capture_on_commit_callbacks: Committing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    with django_capture_on_commit_callbacks() as waiting:
        sql.count_anew(Person, count=7)
    assert not waiting
    with django_capture_on_commit_callbacks() as waiting:
        sql.count_anew(Person, count=8)
    assert len(waiting) == 1
