"""What has happened in an event since something was read, so that what it leaves alone is kept.

Every turn raises the event's version and writes one line of the log: the lines between two
versions say all that has changed. A value that was read at one version is thus brought up to
another by looking at the tables that have reported meanwhile, instead of at the whole hall.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import connection

from tournaments.db.rows import all_rows, first_row, moment
from tournaments.log.steps import Touches, touched

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from datetime import datetime

    from tournaments.cache.memo import Memo
    from tournaments.models import Event

T = TypeVar("T")
Place = tuple[int, int]  # the number of a set (or round) and that of a table
DealAt = tuple[int, int, int]  # the same, and the number of a deal
Stamp = tuple[int, Any]  # a line's version, and its moment as the database says it

WHOLE = 0  # in place of a deal: the board of a table, and how many deals it has
EVENTS = 32  # whose values a memo has room for
MOST = 2000  # steps that are looked through; after more everything is read anew

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
        """The deal of a board that it is about and nothing else, an objection to it included, or
        the whole board; None where more may have changed."""
        if self.touches not in (*OF_A_TABLE, Touches.DISPUTES):
            return None
        at, number, deal = (self.params.get(name) for name in ("set", "table", "deal"))
        if self.touches is Touches.REPORTS and deal is None:
            deal = WHOLE
        return None if at is None or number is None or deal is None else (at, number, deal)


Steps = list[LogLine]


def tables_of_steps(steps: Steps, *apart_from: Touches) -> set[Place] | None:
    """The tables that these steps touch, those left aside that touch what is `apart_from` them;
    None where it may be anything."""
    aside = (Touches.NOTHING, *apart_from)
    found = [step.place for step in steps if step.touches not in aside]
    return None if None in found else {place for place in found if place is not None}


def deals(steps: Steps) -> set[DealAt] | None:
    """The deals that these steps touch; None where it may be anything that a board shows."""
    found = [step.deal for step in steps if step.touches is not Touches.NOTHING]
    return None if None in found else {deal for deal in found if deal is not None}


def unless_reseated(old: T, steps: Steps) -> T | None:
    """What it was, as long as tables have only reported and nobody's name, role or seat changed."""
    return None if tables_of_steps(steps, Touches.DISPUTES) is None else old


def read_current(
    memo: Memo[T],
    event: Event,
    make: Callable[[], T],
    renew: Callable[[T, Steps], T | None],
    *also: Hashable,
) -> T:
    """The value of an event as it was read, kept in `memo` and brought up to date by the log.

    `make` reads all of it; `renew` gets a former value and what has happened since, and answers
    None where that is no help. A language is part of the `also` of whatever is said in words.
    Inside a transaction nothing is kept: it may be rolled back.
    """
    if connection.in_atomic_block:
        return make()

    def renewed(value: T, state: tuple[int, datetime]) -> tuple[T, object] | None:
        version, changed = state
        if version > event.version:  # somebody came by with a later state
            line = stamp_of(event, version)
            return (value, state) if line and moment(line[1]) == changed else None
        steps = steps_since(event, version, changed)
        found = None if steps is None else renew(value, steps)
        return None if found is None else (found, (event.version, event.changed))

    return memo.get((event.pk, *also), (event.version, event.changed), make, renew=renewed)


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
    """The log entry of a version of the event; None if it is not written yet, inside a
    transaction."""
    row = first_row(NEWEST, {"event": event.pk, "version": version})
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
