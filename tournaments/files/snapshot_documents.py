"""The snapshot in an event's document: what a finished event shows, checked down to the last
value."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from rulesets.engine.problems import as_int, wrong
from rulesets.files.reader import read as read_shape
from rulesets.files.shapes import ANYTHING, TEXT, ByName, Listing
from rulesets.folded.board import Folded, Questions
from rulesets.folded.checks import check_board, check_drive, check_game
from rulesets.folded.codec import read, write
from rulesets.folded.document import packed, parts_of_boards, parts_of_drive
from rulesets.folded.drive import FoldedDrive
from rulesets.folded.game import FoldedGame
from rulesets.folded.plays import Rules
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.hall import Hall
from tournaments.files import document_shapes as shapes
from tournaments.models import Snapshot
from tournaments.models.event_games import forget, format_of
from tournaments.records.services import complete_missing
from tournaments.scores.snapshots import complete
from tournaments.standings.player_sets import from_json
from tournaments.standings.rows import row_from_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rulesets.engine.problems import At
    from tournaments.models import Entry, Event

    Find = Callable[[Any, At], Entry]
    Parts = Iterator[Any]

Fields = dict[str, Any]
# Numbers that may be negative; all others are counts or places.
SIGNED = {"points", "total", "moved", "progress", "sets", "lost", "joined"}
PLACE = 3  # set, table and deal


def keep_snapshot(event: Event, document: Any, find: Find) -> None:
    """Save the snapshot; `find` returns the entry of a person's number. Refuses what is no
    snapshot."""
    at: At = ("snapshot",)
    snapshot: Fields = read_shape(shapes.SNAPSHOT, document, at=at)[0]
    rows = []
    for number, row in enumerate(snapshot["standings"]):
        there = (*at, "standings", number)
        rows.append({**row, "entry_id": find(row.get("entry_id"), there).pk})
        conform(row_from_json(rows[-1]), there)
    players = {}
    for key, sets in snapshot["players"].items():
        there = (*at, "players", key)
        if not (key.isascii() and key.isdecimal() and len(key) < 10):
            wrong(there, "the number of a person in the file")
        for played_set in from_json(sets):
            conform(played_set, there)
            if len(played_set.at) not in (0, PLACE):
                wrong((*there, "at"), "a set, a table and a deal")
        players[str(find(int(key), there).pk)] = sets
    columns = {"standings": rows, "players": players, **_folded(event, snapshot, find, at)}
    columns["edition"] = snapshot["edition"]
    Snapshot.objects.create(event=event, **columns)
    forget(event)
    if columns["boards"] is None:  # made by an earlier version
        complete(event)
    else:
        _PARTS(event).check(event)
    complete_missing([event])


def _folded(event: Event, fields: Fields, find: Find, at: At) -> dict[str, Any]:
    """The rules as they were, and the results of boards or hands; empty for older files."""
    if fields["game"] is ...:
        return {"game": None, "boards": None}
    format = format_of(event)
    game = read(FoldedGame, fields["game"], *at, "game")
    check_game(game, event.game, format.keeping.board, (*at, "game"))
    rules: Rules = read(Rules, _join_lines(fields["rules"], (*at, "rules")), *at, "rules")
    parts = _PARTS(format).read(fields, find, at, game, rules)
    return {"game": write(game), "boards": packed(parts)}


def _parts_of_boards(fields: Fields, find: Find, at: At, game: FoldedGame, rules: Rules) -> Parts:
    """The results of boards."""
    boards, questions = _read_boards(fields, find, at)
    return parts_of_boards(rules, boards, lambda: questions)


def _parts_of_hands(fields: Fields, find: Find, at: At, game: FoldedGame, rules: Rules) -> Parts:
    """The results of hands, each scored by itself."""
    drive: FoldedDrive = read(FoldedDrive, fields["drive"], *at, "drive")
    check_drive(drive, game.format.seatings, game.format.deals, (*at, "drive"))
    return parts_of_drive(rules, drive)


def _check_boards(event: Event) -> None:
    """Read all boards: each belongs to a table, and each round to its reports."""
    _ = Hall.now(event).boards


def _check_nothing(event: Event) -> None:
    """Hands have no boards."""


@dataclass(frozen=True, slots=True)
class _SnapshotWay:
    """How the parts of a snapshot are read, and checked once they are stored."""

    read: Callable[[Fields, Find, At, FoldedGame, Rules], Parts]
    check: Callable[[Event], None]


_OF_BOARDS = _SnapshotWay(_parts_of_boards, _check_boards)
_PARTS = ByKeeping(
    table=_OF_BOARDS,
    set=_OF_BOARDS,
    hands=_SnapshotWay(_parts_of_hands, _check_nothing),
    room=_OF_BOARDS,
)


def _join_lines(document: Any, at: At) -> Fields:
    """The rules as people read them, their texts joined from lines."""
    rules: Fields = read_shape(ByName(ANYTHING), document, at=at)[0]
    for name in {"text", "sheet"} & rules.keys():
        lines = read_shape(Listing(TEXT), rules[name], at=(*at, name))[0]
        rules[name] = "\n".join(lines)
    return rules


def _read_boards(fields: Fields, find: Find, at: At) -> tuple[list[Folded], Questions]:
    questions: Questions = read(Questions, fields["questions"], *at, "questions")
    boards = []
    documents, _problems = read_shape(shapes.rows(ANYTHING), fields["boards"], at=(*at, "boards"))
    for number, value in enumerate(documents):
        there = (*at, "boards", number)
        board: Folded = read(Folded, value, *there)
        check_board(board, len(questions), there)
        entries = tuple(find(number, (*there, "entries")).pk for number in board.entries)
        boards.append(replace(board, entries=entries))
    return boards, questions


@cache
def _kinds(of: type) -> dict[str, Any]:
    return get_type_hints(of)


def conform(value: Any, at: At) -> None:
    """Refuse an object whose values are not of the types that its class declares."""
    kinds = _kinds(type(value))  # type: ignore[arg-type]  # types are hashable
    for field in fields(value):
        _conform(getattr(value, field.name), kinds[field.name], (*at, field.name))


def _conform(value: Any, kind: Any, at: At) -> None:
    if isinstance(kind, UnionType):
        if value is not None:
            _conform(value, get_args(kind)[0], at)
    elif get_args(kind):  # a tuple of a fixed length
        if not isinstance(value, tuple):
            wrong(at, "a list")
        for part in value:
            _conform(part, get_args(kind)[0], at)
    elif is_dataclass(kind):
        conform(value, at)
    elif kind is int:
        if as_int(value, at) < 0 and not SIGNED & set(at):
            wrong(at, "no number below nothing")
    elif not isinstance(value, kind):
        wrong(at, {str: "text", bool: "true or false"}[kind])
