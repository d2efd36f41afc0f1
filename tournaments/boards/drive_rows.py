"""A drive: who sat where, what every table reported, and the scores that people carry.

It is read as raw rows, in four queries, with all payloads parsed at once: model instances would
cost eight times as much as the counting itself, and standings are counted again after each report.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

from django.db import connection
from django.db.models import OuterRef, Subquery

from rulesets.formats.carry import Memory
from rulesets.formats.drive import (
    Drive,
    Player,
    SetRecord,
    TableSet,
    present,
    set_in_play,
    sitters,
)
from tournaments.boards.event_board import EventBoard
from tournaments.boards.table_rows import read_last_deals
from tournaments.cache.gc_control import pause_gc
from tournaments.cache.memo import Memo
from tournaments.db.rows import rows_of
from tournaments.log.current_values import Place, Steps, read_current, tables_of_steps
from tournaments.log.steps import Touches
from tournaments.models import CUT, Entry, Event, Presence, Seating
from tournaments.models.event_games import format_of

if TYPE_CHECKING:
    from rulesets.formats.sets import SetFormat

Boards = Callable[[], tuple[EventBoard, ...]]  # reads the boards, if deals depend on each other


SEATS = """
SELECT g.set_number, s.table_id, t.number, s.entry_id, t.last_deal, t.late, t.division
FROM tournaments_seat s
JOIN tournaments_table t ON t.id = s.table_id
JOIN tournaments_seating g ON g.id = s.seating_id
WHERE g.event_id = %s AND g.state = 'published'
ORDER BY g.set_number, t.number, s.chair
"""
# Ordered by revision: the last row of a deal is the one that counts. An override that waits for
# another player's agreement does not count yet.
COUNTING = """(NOT r.needs_agreement OR EXISTS (
    SELECT 1 FROM tournaments_acceptance a WHERE a.report_id = r.id AND a.kind = 'agree'))
ORDER BY r.revision"""
REPORTS = f"""
SELECT r.table_id, r.deal, r.payload
FROM tournaments_report r
JOIN tournaments_table t ON t.id = r.table_id
JOIN tournaments_seating g ON g.id = t.seating_id
WHERE g.event_id = %s AND g.state = 'published' AND {COUNTING}
"""  # noqa: S608  constants
REPORTS_OF = f"""
SELECT r.table_id, r.deal, r.payload FROM tournaments_report r
WHERE r.table_id IN ({{ids}}) AND {COUNTING}
"""  # noqa: S608  constants
OTHERS = """
SELECT g.set_number, o.entry_id, 0, 0, 0, o.id, o.partner_id, o.division
FROM tournaments_sitout o JOIN tournaments_seating g ON g.id = o.seating_id
WHERE g.event_id = %s AND g.state = 'published' AND NOT o.watches
UNION ALL
SELECT g.set_number, u.entry_id, u.table_id, u.from_hand, u.chair, u.id, NULL, NULL
FROM tournaments_substitution u
JOIN tournaments_table t ON t.id = u.table_id
JOIN tournaments_seating g ON g.id = t.seating_id
WHERE g.event_id = %s AND g.state = 'published'
ORDER BY 1, 4, 6
"""


# What the roll call says last of an entry; None if it says nothing.
HERE = Subquery(
    Presence.objects.filter(entry=OuterRef("pk")).order_by("-from_set", "-pk").values("here")[:1]
)

NO_ROLES: Mapping[int, str] = {}
TableReports = dict[str, Any]  # the reports of a table, as fields of `TableSet`


@dataclass(frozen=True, slots=True)
class DriveRows:
    """A drive, and the entry of each of its players.

    `memory` caches what was counted of it, `lines` the standings last made of it, by language, with
    the sets they cover; both are carried on as tables report.
    """

    drive: Drive
    game: SetFormat
    entry_ids: tuple[int, ...]  # by player index
    table_ids: Mapping[Place, int] = field(default_factory=dict)
    last_deals: Mapping[Place, int | None] = field(default_factory=dict)
    memory: Memory = field(default_factory=dict)
    lines: dict[str | None, tuple[tuple[SetRecord, ...], tuple[Any, ...]]] = field(
        default_factory=dict
    )
    away: frozenset[int] = frozenset()  # entries whom the roll call has sent home

    @property
    def has_left(self) -> frozenset[int]:
        """The players who have had a part in a set and take none any more."""
        sets = self.drive.sets
        gone = {who for who, pk in enumerate(self.entry_ids) if pk in self.away}
        if not gone:
            return frozenset()
        if set_in_play(self.drive):  # until then they play on
            game = self.drive.format
            gone -= {who for table in sets[-1].tables for who in sitters(table, game.deals)}
        return frozenset(gone & {who for record in sets for who in present(record)})

    def index(self, entry_id: int) -> int:
        """The player index of an entry. Raises ValueError if there is none."""
        return self.entry_ids.index(entry_id)

    def through(self, number: int, roles: Mapping[int, str] = NO_ROLES) -> DriveRows:
        """The drive as it was after that many sets, with these `roles` (by entry) in place of those
        that people have now."""
        players = tuple(
            replace(one, role=roles.get(pk, one.role))
            for pk, one in zip(self.entry_ids, self.drive.players, strict=True)
        )
        sets = tuple(one for one in self.drive.sets if one.number <= number)
        drive = replace(self.drive, players=players, sets=sets)
        return replace(self, drive=drive, memory={}, lines={})

    def with_tables(self, reports: Mapping[Place, TableReports]) -> DriveRows:
        """A copy with the `reports` of some tables; all other tables stay."""
        numbers = {number for number, _table in reports}
        sets = []
        for record in self.drive.sets:
            if record.number in numbers:
                tables = (
                    replace(table, **reports.get((record.number, table.table), {}))
                    for table in record.tables
                )
                record = replace(record, tables=tuple(tables))  # noqa: PLW2901
            sets.append(record)
        return replace(self, drive=replace(self.drive, sets=tuple(sets)))


Rows = Sequence[Sequence[Any]]
_drive_memo: Memo[DriveRows] = Memo(capacity=4)


@pause_gc()
def current_drive(event: Event, boards: Boards) -> DriveRows:
    """The drive at the event's version."""

    def renew(old: DriveRows, steps: Steps) -> DriveRows | None:
        return _renew_drive(old, steps, boards)

    return read_current(_drive_memo, event, lambda: read_drive(event, boards), renew)


def _renew_drive(old: DriveRows, steps: Steps, boards: Boards) -> DriveRows | None:
    """A drive that was read before, with the reports that have come since; None if anything but
    reports has happened."""
    touched = tables_of_steps(steps, Touches.DISPUTES, Touches.ACCEPTANCE)
    if touched is None or not touched <= old.table_ids.keys():
        return None
    if not touched:
        return old
    table_ids = {one: old.table_ids[one] for one in touched}
    if old.game.has_bell:  # a table may have named its last deal
        said = read_last_deals(table_ids.values())
        known = {one: said[pk] for one, pk in table_ids.items()}
        old = replace(old, last_deals={**old.last_deals, **known})
    reports = partial(rows_of, REPORTS_OF, list(table_ids.values()))
    return old.with_tables(_reports_at(old.game, table_ids, old.last_deals, reports, boards))


def _reports_at(
    game: SetFormat,
    table_ids: Mapping[Place, int],
    last_deals: Mapping[Place, int | None],
    reports: Callable[[], Rows],
    boards: Boards,
) -> dict[Place, TableReports]:
    """The reports of these tables: from the rows of `reports` if each deal stands by itself, else
    from their `boards` with what these come to. Only what is needed is read."""
    if not game.apart:
        return {board.at: board_reports(game, board) for board in boards() if board.at in table_ids}
    payloads = _payloads(game, reports())
    return {
        at: _table_reports(game, at, last_deals, payloads.get(pk)) for at, pk in table_ids.items()
    }


def board_reports(game: SetFormat, board: EventBoard) -> TableReports:
    """The reports of a board, with what it comes to unless each deal stands by itself."""
    if game.apart:
        return {"hands": board.values}
    return {"hands": tuple(one.value for one in board.rounds), "board": board.points}


def _table_reports(
    game: SetFormat, at: Place, last_deals: Mapping[Place, int | None], deals: list[Any] | None
) -> TableReports:
    """The reports of a table: its hands, and its cut."""
    last = last_deals[at]
    if deals is None:
        return {"hands": (None,) * game.deals_to_tell(*at, (), last), "cut": None}
    cut = tuple(deals[CUT]["winners"]) if deals[CUT] else None
    if not game.deals_differ:
        return {"hands": tuple(deals[1:]), "cut": cut}
    many = game.deals_to_tell(*at, deals[1:], last)
    return {"hands": tuple(deals[1 : many + 1]), "cut": cut}


def read_drive(event: Event, boards: Boards) -> DriveRows:
    """The whole drive from the database."""
    game = cast("SetFormat", format_of(event))
    people = Entry.objects.filter(event_id=event.pk).order_by("pk")
    entries = list(
        people.values_list("pk", "name", "role", "late_as_sit_out", "deductions", "team", HERE)
    )
    with connection.cursor() as cursor:
        cursor.execute(SEATS, [event.pk])
        seats = cursor.fetchall()
        cursor.execute(OTHERS, [event.pk, event.pk])
        others = cursor.fetchall()
    index = {row[0]: number for number, row in enumerate(entries)}
    players = tuple(
        Player(name, role, late, sum(one["points"] for one in taken), team)
        for _, name, role, late, taken, team, _here in entries
    )
    table_ids = {(number, shown): table for number, table, shown, *_ in seats}
    last_deals = {(number, shown): last for number, _table, shown, _entry, last, *_ in seats}

    def reports() -> Rows:
        with connection.cursor() as cursor:
            cursor.execute(REPORTS, [event.pk])
            return cursor.fetchall()

    told = _reports_at(game, table_ids, last_deals, reports, boards)
    sets = _sets(seats, told, others, index)
    return DriveRows(
        Drive(game, players, sets, event.options, _seed_of_lots(event, game)),
        game,
        tuple(row[0] for row in entries),
        table_ids,
        last_deals,
        away=frozenset(row[0] for row in entries if row[-1] is False),
    )


def _seed_of_lots(event: Event, game: SetFormat) -> int:
    """The seed for drawing lots, if the game draws any: that of the first seats."""
    if "lot" not in game.metrics and not game.seats_by_order:
        return 0
    shown = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("set_number")
    return shown.values_list("seed", flat=True).first() or 0


def _payloads(game: SetFormat, reports: Rows) -> dict[int, list[Any]]:
    """table id -> the report that counts for the cut and for each hand."""
    # One document for all payloads: the JSON reader is started once instead of thousands of times.
    # Many hands end alike: equal texts are parsed once.
    texts = list({text: None for _, _, text in reports if text is not None})
    values = dict(zip(texts, json.loads(f"[{','.join(texts)}]"), strict=True))
    width = game.deals + 1
    found: dict[int, list[Any]] = {}
    for table, deal, text in reports:
        deals = found.get(table)
        if deals is None:
            deals = found[table] = [None] * width
        deals[deal] = None if text is None else values[text]
    return found


def _sets(
    seats: Rows,
    reports: Mapping[Place, TableReports],
    others: Rows,
    index: dict[int, int],
) -> tuple[SetRecord, ...]:
    subs: dict[int, list[tuple[int, int, int]]] = {}
    sitting_out: dict[int, list[int]] = {}
    partners: dict[int, dict[int, int]] = {}
    divisions: dict[int, dict[int, int]] = {}
    for number, entry, table, from_hand, chair, _, partner, division in others:
        if table:
            subs.setdefault(table, []).append((from_hand, chair, index[entry]))
        else:
            sitting_out.setdefault(number, []).append(index[entry])
            if partner is not None:
                partners.setdefault(number, {})[index[entry]] = index[partner]
            if division is not None:
                divisions.setdefault(number, {})[index[entry]] = division
    tables: dict[int, list[TableSet]] = {number: [] for number in sitting_out}
    for (number, table, shown, late, division), rows in groupby(seats, itemgetter(0, 1, 2, 5, 6)):
        seated = tuple(index[row[3]] for row in rows)
        if division is not None:
            divisions.setdefault(number, {}).update((who, division) for who in seated)
        here = tuple(subs.get(table, ()))
        record = TableSet(shown, seated, subs=here, late=bool(late), **reports[number, shown])
        tables.setdefault(number, []).append(record)
    return tuple(
        SetRecord(
            number,
            tuple(tables[number]),
            tuple(sitting_out.get(number, ())),
            partners=partners.get(number, {}),
            divisions=divisions.get(number, {}),
        )
        for number in sorted(tables)
    )
