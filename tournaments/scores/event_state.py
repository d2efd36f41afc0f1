"""Where an evening stands while it is played, said once: which tables are done, the headline, and
how long its countdown runs. The desk, the front page, an evening of several games and the wall ask
here.

A table is done when all of its deals are in, and the cut where there is a tie. Whether somebody has
accepted them is no part of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.formats.drive import complete, roles_at
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.deal_reports import questions_to_settle
from tournaments.boards.event_board import running
from tournaments.boards.hall import Hall
from tournaments.models import Event, Seating
from tournaments.models.event_games import format_of
from tournaments.scores.lines import leader_words
from tournaments.scores.progress import (
    BoardSummary,
    ending_words,
    is_over,
    round_page,
    summarize_board,
)
from tournaments.web.labels import called, set_own_name
from tournaments.web.wording import and_list, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from rulesets.formats import Format

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
    return _EVENINGS(hall.event).states(hall, set_number)


def is_complete(hall: Hall, set_number: int) -> bool:
    """Whether everything is in at all tables of a set that was shown."""
    tables = table_states(hall, set_number)
    return bool(tables) and all(table.is_done for table in tables)


def _states_of_boards(hall: Hall, set_number: int) -> tuple[TableState, ...]:
    """The tables that keep boards of their own."""
    return tuple(
        TableState(board.table_number, missing=not board.is_over)
        for board in sorted(hall.boards, key=lambda board: board.table_number)
        if board.set_number == set_number
    )


def _states_of_hands(hall: Hall, set_number: int) -> tuple[TableState, ...]:
    """The tables of a set whose hands stand by themselves."""
    rows = hall.drive
    records = [record for record in rows.drive.sets if record.number == set_number]
    states = []
    for record in records:
        for table in record.tables:
            if not complete(rows.format, table):
                states.append(TableState(table.table, missing=True))
                continue
            roles = roles_at(rows.drive, record, table)
            result = rows.format.hands.result(record.number, roles, table.hands, table.cut)
            tied = rows.format.in_set(record.number).decides and not result.winners
            states.append(TableState(table.table, tied=tied))
    return tuple(states)


@dataclass(frozen=True, slots=True)
class Headline:
    """Where the evening stands, in a few words, and how many of `total` tables (or couples) are
    `done`; `total` 0: nothing is counted. `is_over`: nothing is left to play."""

    text: str
    words: str = ""
    done: int = 0
    total: int = 0
    is_over: bool = False

    @property
    def bar(self) -> tuple[bool, ...]:
        """One value for each of them, those that are done first."""
        return tuple(number < self.done for number in range(self.total))

    @property
    def line(self) -> str:
        """The same in a line: "Round 7 · Rosa leads by 9"; of tables only how many are done."""
        return self.text if self.total else " · ".join(filter(None, (self.text, self.words)))


@dataclass(frozen=True, slots=True)
class OpenMatters:
    """What is open beside the results: the set whose next seats are drawn (`draft`; 0: none),
    whether something is `disputed`, which tables gave two answers (`contested`), and how many
    results nobody has accepted (`to_accept`), which holds up nothing."""

    draft: int = 0
    disputed: bool = False
    contested: tuple[int, ...] = ()
    to_accept: int = 0


def headline_of(event: Event, matters: OpenMatters | None = None) -> Headline:
    """The headline of an evening that is being played. `matters`: as they were read elsewhere; of
    sets they take two queries beside its hall."""
    return _EVENINGS(event).headline(Hall.of(event), matters)


def _read_matters(event: Event) -> OpenMatters:
    drafts = event.seatings.filter(state=Seating.State.DRAFT)
    return OpenMatters(
        draft=drafts.values_list("set_number", flat=True).first() or 0,
        disputed=bool(questions_to_settle(event)),
    )


def complete_words(format: Format, number: int) -> str:
    """The headline of a set whose results are all in."""
    if number == format.length.sets:
        return _("Everything is in")
    return _("Set {number} is complete").format(number=number)


def last_set(hall: Hall) -> int:
    """The number of the last set that was shown; 0 before the first."""
    return max((record.number for record in hall.drive.drive.sets), default=0)


def _headline_of_set(hall: Hall, matters: OpenMatters | None) -> Headline:
    """The first that is true: the next seats are drawn, a set is complete, or so many of its tables
    are done."""
    format, number = format_of(hall.event), last_set(hall)
    matters = matters or _read_matters(hall.event)
    if matters.draft:
        return Headline(_("Set {number} is drawn").format(number=matters.draft))
    tables = table_states(hall, number)
    done = sum(table.is_done for table in tables)
    names = format.labels.of_set(number)
    name = translate(names.headline) or set_own_name(format, number)
    is_number_alone = name == capfirst(translate(names.within))  # which the headline says already
    own = "" if is_number_alone else name and _("{name}.").format(name=name)
    if tables and done == len(tables) and not matters.disputed:
        text = complete_words(format, number)
        words = " ".join(filter(None, (own, _to_accept_words(matters.to_accept))))
        is_last = number == format.length.sets
        return Headline(text, words, done, len(tables), is_over=is_last)
    text = ngettext(
        "Set {number} · {done} of {total} table done",
        "Set {number} · {done} of {total} tables done",
        len(tables),
    ).format(number=number, done=done, total=len(tables))
    contested = matters.contested
    going = [
        table.number for table in tables if not table.is_done and table.number not in contested
    ]
    words = " ".join(filter(None, (own, _contested_words(contested), _who_plays(going))))
    return Headline(text, words, done, len(tables))


def _headline_of_tables(hall: Hall, matters: OpenMatters | None) -> Headline:
    """How many tables have ended, or of a single one its round, and who leads."""
    boards = hall.boards
    if not boards:
        return Headline(_("Getting ready"))
    finals = [board for board in boards if board.set_number > 1]
    now = summarize_board(finals[-1] if finals else boards[0])
    if now.ending and (len(boards) == 1 or now.is_final):
        return Headline(_("The game is over"), now.ending, is_over=True)
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


def _headline_of_room(hall: Hall, matters: OpenMatters | None) -> Headline:
    """How many couples have reported, and how the teams stand."""
    board = next(iter(hall.boards), None)
    if board is None:
        return Headline(_("Getting ready"))
    round_now = round_page(board, running(board))
    if board.ending is not None:
        return Headline(_("The game is over"), ending_words(board), is_over=True)
    totals = zip(board.scorers, board.plays.totals(board.state), strict=True)
    stand = ", ".join(f"{name} {total}" for name, total in totals)
    text = _("Round {number} · {done} of {total} couples in")
    filled = text.format(number=round_now.number, done=round_now.done, total=len(round_now.rows))
    return Headline(filled, stand, round_now.done, len(round_now.rows))


def headline_before(people: int, unmarked: int) -> Headline:
    """The headline before the first deal: the number of people, and of those not marked yet."""
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


def _contested_words(numbers: Sequence[int]) -> str:
    """Which tables gave two answers, or more."""
    if not numbers:
        return ""
    return ngettext(
        "Table {tables} gave different answers.",
        "Tables {tables} gave different answers.",
        len(numbers),
    ).format(tables=_numbers(numbers))


def _who_plays(numbers: Sequence[int]) -> str:
    """Which tables play on; if there are many, only how many."""
    if not numbers:
        return ""
    if len(numbers) > MOST_NAMED:
        return _("{n} tables are still playing.").format(n=len(numbers))
    return ngettext(
        "Table {tables} is still playing.", "Tables {tables} are still playing.", len(numbers)
    ).format(tables=_numbers(numbers))


def _numbers(numbers: Sequence[int]) -> str:
    return and_list([str(number) for number in sorted(numbers)])


def countdown_of(event: Event) -> datetime | None:
    """When the countdown ends. It belongs to the set that is played: there is none once everything
    of it is in, once the evening is over, and while places are revealed."""
    if event.round_ends_at is None or event.state != Event.State.PLAYING or event.revealed:
        return None
    return None if _EVENINGS(event).is_over(Hall.of(event)) else event.round_ends_at


def _is_set_over(hall: Hall) -> bool:
    tables = table_states(hall, last_set(hall))
    return bool(tables) and all(table.is_done for table in tables)


def _are_boards_over(hall: Hall) -> bool:
    """Whether all boards of the evening have ended."""
    return is_over(hall.boards)


@dataclass(frozen=True, slots=True)
class _Evening:
    """Where an evening stands: the `states` of the tables of a set, its `headline`, and whether all
    that is played now `is_over`."""

    states: Callable[[Hall, int], tuple[TableState, ...]]
    headline: Callable[[Hall, OpenMatters | None], Headline]
    is_over: Callable[[Hall], bool]


_EVENINGS = ByKeeping(
    table=_Evening(_states_of_boards, _headline_of_tables, _are_boards_over),
    set=_Evening(_states_of_boards, _headline_of_set, _is_set_over),
    hands=_Evening(_states_of_hands, _headline_of_set, _is_set_over),
    room=_Evening(_states_of_boards, _headline_of_room, _are_boards_over),
)
