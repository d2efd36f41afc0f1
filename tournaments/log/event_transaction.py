"""Every change to an event goes through `event_transaction`: one writer at a time, one line in
the log."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction
from django.utils import timezone

from tournaments.db.broadcast import announce
from tournaments.db.sql import Rows
from tournaments.log.steps import STEPS
from tournaments.models import Event, LogEntry
from tournaments.models.errors import refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tournaments.access.permissions import Actor
    from tournaments.db.rows import Statement


LONGEST = 5.0  # seconds: then another program holds the file, which SQLite waits for by itself
_writing = Lock()
NO_TABLE = 32_767  # the largest number that the column holds; no table has it


class EventTransaction:
    """One step of an event: what happened is written down once, at its end."""

    def __init__(self, event: Event, actor: Actor | None, rows: Rows) -> None:
        self.event = event
        self.rows = rows
        self.who = actor.label if actor else ""
        self.entry: LogEntry | None = None

    def log(self, code: str, /, *, shown_at: int = 0, **params: Any) -> LogEntry:
        """Write the line of this turn. `params` are plain JSON values. Raises LookupError where no
        room has registered the code.

        `shown_at` is the table whose phones alone show what has happened, and look anew; NO_TABLE:
        no phone does; 0: the phones of all tables do, which is always right.
        """
        return self._write(code, params, None, shown_at)

    def log_undo(self, line: LogEntry) -> LogEntry:
        """Write that an earlier line was taken back, with what it said."""
        return self._write("undone", {"step": line.code, "told": line.params}, line)

    def _write(
        self, code: str, params: dict[str, Any], undoes: LogEntry | None, shown_at: int = 0
    ) -> LogEntry:
        if code not in STEPS:
            raise LookupError(f"“{code}” is registered as a step of the log by no room")
        event = self.event
        line = event.pk, event.version, self.who, code, params, undoes, shown_at
        self.entry = self.rows.add_log(*line)
        return self.entry


@contextmanager
def _in_line(is_whole: bool) -> Iterator[None]:
    """One thread after the other, where a file is written.

    SQLite tells nobody that it is free again: those who wait ask in growing intervals, and most of
    the time nobody writes. Who is inside a transaction already has no need to wait.
    """
    waits = is_whole and connection.vendor == "sqlite"
    mine = waits and _writing.acquire(timeout=LONGEST)
    try:
        yield
    finally:
        if mine:
            _writing.release()


@contextmanager
def event_transaction(
    event: Event,
    actor: Actor | None,
    first: Callable[[Rows], Sequence[Statement]] | None = None,
) -> Iterator[EventTransaction]:
    """Hold the event for one step; open pages are told when it is committed.

    `event` gets its new version and its state as it is now. A turn that writes no line has changed
    nothing: it is rolled back. Raises Refused if the event was deleted meanwhile. `first` are
    statements that go to the database with the one that holds the event (`Rows.first`).
    """
    is_whole = not connection.in_atomic_block
    with _in_line(is_whole), transaction.atomic():
        rows = Rows(timezone.now(), is_whole=is_whole)
        row = rows.bump(event.pk, first(rows) if first else ())
        if row is None:
            raise refusal("event.gone", "This event was deleted meanwhile.")
        before = event.version, event.changed
        event.version, event.state, event.scorekeeper_id = row
        event.changed = rows.now
        step = EventTransaction(event, actor, rows)
        yield step
        if step.entry is None:
            transaction.set_rollback(True)
            event.version, event.changed = before
        else:
            topic = step.entry.code.partition(".")[0]
            transaction.on_commit(partial(announce, event.pk, event.version, (topic,)))
            rows.finish()
