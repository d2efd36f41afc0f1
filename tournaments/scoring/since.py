"""What the log says was reported since a moment: what boards that were read then have to look at.

Every step of an event leaves one line, under the event's version, in the same transaction. So
whoever has read an event at a line that is still there, and finds nothing but reports after it, has
to read no more than those.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.db import connection

from tournaments.rows import one_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.models import Event

Stamp = tuple[int, Any]  # a line's version, and its moment as the database says it
Place = tuple[int, int, int]  # set, table, deal

MOST = 400  # lines; after more than that it is quicker to read the event
NEWEST = (
    "SELECT version, created FROM tournaments_logentry "
    "WHERE event_id = %(event)s AND version = %(version)s"
)
LINES = (
    "SELECT version, created, code, params FROM tournaments_logentry "
    "WHERE event_id = %(event)s AND version >= %(since)s AND version <= %(version)s "
    "ORDER BY version LIMIT %(most)s"
)
# What concerns one deal alone, unless seats have changed with it.
OF_A_DEAL = {
    "report.added",
    "report.corrected",
    "report.withdrawn",
    "report.accepted",
    "report.agreed",
    "dispute.noted",
}
OF_SEATS = {"opened", "unopened", "reseated"}
# What no board shows.
OF_NO_BOARD = {"nudge", "timer", "standings.hidden", "standings.revealed", "standings.live"}


def stamp_of(event: Event, version: int) -> Stamp | None:
    """The line of a version of the event; None where it is not written yet, inside a turn."""
    row = one_row(NEWEST, {"event": event.pk, "version": version})
    return None if row is None else (row[0], row[1])


def told_since(event: Event, stamp: Stamp, version: int) -> tuple[Stamp | None, set[Place] | None]:
    """The line of a version (None where there is none yet), and the deals of which something was
    said since an earlier line; None where more than that may have changed. One query."""
    values = {"event": event.pk, "since": stamp[0], "version": version, "most": MOST}
    with connection.cursor() as cursor:
        cursor.execute(LINES, values)
        lines = cursor.fetchall()
    newest = lines[-1][:2] if lines else stamp
    if newest[0] != version:
        return (stamp_of(event, version) if len(lines) == MOST else None), None
    return newest, _places(lines[1:]) if lines and lines[0][:2] == stamp else None


def _places(lines: Sequence[tuple[Any, ...]]) -> set[Place] | None:
    """The deals that lines are about; None where one may tell of more than a deal."""
    places = set()
    for _version, _moment, code, told in lines:
        if code in OF_NO_BOARD:
            continue
        params = json.loads(told)
        place = tuple(params.get(name) for name in ("set", "table", "deal"))
        if code not in OF_A_DEAL or OF_SEATS & params.keys() or None in place:
            return None
        places.add(place)
    return places
