"""Tables with any number of chairs from above: the names around them, clockwise from the top."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from tournaments.papers.data import Heading, Seats, TableSeats
from tournaments.papers.geometry import Box
from tournaments.papers.pen import BOLD_LINE, GREY, HAIR, PALE, Pen
from tournaments.papers.people import draw_legend, draw_person, sitting_out_pages
from tournaments.papers.theme import FINE, TITLE_ROOM, Page, Style, draw_title, occasion
from tournaments.papers.typefaces import Face

HALF_A_PAGE = 8
"""Tables with no more chairs than this share a page, two by two."""
SMALL_TABLE, ACROSS, DOWN = 6, 2, 3
"""Tables of no more chairs than this stand two side by side, three rows to a page."""
ALONE = 0.66
"""Share of the page that a small table has to itself, where there is only one."""
TALLEST = 1.15
"""How much taller than wide a table with its chairs may be."""
WIDE, ASIDE = 320.0, 0.3
"""Below that width chairs at the sides get this share of it each."""
WIDEST = 150.0
TALL, TALLER, SHARE = 40.0, 62.0, 0.14
"""How high a chair's box is, at least and at most, and as a share of the table with its chairs."""
NAME = 12.0
"""The size of a name in the lowest of these boxes."""
REACH = 15.0
"""How far from the edge of the table its marks lie."""


def table_map_pages(heading: Heading, seats: Seats, style: Style) -> list[Page]:
    """Return the pages of the chart: six small tables on each, two, or one where many people
    sit."""
    most, tables = max((len(table.people) for table in seats.tables), default=0), seats.tables
    across, down = 1, 2 if most <= HALF_A_PAGE else 1
    if most <= SMALL_TABLE and len(tables) > down:
        across, down = ACROSS, min(DOWN, -(-len(tables) // ACROSS))
    each = across * down
    groups = [tables[i : i + each] for i in range(0, len(tables), each)] or [()]
    pages: list[Page] = [
        partial(_page, heading, seats, group, (across, down), style) for group in groups
    ]
    if seats.sitting_out:
        pages += sitting_out_pages(heading, seats, style)
    return pages


def _page(
    heading: Heading,
    seats: Seats,
    tables: Sequence[TableSeats],
    shape: tuple[int, int],
    style: Style,
    pen: Pen,
) -> None:
    body = draw_title(pen, style.body, seats.title, occasion(heading))
    if any(table.dealer is not None for table in tables):
        draw_legend(pen, heading, body.right, body.top - 2, _("D deals first"))
    area = style.body.below(TITLE_ROOM + 10).above(8)
    if len(seats.tables) == 1 and shape != (1, 1):
        area, shape = area.from_top(area.height * ALONE), (1, 1)
    for cell, table in zip(area.grid(*shape, 22, 24), tables, strict=False):
        spare = max(0.0, cell.height - TALLEST * cell.width)
        _draw_table(pen, heading, cell.inset(0, spare / 2), table)


@dataclass(frozen=True, slots=True)
class Chair:
    """The box for a chair's name, and the point of the table's edge before it."""

    box: Box
    edge: tuple[float, float]


def sides(count: int) -> tuple[int, int, int, int]:
    """How many chairs are above a table, to its right, below it and to its left."""
    across = 1 if count <= 6 else 2 if count <= 14 else 3
    if count < 2:
        return count, 0, 0, 0
    below = across + (count - 2 * across) % 2
    down = (count - across - below) // 2
    return across, down, below, down


def place_chairs(cell: Box, count: int) -> tuple[Box, tuple[Chair, ...]]:
    """The table within its cell, and its chairs, clockwise from the upper left corner."""
    above, right, below, _left = sides(count)
    tall = min(TALLER, max(TALL, cell.height * SHARE))
    widest = WIDEST * tall / TALL
    aside = min(widest, cell.width * (ASIDE if cell.width < WIDE else 0.25))
    table = Box(
        cell.x + aside + 8,
        cell.y + tall + 7,
        cell.width - 2 * (aside + 8),
        cell.height - 2 * (tall + 7),
    )
    chairs = []
    for x, wide in _spots(cell, above, widest):
        box = Box(x - wide / 2, table.top + 7, wide, tall)
        chairs.append(Chair(box, (_within(x, table), table.top - REACH)))
    for row in table.rows(right) if right else ():
        y = row.middle[1]
        box = Box(table.right + 8, y - tall / 2, aside, tall)
        chairs.append(Chair(box, (table.right - REACH, y)))
    for x, wide in reversed(_spots(cell, below, widest)):
        box = Box(x - wide / 2, cell.y, wide, tall)
        chairs.append(Chair(box, (_within(x, table), table.y + REACH)))
    for row in reversed(table.rows(right) if right else ()):
        y = row.middle[1]
        chairs.append(Chair(Box(cell.x, y - tall / 2, aside, tall), (table.x + REACH, y)))
    return table, tuple(chairs)


def _spots(cell: Box, count: int, widest: float) -> list[tuple[float, float]]:
    """The middle and width of that many boxes side by side."""
    return [
        (column.middle[0], min(widest, column.width - 8))
        for column in (cell.columns(count) if count else ())
    ]


def _within(x: float, table: Box) -> float:
    return min(max(x, table.x + 2 * REACH), table.right - 2 * REACH)


def _draw_table(pen: Pen, heading: Heading, cell: Box, table: TableSeats) -> None:
    top, chairs = place_chairs(cell, len(table.people))
    radius = min(46.0, top.height / 3, top.width / 2)
    pen.fill(top, PALE, radius=radius)
    pen.frame(top, BOLD_LINE, radius=radius)
    below = Box(top.x + 6, top.y + 0.22 * top.height, top.width - 12, FINE + 4)
    number = top.inset(top.width * 0.3, top.height * 0.2)
    if table.division:
        number = Box(number.x, below.top + 4, number.width, top.top - REACH - below.top - 4)
        pen.fitted(below, table.division, FINE + 1, align="center", floor=0.6, most_lines=1)
    pen.fitted(number, str(table.number), 64, Face.DISPLAY, align="center", most_lines=1)
    for place, chair in enumerate(chairs):
        _draw_chair(pen, heading, chair.box, table, place)
        if table.dealer == place:
            x, y = chair.edge
            pen.disc(x, y, 7)
            pen.text(x, y - 3.3, "D", 9.5, Face.BOLD, align="center", grey=1.0)


def _draw_chair(pen: Pen, heading: Heading, box: Box, table: TableSeats, place: int) -> None:
    person = table.people[place]
    pen.frame(box, HAIR, radius=6)
    grown = box.height / TALL
    inner = box.inset(6, 3 * grown)
    label, strip = heading.chair_name(place) or str(place + 1), inner.from_top(9 * grown)
    pen.fitted(strip, label, FINE * grown, grey=GREY, align="center", most_lines=1)
    if person is not None:
        draw_person(
            pen,
            heading,
            inner.below(10 * grown),
            person.name,
            person.role,
            NAME * grown,
            Face.BOLD,
            align="center",
            most_lines=3,
        )
