"""The bell that ends a set for all tables: when it rings, and which deal is a table's last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from rulesets.formats.drive import complete
from tournaments.boards.hall import Hall
from tournaments.web.labels import called

if TYPE_CHECKING:
    from datetime import datetime

    from rulesets.formats import Format
    from tournaments.boards.event_board import EventBoard
    from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Bell:
    """The bell as one table sees it. `ends_at`: when the clock rings, if one is running; `choices`:
    the deals that can be the table's last, each with a label; `last`: the sentence about the last
    deal once the table has named it, else ""; `words`: the sentence that is called out when it
    rings."""

    has_rung: bool
    ends_at: datetime | None
    choices: tuple[tuple[int, str], ...] = ()
    last: str = ""
    words: str = ""


def call_out(format: Format) -> str:
    """The sentence that is called out when the bell rings."""
    text = _("The bell has rung: finish the {deal} you are playing and start no other.")
    return text.format(deal=called(format).singular)


def bell_of(event: Event, board: EventBoard, *, at_desk: bool = False) -> Bell | None:
    """The bell of a table's set. None at the table that rings it; None everywhere but at the desk
    once the set is over."""
    format = board.format
    if not format.length.deals.bell or format.length.deals.rings_bell(board.table_number):
        return None
    if not (board.running or at_desk):
        return None
    words, last_reported = called(format), count_deals(board)
    last = "" if board.last_deal is None else words.numbered(board.last_deal)
    text = _("{deal} was our last")
    choices = []
    if last_reported:
        choices = [(last_reported, text.format(deal=words.numbered(last_reported)))]
    text, current = _("We are playing {deal}, our last"), last_reported + 1
    choices.append((current, text.format(deal=words.within(current))))
    return Bell(
        has_rung(event, format, board.set_number),
        event.round_ends_at if format.length.deals.minutes else None,
        tuple(choices),
        last,
        call_out(format),
    )


def count_deals(board: EventBoard) -> int:
    """The number of the last deal that a table has reported anything for."""
    return max(
        (board_round.number for board_round in board.rounds if board_round.reports[0].standing),
        default=0,
    )


def has_rung(event: Event, format: Format, set_number: int, hall: Hall | None = None) -> bool:
    """Whether the bell of a set has rung: the time is up, or the head table is done."""
    if not format.length.deals.bell:
        return False
    if format.length.deals.minutes:
        return event.round_ends_at is not None and event.round_ends_at <= timezone.now()
    rows = (hall or Hall.of(event)).drive
    tables = [
        table
        for record in rows.drive.sets
        if record.number == set_number
        for table in record.tables
        if format.length.deals.rings_bell(table.table)
    ]
    return bool(tables) and all(complete(rows.format, table) for table in tables)
