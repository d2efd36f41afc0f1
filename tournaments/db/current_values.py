"""The steps of an event since a value was read, to update the value instead of reading it again.

Every turn raises the event's version and writes one log entry: the entries between two versions
describe all changes. So a value of one version is brought to another by reading the tables that
have reported meanwhile, instead of the whole hall.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import connection

from tournaments.db.rows import all_rows, first_row, moment
from tournaments.db.steps import Touches, touched

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from datetime import datetime

    from tournaments.cache.memo import Memo
    from tournaments.models import Event

T = TypeVar("T")
Place = tuple[int, int]  # the number of a set (or round) and that of a table
DealAt = tuple[int, int, int]  # the numbers of a set (or round), a table and a deal
Stamp = tuple[int, Any]  # an entry's version, and its time as the database's value

WHOLE = 0  # in place of a deal: the board of a table, and its number of deals
EVENTS = 32  # capacity of a memo
MOST = 2000  # steps to look through; after more everything is read again

KEPT_LINES = "_lines_of_log"  # the attribute of an event

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
    """The code and parameters of a log entry, which describe a change."""

    code: str
    params: dict[str, Any]

    @property
    def touches(self) -> Touches:
        return touched(self.code, self.params)

    @property
    def place(self) -> Place | None:
        """The only table that changed; None if more may have changed."""
        if self.touches not in OF_A_TABLE:
            return None
        return self.params["set"], self.params["table"]

    @property
    def deal(self) -> DealAt | None:
        """The only deal that changed, also by an objection, or the whole board; None if more may
        have changed."""
        if self.touches not in (*OF_A_TABLE, Touches.DISPUTES):
            return None
        at, number, deal = (self.params.get(name) for name in ("set", "table", "deal"))
        if self.touches is Touches.REPORTS and deal is None:
            deal = WHOLE
        return None if at is None or number is None or deal is None else (at, number, deal)


Steps = list[LogLine]


def tables_of_steps(steps: Steps, *apart_from: Touches) -> set[Place] | None:
    """Return the tables that these steps changed, without steps of the kinds `apart_from`; None if
    more than tables may have changed."""
    aside = (Touches.NOTHING, *apart_from)
    places = [step.place for step in steps if step.touches not in aside]
    return None if None in places else {place for place in places if place is not None}


def deals(steps: Steps) -> set[DealAt] | None:
    """Return the deals that these steps changed; None if boards may have changed in other ways."""
    places = [step.deal for step in steps if step.touches is not Touches.NOTHING]
    return None if None in places else {deal for deal in places if deal is not None}


def unless_reseated(old: T, steps: Steps) -> T | None:
    """Return `old` if tables have only reported and no name, role or seat changed; else None."""
    return None if tables_of_steps(steps, Touches.DISPUTES) is None else old


def read_current(
    memo: Memo[T],
    event: Event,
    make: Callable[[], T],
    renew: Callable[[T, Steps], T | None],
    *also: Hashable,
) -> T:
    """Return an event's current value, cached in `memo` and updated by the log.

    `make` reads the whole value; `renew` takes an earlier value and the steps since, and returns
    None if they are of no use. For values with words, `also` includes the language. Inside a
    transaction nothing is cached: it may be rolled back.
    """
    if connection.in_atomic_block:
        return make()

    def renewed(value: T, state: tuple[int, datetime]) -> tuple[T, object] | None:
        version, changed = state
        if version > event.version:  # another thread had a later state
            line = stamp_of(event, version)
            return (value, state) if line and moment(line[1]) == changed else None
        steps = steps_since(event, version, changed)
        current = None if steps is None else renew(value, steps)
        return None if current is None else (current, (event.version, event.changed))

    return memo.get((event.pk, *also), (event.version, event.changed), make, renew=renewed)


def steps_since(event: Event, version: int, changed: datetime | None = None) -> Steps | None:
    """Return the steps since a version of the event (last changed at `changed`, if known), up to
    the version that it was read with.

    None if the log cannot tell: the version is a later one, too much has happened, or a backup was
    restored.
    """
    if not 0 < version < event.version:
        return None
    lines = _lines(event, version, event.version)
    if not lines or moment(lines[-1][1]) != event.changed:
        return None
    same = changed in (None, moment(lines[0][1]))
    return _steps(lines, version, event.version) if same else None


def stamp_of(event: Event, version: int) -> Stamp | None:
    """Return the stamp of a version of the event; None if its entry is not written yet, inside a
    transaction."""
    row = first_row(NEWEST, {"event": event.pk, "version": version})
    return None if row is None else (row[0], row[1])


def steps_to(event: Event, since: Stamp, version: int) -> tuple[Stamp | None, Steps | None]:
    """Return the stamp of a version (None if there is none yet), and the steps since an earlier
    stamp; None if the log cannot tell. One query."""
    if version - since[0] > MOST:
        return stamp_of(event, version), None
    lines = _lines(event, since[0], version)
    if not lines or lines[-1][0] != version:
        return None, None
    steps = _steps(lines, since[0], version) if lines[0][:2] == since else None
    return lines[-1][:2], steps


def _lines(event: Event, since: int, version: int) -> list[Any]:
    """Return the rows of the log from one version to another; none if there are more than MOST.

    They are kept with the event that a request has read: most of its values are of one version, so
    the log is looked at once for all of them.
    """
    if version - since > MOST:
        return []
    state = version, event.changed  # where a backup was restored, numbers come again
    cached: tuple[int, object, list[Any]] | None = getattr(event, KEPT_LINES, None)
    if cached is not None and cached[0] <= since and cached[1] == state:
        return [line for line in cached[2] if line[0] >= since]
    lines = all_rows(LINES, {"event": event.pk, "since": since, "version": version})
    if lines and lines[-1][0] == version:  # inside a transaction it may not be written yet
        setattr(event, KEPT_LINES, (since, state, lines))
    return lines


def _steps(lines: list[Any], since: int, version: int) -> Steps | None:
    """Return the steps of the entries after the first; None if an entry is missing."""
    if [line[0] for line in lines] != list(range(since, version + 1)):
        return None
    return [LogLine(code, json.loads(params)) for _version, _created, code, params in lines[1:]]
