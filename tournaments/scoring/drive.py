"""From the database to the engine's drive: four queries, one reading of all payloads.

Raw rows, because standings are counted anew from the reports after each of them: model instances
would cost eight times as much as the counting itself.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import connection

from rulesets.formats.drive import Drive, Player, SetRecord, TableSet
from tournaments.games import drive_in
from tournaments.models import CUT, Entry, Event

if TYPE_CHECKING:
    from rulesets.formats.drives import DriveFormat

SEATS = """
SELECT g.set_number, s.table_id, t.number, s.entry_id
FROM tournaments_seat s
JOIN tournaments_table t ON t.id = s.table_id
JOIN tournaments_seating g ON g.id = s.seating_id
WHERE g.event_id = %s AND g.state = 'published' AND g.set_number <= %s
ORDER BY g.set_number, t.number, s.chair
"""
# Ordered by revision: the last row of a deal is the one that counts. An override that waits for
# another player's agreement does not count yet.
REPORTS = """
SELECT r.table_id, r.deal, r.payload
FROM tournaments_report r
JOIN tournaments_table t ON t.id = r.table_id
JOIN tournaments_seating g ON g.id = t.seating_id
WHERE g.event_id = %s AND g.state = 'published' AND g.set_number <= %s
AND (NOT r.needs_agreement OR EXISTS (
    SELECT 1 FROM tournaments_acceptance a WHERE a.report_id = r.id AND a.kind = 'agree'))
ORDER BY r.revision
"""
OTHERS = """
SELECT g.set_number, o.entry_id, 0, 0, 0, 0
FROM tournaments_sitout o JOIN tournaments_seating g ON g.id = o.seating_id
WHERE g.event_id = %s AND g.state = 'published' AND g.set_number <= %s
UNION ALL
SELECT g.set_number, u.entry_id, u.table_id, u.from_hand, u.chair, u.id
FROM tournaments_substitution u
JOIN tournaments_table t ON t.id = u.table_id
JOIN tournaments_seating g ON g.id = t.seating_id
WHERE g.event_id = %s AND g.state = 'published' AND g.set_number <= %s
ORDER BY 1, 4, 6
"""
ALL_SETS = 32_000


@dataclass(frozen=True, slots=True)
class DriveRows:
    """A drive, and which entry each of its players is."""

    drive: Drive
    game: DriveFormat
    entry_ids: tuple[int, ...]  # by player index

    def index(self, entry_id: int) -> int:
        """The player index of an entry. Raises ValueError if there is none."""
        return self.entry_ids.index(entry_id)


Rows = Sequence[Sequence[Any]]


def drive(event: Event, through: int | None = None) -> DriveRows:
    """The drive as reported so far (published sets; up to set `through` if given)."""
    game = drive_in(event)
    people = Entry.objects.filter(event_id=event.pk).order_by("pk")
    entries = list(people.values_list("pk", "name", "role", "late_as_sit_out"))
    last = ALL_SETS if through is None else through
    with connection.cursor() as cursor:
        cursor.execute(SEATS, [event.pk, last])
        seats = cursor.fetchall()
        cursor.execute(REPORTS, [event.pk, last])
        reports = cursor.fetchall()
        cursor.execute(OTHERS, [event.pk, last, event.pk, last])
        others = cursor.fetchall()
    index = {row[0]: number for number, row in enumerate(entries)}
    players = tuple(Player(name, role, late) for _, name, role, late in entries)
    sets = _sets(game, seats, _payloads(game, reports), others, index)
    return DriveRows(
        Drive(game, players, sets, event.options), game, tuple(row[0] for row in entries)
    )


def _payloads(game: DriveFormat, reports: Rows) -> dict[int, list[Any]]:
    """table id -> the report that counts for the cut and for each hand."""
    # One document for all payloads: the JSON reader is started once instead of thousands of times.
    texts = ["null" if text is None else text for _, _, text in reports]
    values = json.loads(f"[{','.join(texts)}]")
    width = game.deals + 1
    found: dict[int, list[Any]] = {}
    for (table, deal, _), value in zip(reports, values, strict=True):
        deals = found.get(table)
        if deals is None:
            deals = found[table] = [None] * width
        deals[deal] = value
    return found


def _sets(
    game: DriveFormat,
    seats: Rows,
    payloads: dict[int, list[Any]],
    others: Rows,
    index: dict[int, int],
) -> tuple[SetRecord, ...]:
    width = game.width
    nothing = (None,) * game.deals
    subs: dict[int, list[tuple[int, int, int]]] = {}
    sitting_out: dict[int, list[int]] = {}
    for number, entry, table, from_hand, chair, _ in others:
        if table:
            subs.setdefault(table, []).append((from_hand, chair, index[entry]))
        else:
            sitting_out.setdefault(number, []).append(index[entry])
    tables: dict[int, list[TableSet]] = {number: [] for number in sitting_out}
    for start in range(0, len(seats), width):
        number, table, shown, _ = seats[start]
        chairs = tuple(index[row[3]] for row in seats[start : start + width])
        deals = payloads.get(table)
        hands, cut = nothing, None
        if deals is not None:
            hands = tuple(deals[1:])
            if deals[CUT]:
                cut = tuple(deals[CUT]["winners"])
        record = TableSet(shown, chairs, hands, cut, tuple(subs.get(table, ())))
        tables.setdefault(number, []).append(record)
    return tuple(
        SetRecord(number, tuple(tables[number]), tuple(sitting_out.get(number, ())))
        for number in sorted(tables)
    )
