"""What a table's phone stands for: the seats of a set, a board of its own, a place in the room."""

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

    from rulesets.formats import Format
    from tournaments.access.permissions import EventRequest
    from tournaments.boards.deals import Deal
    from tournaments.boards.pad import Pad, PadRound
    from tournaments.boards.table_page import TablePage
    from tournaments.phones.blocks import Answer


TABLES = 4096  # whose addresses are kept


class TableUrls:
    """What the blocks of a table's page lead to."""

    def __init__(self, token: str) -> None:
        self.token = token

    @cached_property
    def home(self) -> SafeString:
        """The page itself."""
        return self._url("table")

    @cached_property
    def state(self) -> SafeString:
        """The part of it that changes."""
        return self._url("table_state")

    @cached_property
    def report(self) -> SafeString:
        """Where a report is sent."""
        return self._url("table_report")

    @cached_property
    def books(self) -> SafeString:
        """How its score came about."""
        return self._url("table_books")

    @cached_property
    def accept(self) -> SafeString:
        """Where a yes is sent."""
        return self._url("table_accept")

    @cached_property
    def dealer(self) -> SafeString:
        """Where it is told who deals first."""
        return self._url("table_dealer")

    @cached_property
    def undo(self) -> SafeString:
        """Where what was saved last is taken back."""
        return self._url("table_undo")

    @cached_property
    def settle(self) -> SafeString:
        """Where the turns are judged."""
        return self._url("table_settle")

    def _url(self, name: str) -> SafeString:
        # Nothing in a token has to be escaped.
        return mark_safe(reverse(name, args=(self.token,)))  # noqa: S308


@lru_cache(TABLES)
def table_urls(token: str) -> TableUrls:
    """The addresses of a table, which cost more to find than to write down."""
    return TableUrls(token)


@dataclass(frozen=True)
class Phone:
    """A phone and what it sees; before the first seats, no more than what will be played."""

    request: EventRequest
    token: str
    answer: Answer

    is_own: ClassVar[bool] = False  # its table keeps a board of its own

    @property
    def event(self) -> Event:
        return self.request.event

    @property
    def at(self) -> TableUrls:
        """What its page leads to."""
        return table_urls(self.token)

    @property
    def number(self) -> int:
        """The number of its table (of its place in the room)."""
        return self.request.actor.table_number or 0

    @property
    def form(self) -> Format:
        return format_of(self.event)

    @property
    def is_playing(self) -> bool:
        return self.event.state == Event.State.PLAYING

    @property
    def is_finished(self) -> bool:
        """Whether the evening is over: all of it is shown, and nobody is asked for anything."""
        return self.event.state == Event.State.FINISHED

    @property
    def device(self) -> str:
        """The code of the phone itself; "" where it has none."""
        return self.request.actor.device

    @cached_property
    def by_host(self) -> bool:
        """Whether a host of the event holds it, who may change anything from here."""
        return is_host_with_link(self.request)

    @property
    def boards(self) -> tuple[Pad, ...]:
        """The board that it knows of."""
        return ()

    @property
    def keeps_back(self) -> bool:
        """Whether the host hides its board from it. A table always sees its own: without it, it
        could not play."""
        return False

    @cached_property
    def untouched(self) -> bool:
        """Whether nothing has been reported yet, here (in the room: by anybody)."""
        return False


@dataclass(frozen=True)
class BoardPhone(Phone):
    """The phone of a table that keeps a board (`pad`) of its own, for the evening or for a set."""

    pad: Pad

    is_own: ClassVar[bool] = True

    @property
    def boards(self) -> tuple[Pad, ...]:
        return (self.pad,)

    @property
    def is_over(self) -> bool:
        """Whether all is in that its people play there."""
        return self.pad.is_over

    @cached_property
    def untouched(self) -> bool:
        reports = (report for one in self.pad.rounds for report in one.reports)
        if self.form.moves:  # what was taken back leaves no trace at seats that soon others have
            return not any(report.report_id for report in reports)
        return not any(report.revision for report in reports)

    def may_change(self, deal: Deal) -> bool:
        """Whether the table itself may still change or take back what it said: as long as nobody
        else has agreed, and the seats are those in play. Afterwards a host does."""
        report = deal.report
        if not self.is_playing or report.pending:
            return False
        if report.accepted and not report.by_saving and not self.by_host:
            return False
        return self.in_play(deal)

    def in_play(self, deal: Deal) -> bool:
        """Whether the seats of a deal are those in play."""
        return deal.pad.running


@dataclass(frozen=True)
class SetPhone(BoardPhone):
    """The phone of a table in a set of which every hand stands by itself; `page` is what there is
    besides the board: seats, the cut, who moves."""

    page: TablePage

    is_own: ClassVar[bool] = False

    @property
    def is_over(self) -> bool:
        return self.page.complete

    @cached_property
    def before(self) -> TablePage | None:
        """The set before, as long as nothing of this one is in."""
        page = self.page
        if page.set_number == 1 or page.closed or not self.untouched:
            return None
        return table_page(self.event, self.number, page.set_number - 1)


@dataclass(frozen=True)
class RoomPhone(BoardPhone):
    """The phone at a place of a room that keeps one board for all."""

    is_own: ClassVar[bool] = False

    @cached_property
    def now(self) -> PadRound | None:
        """The round that the whole room plays."""
        return running(self.pad)

    @cached_property
    def deal(self) -> Deal | None:
        """This place's part of that round; None where nobody plays here."""
        if self.now is None:
            return None
        here = (one for one in self.now.reports if one.table_number == self.number)
        return next((on_board(self.pad, self.now.number, report) for report in here), None)

    @cached_property
    def untouched(self) -> bool:
        return (self.now is None or self.now.number == 1) and super().untouched

    @property
    def keeps_back(self) -> bool:
        """Whether the host hides from the room what the whole room keeps."""
        hides = self.now is not None and self.event.hide_standings
        return hides and standings(self.event).hidden > 0

    def in_play(self, deal: Deal) -> bool:
        return deal.report in deal.pad.rounds[-1].reports


def phone_at(request: EventRequest, token: str, answer: Answer) -> Phone:
    """The phone that asks, and what it is about now."""
    number, form = request.actor.table_number or 0, format_of(request.event)
    asks = (request, token, answer)
    if form.apart:
        page = table_page(request.event, number)
        return SetPhone(*asks, page.pad, page) if page else Phone(*asks)
    board = Hall.of(request.event).board(number)
    if not board:
        return Phone(*asks)
    return (RoomPhone if form.couples else BoardPhone)(*asks, board)


def dealer_words(pad: Pad) -> str:
    """Who deals next; "" where nobody does, or it is not known."""
    if pad.ending is not None or pad.plays.dealers == "none":
        return ""
    dealer = pad.plays.next_dealer(pad.state)
    if dealer is None:
        return ""
    if pad.plays.dealers == "side":
        return _("{team} deal.").format(team=pad.setup.roster.side_names[dealer])
    return _("{name} deals.").format(name=pad.names[dealer])
