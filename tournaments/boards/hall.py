"""What is read of an event: its boards and its drive, a board and a deal among them, at one version
and brought up to date by the log.

A drive is read from raw rows, in four queries and one reading of all payloads: model instances
would cost eight times as much as the counting itself, and standings are counted anew after each
report.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import groupby
from math import inf
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

from django.db import connection
from django.utils.translation import get_language

from rulesets.engine.plays import Step
from rulesets.engine.replay import Replay
from rulesets.engine.roster import Setup
from rulesets.formats.carry import Memory
from rulesets.formats.drive import Drive, Player, SetRecord, TableSet
from tournaments.boards.deal_reports import DealReport
from tournaments.boards.deals import Deal, on_board
from tournaments.boards.pad import Pad
from tournaments.boards.pads import (
    ROUND,
    blank_report,
    boards_of,
    continue_boards,
    report_at_place,
    table_board,
)
from tournaments.boards.table_rows import (
    PadRows,
    TableRow,
    pad_rows,
    table_row,
    table_with_seats,
    with_reports,
)
from tournaments.cache.gc_control import pause_gc
from tournaments.cache.memo import Memo
from tournaments.db.rows import LAST_SET, SET_COLUMNS, all_rows, moment, rows_of, table_in
from tournaments.log.event_changes import (
    DealAt,
    Place,
    Stamp,
    Steps,
    deals,
    read_current,
    stamp_of,
    steps_to,
    tables_of_steps,
)
from tournaments.log.steps import Touches
from tournaments.models import CUT, Entry, Event, Seating, Table
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import format_of
from tournaments.web.labels import table_title

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from rulesets.formats import Format
    from rulesets.formats.sets import SetFormat


ALL_SETS = 32_000


class Hall:
    """Everything that is read of an event as it stands, each part once somebody asks for it."""

    def __init__(
        self,
        event: Event,
        boards: Callable[[], tuple[Pad, ...]],
        drive: Callable[[], DriveRows] | None = None,
        changed: Pad | None = None,
    ) -> None:
        """The hall of an event whose boards and drive are found by these; a drive is otherwise that
        of the event's version. `changed` is a board that is not as it stands."""
        self.event = event
        self._boards = boards
        self._drive = drive or (lambda: _current_drive(event))
        self._changed = changed

    @classmethod
    def of(cls, event: Event) -> Hall:
        """At the version of the event. Of what this process has read before, no more is read than
        the deals of which the log says that something was said since, by whichever process."""
        return cls(event, lambda: _current_boards(event, event.version, event.changed))

    @classmethod
    def now(cls, event: Event, *, drawn: bool = False, through: int = ALL_SETS) -> Hall:
        """The same, read anew: for use inside a turn, where the version says nothing yet.

        `drawn`: of the seats that are drawn and not shown yet, for papers to be at hand;
        `through`: as it was after so many sets.
        """

        def boards() -> tuple[Pad, ...]:
            found = boards_of(event, pad_rows(event, drawn=drawn))
            return tuple(pad for pad in found if pad.set_number <= through)

        return cls(event, boards, lambda: _read_drive(event, through))

    @classmethod
    def before(cls, event: Event, version: int, changed: dt.datetime) -> Hall:
        """Inside a turn, before anything is written, as it stands; `version` and `changed` are the
        event's as it was read before the turn."""
        now = event.version - 1
        return cls(event, lambda: _current_boards(event, now, changed if now == version else None))

    def what_if(
        self, deal: Deal, payload: dict[str, Any] | None, allowed: Sequence[str] = ()
    ) -> Hall:
        """The hall as it would be if this were reported of a deal of it (None: withdrawn); nothing
        is written. `allowed`: as `Deal.board_if` has it."""
        after = deal.board_if(payload, allowed)

        def boards() -> tuple[Pad, ...]:
            return tuple(after if _place(pad) == _place(after) else pad for pad in self.boards)

        def drive() -> DriveRows:
            rows = self.drive
            return rows.with_tables({_place(after): _board_reports(rows.game, after)})

        return Hall(self.event, boards, drive, after)

    @cached_property
    def boards(self) -> tuple[Pad, ...]:
        """All boards; none before the first seats are shown."""
        return self._boards()

    @cached_property
    def drive(self) -> DriveRows:
        """What people carry along from set to set, as reported so far."""
        return self._drive()

    def board(self, number: int, set_number: int | None = None) -> Pad | None:
        """The board that a table's phone is for: the newest of its number, or the whole room's.
        Of a table whose deals stand by themselves nothing else is read."""
        event = self.event
        if self._changed is not None and _place(self._changed) == (set_number, number):
            return self._changed
        if format_of(event).apart:
            row = self.row(number, set_number)
            return None if row is None else row_board(event, *row)
        here = (
            pad
            for pad in reversed(self.boards)
            if not pad.table_number
            or (pad.table_number == number and set_number in (None, pad.set_number))
        )
        return next(here, None)

    def deal(self, set_number: int, table_number: int, deal: int) -> Deal | None:
        """The deal of an address, or None if there is no such."""
        pad = self.board(table_number, set_number)
        return None if pad is None else _deal_on(pad, set_number, table_number, deal)

    def deals(self, set_number: int, table_number: int) -> tuple[Deal, ...]:
        """The deals of a table: those reported, and the one that is due."""
        pad = self.board(table_number, set_number)
        if pad is None:
            return ()
        last = pad.form.deals or max(len(pad.rounds), pad.next_number if pad.open else 0)
        found = (_deal_on(pad, set_number, table_number, deal) for deal in range(1, last + 1))
        return tuple(deal for deal in found if deal is not None)

    def row(self, number: int, set_number: int | None = None) -> tuple[TableRow, int] | None:
        """The seats and reports of a table in the set in play (or in `set_number`), and which the
        newest set is; None if there is none. A table that has closed is the one of the last set
        that it stood in."""
        return _newest_row(self.event, number, set_number)


def _place(pad: Pad) -> Place:
    """Where a board is kept; that of the whole room nowhere in particular."""
    return pad.set_number, pad.table_number


# --- boards ---------------------------------------------------------------------------------------

EVENTS = 64


@dataclass(frozen=True, slots=True)
class KnownBoards:
    """The boards of an event, as they stood at a line of the log. `stamp`: None while a turn goes
    on, and nobody knows yet whether it will stay so."""

    stamp: Stamp | None
    rows: PadRows
    boards: tuple[Pad, ...]

    @property
    def weight(self) -> float:
        """What is not settled is not kept."""
        return inf if self.stamp is None else 1


_boards_memo: Memo[KnownBoards] = Memo(EVENTS, lambda known: known.weight)


def _current_boards(event: Event, version: int, changed: dt.datetime | None) -> tuple[Pad, ...]:
    """The boards as of a version. `changed` is when it came about (None: only the log says so):
    after a restored backup its number alone may come again."""

    def read(stamp: Stamp | None) -> KnownBoards:
        rows = pad_rows(event)
        return KnownBoards(stamp, rows, boards_of(event, rows))

    def renew(known: KnownBoards, state: object) -> tuple[KnownBoards, object]:
        since, places = known.stamp or (0, None), None
        if since[0] <= version:
            stamp, steps = steps_to(event, since, version)
            places = None if steps is None else deals(steps)
        elif stamp_of(event, since[0]) == since:  # another has overtaken this page
            return known, state
        else:  # it is of what a restored backup has replaced
            stamp = stamp_of(event, version)
        found = None if places is None else _catch_up(event, known, places)
        found = replace(found, stamp=stamp) if found else read(stamp)
        return found, (version, moment(stamp[1]) if stamp else changed)

    key, state = (event.pk, get_language()), (version, changed)
    first = lambda: read(stamp_of(event, version))  # noqa: E731
    return _boards_memo.get(key, state, first, renew=renew).boards


def _catch_up(event: Event, known: KnownBoards, places: Collection[DealAt]) -> KnownBoards | None:
    """What is known, with what was said since; None where that does not do."""
    if not places:
        return known
    rows = with_reports(known.rows, places)
    if rows is None:
        return None
    found = continue_boards(event, known.boards, known.rows, rows, places)
    return replace(known, rows=rows, boards=found)


# The newest seats that there are of a table, whatever set is in play now: a row for each chair.
# Most tables have neither substitutes nor disputes, and need not be asked for any.
STOOD = f"""
SELECT (SELECT MAX(n.set_number) FROM tournaments_seating n
        WHERE n.event_id = %(event)s AND n.state = 'published'),
EXISTS (SELECT 1 FROM tournaments_substitution u WHERE u.table_id = t.id),
EXISTS (SELECT 1 FROM tournaments_dispute d
        WHERE d.table_id = t.id AND d.decided_at IS NULL AND d.deal IS NOT NULL),
s.entry_id, e.name, s.role, {SET_COLUMNS}
FROM tournaments_seating g
JOIN tournaments_table t ON t.seating_id = g.id AND t.number = %(number)s
JOIN tournaments_seat s ON s.table_id = t.id
JOIN tournaments_entry e ON e.id = s.entry_id
WHERE g.event_id = %(event)s AND g.state = 'published'
AND g.set_number = (
    SELECT MAX(n.set_number) FROM tournaments_seating n
    JOIN tournaments_table m ON m.seating_id = n.id AND m.number = %(number)s
    WHERE n.event_id = %(event)s AND n.state = 'published'
    AND n.set_number BETWEEN %(first)s AND %(last)s)
ORDER BY s.chair
"""  # noqa: S608  columns


def _newest_row(event: Event, number: int, set_number: int | None) -> tuple[TableRow, int] | None:
    first, last = (1, LAST_SET) if set_number is None else (set_number, set_number)
    if max(last, number) > LAST_SET:
        return None
    values = {"event": event.pk, "first": first, "last": last, "number": number}
    rows = all_rows(STOOD, values)
    if not rows:
        return None
    newest, substituted, disputed = rows[0][:3]
    seats = [tuple(row[3:6]) for row in rows]
    table = table_in((*rows[0][6:], *(role for _entry, _name, role in seats)), event, number)
    return table_with_seats(table, seats, substituted=substituted, disputed=disputed), newest


def row_board(event: Event, row: TableRow, newest: int) -> Pad:
    """The board of a table whose deals stand by themselves."""
    playing = event.state == Event.State.PLAYING
    return table_board(format_of(event), row, playing=playing, newest=newest)


# --- a deal ---------------------------------------------------------------------------------------

LARGEST = 9999  # of a number that is said again in a refusal


def _deal_on(pad: Pad, set_number: int, table_number: int, deal: int) -> Deal | None:
    """The deal of an address on its board, or None if there is no such."""
    if pad.couples:
        report = report_at_place(pad, table_number, set_number) if deal == ROUND else None
        return None if report is None else on_board(pad, set_number, report)
    if not 1 <= deal <= pad.last_number:
        return None
    return on_board(pad, deal, report_at_place(pad, table_number, deal) or blank_report(pad, deal))


def deal_of(table: Table, deal: int, hall: Hall | None = None) -> Deal:
    """The deal that a table reports, in a hall that is known, or as it is now.

    Raises Refused where there is no such deal.
    """
    event, set_number = table.seating.event, table.seating.set_number
    form = format_of(event)
    if form.apart:
        if form.plays_off(set_number):
            _refuse_beyond(form, table, deal)
        last = form.usual_deals if form.rings_bell(table.number) else table.last_deal
        if last is not None and deal > last and not form.plays_off(set_number):
            text = "{deal} was the last of this table; nothing is reported after it."
            raise refusal("deal.last", text, "deal", deal=form.called.numbered(last))
        return hand_of(form, set_number, table.number, deal, roles_of(table))
    one = (hall or Hall.now(event)).deal(set_number, table.number, deal)
    if one is not None and one.report.table_id == table.pk:
        return one
    if table.pk is None or table.seating.state == Seating.State.REPLACED:
        raise refusal("seats.replaced", "The seats were changed. Reload the page.")
    raise no_such_deal(form, deal)


def _refuse_beyond(form: Format, table: Table, deal: int) -> None:
    """Refuse a first report of a deal that a match does not need, or not yet."""
    if not form.usual_deals < deal <= form.deals:
        return
    row = table_row(table)
    if deal > len(row.payloads(form)) and row.deal(deal).payload is None:
        text = "{deal} is played only where the match is not decided before."
        raise refusal("deal.beyond", text, "deal", deal=form.called.numbered(deal))


def hand_of(
    form: Format, set_number: int, table_number: int, deal: int, roles: tuple[str, ...] = ()
) -> Deal:
    """A hand of a set, of which nothing has been read: it stands by itself.

    Raises Refused for no such hand.
    """
    if not 1 <= deal <= form.deals:
        text = "There is no hand {hand} in a set."
        raise refusal("deal.unknown", text, "deal", hand=min(deal, LARGEST))
    report = DealReport(0, table_number, set_number, deal, tuple(range(form.width)))
    blank = Step(form.table(set_number, deal, roles))
    setup, replay = Setup(blank.state.roster, form.options), Replay(blank, (), blank, None)
    title = table_title(form, set_number, table_number)
    pad = Pad(form, setup, title, set_number, table_number, None, (), (), replay, open=True)
    return Deal(form, deal, report, blank.state, pad)


def no_such_deal(form: Format, number: int) -> Refused:
    """A report of what cannot be played yet."""
    text = "There is no {deal} to report yet."
    return refusal("round.unknown", text, deal=form.called.within(min(number, LARGEST)))


def roles_of(table: Table) -> tuple[str, ...]:
    """The role at each chair; as read with the table, if they were."""
    if table.roles_by_chair is not None:
        return table.roles_by_chair
    return tuple(table.seats.order_by("chair").values_list("role", flat=True))


# --- a drive --------------------------------------------------------------------------------------

SEATS = """
SELECT g.set_number, s.table_id, t.number, s.entry_id, t.last_deal
FROM tournaments_seat s
JOIN tournaments_table t ON t.id = s.table_id
JOIN tournaments_seating g ON g.id = s.seating_id
WHERE g.event_id = %s AND g.state = 'published' AND g.set_number <= %s
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
WHERE g.event_id = %s AND g.state = 'published' AND g.set_number <= %s AND {COUNTING}
"""  # noqa: S608  constants
REPORTS_OF = f"""
SELECT r.table_id, r.deal, r.payload FROM tournaments_report r
WHERE r.table_id IN ({{ids}}) AND {COUNTING}
"""  # noqa: S608  constants
OTHERS = """
SELECT g.set_number, o.entry_id, 0, 0, 0, o.id
FROM tournaments_sitout o JOIN tournaments_seating g ON g.id = o.seating_id
WHERE g.event_id = %s AND g.state = 'published' AND g.set_number <= %s AND NOT o.watches
UNION ALL
SELECT g.set_number, u.entry_id, u.table_id, u.from_hand, u.chair, u.id
FROM tournaments_substitution u
JOIN tournaments_table t ON t.id = u.table_id
JOIN tournaments_seating g ON g.id = t.seating_id
WHERE g.event_id = %s AND g.state = 'published' AND g.set_number <= %s
ORDER BY 1, 4, 6
"""


TableReports = dict[str, Any]  # what is told of a table, by the fields of `TableSet`


@dataclass(frozen=True, slots=True)
class DriveRows:
    """A drive, and which entry each of its players is.

    `memory` is what was counted of it, `lines` what standings last made of it, by language, and of
    which sets; both go on with what tables report.
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

    def index(self, entry_id: int) -> int:
        """The player index of an entry. Raises ValueError if there is none."""
        return self.entry_ids.index(entry_id)

    def with_tables(self, told: Mapping[Place, TableReports]) -> DriveRows:
        """The same with what is told of some tables; the sets of all others stay."""
        numbers = {number for number, _table in told}
        sets = []
        for record in self.drive.sets:
            if record.number in numbers:
                tables = (
                    replace(table, **told.get((record.number, table.table), {}))
                    for table in record.tables
                )
                record = replace(record, tables=tuple(tables))  # noqa: PLW2901
            sets.append(record)
        return replace(self, drive=replace(self.drive, sets=tuple(sets)))


Rows = Sequence[Sequence[Any]]
_drive_memo: Memo[DriveRows] = Memo(capacity=4)


@pause_gc()
def _current_drive(event: Event) -> DriveRows:

    def renew(old: DriveRows, steps: Steps) -> DriveRows | None:
        return _renew_drive(event, old, steps)

    return read_current(_drive_memo, event, lambda: _read_drive(event), renew)


def _renew_drive(event: Event, old: DriveRows, steps: Steps) -> DriveRows | None:
    """A drive that was read before, with what tables have reported since; None where more has
    happened than reports."""
    touched = tables_of_steps(steps, Touches.DISPUTES, Touches.ACCEPTANCE)
    if touched is None or not touched <= old.table_ids.keys():
        return None
    if not touched:
        return old
    table_ids = {one: old.table_ids[one] for one in touched}
    reports = partial(rows_of, REPORTS_OF, list(table_ids.values()))
    boards = lambda: Hall.of(event).boards  # noqa: E731
    return old.with_tables(_reports_at(old.game, table_ids, old.last_deals, reports, boards))


def _reports_at(
    game: SetFormat,
    table_ids: Mapping[Place, int],
    last_deals: Mapping[Place, int | None],
    reports: Callable[[], Rows],
    boards: Callable[[], tuple[Pad, ...]],
) -> dict[Place, TableReports]:
    """What is reported at these tables: out of their `reports`, where each stands by itself, else
    as their `boards` hold it, with what they come to. Of the two only what is needed is read."""
    if not game.apart:
        found = ((_place(pad), pad) for pad in boards())
        return {at: _board_reports(game, pad) for at, pad in found if at in table_ids}
    payloads = _payloads(game, reports())
    return {
        at: _table_reports(game, at, last_deals, payloads.get(pk)) for at, pk in table_ids.items()
    }


def _board_reports(game: SetFormat, pad: Pad) -> TableReports:
    """What a board holds; and what it comes to, where reports do not stand by themselves."""
    if game.apart:
        return {"hands": pad.values}
    return {"hands": tuple(one.value for one in pad.rounds), "board": pad.points}


def _table_reports(
    game: SetFormat, at: Place, last_deals: Mapping[Place, int | None], deals: list[Any] | None
) -> TableReports:
    """What is reported at a table: each hand that it tells, and the cut."""
    last = last_deals[at]
    if deals is None:
        return {"hands": (None,) * game.deals_to_tell(*at, (), last), "cut": None}
    cut = tuple(deals[CUT]["winners"]) if deals[CUT] else None
    if not game.deals_differ:
        return {"hands": tuple(deals[1:]), "cut": cut}
    many = game.deals_to_tell(*at, deals[1:], last)
    return {"hands": tuple(deals[1 : many + 1]), "cut": cut}


def _read_drive(event: Event, through: int = ALL_SETS) -> DriveRows:
    """The drive read whole from the database (published sets up to set `through`)."""
    game = cast("SetFormat", format_of(event))
    people = Entry.objects.filter(event_id=event.pk).order_by("pk")
    entries = list(
        people.values_list("pk", "name", "role", "late_as_sit_out", "deductions", "team")
    )
    with connection.cursor() as cursor:
        cursor.execute(SEATS, [event.pk, through])
        seats = cursor.fetchall()
        cursor.execute(OTHERS, [event.pk, through, event.pk, through])
        others = cursor.fetchall()
    index = {row[0]: number for number, row in enumerate(entries)}
    players = tuple(
        Player(name, role, late, sum(one["points"] for one in taken), team)
        for _, name, role, late, taken, team in entries
    )
    table_ids = {(number, shown): table for number, table, shown, *_ in seats}
    last_deals = {(number, shown): last for number, _table, shown, _entry, last in seats}

    def reports() -> Rows:
        with connection.cursor() as cursor:
            cursor.execute(REPORTS, [event.pk, through])
            return cursor.fetchall()

    told = _reports_at(game, table_ids, last_deals, reports, lambda: Hall.now(event).boards)
    sets = _sets(seats, told, others, index)
    return DriveRows(
        Drive(game, players, sets, event.options, _seed_of_lots(event, game)),
        game,
        tuple(row[0] for row in entries),
        table_ids,
        last_deals,
    )


def _seed_of_lots(event: Event, game: SetFormat) -> int:
    """What lots are drawn by, where they are: the seed of the first seats."""
    if "lot" not in game.metrics:
        return 0
    shown = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("set_number")
    return shown.values_list("seed", flat=True).first() or 0


def _payloads(game: SetFormat, reports: Rows) -> dict[int, list[Any]]:
    """table id -> the report that counts for the cut and for each hand."""
    # One document for all payloads: the JSON reader is started once instead of thousands of times.
    # Many hands end alike: each text is read once.
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
    told: Mapping[Place, TableReports],
    others: Rows,
    index: dict[int, int],
) -> tuple[SetRecord, ...]:
    subs: dict[int, list[tuple[int, int, int]]] = {}
    sitting_out: dict[int, list[int]] = {}
    for number, entry, table, from_hand, chair, _ in others:
        if table:
            subs.setdefault(table, []).append((from_hand, chair, index[entry]))
        else:
            sitting_out.setdefault(number, []).append(index[entry])
    tables: dict[int, list[TableSet]] = {number: [] for number in sitting_out}
    for (number, table, shown), rows in groupby(seats, itemgetter(0, 1, 2)):
        seated = tuple(index[row[3]] for row in rows)
        here = tuple(subs.get(table, ()))
        record = TableSet(shown, seated, subs=here, **told[number, shown])
        tables.setdefault(number, []).append(record)
    return tuple(
        SetRecord(number, tuple(tables[number]), tuple(sitting_out.get(number, ())))
        for number in sorted(tables)
    )
