"""A drive: who sat where, what every table reported, and the scores that people carry.

Its reports are read as raw rows, with all payloads parsed at once: model instances would cost eight
times as much as the counting itself, and standings are counted again after each report.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rulesets.formats.drive import (
    Drive,
    Player,
    SetRecord,
    TableSet,
    present,
    set_in_play,
    sitters,
)
from rulesets.formats.format import Format
from rulesets.formats.hands import count_due
from rulesets.movements.movement import seats_by_order
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.event_board import EventBoard
from tournaments.boards.event_tables import (
    NO_ROLES,
    EventTables,
    SetTables,
    TableRecord,
    renew_tables,
)
from tournaments.cache.gc_control import pause_gc
from tournaments.cache.memo import Memo
from tournaments.db.current_values import Place, Steps, read_current, tables_of_steps
from tournaments.db.rows import all_rows, rows_of
from tournaments.db.steps import Touches
from tournaments.models import CUT, Event
from tournaments.models.event_games import format_of

Boards = Callable[[], tuple[EventBoard, ...]]  # reads the boards, if deals depend on each other


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
Fields = dict[str, Any]  # what is reported at a table, as fields of `TableSet`


@dataclass(frozen=True, slots=True)
class EventDrive:
    """The drive of an event, the entry of each of its players, and the tables it is played at."""

    drive: Drive
    tables: EventTables
    entry_ids: tuple[int, ...]  # by player index

    @property
    def format(self) -> Format:
        return self.drive.format

    @property
    def has_left(self) -> frozenset[int]:
        """The players who have had a part in a set and take none any more."""
        sets = self.drive.sets
        entries = self.tables.entries.values()
        leavers = {who for who, entry in enumerate(entries) if entry.has_left}
        if not leavers:
            return frozenset()
        if set_in_play(self.drive):  # until then they play on
            deals = self.format.length.most_deals
            leavers -= {who for table in sets[-1].tables for who in sitters(table, deals)}
        return frozenset(leavers & {who for record in sets for who in present(record)})

    def index(self, entry_id: int) -> int:
        """The player index of an entry. Raises ValueError if there is none."""
        return self.entry_ids.index(entry_id)

    def through(self, number: int, roles: Mapping[int, str] = NO_ROLES) -> EventDrive:
        """The drive as it was after that many sets, with these `roles` (by entry) in place of those
        that people have now."""
        players = tuple(
            replace(player, role=roles.get(pk, player.role))
            for pk, player in zip(self.entry_ids, self.drive.players, strict=True)
        )
        sets = tuple(record for record in self.drive.sets if record.number <= number)
        return replace(self, drive=replace(self.drive, players=players, sets=sets))

    def with_tables(self, reports: Mapping[Place, Fields]) -> EventDrive:
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
_drive_memo: Memo[EventDrive] = Memo(capacity=4)


@pause_gc()
def current_drive(event: Event, tables: Callable[[], EventTables], boards: Boards) -> EventDrive:
    """The drive at the event's version."""

    def renew(old: EventDrive, steps: Steps) -> EventDrive | None:
        return _renew_drive(old, steps, boards)

    return read_current(_drive_memo, event, lambda: read_drive(event, tables(), boards), renew)


def _renew_drive(old: EventDrive, steps: Steps, boards: Boards) -> EventDrive | None:
    """A drive that was read before, with the reports that have come since; None if anything but
    reports has happened."""
    touched = tables_of_steps(steps, Touches.DISPUTES, Touches.ACCEPTANCE)
    now = renew_tables(old.tables, steps)
    if touched is None or now is None:
        return None
    if not touched:
        return old
    records = [now.table(at) for at in touched]
    here = [record for record in records if record is not None]
    if len(here) < len(records):
        return None
    reports = partial(rows_of, REPORTS_OF, [record.table_id for record in here])
    fields = _REPORTS_AT(old.format)(old.format, here, reports, boards)
    return replace(old.with_tables(fields), tables=now)


def _reports_of_boards(
    game: Format, tables: Iterable[TableRecord], reports: Callable[[], Rows], boards: Boards
) -> dict[Place, Fields]:
    """The reports of these tables from their `boards`, with what these come to."""
    places = {table.at for table in tables}
    return {board.at: board.reports for board in boards() if board.at in places}


def _reports_of_rows(
    game: Format, tables: Iterable[TableRecord], reports: Callable[[], Rows], boards: Boards
) -> dict[Place, Fields]:
    """The reports of these tables, whose hands stand by themselves, from the rows of `reports`."""
    payloads = _payloads(game, reports())
    return {
        (at := (table.set_number, table.number)): _table_reports(
            game, at, table.last_deal, payloads.get(table.table_id)
        )
        for table in tables
    }


# Only what is needed is read.
_REPORTS_AT = ByKeeping(
    table=_reports_of_boards,
    set=_reports_of_boards,
    hands=_reports_of_rows,
    room=_reports_of_boards,
)


def _table_reports(game: Format, at: Place, last: int | None, deals: list[Any] | None) -> Fields:
    """The reports of a table: its hands, and its cut. `last` is the last deal that it has named."""
    if deals is None:
        return {"hands": (None,) * count_due(game, *at, (), last), "cut": None}
    cut = tuple(deals[CUT]["winners"]) if deals[CUT] else None
    if not game.length.may_differ:
        return {"hands": tuple(deals[1:]), "cut": cut}
    many = count_due(game, *at, deals[1:], last)
    return {"hands": tuple(deals[1 : many + 1]), "cut": cut}


def read_drive(event: Event, tables: EventTables, boards: Boards) -> EventDrive:
    """The whole drive from the database; who sits where is known."""
    game = format_of(event)
    reports = partial(all_rows, REPORTS, (event.pk,))
    return drive_of(event, tables, _REPORTS_AT(game)(game, tables.tables, reports, boards))


def drive_of(event: Event, tables: EventTables, reports: Mapping[Place, Fields]) -> EventDrive:
    game, entries = format_of(event), tables.entries
    index = {pk: who for who, pk in enumerate(entries)}
    players = tuple(
        Player(entry.name, entry.role, entry.late_as_sit_out, entry.deducted, entry.team)
        for entry in entries.values()
    )
    # Lots are drawn by the seed of the first seats.
    by_order = seats_by_order(game.movement, game.length.most)
    draws_lots = "lot" in game.ranking.metrics or by_order
    seed = tables.sets[0].seed if draws_lots and tables.sets else 0
    sets = tuple(_set_record(record, reports, index) for record in tables.sets)
    drive = Drive(game, players, sets, event.options, seed)
    return EventDrive(drive, tables, tuple(entries))


def _set_record(
    record: SetTables, reports: Mapping[Place, Fields], index: Mapping[int, int]
) -> SetRecord:
    """A set of a drive, with players for entries."""
    outs = [out for out in record.sit_outs if not out.watches]
    divisions = {index[out.entry_id]: out.division for out in outs if out.division is not None}
    tables, player = [], index.__getitem__
    for table in record.tables:
        seated = tuple(map(player, table.chairs))
        if table.division is not None:
            divisions.update((who, table.division) for who in seated)
        fields = reports[record.number, table.number]
        if table.substitutes:
            subs = [(sub.from_hand, sub.chair, index[sub.entry_id]) for sub in table.substitutes]
            fields = {**fields, "subs": tuple(subs)}
        tables.append(TableSet(table.number, seated, late=table.late, **fields))
    return SetRecord(
        record.number,
        tuple(tables),
        tuple(index[out.entry_id] for out in outs),
        partners={index[o.entry_id]: index[o.partner] for o in outs if o.partner is not None},
        divisions=divisions,
    )


def _payloads(game: Format, reports: Rows) -> dict[int, list[Any]]:
    """table id -> the report that counts for the cut and for each hand."""
    # One document for all payloads: the JSON reader is started once instead of thousands of times.
    # Many hands end alike: equal texts are parsed once.
    texts = list({text: None for _, _, text in reports if text is not None})
    values = dict(zip(texts, json.loads(f"[{','.join(texts)}]"), strict=True))
    width = game.length.most_deals + 1
    payloads: dict[int, list[Any]] = {}
    for table, deal, text in reports:
        deals = payloads.get(table)
        if deals is None:
            deals = payloads[table] = [None] * width
        deals[deal] = None if text is None else values[text]
    return payloads
