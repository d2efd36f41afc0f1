"""What has happened in an event since something was read, so that what it leaves alone is kept.

Every turn raises the event's version and writes one line of the log: the lines between two
versions say all that has changed. A value that was read at one version is thus brought up to
another by looking at the tables that have reported meanwhile, instead of at the whole hall.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db import connection

from tournaments.log.steps import Touches, touched
from tournaments.rows import all_rows, moment, one_row

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.models import Event

T = TypeVar("T")
Place = tuple[int, int]  # the number of a set (or round) and that of a table
DealAt = tuple[int, int, int]  # the same, and the number of a deal
Stamp = tuple[int, Any]  # a line's version, and its moment as the database says it

KEPT = 32  # values of events
MOST = 2000  # steps that are looked through; after more everything is read anew
NEWER = 5.0  # seconds after which a value from a later state is not trusted any more

OF_A_TABLE = (Touches.REPORTS, Touches.ACCEPTANCE)

NEWEST = (
    "SELECT version, created FROM tournaments_logentry "
    "WHERE event_id = %(event)s AND version = %(version)s"
)
LINES = (
    "SELECT version, created, code, params FROM tournaments_logentry "
    "WHERE event_id = %(event)s AND version >= %(since)s AND version <= %(version)s "
    "ORDER BY version"
)


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log, as far as it says what has changed."""

    code: str
    params: dict[str, Any]

    @property
    def touches(self) -> Touches:
        return touched(self.code, self.params)

    @property
    def place(self) -> Place | None:
        """The table that it is about and nothing else; None where more may have changed."""
        if self.touches not in OF_A_TABLE:
            return None
        return self.params["set"], self.params["table"]

    @property
    def deal(self) -> DealAt | None:
        """The deal of a board that it is about and nothing else, an objection to it included; None
        where more may have changed."""
        if self.touches not in (*OF_A_TABLE, Touches.DISPUTES):
            return None
        at, number, deal = (self.params.get(name) for name in ("set", "table", "deal"))
        return None if at is None or number is None or deal is None else (at, number, deal)


Steps = list[LogLine]


def places(steps: Steps, *apart_from: Touches) -> set[Place] | None:
    """The tables that these steps touch, those left aside that touch what is `apart_from` them;
    None where it may be anything."""
    aside = (Touches.NOTHING, *apart_from)
    found = [step.place for step in steps if step.touches not in aside]
    return None if None in found else {place for place in found if place is not None}


def deals(steps: Steps) -> set[DealAt] | None:
    """The deals that these steps touch; None where it may be anything that a board shows."""
    found = [step.deal for step in steps if step.touches is not Touches.NOTHING]
    return None if None in found else {deal for deal in found if deal is not None}


def unless_seated(old: T, steps: Steps) -> T | None:
    """What it was, as long as tables have only reported and nobody's name, role or seat changed."""
    return None if places(steps, Touches.DISPUTES) is None else old


@dataclass(frozen=True, slots=True)
class _Value(Generic[T]):
    version: int
    changed: datetime
    value: T
    moment: float


class Lasting(Generic[T]):
    """Values of events that are brought up to date instead of being made anew, in this process.

    A language is part of the `also` of whatever is said in words.
    """

    def __init__(self, keep: int = KEPT) -> None:
        self.keep = keep
        self.values: OrderedDict[Hashable, _Value[T]] = OrderedDict()
        self.locks: dict[Hashable, Lock] = {}
        self.lock = Lock()

    def get(
        self,
        event: Event,
        make: Callable[[], T],
        renewed: Callable[[T, Steps], T | None],
        *also: Hashable,
    ) -> T:
        """The value of an event as it was read; one thread makes it and the others wait.

        `make` reads all of it; `renewed` gets a former value and what has happened since, and
        answers None where that is no help. Inside a turn nothing is kept: it may be rolled back.
        """
        if connection.in_atomic_block:
            return make()
        key = (event.pk, *also)
        with self.lock:
            mine = self.locks.setdefault(key, Lock())
        with mine:
            found = self.values.get(key)
            value = None
            if found is not None:
                if (found.version, found.changed) == (event.version, event.changed):
                    return found.value
                if found.version > event.version and monotonic() - found.moment < NEWER:
                    return found.value  # somebody came by with a later state a moment ago
                steps = steps_since(event, found.version, found.changed)
                value = None if steps is None else renewed(found.value, steps)
            if value is None:
                value = make()
            self._keep(key, _Value(event.version, event.changed, value, monotonic()))
            return value

    def _keep(self, key: Hashable, value: _Value[T]) -> None:
        with self.lock:
            self.values[key] = value
            self.values.move_to_end(key)
            while len(self.values) > self.keep:
                oldest, _value = self.values.popitem(last=False)
                self.locks.pop(oldest, None)


def steps_since(event: Event, version: int, changed: datetime | None = None) -> Steps | None:
    """What has happened since the event had that version (and changed last at that moment, where
    that is known), up to the one that it was read with.

    None where the log does not tell: the version is a later one, too much has happened, or it was
    another event's past (a backup was restored).
    """
    if not 0 < version < event.version:
        return None
    lines = _lines(event, version, event.version)
    if not lines or moment(lines[-1][1]) != event.changed:
        return None
    same = changed in (None, moment(lines[0][1]))
    return _steps(lines, version, event.version) if same else None


def stamp_of(event: Event, version: int) -> Stamp | None:
    """The line of a version of the event; None where it is not written yet, inside a turn."""
    row = one_row(NEWEST, {"event": event.pk, "version": version})
    return None if row is None else (row[0], row[1])


def steps_to(event: Event, since: Stamp, version: int) -> tuple[Stamp | None, Steps | None]:
    """The line of a version (None where there is none yet), and what has happened since an earlier
    line; None where the log does not tell. One query where it does."""
    if version - since[0] > MOST:
        return stamp_of(event, version), None
    lines = _lines(event, since[0], version)
    if not lines or lines[-1][0] != version:
        return None, None
    steps = _steps(lines, since[0], version) if lines[0][:2] == since else None
    return lines[-1][:2], steps


def _lines(event: Event, since: int, version: int) -> list[Any]:
    """The lines of the log from one version to another, as the database has them; none where there
    would be too many to be looked through."""
    if version - since > MOST:
        return []
    return all_rows(LINES, {"event": event.pk, "since": since, "version": version})


def _steps(lines: list[Any], since: int, version: int) -> Steps | None:
    """What the lines after the first tell; None where some are missing."""
    if [line[0] for line in lines] != list(range(since, version + 1)):
        return None
    return [LogLine(code, json.loads(told)) for _version, _created, code, told in lines[1:]]
