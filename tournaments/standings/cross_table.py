"""Who played whom, where partners stay together: a line and a column for each pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesets.formats.cuts import SIDES
from tournaments.boards.drive import drive
from tournaments.models.event_games import format_of
from tournaments.standings.rows import lines_of_totals
from tournaments.web.labels import and_list

if TYPE_CHECKING:
    from tournaments.models import Event
    from tournaments.standings.rows import Standings

MOST = 30  # pairs, of which a table can still be read


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two pairs made of a set that they played against each other."""

    own: int
    theirs: int
    won: bool


@dataclass(frozen=True, slots=True)
class CrossLine:
    """A pair, by place; `cells` has its meetings with each pair, None with itself."""

    place: str
    name: str
    cells: tuple[tuple[Meeting, ...] | None, ...]


def cross_table(event: Event, standings: Standings) -> tuple[CrossLine, ...]:
    """Everybody's meetings in the sets that count; nothing where partners change, before two pairs
    have met, and for more pairs than can be read."""
    if not format_of(event).fixed_pairs:
        return ()
    pairs = [rows for rows in lines_of_totals(standings.rows) if len(rows) > 1]
    if not 1 < len(pairs) <= MOST:
        return ()
    at = {row.entry_id: place for place, rows in enumerate(pairs) for row in rows}
    found: dict[tuple[int, int], list[Meeting]] = {}
    known, low = drive(event), format_of(event).game.plays.wins == "low"
    for position, record in enumerate(known.drive.sets[: standings.sets_shown]):
        for table in record.tables:
            sides = [{table.chairs[chair] for chair in side} for side in SIDES]
            met = [
                {at.get(known.entry_ids[who]) for who in side if who is not None} for side in sides
            ]
            if any(len(one) != 1 or None in one for one in met):
                continue  # somebody plays for another, or the two have parted since
            one, two = (place for (place,) in met if place is not None)
            brought = [pairs[place][0].points[position] or 0 for place in (one, two)]
            for own, other, points in ((one, two, brought), (two, one, brought[::-1])):
                won = points[0] != points[1] and (points[0] < points[1]) == low
                found.setdefault((own, other), []).append(Meeting(points[0], points[1], won))
    if not found:
        return ()
    return tuple(
        CrossLine(
            rows[0].place,
            and_list([row.name for row in rows]),
            tuple(
                None if own == other else tuple(found.get((own, other), ()))
                for other in range(len(pairs))
            ),
        )
        for own, rows in enumerate(pairs)
    )
