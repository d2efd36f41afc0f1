"""A drive: many tables, seats that rotate, and a personal score that everyone carries
along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from rulesets.movements.seating import Past

if TYPE_CHECKING:
    from rulesets.formats.board import BoardPoints
    from rulesets.formats.sets import SetFormat

MOST_DEDUCTED = 1_000_000  # points from one person at once
Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Player:
    """A guest. `late_as_sit_out`: sets before the first appearance count as sit-outs, not 0.
    `deducted`: points that the host has taken away; `team`: whose name the guest carries."""

    name: str
    role: str
    late_as_sit_out: bool = False
    deducted: int = 0
    team: str = ""


@dataclass(frozen=True, slots=True)
class TableSet:
    """One table in one set.

    `chairs` are indexes into the drive's players (None: empty), clockwise. `hands` are the
    reports, positional by side or chair (None: not reported), one for each that the table tells.
    `cut` are the chairs that won the cut. `subs` are (hand 1-based, chair, player): from that hand
    on, that player sits there and is credited. `board` is what the reports came to, where they do
    not stand by themselves.
    """

    table: int
    chairs: tuple[int | None, ...]
    hands: tuple[Payload | None, ...]
    cut: tuple[int, ...] | None = None
    subs: tuple[tuple[int, int, int], ...] = ()
    board: BoardPoints | None = None


@dataclass(frozen=True, slots=True)
class SetRecord:
    """One set of a drive, as seated.

    `number` is the stage, `sitting_out` are player indexes, `roles` are the roles played in
    this set by those who play another than their own.
    """

    number: int
    tables: tuple[TableSet, ...]
    sitting_out: tuple[int, ...] = ()
    roles: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drive:
    """A whole drive as far as it was played: a game in its format, and what was reported. Lots are
    drawn by `seed`."""

    format: SetFormat
    players: tuple[Player, ...]
    sets: tuple[SetRecord, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = 0


def sitters(table: TableSet, hand: int) -> tuple[int | None, ...]:
    """Who sits at each chair in that hand (1-based), substitutes included."""
    seated = list(table.chairs)
    for first, chair, player in sorted(table.subs, key=lambda sub: sub[0]):
        if first <= hand:
            seated[chair] = player
    return tuple(seated)


def present(record: SetRecord) -> set[int]:
    """Everyone who had a part in the set: seated, substituting or sitting out."""
    here: set[int | None] = set(record.sitting_out)
    here.update(*(table.chairs for table in record.tables))
    here.update(sub[2] for table in record.tables for sub in table.subs)
    return {player for player in here if player is not None}


def finished(drive: Drive) -> bool:
    """True when every set was seated and every hand of every table is reported."""
    game = drive.format
    if not drive.sets:
        return False
    if {record.number for record in drive.sets} != set(range(1, game.seatings + 1)):
        return False
    return all(
        record.tables and all(complete(game, table) for table in record.tables)
        for record in drive.sets
    )


def complete(game: SetFormat, table: TableSet) -> bool:
    """True when every hand of the set is reported at that table, or its board is full."""
    if table.board is not None:
        return table.board.over
    return game.has_all(table.hands)


def roles_at(drive: Drive, record: SetRecord, table: TableSet) -> tuple[str, ...]:
    """The role of each chair: that of the player seated there first (a substitute plays it)."""
    return tuple(
        "" if p is None else record.roles.get(p, drive.players[p].role) for p in table.chairs
    )


def as_played(drive: Drive, record: SetRecord) -> Past:
    """A set as it ended: the substitutes in their chairs, playing the role of the chair. In a chair
    that a file has left empty sits nobody: a number less than 0, another one in each."""
    roles = {p: record.roles.get(p, drive.players[p].role) for p in present(record)}
    nobody = count(-1, -1)
    first, last = [], []
    for table in sorted(record.tables, key=lambda table: table.table):
        chairs = tuple(next(nobody) if who is None else who for who in table.chairs)
        ended = zip(chairs, sitters(table, drive.format.deals), strict=True)
        seats = tuple(chair if who is None else who for chair, who in ended)
        roles.update(zip(seats, roles_at(drive, record, table), strict=True))
        first.append(chairs)
        last.append(seats)
    return Past.of(first, last, record.sitting_out, roles)


def set_in_play(drive: Drive) -> int:
    """The number of the newest set while a hand of it is missing, else 0."""
    if not drive.sets:
        return 0
    newest = drive.sets[-1]
    over = all(complete(drive.format, table) for table in newest.tables)
    return 0 if over else newest.number


def counting(drive: Drive, *, live: bool) -> Drive:
    """The drive as standings count it: without the set in play; with `live` as far as that is
    reported, but who sits it out still waits for its end."""
    if not set_in_play(drive):
        return drive
    *earlier, newest = drive.sets
    if late := _just_come(drive):  # credited for what was played before
        earlier = [replace(one, sitting_out=(*one.sitting_out, *late)) for one in earlier]
    return replace(drive, sets=(*earlier, *([replace(newest, sitting_out=())] if live else [])))


def _just_come(drive: Drive) -> list[int]:
    """Who has a part in the newest set for the first time, with the sets before as sit-outs."""
    waiting = [who for who, player in enumerate(drive.players) if player.late_as_sit_out]
    if not waiting:
        return []
    *earlier, newest = map(present, drive.sets)
    return [who for who in waiting if who in newest and not any(who in one for one in earlier)]
