"""Boards that were read before, with what the log says was reported since: as if read anew."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    gin,
    host,
    play,
    say,
    start,
    table,
)
from tournaments.boards.board_reading import _replay_memo
from tournaments.boards.hall import Hall
from tournaments.models import Event, LogEntry
from tournaments.wall import services as wall

pytestmark = pytest.mark.django_db


def anew(event: Event) -> Any:
    """As another process reads it, which knows nothing."""
    _replay_memo.clear()
    return Hall.now(event).boards


def test_only_what_was_reported_is_read(django_assert_num_queries: Any) -> None:
    """The lines since, the reports and the objections; nothing, where nobody reported."""
    event = start(GOLF, 8, tables=2)
    play(event, most=3, tables=(1, 2))
    event.refresh_from_db()
    first, second = Hall.of(event).boards
    play(event, most=1)
    event.refresh_from_db()
    with django_assert_num_queries(3):
        now = Hall.of(event).boards
    assert now[0] != first
    assert now[1] is second
    wall.set_timer(event=event, actor=host(event), minutes=3)
    with django_assert_num_queries(1):
        assert Hall.of(event).boards is now
    with django_assert_num_queries(0):
        assert Hall.of(event).boards is now


def test_a_page_that_others_have_overtaken_sees_what_they_see() -> None:
    event = start(GOLF)
    late = Event.objects.get(pk=event.pk)
    play(event, most=1)
    event.refresh_from_db()
    now = Hall.of(event).boards
    assert Hall.of(late).boards is now


@pytest.mark.sql
def test_after_a_restored_backup_all_is_read_anew() -> None:
    """The numbers of lines and reports come again, and say something else."""
    event = start(GIN, 4)
    say(table(event), 1, gin(0, 7))
    event.refresh_from_db()
    kept = Hall.of(event).boards
    report = table(event).reports.get()
    type(report).objects.filter(pk=report.pk).update(payload=gin(1, 9))
    moved = event.changed.replace(microsecond=(event.changed.microsecond + 1) % 10**6)
    LogEntry.objects.filter(event=event, version=event.version).update(created=moved)
    Event.objects.filter(pk=event.pk).update(changed=moved)
    event.refresh_from_db()
    assert Hall.of(event).boards != kept
    assert Hall.of(event).boards == anew(event)
