"""The score file (docs/score-file.md): one JSON document for an evening of any game.

`game`, `edition`, `format`, `options` and who plays; then `rounds` of one board, or `sets` with
their tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.engine.game import parse_options
from rulesets.engine.problems import Unusable, place
from rulesets.files.board_file import BoardFile, read_board
from rulesets.files.drive_file import DriveFile, read_drive
from rulesets.files.house_game import read_declaration
from rulesets.files.reader import read
from rulesets.files.shapes import ANYTHING, TEXT, ByName, Either, Record, Whole, optional
from rulesets.formats import format_of
from rulesets.formats.format import option_type_of
from rulesets.games import load
from rulesets.house_games import house_game

if TYPE_CHECKING:
    from rulesets.engine.game import Game
    from rulesets.engine.problems import At
    from rulesets.formats import Format

ScoreFile = BoardFile | DriveFile
HEAD = Record(
    {
        "edition": optional(Whole()),
        "game": Either((TEXT, ByName(ANYTHING))),
        "format": optional(TEXT, ""),
    }
)


def read_file(value: object, own: Game | None = None) -> ScoreFile:
    """Read the score file in a decoded JSON value; `own` is the family's own game that it may
    name.

    Raises Unusable.
    """
    head = read(HEAD, value)[0]
    top: Any = value
    try:
        game = _game(head, own)
        usual = format_of(game, head["format"])
        options, _problems = parse_options(option_type_of(usual), top.get("options", {}))
        played = format_of(game, usual.kind.slug, options)
    except LookupError as error:
        raise Unusable(str(error.args[0])) from error
    return _read(played, top)


def _game(head: dict[str, Any], own: Game | None) -> Game:
    """Return the game that a file names or contains. Raises Unusable and LookupError."""
    edition, called = head["edition"], head["game"]
    if isinstance(called, dict):
        return own_game(called, ("game",), edition or 1)
    return own if own is not None and called == own.slug else load(called, edition)


def own_game(value: object, at: At = (), edition: int = 1) -> Game:
    """Return the game that a family declares in a decoded JSON value. Raises Unusable with its
    first problem."""
    declared, problems = read_declaration(value)
    if declared is None:
        first = problems[0].under(*at)
        raise Unusable(f"{place(first.at)}: {first.message}")
    return house_game(declared, edition=edition)


def _read(played: Format, top: dict[str, Any]) -> ScoreFile:
    if played.movement is not None:
        return read_drive(played, top)
    return read_board(played.game, top)
