"""What a table's phone stands for: the seats of a set, a board of its own, a place in the room."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from tournaments.boards.pads import pad_at
from tournaments.boards.progress import running
from tournaments.boards.table_page import table_page
from tournaments.models import Event
from tournaments.models.event_games import format_of
from tournaments.standings.selectors import standings

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from rulesets.formats import Format
    from tournaments.access.permissions import EventRequest
    from tournaments.boards.pad import Pad, PadRound, ReportLine
    from tournaments.boards.table_page import TablePage
    from tournaments.phones.blocks import Answer


TABLES = 4096  # whose addresses are kept


class Addresses:
    """What the blocks of a table's page lead to."""

    def __init__(self, token: str) -> None:
        self.token = token

    @cached_property
    def home(self) -> SafeString:
        """The page itself."""
        return self._found("table")

    @cached_property
    def state(self) -> SafeString:
        """The part of it that changes."""
        return self._found("table_state")

    @cached_property
    def report(self) -> SafeString:
        """Where a report is sent."""
        return self._found("table_report")

    @cached_property
    def accept(self) -> SafeString:
        """Where a yes is sent."""
        return self._found("table_accept")

    def _found(self, name: str) -> SafeString:
        # Nothing in a token has to be escaped.
        return mark_safe(reverse(name, args=(self.token,)))  # noqa: S308


@lru_cache(TABLES)
def addresses_of(token: str) -> Addresses:
    """The addresses of a table, which cost more to find than to write down."""
    return Addresses(token)


@dataclass(frozen=True)
class Phone:
    """A phone and what it sees. `set` are the seats of a set whose reports each stand by
    themselves, `pad` is the board of a table or of the whole room; both None before the first
    seats."""

    request: EventRequest
    token: str
    answer: Answer
    set: TablePage | None = None
    pad: Pad | None = None

    @property
    def event(self) -> Event:
        return self.request.event

    @property
    def at(self) -> Addresses:
        """What its page leads to."""
        return addresses_of(self.token)

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

    @cached_property
    def before(self) -> TablePage | None:
        """The set before, as long as nothing of this one is in."""
        one = self.set
        if one is None or one.set_number == 1 or one.closed or not self.untouched:
            return None
        return table_page(self.event, self.number, one.set_number - 1)

    @cached_property
    def now(self) -> PadRound | None:
        """The round that the whole room plays."""
        return running(self.pad) if self.pad is not None and self.pad.room else None

    @cached_property
    def line(self) -> ReportLine | None:
        """This place's report in that round."""
        lines = self.now.lines if self.now is not None else ()
        return next((one for one in lines if one.table_number == self.number), None)

    @cached_property
    def untouched(self) -> bool:
        """Whether nothing has been reported yet, here (in the room: by anybody)."""
        if self.set is not None:
            return not any(hand.line.report_id for hand in self.set.hands)
        if self.pad is None or (self.now is not None and self.now.number > 1):
            return False
        lines = [line for one in self.pad.rounds for line in one.lines]
        if self.pad.room:
            return all(line.payload is None for line in lines)
        return not any(line.revision for line in lines)

    @cached_property
    def keeps_back(self) -> bool:
        """Whether the host hides from the room what the whole room keeps. A table of its own always
        sees its board: without it, it could not play."""
        room = self.pad is not None and self.pad.room
        return room and self.event.hide_standings and standings(self.event).hidden > 0

    def may_change(self, line: ReportLine) -> bool:
        """Whether the table itself may still change or take back what it said: as long as nobody
        has agreed, and the seats are those in play. Afterwards the host does."""
        if self.pad is None or not self.is_playing or line.accepted or line.pending:
            return False
        if self.pad.room:
            return line in self.pad.rounds[-1].lines
        return self.pad.running


def phone_at(request: EventRequest, token: str, answer: Answer) -> Phone:
    """The phone that asks, and what it is about now."""
    number = request.actor.table_number or 0
    if format_of(request.event).apart:
        return Phone(request, token, answer, set=table_page(request.event, number))
    return Phone(request, token, answer, pad=pad_at(request.event, number))


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
