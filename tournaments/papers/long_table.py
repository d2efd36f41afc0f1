"""The long table from above: two teams face to face, the places numbered down its middle."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from tournaments.papers.data import Heading, SeatedPerson, Seats, TableSeats
from tournaments.papers.geometry import Box
from tournaments.papers.pen import BOLD_LINE, GREY, HAIR, PALE, Align, Pen
from tournaments.papers.people import (
    draw_legend,
    draw_person,
    draw_sitting_out,
    sitting_out_height,
    sitting_out_pages,
)
from tournaments.papers.theme import BODY, TITLE_ROOM, Page, Style, draw_title, occasion
from tournaments.papers.typefaces import Face

MOST_DOWN = 20
TALLEST = 44.0
TEAMS = 26.0
BOARD = 0.17
"""Share of the page's width that the table itself takes."""


def long_table_pages(heading: Heading, seats: Seats, style: Style) -> list[Page]:
    """Return the pages of the chart, as many places on each as stand well below each other."""
    places = _with_gaps(seats.tables)
    pages = max(1, -(-len(places) // MOST_DOWN))
    each = -(-len(places) // pages) or 1
    groups = [places[i : i + each] for i in range(0, len(places), each)] or [()]
    body = style.body.below(TITLE_ROOM + TEAMS)
    height = min(TALLEST, body.height / each)
    strip = sitting_out_height(seats.sitting_out) if seats.sitting_out else 0.0
    fits = body.height - len(groups[-1]) * height >= strip + 14
    found: list[Page] = [
        partial(
            _page,
            heading,
            seats,
            group,
            height,
            style,
            ends=(place == 0, place == len(groups) - 1),
            listed=fits and place == len(groups) - 1,
        )
        for place, group in enumerate(groups)
    ]
    if seats.sitting_out and not fits:
        found += sitting_out_pages(heading, seats, style)
    return found


def _with_gaps(tables: Sequence[TableSeats]) -> tuple[TableSeats, ...]:
    """The places by number, those without anybody included."""
    by_number = {table.number: table for table in tables}
    return tuple(
        by_number.get(number, TableSeats(number, (None, None)))
        for number in range(1, max(by_number, default=0) + 1)
    )


def _page(
    heading: Heading,
    seats: Seats,
    places: Sequence[TableSeats],
    height: float,
    style: Style,
    pen: Pen,
    *,
    ends: tuple[bool, bool],
    listed: bool,
) -> None:
    """Draw one stretch of the table; it is cut off straight where it goes on on another page."""
    body = draw_title(pen, style.body, seats.title, occasion(heading))
    dealing = next((p.dealer for p in seats.tables if p.dealer is not None), None)
    _draw_teams(pen, heading, body.from_top(TEAMS - 6), dealing)
    if dealing is not None:
        draw_legend(pen, Heading(""), body.middle[0] + 20, body.top - 12, _("D deals"))
    board = body.below(TEAMS).from_top(height * max(len(places), 1))
    middle = Box(
        board.x + board.width * (1 - BOARD) / 2, board.y, board.width * BOARD, board.height
    )
    _draw_table(pen, middle, ends)
    for number, place in enumerate(places):
        row = board.from_top(height, number * height)
        _draw_place(pen, heading, row, middle, place)
    rest = Box(body.x, body.y, body.width, board.y - body.y - 14)
    if listed and seats.sitting_out:
        draw_sitting_out(pen, heading, rest, seats.sitting_out)


def _draw_teams(pen: Pen, heading: Heading, strip: Box, dealing: int | None) -> None:
    """Name the two sides above their chairs; the one that deals has a D."""
    names = list(heading.role_names.values())[:2]
    aligns: tuple[Align, Align] = ("left", "right")
    columns = strip.columns(2, strip.width * BOARD)
    for side, (name, column) in enumerate(zip(names, columns, strict=False)):
        mark = 18.0 if side == dealing else 0.0
        x = column.x + mark if side == 0 else column.x
        room = Box(x, column.y, column.width - mark, column.height)
        pen.fitted(room, name, 14.0, Face.DISPLAY, align=aligns[side], most_lines=1)
        if mark:
            at = column.x + 7 if side == 0 else column.right - 7
            pen.disc(at, column.middle[1], 6.5)
            pen.text(at, column.middle[1] - 3.2, "D", 9.0, Face.BOLD, align="center", grey=1.0)


def _draw_table(pen: Pen, middle: Box, ends: tuple[bool, bool]) -> None:
    pen.fill(middle, PALE)
    for x in (middle.x, middle.right):
        pen.line(x, middle.y, x, middle.top, BOLD_LINE)
    for y, closed in ((middle.top, ends[0]), (middle.y, ends[1])):
        if closed:
            pen.line(middle.x, y, middle.right, y, BOLD_LINE)
        else:
            pen.dashed(middle.x, y, middle.right, y)


def _draw_place(pen: Pen, heading: Heading, row: Box, middle: Box, place: TableSeats) -> None:
    """Draw two people across from each other, and the number of their place between them."""
    number = Box(middle.x, row.y, middle.width, row.height)
    pen.fitted(
        number.inset(16, 2),
        str(place.number),
        min(19.0, row.height * 0.62),
        Face.DISPLAY,
        align="center",
        most_lines=1,
    )
    gap = min(3.0, row.height * 0.07)
    left = Box(row.x, row.y + gap, middle.x - row.x - 7, row.height - 2 * gap)
    right = Box(middle.right + 7, left.y, row.right - middle.right - 7, left.height)
    for side, box in enumerate((left, right)):
        person = place.people[side] if side < len(place.people) else None
        _draw_chair(pen, heading, box, person)


def _draw_chair(pen: Pen, heading: Heading, box: Box, person: SeatedPerson | None) -> None:
    pen.frame(box, HAIR, radius=5)
    inner = box.inset(9, 2)
    if person is None:
        pen.fitted(inner, _("empty"), BODY, align="center", grey=GREY, most_lines=1)
        return
    draw_person(
        pen,
        heading,
        inner,
        person.name,
        person.role,
        min(13.0, box.height * 0.5),
        Face.BOLD,
        most_lines=2,
    )
