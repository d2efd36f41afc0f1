"""Boards as seen from afar, for the wall and spectators: board, picture and run.

While the host keeps any place hidden the public sees none of it: a board shows everybody's score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Max
from django.utils.translation import gettext as _

from rulesets.engine.plays import POT
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.event_board import BoardRound, EventBoard, NextRound, next_round
from tournaments.models import Report, Seating
from tournaments.scores.finale import Finale, finale
from tournaments.scores.lines import Line, goal_words, leader_words, lines
from tournaments.standings.board_points import course
from tournaments.standings.selectors import boards, standings
from tournaments.web.labels import called
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from rulesets.drawing.scoreboard import Scoreboard
    from rulesets.drawing.vectors import Drawing
    from tournaments.models import Event

Run = tuple[tuple[str, tuple[int | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class BoardDisplay:
    """One board. `run` are the totals of everybody (of every team) from the start on, `last` is
    what the newest round brought, `next_round` what the table has to know of the next one (None if
    there is none), `deals` who deals it, `ending` how the game ended."""

    key: str
    title: str
    scoreboard: Scoreboard
    picture: Drawing | None
    run: Run
    rounds: int
    last: str
    deals: str
    next_round: NextRound | None
    deal: str  # the next one: "Round 3"
    step: str  # the name of a row
    ending: str
    corner: str  # what a row is
    entry_ids: tuple[int, ...]
    lines: tuple[Line, ...] = ()
    leader: str = ""  # "Rosa leads by 9"
    goal: str = ""  # "lowest wins, up to 100"
    pot: int | None = None  # None in a game without one
    finale: Finale | None = None  # the same as values, once it is over


@dataclass(frozen=True, slots=True)
class AwaitedPlace:
    """A table (or a couple's place) that the room waits for, and who sits there."""

    number: int
    title: str
    names: str
    nudged: bool


def board_displays(event: Event) -> tuple[BoardDisplay, ...]:
    """All boards, the final table first; none in a drive, and none while places are hidden."""
    return tuple(_board_display(board) for board in displayed_boards(event))


def displayed_boards(event: Event) -> tuple[EventBoard, ...]:
    """The boards to display, in the same order."""
    event_boards = boards(event)
    if not event_boards or standings(event).hidden:
        return ()
    return tuple(sorted(event_boards, key=lambda board: (-board.set_number, board.table_number)))


def seats_matter(event: Event) -> bool:
    """Whether people still look for their seats: in every round of two teams, and at separate
    tables until each has played a round."""
    all_boards = boards(event)
    if all_boards and all_boards[0].format.keeping.moves:
        return all_boards[0].ending is None
    last = max((board.set_number for board in all_boards), default=0)
    newest = [board for board in all_boards if board.set_number == last]
    return any(not board.rounds or not board.rounds[0].counted for board in newest)


def awaited(event: Event) -> tuple[AwaitedPlace, ...]:
    """Whom the room waits for: couples that have not reported, and tables that were asked to hurry
    and have not reported since."""
    if event.state != event.State.PLAYING:
        return ()
    all_boards = boards(event)
    if not all_boards:
        return ()
    return AWAITED(event)(event, all_boards, _nudges(event))


def _board_display(board: EventBoard) -> BoardDisplay:
    counted = [board_round for board_round in board.rounds if board_round.counted]
    words = called(board.format)
    return BoardDisplay(
        key=f"{board.set_number}-{board.table_number}",
        title=board.title,
        scoreboard=board.scoreboard,
        picture=board.plays.drawing(board.state),
        run=_run(board),
        rounds=len(counted),
        last=_last(board, counted[-1]) if counted else "",
        deals=_deals(board),
        next_round=None
        if board.ending or not board.playable
        else next_round(board, board.standing),
        deal=words.numbered(board.next_number),
        step=words.title,
        ending=translate(board.ending.words) if board.ending else "",
        finale=finale(board),
        corner=words.row,
        entry_ids=board.entry_ids,
        lines=lines(board),
        leader=leader_words(board),
        goal=goal_words(board) if board.ending is None else "",
        pot=_pot(board),
    )


def _pot(board: EventBoard) -> int | None:
    """What lies in the pot; None in a game without one."""
    return board.plays.holdings(board.state).get(board.plays.unit, {}).get(POT)


def _last(board: EventBoard, board_round: BoardRound) -> str:
    """What the newest round brought; if turns are reported, nothing but that."""
    if board_round.played is None or not board_round.played.summary:
        return ""
    summary = translate(board_round.played.summary)
    if board.plays.turns:
        return summary
    deal, name = (
        called(board.format).numbered(board_round.number),
        translate(board.plays.name_of_round(board_round.before)),
    )
    if name:
        text = _("{deal}, {name}: {summary}")
        return text.format(deal=deal, name=name, summary=summary)
    return _("{deal}: {summary}").format(deal=deal, summary=summary)


def _run(board: EventBoard) -> Run:
    states = course(board)
    return tuple((name, board.course_of(who, states)) for who, name in enumerate(board.scorers))


def _deals(board: EventBoard) -> str:
    """Who deals next, in words; teams deal the round that is being played already."""
    if board.plays.dealers == "none" or board.ending is not None:
        return ""
    dealer = board.plays.next_dealer(board.state)
    if dealer is None:
        return ""
    if board.plays.dealers == "side":
        return _("{team} deal").format(team=board.setup.roster.side_names[dealer])
    return _("{name} deals").format(name=board.names[dealer])


def _couples(
    event: Event, all_boards: Sequence[EventBoard], nudges: Mapping[int, datetime]
) -> tuple[AwaitedPlace, ...]:
    """The couples of the whole room that have not reported."""
    board = all_boards[0]
    waiting = board.awaiting
    return tuple(
        AwaitedPlace(
            report.table_number,
            _("Place {number}").format(number=report.table_number),
            " – ".join(board.names[place] for place in report.chairs),
            nudged=report.table_number in nudges,
        )
        for report in (waiting.reports if waiting else ())
        if report.payload is None
    )


def _tables(
    event: Event, all_boards: Sequence[EventBoard], nudges: Mapping[int, datetime]
) -> tuple[AwaitedPlace, ...]:
    """The tables that were asked to hurry and have not reported since."""
    last = max(board.set_number for board in all_boards)
    tables = [board for board in all_boards if board.set_number == last and board.open]
    newest = _newest_reports([board.table_id or 0 for board in tables]) if nudges else {}
    return tuple(
        AwaitedPlace(
            board.table_number, board.title or _("The table"), ", ".join(board.names), nudged=True
        )
        for board in tables
        for nudged_at in [nudges.get(board.table_number)]
        if nudged_at and nudged_at > newest.get(board.table_id or 0, event.created)
    )


AWAITED = ByKeeping(table=_tables, set=_tables, hands=_tables, room=_couples)


def _nudges(event: Event) -> dict[int, datetime]:
    """When each table was last asked to hurry, since the newest seats were shown."""
    newest = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("-set_number").first()
    if newest is None:
        return {}
    lines = event.log.filter(code="nudge", created__gte=newest.published_at).order_by("version")
    return {params["table"]: created for params, created in lines.values_list("params", "created")}


def _newest_reports(tables: Sequence[int]) -> dict[int, datetime]:
    rows = Report.objects.filter(table__in=tables).order_by().values("table_id")
    return dict(rows.annotate(newest=Max("created")).values_list("table_id", "newest"))
