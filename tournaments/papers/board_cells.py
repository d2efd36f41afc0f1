"""How a scoreboard is drawn on a page: headings, rows and cells within the grid."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from rulesets.show.scoreboard import EMPTY, Cell, Column, Row, Scoreboard
from rulesets.words import NOTHING
from tournaments.papers.board_grid import (
    TITLE_FLOOR,
    TITLE_SIZE,
    Columns,
    Grid,
    Sheaf,
    is_number,
    title_room,
)
from tournaments.papers.geometry import Box
from tournaments.papers.marks import DRAWN, MOST_COINS, draw_coins, draw_mark
from tournaments.papers.pen import BLACK, BOLD_LINE, GREY, HAIR, PALE, THIN, Align, Pen
from tournaments.papers.theme import BODY, figure
from tournaments.papers.typefaces import Face, width
from tournaments.papers.wording import said

LARGEST_CIRCLE = 14.0
COIN = 4.3
REMARK = 6.6
CROWDED = 1.2
"""From how many times its room on a number's remark stands below it."""


Drawn = dict[tuple[Any, ...], str]
"""What cells were drawn as, by where they lie and what they show."""


def draw_board(
    pen: Pen, board: Scoreboard, grid: Grid, sheaf: Sheaf, area: Box, called: str = ""
) -> Box:
    """Draw one page's part of a board from the top of `area`; return its frame. `called`: what
    stands in the corner above the labels of the rows."""
    frame = draw_grid(pen, board, grid, sheaf, area, called)
    draw_values(pen, board, grid, sheaf, frame, {})
    return frame


def draw_grid(
    pen: Pen, board: Scoreboard, grid: Grid, sheaf: Sheaf, area: Box, called: str = ""
) -> Box:
    """Draw what boards of a kind have in common: rules, groups and the labels of their rows."""
    columns = sheaf.columns
    height = grid.head_height + len(sheaf.rows) * grid.line + len(sheaf.foot) * grid.foot
    frame = area.from_top(height)
    head = frame.from_top(grid.head_height)
    pen.fill(head, PALE)
    shown = [board.columns[place] for place in columns.places]
    _draw_groups(pen, grid, columns, shown, head)
    if called:
        corner = Box(head.x + 5, head.y, columns.label - 9, head.height)
        pen.fitted(corner, called, TITLE_SIZE, Face.BOLD, most_lines=2)
    for row, strip in _strips(grid, sheaf, frame):
        _draw_label(pen, columns, row, strip, THIN * 0.6)
    for number, (row, strip) in enumerate(_closing(grid, sheaf, frame)):
        pen.fill(strip, PALE)
        _draw_label(pen, columns, row, strip, HAIR if number else BOLD_LINE, bold=True)
    _draw_rules(pen, grid, columns, shown, frame)
    return frame


def draw_values(
    pen: Pen, board: Scoreboard, grid: Grid, sheaf: Sheaf, frame: Box, drawn: Drawn
) -> None:
    """Draw what each board has of its own: the titles of its columns, and its cells.

    `drawn`: what cells of boards of the same kind were drawn as before, in the same document.
    """
    columns = sheaf.columns
    _draw_heads(pen, board, grid, columns, frame.from_top(grid.head_height))
    places = tuple(zip(columns.places, columns.edges, columns.widths, strict=False))
    below, again = frame.top - grid.head_height, pen.again
    for rows, high, bold in ((sheaf.rows, grid.line, False), (sheaf.foot, grid.foot, True)):
        for row in rows:
            below -= high
            for place, edge, each in places:
                cell = row.cells[place]
                if cell is EMPTY:
                    continue
                known = below, place, cell.value, cell.text, cell.marks, cell.coins, cell.circled
                code = drawn.get(known)
                if code is not None:
                    again(code)
                elif cell != EMPTY:
                    room = Box(frame.x + edge, below, each, high)
                    pen.once(drawn, known, partial(draw_cell, pen, cell, room, bold=bold))


def _strips(grid: Grid, sheaf: Sheaf, frame: Box) -> list[tuple[Row, Box]]:
    """The rows of a page, and where each lies."""
    return [
        (row, frame.from_top(grid.line, grid.head_height + number * grid.line))
        for number, row in enumerate(sheaf.rows)
    ]


def _closing(grid: Grid, sheaf: Sheaf, frame: Box) -> list[tuple[Row, Box]]:
    """The same of what closes the board."""
    above = grid.head_height + len(sheaf.rows) * grid.line
    return [
        (row, frame.from_top(grid.foot, above + number * grid.foot))
        for number, row in enumerate(sheaf.foot)
    ]


def _draw_rules(
    pen: Pen, grid: Grid, columns: Columns, shown: Sequence[Column], frame: Box
) -> None:
    """Draw the upright rules, those between groups stronger, and the frame."""
    before = NOTHING
    for column, edge in zip(shown, columns.edges, strict=False):
        x = frame.x + edge
        new = column.group != before or edge == columns.label
        before = column.group
        pen.line(x, frame.y, x, frame.top if new else frame.top - grid.group_head, THIN * 0.6)
        if new:
            pen.line(x, frame.y, x, frame.top, BOLD_LINE)
    pen.line(
        frame.x,
        frame.top - grid.head_height,
        frame.right,
        frame.top - grid.head_height,
        BOLD_LINE,
    )
    pen.frame(frame, BOLD_LINE)


def _draw_heads(pen: Pen, board: Scoreboard, grid: Grid, columns: Columns, head: Box) -> None:
    titles = Box(head.x, head.y, head.width, grid.head)
    for place, edge, each in zip(columns.places, columns.edges, columns.widths, strict=False):
        column, room = board.columns[place], Box(head.x + edge, titles.y, each, titles.height)
        if not column.title:
            pen.line(room.x + 4, room.y + 5, room.right - 4, room.y + 5, HAIR, GREY)
        elif grid.upright:
            _draw_upright(pen, room, said(column.title))
        else:
            across, high, lines = title_room(each, grid.head, upright=False)
            inner = room.inset((each - across) / 2, (grid.head - high) / 2)
            _draw_title(pen, inner, said(column.title), lines)


def _draw_groups(
    pen: Pen, grid: Grid, columns: Columns, shown: Sequence[Column], head: Box
) -> None:
    top = head.y + grid.head
    for first, last, group in _groups(shown):
        left, right = columns.edges[first], columns.edges[last + 1]
        strip = Box(head.x + left, top, right - left, grid.group_head)
        pen.fitted(strip.inset(4, 1), group, BODY, Face.DISPLAY, align="center", most_lines=1)
        pen.line(strip.x, strip.y, strip.right, strip.y, HAIR)


def _draw_title(pen: Pen, room: Box, title: str, most_lines: int, align: Align = "center") -> None:
    pen.fitted(
        room,
        title,
        TITLE_SIZE,
        Face.BOLD,
        align=align,
        floor=TITLE_FLOOR,
        most_lines=most_lines,
    )


def _groups(shown: Sequence[Column]) -> list[tuple[int, int, str]]:
    """First and last place of each group of neighbours, and what it is called."""
    found: list[tuple[int, int, str]] = []
    for place, column in enumerate(shown):
        if not column.group:
            continue
        group = said(column.group)
        if found and found[-1][2] == group and found[-1][1] == place - 1:
            found[-1] = (found[-1][0], place, group)
        else:
            found.append((place, place, group))
    return found


def _draw_upright(pen: Pen, room: Box, title: str) -> None:
    """Set a title to be read from below."""
    canvas = pen.canvas
    canvas.saveState()
    canvas.translate(room.right, room.y)
    canvas.rotate(90)
    across, high, lines = title_room(room.width, room.height, upright=True)
    inner = Box(5, (room.width - high) / 2, across, high)
    _draw_title(pen, inner, title, lines, align="left")
    canvas.restoreState()


def _draw_label(
    pen: Pen, columns: Columns, row: Row, strip: Box, rule: float, *, bold: bool = False
) -> None:
    """The line above a row, and what the row is called."""
    pen.line(strip.x, strip.top, strip.right, strip.top, rule, BLACK if bold else 0.45)
    label = Box(strip.x + 5, strip.y + 1, columns.label - 9, strip.height - 2)
    called = said(row.label)
    if is_number(row.label):
        pen.fitted(label, called, BODY, align="right", grey=GREY, most_lines=1)
    else:
        face = Face.BOLD if bold else Face.TEXT
        pen.fitted(label, called, BODY, face, floor=0.85, most_lines=3)


def draw_cell(pen: Pen, cell: Cell, room: Box, *, bold: bool = False) -> None:
    """Draw what stands in one place of the board."""
    if cell.circled:
        radius = min(room.height / 2 - 1.6, room.width / 2 - 2, LARGEST_CIRCLE)
        pen.canvas.setLineWidth(1.0)
        pen.canvas.setStrokeGray(BLACK)
        pen.circle(*room.middle, radius)
        inner = Box(room.middle[0] - radius * 0.8, room.y, radius * 1.6, room.height)
        _draw_number(pen, cell, inner, bold=bold)
    elif cell.coins is not None:
        _draw_purse(pen, cell, room)
    elif cell.value is None:
        pen.fitted(room.inset(2.5, 1), cell.text, 9.0, align="center", floor=0.85, most_lines=2)
    else:
        _draw_number(pen, cell, room.inset(2, 1), bold=bold)


def _draw_purse(pen: Pen, cell: Cell, room: Box) -> None:
    """Coins, with their number above them where it is known."""
    if cell.value is None:
        radius = _coin_size(cell.coins or 0, room.width - 6, 3.6)
        draw_coins(pen, *room.middle, room.width - 6, cell.coins or 0, radius)
        return
    upper, lower = room.inset(2, 2).rows(2)
    coins = cell.coins or 0
    _draw_number(pen, cell, upper if coins else room.inset(2, 1), bold=True)
    draw_coins(pen, *lower.middle, lower.width, coins, _coin_size(coins, lower.width, 2.4))


def _coin_size(count: int, room: float, least: float) -> float:
    """The radius of coins that lie in one row, if they are not too small for it."""
    return max(least, min(COIN, room / (max(min(count, MOST_COINS), 1) * 2.35)))


def _draw_number(pen: Pen, cell: Cell, room: Box, *, bold: bool) -> None:
    """The number with its marks before it and its remark behind it, as one centred line."""
    if cell.value is None:
        return
    strong = bold or "won" in cell.marks or "high" in cell.marks
    face = Face.BOLD if strong else Face.TEXT
    marks = [mark for mark in cell.marks if mark in DRAWN]
    number = figure(cell.value)
    size = min(11.0, room.height * 0.66)
    remark = cell.text
    taken = _taken(number, remark, face, size, len(marks))
    if remark and taken > room.width * CROWDED:  # below the number it can be read
        lower = room.from_top(room.height * 0.42, room.height * 0.58)
        pen.fitted(lower, remark, REMARK, align="center", floor=0.5, most_lines=1)
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
    used = pen.text(x, y - size * 0.36, number, size, face, grey=grey)
    if "out" in cell.marks:
        pen.line(x - 1.5, y, x + used + 1.5, y, 1.1)
    if remark:
        pen.text(x + used + size * 0.25, y - size * 0.36, remark, size * 0.76)


def _taken(number: str, text: str, face: Face, size: float, marks: int) -> float:
    remark = width(text, Face.TEXT, size * 0.76) + size * 0.25 if text else 0.0
    return width(number, face, size) + remark + marks * size * 1.05
