"""An event's file out and in again: drives of 28 hands, each with a yes, all of it in the log."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth import get_user_model

from tests.benchmarks.big_drive import big_drive
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.models import Acceptance, Event, LogEntry, Report

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

BEGINS, A_PERSON = 1.0, 0.004  # seconds of CPU


@pytest.mark.parametrize("people", [100, 1_000])
def test_an_event_is_read_from_its_file(people: int, say: Callable[[object], None]) -> None:
    event = big_drive(people)
    yes_to_everything(event)
    document = json.loads(json.dumps(export_event(event)))
    guest = get_user_model().objects.create(username="guest")
    start = time.process_time()
    import_event(owner=guest, data=document)
    taken = time.process_time() - start
    say(f"an event of {people} people × 28 hands read from its file: {taken:.2f} s of CPU")
    assert taken < BEGINS + A_PERSON * people


def yes_to_everything(event: Event) -> None:
    """A yes to each report, and a line of the log for each of both."""
    of_event = Report.objects.filter(table__seating__event=event)
    reports = list(of_event.select_related("table__seating").order_by("pk"))
    Acceptance.objects.bulk_create(
        Acceptance(report=report, kind=Acceptance.Kind.ACCEPT, by="Table 5") for report in reports
    )
    lines = []
    for report in reports:
        place = {"set": report.table.seating.set_number, "table": report.table.number}
        told = place | {"deal": report.deal, "text": "Gentlemen 6, Ladies 7", "by": "Table 5"}
        for code in ("report.added", "report.accepted"):
            line = LogEntry(event=event, version=len(lines) + 1, who=report.author, code=code)
            line.params = told
            lines.append(line)
    LogEntry.objects.bulk_create(lines)
    event.version = len(lines)
    event.save(update_fields=["version"])
