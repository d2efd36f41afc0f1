"""Drawing a scoreboard on a page: headings, rows and cells within the grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from rulesets.drawing.scoreboard import EMPTY, Cell, Column, Row, Scoreboard
from tournaments.papers.board_grid import (
    LABEL_SIZE,
    MM,
    NUMBER,
    NUMBER_SIZE,
    TITLE_SIZE,
    VALUE,
    Grid,
    Sheaf,
    fit_group,
    group_of,
    groups_of,
    has_groups,
    is_name,
    label_parts,
    title_of,
    title_room,
)
from tournaments.papers.geometry import Box, fit
from tournaments.papers.marks import DRAWN_MARKS, MOST_COINS, draw_coins, draw_mark
from tournaments.papers.pen import BLACK, GREY, PALE, Pen
from tournaments.papers.theme import figure
from tournaments.papers.typefaces import Face, width
from tournaments.web.wording import translate

RULE, HEAVY, FINE_RULE, FINE_GREY = 0.35, 0.9, 0.3, 0.45
LARGEST_CIRCLE = 14.0
COIN = 4.3
REMARK = 7.0
CROWDED = 1.2
"""From how many times its room on a number's remark stands below it."""
TICK = 5.2 * MM
"""The side of a box to tick."""


def draw_grid(
    pen: Pen,
    board: Scoreboard,
    grid: Grid,
    sheaf: Sheaf,
    frame: Box,
    called: str = "",
    *,
    words: bool = True,
) -> None:
    """Draw what boards of a kind share: rules, boxes to tick, and its `words`: the labels of the
    rows, and those headings that are no names. called: the heading above the labels, instead of the
    board's own."""
    columns = [board.columns[place] for place in sheaf.columns.places]
    if words:
        _draw_corner(pen, board, grid, sheaf, frame, called)
    for place, (row, strip) in enumerate(_strips(grid, sheaf, frame), sheaf.first):
        if place % 2:
            pen.fill(strip, PALE)
        if words:
            _draw_label(pen, sheaf, row, strip)
        for column, room in _cells(sheaf, columns, strip):
            if column.holds == "tick":
                _draw_box(pen, room)
    if words:
        for row, strip in _closing(grid, sheaf, frame):
            _draw_closing_label(pen, sheaf, row, strip)
        for title in _titles(board, grid, sheaf, frame):
            if not title.is_name:
                _draw_title(pen, grid, title)
    _draw_rules(pen, board, grid, sheaf, columns, frame)


def _draw_corner(
    pen: Pen, board: Scoreboard, grid: Grid, sheaf: Sheaf, frame: Box, called: str
) -> None:
    """Draw the heading above the labels of the rows."""
    head, corner = frame.from_top(grid.head_height), called or translate(board.rows_title)
    if corner:
        room = Box(head.x, head.y + 2, sheaf.columns.label - 4, min(grid.head_height, 26.0))
        pen.fitted(room, corner, TITLE_SIZE, Face.BOOK_CAPS, floor=0.8, most_lines=2)


def _draw_closing_label(pen: Pen, sheaf: Sheaf, row: Row, strip: Box) -> None:
    label = Box(strip.x, strip.y, sheaf.columns.label - 4, strip.height)
    pen.fitted(label, translate(row.label), LABEL_SIZE + 1, Face.DISPLAY, floor=0.7, most_lines=2)


def _strips(grid: Grid, sheaf: Sheaf, frame: Box) -> list[tuple[Row, Box]]:
    """The rows of a page, each with its box."""
    return [
        (row, frame.from_top(grid.line, grid.head_height + number * grid.line))
        for number, row in enumerate(sheaf.rows)
    ]


def _closing(grid: Grid, sheaf: Sheaf, frame: Box) -> list[tuple[Row, Box]]:
    """The rows of the board's foot, each with its box."""
    above = grid.head_height + len(sheaf.rows) * grid.line
    return [
        (row, frame.from_top(grid.foot, above + number * grid.foot))
        for number, row in enumerate(sheaf.foot)
    ]


def _cells(sheaf: Sheaf, columns: Sequence[Column], strip: Box) -> list[tuple[Column, Box]]:
    edges = sheaf.columns.edges
    return [
        (column, Box(strip.x + left, strip.y, right - left, strip.height))
        for column, (left, right) in zip(columns, pairwise(edges), strict=True)
    ]


def _draw_box(pen: Pen, room: Box) -> None:
    side = min(TICK, room.height - 6, room.width - 5)
    x, y = room.middle
    pen.frame(Box(x - side / 2, y - side / 2, side, side), 0.7)


def _draw_label(pen: Pen, sheaf: Sheaf, row: Row, strip: Box) -> None:
    """Draw the label of a row: its number, with its name beside it."""
    number, name = label_parts(row.label)
    x, room = strip.x, sheaf.columns.label - 3
    if number:
        foot = strip.middle[1] - NUMBER_SIZE * 0.34
        pen.text(x + NUMBER, foot, number, NUMBER_SIZE, Face.BOLD, align="right")
        x, room = x + NUMBER + 4, room - NUMBER - 4
    if name:
        label = Box(x, strip.y + 1, room, strip.height - 2)
        pen.fitted(label, name, LABEL_SIZE, Face.BOOK, floor=0.85, most_lines=3)


def _draw_rules(
    pen: Pen,
    board: Scoreboard,
    grid: Grid,
    sheaf: Sheaf,
    columns: Sequence[Column],
    frame: Box,
) -> None:
    """Draw the rules between rows, stronger at the beginning and the end; and the vertical rules,
    stronger between groups of columns."""
    rows, closing = _strips(grid, sheaf, frame), _closing(grid, sheaf, frame)
    body = frame.top - grid.head_height
    for place, (_row, strip) in enumerate(rows):
        pen.line(frame.x, strip.top, frame.right, strip.top, RULE if place else HEAVY)
    under = rows[-1][1].y if rows else body
    for y in (under, *(strip.y for _row, strip in closing)):
        pen.line(frame.x, y, frame.right, y, HEAVY)
    edges = [frame.x + edge for edge in sheaf.columns.edges]
    starts = _starts(columns)
    high = frame.top if has_groups(board) else body
    for place, x in enumerate(edges):
        if place in starts:
            pen.line(x, frame.y, x, high if starts[place] else body, HEAVY)
        else:
            foot = frame.y if _names_alone(columns) else under
            pen.line(x, foot, x, body, FINE_RULE, FINE_GREY)


def _starts(columns: Sequence[Column]) -> dict[int, bool]:
    """The places where a group of columns begins or ends, and whether it has a heading."""
    grouped = groups_of(columns)
    starts = {first: True for first, _last in grouped}
    starts |= {last + 1: True for _first, last in grouped}
    for place in (0, len(columns)):
        starts.setdefault(place, False)
    if _names_alone(columns):
        ends = (0, len(columns))
        starts = {p: starts[p] for p in starts if p in ends or _changes(columns, p)}
    return starts


def _names_alone(columns: Sequence[Column]) -> bool:
    """Whether each scorer has a single column."""
    owners = [column.owner for column in columns if column.owner is not None]
    return len(set(owners)) == len(owners)


def _changes(columns: Sequence[Column], place: int) -> bool:
    before, after = columns[place - 1], columns[place]
    return (before.owner is None) != (after.owner is None) or before.group != after.group


# --- headings -------------------------------------------------------------------------------------


class Title(NamedTuple):
    """The heading of a column, or of a group of columns: the first of them and its place, the room
    for the heading, how many columns there are, and whether it is somebody's name."""

    column: Column
    place: int
    room: Box
    is_name: bool
    is_group: bool = False
    span: int = 1


def _titles(board: Scoreboard, grid: Grid, sheaf: Sheaf, frame: Box) -> list[Title]:
    """The headings of a page: those of groups, then those of columns."""
    head = frame.from_top(grid.head_height)
    columns = [board.columns[place] for place in sheaf.columns.places]
    edges = sheaf.columns.edges
    titles = []
    for first, last in groups_of(columns) if grid.group_head else []:
        left, right = head.x + edges[first], head.x + edges[last + 1]
        room = Box(left, head.y + grid.head, right - left, grid.group_head)
        named, span = is_name(columns[first].group), last + 1 - first
        titles.append(Title(columns[first], first, room, named, is_group=True, span=span))
    for place, (left, right) in enumerate(pairwise(edges)):
        room = Box(head.x + left, head.y, right - left, grid.head)
        titles.append(Title(columns[place], place, room, is_name(columns[place].title)))
    return titles


def _draw_title(pen: Pen, grid: Grid, title: Title) -> None:
    """Draw a heading, or the line to write it on."""
    column, room = title.column, title.room
    if title.is_group:
        _draw_group(pen, column, room)
    elif not column.title.text:
        pen.line(room.x + 4, room.y + 5, room.right - 4, room.y + 5, RULE)
    elif grid.upright:
        _draw_upright(pen, column, room)
    else:
        across, high, lines = title_room(room.width, room.height, upright=False)
        inner = Box(room.x + (room.width - across) / 2, room.y + 1, across, high)
        text, face, size = title_of(column)
        _bottom(pen, inner, text, size, face, lines)


def _bottom(pen: Pen, room: Box, text: str, size: float, face: Face, lines: int) -> None:
    """Set words at the bottom of their box."""
    done = fit(
        text,
        face,
        size=size,
        width=room.width,
        height=room.height,
        floor=0.9,
        most_lines=lines,
    )
    low = Box(room.x, room.y, room.width, min(room.height, done.height + 0.01))
    pen.fitted(low, text, size, face, align="center", floor=0.9, most_lines=lines)


def _draw_group(pen: Pen, column: Column, strip: Box) -> None:
    """Draw the heading of a group of columns: a name, or a line to write it on."""
    inner = strip.inset(4, 2)
    if not column.group.text:
        pen.line(inner.x, inner.y + 2, inner.right, inner.y + 2, 0.5)
        return
    if not is_name(column.group):
        pen.line(inner.x + 1, inner.y, inner.right - 1, inner.y, 0.4)
    text, face, size = group_of(column)
    lines = len(fit_group(column, inner).lines)
    pen.fitted(inner, text, size, face, align="center", floor=0.75, most_lines=lines)


def _draw_upright(pen: Pen, column: Column, room: Box) -> None:
    """Set a heading vertically, to be read from below."""
    canvas = pen.canvas
    canvas.saveState()
    canvas.translate(room.right, room.y)
    canvas.rotate(90)
    across, high, lines = title_room(room.width, room.height, upright=True)
    text, face, size = title_of(column)
    inner = Box(3, (room.width - high) / 2, across, high)
    pen.fitted(inner, text, size, face, floor=0.9, most_lines=lines)
    canvas.restoreState()


# --- what stands in the cells ---------------------------------------------------------------------


def has_values(sheaf: Sheaf) -> bool:
    """Whether anything stands in the cells of a page."""
    return any(cell != EMPTY for row in (*sheaf.rows, *sheaf.foot) for cell in row.cells)


def draw_values(
    pen: Pen, board: Scoreboard, grid: Grid, sheaf: Sheaf, frame: Box, called: str = ""
) -> None:
    """Draw what differs from board to board: names over its columns; and if anything stands in its
    cells, the board as a table, with all its words."""
    titles = _titles(board, grid, sheaf, frame)
    if not has_values(sheaf):
        for title in titles:
            if title.is_name:
                _draw_title(pen, grid, title)
        return
    columns = [board.columns[place] for place in sheaf.columns.places]
    with pen.element("Table"):
        _draw_table_heads(pen, grid, titles, partial(
            _draw_corner, pen, board, grid, sheaf, frame, called
        ), len(columns))  # fmt: skip
        for row, strip in _strips(grid, sheaf, frame):
            with pen.element("TR"):
                with pen.element("TH", scope="Row"):
                    _draw_label(pen, sheaf, row, strip)
                _draw_cells(pen, sheaf, row, _cells(sheaf, columns, strip))
        for row, strip in _closing(grid, sheaf, frame):
            with pen.element("TR"):
                with pen.element("TH", scope="Row"):
                    _draw_closing_label(pen, sheaf, row, strip)
                _draw_cells(pen, sheaf, row, _cells(sheaf, columns, strip), bold=True)


def _draw_table_heads(
    pen: Pen, grid: Grid, titles: Sequence[Title], draw_corner: Callable[[], None], count: int
) -> None:
    """Draw the headings as one line of a table, or as two if there are groups."""
    groups = {title.place: title for title in titles if title.is_group}
    own = [title for title in titles if not title.is_group]
    if groups:
        with pen.element("TR"):
            with pen.element("TH"):
                pass
            place = 0
            while place < count:
                group = groups.get(place)
                with pen.element("TH", span=group.span if group else 1):
                    if group is not None:
                        _draw_title(pen, grid, group)
                place += group.span if group else 1
    with pen.element("TR"):
        with pen.element("TH"):
            draw_corner()
        for title in own:
            with pen.element("TH"):
                _draw_title(pen, grid, title)


def _draw_cells(
    pen: Pen,
    sheaf: Sheaf,
    row: Row,
    rooms: Sequence[tuple[Column, Box]],
    *,
    bold: bool = False,
) -> None:
    for place, (_column, room) in zip(sheaf.columns.places, rooms, strict=True):
        with pen.element("TD"):
            if row.cells[place] != EMPTY:
                draw_cell(pen, row.cells[place], room, bold=bold)


def draw_cell(pen: Pen, cell: Cell, room: Box, *, bold: bool = False) -> None:
    """Draw the content of a cell."""
    if cell.circled:
        radius = min(room.height / 2 - 1.6, room.width / 2 - 2, LARGEST_CIRCLE)
        pen.canvas.setLineWidth(1.0)
        pen.canvas.setStrokeGray(BLACK)
        pen.canvas.circle(*room.middle, radius)
        inner = Box(room.middle[0] - radius * 0.8, room.y, radius * 1.6, room.height)
        _draw_number(pen, cell, inner, bold=bold)
    elif cell.coins is not None:
        _draw_purse(pen, cell, room)
    elif cell.tick is not None:
        if cell.tick:
            _draw_tick(pen, room)
    elif cell.value is None:
        inner, lines = room.inset(2, 1), max(2, int(room.height // 8))
        pen.fitted(inner, cell.text, 10.0, Face.BOOK, align="center", floor=0.85, most_lines=lines)
    else:
        _draw_number(pen, cell, room.inset(2, 1), bold=bold)


def _draw_tick(pen: Pen, room: Box) -> None:
    side = min(TICK, room.height - 6, room.width - 5)
    x, y = room.middle
    low = x - side * 0.08, y - side * 0.3
    pen.line(x - side * 0.32, y, *low, 1.2)
    pen.line(*low, x + side * 0.36, y + side * 0.36, 1.2)


def _draw_purse(pen: Pen, cell: Cell, room: Box) -> None:
    """Draw coins, with their number above them if it is known."""
    if cell.value is None:
        radius = _coin_size(cell.coins or 0, room.width - 6, 3.6)
        draw_coins(pen, *room.middle, room.width - 6, cell.coins or 0, radius)
        return
    upper, lower = room.inset(2, 2).rows(2)
    coins = cell.coins or 0
    _draw_number(pen, cell, upper if coins else room.inset(2, 1), bold=True)
    draw_coins(pen, *lower.middle, lower.width, coins, _coin_size(coins, lower.width, 2.4))


def _coin_size(count: int, room: float, least: float) -> float:
    """The radius of coins in one row, unless they would be smaller than `least`."""
    return max(least, min(COIN, room / (max(min(count, MOST_COINS), 1) * 2.35)))


def _draw_number(pen: Pen, cell: Cell, room: Box, *, bold: bool) -> None:
    """Draw the number with its marks before it and its remark after it, as one centred line."""
    if cell.value is None:
        return
    strong = bold or "won" in cell.marks or "high" in cell.marks
    face = Face.BOLD if strong else Face.TEXT
    marks = [mark for mark in cell.marks if mark in DRAWN_MARKS]
    number = figure(cell.value)
    size = min(VALUE, room.height * 0.66)
    remark = cell.text
    taken = _taken(number, remark, face, size, len(marks))
    if remark and taken > room.width * CROWDED:  # there is more room below the number
        lower = room.from_top(room.height * 0.42, room.height * 0.58)
        pen.fitted(lower, remark, REMARK, Face.BOOK, align="center", floor=0.5, most_lines=1)
        room, remark = room.from_top(room.height * 0.64), ""
        size = min(size, room.height * 0.8)
        taken = _taken(number, "", face, size, len(marks))
    if taken > room.width:
        size *= room.width / taken
        taken = room.width
    x, y = room.x + (room.width - taken) / 2, room.middle[1]
    for mark in marks:
        draw_mark(pen, mark, x + size * 0.42, y, size * 0.84)
        x += size * 1.05
    grey = GREY if "lost" in cell.marks else BLACK
    used = pen.text(x, y - size * 0.33, number, size, face, grey=grey)
    if "out" in cell.marks:
        pen.line(x - 1.5, y, x + used + 1.5, y, 1.1)
    if remark:
        pen.text(x + used + size * 0.25, y - size * 0.33, remark, size * 0.76, Face.BOOK)


def _taken(number: str, text: str, face: Face, size: float, marks: int) -> float:
    remark = width(text, Face.BOOK, size * 0.76) + size * 0.25 if text else 0.0
    return width(number, face, size) + remark + marks * size * 1.05
