"""The score file (docs/score-file.md): one JSON document for an evening of any game.

`game`, `edition`, `format`, `options` and who plays; then `rounds` of one board, or `sets` with
their tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.files.board_file import BoardFile, read_board
from rulesets.files.drive_file import DriveFile, read_drive
from rulesets.formats import format_of
from rulesets.formats.court_whist import CourtWhistFormat
from rulesets.games import load
from rulesets.json_values import Unusable, as_int, as_object, as_text
from rulesets.options import parse_options

if TYPE_CHECKING:
    from rulesets.formats import Format

ScoreFile = BoardFile | DriveFile


def read_file(value: object) -> ScoreFile:
    """The score file in a decoded JSON value. Raises Unusable."""
    top = as_object(value, ())
    try:
        edition = as_int(top["edition"], ("edition",)) if "edition" in top else None
        game = load(as_text(top.get("game"), ("game",)), edition)
        slug = as_text(top.get("format", ""), ("format",))
        options, _problems = parse_options(game.options, top.get("options", {}))
        played = format_of(game, slug, options)
    except LookupError as error:
        raise Unusable(str(error.args[0])) from error
    return _read(played, top)


def _read(played: Format, top: dict[str, object]) -> ScoreFile:
    if isinstance(played, CourtWhistFormat):
        return read_drive(played, top)
    return read_board(played.game, top)
