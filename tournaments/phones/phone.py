"""The phone of a table: in a set of separate hands, with a board of its own, or at a place of the
room."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar

from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from tournaments.access.decorators import is_host_with_link
from tournaments.boards.deals import on_board
from tournaments.boards.hall import Hall
from tournaments.boards.progress import running
from tournaments.boards.table_page import table_page
from tournaments.models import Event
from tournaments.models.event_games import format_of
from tournaments.standings.selectors import standings

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from rulesets.engine.plays import State
    from rulesets.formats import Format
    from tournaments.access.permissions import EventRequest
    from tournaments.boards.deals import Deal
    from tournaments.boards.event_board import BoardRound, EventBoard
    from tournaments.boards.table_page import TablePage
    from tournaments.phones.blocks import Answer


TABLES = 4096  # at most so many are cached


class TableUrls:
    """The URLs of a table's page and its blocks."""

    def __init__(self, token: str) -> None:
        self.token = token

    @cached_property
    def home(self) -> SafeString:
        """The page itself."""
        return self._url("table")

    @cached_property
    def state(self) -> SafeString:
        """The part of the page that changes."""
        return self._url("table_state")

    @cached_property
    def later(self) -> SafeString:
        """What comes after the deal that is entered."""
        return self._url("table_later")

    @cached_property
    def report(self) -> SafeString:
        """Where reports are sent."""
        return self._url("table_report")

    @cached_property
    def books(self) -> SafeString:
        """The books: how the score came about."""
        return self._url("table_books")

    @cached_property
    def accept(self) -> SafeString:
        """Where reports are accepted."""
        return self._url("table_accept")

    @cached_property
    def dealer(self) -> SafeString:
        """Where the first dealer is set."""
        return self._url("table_dealer")

    @cached_property
    def undo(self) -> SafeString:
        """Where the last report is undone."""
        return self._url("table_undo")

    @cached_property
    def keep(self) -> SafeString:
        """Where one of two answers is kept."""
        return self._url("table_keep")

    @cached_property
    def settle(self) -> SafeString:
        """The referee, which judges turns."""
        return self._url("table_settle")

    def _url(self, name: str) -> SafeString:
        # A token contains nothing that has to be escaped.
        return mark_safe(reverse(name, args=(self.token,)))  # noqa: S308


@lru_cache(TABLES)
def table_urls(token: str) -> TableUrls:
    """The URLs of a table; cached, since reversing them costs more than rendering them."""
    return TableUrls(token)


@dataclass(frozen=True)
class Phone:
    """A phone and what it shows; before the first seats only what will be played."""

    request: EventRequest
    token: str
    answer: Answer

    is_own: ClassVar[bool] = False  # its table keeps a board of its own

    @property
    def event(self) -> Event:
        return self.request.event

    @property
    def at(self) -> TableUrls:
        """The URLs of its page."""
        return table_urls(self.token)

    @property
    def number(self) -> int:
        """The number of its table (or of its place in the room)."""
        return self.request.actor.table_number or 0

    @property
    def format(self) -> Format:
        return format_of(self.event)

    @property
    def is_playing(self) -> bool:
        return self.event.state == Event.State.PLAYING

    @property
    def is_finished(self) -> bool:
        """Whether the evening is over: everything is shown, and nothing can be entered."""
        return self.event.state == Event.State.FINISHED

    @property
    def device(self) -> str:
        """The code of the phone; "" if it has none."""
        return self.request.actor.device

    @cached_property
    def by_host(self) -> bool:
        """Whether it is a host's phone, from which anything may be changed."""
        return is_host_with_link(self.request)

    @property
    def boards(self) -> tuple[EventBoard, ...]:
        """The boards that it shows."""
        return ()

    @property
    def keeps_back(self) -> bool:
        """Whether the host hides its board from it. A table always sees its own board: it could not
        play without it."""
        return False

    @cached_property
    def untouched(self) -> bool:
        """Whether nothing has been reported yet, here (in the room: by anybody)."""
        return False


@dataclass(frozen=True)
class BoardPhone(Phone):
    """The phone of a table with a `board` of its own, for the evening or for a set."""

    board: EventBoard

    is_own: ClassVar[bool] = True

    @property
    def boards(self) -> tuple[EventBoard, ...]:
        return (self.board,)

    @property
    def is_over(self) -> bool:
        """Whether everything that is played at its table is reported."""
        return self.board.is_over

    @cached_property
    def untouched(self) -> bool:
        reports = (report for one in self.board.rounds for report in one.reports)
        if self.format.moves:  # a withdrawn report leaves no trace where others will sit soon
            return not any(report.report_id for report in reports)
        return not any(report.revision for report in reports)

    def may_change(self, deal: Deal) -> bool:
        """Whether the table itself may still change or withdraw a report: as long as nobody else
        has accepted it, and the seats are those in play. Afterwards a host can."""
        report = deal.report
        if not self.is_playing or report.pending:
            return False
        if report.accepted and not report.by_saving and not self.by_host:
            return False
        return self.in_play(deal)

    def in_play(self, deal: Deal) -> bool:
        """Whether the seats of a deal are those in play."""
        return deal.board.running


@dataclass(frozen=True)
class SetPhone(BoardPhone):
    """The phone of a table in a set whose hands stand by themselves; `page` is what there is
    besides the board: seats, the cut, who moves."""

    page: TablePage

    is_own: ClassVar[bool] = False

    @property
    def is_over(self) -> bool:
        return self.page.complete

    @cached_property
    def before(self) -> TablePage | None:
        """The set before, until something of this one is reported."""
        page = self.page
        if page.set_number == 1 or page.closed or not self.untouched:
            return None
        return table_page(self.event, self.number, page.set_number - 1)


@dataclass(frozen=True)
class RoomPhone(BoardPhone):
    """The phone at a place of a room with one board for all."""

    is_own: ClassVar[bool] = False

    @cached_property
    def now(self) -> BoardRound | None:
        """The round that the whole room is playing."""
        return running(self.board)

    @cached_property
    def deal(self) -> Deal | None:
        """This place's part of that round; None if nobody plays here."""
        if self.now is None:
            return None
        here = (one for one in self.now.reports if one.table_number == self.number)
        return next((on_board(self.board, self.now.number, report) for report in here), None)

    @cached_property
    def untouched(self) -> bool:
        return (self.now is None or self.now.number == 1) and super().untouched

    @property
    def keeps_back(self) -> bool:
        """Whether the host hides the room's board from the room."""
        hides = self.now is not None and self.event.hide_standings
        return hides and standings(self.event).hidden > 0

    def in_play(self, deal: Deal) -> bool:
        return deal.report in deal.board.rounds[-1].reports


def phone_at(request: EventRequest, token: str, answer: Answer) -> Phone:
    """The phone of a request, of the class that fits what is played."""
    number, format = request.actor.table_number or 0, format_of(request.event)
    asks = (request, token, answer)
    if format.apart:
        page = table_page(request.event, number)
        return SetPhone(*asks, page.board, page) if page else Phone(*asks)
    board = Hall.of(request.event).board(number)
    if not board:
        return Phone(*asks)
    return (RoomPhone if format.couples else BoardPhone)(*asks, board)


def dealer_words(board: EventBoard, state: State | None = None) -> str:
    """Who deals next, or after a `state` that is further ahead; "" if nobody does, or it is not
    known."""
    if board.ending is not None or board.plays.dealers == "none":
        return ""
    dealer = board.plays.next_dealer(state or board.state)
    if dealer is None:
        return ""
    if board.plays.dealers == "side":
        return _("{team} deal.").format(team=board.setup.roster.side_names[dealer])
    return _("{name} deals.").format(name=board.names[dealer])
