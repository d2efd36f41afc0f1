"""What the tables of a drive came to: at each of them the people who are level, the best first."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rulesets.formats.drive import complete, roles_at, sitters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.formats.drive import Drive, SetRecord, TableSet

Level = tuple[tuple[int, ...], ...]


def read_results(drive: Drive) -> list[list[Level]]:
    """By set and table, in the order of both: the players (indexes) of the table as it ended, in
    groups of those who are level, the best first; cuts decide. Nothing for a table that still
    plays, or has to cut."""
    return [
        [
            read_level(drive, record, table)
            for table in sorted(record.tables, key=lambda table: table.table)
        ]
        for record in drive.sets
    ]


def read_level(drive: Drive, record: SetRecord, table: TableSet) -> Level:
    """The same of one table."""
    if not complete(drive.format, table):
        return ()
    if table.board is not None:
        low = drive.format.plays.wins == "low"
        return level_by_points(table.chairs, table.board.points, low=low)
    seats = sitters(table, drive.format.deals)
    roles = roles_at(drive, record, table)
    found = drive.format.result(record.number, roles, table.hands, table.cut)
    if found.tied:
        return ()
    won = tuple(who for chair, who in enumerate(seats) if chair in found.winners)
    lost = tuple(who for chair, who in enumerate(seats) if chair not in found.winners)
    groups = (tuple(who for who in group if who is not None) for group in (won, lost))
    return tuple(group for group in groups if group)


def level_by_points(
    people: Sequence[int | None], points: Sequence[int], *, low: bool = False
) -> Level:
    """People in groups of those with as many points, the most (`low`: the fewest) first."""
    sign = 1 if low else -1
    there = [(sign * has, who) for who, has in zip(people, points, strict=True) if who is not None]
    there.sort()
    return tuple(
        tuple(who for _has, who in group) for _has, group in groupby(there, key=lambda one: one[0])
    )
