"""Everything that can happen in an event: each kind of step once, under the code of its lines, and
the transaction in which it is taken: one writer at a time, one line in the log.

A room registers its steps beside the services that take them. The modules that do so are loaded
with the app (`tournaments/apps.py`). Every change to an event goes through `event_transaction`.
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
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.db.broadcast import announce
from tournaments.db.sql import Rows
from tournaments.models import Event, LogEntry
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of
from tournaments.web.labels import table_title
from tournaments.web.wording import translate

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
    """What a step may change of what pages show; all else of the event is as it was."""

    NOTHING = "nothing"  # nobody's seat, report or name
    DISPUTES = "disputes"  # of one deal, where its line says which
    ACCEPTANCE = "acceptance"  # of a report of one table
    REPORTS = "reports"  # of one table
    ENTRY = "entry"  # one, which stays where it stands in the list
    EVERYTHING = "everything"


@dataclass(frozen=True, slots=True)
class Step:
    """A kind of step. Lines of the log are kept for ever: none is taken out, and a code never
    comes to mean something else."""

    code: str  # "seating.drawn": topic.verb, at most 40 letters
    # What happened, as a template; a function of the line's params where these choose between
    # several. What is in braces comes from the params, or from `words`.
    sentence: str | Promise | Callable[[Params], str]
    _: KW_ONLY
    words: Phrase | None = (
        None  # for what is in braces and is not written in the line as it is read
    )
    has_place: bool | Callable[[Params], bool] = False  # the sentence begins with where it was
    consequences: Callable[[Params], Iterable[str]] | None = None  # sentences on what came of it
    touches: Touches = Touches.EVERYTHING
    # What its line may tell where the step touches no more than that; None: whatever it tells.
    params: frozenset[str] | None = None
    # Inside a transaction: reverse the step. None: it cannot be undone, nor can the steps before
    # it, unless it `is_aside` (beside the course of the evening).
    undo: Undo | None = None
    can_undo: Callable[[Event, Params], bool] | None = None  # whether nothing later stands on it
    is_aside: bool = False

    def touched(self, params: Params) -> Touches:
        """What a line of this step touches."""
        known = self.params is None or self.params.issuperset(params)
        return self.touches if known else Touches.EVERYTHING


STEPS: dict[str, Step] = {}


def register(*steps: Step) -> None:
    """Add kinds of steps. Raises ValueError for a code that is registered already."""
    for step in steps:
        if step.code in STEPS:
            raise ValueError(f"a step “{step.code}” is registered already")
        STEPS[step.code] = step


def touched(code: str, params: Params) -> Touches:
    """What a line of the log touches; everything, where its code is not known."""
    step = STEPS.get(code)
    return Touches.EVERYTHING if step is None else step.touched(params)


def describe_step(event: Event, code: str, params: Params) -> str:
    """What happened, in one translated sentence (or a few). Raises KeyError for a code that is not
    known, and for params without what the sentence tells."""
    step = STEPS[code]
    template = step.sentence(params) if callable(step.sentence) else str(step.sentence)
    words = step.words(event, params) if step.words else {}
    text = template.format_map({**params, **words})
    has_place = step.has_place(params) if callable(step.has_place) else step.has_place
    if has_place and (place := place_words(event, params)["place"]):
        text = _("{place}: {told}").format(place=place, told=text)
    consequences = step.consequences(params) if step.consequences else ()
    return " ".join((text, *consequences))


def place_words(event: Event, params: Params) -> dict[str, str]:
    """{place}: the set, table and deal of a line, in the words of the format; "" for nowhere in
    particular."""
    format, table, number = format_of(event), params.get("table"), params.get("set")
    if table is None:
        return {"place": ""}
    if number is None:
        return {"place": table_title(format, 1, table)}
    deal = params.get("deal") or None
    return {"place": translate(format.place(number, table, deal, alone=bool(params.get("alone"))))}


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

    def log(self, code: str, /, *, only_table: int = 0, **params: Any) -> LogEntry:
        """Write the line of this turn and return it. `params` are plain JSON values. Raises
        LookupError if no room has registered the code.

        `only_table` is the only table whose phones show what has happened and reload; NO_TABLE: no
        phone does; 0: the phones of all tables do, which is always right.
        """
        return self._write(code, params, None, only_table)

    def log_undo(self, line: LogEntry) -> LogEntry:
        """Write that an earlier line was taken back, with what it said."""
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
    nothing: it is rolled back, as is one that raises; then `event` has the version that it had
    before. Raises Refused if the event was deleted meanwhile. `first` are statements that go to the
    database with the one that holds the event (`Rows.first`).
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
                topic = step.entry.code.partition(".")[0]
                transaction.on_commit(partial(announce, event.pk, event.version, (topic,)))
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
    """Give an event the version that it had before a transaction, and its state as it was found."""
    event.version, event.changed = before
    _version, event.state, event.scorekeeper_id = row
