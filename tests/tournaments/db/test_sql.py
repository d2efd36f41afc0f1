"""The statements of a result, as a server gets them: in how few round trips; and what holds."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from django.db import connection, transaction

from tests.tournaments import board_evening as boards
from tests.tournaments import evening as drives
from tournaments.db import rows
from tournaments.models import LogEntry, Report
from tournaments.models.errors import Conflict, Refused
from tournaments.reports import acceptances, services
from tournaments.reports.submission import Submission

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.sql, pytest.mark.django_db(transaction=True)]

EVEN = {"tricks": [7, 6]}
needs_server = pytest.mark.skipif(connection.vendor != "postgresql", reason="of a server alone")
HOLD, LOOK, RESERVE = "UPDATE tournaments_event", "SELECT g.set_number", "SELECT nextval"
NEWEST, YES = "SELECT id", "INSERT INTO tournaments_acceptance"
REPORT, LINE = "INSERT INTO tournaments_report", "INSERT INTO tournaments_logentry"
LAST = [LINE, "COMMIT", rows.ALL_ON_DISK]


@contextmanager
def round_trips() -> Iterator[list[list[str]]]:
    """What this connection sends: statements that wait for one answer together lie together."""
    found: list[list[str]] = []
    begin, execute = psycopg.Connection.pipeline, psycopg.Cursor.execute
    commit = psycopg.Connection.commit
    open_ = [False]

    @contextmanager
    def pipeline(line: Any) -> Iterator[Any]:
        found.append([])
        open_[0] = True
        try:
            with begin(line) as made:
                yield made
        finally:
            open_[0] = False

    def note(text: str) -> None:
        if open_[0]:
            found[-1].append(text)
        else:
            found.append([text])

    def executed(cursor: Any, query: Any, *args: Any, **more: Any) -> Any:
        note(str(query))
        return execute(cursor, query, *args, **more)

    def committed(line: Any) -> None:
        if line.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            note("COMMIT")
        commit(line)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(psycopg.Connection, "pipeline", pipeline)
        patch.setattr(psycopg.Connection, "commit", committed)
        patch.setattr(psycopg.Cursor, "execute", executed)
        yield found


def begins(found: list[list[str]], *wanted: list[str]) -> bool:
    """Whether these statements were sent in these trips, by how they begin."""
    return [len(trip) for trip in found] == [len(trip) for trip in wanted] and all(
        text.startswith(begin)
        for trip, texts in zip(wanted, found, strict=True)
        for begin, text in zip(trip, texts, strict=True)
    )


@needs_server
def test_a_result_holds_its_event_for_two_round_trips() -> None:
    event = drives.start(people=4)
    at, actor = drives.table(event), drives.at_table(event, 1)
    with round_trips() as trips:
        report = services.save_report(at, 1, Submission(actor, "one", EVEN))
    assert begins(trips, [HOLD, LOOK, RESERVE], [rows.NOT_ON_DISK_YET, REPORT, *LAST]), trips
    line = LogEntry.objects.get(event=event, code="report.added")
    assert line.params["report"] == report.pk == Report.objects.get(key="one").pk


@needs_server
def test_a_yes_holds_its_event_for_two_round_trips() -> None:
    event = drives.start(people=4)
    actor = drives.at_table(event, 1)
    report = drives.say(drives.table(event), 1, EVEN, actor)
    report = Report.objects.select_related("table__seating__event").get(pk=report.pk)
    with round_trips() as trips:
        acceptances.accept(report=report, actor=actor)
    assert begins(trips, [HOLD, NEWEST, YES], [rows.NOT_ON_DISK_YET, *LAST]), trips
    assert report.acceptances.count() == 1


def asked(statement: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0]


@needs_server
def test_what_is_answered_as_kept_lies_on_disk() -> None:
    """Though its event was free before that; and nobody else's result is kept less safely."""
    event = drives.start(people=4)
    at, actor = drives.table(event), drives.at_table(event, 1)
    before = asked("SELECT pg_current_wal_insert_lsn()")
    services.save_report(at, 1, Submission(actor, "one", EVEN))
    assert asked(f"SELECT pg_current_wal_flush_lsn() > '{before}'")
    assert asked("SHOW synchronous_commit") == "on"


@needs_server
def test_a_connection_can_be_used_after_a_result_was_refused_at_the_end() -> None:
    first, other = drives.start(people=4), drives.start(people=4, name="Another")
    drives.say(drives.table(first), 1, EVEN, drives.at_table(first, 1), key="taken")
    at, actor = drives.table(other), drives.at_table(other, 1)
    with round_trips() as trips, pytest.raises(Refused):
        services.save_report(at, 1, Submission(actor, "taken", EVEN))
    assert trips[1][1].startswith(REPORT)
    assert services.save_report(at, 1, Submission(actor, "free", EVEN)).pk
    assert asked("SHOW synchronous_commit") == "on"


def test_numbers_that_are_given_by_hand_do_not_meet_those_of_the_database() -> None:
    """A first report has its number before it is added, a correction gets it then."""
    event = drives.start(people=8)
    at, actor = drives.table(event), drives.at_table(event, 1)
    made = [drives.say(at, deal, EVEN, actor, key=f"first-{deal}") for deal in (1, 2)]
    made.append(drives.say(at, 2, {"tricks": [8, 5]}, actor, key="again", seen=1))
    made.append(drives.say(at, 3, EVEN, actor, key="third"))
    stored = Report.objects.filter(table=at).order_by("created").values_list("pk", "key")
    assert list(stored) == [(one.pk, one.key) for one in made]
    assert len(set(stored)) == len(made)


def test_a_key_that_is_taken_leaves_nothing_behind() -> None:
    """What the database refuses at the end is told as what it refuses at once."""
    first, other = drives.start(people=4), drives.start(people=4, name="Another")
    drives.say(drives.table(first), 1, EVEN, drives.at_table(first, 1), key="taken")
    lines = LogEntry.objects.filter(event=other).count()
    with pytest.raises(Refused, match="already been sent"):
        drives.say(drives.table(other), 1, EVEN, drives.at_table(other, 1), key="taken")
    assert not Report.objects.filter(table__seating__event=other).exists()
    assert LogEntry.objects.filter(event=other).count() == lines
    other.refresh_from_db()
    assert other.version == LogEntry.objects.filter(event=other).latest("version").version


def test_a_yes_that_is_refused_is_not_kept() -> None:
    event = drives.start(people=4)
    at, actor = drives.table(event), drives.at_table(event, 1)
    old = drives.say(at, 1, EVEN, actor, key="old")
    drives.say(at, 1, {"tricks": [8, 5]}, actor, key="new", seen=1)
    old = Report.objects.select_related("table__seating__event").get(pk=old.pk)
    with pytest.raises(Conflict):
        acceptances.accept(report=old, actor=actor)
    assert not old.acceptances.exists()


def test_a_turn_inside_another_transaction_is_written_at_once() -> None:
    """Whoever began the transaction may read what was written, or roll it back."""
    event = boards.start(boards.GOLF, 4)
    actor = drives.at_table(event, 1)
    with transaction.atomic():
        report = drives.say(drives.table(event), 1, {"points": [1, 2, 3, 4], "knocker": 0}, actor)
        assert LogEntry.objects.get(event=event, code="report.added").params["report"] == report.pk
        transaction.set_rollback(True)
    assert not Report.objects.filter(pk=report.pk).exists()
    assert not LogEntry.objects.filter(code="report.added").exists()
