"""A finished event as records need it, read from its standings and its hall."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from rulesets.engine.fields import AWAY
from rulesets.formats.carry import deals_played, for_usual
from rulesets.formats.deals import set_of, sides_at
from rulesets.formats.drive import roles_at, sitters
from rulesets.formats.format import Format
from rulesets.records.played_evenings import (
    ChairResult,
    DealResult,
    Highlight,
    PlayedEvening,
    SeatResult,
    TableRound,
)
from tournaments.boards.by_keeping import ByKeeping
from tournaments.models.event_games import find_game_of, format_of
from tournaments.standings.board_points import run_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rulesets.formats.drive import Drive, SetRecord, TableSet
    from tournaments.boards.event_board import BoardRound, EventBoard
    from tournaments.boards.hall import Hall
    from tournaments.models import Event
    from tournaments.standings.rows import StandingRow

TRUMPS = {"S": "S", "H": "H", "D": "D", "C": "C", "NT": "NT", "none": "NT"}
TRUMP = "trump"  # what a report calls it, where it is an answer
CARRIED, OWN, TEAM = "carried", "own", "team"


def read_evening(event: Event, rows: Sequence[StandingRow], hall: Hall) -> PlayedEvening:
    """Return an event as it was played. `rows` are its final standings."""
    format = format_of(event) if find_game_of(event) is not None else None
    if format is None:
        return _from_rows(event, rows)
    chairs = {row.entry_id: at for at, row in enumerate(rows)}
    if format.keeping.credit == CARRIED:
        reader: _Reader = _DriveReader(hall, chairs)
    else:
        reader = _BoardReader(hall, chairs, teams=format.keeping.credit == TEAM)
    tables, highlights = reader.tables(), reader.highlights()
    return PlayedEvening(
        game=event.game,
        format=format.kind.slug,
        deals=reader.deals,
        rounds=max((len(row.points) for row in rows), default=0),
        chairs=tuple(_chairs(rows, teams=format.keeping.board == "room")),
        tables=tuple(tables),
        highlights=tuple(highlights),
        low=format.game.plays.wins == "low",
    )


def _chairs(rows: Sequence[StandingRow], *, teams: bool) -> Iterator[ChairResult]:
    """Yield what every line of the standings came to."""
    rounds = max((len(row.points) for row in rows), default=0)
    sides: dict[Any, int] = {}
    for row in rows:
        group = row.role if teams else row.side
        key = (row.table, group) if group else row.entry_id
        gains = [points for points in row.made if points is not None]
        yield ChairResult(
            key=row.entry_id,
            side=sides.setdefault(key, len(sides)),
            rank=row.rank,
            total=row.total,
            points=sum(gains) if row.made else row.total - row.lost,
            role=row.role,
            course=course_of(row, rounds),
            joined=row.joined is not None,
        )


def course_of(row: StandingRow, rounds: int) -> tuple[int | None, ...]:
    """Return a line's total before the first round, then after each. Somebody who joined later has
    none before the round of joining."""
    start = 0
    if row.joined is not None:
        start = row.joined
    elif row.progress and len(row.progress) > sum(points is not None for points in row.sets):
        start = row.progress[0]
    gains = [*row.sets, *(None,) * (rounds - len(row.sets))]
    run: list[int | None] = list(accumulate((gain or 0 for gain in gains), initial=start))
    if row.joined is not None:
        first = next((at for at, gain in enumerate(gains) if gain is not None), len(gains))
        run[:first] = [None] * first
    return tuple(run)


def _from_rows(event: Event, rows: Sequence[StandingRow]) -> PlayedEvening:
    """Return an event whose game this version does not know: who sat together at the end, and what
    the rounds brought."""
    rounds = max((len(row.points) for row in rows), default=0)
    tables = []
    for number in range(1, rounds + 1):
        by_table: dict[str, list[tuple[int, StandingRow]]] = {}
        for at, row in enumerate(rows):
            if number <= len(row.points) and row.points[number - 1] is not None:
                by_table.setdefault(row.table, []).append((at, row))
        for people in by_table.values():
            sides: dict[Any, int] = {}
            seats = tuple(
                SeatResult(
                    at,
                    row.points[number - 1] or 0,
                    sides.setdefault(row.side or row.entry_id, len(sides)),
                )
                for at, row in people
            )
            deal = DealResult(tuple(at for at, _row in people))
            tables.append(TableRound(number, seats, (deal,)))
    return PlayedEvening(
        event.game, event.format, 1, rounds, tuple(_chairs(rows, teams=False)), tuple(tables)
    )


class _Reader:
    """What the tables of an event made of its rounds. `deals` are those agreed on for a round."""

    deals = 1

    def tables(self) -> Iterable[TableRound]:
        raise NotImplementedError

    def highlights(self) -> Iterable[Highlight]:
        raise NotImplementedError


# --- boards ---------------------------------------------------------------------------------------


class _BoardReader(_Reader):
    """Every round of a board is a round of a deal."""

    def __init__(self, hall: Hall, chairs: Mapping[int, int], *, teams: bool) -> None:
        self.boards, self.chairs, self.is_teams = hall.boards, chairs, teams
        # Rounds of a later table are numbered on from those of the tables before it.
        self.first: dict[int, int] = {}
        length: dict[int, int] = {}
        for board in self.boards:
            start = max((length.get(pk, 0) for pk in board.entry_ids), default=0)
            self.first[id(board)] = start
            length |= dict.fromkeys(board.entry_ids, start + len(board.rounds))

    def tables(self) -> Iterator[TableRound]:
        """Yield the rounds that count."""
        for board in self.boards:
            gains = [run_of(board, at)[0] for at in range(len(board.scorers))]
            for number, board_round in enumerate(board.rounds):
                if not board_round.counted:
                    continue
                at = self.first[id(board)] + number + 1
                points = [own[number] for own in gains]
                yield from self._tables(board, board_round, at, points)

    def _tables(
        self, board: EventBoard, board_round: BoardRound, number: int, points: Sequence[int | None]
    ) -> Iterator[TableRound]:
        """Yield a round of a board: one table, or the couples of the whole room."""
        for report in board_round.reports:
            if self.is_teams and (report.payload is None or report.payload.get(AWAY.key)):
                continue
            seats, chairs = [], []
            for place in report.chairs:
                at = self.chairs.get(board.entry_ids[place])
                brought = points[board.scorer(place)]
                if at is None or brought is None:
                    continue
                seats.append(SeatResult(at, brought, board.setup.roster.side_of(place)))
                chairs.append(at)
            if seats:
                trump = trump_of(board, board_round)
                totals = tuple(seat.points for seat in seats)
                deal = DealResult(tuple(chairs), totals, trump)
                yield TableRound(number, tuple(seats), (deal,))

    def highlights(self) -> Iterator[Highlight]:
        """Yield what the game finds worth remembering of rounds that count."""
        for board in self.boards:
            for number, board_round in enumerate(board.rounds):
                if not board_round.counted or board_round.played is None:
                    continue
                for moment in board_round.played.moments:
                    who = (self.chairs.get(board.entry_ids[place]) for place in moment.who)
                    at = self.first[id(board)] + number + 1
                    yield Highlight(
                        moment.code, at, 1, tuple(chair for chair in who if chair is not None)
                    )


def trump_of(board: EventBoard, board_round: BoardRound) -> str:
    """Return the trump of a round of a board, if it is an answer of the report."""
    value = board_round.value
    trump = value.get(TRUMP) if isinstance(value, dict) else None
    return TRUMPS.get(trump, "") if isinstance(trump, str) else ""


# --- drives ---------------------------------------------------------------------------------------


class _DriveReader(_Reader):
    """Every set is a round; its deals are hands, or the rounds of a board."""

    def __init__(self, hall: Hall, chairs: Mapping[int, int]) -> None:
        rows = hall.drive
        self.hall, self.rows = hall, rows
        self.format: Format = rows.format
        self.drive: Drive = rows.drive
        self.deals = rows.format.length.deals.usual or 1
        self.chairs = [chairs.get(pk) for pk in rows.entry_ids]

    def _chair(self, player: int | None) -> int | None:
        return None if player is None else self.chairs[player]

    def tables(self) -> Iterator[TableRound]:
        """Yield every table of every set."""
        for record in self.drive.sets:
            for table in record.tables:
                round_of_table = self._table(record, table)
                if round_of_table is not None:
                    yield round_of_table

    def _table(self, record: SetRecord, table: TableSet) -> TableRound | None:
        deals = tuple(self._deals(record, table))
        if not deals:
            return None
        sides = sides_at(self.format, record.number, len(table.chairs))
        points = self._points(record, table)
        roles = roles_at(self.drive, record, table)
        seats = []
        for seat, player in enumerate(table.chairs):
            there = {deal.chairs[seat] for deal in deals}
            if there == {None}:
                continue
            chair = self._chair(player) if there == {self._chair(player)} else None
            side = next(at for at, here in enumerate(sides) if seat in here)
            seats.append(SeatResult(chair, points[seat], side, roles[seat]))
        return TableRound(record.number, tuple(seats), deals)

    def _points(self, record: SetRecord, table: TableSet) -> tuple[int, ...]:
        """Return what each seat of a table made of a set, as if all had played as many deals."""
        score = self.format.hands.fold(record.number) if table.board is None else None
        points = tuple(score(table.hands)) if score is not None else table.board.points  # type: ignore[union-attr]
        return for_usual(points, deals_played(self.format, table))

    def _deals(self, record: SetRecord, table: TableSet) -> Iterator[DealResult]:
        """Yield the deals that were reported, as they were played."""
        if table.board is not None:
            for number, deal in enumerate(table.board.deals, 1):
                if deal is not None:
                    chairs = tuple(map(self._chair, sitters(table, number)))
                    yield DealResult(chairs, tuple(deal.points))
            return
        score = self.format.hands.fold(record.number)
        before = tuple(score(()))
        for number, report in enumerate(table.hands, 1):
            after = tuple(score(table.hands[:number]))
            if report is not None:
                gains = tuple(now - then for now, then in zip(after, before, strict=True))
                chairs = tuple(map(self._chair, sitters(table, number)))
                yield DealResult(chairs, gains, self._trump(record.number, number, report))
            before = after

    def _trump(self, number: int, hand: int, report: Any) -> str:
        """Return the trump of a hand: what was answered, or what its set says."""
        answer = report.get(TRUMP) if isinstance(report, dict) else None
        key = answer if isinstance(answer, str) else set_of(self.format, number).sign_of(hand)
        return TRUMPS.get(key, "")

    def highlights(self) -> Iterator[Highlight]:
        """Yield what the game finds worth remembering."""
        yield from HIGHLIGHTS(self.format)(self)

    def of_hands(self) -> Iterator[Highlight]:
        """Yield those of hands that stand by themselves."""
        format = self.format
        for record in self.drive.sets:
            for table in record.tables:
                roles = roles_at(self.drive, record, table)
                # Moments of a finished evening are stored under the names at the end of a set.
                names = tuple(
                    "" if at is None else self.drive.players[at].name
                    for at in sitters(table, format.length.most_deals)
                )
                for hand, report in enumerate(table.hands, 1):
                    if report is None:
                        continue
                    there = tuple(map(self._chair, sitters(table, hand)))
                    for moment in format.hands.moments(record.number, names, roles, report, hand):
                        who = tuple(there[seat] for seat in moment.who)
                        chairs = tuple(chair for chair in who if chair is not None)
                        yield Highlight(moment.code, record.number, hand, chairs)

    def of_boards(self) -> Iterator[Highlight]:
        """Yield those of boards."""
        chairs = {pk: self.chairs[at] for at, pk in enumerate(self.rows.entry_ids)}
        for board in self.hall.boards:
            for number, board_round in enumerate(board.rounds, 1):
                if not board_round.counted or board_round.played is None:
                    continue
                for moment in board_round.played.moments:
                    who = (chairs.get(board.entry_ids[place]) for place in moment.who)
                    people = tuple(chair for chair in who if chair is not None)
                    yield Highlight(moment.code, board.set_number, number, people)


_OF_BOARDS = _DriveReader.of_boards
HIGHLIGHTS = ByKeeping(
    table=_OF_BOARDS, set=_OF_BOARDS, hands=_DriveReader.of_hands, room=_OF_BOARDS
)
