"""Boards as the score files that `python -m rulesets` reads (docs/score-file.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from rulesets.engine.fields import AWAY
from rulesets.files.board_file import FIRST_DEALER, OVERRIDE
from rulesets.formats.board import match_over
from tournaments.boards.board_reading import roster_of
from tournaments.boards.event_board import BoardRound, EventBoard
from tournaments.boards.event_tables import read_tables
from tournaments.boards.hall import Hall
from tournaments.models.event_games import game_of

if TYPE_CHECKING:
    from rulesets.engine.fields import Field
    from rulesets.engine.plays import Plays
    from rulesets.engine.roster import Roster
    from tournaments.models import Event

Json = dict[str, Any]


def board_files(event: Event) -> list[Json]:
    """A score file for each board, in the order of the tables; before the first seats are shown,
    one with only the people."""
    documents = [_file(event, board) for board in Hall.now(event).boards]
    return documents or [_people(event)]


def _file(event: Event, board: EventBoard) -> Json:
    plays, names = board.plays, unique(board.names)
    file = _head(event, plays, board.setup.roster, names)
    called = list(file["teams"]) if plays.side_names else names
    return file | board_part(board, names, called)


def board_part(
    board: EventBoard, names: Sequence[str], dealers: Sequence[str], key: str = "rounds"
) -> Json:
    """What a file says of a board besides who plays: which of the `dealers` dealt first, its rounds
    (under `key`), and what closed the game."""
    plays = board.plays
    part: Json = {}
    first, final = FIRST_DEALER[plays.dealers], plays.final.key if plays.final is not None else ""
    if first and board.setup.first is not None:
        part[first] = dealers[board.setup.first]
    reports, rounds = NamedReports(names), list[Json]()
    written = {0: 0}  # how many rounds the file has, by the last round of the board
    for board_round in board.rounds:
        written[board_round.number] = len(rounds)
        if final and board_round.complete and final in board_round.value:
            if board_round.counted and board.replay.games:  # one of several games
                rounds.append({final: reports.deals(board_round, final)})
            elif board_round.counted:  # last deals reported in parts are one list in the file
                part[final] = part.get(final, []) + reports.deals(board_round, final)
        elif final in part or _is_beyond(board_round):
            continue  # no round counts after the last deals; in the file it would be first
        elif _is_over(board_round) or (not board.table_number and board_round is board.rounds[-1]):
            rounds.append(
                reports.round(
                    board_round, _questions(board, board_round), couples=not board.table_number
                )
            )
        written[board_round.number] = len(rounds)
    changes = _changes(board, written, names)
    return part | ({"changes": changes} if changes else {}) | {key: rounds}


def _changes(board: EventBoard, written: Mapping[int, int], names: Sequence[str]) -> list[Json]:
    """Who joined, left, came back or dealt out of turn, after which round of the file. Nobody deals
    after a round that is withdrawn: that is dealt again first."""
    changes = []
    for change in board.setup.changes:
        after = written.get(change.after, 0)
        is_told = after > written.get(change.after - 1, 0)
        if not after or (change.kind == "deals" and not is_told):
            continue
        neighbour = None if change.neighbour is None else names[change.neighbour]
        changes.append(
            {"after": after, "player": names[change.player], "kind": change.kind}
            | ({"amount": change.amount} if change.amount else {})
            | ({"neighbour": neighbour} if neighbour is not None else {})
        )
    return changes


def _questions(board: EventBoard, board_round: BoardRound) -> dict[str, Field]:
    """The questions of a round, by their keys.

    After a withdrawal a round may ask less than it had asked: such answers are described by the
    other rounds, or by those of a game without the withdrawal, so that a file tells all that was
    reported.
    """
    plays = board.plays
    fields = {field.key: field for field in plays.fields(board_round.before)}
    rows = (board_round.value,) if board.table_number else board_round.value
    keys = {key for row in rows for key in row or {}} - {AWAY.key}
    numbers = range(len(board.rounds))
    states = chain(
        (other.before for other in board.rounds),
        (plays.start(replace(board.setup, played=number)).state for number in numbers),
    )
    for state in states:
        if keys <= fields.keys():
            break
        fields = {field.key: field for field in plays.fields(state)} | fields
    return fields


def _is_over(board_round: BoardRound) -> bool:
    """Whether a round is over and somebody was there to play it."""
    lines = (report.payload or {} for report in board_round.reports)
    return board_round.complete and not all(payload.get(AWAY.key) for payload in lines)


def _is_beyond(board_round: BoardRound) -> bool:
    """Whether a round was reported that its match no longer needs: files leave it out."""
    return board_round.played is not None and match_over() in board_round.played.problems


def _head(event: Event, plays: Plays, roster: Roster, names: Sequence[str]) -> Json:
    head = game_head(event)
    if not plays.side_names:
        return head | {"players": list(names)}
    called = unique(roster.side_names)
    if set(called) == set(plays.side_names) and called != list(plays.side_names):
        called = [name.capitalize() for name in called]  # else the reader would swap them
    members = [[names[player] for player in team] for team in roster.sides]
    return head | {"teams": dict(zip(called, members, strict=True))}


def _people(event: Event) -> Json:
    plays, tables = game_of(event).plays, read_tables(event)
    if plays.side_names:
        roster, _entries = roster_of(event, plays, tables)
        return _head(event, plays, roster, unique(roster.names)) | {"rounds": []}
    names = unique([entry.name for entry in tables.entries.values()])
    return game_head(event) | {"players": names, "rounds": []}


def game_head(event: Event) -> Json:
    """The game, its edition and its options; the format only if it is not the usual one."""
    chosen = {"format": event.format} if event.format else {}
    game = game_of(event).declaration or event.game
    return {"game": game, "edition": event.edition, **chosen, "options": event.options}


class NamedReports:
    """Reports with names instead of places."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def round(
        self, board_round: BoardRound, questions: Mapping[str, Field], *, couples: bool
    ) -> Any:
        """A round as in the file; with the reason if it was overridden, as long as it counts."""
        fields = {**questions, AWAY.key: AWAY}
        reasons = [
            report.reason if board_round.counted and report.allowed and report.reason else ""
            for report in board_round.reports
        ]
        if not couples:
            return self.report(board_round.value, fields) | _reason_json(reasons[0])
        rows: list[Json | None] = []
        for place, row in enumerate(board_round.value):
            reason = reasons[place] if place < len(reasons) else ""
            answers = None if row is None else self.report(row, fields)
            rows.append(
                answers
                if answers is None or AWAY.key in answers
                else answers | _reason_json(reason)
            )
        return rows

    def deals(self, board_round: BoardRound, key: str) -> list[Json]:
        """The last deals; with the reason for each that was overridden."""
        [report] = board_round.reports
        because = _reason_json(report.reason if report.allowed else "")
        return [
            {**deal, "player": self._names[deal["player"]]} | because
            for deal in board_round.value[key]
        ]

    def report(self, report: Mapping[str, Any], fields: Mapping[str, Field]) -> Json:
        return {key: self._answer(fields[key], value) for key, value in report.items()}

    def _answer(self, field: Field, value: Any) -> Any:
        if value is None:
            return None
        if field.per != "table":  # a list in the order of the file's players, or of the couple
            return [None if part is None else field.kind.write(part, self._names) for part in value]
        if field.parts and isinstance(value, Mapping):
            return self.report(value, {part.key: part for part in field.parts})
        return field.kind.write(value, self._names)


def _reason_json(reason: str) -> Json:
    return {OVERRIDE: reason} if reason else {}


def unique(names: Sequence[str]) -> list[str]:
    """The names, with a number after those that occur twice."""
    taken = set(names)
    seen: set[str] = set()
    texts = []
    for name in names:
        number = 2
        text = name
        while text in seen or (text != name and text in taken):
            text = f"{name} ({number})"
            number += 1
        seen.add(text)
        texts.append(text)
    return texts
