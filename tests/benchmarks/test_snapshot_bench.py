"""What is kept of a finished hall: how much it is, and how long the finishing takes."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.benchmarks.big_drive import big_drive
from tests.benchmarks.big_tables import big_tables
from tournaments.access.permissions import host_actor
from tournaments.boards.hall import Hall
from tournaments.events.services import finish_event
from tournaments.models import Event, Snapshot
from tournaments.models.event_games import format_of

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

PEOPLE = 10_000
LARGEST = 10 * 1024 * 1024  # bytes
SECONDS = 240.0  # of CPU


@pytest.mark.parametrize("slug", ["court-whist", "golf", "hearts", "rummoli"])
def test_a_hall_is_kept_in_ten_megabytes(slug: str, say: Callable[[object], None]) -> None:
    event = big_drive(PEOPLE) if slug == "court-whist" else big_tables(slug, PEOPLE)
    start = time.process_time()
    finish_event(event=event, actor=host_actor(event, event.owner), early=True)
    taken = time.process_time() - start
    kept = Snapshot.objects.values_list("boards", flat=True).get(event=event)
    size = len(bytes(kept or b""))
    start = time.process_time()
    format = format_of(again := Event.objects.get(pk=event.pk))
    carried = format.keeping.credit == "carried"
    assert format.hands.folded().hands if carried else Hall.now(again).boards
    read = time.process_time() - start
    say(f"{slug}, {PEOPLE}: {size / 1e6:.2f} MB; finished in {taken:.1f} s, read in {read:.1f} s")
    assert size <= LARGEST
    assert taken < SECONDS
