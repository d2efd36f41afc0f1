"""The kinds of steps of an event, by the codes of their log entries, and the transaction of a step:
one writer at a time, one entry in the log.

A package registers its steps beside the services that take them; these modules are loaded with the
app (`tournaments/apps.py`). Every change to an event goes through `event_transaction`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction
from django.dispatch import Signal
from django.utils import timezone

from tournaments.db.sql import Rows
from tournaments.models import Event, LogEntry
from tournaments.models.errors import refusal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from django.utils.functional import Promise

    from tournaments.access.permissions import Actor
    from tournaments.db.rows import Statement


Params = Mapping[str, Any]
Phrase = Callable[["Event", Params], Mapping[str, str]]
Undo = Callable[["Event", Params, "Actor"], None]


class Touches(StrEnum):
    """The part of an event that a step may change on pages."""

    NOTHING = "nothing"  # nobody's seat, report or name
    DISPUTES = "disputes"  # of one deal, if its entry names it
    ACCEPTANCE = "acceptance"  # of a report of one table
    REPORTS = "reports"  # of one table
    ENTRY = "entry"  # one, which keeps its place in the list
    EVERYTHING = "everything"


@dataclass(frozen=True, slots=True)
class Step:
    """A kind of step. Log entries are kept for ever: no kind is removed, and a code never changes
    its meaning."""

    code: str  # "seating.drawn": topic.verb, at most 40 letters
    # The sentence as a template; a function of the entry's params to choose between several. The
    # values in braces come from the params, or from `words`.
    sentence: str | Promise | Callable[[Params], str]
    _: KW_ONLY
    words: Phrase | None = None  # values in braces that are not in the params as they are read
    has_place: bool | Callable[[Params], bool] = False  # the sentence begins with the place
    consequences: Callable[[Params], Iterable[str]] | None = None  # sentences about consequences
    touches: Touches = Touches.EVERYTHING
    # The params of an entry that touches no more than `touches`; None: any params.
    params: frozenset[str] | None = None
    # Inside a transaction: reverse the step. None: it cannot be undone, nor can the steps before
    # it, unless it `is_aside` (beside the course of the evening).
    undo: Undo | None = None
    can_undo: Callable[[Event, Params], bool] | None = None  # whether no later step depends on it
    is_aside: bool = False

    def touched(self, params: Params) -> Touches:
        """Return the part of the event that an entry with these params touches."""
        is_plain = self.params is None or self.params.issuperset(params)
        return self.touches if is_plain else Touches.EVERYTHING


STEPS: dict[str, Step] = {}


def register(*steps: Step) -> None:
    """Add kinds of steps. Raises ValueError for a code that is registered already."""
    for step in steps:
        if step.code in STEPS:
            raise ValueError(f"a step “{step.code}” is registered already")
        STEPS[step.code] = step


def touched(code: str, params: Params) -> Touches:
    """Return the part of the event that a log entry touches; everything for an unknown code."""
    step = STEPS.get(code)
    return Touches.EVERYTHING if step is None else step.touched(params)


LONGEST = 5.0  # seconds; then another program locks the file, and SQLite itself waits
_writing = Lock()
event_changed = Signal()  # sent by this process with `event_id`, after the commit
NO_TABLE = 32_767  # the largest number that the column holds; no table has it


class EventTransaction:
    """One step of an event, with the one log entry that describes it."""

    def __init__(self, event: Event, actor: Actor | None, rows: Rows) -> None:
        self.event = event
        self.rows = rows
        self.who = actor.label if actor else ""
        self.entry: LogEntry | None = None

    def log(self, code: str, /, *, only_table: int = 0, **params: Any) -> LogEntry:
        """Write this transaction's log entry and return it. `params`: plain JSON values. Raises
        LookupError if the code is not registered.

        `only_table` is the only table whose phones show what has happened and reload; NO_TABLE: no
        phone does; 0: the phones of all tables do, which is always right.
        """
        return self._write(code, params, None, only_table)

    def log_undo(self, line: LogEntry) -> LogEntry:
        """Write the undo of an earlier entry, with its code and params."""
        return self._write("undone", {"step": line.code, "told": line.params}, line)

    def _write(
        self, code: str, params: dict[str, Any], undoes: LogEntry | None, only_table: int = 0
    ) -> LogEntry:
        if code not in STEPS:
            raise LookupError(f"“{code}” is registered as a step of the log by no room")
        event = self.event
        line = event.pk, event.version, self.who, code, params, undoes, only_table
        self.entry = self.rows.add_log(*line)
        return self.entry


@contextmanager
def _in_line(is_whole: bool) -> Iterator[None]:
    """Let one thread after the other write a SQLite file.

    SQLite notifies nobody when the file is free: waiting threads poll in growing intervals, and
    most of the time nobody writes. A thread inside a transaction does not wait.
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
    """Lock the event for one step; `event_changed` is sent after the commit.

    `event` gets its new version and its current state. A turn without a log entry is rolled back,
    as is one that raises; then `event` has its earlier version. `first`: statements that go to the
    database together with the lock (`Rows.first`). Raises Refused if the event was deleted
    meanwhile.
    """
    is_whole, before = not connection.in_atomic_block, (event.version, event.changed)
    with _in_line(is_whole), transaction.atomic():
        rows = Rows(timezone.now(), is_whole=is_whole)
        row = rows.bump(event.pk, first(rows) if first else ())
        if row is None:
            raise refusal("event.gone", "This event has been deleted in the meantime.")
        event.version, event.state, event.scorekeeper_id = row
        event.changed = rows.now
        step = EventTransaction(event, actor, rows)
        try:
            yield step
            if step.entry is not None:
                transaction.on_commit(partial(event_changed.send, Event, event_id=event.pk))
                rows.finish()
                return
        except BaseException:
            _take_back(event, before, row)
            raise
        transaction.set_rollback(True)
        _take_back(event, before, row)


def _take_back(
    event: Event, before: tuple[int, datetime], row: tuple[int, str, int | None]
) -> None:
    """Give an event its version from before the transaction, and the state that was read."""
    event.version, event.changed = before
    _version, event.state, event.scorekeeper_id = row
