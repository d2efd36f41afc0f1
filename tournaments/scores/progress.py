"""Where each board stands, in words and marks: who leads, and what the rows of its board link
to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.engine.text import say
from tournaments.boards.deal_reports import DealReport, ReportState
from tournaments.boards.deals import on_board
from tournaments.boards.event_board import BoardRound, EventBoard
from tournaments.boards.room_board import couple_words
from tournaments.scores.lines import leader_words, match_words
from tournaments.web.labels import called
from tournaments.web.wording import and_list, translate

if TYPE_CHECKING:
    from rulesets.drawing.scoreboard import Scoreboard
    from rulesets.engine.text import Phrase
    from rulesets.formats import Format
    from tournaments.boards.event_board import BoardRound, EventBoard
    from tournaments.models import Event


# Missing reports come first, then those that wait for the desk.
ORDER: dict[str, int] = {
    "contested": 0,
    "disputed": 1,
    "missing": 2,
    "waiting": 3,
    "provisional": 4,
    "accepted": 5,
    "away": 6,
}


@dataclass(frozen=True, slots=True)
class CoupleRow:
    """One couple of a round, with a summary of what it has reported so far."""

    report: DealReport
    names: tuple[str, ...]
    state: ReportState
    summary: str

    @property
    def number(self) -> int:
        return self.report.table_number


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round of the whole room; `rows` are in the order of the long table."""

    round: BoardRound
    number: int
    rows: tuple[CoupleRow, ...]
    byes: tuple[str, ...]
    award: str  # what the round brought, in words; "" while somebody is missing

    @property
    def urgent(self) -> tuple[CoupleRow, ...]:
        """The rows, missing ones first."""
        return tuple(sorted(self.rows, key=lambda row: (ORDER[row.state], row.number)))

    @property
    def missing(self) -> int:
        return sum(
            row.state in ("missing", "waiting") or not row.report.standing for row in self.rows
        )

    @property
    def done(self) -> int:
        return len(self.rows) - self.missing


@dataclass(frozen=True, slots=True)
class BoardSummary:
    """Where one table's board stands. `number` is the round to be played now; `match` says which
    game of a match that is, and who has won more."""

    board: EventBoard
    number: int
    state: ReportState | Literal["playing", "done"]
    playing: tuple[str, ...]
    dealer: str
    last: str  # what the last round brought
    ending: str
    match: str = ""

    @property
    def title(self) -> str:
        return self.board.title or _("The table")

    @property
    def is_final(self) -> bool:
        return self.board.set_number > 1

    @property
    def entry_label(self) -> str:
        """The label for what is entered next: a round, or what closes the game if no round can be
        played."""
        final = self.board.plays.final
        if final is not None and not self.board.playable:
            return translate(final.label)
        board_round = self.board.round(self.number)
        if board_round is not None and board_round.reports[0].is_open:
            return on_board(self.board, self.number, board_round.reports[0]).entry_words
        return _("Enter {deal}").format(deal=called(self.board.format).within(self.number))

    @property
    def deal(self) -> str:
        """The round played now, and whose turn it is."""
        name = called(self.board.format).numbered(self.number)
        turn = self.board.plays.turn(self.board.standing)
        if turn is None:
            return name
        return _("{round}: {name}").format(round=name, name=self.board.names[turn])


def is_over(boards: tuple[EventBoard, ...]) -> bool:
    """Whether every game that was begun has ended, including that of the final table."""
    if not boards or any(board.ending is None for board in boards):
        return False
    wants_final = boards[0].plays.final_table and len(boards) > 1
    return not wants_final or boards[-1].set_number > 1


def missing_words(format: Format, missing: int) -> Phrase:
    """How many deals are missing, in words: "one hand", "3 rounds"."""
    if missing == 1:
        return say("one {deal}", deal=format.labels.deal.one)
    return say("{n} {deals}", n=missing, deals=format.labels.deal.many)


def round_page(board: EventBoard, board_round: BoardRound) -> RoundPage:
    """A round of the whole room with the reports of every couple."""
    return RoundPage(
        round=board_round,
        number=board_round.number,
        rows=tuple(couple_row(board, report) for report in board_round.reports),
        byes=tuple(board.names[place] for place in board_round.byes),
        award=board_round.brought,
    )


def couple_row(board: EventBoard, report: DealReport) -> CoupleRow:
    """One couple's place in a round."""
    names = tuple(board.names[place] for place in report.chairs)
    return CoupleRow(report, names, report.state, couple_words(board, report, report.payload))


def summarize_board(board: EventBoard) -> BoardSummary:
    """The state of a table's board."""
    states = [report.state for board_round in board.rounds for report in board_round.reports]
    state: ReportState | Literal["playing", "done"] = "playing"
    for urgent in ("contested", "disputed", "waiting", "provisional"):
        if urgent in states:
            state = urgent
            break
    else:
        state = "done" if board.is_over else "playing"
    counted = board.tally.counted
    dealer = board.plays.next_dealer(board.state) if board.plays.dealers == "player" else None
    return BoardSummary(
        board=board,
        number=board.next_number,
        state=state,
        playing=tuple(board.names[place] for place in board.plays.playing(board.state)),
        dealer="" if dealer is None or board.is_over else board.names[dealer],
        last=counted[-1].brought if counted else "",
        ending=ending_words(board),
        match=_match_now(board),
    )


def _match_now(board: EventBoard) -> str:
    """ "Game 2, round 1 · Rosa leads 1–0"; "" once the match is over."""
    if board.match is None or board.is_over:
        return ""
    return " · ".join((board.game_words(board.next_number), match_words(board)))


def ending_words(board: EventBoard) -> str:
    """The winners and the reason, or that all is played; "" while it goes on."""
    if board.ending is None:
        return _all_played(board) if board.all_played else ""
    won_by = [board.scorers[winner] for winner in board.ending.winners]
    why = translate(board.ending.words)
    if all(name in why for name in won_by):  # the reason names the winners already
        return why
    winners = and_list(won_by)
    won = ngettext("{names} wins", "{names} win", max(len(board.ending.winners), _many(board)))
    return f"{won.format(names=winners)}: {why}"


def _all_played(board: EventBoard) -> str:
    """That no deal is left, and who is ahead: "Ann wins by 5: all rounds have been played."."""
    text = _("All {deals} have been played.")
    if len(set(board.plays.ranks(board.state))) > 1:
        text = _("{won}: all {deals} have been played.")
    return text.format(won=leader_words(board), deals=called(board.format).plural)


def _many(board: EventBoard) -> int:
    """How many people a winner's name stands for."""
    return 1 if board.alone else 2


def run_of(
    board: EventBoard, first: int = 0, last: int | None = None
) -> list[tuple[str, tuple[int | None, ...]]]:
    """The totals of each side after every round, for a chart; None before somebody joined. Only
    before the round `first` of those that count, and from there to before `last` (None: to the
    end)."""
    counted = len(board.tally.counted)
    stop = None if last is None or last >= counted else last + 1
    states = board.states[first:stop]
    return [(name, board.course_of(who, states, first)) for who, name in enumerate(board.scorers)]


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A round's worksheet, and the addresses of its rows (`links`)."""

    scoreboard: Scoreboard
    links: list[str | None] = field(default_factory=list)


def couples_of(board_round: BoardRound) -> list[tuple[int, int]]:
    """The pairs who face each other in a round of the room, as seated."""
    return [(report.chairs[0], report.chairs[1]) for report in board_round.reports]


def worksheet_of(
    board: EventBoard, board_round: BoardRound, event: Event | None = None
) -> Worksheet:
    """The worksheet of a round of the whole room, filled in as far as reported.

    With an event, each row links to its report, or to the form if there is none yet.
    """
    scoreboard = board.plays.worksheet(
        board_round.before, board_round.value, couples_of(board_round)
    )
    if event is None or len(scoreboard.rows) != len(board_round.reports):
        return Worksheet(scoreboard)
    return Worksheet(
        scoreboard,
        [
            reverse(
                "event_deal" if report.standing else "event_deal_report",
                args=[event.pk, report.set_number, report.table_number, report.deal],
            )
            for report in board_round.reports
        ],
    )
