"""Score sheets and worksheets: a scoreboard of the engine on paper, filled or to be written on.

Whatever the game, a sheet is what its board declares: groups and columns, rows, the foot, notes.
Circles go round numbers (or stay empty), coins are drawn, marks have a shape of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext as _

from rulesets.show.scoreboard import Scoreboard
from tournaments.papers.board_cells import draw_board
from tournaments.papers.board_grid import (
    BETWEEN,
    Grid,
    Sheaf,
    extended,
    filling,
    lines_that_fit,
    plan_grid,
    sheaves,
    wants_sideways,
)
from tournaments.papers.data import Heading, NameList, Paper, Progress
from tournaments.papers.fitting import paragraph
from tournaments.papers.geometry import Box
from tournaments.papers.marks import draw_meanings, marks_in
from tournaments.papers.name_lists import draw_names, names_height
from tournaments.papers.pen import Pen
from tournaments.papers.theme import FINE, TITLE_ROOM, Page, Style, Turned, draw_title, write
from tournaments.papers.typefaces import Face, width
from tournaments.papers.wording import said

SHORT_NOTE = 34
LEGEND = 15.0
LEADING = 1.4
TWO_COLUMNS = 620.0
MANY = 6


@dataclass(frozen=True, slots=True)
class Sheet:
    """One board to print.

    `title`: in place of the board's own. `written`: people write on it, so its lines are tall.
    `lines`: empty rows that are added; 0 are as many as fill the page, None none at all.
    """

    board: Scoreboard
    title: str = ""
    subtitle: str = ""
    written: bool = False
    lines: int | None = None
    lists: tuple[NameList, ...] = ()


def score_boards(
    heading: Heading,
    sheets: Sequence[Sheet],
    *,
    title: str = "",
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return one document with all these sheets, each on pages of its own.

    title: of the file, in place of the first board's.
    """
    style = Style(paper, invariant)
    pages = sheet_pages(sheets, style)
    named = title or (_titled(sheets[0]) if sheets else _("Score sheet"))
    return write(heading, named, pages, style, progress)


def sheet_pages(sheets: Sequence[Sheet], style: Style) -> list[Page]:
    """Return the pages of these sheets, one after the other."""
    return [page for sheet in sheets for page in board_pages(sheet, style)]


def board_pages(sheet: Sheet, style: Style) -> list[Page]:
    """Return the pages of one sheet, for a document of their own or within a larger one.

    They lie sideways where the board has too many columns for the upright page.
    """
    if not style.landscape and wants_sideways(sheet.board, style.body.width):
        style = replace(style, landscape=True)
        return [Turned(page, style) for page in _pages(sheet, style)]
    return _pages(sheet, style)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a sheet is laid out: its board with all lines, how often the board stands on the page,
    and whether what is told below it, and the lists of names, have pages of their own."""

    sheet: Sheet
    board: Scoreboard
    grid: Grid
    style: Style
    times: int = 1
    told_apart: bool = False
    names_apart: bool = False


def _pages(sheet: Sheet, style: Style) -> list[Page]:
    body = style.body.below(TITLE_ROOM)
    names = names_height(sheet.lists)
    names_apart = names > body.height * 0.45
    grid = plan_grid(sheet.board, body.width, written=sheet.written)
    told = _below_height(sheet.board, body.width)
    told_apart = told > LEGEND and told + grid.head_height > body.height * 0.6
    below = (LEGEND if told_apart else told) + (0.0 if names_apart else names)
    board = sheet.board
    room = body.above(below)
    times = 1
    if sheet.lines is None:
        grid, times = filling(board, grid, room.height, written=sheet.written)
    else:
        fitting = lines_that_fit(board, grid, room.height)
        board = extended(board, sheet.lines or fitting)
    plan = Plan(sheet, board, grid, style, times, told_apart, names_apart)
    pages: list[Page] = [partial(_page, plan, part) for part in sheaves(board, grid, room)]
    if told_apart:
        pages.append(partial(_told_page, plan))
    if names_apart:
        pages.append(partial(_names_page, sheet, style))
    return pages


def _page(plan: Plan, part: Sheaf, pen: Pen) -> None:
    sheet, body = plan.sheet, plan.style.body
    body = draw_title(pen, body, _titled(sheet), _subtitle(sheet, part))
    for number in range(1, plan.times + 1):
        called = _("Game %(number)d") % {"number": number} if plan.times > 1 else ""
        frame = draw_board(pen, plan.board, plan.grid, part, body, called)
        body = Box(body.x, body.y, body.width, frame.y - body.y - (BETWEEN if called else 0))
    if not part.last:
        return
    rest = body.below(-BETWEEN) if plan.times > 1 else body
    rest = _draw_meanings(pen, plan.board, rest)
    if not plan.told_apart:
        rest = _draw_notes(pen, plan.board, rest)
    if not plan.names_apart and sheet.lists:
        draw_names(pen, sheet.lists, rest)


def _told_page(plan: Plan, pen: Pen) -> None:
    """What would be told below the board, on a page of its own."""
    sheet = plan.sheet
    _draw_notes(pen, plan.board, draw_title(pen, plan.style.body, _titled(sheet), sheet.subtitle))


def _titled(sheet: Sheet) -> str:
    return sheet.title or said(sheet.board.title)


def _subtitle(sheet: Sheet, part: Sheaf) -> str:
    number, count = part.part
    if count == 1:
        return sheet.subtitle
    words = _("part %(number)d of %(count)d") % {"number": number, "count": count}
    return f"{sheet.subtitle} · {words}" if sheet.subtitle else words


def _notes(board: Scoreboard) -> list[str]:
    """The notes as paragraphs; short ones that are no sentences share a line."""
    notes = list(map(said, board.notes))
    if all(len(note) <= SHORT_NOTE and not note.endswith(".") for note in notes):
        joined = "   ·   ".join(notes)
        return [joined] if joined else []
    return notes


def _note_columns(board: Scoreboard, across: float) -> list[list[str]]:
    """The notes in one column, or in two on a wide page or where many are short."""
    notes = _notes(board)
    room = across / 2 - 12
    short = len(notes) >= MANY and all(width(note, Face.TEXT, 9.0) <= room for note in notes)
    if not short and (across < TWO_COLUMNS or len(notes) < 3):
        return [notes]
    half = -(-len(notes) // 2)
    return [notes[:half], notes[half:]]


def _prose_height(notes: Sequence[str], across: float) -> float:
    lines = sum(len(paragraph(note, Face.TEXT, 9.0, across)) for note in notes)
    return lines * 9.0 * LEADING + 2 * len(notes)


def _below_height(board: Scoreboard, across: float) -> float:
    """What notes and the meanings of marks take below the board."""
    columns = _note_columns(board, across)
    notes = 8 + max(_prose_height(part, across / len(columns) - 12) for part in columns)
    cells = [cell for row in (*board.rows, *board.foot) for cell in row.cells]
    return (notes if any(columns) else 0.0) + (LEGEND if marks_in(cells) else 0.0)


def _draw_meanings(pen: Pen, board: Scoreboard, rest: Box) -> Box:
    """Draw what the marks mean; return what is left."""
    cells = [cell for row in (*board.rows, *board.foot) for cell in row.cells]
    marks = marks_in(cells)
    if not marks:
        return rest
    draw_meanings(pen, rest.x + 1, rest.top - 12, marks, FINE)
    return rest.below(LEGEND)


def _draw_notes(pen: Pen, board: Scoreboard, rest: Box) -> Box:
    """Draw the notes; return what is left."""
    columns = _note_columns(board, rest.width)
    height = max(_prose_height(part, rest.width / len(columns) - 12) for part in columns)
    for number, part in enumerate(columns):
        each = rest.width / len(columns)
        room = Box(rest.x + number * each, rest.y, each - 12, rest.height - 8)
        for note in part:
            room = room.below(pen.prose(room, note, 9.0, leading=LEADING) + 2)
    return rest.below(height + 8) if height else rest


def _names_page(sheet: Sheet, style: Style, pen: Pen) -> None:
    body = draw_title(pen, style.body, _titled(sheet), sheet.subtitle)
    draw_names(pen, sheet.lists, body)
