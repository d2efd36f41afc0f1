"""The host's desk: where the evening stands, the one next step, the tables and who sits out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.boards.by_keeping import DRAWS_EVERY_SET, ByKeeping
from tournaments.boards.deal_reports import questions_to_settle
from tournaments.boards.event_board import running
from tournaments.boards.hall import Hall
from tournaments.desk.next_step import NextStep, before_play, of_room, of_sets, of_tables
from tournaments.desk.table_cards import (
    Mark,
    SitOutRow,
    TableCard,
    board_card,
    board_marks,
    cards_of_boards,
    cards_of_hands,
    in_need_first,
    late,
    set_marks,
    sit_outs,
    with_divisions,
)
from tournaments.log.selectors import undo_sentence
from tournaments.models import Event, Seating
from tournaments.models.event_games import format_of
from tournaments.scores.event_state import (
    Headline,
    OpenMatters,
    countdown_of,
    headline_before,
    headline_of,
)
from tournaments.scores.progress import (
    BoardSummary,
    RoundPage,
    is_over,
    round_page,
    summarize_board,
)
from tournaments.seating.draws import has_draft
from tournaments.seats.requests import count_roles
from tournaments.standings.finales import event_finale
from tournaments.web.labels import role_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from rulesets.formats import Format
    from tournaments.boards.event_board import EventBoard
    from tournaments.db.current_values import Place
    from tournaments.scores.finale import Finale


@dataclass(frozen=True, slots=True)
class Desk:
    """The whole desk. A part that the format has no use for is empty: the number of the set in
    play; the `board` of the whole room with its `round`; the `cards` of all tables."""

    version: int
    state: str
    people: int
    next_step: NextStep
    undo: (
        tuple[int, str] | None
    )  # the id of the log entry that `undo_last` expects, and its sentence
    open_disputes: int  # deals with two answers among them
    round_ends_at: datetime | None
    headline: Headline
    finale: Finale | None = None  # how a finished evening ended
    settle: str = ""  # what the host has to do about a dispute
    late: frozenset[Place] = frozenset()  # tables that the others wait for
    cards: tuple[TableCard, ...] = ()  # those that need the host first
    unfinished: bool = False  # play has begun and has not ended
    marks: tuple[Mark, ...] = ()  # the rounds so far
    unmarked: int = 0  # people without a role, or a team
    by_set: bool = False  # seats are drawn for every set
    # of sets
    set_number: int = 0  # 0 before the first set
    sit_outs: tuple[SitOutRow, ...] = ()
    # of boards that last
    teams: tuple[tuple[str, int], ...] = ()  # the name of a team, and how many are in it
    board: EventBoard | None = None  # the whole room's
    round: RoundPage | None = None
    summaries: tuple[BoardSummary, ...] = ()  # of tables that keep a board each

    @property
    def time_is_up(self) -> bool:
        """Whether the countdown has run out."""
        return self.round_ends_at is not None and self.round_ends_at <= timezone.now()

    @property
    def to_accept(self) -> int:
        """How many results nobody has accepted."""
        if self.set_number:
            return sum(mark.waiting for mark in self.marks)
        rounds = (board_round for board in self.boards for board_round in board.rounds)
        return sum(report.to_accept for board_round in rounds for report in board_round.reports)

    @property
    def boards(self) -> tuple[EventBoard, ...]:
        """All boards that last the evening: the whole room's, or those of the tables in order."""
        boards = sorted((summary.board for summary in self.summaries), key=place_of_board)
        return (self.board, *boards) if self.board else tuple(boards)

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the tables that still miss hands or a cut."""
        open_ = ("empty", "partial", "cut")
        return tuple(sorted(card.number for card in self.cards if card.state in open_))


def desk(event: Event) -> Desk:
    """The desk of an event in any state. A fixed number of queries."""
    format, entered = format_of(event), count_roles(event)
    current = Desk(
        version=event.version,
        state=event.state,
        people=entered.total(),
        next_step=NextStep("finished", ""),
        undo=undo_sentence(event),
        open_disputes=questions_to_settle(event),
        round_ends_at=countdown_of(event),
        unmarked=entered[""] if format.facts.roles.names else 0,
        headline=Headline(_("The evening is over")),
    )
    if current.state == Event.State.FINISHED and (end := event_finale(event)) is not None:
        current = replace(current, headline=Headline(end.title, end.words), finale=end)
    if current.state == Event.State.SETUP:
        current = replace(current, headline=headline_before(current.people, current.unmarked))
    if DRAWS_EVERY_SET(event):
        current = replace(current, by_set=True)
    else:
        words = role_words(event)
        teams = tuple((words[team], entered[team]) for team in format.facts.roles.names)
        current = replace(current, teams=teams)
    return DESKS(event)(event, format, current)


def _of_hands(event: Event, format: Format, desk: Desk) -> Desk:
    """Sets whose hands stand by themselves."""
    return _of_sets(event, format, desk, cards_of_hands)


def _of_boards_of_sets(event: Event, format: Format, desk: Desk) -> Desk:
    """Sets in which each table keeps a board."""
    return _of_sets(event, format, desk, cards_of_boards)


def _of_sets(
    event: Event,
    format: Format,
    desk: Desk,
    read_cards: Callable[[Event, Seating], Sequence[TableCard]],
) -> Desk:
    """The set in play: its tables, who sits out, and the draw of the next one."""
    published = event.seatings.filter(state=Seating.State.PUBLISHED)
    seating = published.order_by("-set_number").first()
    drafts = event.seatings.filter(state=Seating.State.DRAFT)
    draft = drafts.values_list("set_number", flat=True).first() or 0
    step = before_play(
        event, format, (desk.people, desk.unmarked), draft=draft, begun=seating is not None
    )
    if seating is None:
        return replace(desk, next_step=step or desk.next_step)
    cards = with_divisions(event, seating, read_cards(event, seating))
    after = of_sets(format, seating, cards)
    marks = set_marks(event, seating.set_number, goes_on=after.code == "wait")
    if event.state == Event.State.PLAYING:
        matters = OpenMatters(
            draft=draft,
            disputed=bool(desk.open_disputes),
            contested=tuple(card.number for card in cards if card.state == "contested"),
            to_accept=sum(mark.waiting for mark in marks),
        )
        desk = replace(
            desk,
            headline=headline_of(event, matters),
            settle=_settle(cards),
            late=late(cards, time_is_up=desk.time_is_up),
        )
    return replace(
        desk,
        set_number=seating.set_number,
        cards=cards,
        sit_outs=sit_outs(event, seating, cards) if event.state == Event.State.PLAYING else (),
        next_step=step or after,
        marks=marks,
        unfinished=event.state == Event.State.PLAYING and (step or after).code != "finish",
    )


def _of_tables(event: Event, format: Format, desk: Desk) -> Desk:
    """Tables that keep a board for the evening: a card for each."""
    boards = Hall.of(event).boards
    now = tuple(summarize_board(board) for board in _in_order(boards))
    cards = in_need_first([board_card(summary) for summary in now])
    return _of_lasting(
        event,
        format,
        replace(desk, cards=cards, summaries=now),
        boards,
        partial(of_tables, boards, now),
        _settle(cards),
    )


def _of_room(event: Event, format: Format, desk: Desk) -> Desk:
    """The board of the whole room, with its round."""
    boards = Hall.of(event).boards
    board = next(iter(boards), None)
    page = round_page(board, running(board)) if board else None
    return _of_lasting(
        event,
        format,
        replace(desk, board=board, round=page),
        boards,
        partial(of_room, boards, cast("RoundPage", page)),  # asked for once there are boards
        _settle_couple(page) if page else "",
    )


def _of_lasting(
    event: Event,
    format: Format,
    desk: Desk,
    boards: tuple[EventBoard, ...],
    read_step: Callable[[], NextStep],
    settle: str,
) -> Desk:
    """Return the desk of boards that last the evening; `read_step` returns the step while they go
    on."""
    draft = int(has_draft(event))
    step = before_play(event, format, (desk.people, desk.unmarked), draft=draft, begun=bool(boards))
    step = step or read_step()
    if event.state == Event.State.PLAYING and boards:
        headline = headline_of(event)
        if step.code == "roll":
            headline = replace(headline, words=step.text)
        desk = replace(desk, headline=headline, settle=settle)
    return replace(
        desk,
        marks=board_marks(event, boards[0]) if len(boards) == 1 else (),
        next_step=step,
        unfinished=event.state == Event.State.PLAYING and not is_over(boards),
    )


DESKS = ByKeeping(table=_of_tables, set=_of_boards_of_sets, hands=_of_hands, room=_of_room)


def late_couples(round_page: RoundPage, *, time_is_up: bool) -> frozenset[int]:
    """The places of the couples that the others wait for: once most have reported, or the time is
    up."""
    if not time_is_up and round_page.done * 2 <= len(round_page.rows):
        return frozenset()
    return frozenset(row.number for row in round_page.rows if row.state == "missing")


def _settle(cards: Sequence[TableCard]) -> str:
    """Return the task of the first table with a dispute; "" without disputes."""
    card = next((card for card in cards if card.tone == "bad"), None)
    if card is None:
        return ""
    if len(cards) == 1:
        return _("Settle the two answers") if card.answers else _("Settle the dispute")
    return _("Settle table {number}").format(number=card.number)


def _settle_couple(round_page: RoundPage) -> str:
    """Return the task of the first couple with a dispute; "" without disputes."""
    row = next((row for row in round_page.rows if row.state in ("contested", "disputed")), None)
    return _("Settle place {number}").format(number=row.number) if row else ""


def place_of_board(board: EventBoard) -> tuple[int, int]:
    """The set and table number of a board, for an address."""
    return board.set_number, board.table_number


def _in_order(boards: tuple[EventBoard, ...]) -> list[EventBoard]:
    """The boards of tables: the final table first, then those that play on."""
    return sorted(
        boards, key=lambda board: (-board.set_number, board.ending is not None, board.table_number)
    )
