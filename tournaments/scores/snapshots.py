"""The snapshot of a finished evening: its boards and hands as values. Evenings that finished before
there were snapshots are completed."""

from __future__ import annotations

import json
import logging
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.apps import AppConfig, apps
from django.apps.registry import Apps
from django.db.models import Max

from rulesets.engine.fields import AWAY
from rulesets.engine.text import NOTHING
from rulesets.folded.board import (
    AccountName,
    Folded,
    FoldedRound,
    FoldedState,
    QuestionLists,
    key_of,
)
from rulesets.folded.codec import write
from rulesets.folded.document import packed, parts_of_boards, parts_of_drive
from rulesets.folded.drive import DriveFolder, TableOfSet
from rulesets.folded.game import FEW, fold_game
from rulesets.folded.plays import Rules
from rulesets.formats.drive import roles_at, sitters
from tournaments.boards.board_reading import as_if
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.event_board import EventBoard
from tournaments.boards.hall import Hall
from tournaments.boards.room_board import row_of
from tournaments.db.rows import all_rows
from tournaments.models import Event, Snapshot
from tournaments.models.event_games import (
    find_game_of,
    forget,
    format_of,
    rule_text_of,
    sheet_text_of,
)
from tournaments.scores.progress import couples_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.drawing.scoreboard import Scoreboard
    from rulesets.engine.plays import Account, State
    from rulesets.engine.text import Phrase
    from rulesets.formats import Format
    from tournaments.boards.event_board import BoardRound, EventBoard
    from tournaments.models import Event


def rules_of(format: Format, numbers: Sequence[int]) -> Rules:
    """The rules of a game as people read them, and the blank boards for these numbers of
    players."""
    game, options = format.game, format.agreed
    drawings = {str(number): game.plays.blank_drawing(options, number) for number in numbers}
    return Rules(
        text=rule_text_of(game),
        sheet=sheet_text_of(game) if game.sheet else "",
        pictures={name: draw() for name, draw in game.pictures.items()},
        blanks={number: drawing for number, drawing in drawings.items() if drawing is not None},
    )


def document_of(hall: Hall, format: Format) -> bytes:
    """Everything that the boards of an evening came to, packed; the hands instead, if they stand by
    themselves."""
    return _DOCUMENTS(format)(hall, format)


def _document_of_hands(hall: Hall, format: Format) -> bytes:
    """The rules, and the hands of all tables."""
    return packed(parts_of_drive(rules_of(format, ()), _drive(hall).folded()))


def _document_of_boards(hall: Hall, format: Format) -> bytes:
    """The rules, and all boards with the questions that they ask."""
    question_lists = QuestionLists()
    all_boards = hall.boards
    numbers = sorted({0, *(len(board.names) for board in all_boards)})
    boards = (folded(board, question_lists) for board in all_boards)
    parts = parts_of_boards(rules_of(format, numbers), boards, lambda: question_lists.questions)
    return packed(parts)


_DOCUMENTS = ByKeeping(
    table=_document_of_boards,
    set=_document_of_boards,
    hands=_document_of_hands,
    room=_document_of_boards,
)

# -- boards ----------------------------------------------------------------------------------


def folded(board: EventBoard, questions: QuestionLists) -> Folded:
    """A board as values, with everything that came of its reports."""
    first, *further = (_fold_game(part, board, questions) for part in board.parts)
    if not board.replay.games:
        return first
    games = tuple(replace(game, entries=()) for game in further)
    return replace(first, further=games, match=board.ending)


def _fold_game(board: EventBoard, whole: EventBoard, questions: QuestionLists) -> Folded:
    """One game of a match (`whole`), or a whole board."""
    states = _states(board)
    plays, replay = board.plays, board.replay
    last = len(states) - 1
    return Folded(
        set=board.set_number,
        table=board.table_number,
        entries=board.entry_ids,
        roster=board.setup.roster,
        states=tuple(
            _state(board, state, questions, held=place == last or plays.final is not None)
            for place, state in enumerate(states)
        ),
        rounds=tuple(_rounds(board, whole)),
        board=plays.board(board.states),
        sheet=plays.sheet(board.setup),
        first=board.setup.first,
        played=board.setup.played,
        opening=replay.opening.transfers,
        closing=replay.closing.transfers,
        ending=replay.ending,
        accounts=tuple(_names(board)),
        rounds_in_all=plays.rounds_in_all(board.setup),
        drawing=plays.drawing(board.state),
        filled=plays.sheet(board.setup, board.states) if board.rounds else None,
        target=plays.target(board.setup),
        out_since=tuple(plays.out_since(board.state).items()),
        game=board.match_game,
    )


def _states(board: EventBoard) -> list[State]:
    """The opening, the state after each round that counts, and what closed the game."""
    states = [board.replay.opening.state]
    states += [
        board_round.played.state
        for board_round in board.rounds
        if board_round.played and board_round.counted
    ]
    closing = board.replay.closing
    return [*states, closing.state] if closing.transfers else states


def _state(board: EventBoard, state: State, questions: QuestionLists, *, held: bool) -> FoldedState:
    plays, everybody = board.plays, tuple(range(len(board.names)))
    playing = tuple(plays.playing(state))
    return FoldedState(
        totals=board.totals(state),
        ranking=_ranking(board, state),
        dealer=plays.next_dealer(state),
        turn=plays.turn(state),
        name=plays.name_of_round(state),
        note=plays.note_before(state),
        dues=_dues(board, state),
        playing=None if playing == everybody else playing,
        leavers=plays.leavers(state),
        asked=questions.place(plays.fields(state)),
        held=tuple(
            (unit, account, amount)
            for unit, accounts in (plays.holdings(state) if held else {}).items()
            for account, amount in accounts.items()
        ),
    )


def _ranking(board: EventBoard, state: State) -> tuple[int, ...] | None:
    """The numbers by which to rank, where totals do not decide."""
    ranking = board.plays.ranking(state)
    if ranking is None:
        return None
    return tuple(ranking) + (min(ranking, default=0),) * (len(board.scorers) - len(ranking))


def _dues(board: EventBoard, state: State) -> tuple[Phrase, ...]:
    dues = tuple(board.plays.dues(state))
    return dues + (NOTHING,) * (len(board.names) - len(dues)) if dues else dues


def _rounds(board: EventBoard, whole: EventBoard) -> Iterator[FoldedRound]:
    before = 0
    for board_round in board.rounds:
        yield _round(whole, board_round, before)
        before += board_round.counted


def _round(board: EventBoard, board_round: BoardRound, before: int) -> FoldedRound:
    played = board_round.played
    return FoldedRound(
        number=board_round.number,
        before=before,
        played=played is not None,
        counted=board_round.counted,
        is_open=any(report.is_open for report in board_round.reports),
        transfers=played.transfers if played else (),
        problems=played.problems if played else (),
        summary=played.summary if played else NOTHING,
        moments=played.moments if played else (),
        **_REPORTS(board.format)(board, board_round),
    )


def _reports_of_couples(board: EventBoard, board_round: BoardRound) -> dict[str, Any]:
    """The reports of couples, with their worksheets."""
    return {
        "rows": dict(_rows(board, board_round)),
        "worksheets": dict(_worksheets(board, board_round)),
    }


def _reports_of_table(board: EventBoard, board_round: BoardRound) -> dict[str, Any]:
    """The reports that wait at a table."""
    return {"others": dict(_others(board, board_round))}


_REPORTS = ByKeeping(
    table=_reports_of_table,
    set=_reports_of_table,
    hands=_reports_of_table,
    room=_reports_of_couples,
)


def _rows(board: EventBoard, board_round: BoardRound) -> Iterator[tuple[str, Phrase]]:
    """The reports of couples in words, including those not yet accepted."""
    for report in board_round.reports:
        for payload in (report.payload, report.pending_payload):
            if payload is not None and not payload.get(AWAY.key):
                row = row_of(board, report, payload)
                yield key_of(row), board.plays.row_text(board.state, row)


def _worksheets(board: EventBoard, board_round: BoardRound) -> Iterator[tuple[str, Scoreboard]]:
    """A round's worksheet, filled in and still to be written on, by the key of its report."""
    couples = couples_of(board_round)
    for report in (
        board_round.value,
        [row for row in board_round.value if row and AWAY.key in row],
    ):
        yield key_of([report, couples]), board.plays.worksheet(board_round.before, report, couples)


def _others(board: EventBoard, board_round: BoardRound) -> Iterator[tuple[str, Phrase]]:
    """Reports that wait for somebody's agreement, in words."""
    for report in board_round.reports:
        if report.pending_payload is not None:
            preview = as_if(
                board, board_round.number, report, report.pending_payload, report.allowed
            )
            outcome = preview.round(board_round.number)
            counts = outcome is not None and outcome.played is not None and outcome.counted
            words = outcome.played.summary if counts and outcome and outcome.played else NOTHING
            yield key_of(report.pending_payload), words


def _names(board: EventBoard) -> Iterator[AccountName]:
    """The name of every account that holds something or takes part in a transfer."""
    holders: dict[tuple[str, Account], None] = {}
    for unit, accounts in board.plays.holdings(board.state).items():
        holders |= dict.fromkeys((unit, account) for account in accounts)
    for _number, transfer in board.replay.ledger():
        holders |= {(transfer.unit, transfer.source): None, (transfer.unit, transfer.target): None}
    usual: dict[Account, Phrase] = {}
    for unit, account in holders:
        if account not in usual:
            usual[account] = board.plays.account_name(board.state, account)
            yield AccountName(account, usual[account])
        name = board.plays.account_name(board.state, account, unit)
        if name != usual[account]:
            yield AccountName(account, name, unit)


# -- drives ----------------------------------------------------------------------------------

# Every report of the hands of an event, what was corrected or put away since among it: the log
# still tells of it.
REPORTS_SQL = """
SELECT DISTINCT g.set_number, r.deal, r.payload
FROM tournaments_report r
JOIN tournaments_table t ON t.id = r.table_id
JOIN tournaments_seating g ON g.id = t.seating_id
WHERE g.event_id = %s AND r.deal > 0 AND r.payload IS NOT NULL
"""


def _drive(hall: Hall) -> DriveFolder:
    """The results of every hand of a drive."""
    rows = hall.drive
    folder = DriveFolder(rows.format)
    players = rows.drive.players
    for record in rows.drive.sets:
        for table in record.tables:
            roles = roles_at(rows.drive, record, table)
            at_end = sitters(table, rows.format.length.most_deals)
            names = tuple("" if at is None else players[at].name for at in at_end)
            folder.result(TableOfSet(record.number, roles, table.hands, table.cut))
            for hand, report in enumerate(table.hands, 1):
                if report is not None:
                    folder.hand(record.number, roles, report, hand)
                    folder.remember(record.number, names, roles, report, hand)
    for number, hand, text in all_rows(REPORTS_SQL, [hall.event.pk]):
        report = json.loads(text) if isinstance(text, str) else text
        folder.hand(number, (), report, hand)
    return folder


log = logging.getLogger(__name__)


def complete(event: Event) -> bool:
    """Fill in the snapshot of a finished event; return False if its game is not known any more."""
    again = as_if_open(event)
    if find_game_of(again) is None:
        return False
    columns = snapshot_fields(Hall.now(again))
    Snapshot.objects.filter(event=event.pk).update(**columns)
    forget(event)
    return True


def complete_all() -> int:
    """Complete all events of this installation; return how many were completed."""
    waiting = Event.objects.filter(state=Event.State.FINISHED, snapshot__boards=None)
    done = 0
    for event in waiting.exclude(snapshot=None).order_by("pk"):
        try:
            done += complete(event)
        except Exception:  # one unreadable evening must not keep the server from starting
            log.exception("What was kept of event %s cannot be completed", event.pk)
    return done


def complete_after_migrating(
    sender: AppConfig, verbosity: int = 1, apps: Apps = apps, **_more: Any
) -> None:
    """Complete all events after a migration, once the tables have the shape of this version
    (`post_migrate`)."""
    if not is_newest(sender, apps):
        return
    done = complete_all()
    if done and verbosity:
        print(f"  Completed what is kept of {done} finished evenings.")  # noqa: T201


def is_newest(sender: AppConfig, shape: Apps) -> bool:
    """Whether the tables are as this version's models have them; `shape` are those of a
    migration."""
    return all(
        _columns(shape, model._meta.model_name) == _columns(apps, model._meta.model_name)
        for model in sender.get_models()
    )


def _columns(shape: Apps, model: str | None) -> set[str]:
    try:
        model_class = shape.get_model("tournaments", model or "")
    except LookupError:
        return set()
    return {field.column for field in model_class._meta.local_concrete_fields}


def snapshot_fields(hall: Hall) -> dict[str, Any]:
    """The fields of a snapshot: the game, and its boards or hands."""
    event, format = hall.event, format_of(hall.event)
    last = event.seatings.aggregate(last=Max("set_number"))["last"] or 0
    return {
        "game": write(fold_game(format, max(FEW, last))),
        "boards": document_of(hall, format),
    }


def as_if_open(event: Event) -> Event:
    """A finished event as if it were still open, by today's rules."""
    again = copy(event)
    again.state = Event.State.PLAYING
    return again
