"""A drive: many tables, rotating seats, and a personal score that each player carries from set to
set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING

from rulesets.movements.seating import Past

if TYPE_CHECKING:
    from rulesets.formats.board import BoardResult
    from rulesets.formats.format import Format
    from rulesets.formats.parts import Payload

MOST_DEDUCTED = 1_000_000  # points from one person at once


@dataclass(frozen=True, slots=True)
class Player:
    """A guest. `late_as_sit_out`: sets before the first appearance count as sit-outs, not 0.
    `deducted`: points that the host has deducted (below 0: added). `team`: the team that the guest
    plays for."""

    name: str
    role: str
    late_as_sit_out: bool = False
    deducted: int = 0
    team: str = ""


@dataclass(frozen=True, slots=True)
class TableSet:
    """One table in one set.

    `chairs` are indexes into the drive's players (None: empty), clockwise. `hands` are the reports,
    positional by side or chair (None: not reported), one for each hand of the table. `cut` are the
    chairs that won the cut. `subs` are (hand, counted from 1, chair, player): from that hand on,
    that player sits there and is credited. `board` is the folded result of the reports, if they are
    not independent. `late`: the table opened after the draw, for late arrivals.
    """

    table: int
    chairs: tuple[int | None, ...]
    hands: tuple[Payload | None, ...]
    cut: tuple[int, ...] | None = None
    subs: tuple[tuple[int, int, int], ...] = ()
    board: BoardResult | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class SetRecord:
    """One set of a drive, as seated.

    `number` counts from 1, `sitting_out` are player indexes, and `roles` are the roles of people
    who play a role other than their own in this set. `partners`: those of people who were drawn to
    sit out as a fixed pair. `divisions`: those (from 0) of people who were drawn to sit out or play
    at a late table, where there are several. Nothing else follows from the order of `sitting_out`.
    """

    number: int
    tables: tuple[TableSet, ...]
    sitting_out: tuple[int, ...] = ()
    roles: Mapping[int, str] = field(default_factory=dict)
    partners: Mapping[int, int] = field(default_factory=dict)
    divisions: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drive:
    """A whole drive as far as it has been played: a game in its format, and its reports. Lots are
    drawn by `seed`."""

    format: Format
    players: tuple[Player, ...]
    sets: tuple[SetRecord, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = 0


def sitters(table: TableSet, hand: int) -> tuple[int | None, ...]:
    """Who sits at each chair in that hand (counted from 1), including substitutes."""
    seated = list(table.chairs)
    for first, chair, player in sorted(table.subs, key=lambda sub: sub[0]):
        if first <= hand:
            seated[chair] = player
    return tuple(seated)


def present(record: SetRecord) -> set[int]:
    """Everybody with a part in the set: seated, substituting or sitting out."""
    here: set[int | None] = set(record.sitting_out)
    here.update(*(table.chairs for table in record.tables))
    here.update(sub[2] for table in record.tables for sub in table.subs)
    return {player for player in here if player is not None}


def finished(drive: Drive) -> bool:
    """Whether every set has been seated and every hand of every table is reported."""
    format = drive.format
    if not drive.sets:
        return False
    if {record.number for record in drive.sets} != set(range(1, format.length.sets + 1)):
        return False
    return all(
        record.tables and all(complete(format, table) for table in record.tables)
        for record in drive.sets
    )


def complete(format: Format, table: TableSet) -> bool:
    """Whether every hand of the set is reported at that table, or its board is over."""
    if table.board is not None:
        return table.board.over
    return format.length.complete(table.hands)


def roles_at(drive: Drive, record: SetRecord, table: TableSet) -> tuple[str, ...]:
    """The role of each chair: that of the player first seated there (a substitute takes it
    over)."""
    return tuple(
        "" if p is None else record.roles.get(p, drive.players[p].role) for p in table.chairs
    )


def as_played(drive: Drive, record: SetRecord) -> Past:
    """A set as it ended: with the substitutes in their chairs, in the role of the chair. A chair
    that a file leaves empty gets a number below 0, a different one for each."""
    roles = {p: record.roles.get(p, drive.players[p].role) for p in present(record)}
    nobody = count(-1, -1)
    first, last = [], []
    tables = sorted(record.tables, key=lambda table: table.table)
    for table in tables:
        chairs = tuple(next(nobody) if who is None else who for who in table.chairs)
        ended = zip(chairs, sitters(table, drive.format.length.most_deals), strict=True)
        seats = tuple(chair if who is None else who for chair, who in ended)
        roles.update(zip(seats, roles_at(drive, record, table), strict=True))
        first.append(chairs)
        last.append(seats)
    late = tuple(at for at, table in enumerate(tables) if table.late)
    beside = record.partners, record.divisions
    return Past.of(first, last, record.sitting_out, roles, late, *beside)


def set_in_play(drive: Drive) -> int:
    """The number of the newest set while any of its hands is missing, else 0."""
    if not drive.sets:
        return 0
    newest = drive.sets[-1]
    over = all(complete(drive.format, table) for table in newest.tables)
    return 0 if over else newest.number


def counting(drive: Drive, *, live: bool) -> Drive:
    """The drive as standings count it: without the set in play or, if `live`, with that set as far
    as it is reported; a sit-out in it still counts only at the end."""
    if not set_in_play(drive):
        return drive
    *earlier, newest = drive.sets
    if late := _just_come(drive):  # credited for what was played before
        earlier = [replace(record, sitting_out=(*record.sitting_out, *late)) for record in earlier]
    return replace(drive, sets=(*earlier, *([replace(newest, sitting_out=())] if live else [])))


def divisions_of(drive: Drive) -> Sequence[int]:
    """The division of every player, from 1; empty if everybody is ranked together, or it is not
    known yet."""
    placement = drive.format.ranking.placement
    if placement.divisions == 1 or not drive.sets:
        return ()
    past = [replace(as_played(drive, record), roles={}) for record in drive.sets]
    divisions = placement.divide(past, range(len(drive.players)))
    return [divisions.people[who] + 1 for who in range(len(drive.players))] if divisions else ()


def _just_come(drive: Drive) -> list[int]:
    """People who have a part in the newest set for the first time, with the earlier sets as
    sit-outs."""
    waiting = [who for who, player in enumerate(drive.players) if player.late_as_sit_out]
    if not waiting:
        return []
    *earlier, newest = map(present, drive.sets)
    return [
        who for who in waiting if who in newest and not any(who in people for people in earlier)
    ]
