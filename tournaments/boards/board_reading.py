"""Reading boards: an event's reports replayed by the rules of its game, as they are or as they
would be.

A board is the score that one group keeps: the whole room if two teams play each other, in other
games each table. Players are numbered by their place in the board's roster.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar

from rulesets.engine.plays import Step
from rulesets.engine.replay import Replay, RoundReport, join_games
from rulesets.engine.roster import ChangeKind, Roster, RosterChange, Setup
from rulesets.folded.board import BoardState, Folded, FoldedSetup, replay_of
from rulesets.formats.board import Board
from rulesets.formats.deals import passes_deal, setup_at
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.deal_reports import DealReport
from tournaments.boards.event_board import BoardRound, EventBoard, HandsBoard, up_to
from tournaments.boards.event_tables import EventTables, SetTables, TableRecord, team_order
from tournaments.boards.room_board import RoomBoard
from tournaments.boards.table_reports import Reports, TableReports
from tournaments.cache.memo import Memo
from tournaments.db.current_values import DealAt
from tournaments.models import CUT, Event
from tournaments.models.event_games import format_of, snapshot_boards, snapshot_format
from tournaments.web.labels import role_word, table_title

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.engine.plays import Plays, State
    from rulesets.formats import Format

    Play = Callable[[EventBoard, Sequence[BoardRound]], EventBoard]
    Blank = tuple[Format, Setup, Replay]


BOARDS = 256

_replay_memo: Memo[EventBoard] = Memo(BOARDS)  # by event, game and table


def remembered(event: Event, board: EventBoard, rounds: Sequence[BoardRound]) -> EventBoard:
    """The board with its rounds played; rounds that this process has played before are not played
    again.

    The same people with the same reports have the same board, whatever happened in between, so even
    a board that was rolled back can be remembered.
    """

    def renew(earlier: EventBoard, _state: object) -> tuple[EventBoard, object]:
        return with_rounds(board, rounds, earlier), now

    now = object()  # equals no state, so that rounds of an earlier board are compared one by one
    key = (event.pk, board.game.slug, board.table_id)
    return _replay_memo.get(key, now, lambda: with_rounds(board, rounds), renew=renew)


def with_rounds(
    board: EventBoard,
    rounds: Sequence[BoardRound],
    earlier: EventBoard | None = None,
    same: int = 0,
) -> EventBoard:
    """Return the board with its complete rounds played in order.

    Rounds equal to those at the beginning of an `earlier` board of the same people are not played
    again; the first `same` are identical and are not even compared.
    """
    keep = 0  # how many of the other complete rounds need no playing
    reports = _engine_reports(board, rounds[same:])
    if earlier is not None and earlier.game is board.game and earlier.setup == board.setup:
        keep = _alike(_engine_reports(earlier, earlier.rounds[same:]), reports)
    done = _count_reported(earlier, same) if earlier is not None and same else 0
    base = earlier.replay if earlier is not None and done + keep else board.replay
    replay = board.score.fold(reports[keep:], base, done + keep)
    filled, score = list(rounds[:same]), board.score
    for blank in rounds[same:]:
        number, complete = blank.number, blank.complete
        before, game = score.judged_on(number, replay.state_before(done)), replay.game_at(done)
        now = None
        if score.is_told(number, complete=complete):
            now, done = replay.rounds[done], done + 1
        played = now if complete else None
        filled.append(replace(blank, played=played, before=before, game=game))
    if any(_is_open(board, board_round) for board_round in filled[same:]):
        again = (_reopened(board, board_round) for board_round in filled[same:])
        return with_rounds(board, [*filled[:same], *again], earlier, same)
    tally = board.tally_of(filled, same, earlier)
    return replace(board, rounds=tuple(filled), replay=replay, tally=tally)


def _alike(before: Sequence[Any], now: Sequence[Any]) -> int:
    """How many items at the beginning of both are equal."""
    return sum(1 for _one in takewhile(bool, map(operator.eq, before, now)))


def is_open(plays: Plays, state: State, payload: Mapping[str, Any] | None) -> bool:
    """Whether a payload holds only what is answered before the hand (bids); `state` is before
    it."""
    if not payload:
        return False
    fields = plays.fields(state)
    early = {field.key for field in fields if field.before}
    lacks = any(field.required for field in fields if not field.before)
    return lacks and payload.keys() <= early


def _is_open(board: EventBoard, board_round: BoardRound) -> bool:
    """Whether a round that is played as a whole has only begun."""
    if board_round.played is None or board_round.played.counted or not board.score.opens:
        return False
    return is_open(board.plays, board_round.before, board_round.reports[0].payload)


def _reopened(board: EventBoard, board_round: BoardRound) -> BoardRound:
    if not _is_open(board, board_round):
        return board_round
    return replace(
        board_round, complete=False, reports=(replace(board_round.reports[0], is_open=True),)
    )


def _engine_reports(board: EventBoard, rounds: Sequence[BoardRound]) -> list[RoundReport]:
    """The rounds as the engine gets them."""
    score = board.score
    return [
        score.report(
            board_round.number,
            board_round.value,
            [report.allowed for report in board_round.reports],
            complete=board_round.complete,
        )
        for board_round in rounds
        if score.is_told(board_round.number, complete=board_round.complete)
    ]


def _count_reported(board: EventBoard, many: int) -> int:
    """Return how many of the first `many` rounds the engine gets."""
    is_told = board.score.is_told
    uncounted = up_to(board.tally.uncounted, board.rounds[many - 1].number)
    return many - sum(not is_told(entry.number, complete=entry.complete) for entry in uncounted)


AWAY_AND_BACK: tuple[ChangeKind, ChangeKind] = ("leaves", "returns")
ROUND = 1  # the deal under which a couple reports its round


def _is_single(tables: EventTables) -> bool:
    return len(tables.sets) == 1 and len(tables.sets[0].tables) == 1


def _room_on(
    board: EventBoard,
    tables: EventTables,
    reports: tuple[Reports, Reports],
    first: int,
    *,
    playing: bool,
) -> EventBoard:
    """The whole room's board with what has been reported since (`reports` before and now), in the
    set `first` and after it."""
    keep = sum(1 for _same in takewhile(lambda record: record.number < first, tables.sets))
    before, now = reports
    blank = board.replay.opening.state
    rounds = [
        _room_round(board, record, now, blank, (before, was))
        for record, was in zip(tables.sets[keep:], board.rounds[keep:], strict=True)
    ]
    board_now = with_rounds(board, (*board.rounds[:keep], *rounds), board, keep)
    return replace(
        board_now, open=playing and board_now.ending is None and board_now.awaiting is not None
    )


def _table_on(board: EventBoard, reports: TableReports, deals: Sequence[int]) -> EventBoard:
    """The board with what was reported since of these `deals`, or of all of it."""
    board = replace(board, table=reports.table, cut=reports.deals.get(CUT))
    reported = [deal for deal in deals if deal in reports.deals]
    last = max(len(board.rounds), *reported, 0)
    keep = max(0, min(len(board.rounds), min(deals) - 1))
    rounds = _table_rounds(board, reports, keep + 1, last)
    return with_rounds(board, (*board.rounds[:keep], *rounds), board, keep).opened


def report_at_place(board: EventBoard, table_number: int, number: int) -> DealReport | None:
    """The report of a table (or a couple's place) in a round; None if there is none."""
    board_round = board.round(number)
    reports = board_round.reports if board_round else ()
    return next((report for report in reports if report.table_number == table_number), None)


def roster_of(
    event: Event, plays: Plays, tables: EventTables, seed: int = 0
) -> tuple[Roster, tuple[int, ...]]:
    """The whole room's roster, and its entries. `seed` is that of seats not shown yet (0: in the
    order of entering)."""
    people = tables.entries
    entries = [pk for pk, entry in people.items() if entry.role in plays.side_names]
    places = {pk: place for place, pk in enumerate(entries)}
    first = tables.sets[0] if tables.sets else None
    teams = []
    for team in plays.side_names:
        members = [pk for pk in entries if people[pk].role == team]
        shuffle_seed = f"{team} {seed}" if seed else ""  # each team is shuffled by itself
        teams.append(tuple(places[pk] for pk in team_order(first, members, shuffle_seed)))
    names = tuple(people[pk].name for pk in entries)
    called = tuple(role_word(event, team, many=True) for team in plays.side_names)
    return Roster(names, tuple(teams), called), tuple(entries)


def _folded_setup(format: Format, folded: Folded) -> FoldedSetup:
    return FoldedSetup(
        folded.roster,
        format.agreed,
        folded.first,
        folded.played,
        folded.sheet,
        folded.rounds_in_all,
        folded.target,
    )


def _filled(board: EventBoard, start: BoardState, stored: Mapping[int, BoardRound]) -> EventBoard:
    """Return the board with its `stored` rounds, or with those of one game of a match."""
    replay = replay_of(
        board.plays, start, {number: folded_round.value for number, folded_round in stored.items()}
    )
    played, rounds, game = iter(replay.rounds), [], start.of.game
    for folded_round in start.of.rounds:
        mine = stored[folded_round.number]
        reports = mine.reports
        if folded_round.is_open:
            reports = tuple(replace(report, is_open=True) for report in reports)
        now = next(played) if folded_round.played else None
        before = start.at(folded_round.before)
        filled = replace(
            mine, reports=reports, complete=folded_round.played, played=now, before=before
        )
        rounds.append(replace(filled, game=game))
    replay = replace(replay, setup=_folded_setup(board.format, start.of))
    return replace(board, rounds=tuple(rounds), replay=replay)


def _room(event: Event, format: Format, tables: EventTables, reports: Reports) -> EventBoard:
    plays = format.game.plays
    roster, entries = roster_of(event, plays, tables)
    first = tables.sets[0].tables
    setup = Setup(roster, format.agreed, first[0].first_dealer if first else None)
    blank = Board(format, setup).fold(())
    board: EventBoard = RoomBoard(format, setup, "", None, entries, (), blank, open=False)
    rounds = [_room_round(board, record, reports, blank.state) for record in tables.sets]
    board = remembered(event, board, rounds)
    going = board.ending is None and event.state == Event.State.PLAYING
    return replace(board, open=going and board.awaiting is not None)


def _room_round(
    board: EventBoard,
    record: SetTables,
    reports: Reports,
    blank: State,
    earlier: tuple[Reports, BoardRound] | None = None,
) -> BoardRound:
    """A round of the whole room; couples that have reported nothing since are taken from
    `earlier`."""
    entries, was = board.entry_ids, None
    same: dict[int, DealReport] = {}
    if earlier is not None:
        before, was = earlier
        both = zip(record.tables, was.reports, strict=True)
        same = {
            table.table_id: report
            for table, report in both
            if before.get(table.table_id) is reports.get(table.table_id)
        }
    couples = tuple(
        same.get(table.table_id) or _couple_report(TableReports.of(table, reports), entries)
        for table in record.tables
    )
    outs = (out.entry_id for out in record.sit_outs)
    byes = tuple(entries.index(pk) for pk in outs if pk in entries)
    value = board.value_of(couples, byes, was)
    complete = all(report.payload is not None for report in couples)
    return BoardRound(record.number, couples, byes, value, complete, None, blank)


def table_board(
    format: Format,
    reports: TableReports,
    *,
    playing: bool,
    newest: int,
    single: bool = False,
    play: Play = with_rounds,
) -> EventBoard:
    """The board of a table, with the people who sit there at its end. `playing`: the evening goes
    on; `newest` is the number of the last seats shown; `single`: it is the only table; `play` plays
    its rounds."""
    table = reports.table
    people, names = table.sitters_at_end, table.names_at_end
    roles = table.roles if format.facts.roles.names else ()
    roster = format.game.plays.roster(names, roles, format.agreed)
    changes = roster_changes(format, table, names)
    setup = Setup(roster, format.agreed, table.first_dealer, changes=changes)
    setup = setup_at(format, setup, table.set_number)
    board = READERS(format).board(
        format=format,
        setup=setup,
        title=_title(format, table, single=single),
        table=table,
        entry_ids=people,
        rounds=(),
        replay=Board(format, setup, table.set_number).fold(()),
        open=playing,
        running=playing and table.set_number == newest,
        cut=reports.deals.get(CUT),
    )
    last = READERS(format).last_of(format, reports)
    return play(board, _table_rounds(board, reports, 1, last)).opened


def roster_changes(
    format: Format, table: TableRecord, names: Sequence[str]
) -> tuple[RosterChange, ...]:
    """Return in order the changes of a table's roster during its game (joining, leaving), and the
    dealers out of turn."""
    changes = [
        RosterChange(
            after, chair, names[chair], amount=amount, neighbour=table.neighbours.get(chair)
        )
        for chair, (after, amount) in table.joined.items()
    ]
    changes += [
        RosterChange(after, chair, names[chair], kind)
        for chair, pauses in table.pauses.items()
        for pause in pauses
        for after, kind in zip(pause, AWAY_AND_BACK, strict=True)
    ]
    changes += [  # who came back may leave again before the next round
        RosterChange(after, chair, names[chair], "leaves") for chair, after in table.left.items()
    ]
    if passes_deal(format):
        dealers = table.dealers
        changes += [RosterChange(after, chair, names[chair], "deals") for after, chair in dealers]
    return tuple(sorted(changes, key=lambda change: change.after))


def _table_rounds(
    board: EventBoard, reports: TableReports, first: int, last: int
) -> list[BoardRound]:
    clear, blank = READERS(board.format).clear_doubt, board.replay.opening.state
    return [_table_round(clear(reports.deal(n)), n, blank) for n in range(first, last + 1)]


def _table_round(report: DealReport, deal: int, blank: State) -> BoardRound:
    payload = report.payload
    return BoardRound(deal, (report,), (), payload, payload is not None, None, blank)


def _couple_report(reports: TableReports, entries: Sequence[int]) -> DealReport:
    return replace(reports.deal(ROUND), chairs=tuple(map(entries.index, reports.table.chairs)))


def _title(format: Format, table: TableRecord, *, single: bool) -> str:
    """Return the name of a table; "" for the only one that keeps its board for the whole
    evening."""
    alone = single and not format.keeping.moves
    return "" if alone else table_title(format, table.set_number, table.number)


def as_if(
    board: EventBoard,
    number: int,
    report: DealReport,
    payload: dict[str, Any] | None,
    allowed: Sequence[str] = (),
) -> EventBoard:
    """The board as it would be if this payload were reported for a round (None: nothing)."""
    changed = replace(
        report,
        payload=payload,
        allowed=tuple(allowed),
        revision=report.revision + 1,
        pending_id=None,
        pending_payload=None,
        is_open=False,
    )
    rounds = list(board.rounds)
    while len(rounds) < number:
        blank = board.replay.opening.state
        rounds.append(
            BoardRound(
                number=len(rounds) + 1,
                reports=(changed,),
                byes=(),
                value=None,
                complete=False,
                played=None,
                before=blank,
            )
        )
    before = rounds[number - 1]
    reports = tuple(
        changed if other.table_number == report.table_number else other for other in before.reports
    )
    value = board.value_of(reports, before.byes, before)
    complete = all(other.payload is not None for other in reports)
    rounds[number - 1] = replace(before, reports=reports, value=value, complete=complete)
    return with_rounds(board, rounds, board, min(number - 1, len(board.rounds)))


def changed_rounds(
    board: EventBoard, after: EventBoard, number: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The later rounds that would no longer count, and those that would count again."""
    was = {
        board_round.number: board_round.counted
        for board_round in board.after(number)
        if board_round.complete
    }
    now = {
        board_round.number: board_round.counted
        for board_round in after.after(number)
        if board_round.complete
    }
    later = [n for n in was if n in now]
    broken = tuple(n for n in later if was[n] and not now[n])
    return broken, tuple(n for n in later if now[n] and not was[n])


def shifted_rounds(board: EventBoard, after: EventBoard, number: int) -> tuple[int, ...]:
    """The later rounds that would move to another game of a match."""
    was = {
        board_round.number: board_round.game
        for board_round in board.after(number)
        if board_round.counted
    }
    now = {
        board_round.number: board_round.game
        for board_round in after.after(number)
        if board_round.counted
    }
    return tuple(n for n, game in was.items() if now.get(n, game) != game)


def blank_report(board: EventBoard, number: int) -> DealReport:
    """A report for a round of a table, with nothing in it yet."""
    chairs = tuple(range(len(board.entry_ids)))
    return DealReport(board.table_id or 0, board.table_number, board.set_number, number, chairs)


# --- what differs by who keeps a score sheet ------------------------------------------------------


class BoardsReader:
    """Tables that keep boards, on which deals depend on earlier ones."""

    board: ClassVar[type[EventBoard]] = EventBoard
    is_kept: ClassVar[bool] = True  # the boards of a finished event are in its snapshot

    def boards(self, event: Event, tables: EventTables, reports: Reports) -> Iterator[EventBoard]:
        """The boards of these tables, replayed."""
        settings = {"playing": event.state == Event.State.PLAYING, "single": _is_single(tables)}
        newest, play = tables.sets[-1].number, self._play(event)
        for table in tables.tables:
            here = TableReports.of(table, reports)
            yield table_board(format_of(event), here, newest=newest, play=play, **settings)

    def _play(self, event: Event) -> Play:
        return partial(remembered, event)

    def restore_boards(
        self, tables: EventTables, reports: Reports, blanks: Iterable[tuple[Blank, Folded]]
    ) -> Iterator[tuple[EventBoard, dict[int, BoardRound]]]:
        """The boards of a finished event before their first rounds, each with its rounds by number
        and what was reported."""
        seated, single = {table.at: table for table in tables.tables}, _is_single(tables)
        for (format, setup, replay), folded in blanks:
            table = seated[folded.set, folded.table]
            title, start = _title(format, table, single=single), replay.opening.state
            board = self.board(format, setup, title, table, folded.entries, (), replay, open=False)
            here = TableReports.of(table, reports)
            numbers = (each.number for game in folded.games for each in game.rounds)
            yield (
                board,
                {n: _table_round(self.clear_doubt(here.deal(n)), n, start) for n in numbers},
            )

    def renew(
        self,
        event: Event,
        earlier: Sequence[EventBoard],
        tables: EventTables,
        reports: tuple[Reports, Reports],
        places: Collection[DealAt],
    ) -> Iterator[EventBoard]:
        """The `earlier` boards with what has come at `places` (`reports` before and now)."""
        deals: dict[tuple[int, int], list[int]] = {}
        for number, at, deal in places:
            deals.setdefault((number, at), []).append(deal)
        for board, table in zip(earlier, tables.tables, strict=True):
            new_deals = deals.get(table.at)
            yield (
                _table_on(board, TableReports.of(table, reports[1]), new_deals)
                if new_deals
                else board
            )

    def last_of(self, format: Format, reports: TableReports) -> int:
        """The last deal that is on the board of a table with these reports."""
        return max(reports.deals, default=0)

    def clear_doubt(self, report: DealReport) -> DealReport:
        """A report as it stands on a board."""
        return report


class HandsReader(BoardsReader):
    """Tables whose hands stand by themselves: every hand of a set has its place."""

    board: ClassVar[type[EventBoard]] = HandsBoard
    is_kept: ClassVar[bool] = False

    def _play(self, event: Event) -> Play:
        return with_rounds

    def last_of(self, format: Format, reports: TableReports) -> int:
        """The last hand that the table has to report, or a later one that it has."""
        return max(len(reports.payloads(format)), reports.last_reported)

    def clear_doubt(self, report: DealReport) -> DealReport:
        """A report as it stands: an objection to a hand that was withdrawn since does not stop it
        from being reported."""
        if report.payload is None and report.disputed:
            return replace(report, disputed=False)
        return report


class RoomReader(BoardsReader):
    """The whole room, which keeps one board from the reports of couples."""

    board: ClassVar[type[EventBoard]] = RoomBoard

    def boards(self, event: Event, tables: EventTables, reports: Reports) -> Iterator[EventBoard]:
        yield _room(event, format_of(event), tables, reports)

    def restore_boards(
        self, tables: EventTables, reports: Reports, blanks: Iterable[tuple[Blank, Folded]]
    ) -> Iterator[tuple[EventBoard, dict[int, BoardRound]]]:
        """The board before its first round, with its rounds by number and what was reported."""
        for (format, setup, replay), folded in blanks:
            board = self.board(format, setup, "", None, folded.entries, (), replay, open=False)
            start = replay.opening.state
            yield (
                board,
                {
                    record.number: _room_round(board, record, reports, start)
                    for record in tables.sets
                },
            )

    def renew(
        self,
        event: Event,
        earlier: Sequence[EventBoard],
        tables: EventTables,
        reports: tuple[Reports, Reports],
        places: Collection[DealAt],
    ) -> Iterator[EventBoard]:
        """The `earlier` board with what has come at `places` (`reports` before and now)."""
        playing = event.state == Event.State.PLAYING
        first = min(number for number, _at, _deal in places)
        yield _room_on(earlier[0], tables, reports, first, playing=playing)


_BOARDS = BoardsReader()
READERS = ByKeeping[BoardsReader](
    table=_BOARDS, set=_BOARDS, hands=HandsReader(), room=RoomReader()
)


def boards_of(event: Event, tables: EventTables, reports: Reports) -> tuple[EventBoard, ...]:
    """The boards of these tables; those of a finished event as they were scored then."""
    if not tables.sets:
        return ()
    reader = READERS(event)
    if reader.is_kept and snapshot_format(event) is not None:
        return tuple(_boards_of_snapshot(event, tables, reports))
    return tuple(reader.boards(event, tables, reports))


def continue_boards(
    event: Event,
    earlier: Sequence[EventBoard],
    before: Reports,
    tables: EventTables,
    reports: Reports,
    places: Collection[DealAt],
) -> tuple[EventBoard, ...]:
    """Return the `earlier` boards with the reports that came at `places` since `before`; rounds
    before these stay. The boards of a finished event are built anew."""
    if not earlier or snapshot_format(event) is not None:
        return boards_of(event, tables, reports)
    return tuple(READERS(event).renew(event, earlier, tables, (before, reports), places))


def _boards_of_snapshot(
    event: Event, tables: EventTables, reports: Reports
) -> Iterator[EventBoard]:
    """The boards of a finished event from its snapshot, with their reports from the database."""
    snapshot, format = snapshot_boards(event), format_of(event)

    def blank(folded: Folded) -> Blank:
        start = Step(BoardState(folded, 0, snapshot.questions))
        return format, _folded_setup(format, folded), Replay(start, (), start, None)

    blanks = [(blank(folded), folded) for folded in snapshot.boards]
    boards = READERS(format).restore_boards(tables, reports, blanks)
    for folded, (board, stored) in zip(snapshot.boards, boards, strict=True):
        starts = [BoardState(game, 0, snapshot.questions) for game in folded.games]
        games = [_filled(board, start, stored) for start in starts]
        if folded.game:
            rounds = tuple(board_round for game in games for board_round in game.rounds)
            replay = join_games([game.replay for game in games], folded.match)
            yield replace(board, rounds=rounds, replay=replay)
        else:
            yield games[0]
