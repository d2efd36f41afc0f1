"""Points that stay on the board on which they were made: of each table, or of two teams. Standings
are counted from the boards, and explained round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rulesets.engine.plays import Account
from rulesets.standings.placings import placings
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.event_board import up_to
from tournaments.boards.room_board import AWAY, couple_words
from tournaments.models import Entry
from tournaments.scores.books import FIRST, amount_words, rounds_in_parts
from tournaments.scores.lines import leaving_words
from tournaments.standings.player_sets import PlayerHand, PlayerSet, PointLine
from tournaments.standings.reasons import point_lines
from tournaments.standings.rows import Count, Points, Run, StandingRow
from tournaments.web.collation import sort_key, sorted_by_name
from tournaments.web.forms import message
from tournaments.web.labels import compass
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from rulesets.engine.plays import State, Transfer
    from tournaments.boards.deal_reports import DealReport
    from tournaments.boards.event_board import BoardRound, EventBoard
    from tournaments.boards.hall import Hall
    from tournaments.models import Event
    from tournaments.standings.rows import Standings
    from tournaments.web.paging import ListPage, PageRequest


class BoardPoints(Points):
    """Points stay on the board of their table, or of the whole room with its two teams."""

    def boards(self, hall: Hall) -> tuple[EventBoard, ...]:
        return hall.boards

    def rows(self, event: Event, boards: Sequence[EventBoard]) -> tuple[StandingRow, ...]:
        """Everybody's line, best first; before the first seats everybody has 0.

        Somebody who sits at no table has no line.
        """
        if not boards:
            everybody = Entry.objects.filter(event_id=event.pk).order_by("pk")
            names = sorted_by_name(everybody.values_list("pk", "name"), lambda row: row[1])
            return tuple(_nothing_yet(pk, name) for pk, name in names)
        is_of_teams = boards[0].format.keeping.credit == "team"
        return team_rows(boards[0]) if is_of_teams else table_rows(boards)

    def count(self, hall: Hall) -> Count:
        boards = hall.boards
        rounds = max((len(board.rounds) for board in boards), default=0)
        loose = not all(board_round.accepted for board in boards for board_round in board.rounds)
        begun = any(board_round.counted for board in boards for board_round in board.rounds)
        return Count(self.rows(hall.event, boards), rounds, provisional=loose, begun=begun)

    def reasons(self, hall: Hall) -> Iterator[tuple[int, tuple[PlayerSet, ...]]]:
        """The explanation of everybody's score, round by round."""
        for entry_id in dict.fromkeys(pk for board in hall.boards for pk in board.entry_ids):
            yield entry_id, self.reasons_of(hall, entry_id)

    def reasons_of(self, hall: Hall, entry_id: int) -> tuple[PlayerSet, ...]:
        """One person's rounds on all boards, numbered consecutively; empty for somebody who is on
        none."""
        rounds: list[PlayerSet] = []
        for board in hall.boards:
            if entry_id in board.entry_ids:
                first = rounds[-1].number + 1 if rounds else 0
                rounds += _rounds(board, board.index(entry_id), first)
        return tuple(rounds)

    def hides_reasons(self, table: Standings, entry_id: int) -> bool:
        """True as soon as any place is hidden: a board shows the scores of everybody on it."""
        return table.hidden > 0

    def run(self, name: str, row: StandingRow) -> Run:
        """The totals from the start on."""
        return ((name, row.progress),)


# -- lines -----------------------------------------------------------------------------------

Key = tuple[int, int]  # place at the table (as a negative number), total
ABSENT = -1  # whoever went home comes after those who stayed
NOT_LAST: Key = (-1_000_000, 0)  # for somebody who is not at a final table
NOT_THERE: Key = (-2_000_000, 0)  # for somebody who joined later


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody's board and place in its roster, and the same at the final table."""

    board: EventBoard
    place: int
    final: EventBoard | None = None
    final_place: int = 0

    @property
    def newest(self) -> tuple[EventBoard, int]:
        return (self.final, self.final_place) if self.final else (self.board, self.place)


def _nothing_yet(entry_id: int, name: str) -> StandingRow:
    return StandingRow(
        entry_id=entry_id,
        name=name,
        role="",
        role_name="",
        total=0,
        rank=1,
        shared=True,
        sets=(),
        sit_outs=0,
        moved=0,
        progress=(),
    )


def course(board: EventBoard) -> tuple[State, ...]:
    """The opening state and the state after each round that counts; the last includes what closed
    the game."""
    states = list(board.states)
    if board.replay.closing.transfers:
        states[-2:] = states[-1:]
    return tuple(states)


def account_of(board: EventBoard, scorer: int) -> Account:
    """The account of a player's or side's points."""
    return Account("player" if board.alone else "side", scorer)


def stake_of(board: EventBoard, place: int) -> int:
    """What a player put in at the start of a board."""
    mine = account_of(board, board.scorer(place))
    return sum(
        transfer.amount
        for transfer in board.replay.opening.transfers
        if transfer.source.kind == "bank" and transfer.target == mine
    )


def run_of(board: EventBoard, scorer: int) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    """What each round brought a side (None: it does not count, or was played before they joined),
    and its totals from the start, or from when they joined."""
    totals = board.course_of(scorer, course(board))
    gains = iter(
        None if before is None or now is None else now - before for before, now in pairwise(totals)
    )
    sets = tuple(next(gains) if board_round.counted else None for board_round in board.rounds)
    return sets, tuple(total for total in totals if total is not None)


def seats_of(boards: Sequence[EventBoard]) -> dict[int, Seat]:
    """Everybody's boards by entry, for events in which each table keeps one."""
    seats: dict[int, Seat] = {}
    for board in boards:
        for place, entry_id in enumerate(board.entry_ids):
            first = seats.get(entry_id)
            seats[entry_id] = (
                Seat(first.board, first.place, board, place) if first else Seat(board, place)
            )
    return seats


def team_rows(board: EventBoard) -> tuple[StandingRow, ...]:
    roster, plays = board.setup.roster, board.plays
    states = course(board)
    now = plays.ranks(states[-1])
    before = plays.ranks(states[-2]) if states[2:] else now
    rows = []
    for team, members in enumerate(roster.sides):
        sets, progress = run_of(board, team)
        for place in members:
            row = StandingRow(
                entry_id=board.entry_ids[place],
                name=board.names[place],
                role=plays.side_names[team],
                role_name=roster.side_names[team],
                total=progress[-1],
                rank=now[team],
                shared=len(members) > 1 or now.count(now[team]) > 1,
                sets=sets,
                sit_outs=sum(
                    place in board_round.byes for board_round in board.rounds if board_round.counted
                ),
                moved=before[team] - now[team],
                progress=progress,
            )
            rows.append(row)
    order = {role: team for team, role in enumerate(plays.side_names)}
    return tuple(sorted(rows, key=lambda row: (row.rank, order[row.role], sort_key(row.name))))


def table_rows(boards: Sequence[EventBoard]) -> tuple[StandingRow, ...]:
    seats = seats_of(boards)
    now = _ranks(seats, lambda board: board.state)
    level = Counter(now.values())
    before = _ranks_before(boards, seats)
    rows = []
    for entry_id, seat in seats.items():
        sets, progress = _run(seat)
        row = StandingRow(
            entry_id=entry_id,
            name=seat.board.names[seat.place],
            role="",
            role_name="",
            total=progress[-1],
            rank=now[entry_id],
            shared=level[now[entry_id]] > 1,
            sets=sets,
            sit_outs=0,
            moved=before[entry_id] - now[entry_id] if before and len(progress) > 1 else 0,
            progress=progress,
            table=seat.newest[0].title,
            side=_side(*seat.newest),
            joined=start[1] if (start := seat.board.start_of(seat.place)) else None,
            left=leaving_words(seat.board, seat.board.scorer(seat.place)),
        )
        rows.append(row)
    return tuple(sorted(rows, key=lambda row: (row.rank, sort_key(row.name))))


def _side(board: EventBoard, place: int) -> tuple[str, ...]:
    """Everybody who shares a player's total, in the order of their chairs."""
    people = board.people_of(board.scorer(place))
    return tuple(board.names[person] for person in people) if len(people) > 1 else ()


def _run(seat: Seat) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    sets, progress = run_of(seat.board, seat.board.scorer(seat.place))
    left = seat.board.left.get(seat.place)
    if left is not None and seat.board.alone:  # no part in the rounds after that
        played = len(up_to(seat.board.tally.counted, left))
        sets = (*sets[:played], *(None for _ in sets[played:]))
    if seat.final is None:
        return sets, progress
    more, totals = run_of(seat.final, seat.final.scorer(seat.final_place))
    left = progress[-1] - stake_of(seat.final, seat.final_place)
    # Stakes at the final table are no round of their own: its first round follows.
    later = totals[1:] or totals
    return sets + more, progress + tuple(left + total for total in later)


def _ranks(seats: Mapping[int, Seat], state_of: Callable[[EventBoard], State]) -> dict[int, int]:
    """Everybody's rank, with every board in the state that `state_of` returns."""
    boards = {
        id(board): board for seat in seats.values() for board in (seat.board, seat.final) if board
    }
    at = {key: _keys(board, state_of(board)) for key, board in boards.items()}
    keys = {
        entry_id: (
            at[id(seat.final)][seat.final.scorer(seat.final_place)] if seat.final else NOT_LAST,
            at[id(seat.board)][seat.board.scorer(seat.place)],
        )
        for entry_id, seat in seats.items()
    }
    order = {key: rank for rank, key in enumerate(sorted(set(keys.values())))}
    ranked = placings([order[key] for key in keys.values()])
    return {entry_id: place.rank for entry_id, place in zip(keys, ranked, strict=True)}


def _keys(board: EventBoard, state: State) -> list[Key]:
    """The keys by which people are ranked, by scorer: higher is better."""
    totals = board.plays.totals(state)
    later = [NOT_THERE] * (len(board.scorers) - len(totals))
    best_first = [-total if board.plays.wins == "low" else total for total in totals]
    if board.plays.ranking(state) is None:
        leavers = frozenset(board.plays.leavers(state))
        present = [0 if {*board.people_of(who)} - leavers else ABSENT for who in range(len(totals))]
        return [*zip(present, best_first, strict=True), *later]
    own = board.plays.ranks(state)
    return [*((-rank, total) for rank, total in zip(own, best_first, strict=True)), *later]


def _ranks_before(boards: Sequence[EventBoard], seats: Mapping[int, Seat]) -> dict[int, int]:
    """Everybody's rank before the last round of every table in play; empty if there is none."""
    last = max(board.set_number for board in boards)
    moved = {id(board): course(board) for board in boards if board.set_number == last}
    earlier = {key: states[-2] for key, states in moved.items() if len(states) > 2}
    if not earlier:
        return {}
    return _ranks(seats, lambda board: earlier.get(id(board), board.state))


# -- reasons ---------------------------------------------------------------------------------

COLUMN = "column"  # the kind of account that a team writes its totals into


def _rounds(board: EventBoard, place: int, first: int) -> Iterator[PlayerSet]:
    """The start, if something was put in, and every round. `first` is the number of the start:
    rounds of an earlier table come before it."""
    name = _("Final table: {round}") if board.set_number > 1 else "{round}"
    gains, totals = run_of(board, board.scorer(place))
    opening = _board_hand(board, _movements_of_start(board, place), _mine(board, place))
    after = board.joined[place][0] if board.start_of(board.scorer(place)) else 0
    if opening.lines:
        start = _("the start") if board.set_number > 1 else _("The start")
        called = name.format(round=_("joined") if after else start)
        yield _board_set(board, place, first + after, capfirst(called), totals[0], (opening,))
    for board_round, points in zip(board.rounds, gains, strict=True):
        if board_round.number <= after:
            continue
        words = board.format.labels.deal
        deal = (
            words.within(board_round.number)
            if board.set_number > 1
            else words.numbered(board_round.number)
        )
        called = name.format(round=translate(deal))
        report = next((report for report in board_round.reports if place in report.chairs), None)
        hands = POINTS_OF(board.format).hands(board, board_round, place, report, points)
        yield _board_set(
            board,
            place,
            first + board_round.number,
            called,
            points,
            tuple(hands),
            (board_round, report),
        )


def _movements_of_start(board: EventBoard, place: int) -> tuple[Transfer, ...]:
    """What brought somebody the first total: what all put in at the opening, or what was given to
    who joined later."""
    if board.start_of(board.scorer(place)) is None:
        return tuple(board.replay.opening.transfers)
    last = board.round(board.joined[place][0])
    return last.played.transfers if last is not None and last.played is not None else ()


def _board_set(
    board: EventBoard,
    place: int,
    number: int,
    name: str,
    points: int | None,
    hands: tuple[PlayerHand, ...],
    source: tuple[BoardRound | None, DealReport | None] = (None, None),
) -> PlayerSet:
    """A round of somebody, or the start. `source`: the round, and the report of their place."""
    board_round, report = source
    across, table = POINTS_OF(board.format).across(board, place, report)
    reported = report is not None and report.payload is not None
    return PlayerSet(
        number=number,
        name=name,
        line=translate(board_round.played.summary) if board_round and board_round.played else "",
        rule="",
        points=points,
        table=table if across or board.title else None,
        compass=compass(board.format, place),
        partner="",
        opponents=across,
        note=_board_note(board_round, place, report) if board_round else "",
        hands=hands,
        at=(report.set_number, report.table_number, report.deal) if report and reported else (),
    )


def _alone(board: EventBoard, place: int, report: DealReport | None) -> tuple[tuple[str, ...], int]:
    """Nobody whom a player faces, and the table."""
    return (), board.table_number


def _couple(
    board: EventBoard, place: int, report: DealReport | None
) -> tuple[tuple[str, ...], int]:
    """Whom a player faces in a round, and at which place; nobody at 0 for a sit-out."""
    if report is None:
        return (), 0
    return tuple(board.names[at] for at in report.chairs if at != place), report.table_number


def _board_note(board_round: BoardRound, place: int, report: DealReport | None) -> str:
    """Why a round brought nothing; "" if it did."""
    if place in board_round.byes:
        return _("sat out: the chair opposite was empty")
    if report is None or (report.payload is not None and report.payload.get(AWAY)):
        return _("not here")
    if board_round.counted:
        return ""
    if board_round.played is None:
        missing = any(report.payload is None for report in board_round.reports)
        return _("some reports are still missing") if missing else ""
    errors = [problem for problem in board_round.played.problems if problem.severity == "error"]
    why = " ".join(message(problem) for problem in errors[:1])
    return _("does not count: {reason}").format(reason=why) if why else _("does not count")


# -- hands -----------------------------------------------------------------------------------


def _of_table(
    board: EventBoard,
    board_round: BoardRound,
    place: int,
    report: DealReport | None,
    points: int | None,
) -> Iterator[PlayerHand]:
    """What a round brought a player; after the last round also what closed the game."""
    if board_round.played is None or not board_round.counted:
        return
    closing = board.replay.closing.transfers if board_round is board.rounds[-1] else ()
    transfers = (*board_round.played.transfers, *closing)
    yield _board_hand(board, transfers, _mine(board, place), accepted=board_round.accepted)


def _mine(board: EventBoard, place: int) -> Callable[[Transfer], int | None]:
    """A function for what a transfer adds to a player's account; None if it does not concern it."""
    mine = account_of(board, board.scorer(place))

    def concerns(transfer: Transfer) -> int | None:
        if transfer.target == mine:
            return transfer.amount
        return -transfer.amount if transfer.source == mine else None

    return concerns


def _of_team(
    board: EventBoard,
    board_round: BoardRound,
    place: int,
    report: DealReport | None,
    points: int | None,
) -> Iterator[PlayerHand]:
    """The result of the player's own couple, then what the team was awarded for the whole round."""
    transfers = board_round.played.transfers if board_round.played else ()
    team = board.scorer(place)
    if report is not None and report.payload is not None and not report.payload.get(AWAY):
        row = board_round.reports.index(report)

        def of_couple(transfer: Transfer) -> int | None:
            if transfer.at[:1] != (row,):
                return None
            return transfer.amount if transfer.target.who == team else -transfer.amount

        summary = couple_words(board, report, report.payload)
        called = _("At the table")
        yield _board_hand(
            board, transfers, of_couple, called=called, summary=summary, accepted=report.accepted
        )

    if board_round.counted:
        concerns = _of_columns(board, place)
        yield _board_hand(board, transfers, concerns, called=board.scorers[team], points=points)


def _of_columns(board: EventBoard, place: int) -> Callable[[Transfer], int | None]:
    """A function for what a transfer adds to the columns of a player's team; None if it does not
    concern them."""
    team = board.scorer(place)

    def concerns(transfer: Transfer) -> int | None:
        if transfer.target.kind == COLUMN and transfer.target.who == team:
            return transfer.amount
        mine = transfer.source.kind == COLUMN and transfer.source.who == team
        return -transfer.amount if mine else None

    return concerns


@dataclass(frozen=True, slots=True)
class PointsWay:
    """How points of a board are explained: the `hands` of somebody's round, whom a player faces
    (`across`) and where, and what a transfer adds to an account that `concerns` them."""

    hands: Callable[
        [EventBoard, BoardRound, int, DealReport | None, int | None], Iterator[PlayerHand]
    ]
    across: Callable[[EventBoard, int, DealReport | None], tuple[tuple[str, ...], int]]
    concerns: Callable[[EventBoard, int], Callable[[Transfer], int | None]]


_OF_TABLE = PointsWay(_of_table, _alone, _mine)
_OF_ROOM = PointsWay(_of_team, _couple, _of_columns)
POINTS_OF = ByKeeping(table=_OF_TABLE, set=_OF_TABLE, hands=_OF_TABLE, room=_OF_ROOM)


# -- one total -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TotalRound:
    """What a round added to a total, why, and the total after it; `number` 0 is the start."""

    number: int
    name: str
    gain: int
    total: int
    lines: tuple[PointLine, ...]


@dataclass(frozen=True, slots=True)
class TotalReasons:
    """Why a total is what it is: a page of its rounds, the newest first; `part` says which."""

    name: str
    total: int
    unit: str
    rounds: tuple[TotalRound, ...]
    part: ListPage[int]


def total_reasons(
    board: EventBoard, scorer: int, page_request: PageRequest = FIRST, **also: str
) -> TotalReasons:
    """Why a player or side has that total, for so many rounds. What it costs does not depend on how
    many rounds there are on other pages."""
    place, after = board.people_of(scorer)[0], 0
    if board.start_of(scorer):
        after = board.joined[place][0]
    start = len(up_to(board.rounds, after))
    part = rounds_in_parts(range(len(board.rounds), start - 1, -1), page_request, **also)
    rounds = [board.rounds[at - 1] for at in reversed(part.lines) if at > start]
    before = len(up_to(board.tally.counted, rounds[0].number - 1 if rounds else after))
    states = course(board)
    totals = board.course_of(scorer, states[before : before + len(rounds) + 1], before)
    concerns = POINTS_OF(board.format).concerns(board, place)
    total_rounds = []
    opening = _movements_of_start(board, place) if start in part.lines else ()
    if lines := point_lines(board.plays, opening, concerns):
        name = _("Joined") if after else _("The start")
        total_rounds.append(TotalRound(0, name, totals[0] or 0, totals[0] or 0, lines))
    total_rounds += _total_rounds(board, rounds, totals, concerns)
    now = board.totals(states[-1])[scorer]
    unit = amount_words(now, board.plays.unit)
    return TotalReasons(board.scorers[scorer], now, unit, tuple(reversed(total_rounds)), part)


def _total_rounds(
    board: EventBoard,
    rounds: Sequence[BoardRound],
    totals: Sequence[int | None],
    concerns: Callable[[Transfer], int | None],
) -> Iterator[TotalRound]:
    """What each of these rounds added; `totals` are that before the first of them and those after
    each that counts."""
    running = pairwise(totals)
    for board_round in rounds:
        if not board_round.counted or board_round.played is None:
            continue
        earlier, total = next(running)
        if earlier is None or total is None:
            continue
        closing = board.replay.closing.transfers if board_round is board.rounds[-1] else ()
        lines = point_lines(board.plays, (*board_round.played.transfers, *closing), concerns)
        if lines or total != earlier:
            name = translate(board.format.labels.deal.numbered(board_round.number))
            yield TotalRound(board_round.number, name, total - earlier, total, lines)


def _board_hand(
    board: EventBoard,
    transfers: Iterable[Transfer],
    concerns: Callable[[Transfer], int | None],
    *,
    called: str = "",
    summary: str = "",
    points: int | None = None,
    accepted: bool = True,
) -> PlayerHand:
    lines = point_lines(board.plays, transfers, concerns)
    return PlayerHand(
        deal=1,
        called=called,
        points=points,
        summary="" if lines else summary,
        lines=lines,
        provisional=not accepted,
        note="",
    )
