"""Where an evening stands while it is played, said once: which tables are done, the headline, and
how long its countdown runs. The desk, the front page, an evening of several games and the wall ask
here.

A table is done when all of its deals are in, and the cut where there is a tie. Whether somebody has
accepted them is no part of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.formats.drive import complete, roles_at
from tournaments.boards.deal_reports import questions_to_settle
from tournaments.boards.hall import Hall
from tournaments.boards.lines import leader_words
from tournaments.boards.progress import (
    BoardSummary,
    RoundPage,
    ending_words,
    is_over,
    round_page,
    running,
    summarize_board,
)
from tournaments.models import Event, Seating
from tournaments.models.event_games import format_of
from tournaments.web.labels import called, set_own_name
from tournaments.web.wording import and_list

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from rulesets.formats import Format
    from tournaments.boards.event_board import EventBoard

MOST_NAMED = 5  # up to so many tables are named in a sentence


@dataclass(frozen=True, slots=True)
class TableState:
    """A table of a set: whether deals are `missing`, or only the cut (`tied`)."""

    number: int
    missing: bool = False
    tied: bool = False

    @property
    def is_done(self) -> bool:
        """Whether everything is in."""
        return not self.missing and not self.tied


def table_states(hall: Hall, set_number: int) -> tuple[TableState, ...]:
    """The tables of a set that was shown, by number."""
    format = format_of(hall.event)
    if not format.apart:
        return tuple(
            TableState(board.table_number, missing=not board.is_over)
            for board in sorted(hall.boards, key=lambda board: board.table_number)
            if board.set_number == set_number
        )
    rows = hall.drive
    records = [record for record in rows.drive.sets if record.number == set_number]
    states = []
    for record in records:
        for table in record.tables:
            if not complete(rows.format, table):
                states.append(TableState(table.table, missing=True))
                continue
            roles = roles_at(rows.drive, record, table)
            result = rows.format.result(record.number, roles, table.hands, table.cut)
            tied = rows.format.cuts_at(record.number) and not result.winners
            states.append(TableState(table.table, tied=tied))
    return tuple(states)


@dataclass(frozen=True, slots=True)
class Headline:
    """Where the evening stands, in a few words, and how many of `total` tables (or couples) are
    `done`; `total` 0: nothing is counted."""

    text: str
    words: str = ""
    done: int = 0
    total: int = 0

    @property
    def bar(self) -> tuple[bool, ...]:
        """One value for each of them, those that are done first."""
        return tuple(number < self.done for number in range(self.total))

    @property
    def line(self) -> str:
        """The same in a line: "Round 7 · Rosa leads by 9"; of tables only how many are done."""
        return self.text if self.total else " · ".join(filter(None, (self.text, self.words)))


def headline_of(event: Event) -> Headline:
    """The headline of an evening that is being played. Two queries beside its hall."""
    format, hall = format_of(event), Hall.of(event)
    if not format.redraws:
        return headline_of_boards(hall.boards)
    number = last_set(hall)
    drafts = event.seatings.filter(state=Seating.State.DRAFT)
    return headline_of_set(
        format,
        number,
        table_states(hall, number),
        draft=drafts.values_list("set_number", flat=True).first() or 0,
        disputed=bool(questions_to_settle(event)),
    )


def last_set(hall: Hall) -> int:
    """The number of the last set that was shown; 0 before the first."""
    return max((record.number for record in hall.drive.drive.sets), default=0)


def headline_of_set(
    format: Format,
    number: int,
    tables: Sequence[TableState],
    *,
    draft: int = 0,
    disputed: bool = False,
    to_accept: int = 0,
) -> Headline:
    """The first that is true: the next seats (`draft`) are drawn, a set is complete, or so many of
    its tables are done. `to_accept` results have not been accepted yet, which holds up nothing."""
    if draft:
        return Headline(_("Set {number} is drawn").format(number=draft))
    done = sum(table.is_done for table in tables)
    name = set_own_name(format, number)
    own = name and _("{name}.").format(name=name)
    if tables and done == len(tables) and not disputed:
        text = _("Set {number} is complete").format(number=number)
        if number == format.seatings:
            text = _("Everything is in")
        words = " ".join(filter(None, (own, _to_accept_words(to_accept))))
        return Headline(text, words, done, len(tables))
    text = ngettext(
        "Set {number} · {done} of {total} table done",
        "Set {number} · {done} of {total} tables done",
        len(tables),
    ).format(number=number, done=done, total=len(tables))
    going = [table.number for table in tables if not table.is_done]
    words = " ".join(filter(None, (own, _who_plays(going))))
    return Headline(text, words, done, len(tables))


def headline_of_boards(boards: Sequence[EventBoard]) -> Headline:
    """Where boards stand that last the evening: how many couples are in, or how many tables have
    ended; of a single table its round, and who leads."""
    if not boards:
        return Headline(_("Getting ready"))
    if boards[0].couples:
        return _headline_of_room(boards[0], round_page(boards[0], running(boards[0])))
    finals = [board for board in boards if board.set_number > 1]
    now = summarize_board(finals[-1] if finals else boards[0])
    if now.ending and (len(boards) == 1 or now.is_final):
        return Headline(_("The game is over"), now.ending)
    if len(boards) == 1:
        return _headline_of_table(now)
    going = [board.table_number for board in boards if not ending_words(board)]
    done = len(boards) - len(going)
    text = _("{done} of {total} tables done").format(done=done, total=len(boards))
    return Headline(text, _who_plays(going), done, len(boards))


def _headline_of_table(now: BoardSummary) -> Headline:
    """The round of the only table, and who leads."""
    text = called(now.board.format).numbered(now.number) if now.board.playable else now.entry_label
    return Headline(text, leader_words(now.board))


def _headline_of_room(board: EventBoard, round_now: RoundPage) -> Headline:
    """How many couples have reported, and how the teams stand."""
    if board.ending is not None:
        return Headline(_("The game is over"), ending_words(board))
    totals = zip(board.scorers, board.plays.totals(board.state), strict=True)
    stand = ", ".join(f"{name} {total}" for name, total in totals)
    text = _("Round {number} · {done} of {total} couples in")
    filled = text.format(number=round_now.number, done=round_now.done, total=len(round_now.rows))
    return Headline(filled, stand, round_now.done, len(round_now.rows))


def headline_before(people: int, unmarked: int) -> Headline:
    """Who is there before the first deal."""
    words = ngettext("{n} person so far", "{n} people so far", people).format(n=people)
    if unmarked:
        words += " · " + ngettext("{n} not marked yet", "{n} not marked yet", unmarked).format(
            n=unmarked
        )
    return Headline(_("Getting ready"), words)


def _to_accept_words(count: int) -> str:
    """How many results nobody has accepted yet; "" for none."""
    if not count:
        return ""
    return ngettext(
        "{n} result is not accepted yet; it counts already.",
        "{n} results are not accepted yet; they count already.",
        count,
    ).format(n=count)


def _who_plays(numbers: Sequence[int]) -> str:
    """Which tables play on; if there are many, only how many."""
    if not numbers:
        return ""
    if len(numbers) > MOST_NAMED:
        return _("{n} tables are still playing.").format(n=len(numbers))
    return ngettext(
        "Table {tables} is still playing.", "Tables {tables} are still playing.", len(numbers)
    ).format(tables=and_list([str(number) for number in sorted(numbers)]))


def countdown_of(event: Event) -> datetime | None:
    """When the countdown ends. It belongs to the set that is played: there is none once everything
    of it is in, once the evening is over, and while places are revealed."""
    if event.round_ends_at is None or event.state != Event.State.PLAYING or event.revealed:
        return None
    format, hall = format_of(event), Hall.of(event)
    if not format.redraws:
        return None if is_over(hall.boards) else event.round_ends_at
    tables = table_states(hall, last_set(hall))
    is_complete = bool(tables) and all(table.is_done for table in tables)
    return None if is_complete else event.round_ends_at
