"""What the database itself refuses, whatever the code above it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from tests.tournaments.evening import entry, newest, say, start, table
from tournaments.models import Event, LogEntry, Pairing, Report, Seat, Seating, SitOut, Table

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.sql, pytest.mark.django_db]


def again(model: Any, **changes: Any) -> Callable[[], Any]:
    """Save a copy of the newest row of a model, with some fields changed."""

    def save() -> None:
        row = model.objects.order_by("-pk")[0]
        row.pk = None
        row._state.adding = True
        for field, value in changes.items():
            setattr(row, field, value)
        row.save()

    return save


@pytest.fixture
def event() -> Event:
    event = start(people=9)
    say(table(event), 1, {"tricks": [7, 6]}, key="k")
    return event


@pytest.mark.parametrize(
    "broken",
    [
        again(Report, revision=2),  # the same key
        again(Report, key="other"),  # the same revision
        again(Seat, chair=7),  # nobody sits twice
        again(Table, first_dealer=1),  # a table stands once in a seating
        again(Seating, revision=2),  # two seatings published for one set
        again(SitOut),
        again(LogEntry),  # a version is one step
    ],
    ids=["key", "revision", "seat", "table", "published", "sit-out", "version"],
)
def test_a_row_that_contradicts_another_is_refused(event: Event, broken: Callable[[], Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        broken()


def test_nobody_is_paired_with_themselves_and_tables_of_reports_stay(event: Event) -> None:
    one = entry(event, "G1")
    with pytest.raises(IntegrityError), transaction.atomic():
        Pairing.objects.create(event=event, first=one, second=one, kind="apart")
    with pytest.raises(ProtectedError):
        newest(event).delete()
