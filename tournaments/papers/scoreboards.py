"""Score sheets and worksheets: a scoreboard of the engine on paper, filled in or blank.

For every game a sheet is what its board declares: groups and columns, rows, the foot, and notes,
the first of which says above the columns how it scores.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.drawing.scoreboard import Mark, Scoreboard
from rulesets.engine.text import AS_IS, Phrase
from rulesets.formats import Format
from tournaments.papers.board_cells import draw_grid, draw_values, has_values
from tournaments.papers.board_grid import (
    BETWEEN,
    MM,
    MOST_GAMES,
    TITLE_SIZE,
    Grid,
    Sheaf,
    extended,
    filling,
    is_name,
    plan_grid,
    sheaves,
    wants_sideways,
    widest,
    with_lines,
)
from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.data import NameList
from tournaments.papers.geometry import Box, paragraph, unbroken
from tournaments.papers.marks import draw_meanings, marks_in
from tournaments.papers.pen import Pen
from tournaments.papers.people import draw_names, names_height
from tournaments.papers.theme import FINE, Page, Style, Turned
from tournaments.papers.typefaces import Face, width
from tournaments.web.wording import phrase_key, translate

TITLE, TITLE_LINE = 25.0, 32.0
TOLD, TOLD_LINE = 12.0, 15.0
NOTE, LEADING = 10.5, 1.35
NAME_LINES, GAP = 28.0, 10.0
LEGEND = 16.0
NOTES_SHARE = 0.3
"""The most of a page that what is told below a board may take; else it has a page of its own."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One board to print.

    `title`: instead of the board's own. `subtitle`: beside it; `rules`: where the rules are.
    `written`: people write on it, so its lines are tall. `lines`: how many empty rows are added; 0:
    as many as fill the page, None: none. `several`: a short board is printed twice, for two games;
    `games`: for a match of that many games the board is printed for each, on as many pages as
    needed.
    """

    board: Scoreboard
    title: str = ""
    subtitle: str = ""
    rules: str = ""
    written: bool = False
    lines: int | None = None
    lists: tuple[NameList, ...] = ()
    several: bool = False
    games: int = 0


def has_score_sheets(format: Format) -> bool:
    """Whether a board has a sheet of its own, because its deals depend on those before."""
    return not format.keeping.apart


def has_worksheets(format: Format) -> bool:
    """Whether couples report, and their results are added up for the whole room."""
    return format.keeping.board == "room"


@paper(
    "sheet-blank",
    gettext_lazy("Blank score sheet"),
    gettext_lazy("For scoring by hand, with the names."),
    options=("lines", "pocket"),
    where=has_score_sheets,
    main=True,
    position=40,
    tonight=60,
)
def blank_score_sheet(order: Order) -> Pages:
    """A blank sheet for each board."""
    return _sheets(order, order.blank_sheets)


@paper(
    "sheet",
    gettext_lazy("Score sheet"),
    gettext_lazy("Filled in with the results so far."),
    needs="begun",
    options=("pocket",),
    where=has_score_sheets,
    position=50,
)
def score_sheet(order: Order) -> Pages:
    """A sheet for each board."""
    return _sheets(order, order.sheets)


@paper(
    "worksheet-blank",
    gettext_lazy("Blank worksheet"),
    gettext_lazy("A line for every couple of a round, for their reports."),
    options=("round",),
    where=has_worksheets,
    position=60,
    tonight=70,
)
def blank_worksheet(order: Order) -> Pages:
    """A sheet for each board of the room."""
    return _sheets(order, order.blank_worksheets)


@paper(
    "worksheet",
    gettext_lazy("Worksheet"),
    gettext_lazy("A round with its reports."),
    needs="begun",
    options=("round",),
    where=has_worksheets,
    position=70,
)
def worksheet(order: Order) -> Pages:
    """A sheet for each board of the room."""
    return _sheets(order, order.worksheets)


def _sheets(order: Order, sheets: Sequence[Sheet]) -> Pages:
    """All these sheets, each on its own pages; the file has the title of the first."""
    style = Style("a6") if order.options.pocket else order.style
    title = _titled(sheets[0]) if sheets else _("Score sheet")
    return Pages(title, sheet_pages(sheets, style), style)


def board_pages(sheet: Sheet, style: Style) -> list[Page]:
    """Return the pages of one sheet, for a document of its own or within a larger one.

    They are turned sideways if the board has too many columns for an upright page.
    """
    return sheet_pages([sheet], style)


def sheet_pages(sheets: Sequence[Sheet], style: Style) -> list[Page]:
    """Return the pages of these sheets in order; those of a kind are laid out alike."""
    kinds: dict[Hashable, list[Sheet]] = {}
    shapes = [_shape(sheet) for sheet in sheets]
    for shape, sheet in zip(shapes, sheets, strict=True):
        kinds.setdefault(shape, []).append(sheet)
    plans = {shape: _plan(alike, shape, style) for shape, alike in kinds.items()}
    return [
        page
        for shape, sheet in zip(shapes, sheets, strict=True)
        for page in _pages(sheet, plans[shape])
    ]


def layout_of(sheet: Sheet, style: Style) -> Plan:
    """How a sheet is laid out by itself."""
    return _plan([sheet], _shape(sheet), style)


def _shape(sheet: Sheet) -> Hashable:
    """A key that is equal for boards of a kind."""
    board = sheet.board
    return (
        sheet.written,
        sheet.several,
        sheet.games,
        sheet.lines,
        sheet.lists,
        board.name_lines,
        phrase_key(board.rows_title),
        tuple(
            (column.holds, column.owner, _word(column.title), _word(column.group))
            for column in board.columns
        ),
        tuple(phrase_key(row.label) for row in board.rows),
        tuple(phrase_key(row.label) for row in board.foot),
        tuple(map(phrase_key, board.notes)),
    )


def _word(words: Phrase) -> Hashable:
    """A key of a heading; the same for all names of people."""
    return AS_IS if is_name(words) else phrase_key(words)


@dataclass(frozen=True, slots=True)
class Plan:
    """How sheets of a kind are laid out: their grid, how many lines are added, the space for rows,
    how often the board is on the page, and the notes above and below it."""

    shape: Hashable
    style: Style
    grid: Grid
    lines: int
    space: Box
    times: int
    first: str
    notes: str
    notes_apart: bool
    names_apart: bool


def _plan(alike: list[Sheet], shape: Hashable, style: Style) -> Plan:
    """The layout: upright, or sideways if the columns need it."""
    sheet = alike[0]
    board = widest([sheet.board for sheet in alike])
    if wants_sideways(board, style.body.width):
        style = replace(style, landscape=True)
    whole = style.body
    first, *rest = [translate(note) for note in board.notes] or [""]
    notes = _joined(rest, sheet.rules)
    body = whole.below(_head_height(board, first, whole.width))
    names = names_height(sheet.lists)
    names_apart = names > body.height * 0.45
    notes_room = _notes_height(notes, whole.width) + (
        LEGEND if any(_marks(s.board) for s in alike) else 0
    )
    notes_apart = notes_room > body.height * NOTES_SHARE
    below = (LEGEND if notes_apart else notes_room) + (0.0 if names_apart else names)
    room = body.above(below)
    grid = plan_grid(board, whole.width, written=sheet.written)
    lines, times = 0, 1
    if sheet.lines is None:
        most = sheet.games or (MOST_GAMES if sheet.several else 1)
        grid, times = filling(board, grid, room.height, most=most)
    elif sheet.lines:
        lines = sheet.lines
    else:
        grid, lines = with_lines(board, grid, room.height)
    return Plan(shape, style, grid, lines, room, times, first, notes, notes_apart, names_apart)


def _joined(notes: Sequence[str], rules: str) -> str:
    """The notes below a board as one paragraph."""
    sentences = [note if note.endswith((".", "!", "?")) else f"{note}." for note in notes]
    if rules:
        page = any(char.isdigit() for char in rules.rpartition(" p. ")[2]) and " p. " in rules
        sentences.append(
            _("The rules: %(source)s.") % {"source": unbroken(rules)} if page else f"{rules}."
        )
    return " ".join(sentences)


def _head_height(board: Scoreboard, first: str, across: float) -> float:
    lines = len(paragraph(first, Face.BOOK_ITALIC, TOLD, across)) if first else 0
    names = NAME_LINES if board.name_lines else 0.0
    return TITLE_LINE + lines * TOLD_LINE + names + GAP


def _notes_height(notes: str, across: float) -> float:
    if not notes:
        return 0.0
    return GAP + len(paragraph(notes, Face.BOOK_ITALIC, NOTE, across)) * NOTE * LEADING


def _pages(sheet: Sheet, plan: Plan) -> list[Page]:
    board = extended(sheet.board, plan.lines) if plan.lines else sheet.board
    parts = sheaves(board, plan.grid, plan.space)
    pages: list[Page] = [
        Turned(partial(_page, plan, sheet, board, number, part, games), plan.style)
        for games in _games_of_pages(sheet, plan)
        for number, part in enumerate(parts)
    ]
    if plan.notes_apart:
        pages.append(Turned(partial(_notes_page, plan, sheet), plan.style))
    if plan.names_apart:
        pages.append(Turned(partial(_names_page, plan, sheet), plan.style))
    return pages


def _games_of_pages(sheet: Sheet, plan: Plan) -> list[range]:
    """The numbers of the games on each page of a sheet."""
    games = sheet.games or plan.times
    firsts = range(1, games + 1, plan.times)
    return [range(first, min(first + plan.times, games + 1)) for first in firsts]


def _page(
    plan: Plan,
    sheet: Sheet,
    board: Scoreboard,
    number: int,
    part: Sheaf,
    games: range,
    pen: Pen,
) -> None:
    """Draw a part of a board, over a form with what boards of a kind share."""
    draw_title(pen, plan.style.body, _titled(sheet), _beside(sheet, part))
    frames, marks = _frames(plan, part, len(games)), _marks(board)
    rest = plan.style.body.below(plan.style.body.top - frames[-1].y)
    notes = rest.below(LEGEND) if marks else rest
    titles = [_("Game %(number)d") % {"number": game} for game in games]
    titles = titles if sheet.games or plan.times > 1 else [""]
    words = not has_values(part)
    under = partial(_under, plan, board, part, frames, titles, notes, pen, words=words)
    pen.form((plan.shape, plan.style, number, games, bool(marks), words), plan.style.size, under)
    for title, frame in zip(titles, frames, strict=True):
        draw_values(pen, board, plan.grid, part, frame, title)
    if part.last and marks:
        draw_meanings(pen, rest.x + 1, rest.top - 12, marks, FINE + 1)
    if part.last and not plan.names_apart and sheet.lists:
        height = 0.0 if plan.notes_apart else _notes_height(plan.notes, notes.width)
        draw_names(pen, sheet.lists, notes.below(height))


def _frames(plan: Plan, part: Sheaf, count: int) -> list[Box]:
    """The boxes of that many boards on a page, from the top down."""
    grid, room = plan.grid, plan.space
    high = grid.head_height + len(part.rows) * grid.line + len(part.foot) * grid.foot
    frames = []
    for _number in range(count):
        frames.append(room.from_top(high))
        room = room.below(high + BETWEEN)
    return frames


def _under(
    plan: Plan,
    board: Scoreboard,
    part: Sheaf,
    frames: list[Box],
    titles: Sequence[str],
    notes: Box,
    pen: Pen,
    *,
    words: bool,
) -> None:
    """Draw what boards of a kind share. words: those of their tables are among it."""
    body = draw_scoring(pen, plan.style.body.below(TITLE_LINE), plan.first)
    if board.name_lines:
        _draw_name_lines(pen, board, body.from_top(NAME_LINES - 4))
    for title, frame in zip(titles, frames, strict=True):
        draw_grid(pen, board, plan.grid, part, frame, title, words=words)
    if part.last and not plan.notes_apart:
        _draw_notes(pen, plan.notes, notes)


def draw_title(pen: Pen, body: Box, title: str, beside: str) -> None:
    """Draw the game's name, and the words beside it."""
    used = 0.0
    if beside:
        used = min(width(beside, Face.BOOK_CAPS, TITLE_SIZE), body.width * 0.5)
        strip = Box(body.right - used, body.top - TITLE_LINE + 6, used, 14)
        pen.fitted(strip, beside, TITLE_SIZE, Face.BOOK_CAPS, align="right", most_lines=1)
        used += 14
    strip = Box(body.x, body.top - TITLE_LINE + 2, body.width - used, TITLE_LINE)
    with pen.element("H1"):
        pen.fitted(strip, title, TITLE, Face.DISPLAY, floor=0.5, most_lines=1)


def draw_scoring(pen: Pen, room: Box, first: str) -> Box:
    """Draw in one line how a game scores; return what is left of the room."""
    if first:
        lines = paragraph(first, Face.BOOK_ITALIC, TOLD, room.width)
        for number, line in enumerate(lines):
            pen.text(room.x, room.top - 11 - number * TOLD_LINE, line, TOLD, Face.BOOK_ITALIC)
        room = room.below(len(lines) * TOLD_LINE)
    return room.below(GAP)


def _draw_name_lines(pen: Pen, board: Scoreboard, strip: Box) -> None:
    """Draw lines for writing down who plays on each side."""
    for room, words in zip(strip.columns(len(board.name_lines), 16), board.name_lines, strict=True):
        label = translate(words)
        y = room.y + 8
        used = pen.text(room.x, y, label, TITLE_SIZE, Face.BOOK_CAPS)
        pen.line(room.x + used + 1.5 * MM, y - 1.5, room.right, y - 1.5, 0.5)


def _titled(sheet: Sheet) -> str:
    return sheet.title or translate(sheet.board.title)


def _beside(sheet: Sheet, part: Sheaf) -> str:
    number, count = part.part
    if count == 1:
        return sheet.subtitle
    words = _("part %(number)d of %(count)d") % {"number": number, "count": count}
    return f"{sheet.subtitle}, {words}" if sheet.subtitle else words


def _marks(board: Scoreboard) -> list[Mark]:
    """The marks of a board that have to be explained."""
    rows = (*board.rows, *board.foot)
    return marks_in([cell for row in rows for cell in row.cells if cell.marks])


def _draw_notes(pen: Pen, notes: str, rest: Box) -> Box:
    if not notes:
        return rest
    room = rest.below(GAP)
    return room.below(pen.prose(room, notes, NOTE, Face.BOOK_ITALIC, line_height=LEADING))


def _notes_page(plan: Plan, sheet: Sheet, pen: Pen) -> None:
    """Draw the notes below the board on a page of their own."""
    body = plan.style.body
    draw_title(pen, body, _titled(sheet), sheet.subtitle)
    _draw_notes(pen, plan.notes, draw_scoring(pen, body.below(TITLE_LINE), plan.first))


def _names_page(plan: Plan, sheet: Sheet, pen: Pen) -> None:
    body = plan.style.body
    draw_title(pen, body, _titled(sheet), sheet.subtitle)
    draw_names(pen, sheet.lists, body.below(TITLE_LINE))
