"""Reading boards: an event's reports replayed by the rules of its game, as they are or as they
would be.

A board is the score that one group keeps: the whole room if two teams play each other, in other
games each table. Players are numbered by their place in the board's roster.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from rulesets.engine.plays import Step
from rulesets.engine.replay import Replay, RoundReport, join_games
from rulesets.engine.roster import ChangeKind, Roster, RosterChange, Setup
from rulesets.folded.board import BoardState, Folded, FoldedSetup, replay_of
from rulesets.formats.board import Board
from tournaments.boards.deal_reports import DealReport
from tournaments.boards.event_board import BoardRound, EventBoard, up_to
from tournaments.boards.event_tables import EventTables, SetTables, TableRecord, team_order
from tournaments.boards.table_reports import Reports, TableReports
from tournaments.cache.memo import Memo
from tournaments.log.current_values import DealAt
from tournaments.models import CUT, Event
from tournaments.models.event_games import format_of, snapshot_boards, snapshot_format
from tournaments.web.labels import role_word, table_title

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.engine.plays import Plays, State
    from rulesets.formats import Format


BOARDS = 256

_replay_memo: Memo[EventBoard] = Memo(BOARDS)  # by event, game and table


def remembered(event: Event, board: EventBoard, rounds: Sequence[BoardRound]) -> EventBoard:
    """The board with its rounds played; rounds that this process has played before are not played
    again.

    The same people with the same reports have the same board, whatever happened in between, so even
    a board that was rolled back can be remembered.
    """

    def renew(known: EventBoard, _state: object) -> tuple[EventBoard, object]:
        return with_rounds(board, rounds, known), now

    now = object()  # equals no state, so that rounds of a known board are compared one by one
    key = (event.pk, board.game.slug, board.table_id)
    return _replay_memo.get(key, now, lambda: with_rounds(board, rounds), renew=renew)


def with_rounds(
    board: EventBoard, rounds: Sequence[BoardRound], known: EventBoard | None = None, same: int = 0
) -> EventBoard:
    """The board with its complete rounds played in order.

    Rounds that are equal to those at the beginning of a `known` board of the same people are not
    played again; the first `same` are known to be identical and are not even compared.
    """
    keep = 0  # how many of the other complete rounds need no playing
    reports = _engine_reports(board, rounds[same:])
    if known is not None and known.game is board.game and known.setup == board.setup:
        keep = _alike(_engine_reports(known, known.rounds[same:]), reports)
    done = _count_reported(known, same) if known is not None and same else 0
    base = known.replay if known is not None and done + keep else board.replay
    told = board.score.fold(reports[keep:], base, done + keep)
    filled, score = list(rounds[:same]), board.score
    for one in rounds[same:]:
        before, game = score.judged_on(one.number, told.state_before(done)), told.game_at(done)
        now = None
        if score.is_told(one.number, complete=one.complete):
            now, done = told.rounds[done], done + 1
        played = now if one.complete else None
        filled.append(replace(one, played=played, before=before, game=game))
    if any(_is_open(board, one) for one in filled[same:]):
        again = (_reopened(board, one) for one in filled[same:])
        return with_rounds(board, [*filled[:same], *again], known, same)
    tally = board.tally_of(filled, same, known)
    return replace(board, rounds=tuple(filled), replay=told, tally=tally)


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
    if board_round.played is None or board_round.played.counted or not board.format.keeps_boards:
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
            one.number, one.value, [report.allowed for report in one.reports], complete=one.complete
        )
        for one in rounds
        if score.is_told(one.number, complete=one.complete)
    ]


def _count_reported(board: EventBoard, many: int) -> int:
    """How many of the first `many` rounds the engine gets."""
    among = up_to(board.tally.uncounted, board.rounds[many - 1].number)
    told = (board.score.is_told(one.number, complete=one.complete) for one in among)
    return many - sum(not one for one in told)


AWAY = "away"
AWAY_AND_BACK: tuple[ChangeKind, ChangeKind] = ("leaves", "returns")
COUPLE = "couple"  # the field for who reports; filled in from the seats
ROUND = 1  # the deal under which a couple reports its round


def boards_of(event: Event, tables: EventTables, reports: Reports) -> tuple[EventBoard, ...]:
    """The boards of these tables; those of a finished event as they were scored then."""
    format = format_of(event)
    if not tables.sets:
        return ()
    if snapshot_format(event) is not None and not format.apart:
        return tuple(_boards_of_snapshot(event, format, tables, reports))
    playing = event.state == Event.State.PLAYING
    if format.couples:
        return (_room(event, format, tables, reports),)
    told: dict[str, Any] = {"playing": playing, "newest": tables.sets[-1].number}
    told["single"] = _is_single(tables)
    play = with_rounds if format.apart else partial(remembered, event)
    every = (TableReports.of(table, reports) for table in tables.tables)
    return tuple(table_board(format, one, **told, play=play) for one in every)


def _is_single(tables: EventTables) -> bool:
    return len(tables.sets) == 1 and len(tables.sets[0].tables) == 1


def continue_boards(
    event: Event,
    known: Sequence[EventBoard],
    before: Reports,
    tables: EventTables,
    reports: Reports,
    places: Collection[DealAt],
) -> tuple[EventBoard, ...]:
    """The `known` boards of the reports `before`, brought to `reports`, in which some have come at
    `places`; earlier rounds stay. The boards of a finished event are made anew."""
    if not known or snapshot_format(event) is not None:
        return boards_of(event, tables, reports)
    if known[0].couples:
        playing = event.state == Event.State.PLAYING
        first = min(number for number, _at, _deal in places)
        return (_room_on(known[0], tables, (before, reports), first, playing=playing),)
    deals: dict[tuple[int, int], list[int]] = {}
    for number, at, deal in places:
        deals.setdefault((number, at), []).append(deal)
    return tuple(
        _table_on(board, TableReports.of(one, reports), told) if told else board
        for board, one in zip(known, tables.tables, strict=True)
        for told in [deals.get(one.at)]
    )


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
    keep = sum(1 for _same in takewhile(lambda one: one.number < first, tables.sets))
    before, now = reports
    blank = board.replay.opening.state
    rounds = [
        _room_round(board, one, now, blank, (before, was))
        for one, was in zip(tables.sets[keep:], board.rounds[keep:], strict=True)
    ]
    made = with_rounds(board, (*board.rounds[:keep], *rounds), board, keep)
    return replace(made, open=playing and made.ending is None and made.awaiting is not None)


def _table_on(board: EventBoard, reports: TableReports, deals: Sequence[int]) -> EventBoard:
    """The board with what was reported since of these `deals`, or of all of it."""
    board = replace(board, table=reports.table, cut=reports.deals.get(CUT))
    reported = [deal for deal in deals if deal in reports.deals]
    last = max(len(board.rounds), *reported, 0)
    keep = max(0, min(len(board.rounds), min(deals) - 1))
    rounds = _table_rounds(board, reports, keep + 1, last)
    return _opened(with_rounds(board, (*board.rounds[:keep], *rounds), board, keep))


def report_at_place(board: EventBoard, table_number: int, number: int) -> DealReport | None:
    """The report of a table (or a couple's place) in a round; None if there is none."""
    one = board.round(number)
    reports = one.reports if one else ()
    return next((report for report in reports if report.table_number == table_number), None)


def row_of(board: EventBoard, report: DealReport, payload: Mapping[str, Any] | None) -> Any:
    """A stored payload by place in the roster instead of by chair, as the engine wants it."""
    if not board.couples or payload is None:
        return payload
    fields = board.plays.fields(board.replay.opening.state)
    kinds = {field.key: field.kind for field in fields if field.per == "table"}
    told = {
        key: kinds[key].renumber(value, report.chairs) if key in kinds else value
        for key, value in payload.items()
    }
    return {COUPLE: list(report.chairs), **told}


def room_value(
    board: EventBoard,
    reports: Sequence[DealReport],
    byes: Sequence[int],
    known: BoardRound | None = None,
) -> list[Any]:
    """A round of the whole room as the engine wants it: a row for each couple in the order of its
    reports (None: nothing yet), then one for everybody who is away. Rows of reports that are in
    `known` are taken from it."""
    rows: list[Any] = []
    away: list[int] = []
    same: dict[int, Any] = {}
    if known is not None:
        same = {id(report): row for report, row in zip(known.reports, known.value, strict=False)}
    for report in reports:
        if report.payload is not None and report.payload.get(AWAY):
            rows.append({AWAY: report.chairs[0]})
            away.append(report.chairs[1])
        else:
            known_row = same.get(id(report))
            rows.append(known_row or row_of(board, report, report.payload))
    here = {place for report in reports for place in report.chairs} | set(byes)
    away += [place for place in range(len(board.entry_ids)) if place not in here]
    return rows + [{AWAY: place} for place in away]


def roster_of(
    event: Event, plays: Plays, tables: EventTables, seed: int = 0
) -> tuple[Roster, tuple[int, ...]]:
    """The whole room's roster, and its entries. `seed` is that of seats not shown yet (0: in the
    order of entering)."""
    people = tables.entries
    entries = [pk for pk, one in people.items() if one.role in plays.side_names]
    places = {pk: place for place, pk in enumerate(entries)}
    first = tables.sets[0] if tables.sets else None
    teams = []
    for team in plays.side_names:
        members = [pk for pk in entries if people[pk].role == team]
        drawn = f"{team} {seed}" if seed else ""  # each team is shuffled by itself
        teams.append(tuple(places[pk] for pk in team_order(first, members, drawn)))
    names = tuple(people[pk].name for pk in entries)
    called = tuple(role_word(event, team, many=True) for team in plays.side_names)
    return Roster(names, tuple(teams), called), tuple(entries)


def _boards_of_snapshot(
    event: Event, format: Format, tables: EventTables, reports: Reports
) -> Iterator[EventBoard]:
    """The boards of a finished event from its snapshot, with their reports from the database."""
    kept = snapshot_boards(event)
    seated = {one.at: one for one in tables.tables}
    single = _is_single(tables)
    for folded in kept.boards:
        start, setup = BoardState(folded, 0, kept.questions), _folded_setup(format, folded)
        blank = Replay(Step(start), (), Step(start), None)
        if format.couples:
            board = EventBoard(format, setup, "", None, folded.entries, (), blank, open=False)
            found = {one.number: _room_round(board, one, reports, start) for one in tables.sets}
        else:
            table = seated[folded.set, folded.table]
            here = TableReports.of(table, reports)
            title = _title(format, table, single=single)
            board = EventBoard(format, setup, title, table, folded.entries, (), blank, open=False)
            numbers = (each.number for game in folded.games for each in game.rounds)
            found = {number: _table_round(board, here, number) for number in numbers}
        games = [BoardState(game, 0, kept.questions) for game in folded.games]
        filled = [_filled(board, one, found) for one in games]
        if folded.game:
            rounds = tuple(one for game in filled for one in game.rounds)
            told = join_games([one.replay for one in filled], folded.match)
            yield replace(board, rounds=rounds, replay=told)
        else:
            yield filled[0]


def _folded_setup(format: Format, folded: Folded) -> FoldedSetup:
    told = (folded.roster, format.options, folded.first, folded.played)
    return FoldedSetup(*told, folded.sheet, folded.rounds_in_all, folded.target)


def _filled(board: EventBoard, start: BoardState, known: Mapping[int, BoardRound]) -> EventBoard:
    """The board with the stored rounds (`known`), or with those of one game of a match."""
    told = replay_of(board.plays, start, {number: one.value for number, one in known.items()})
    played, rounds, game = iter(told.rounds), [], start.of.game
    for one in start.of.rounds:
        mine = known[one.number]
        reports = mine.reports
        if one.is_open:
            reports = tuple(replace(report, is_open=True) for report in reports)
        now = next(played) if one.played else None
        before = start.at(one.before)
        filled = replace(mine, reports=reports, complete=one.played, played=now, before=before)
        rounds.append(replace(filled, game=game))
    told = replace(told, setup=_folded_setup(board.format, start.of))
    return replace(board, rounds=tuple(rounds), replay=told)


def _room(event: Event, format: Format, tables: EventTables, reports: Reports) -> EventBoard:
    plays = format.game.plays
    roster, entries = roster_of(event, plays, tables)
    first = tables.sets[0].tables
    setup = Setup(roster, format.options, first[0].first_dealer if first else None)
    blank = Board(format, setup).fold(())
    board = EventBoard(format, setup, "", None, entries, (), blank, open=False)
    rounds = [_room_round(board, one, reports, blank.state) for one in tables.sets]
    board = remembered(event, board, rounds)
    going = board.ending is None and event.state == Event.State.PLAYING
    return replace(board, open=going and board.awaiting is not None)


def _room_round(
    board: EventBoard,
    record: SetTables,
    reports: Reports,
    blank: State,
    known: tuple[Reports, BoardRound] | None = None,
) -> BoardRound:
    """A round of the whole room; couples that have reported nothing since are taken from
    `known`."""
    entries, was = board.entry_ids, None
    same: dict[int, DealReport] = {}
    if known is not None:
        before, was = known
        both = zip(record.tables, was.reports, strict=True)
        same = {
            one.table_id: report
            for one, report in both
            if before.get(one.table_id) is reports.get(one.table_id)
        }
    couples = tuple(
        same.get(one.table_id) or _couple_report(TableReports.of(one, reports), entries)
        for one in record.tables
    )
    outs = (out.entry_id for out in record.sit_outs)
    byes = tuple(entries.index(pk) for pk in outs if pk in entries)
    value = room_value(board, couples, byes, was)
    complete = all(report.payload is not None for report in couples)
    return BoardRound(record.number, couples, byes, value, complete, None, blank)


def table_board(
    format: Format,
    reports: TableReports,
    *,
    playing: bool,
    newest: int,
    single: bool = False,
    play: Callable[[EventBoard, Sequence[BoardRound]], EventBoard] = with_rounds,
) -> EventBoard:
    """The board of a table, with the people who sit there at its end. `playing`: the evening goes
    on; `newest` is the number of the last seats shown; `single`: it is the only table; `play` plays
    its rounds."""
    table = reports.table
    people, names = table.sitters_at_end, table.names_at_end
    roles = table.roles if format.facts.roles.names else ()
    roster = format.game.plays.roster(names, roles, format.options)
    changes = roster_changes(format, table, names)
    setup = Setup(roster, format.options, table.first_dealer, changes=changes)
    setup = format.setup_at(setup, table.set_number)
    board = EventBoard(
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
    last = max(reports.deals, default=0)
    if format.apart:
        last = max(len(reports.payloads(format)), reports.last_reported)
    return _opened(play(board, _table_rounds(board, reports, 1, last)))


def _opened(board: EventBoard) -> EventBoard:
    """The board with `open` set: whether a further round can be reported. Hands that stand by
    themselves can be as long as the evening goes on."""
    return board if board.format.apart else replace(board, open=board.running and not board.is_over)


def roster_changes(
    format: Format, table: TableRecord, names: Sequence[str]
) -> tuple[RosterChange, ...]:
    """Who joined a table's game while it went on, who left it, and who dealt out of turn, in
    order."""
    found = [
        RosterChange(
            after, chair, names[chair], amount=amount, neighbour=table.neighbours.get(chair)
        )
        for chair, (after, amount) in table.joined.items()
    ]
    found += [
        RosterChange(after, chair, names[chair], kind)
        for chair, pauses in table.pauses.items()
        for pause in pauses
        for after, kind in zip(pause, AWAY_AND_BACK, strict=True)
    ]
    found += [  # who came back may leave again before the next round
        RosterChange(after, chair, names[chair], "leaves") for chair, after in table.left.items()
    ]
    if format.passes_deal:
        dealers = table.dealers
        found += [RosterChange(after, chair, names[chair], "deals") for after, chair in dealers]
    return tuple(sorted(found, key=lambda change: change.after))


def _table_rounds(
    board: EventBoard, reports: TableReports, first: int, last: int
) -> list[BoardRound]:
    return [_table_round(board, reports, deal) for deal in range(first, last + 1)]


def _table_round(board: EventBoard, reports: TableReports, deal: int) -> BoardRound:
    report = reports.deal(deal)
    done = report.payload is not None
    if board.format.apart and not done and report.disputed:
        # An objection to a hand that was withdrawn since does not stop it from being reported.
        report = replace(report, disputed=False)
    return BoardRound(deal, (report,), (), report.payload, done, None, board.replay.opening.state)


def _couple_report(reports: TableReports, entries: Sequence[int]) -> DealReport:
    return replace(reports.deal(ROUND), chairs=tuple(map(entries.index, reports.table.chairs)))


def _title(format: Format, table: TableRecord, *, single: bool) -> str:
    """What a table is called; "" for the only one that keeps its board for the whole evening."""
    alone = single and not format.moves
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
        changed if one.table_number == report.table_number else one for one in before.reports
    )
    value: Any = payload
    if board.couples:
        value = room_value(board, reports, before.byes, before)
    complete = all(one.payload is not None for one in reports)
    rounds[number - 1] = replace(before, reports=reports, value=value, complete=complete)
    return with_rounds(board, rounds, board, min(number - 1, len(board.rounds)))


def changed_rounds(
    board: EventBoard, after: EventBoard, number: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The later rounds that would no longer count, and those that would count again."""
    was = {one.number: one.counted for one in board.after(number) if one.complete}
    now = {one.number: one.counted for one in after.after(number) if one.complete}
    later = [n for n in was if n in now]
    broken = tuple(n for n in later if was[n] and not now[n])
    return broken, tuple(n for n in later if now[n] and not was[n])


def shifted_rounds(board: EventBoard, after: EventBoard, number: int) -> tuple[int, ...]:
    """The later rounds that would move to another game of a match."""
    was = {one.number: one.game for one in board.after(number) if one.counted}
    now = {one.number: one.game for one in after.after(number) if one.counted}
    return tuple(n for n, game in was.items() if now.get(n, game) != game)


def blank_report(board: EventBoard, number: int) -> DealReport:
    """A report for a round of a table, with nothing in it yet."""
    chairs = tuple(range(len(board.entry_ids)))
    return DealReport(board.table_id or 0, board.table_number, board.set_number, number, chairs)
