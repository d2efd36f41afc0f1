"""Score sheets and worksheets: a scoreboard of the engine on paper, filled or to be written on.

Whatever the game, a sheet is what its board declares: groups and columns, rows, the foot, notes.
Circles go round numbers (or stay empty), coins are drawn, marks have a shape of their own.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from django.utils.translation import gettext as _

from rulesets.show.scoreboard import Mark, Scoreboard
from tournaments.papers.board_cells import Drawn, draw_grid, draw_values
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
    widest,
)
from tournaments.papers.data import Heading, NameList, Paper, Progress
from tournaments.papers.fitting import paragraph
from tournaments.papers.geometry import Box
from tournaments.papers.layers import Kind, Layers, write_layered
from tournaments.papers.marks import draw_meanings, marks_in
from tournaments.papers.name_lists import draw_names, names_height
from tournaments.papers.pen import Pen
from tournaments.papers.theme import (
    FINE,
    TITLE_ROOM,
    Page,
    Style,
    Turned,
    draw_title,
    draw_title_rule,
    draw_title_words,
)
from tournaments.papers.typefaces import Face, width
from tournaments.papers.wording import known, said

SHORT_NOTE = 34
LEGEND = 15.0
LEADING = 1.4
TWO_COLUMNS = 620.0
MANY = 6

Told = tuple[Hashable, ...]
"""What is told below a board, in no language yet."""
Notes = list[list[str]]
"""The same in words: the paragraphs of each column."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One board to print.

    `title`: in place of the board's own. `written`: people write on it, so its lines are tall.
    `lines`: empty rows that are added; 0 are as many as fill the page, None none at all.
    `several`: a short one stands there for as many games as fit.
    """

    board: Scoreboard
    title: str = ""
    subtitle: str = ""
    written: bool = False
    lines: int | None = None
    lists: tuple[NameList, ...] = ()
    several: bool = False


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
    named = title or (_titled(sheets[0]) if sheets else _("Score sheet"))
    return write_layered(heading, named, layered(sheets, style), style, progress)


def sheet_pages(sheets: Sequence[Sheet], style: Style) -> list[Page]:
    """Return the pages of these sheets, one after the other."""
    return [_alone(page) for page in layered(sheets, style)]


def board_pages(sheet: Sheet, style: Style) -> list[Page]:
    """Return the pages of one sheet, for a document of their own or within a larger one.

    They lie sideways where the board has too many columns for the upright page.
    """
    return sheet_pages([sheet], style)


def _alone(layers: Layers) -> Page:
    """A page with all its layers, for a document that keeps no forms."""

    def page(pen: Pen) -> None:
        layers.under(pen)
        layers.over(pen, {})

    return Turned(page, layers.style)


def layered(sheets: Sequence[Sheet], style: Style) -> list[Layers]:
    """The pages of sheets, those of a kind laid out alike."""
    kinds: dict[Hashable, dict[Told, list[Sheet]]] = {}
    shapes = [(_shape(sheet), tuple(map(known, sheet.board.notes))) for sheet in sheets]
    for (shape, told), sheet in zip(shapes, sheets, strict=True):
        kinds.setdefault(shape, {}).setdefault(told, []).append(sheet)
    plans = {shape: _plan(found, shape, style) for shape, found in kinds.items()}
    return [
        page
        for (shape, told), sheet in zip(shapes, sheets, strict=True)
        for page in _pages(sheet, told, plans[shape])
    ]


def _shape(sheet: Sheet) -> Hashable:
    """What boards of a kind have in common."""
    board = sheet.board
    return (
        sheet.written,
        sheet.several,
        sheet.lines,
        sheet.lists,
        bool(sheet.subtitle),
        tuple(known(column.group) for column in board.columns),
        tuple(known(row.label) for row in board.rows),
        tuple(known(row.label) for row in board.foot),
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """How sheets of a kind are laid out: their grid, how many lines are added, what room the rows
    have, how often the board stands on the page, whether what is told below it, and the lists of
    names, have pages of their own; what is told, in columns; and what pages of the same number are
    alike in, and where the boards lie on them."""

    style: Style
    grid: Grid
    lines: int
    room: Box
    times: int = 1
    told_apart: bool = False
    names_apart: bool = False
    notes: Mapping[Told, Notes] = field(default_factory=dict)
    kinds: list[Kind] = field(default_factory=list)
    areas: list[list[Box]] = field(default_factory=list)


def _plan(found: Mapping[Told, Sequence[Sheet]], shape: Hashable, style: Style) -> Plan:
    """Lay out sheets of a kind, `found` by what is told below them."""
    sheets = [sheet for alike in found.values() for sheet in alike]
    sheet, board = sheets[0], widest([sheet.board for sheet in sheets])
    if not style.landscape and wants_sideways(board, style.body.width):
        style = replace(style, landscape=True)
    body = style.body.below(TITLE_ROOM)
    names = names_height(sheet.lists)
    names_apart = names > body.height * 0.45
    grid = plan_grid(board, body.width, written=sheet.written)
    notes = {told: _notes(alike[0].board, body.width) for told, alike in found.items()}
    told = max(_notes_height(columns, body.width) for columns in notes.values())
    told += LEGEND if any(_marks(each.board) for each in sheets) else 0.0
    told_apart = told > LEGEND and told + grid.head_height > body.height * 0.6
    below = (LEGEND if told_apart else told) + (0.0 if names_apart else names)
    room = body.above(below)
    lines, times = 0, 1
    if sheet.lines is None:
        grid, times = filling(
            board, grid, room.height, written=sheet.written, several=sheet.several
        )
    else:
        lines = sheet.lines or lines_that_fit(board, grid, room.height)
    plan = Plan(style, grid, lines, room, times, told_apart, names_apart, notes)
    parts = sheaves(extended(board, lines) if lines else board, grid, room)
    for number, part in enumerate(parts):
        plan.kinds.append(Kind((shape, grid, lines, room, times, number)))
        plan.areas.append(_areas(plan, part, sheet))
    return plan


def _pages(sheet: Sheet, told: Told, plan: Plan) -> list[Layers]:
    board = extended(sheet.board, plan.lines) if plan.lines else sheet.board
    parts = sheaves(board, plan.grid, plan.room)
    pages = [
        Layers(
            kind,
            plan.style,
            partial(_under, plan, sheet, board, part, areas),
            partial(_over, plan, sheet, told, board, part, areas),
        )
        for kind, areas, part in zip(plan.kinds, plan.areas, parts, strict=True)
    ]
    if plan.told_apart:
        pages.append(_single(plan, partial(_told_page, plan, sheet, plan.notes[told])))
    if plan.names_apart:
        pages.append(_single(plan, partial(_names_page, plan, sheet)))
    return pages


def _single(plan: Plan, draw: Callable[[Pen], None]) -> Layers:
    """A page that has nothing in common with others."""
    return Layers(Kind(None), plan.style, lambda _pen: None, lambda pen, _drawn: draw(pen))


def _areas(plan: Plan, part: Sheaf, sheet: Sheet) -> list[Box]:
    """The body of a page, where its boards lie, from the top down, and what is left below them."""
    used = TITLE_ROOM if _subtitle(sheet, part) else TITLE_ROOM - 14.0
    whole, grid = plan.style.body, plan.grid
    body = whole.below(used)
    high = grid.head_height + len(part.rows) * grid.line + len(part.foot) * grid.foot
    found = [whole]
    for _number in range(plan.times):
        found.append(body.from_top(high))
        body = body.below(high + (BETWEEN if plan.times > 1 else 0.0))
    return [*found, body.below(-BETWEEN) if plan.times > 1 else body]


def _under(
    plan: Plan, sheet: Sheet, board: Scoreboard, part: Sheaf, areas: list[Box], pen: Pen
) -> None:
    """What pages of a kind have in common."""
    whole, *places, _rest = areas
    draw_title_rule(pen, whole, told=bool(_subtitle(sheet, part)))
    for number, area in enumerate(places, 1):
        called = _("Game %(number)d") % {"number": number} if plan.times > 1 else ""
        draw_grid(pen, board, plan.grid, part, area, called)


def _over(
    plan: Plan,
    sheet: Sheet,
    told: Told,
    board: Scoreboard,
    part: Sheaf,
    areas: list[Box],
    pen: Pen,
    drawn: Drawn,
) -> None:
    """What each page has of its own."""
    whole, *places, rest = areas
    draw_title_words(pen, whole, _titled(sheet), _subtitle(sheet, part))
    for area in places:
        draw_values(pen, board, plan.grid, part, area, drawn)
    if not part.last:
        return
    rest = _draw_meanings(pen, board, rest, drawn)
    if not plan.told_apart:
        draw = partial(_draw_notes, pen, plan.notes[told], rest)
        pen.once(drawn, (rest.top, *told), draw)
    if not plan.names_apart and sheet.lists:
        height = 0.0 if plan.told_apart else _notes_height(plan.notes[told], rest.width)
        draw_names(pen, sheet.lists, rest.below(height))


def _told_page(plan: Plan, sheet: Sheet, notes: Notes, pen: Pen) -> None:
    """What would be told below the board, on a page of its own."""
    rest = draw_title(pen, plan.style.body, _titled(sheet), sheet.subtitle)
    _draw_notes(pen, notes, rest)


def _titled(sheet: Sheet) -> str:
    return sheet.title or said(sheet.board.title)


def _subtitle(sheet: Sheet, part: Sheaf) -> str:
    number, count = part.part
    if count == 1:
        return sheet.subtitle
    words = _("part %(number)d of %(count)d") % {"number": number, "count": count}
    return f"{sheet.subtitle} · {words}" if sheet.subtitle else words


def _paragraphs(board: Scoreboard) -> list[str]:
    """The notes as paragraphs; short ones that are no sentences share a line."""
    notes = list(map(said, board.notes))
    if all(len(note) <= SHORT_NOTE and not note.endswith(".") for note in notes):
        joined = "   ·   ".join(notes)
        return [joined] if joined else []
    return notes


def _notes(board: Scoreboard, across: float) -> Notes:
    """The notes in one column, or in two on a wide page or where many are short."""
    notes = _paragraphs(board)
    room = across / 2 - 12
    short = len(notes) >= MANY and all(width(note, Face.TEXT, 9.0) <= room for note in notes)
    if not short and (across < TWO_COLUMNS or len(notes) < 3):
        return [notes]
    half = -(-len(notes) // 2)
    return [notes[:half], notes[half:]]


def _prose_height(notes: Sequence[str], across: float) -> float:
    lines = sum(len(paragraph(note, Face.TEXT, 9.0, across)) for note in notes)
    return lines * 9.0 * LEADING + 2 * len(notes)


def _notes_height(columns: Notes, across: float) -> float:
    if not any(columns):
        return 0.0
    return 8 + max(_prose_height(part, across / len(columns) - 12) for part in columns)


def _marks(board: Scoreboard) -> list[Mark]:
    """The marks of a board that have to be explained."""
    rows = (*board.rows, *board.foot)
    return marks_in([cell for row in rows for cell in row.cells if cell.marks])


def _draw_meanings(pen: Pen, board: Scoreboard, rest: Box, drawn: Drawn) -> Box:
    """Draw what the marks mean; return what is left."""
    marks = _marks(board)
    if not marks:
        return rest
    draw = partial(draw_meanings, pen, rest.x + 1, rest.top - 12, marks, FINE)
    pen.once(drawn, (rest.top, *marks), draw)
    return rest.below(LEGEND)


def _draw_notes(pen: Pen, columns: Notes, rest: Box) -> None:
    for number, part in enumerate(columns):
        each = rest.width / len(columns)
        room = Box(rest.x + number * each, rest.y, each - 12, rest.height - 8)
        for note in part:
            room = room.below(pen.prose(room, note, 9.0, leading=LEADING) + 2)


def _names_page(plan: Plan, sheet: Sheet, pen: Pen) -> None:
    body = draw_title(pen, plan.style.body, _titled(sheet), sheet.subtitle)
    draw_names(pen, sheet.lists, body)
