"""The phone of a table, or of a couple's place in the whole room."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from tournaments.access.decorators import is_host_with_link
from tournaments.boards.deals import due_deal, hands_of
from tournaments.boards.hall import Hall
from tournaments.models import Event
from tournaments.standings.selectors import standings

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from rulesets.engine.plays import State
    from rulesets.formats import Format
    from tournaments.access.permissions import EventRequest
    from tournaments.boards.deals import Deal
    from tournaments.boards.event_board import EventBoard
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
        """The URL of the deals after the one that is entered."""
        return self._url("table_later")

    @cached_property
    def report(self) -> SafeString:
        return self._url("table_report")

    @cached_property
    def books(self) -> SafeString:
        """The books: how the score came about."""
        return self._url("table_books")

    @cached_property
    def accept(self) -> SafeString:
        return self._url("table_accept")

    @cached_property
    def dealer(self) -> SafeString:
        """The URL that sets the first dealer."""
        return self._url("table_dealer")

    @cached_property
    def undo(self) -> SafeString:
        """The URL that undoes the last report."""
        return self._url("table_undo")

    @cached_property
    def keep(self) -> SafeString:
        """The URL that keeps one of two answers."""
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
    """The phone of a table, or of a couple's place in the room, with the `board` to which its
    `place` reports."""

    request: EventRequest
    token: str
    answer: Answer
    board: EventBoard
    place: int

    @property
    def event(self) -> Event:
        return self.request.event

    @property
    def at(self) -> TableUrls:
        """The URLs of its page."""
        return table_urls(self.token)

    @property
    def format(self) -> Format:
        return self.board.format

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

    @cached_property
    def untouched(self) -> bool:
        """Whether nothing has been reported yet, here (in the room: by anybody)."""
        return self.board.untouched

    @cached_property
    def hands(self) -> tuple[Deal, ...]:
        """The hands of a table in a set, if they stand by themselves."""
        return hands_of(self.board)

    @cached_property
    def due(self) -> Deal | None:
        """The deal that is reported here next, or as part of the room's round."""
        return due_deal(self.board, self.place)

    @property
    def keeps_back(self) -> bool:
        """Whether the host hides the whole room's board from the room. A table always sees its own:
        it could not play without it."""
        hides = not self.board.table_number and self.event.hide_standings
        return hides and standings(self.event).hidden > 0

    def may_change(self, deal: Deal) -> bool:
        """Whether the table itself may still change or withdraw a report: as long as nobody else
        has accepted it, and the seats are those in play. Afterwards a host can."""
        report = deal.report
        if not self.is_playing or report.pending:
            return False
        if report.accepted and not report.by_saving and not self.by_host:
            return False
        return deal.board.is_in_play(report.set_number)


def phone_at(request: EventRequest, token: str, answer: Answer) -> Phone | None:
    """The phone of a request; None before the first seats are shown at its place."""
    place = request.actor.table_number or 0
    board = Hall.of(request.event).board(place)
    return None if board is None else Phone(request, token, answer, board, place)


def dealer_words(board: EventBoard, state: State | None = None) -> str:
    """Return in words the next dealer, or the one after a `state` that is further ahead; "" if
    nobody deals, or it is not known."""
    if board.ending is not None or board.plays.dealers == "none":
        return ""
    dealer = board.plays.next_dealer(state or board.state)
    if dealer is None:
        return ""
    if board.plays.dealers == "side":
        return _("{team} deal.").format(team=board.setup.roster.side_names[dealer])
    return _("{name} deals.").format(name=board.names[dealer])
