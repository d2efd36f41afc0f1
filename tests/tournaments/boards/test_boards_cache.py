"""Boards that were read before, with what the log says was reported since: as if read anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    at_table,
    entry,
    gin,
    host,
    play,
    play_round,
    read_board,
    say,
    start,
    table,
    take_back,
)
from tournaments.boards.board_reading import _replay_memo
from tournaments.boards.hall import Hall
from tournaments.log.services import undo_last
from tournaments.models import Event, LogEntry
from tournaments.models.errors import Refused
from tournaments.reports import acceptances, disputes
from tournaments.seating import roster
from tournaments.wall import services as wall

pytestmark = [pytest.mark.sql, pytest.mark.django_db]


def anew(event: Event) -> Any:
    """As another process reads it, which knows nothing."""
    _replay_memo.clear()
    return Hall.now(event).boards


KINDS = ("play", "play", "play", "yes", "back", "object", "undo", "rename", "timer")


def some_step(event: Event, chance: Random, tables: int) -> None:
    """Something that can happen; refused where it cannot happen now."""
    if not event.seatings.filter(state="published").exists():
        return  # that was undone, too
    number = chance.randint(1, tables)
    at, told = table(event, number), list(read_board(event, number).rounds)
    kind = chance.choice(KINDS)
    last = at.reports.order_by("-pk").first()
    try:
        if kind == "play":
            play_round(event, chance, number)
        elif kind == "yes" and last:
            last.table = at
            acceptances.accept(report=last, actor=at_table(event, number))
        elif kind == "back" and last and told:
            take_back(at, last.deal)
        elif kind == "object" and last:
            given = {"objector": "Ann", "text": "No", "table": at, "deal": last.deal}
            disputes.note_dispute(event=event, actor=host(event), **given)
        elif kind == "undo":
            undo_last(event=event, actor=host(event))
        elif kind == "rename":
            one = event.entries.order_by("pk")[chance.randrange(4)]
            name = f"N{chance.randrange(10**6)}"
            roster.rename_entry(event=event, actor=host(event), entry=one, name=name)
        elif kind == "timer":
            wall.set_timer(event=event, actor=host(event), minutes=3)
    except Refused:
        pass


@pytest.mark.parametrize(("slug", "people", "tables"), [(GOLF, 8, 2), (RUMMOLI, 4, 1), (GIN, 6, 2)])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_kept_is_what_is_read_anew(slug: str, people: int, tables: int, seed: int) -> None:
    event, chance = start(slug, people, tables=1 if slug == GIN else tables), Random(seed)
    for _step in range(14):
        some_step(event, chance, tables)
        event.refresh_from_db()
        assert Hall.of(event).boards == anew(event)


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


def test_the_rounds_before_a_report_stay() -> None:
    event = start(GOLF)
    play(event, most=4)
    event.refresh_from_db()
    before = Hall.of(event).boards[0]
    play(event, most=1)
    event.refresh_from_db()
    now = Hall.of(event).boards[0]
    assert all(was is one for was, one in zip(before.rounds, now.rounds, strict=False))


def test_a_page_that_others_have_overtaken_sees_what_they_see() -> None:
    event = start(GOLF)
    late = Event.objects.get(pk=event.pk)
    play(event, most=1)
    event.refresh_from_db()
    now = Hall.of(event).boards
    assert Hall.of(late).boards is now


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


def test_a_step_that_was_taken_back_leaves_nothing_behind() -> None:
    event = start(GOLF)
    play(event, most=1)
    event.refresh_from_db()
    before = Hall.of(event).boards
    with pytest.raises(Refused):
        roster.rename_entry(event=event, actor=host(event), entry=entry(event, "Ann"), name="")
    event.refresh_from_db()
    assert Hall.of(event).boards is before
