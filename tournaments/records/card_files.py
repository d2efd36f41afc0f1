"""Files of old score cards: CSV, XLSX, or the JSON that BG Stats exports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.engine.clean_text import clean_text
from rulesets.engine.problems import Unusable
from rulesets.engine.text import say
from rulesets.files.cli import parse
from rulesets.records.score_cards.plays import are_plays, read_plays
from rulesets.records.score_cards.sheets import CardSheet, read_sheet
from rulesets.records.score_cards.values import LineProblem
from tournaments.models.errors import refusal
from tournaments.people.list_tables import XLSX, read_rows, sheet_text, text_readings

if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST = 5_000_000  # bytes
MOST_LINES = 50_000
MOST_CELLS = 1_000_000
MOST_UNPACKED = 100_000_000  # bytes of a sheet


def read_card_file(
    data: bytes, games: Mapping[str, str], *, order: str = "", game: str = ""
) -> CardSheet:
    """Read a file of score cards. `games`, `order` and `game` as for `read_sheet`. Raises Refused
    if it is too large, or neither a table nor an export."""
    if len(data) > LARGEST:
        raise refusal("file.large", "That file is too large: 5 MB at most.", "file")
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return _read_json(data, games)
    if data.startswith(XLSX):
        limits = {"most_cells": MOST_CELLS, "most_unpacked": MOST_UNPACKED}
        text = sheet_text(data, as_written=True, **limits)
    else:
        text = text_readings(data)[0].text
    table = read_rows(text)
    if len(table.rows) > MOST_LINES:
        raise refusal("file.large", "That file has too many lines: 50,000 at most.", "file")
    rows = [(line, [clean_text(cell) for cell in cells]) for line, cells in table.rows]
    sheet = read_sheet(rows, games, order=order, game=game)
    for problem in table.problems:
        line = problem.params.get("line", 1)
        do = say("every quotation mark with its partner")
        sheet.problems.append(LineProblem("line", line if isinstance(line, int) else 1, "", "", do))
    return sheet


def _read_json(data: bytes, games: Mapping[str, str]) -> CardSheet:
    text = "This is no export of BG Stats. Choose the JSON file that it saves, CSV or XLSX."
    try:
        value: Any = parse(data, "the file")
    except Unusable as error:
        raise refusal("file.plays", text, "file") from error
    if not are_plays(value):
        raise refusal("file.plays", text, "file")
    if len(value["plays"]) > MOST_LINES:
        raise refusal("file.large", "That file has too many plays: 50,000 at most.", "file")
    return read_plays(value, games)
