"""A table's phone after the end of its game: who won, and what can be done now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Max, Min
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments.access.selectors import open_link
from tournaments.boards.finale import Finale, finale
from tournaments.boards.hall import Hall
from tournaments.cache.memo import Memo
from tournaments.log.selectors import rematch_number
from tournaments.models import Event, Link, Report
from tournaments.standings.finales import event_finale
from tournaments.web.wording import and_list

if TYPE_CHECKING:
    from tournaments.boards.event_board import EventBoard
    from tournaments.phones.phone import BoardPhone

LONGEST = 12 * 60  # minutes: a longer game was left open overnight
TABLES = 256

_memo: Memo[EndedGame | None] = Memo(TABLES)  # by table, since the end of a game stays as it is


@dataclass(frozen=True, slots=True)
class EndedGame:
    """What is worked out once for a game that is over; `next_game` is the address at which it is
    played again."""

    finale: Finale
    duration: str
    next_game: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a game. `is_hero`: it has the page to itself, since no deal is looked at;
    `goes_on`: what comes after one table of several; `duration`: "8 rounds, 51 minutes".
    `is_only_board`: it is the only table of an event, from which it can be played again and shared;
    `next_game` is where that goes on already; `undo` leads to the last round, as long as it can be
    changed."""

    finale: Finale
    is_hero: bool
    goes_on: str = ""
    duration: str = ""
    is_only_board: bool = False
    is_host: bool = False
    next_game: str = ""
    undo: str = ""


def ending_of(phone: BoardPhone) -> Ended | None:
    """How this table's game ended, or the whole event if people carry scores; None while it goes
    on, and while the host hides the room's result."""
    event = phone.event
    # A set ends with what the whole room has played.
    board = None if phone.format.redraws else phone.board
    if phone.keeps_back or not (phone.is_finished or (board and board.ending)):
        return None
    place = (board.set_number, board.table_number) if board else ()
    key = (event.pk, place, get_language())
    hidden = event.hide_standings, event.revealed, event.reveal_from
    state = (event.version, event.changed, event.state, hidden)
    found = _memo.get(key, state, lambda: _ended_game(event, board))
    if found is None:
        return None
    is_hero = phone.answer.number is None and phone.answer.form is None and not phone.answer.both
    is_only_board = bool(board) and phone.is_own and len(Hall.of(event).boards) == 1
    undo = _undo(phone, board) if board and phone.is_own and not phone.is_finished else ""
    return Ended(
        found.finale,
        is_hero,
        _goes_on(event, board) if board and not phone.is_finished else "",
        found.duration,
        is_only_board,
        phone.by_host,
        found.next_game if is_only_board else "",
        undo,
    )


def _ended_game(event: Event, board: EventBoard | None) -> EndedGame | None:
    """The ending with its duration; None if nothing was played."""
    if board:
        found = finale(board, early=event.state == Event.State.FINISHED)
    else:
        found = event_finale(event, public=True)
    if found is None:
        return None
    return EndedGame(found, _duration(found, _minutes(event)), _next_game(event))


def _undo(phone: BoardPhone, board: EventBoard) -> str:
    """The address of the newest round that counts."""
    counted = board.tally.counted
    return f"{phone.at.home}?deal={counted[-1].number}" if counted else ""


def _next_game(event: Event) -> str:
    """The address at which the same people play again; "" if they do not."""
    number = rematch_number(event)
    link = open_link(number, Link.Kind.TABLE, 1) if number else None
    return reverse("table", args=[link.token]) if link else ""


def _minutes(event: Event) -> int:
    """The minutes from the first report to the last."""
    told = Report.objects.filter(table__seating__event=event, deal__gt=0)
    times = told.aggregate(first=Min("created"), last=Max("created"))
    if not times["first"]:
        return 0
    return int((times["last"] - times["first"]).total_seconds() // 60)


def _duration(ending: Finale, minutes: int) -> str:
    """How many rounds, and how long they took; without the time if it means nothing."""
    if not 1 < minutes <= LONGEST:
        return ending.rounds
    words = ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)
    return _("{rounds}, {time}").format(rounds=ending.rounds, time=words)


def _goes_on(event: Event, board: EventBoard) -> str:
    """What comes after the end of one table of several; "" if nothing does."""
    found = Hall.of(event).boards
    if not board.plays.final_table or board.set_number > 1 or len(found) < 2:
        return ""
    final = found[-1]
    if final.set_number > 1:
        return _("The final table is played at table {number}: {names}.").format(
            number=final.table_number, names=and_list(final.names)
        )
    return _(
        "The last ones in at each table meet at a final table, as soon as every table is done."
    )
