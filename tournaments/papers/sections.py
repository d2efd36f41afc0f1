"""Sections of text that flow over columns and pages: how to go on by hand, rules in short.

Each section is divided into blocks that are not broken; a heading stays with what follows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from django.utils.translation import gettext as _

from tournaments.papers.data import Deal, Heading, Question, Section
from tournaments.papers.geometry import Box, column_widths, paragraph
from tournaments.papers.marks import draw_trump
from tournaments.papers.pen import GREY, HAIR, Pen
from tournaments.papers.tables import Rule, TableCell, TableColumn, TableRow, draw_row
from tournaments.papers.theme import HEADING, TITLE_ROOM, Page, Style, draw_title, occasion
from tournaments.papers.typefaces import Face, width

LEADING = 1.4
BETWEEN = 14.0
GUTTER = 22.0
CELL = 6.0
UNBROKEN = 12  # rows of a table
SMALLER, SMALLEST = (1.0, 0.92, 0.85, 0.78, 0.72), 6.0
"""How much smaller a wide table may be set, and how large its type is at least."""


@dataclass(frozen=True, slots=True)
class Type:
    """The sizes that the sections are set in."""

    lead: float = 13.0
    text: float = 11.0
    small: float = 10.0


LARGE = Type()
SHORT = (Type(10.5, 9.25, 8.5), Type(10, 8.75, 8.25), Type(9.5, 8.25, 8))
"""For what should take as few pages as it can: each is tried where it saves one."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece that is not broken: its height, and a function that draws it from the top of a box
    down.

    `tied`: never the last of a column; `gap`: room above it, unless it begins one.
    """

    height: float
    draw: Callable[[Pen, Box], None]
    tied: bool = False
    gap: float = 0.0


def section_pages(
    heading: Heading,
    title: str,
    sections: Sequence[Section],
    style: Style,
    *,
    columns: int = 1,
    sizes: Sequence[Type] = (LARGE,),
) -> list[Page]:
    """Return as many pages as the sections need, each with the title at its head.

    sizes: the first of those that need the fewest pages is used.
    """
    layouts = [_set(heading, title, sections, style, columns, size) for size in sizes]
    return min(layouts, key=len)


def _set(
    heading: Heading,
    title: str,
    sections: Sequence[Section],
    style: Style,
    columns: int,
    size: Type,
) -> list[Page]:
    body = _below_title(style)
    across = body.columns(columns, GUTTER)[0].width
    blocks = [block for section in sections for block in _blocks(section, across, size)]
    filled = list(_filled(blocks, body.height)) or [[]]
    groups = [filled[i : i + columns] for i in range(0, len(filled), columns)]
    return [partial(_page, heading, title, group, style, columns) for group in groups]


def _below_title(style: Style) -> Box:
    """The body of a page below a title with the occasion."""
    return style.body.below(TITLE_ROOM)


def _page(
    heading: Heading,
    title: str,
    filled: Sequence[Sequence[Block]],
    style: Style,
    columns: int,
    pen: Pen,
) -> None:
    draw_title(pen, style.body, title, occasion(heading) or " ")
    for column, blocks in zip(_below_title(style).columns(columns, GUTTER), filled, strict=False):
        rest = column
        for place, block in enumerate(blocks):
            rest = rest.below(block.gap if place else 0.0)
            block.draw(pen, rest)
            rest = rest.below(block.height)


def _filled(blocks: Sequence[Block], room: float) -> Iterator[list[Block]]:
    """Divide the blocks into columns of that height."""
    column: list[Block] = []
    used = 0.0
    for block in blocks:
        needed = block.height + (block.gap if column else 0.0)
        if column and used + needed > room:
            carried: list[Block] = []
            while len(column) > 1 and column[-1].tied:
                carried.insert(0, column.pop())
            yield column
            column = carried
            used = sum(block.height + (block.gap if n else 0.0) for n, block in enumerate(column))
            needed = block.height + (block.gap if column else 0.0)
        column.append(block)
        used += needed
    if column:
        yield column


def _blocks(section: Section, across: float, size: Type) -> Iterator[Block]:
    if section.title:
        yield Block(26.0, partial(_draw_heading, section.title), tied=True, gap=BETWEEN)
    if section.lead:
        yield _prose(section.lead, across, size.lead, Face.BOLD)
    for line in section.lines:
        yield _prose(line, across, size.text)
    for number, deal in enumerate(section.deals, start=1):
        yield Block(size.text * 2, partial(_draw_deal, number, deal, size.text))
    for question in section.questions:
        yield _question(question, across, size)
    for number, step in enumerate(section.steps, start=1):
        yield _hung(f"{number}", step, across, size.text, Face.BOLD)
    for point in section.points:
        yield _hung("•", point, across, size.text, Face.TEXT)
    if section.rows:
        yield from _rows(section.rows, across, size.small)


def _draw_heading(title: str, pen: Pen, box: Box) -> None:
    with pen.element("H2"):
        pen.fitted(box.from_top(16), title, HEADING, Face.DISPLAY, most_lines=1)
    pen.line(box.x, box.top - 18, box.right, box.top - 18, HAIR, GREY)


def _lines_height(text: str, face: Face, size: float, across: float) -> float:
    return len(paragraph(text, face, size, across)) * size * LEADING


def _prose(
    text: str, across: float, size: float, face: Face = Face.TEXT, grey: float = 0.0
) -> Block:
    def draw(pen: Pen, box: Box) -> None:
        pen.prose(box, text, size, face, grey=grey, line_height=LEADING)

    return Block(_lines_height(text, face, size, across) + 3, draw)


def _hung(mark: str, text: str, across: float, size: float, face: Face) -> Block:
    """A paragraph that hangs beside its number."""
    indent = size * 2

    def draw(pen: Pen, box: Box) -> None:
        pen.text(box.x + indent - size * 0.9, box.top - size, mark, size, face, align="right")
        words = Box(box.x + indent, box.y, box.width - indent, box.height)
        pen.prose(words, text, size, line_height=LEADING)

    return Block(_lines_height(text, Face.TEXT, size, across - indent) + 4, draw)


def _draw_deal(number: int, deal: Deal, size: float, pen: Pen, box: Box) -> None:
    row = box.from_top(size * 2)
    words = _("Hand %(number)d") % {"number": number}
    pen.text(row.x, row.y + size * 0.6, words, size, grey=GREY)
    draw_trump(pen, deal.sign, row.x + size * 5.6, row.y + size * 0.36, size * 1.27)
    pen.text(row.x + size * 8, row.y + size * 0.6, deal.label, size, Face.BOLD)


def _question(question: Question, across: float, size: Type) -> Block:
    parts = [_prose(question.label, across, size.text, Face.BOLD)]
    if question.help:
        parts.append(_prose(question.help, across, size.small))
    if question.sum:
        parts.append(_prose(question.sum, across, size.small, grey=GREY))

    def draw(pen: Pen, box: Box) -> None:
        for part in parts:
            part.draw(pen, box)
            box = box.below(part.height)

    return Block(sum(part.height for part in parts) + 2, draw)


def _rows(rows: Sequence[Sequence[str]], across: float, size: float) -> Iterator[Block]:
    """A table, a block for each row; its head stays with the first, and a short one is not
    broken."""
    short, size = len(rows) <= UNBROKEN, _table_size(rows, across, size)
    wide = column_widths(_natural(rows, size), _least(rows, size), across)
    for number, row in enumerate(rows):
        face = Face.TEXT if number else Face.BOLD
        lines = (
            len(paragraph(cell, face, size, room - CELL))
            for cell, room in zip(row, wide, strict=False)
        )
        height = max(lines, default=1) * size * LEADING + 3
        tied = not number or (short and number < len(rows) - 1)
        cells = [TableCell(draw=_words(cell, size, face)) for cell in row]
        rule = Rule(grey=GREY, rise=1.2)
        line = TableRow(height, cells, rule, heads=not number)
        yield Block(height, partial(_draw_row, line, wide), tied=tied)


def _words(text: str, size: float, face: Face) -> Callable[[Pen, Box], object]:
    def draw(pen: Pen, area: Box) -> None:
        pen.prose(area.above(-1).below(-1), text, size, face, line_height=LEADING)

    return draw


def _draw_row(line: TableRow, wide: Sequence[float], pen: Pen, box: Box) -> None:
    edges = accumulate(wide, initial=box.x)
    columns = [TableColumn(x, room - CELL) for x, room in zip(edges, wide, strict=False)]
    strip = Box(box.x, box.top - line.height, sum(wide), line.height)
    draw_row(pen, strip, columns, line)


def _table_size(rows: Sequence[Sequence[str]], across: float, size: float) -> float:
    """The type size of a table: smaller than the text around it if its words need that."""
    for share in SMALLER:
        if sum(_least(rows, size * share)) <= across or size * share < SMALLEST:
            return max(size * share, SMALLEST)
    return max(size * SMALLER[-1], SMALLEST)


def _columns_of(rows: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    for place in range(max(map(len, rows))):
        yield [row[place] for row in rows if place < len(row)]


def _least(rows: Sequence[Sequence[str]], size: float) -> list[float]:
    """The widths at which no word of a column is broken."""
    return [
        CELL
        + max(
            (width(word, Face.BOLD, size) for cell in cells for word in cell.split()), default=0.0
        )
        for cells in _columns_of(rows)
    ]


def _natural(rows: Sequence[Sequence[str]], size: float) -> list[float]:
    """The widths at which no cell needs a second line."""
    return [
        CELL + max(width(cell, Face.BOLD, size) for cell in cells) for cells in _columns_of(rows)
    ]
