"""What is kept of an event while tables report, and what is read anew."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.tournaments.evening import (
    a_payload,
    entry,
    host,
    live,
    next_set,
    play,
    say,
    start,
    table,
)
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import reports_at
from tournaments.cache.memo import Memo, clear_memos
from tournaments.db.current_values import (
    read_current,
    stamp_of,
    steps_since,
    steps_to,
    tables_of_steps,
)
from tournaments.desk.selectors import desk
from tournaments.log.selectors import undo_sentence
from tournaments.log.services import undo_last
from tournaments.models import Event, LogEntry, Report
from tournaments.people.selectors import entries
from tournaments.reports import acceptances, services
from tournaments.reports.submission import Submission
from tournaments.seating import roll_call, roster
from tournaments.seats.selectors import seats
from tournaments.standings.players import player_page
from tournaments.standings.selectors import standings
from tournaments.wall import services as wall
from tournaments.wall.selectors import wall as wall_view

# Inside a transaction nothing is kept, so these have none around them.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Event:
    event = start(people=18)
    play(event, sets=2)
    return live(event)


def anew(event: Event) -> Event:
    """The event as the next request reads it."""
    return Event.objects.get(pk=event.pk)


@pytest.mark.sql
def test_the_log_tells_what_has_happened_since(event: Event) -> None:
    next_set(event)
    before = anew(event)
    say(table(event, 3), 1, {"tricks": [1, 2, 3, 7]})
    wall.nudge(event=event, actor=host(event), table_number=1)
    after = anew(event)
    steps = steps_since(after, before.version, before.changed)
    assert steps is not None
    assert [step.code for step in steps] == ["report.added", "nudge"]
    assert tables_of_steps(steps) == {(3, 3)}


@pytest.mark.sql
def test_a_past_that_is_not_this_ones_tells_nothing(event: Event) -> None:
    before = anew(event)
    say(table(event), 1, {"tricks": [7, 6]})
    after = anew(event)
    assert steps_since(after, before.version, before.changed - timedelta(seconds=1)) is None
    assert steps_since(before, after.version, after.changed) is None
    assert steps_since(after, 0, before.changed) is None
    before.version = after.version + 5
    assert steps_since(before, after.version, after.changed) is None


def test_a_stamp_tells_the_same_where_the_log_is_followed_line_by_line(event: Event) -> None:
    before = anew(event)
    stamp = stamp_of(before, before.version)
    wall.nudge(event=event, actor=host(event), table_number=1)
    after = anew(event)
    now, steps = steps_to(after, stamp, after.version)
    assert now == stamp_of(after, after.version)
    assert steps == steps_since(after, before.version, before.changed)
    assert steps_to(after, (stamp[0], "another moment"), after.version) == (now, None)
    assert steps_to(after, stamp, after.version + 1) == (None, None)  # in a turn
    assert stamp_of(after, after.version + 1) is None


def test_nothing_of_a_turn_is_kept(event: Event) -> None:
    memo: Memo[int] = Memo(1)
    with transaction.atomic():
        assert read_current(memo, event, lambda: 1, lambda _old, _steps: 2) == 1
    assert read_current(memo, event, lambda: 3, lambda _old, _steps: 4) == 3
    assert read_current(memo, event, lambda: 5, lambda _old, _steps: 6) == 3


def test_who_comes_with_an_earlier_state_gets_the_later_one(event: Event) -> None:
    """And whoever comes after them has it still; unless it is of what a backup has replaced."""
    memo: Memo[str] = Memo(1)
    before = anew(event)
    wall.nudge(event=event, actor=host(event), table_number=1)
    after = anew(event)

    def current(event: Event, made: str) -> str:
        return read_current(memo, event, lambda: made, lambda _old, _steps: "renewed")

    assert current(after, "later") == "later"
    assert current(before, "earlier") == "later"
    with CaptureQueriesContext(connection) as queries:
        assert current(after, "again") == "later"
    assert not queries
    LogEntry.objects.filter(event=event, version=after.version).update(created=event.created)
    assert current(before, "earlier") == "earlier"


def shown(event: Event, somebody: int = 0) -> dict[str, Any]:
    """What the pages stand on, as it is kept."""
    event = anew(event)
    page = desk(event)
    return {
        "drive": Hall.of(event).drive.drive,
        "standings": standings(event),
        "cards": page.cards,
        "marks": page.marks,
        "seats": seats(event),
        "people": entries(event),
        "wall": wall_view(event),
        "player": player_page(event, somebody),
    }


def forgotten(event: Event, somebody: int) -> dict[str, Any]:
    """The same by a process that has kept nothing."""
    clear_memos()
    return shown(event, somebody)


@pytest.mark.sql
def test_what_is_brought_up_to_date_is_what_is_read_anew(event: Event) -> None:
    """Everything that can happen at the tables and at the desk, one after the other."""
    rng, desk_actor = Random(5), host(event)
    newest = next_set(event)
    stage = newest.set_number
    tables = [table(event, number) for number in (1, 2, 3, 4)]

    def correct() -> None:
        at = tables[0]
        values = {"key": "again", "seen": reports_at(at).deal(1).revision}
        payload = a_payload(stage, rng)
        services.save_report(at, 1, Submission(desk_actor, payload=payload, **values))

    def accept() -> None:
        report = Report.objects.get(pk=reports_at(tables[1]).deal(1).newest_id)
        acceptances.accept(report=report, actor=desk_actor)

    def mark(away: tuple[str, ...] = (), here: tuple[str, ...] = ()) -> None:
        values: dict[str, Any] = {"event": event, "actor": desk_actor, "from_set": stage + 1}
        for name in away:
            roll_call.mark_away(**values, entry=entry(event, name))
        for name in here:
            roll_call.mark_here(**values, entry=entry(event, name))

    def undo() -> None:
        last = undo_sentence(anew(event))
        undo_last(event=event, actor=desk_actor, expected=last[0])

    deeds = [
        lambda: say(tables[0], 1, a_payload(stage, rng)),
        lambda: say(tables[1], 1, a_payload(stage, rng)),
        correct,
        accept,
        lambda: wall.nudge(event=event, actor=desk_actor, table_number=3),
        lambda: roster.rename_entry(
            event=event, actor=desk_actor, entry=entry(event, "G1"), name="Gerald"
        ),
        lambda: roster.rename_entry(
            event=event, actor=desk_actor, entry=entry(event, "Gerald"), name="G1"
        ),
        undo,
        lambda: mark(away=("G2", "L3")),
        lambda: mark(away=("L4",), here=("G2",)),
        undo,
        lambda: roster.set_keeps_chair(
            event=event, actor=desk_actor, entry=entry(event, "L2"), keeps=True
        ),
        lambda: roll_call.add_late_guest(event=event, actor=desk_actor, name="Ida", role="lady"),
        lambda: roster.set_role(
            event=event, actor=desk_actor, entry=entry(event, "Ida"), role="gentleman"
        ),
        lambda: mark(away=("Ida",)),
        lambda: wall.count_live(event=anew(event), actor=desk_actor, live=False),
    ]
    rest = [
        (at, deal) for at in tables for deal in (1, 2, 3, 4) if deal > 1 or at not in tables[:2]
    ]

    def say_rest() -> None:
        for at, deal in rest:
            say(at, deal, a_payload(stage, rng))

    deeds += [say_rest, lambda: next_set(event)]
    somebody = entry(event, "G1").pk
    for number, deed in enumerate(deeds):
        deed()
        page = shown(event, somebody)
        assert page == forgotten(event, somebody), number


def test_a_result_does_not_read_the_hall_anew(event: Event) -> None:
    """The tables that reported are read, and what the log says; whatever the size of the hall."""
    shown(event)
    say(table(event), 1, {"tricks": [7, 6]})
    now = anew(event)
    with CaptureQueriesContext(connection) as queries:
        _ = Hall.of(now).drive
    assert len(queries) == 2, [one["sql"] for one in queries]
    assert Hall.of(now).drive.drive == Hall.now(now).drive.drive
    with CaptureQueriesContext(connection) as queries:
        _ = Hall.of(now).drive
        seats(now)
    assert len(queries) <= 1


@pytest.mark.sql
def test_whoever_is_marked_is_read_and_nobody_else(event: Event) -> None:
    before = entries(anew(event))
    for name in ("G1", "L2"):
        roll_call.mark_away(event=event, actor=host(event), entry=entry(event, name), from_set=3)
    now = anew(event)
    with CaptureQueriesContext(connection) as queries:
        after = entries(now)
    rows = [one["sql"] for one in queries if '"keeps_chair"' in one["sql"]]
    assert [" IN (" in sql for sql in rows] == [True]
    changed = [row.name for row, was in zip(after, before, strict=True) if row != was]
    assert changed == ["G1", "L2"]
