"""Everything read from an event: its boards and its drive, a single board or deal, at one version
and brought up to date from the log."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from math import inf
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language

from rulesets.engine.plays import Step
from rulesets.engine.replay import Replay
from rulesets.engine.roster import Setup
from tournaments.boards.board_reading import (
    ROUND,
    blank_report,
    boards_of,
    continue_boards,
    report_at_place,
    table_board,
)
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.deal_reports import DealReport
from tournaments.boards.deals import Deal, HandDeal, on_board
from tournaments.boards.drive import (
    EventDrive,
    current_drive,
    read_drive,
)
from tournaments.boards.event_board import EventBoard, HandsBoard
from tournaments.boards.event_tables import (
    EventTables,
    TableRecord,
    current_tables,
    read_table,
    read_tables,
    roles_of,
)
from tournaments.boards.table_reports import (
    Reports,
    TableReports,
    read_reports,
    read_since,
    reports_at,
    reports_of_tables,
    with_reports,
)
from tournaments.cache.memo import Memo
from tournaments.db.current_values import (
    DealAt,
    Place,
    Stamp,
    deals,
    stamp_of,
    steps_to,
)
from tournaments.db.rows import moment
from tournaments.models import Event, Seating, Table
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import find_game_of, format_of
from tournaments.web.labels import table_title

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from rulesets.formats import Format
    from rulesets.formats.cuts import TableResult


_held: ContextVar[Hall | None] = ContextVar("_held", default=None)


class Hall:
    """Everything read from an event as it stands; each part is read when it is first used."""

    def __init__(
        self,
        event: Event,
        tables: Callable[[], EventTables],
        boards: Callable[[], tuple[EventBoard, ...]],
        drive: Callable[[], EventDrive] | None = None,
        changed: EventBoard | None = None,
    ) -> None:
        """`tables`, `boards` and `drive` read these parts; without `drive`, the drive of the
        event's version is used. `changed` is a board that differs from what is stored."""
        self.event = event
        self._tables = tables
        self._boards = boards
        self._drive = drive or (
            lambda: current_drive(event, lambda: self.tables, lambda: self.boards)
        )
        self._changed = changed
        self._reports: dict[int, tuple[TableReports, ...]] = {}

    @classmethod
    def of(cls, event: Event) -> Hall:
        """The hall at the event's version. If this process has read the event before, only the
        deals that the log reports as changed since are read. Inside `hold_hall` it is that one."""
        held = _held.get()
        if held is not None and held.event is event:
            return held
        kind = HALLS(event)
        return kind._known(event, partial(current_tables, event), event.version, event.changed)

    @classmethod
    def now(cls, event: Event, *, drafts: bool = False) -> Hall:
        """The hall read from the database, for use inside a transaction, where the version does not
        tell what has changed yet.

        `drafts`: with the seats that are drawn and not shown yet, so that papers are at hand.
        """

        # Of an evening whose game is gone, the standings that it ended with can still be asked.
        kind = Hall if find_game_of(event) is None else HALLS(event)
        hall = kind(
            event,
            partial(read_tables, event, drafts=drafts),
            lambda: boards_of(event, hall.tables, read_reports(hall.tables)),
            lambda: read_drive(event, hall.tables, lambda: hall.boards),
        )
        return hall

    @classmethod
    def before(cls, event: Event, version: int, changed: dt.datetime) -> Hall:
        """The hall at the beginning of a transaction, before anything is written. `version` and
        `changed` are the event's, as read before the transaction."""
        now = event.version - 1
        since = changed if now == version else None
        return HALLS(event)._known(event, partial(read_tables, event), now, since)

    @classmethod
    def _known(
        cls,
        event: Event,
        tables: Callable[[], EventTables],
        version: int,
        changed: dt.datetime | None,
    ) -> Hall:
        """The hall at a version of the event. Boards tell what happens, so their tables are those
        that they were read with, and not `tables`."""
        current = cache(partial(_current_boards, event, version, changed))
        return cls(event, lambda: current().tables, lambda: current().boards)

    def what_if(
        self, deal: Deal, payload: dict[str, Any] | None, allowed: Sequence[str] = ()
    ) -> Hall:
        """The hall as it would be if `payload` were reported for a deal (None: withdrawn); nothing
        is written. `allowed`: see `Deal.board_if`."""
        after = deal.board_if(payload, allowed)

        def boards() -> tuple[EventBoard, ...]:
            return tuple(after if board.at == after.at else board for board in self.boards)

        def drive() -> EventDrive:
            return self.drive.with_tables({after.at: after.reports})

        return type(self)(self.event, lambda: self.tables, boards, drive, after)

    @cached_property
    def tables(self) -> EventTables:
        """The seats of all sets."""
        return self._tables()

    def reports(self, set_number: int) -> tuple[TableReports, ...]:
        """Return the stored reports of the tables of a set. Two queries, once."""
        if set_number not in self._reports:
            record = self.tables.set(set_number)
            self._reports[set_number] = tuple(with_reports(record.tables)) if record else ()
        return self._reports[set_number]

    @cached_property
    def boards(self) -> tuple[EventBoard, ...]:
        """All boards; none before the first seats are shown."""
        return self._boards()

    @cached_property
    def drive(self) -> EventDrive:
        """The drive: the scores that people carry from set to set, as reported so far."""
        return self._drive()

    def result(self, reports: TableReports) -> TableResult:
        """Return the winners of a table so far, who move on."""
        format, changed, table = format_of(self.event), self._changed, reports.table
        if changed is None or changed.at != table.at:
            return reports.result(format)
        return format.hands.result(table.set_number, table.roles, changed.values, reports.cut)

    def board(self, number: int, set_number: int | None = None) -> EventBoard | None:
        """The board for a table's phone: the newest of that table, or the whole room's; None if
        there is none."""
        if self._changed is not None and self._changed.at == (set_number, number):
            return self._changed
        here = (
            board
            for board in reversed(self.boards)
            if not board.table_number
            or (board.table_number == number and set_number in (None, board.set_number))
        )
        return next(here, None)

    def boards_at(self, places: Collection[Place]) -> tuple[EventBoard, ...]:
        """The boards of some tables, or the whole room's if it keeps one."""
        return tuple(board for board in self.boards if board.at in places)

    def deal(self, set_number: int, table_number: int, deal: int) -> Deal | None:
        board = self.board(table_number, set_number)
        return self._deal_on(board, set_number, table_number, deal) if board else None

    def deals(self, set_number: int, table_number: int) -> tuple[Deal, ...]:
        """The deals of a table: those reported, and the one that is due."""
        board = self.board(table_number, set_number)
        if not board:
            return ()
        last = board.awaited_rounds
        deals = (self._deal_on(board, set_number, table_number, n) for n in range(1, last + 1))
        return tuple(deal for deal in deals if deal is not None)

    def _deal_on(
        self, board: EventBoard, set_number: int, table_number: int, deal: int
    ) -> Deal | None:
        """The deal of an address on its board, or None if there is no such."""
        if not 1 <= deal <= board.last_number:
            return None
        report = report_at_place(board, table_number, deal) or blank_report(board, deal)
        return on_board(board, deal, report)

    @classmethod
    def deal_of(cls, table: Table, deal: int, hall: Hall | None = None) -> Deal:
        """The deal that a table reports, in `hall` or as it is now. Raises Refused if there is no
        such deal."""
        event = table.seating.event
        current_deal = (hall or cls.now(event)).deal(table.seating.set_number, table.number, deal)
        if current_deal is not None and current_deal.report.table_id == table.pk:
            return current_deal
        if table.pk is None or table.seating.state == Seating.State.REPLACED:
            raise refusal("seats.replaced", "The seats were changed. Reload the page.")
        raise no_such_deal(format_of(event), deal)


@contextmanager
def hold_hall(hall: Hall) -> Iterator[None]:
    """Let `Hall.of` answer with a hall that was read before: for many looks inside a transaction,
    where nothing is cached, while nothing of the event changes."""
    token = _held.set(hall)
    try:
        yield
    finally:
        _held.reset(token)


class HandsHall(Hall):
    """An event whose hands stand by themselves: what one table needs is read without the others,
    in a fixed number of queries."""

    @classmethod
    def _known(
        cls,
        event: Event,
        tables: Callable[[], EventTables],
        version: int,
        changed: dt.datetime | None,
    ) -> Hall:
        current = cache(partial(_current_boards, event, version, changed))
        return cls(event, tables, lambda: current().boards)

    def board(self, number: int, set_number: int | None = None) -> EventBoard | None:
        """The board for a table's phone: the newest of that table; None if there is none."""
        if self._changed is not None and self._changed.at == (set_number, number):
            return self._changed
        standing = read_table(self.event, number, set_number)
        if standing is None:
            return None
        (reports,) = with_reports([standing.table], doubted=standing.doubted)
        return hands_board(self.event, reports, standing.newest)

    def boards_at(self, places: Collection[Place]) -> tuple[EventBoard, ...]:
        tables = _tables_at(self.event, places)
        newest = max((reports.table.set_number for reports in tables), default=0)
        return tuple(hands_board(self.event, reports, newest) for reports in tables)

    @classmethod
    def deal_of(cls, table: Table, deal: int, hall: Hall | None = None) -> Deal:
        """The hand that a table reports; nobody else is read. Raises Refused if there is no such
        hand."""
        _refuse_beyond(table, deal)
        format, roles = format_of(table.seating.event), roles_of(table)
        return hand_of(format, table.seating.set_number, table.number, deal, roles)


class RoomHall(Hall):
    """An event of two teams: the whole room keeps one board."""

    def boards_at(self, places: Collection[Place]) -> tuple[EventBoard, ...]:
        return self.boards

    def _deal_on(
        self, board: EventBoard, set_number: int, table_number: int, deal: int
    ) -> Deal | None:
        """A couple's part of a round, or None if there is no such: the set counts the rounds."""
        report = report_at_place(board, table_number, set_number) if deal == ROUND else None
        return None if report is None else on_board(board, set_number, report)


HALLS = ByKeeping[type[Hall]](table=Hall, set=Hall, hands=HandsHall, room=RoomHall)


def deal_of(table: Table, deal: int, hall: Hall | None = None) -> Deal:
    """The deal that a table reports, in `hall` or as it is now. Raises Refused if there is no such
    deal."""
    return HALLS(table.seating.event).deal_of(table, deal, hall)


# --- boards ---------------------------------------------------------------------------------------

EVENTS = 64


@dataclass(frozen=True, slots=True)
class KnownBoards:
    """The boards of an event as of a line of the log. `stamp` is None inside a transaction, since
    nobody knows yet whether it will be committed."""

    stamp: Stamp | None
    tables: EventTables
    reports: Reports
    boards: tuple[EventBoard, ...]

    @property
    def weight(self) -> float:
        """The weight in the memo; infinite without a stamp, so that nothing uncommitted is kept."""
        return inf if self.stamp is None else 1


_boards_memo: Memo[KnownBoards] = Memo(EVENTS, lambda known: known.weight)


def _current_boards(event: Event, version: int, changed: dt.datetime | None) -> KnownBoards:
    """The boards at a version. `changed` is when it came about (None: only the log says so): after
    a backup is restored, the same version number can come again."""

    def read(stamp: Stamp | None) -> KnownBoards:
        tables = read_tables(event)
        reports = read_reports(tables)
        return KnownBoards(stamp, tables, reports, boards_of(event, tables, reports))

    def renew(earlier: KnownBoards, state: object) -> tuple[KnownBoards, object]:
        since, places = earlier.stamp or (0, None), None
        if since[0] <= version:
            stamp, steps = steps_to(event, since, version)
            places = None if steps is None else deals(steps)
        elif stamp_of(event, since[0]) == since:  # another page has read a newer version
            return earlier, state
        else:  # read before a backup was restored
            stamp = stamp_of(event, version)
        boards = None if places is None else _catch_up(event, earlier, places)
        boards = replace(boards, stamp=stamp) if boards else read(stamp)
        return boards, (version, moment(stamp[1]) if stamp else changed)

    key, state = (event.pk, get_language()), (version, changed)
    first = lambda: read(stamp_of(event, version))  # noqa: E731
    return _boards_memo.get(key, state, first, renew=renew)


def _catch_up(event: Event, earlier: KnownBoards, places: Collection[DealAt]) -> KnownBoards | None:
    """The known boards with what was reported since at `places`; None if that is not possible."""
    if not places:
        return earlier
    fresh = read_since(earlier.tables, earlier.reports, places)
    if fresh is None:
        return None
    boards = continue_boards(event, earlier.boards, earlier.reports, *fresh, places)
    tables, reports = fresh
    return replace(earlier, tables=tables, reports=reports, boards=boards)


def _tables_at(event: Event, places: Collection[Place]) -> list[TableReports]:
    """The reports of some tables of sets that were shown, in their order."""
    tables = Table.objects.filter(
        seating__event=event,
        seating__state=Seating.State.PUBLISHED,
        seating__set_number__in={number for number, _table in places},
        number__in={table for _number, table in places},
    ).select_related("seating")
    order = tables.order_by("seating__set_number", "number")
    return reports_of_tables(
        table for table in order if (table.seating.set_number, table.number) in places
    )


def hands_board(event: Event, reports: TableReports, newest: int) -> EventBoard:
    """The board of a table whose deals stand by themselves."""
    playing = event.state == Event.State.PLAYING
    return table_board(format_of(event), reports, playing=playing, newest=newest)


# --- a deal ---------------------------------------------------------------------------------------

LARGEST = 9999  # the largest number that a refusal repeats


def _refuse_beyond(table: Table, deal: int) -> None:
    """Refuse a report of a hand after the last that its table has named, and a first report of one
    that a match does not need, or does not need yet."""
    format, set_number = format_of(table.seating.event), table.seating.set_number
    if not format.length.of_set(set_number).play_off:
        deals = format.length.deals
        last = deals.usual if deals.rings_bell(table.number) else table.last_deal
        if last is not None and deal > last:
            text = "{deal} was this table’s last, so nothing can be reported after it."
            raise refusal("deal.last", text, "deal", deal=format.labels.deal.numbered(last))
    elif format.length.deals.usual < deal <= format.length.most_deals:
        reports = reports_at(table)
        if deal > len(reports.payloads(format)) and reports.deal(deal).payload is None:
            text = "{deal} is only played if the match is not decided by then."
            raise refusal("deal.beyond", text, "deal", deal=format.labels.deal.numbered(deal))


def hand_of(
    format: Format, set_number: int, table_number: int, deal: int, roles: tuple[str, ...] = ()
) -> Deal:
    """A hand of a set that stands by itself, without reading anything. Raises Refused if there is
    no such hand."""
    if not 1 <= deal <= format.length.of_set(set_number).most:
        text = "There is no hand {hand} in a set."
        raise refusal("deal.unknown", text, "deal", hand=min(deal, LARGEST))
    report = DealReport(0, table_number, set_number, deal, tuple(range(format.facts.width)))
    blank = Step(format.hands.table(set_number, deal, roles))
    setup, replay = Setup(blank.state.roster, format.agreed), Replay(blank, (), blank, None)
    title = table_title(format, set_number, table_number)
    table = TableRecord(0, table_number, set_number, 0)
    board = HandsBoard(format, setup, title, table, (), (), replay, open=True)
    return HandDeal(format, deal, report, blank.state, board)


def no_such_deal(format: Format, number: int) -> Refused:
    """The refusal of a report for a deal that cannot be played yet."""
    text = "There is no {deal} to report yet."
    return refusal("round.unknown", text, deal=format.labels.deal.within(min(number, LARGEST)))
