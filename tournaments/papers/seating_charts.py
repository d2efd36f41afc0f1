"""Seating charts: the map of the tables, the long table of two teams, and the list by name."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.data import Heading, PersonInChair, Seats, SittingOut, TableSeats
from tournaments.papers.geometry import Box
from tournaments.papers.pen import BOLD_LINE, GREY, HAIR, PALE, Align, Pen
from tournaments.papers.people import (
    draw_legend,
    draw_person,
    draw_sitting_out,
    sitting_out_height,
    sitting_out_pages,
)
from tournaments.papers.table_maps import table_map_pages
from tournaments.papers.tables import TableCell, TableColumn, TableRow, draw_row
from tournaments.papers.theme import (
    BODY,
    FINE,
    SMALL,
    TITLE_ROOM,
    Page,
    Style,
    draw_title,
    occasion,
)
from tournaments.papers.typefaces import Face, replaced, width
from tournaments.web.collation import base_letter, sort_key

LONG_MOST_DOWN = 20
TALLEST = 44.0
TEAMS = 26.0
BOARD = 0.17
"""Share of the page's width that the table itself takes."""


def long_table_pages(heading: Heading, seats: Seats, style: Style) -> list[Page]:
    """Return the pages of the chart, with as many places on each as fit below each other."""
    places = _with_gaps(seats.tables)
    pages = max(1, -(-len(places) // LONG_MOST_DOWN))
    each = -(-len(places) // pages) or 1
    groups = [places[i : i + each] for i in range(0, len(places), each)] or [()]
    body = style.body.below(TITLE_ROOM + TEAMS)
    height = min(TALLEST, body.height / each)
    strip = sitting_out_height(seats.sitting_out) if seats.sitting_out else 0.0
    fits = body.height - len(groups[-1]) * height >= strip + 14
    chart: list[Page] = [
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
        chart += sitting_out_pages(heading, seats, style)
    return chart


def _with_gaps(tables: Sequence[TableSeats]) -> tuple[TableSeats, ...]:
    """The places by number, including empty ones."""
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
    """Draw one part of the table; an end that continues on another page is cut off straight."""
    body = draw_title(pen, style.body, seats.title, occasion(heading))
    dealing = next((p.dealer for p in seats.tables if p.dealer is not None), None)
    _draw_teams(pen, heading, body.from_top(TEAMS - 6), dealing)
    if dealing is not None:
        draw_legend(pen, Heading(""), body.middle[0] + 20, body.top - 12, _("D deals"))
    board = body.below(TEAMS).from_top(height * max(len(places), 1))
    middle = Box(
        board.x + board.width * (1 - BOARD) / 2, board.y, board.width * BOARD, board.height
    )
    _draw_long_table(pen, middle, ends)
    for number, place in enumerate(places):
        row = board.from_top(height, number * height)
        _draw_place(pen, heading, row, middle, place)
    rest = Box(body.x, body.y, body.width, board.y - body.y - 14)
    if listed and seats.sitting_out:
        draw_sitting_out(pen, heading, rest, seats.sitting_out)


def _draw_teams(pen: Pen, heading: Heading, strip: Box, dealing: int | None) -> None:
    """Draw the names of the two sides above their chairs; the one that deals has a D."""
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


def _draw_long_table(pen: Pen, middle: Box, ends: tuple[bool, bool]) -> None:
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


def _draw_chair(pen: Pen, heading: Heading, box: Box, person: PersonInChair | None) -> None:
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


SITTING_OUT_STRIP = 100.0
MOST_DOWN = 4
SQUARE = 4  # chairs at a table that is drawn with one on each side
HIGHEST = 70.0  # half the height of a table
LOW, ROOMY = 56.0, 80.0  # the height of a chair
QUALITY = 9.5
"""What the line under the tables takes of the room between them and the foot."""
ABOVE_QUALITY, RISE = 8.0, 3.0
"""The room that tables leave above that line, and how far it stands above the rule."""
LIST_ROW = 15.0
LIST_COLUMNS = 2
LETTER, GUTTER = 12.0, 18.0
"""The size of the letters that names are found under, and the least room for them."""
COUPLE = 2


@paper(
    "chart",
    gettext_lazy("Seating chart"),
    gettext_lazy("The tables seen from above."),
    needs="seats",
    part="seats",
    position=10,
    tonight=30,
)
def seating_chart(order: Order) -> Pages:
    """The map of the tables of one set: each table with its chairs, names and dealer.

    Tables are in the order given, two in a row, up to eight on a page; those who sit out are listed
    under the last of them. Any number of tables will do.
    """
    return Pages(_("Seating chart"), chart_pages(order.heading, order.seats, order.style))


@paper(
    "where",
    gettext_lazy("Where do I sit"),
    gettext_lazy("A list by name."),
    needs="seats",
    part="seats",
    position=20,
    tonight=40,
    redundant=lambda order: order.has_one_table,  # the chart says all that a list would
)
def where_do_i_sit(order: Order) -> Pages:
    """The list by name: table and chair of everybody in one set, including those who sit out."""
    return Pages(_("Where do I sit?"), list_pages(order.heading, order.seats, order.style))


def chart_pages(heading: Heading, seats: Seats, style: Style) -> list[Page]:
    """Return the pages of the map, for a document of their own or within a larger one."""
    if heading.at == "place":
        return long_table_pages(heading, seats, style)
    if any(len(table.people) != SQUARE for table in seats.tables) or not heading.compass:
        *before, last = table_map_pages(heading, seats, style)
    else:
        *before, last = _map_pages(heading, seats, style)
    return [*before, partial(_with_quality, last, seats.quality, style)]


def _with_quality(page: Page, quality: str, style: Style, pen: Pen) -> None:
    """Draw a page, and at its foot how good the seats are."""
    page(pen)
    if quality:
        body = style.body
        strip = Box(body.x, body.y - QUALITY + RISE, body.width, QUALITY)
        pen.fitted(strip, quality, FINE, grey=GREY, floor=0.8, most_lines=1)


def _map_pages(heading: Heading, seats: Seats, style: Style) -> list[Page]:
    """The pages of tables of four, seen from above."""
    across, down = _arrangement(len(seats.tables))
    each = across * down
    groups = [seats.tables[i : i + each] for i in range(0, len(seats.tables), each)] or [()]
    body = style.body.below(TITLE_ROOM).above(ABOVE_QUALITY if seats.quality else 0.0)
    strip = sitting_out_height(seats.sitting_out) if seats.sitting_out else 0.0
    if len(seats.tables) == each and down < MOST_DOWN and 0 < strip <= SITTING_OUT_STRIP:
        # One full page with room to spare: closer tables leave room for the rest.
        foot = Box(body.x, body.y, body.width, strip)
        cells = _cells(body.above(strip + 8), across, down)
        placed = tuple(zip(cells, seats.tables, strict=True))
        sitting_out = (foot, seats.sitting_out)
        return [partial(_chart_page, heading, seats, placed, style, sitting_out=sitting_out)]
    cells = _cells(body, across, down)
    *full, last = [
        partial(_chart_page, heading, seats, tuple(zip(cells, group, strict=False)), style)
        for group in groups
    ]
    free = _free_room(cells, len(groups[-1]), across)
    if not seats.sitting_out:
        return [*full, last]
    if free is not None and free.height >= strip:
        return [*full, partial(last, sitting_out=(free, seats.sitting_out))]
    return [*full, last, *sitting_out_pages(heading, seats, style)]


def _arrangement(tables: int) -> tuple[int, int]:
    """Return how many tables stand side by side and how many one below the other."""
    if tables <= 2:
        return 1, 2
    return 2, min(MOST_DOWN, max(2, -(-tables // 2)))


def _cells(body: Box, across: int, down: int) -> tuple[Box, ...]:
    cells = body.below(8).grid(across, down, 18, 12)
    if across == 1:
        return tuple(cell.inset(cell.width * 0.14, 0) for cell in cells)
    return cells


def _free_room(cells: Sequence[Box], used: int, across: int) -> Box | None:
    """Return the room that the tables of the last page leave: whole rows, or the last cell."""
    rest = cells[used:]
    whole_rows = rest[len(rest) % across :]
    if whole_rows:
        lowest, first = whole_rows[-1], whole_rows[0]
        left = min(cell.x for cell in whole_rows)
        right = max(cell.right for cell in whole_rows)
        return Box(left, lowest.y, right - left, first.top - lowest.y).inset(0, 4)
    return rest[0].inset(8, 4) if rest else None


def _chart_page(
    heading: Heading,
    seats: Seats,
    placed: Sequence[tuple[Box, TableSeats]],
    style: Style,
    pen: Pen,
    sitting_out: tuple[Box, Sequence[SittingOut]] | None = None,
) -> None:
    body = draw_title(pen, style.body, seats.title, occasion(heading))
    dealers = (_("D deals first"),) if any(t.dealer is not None for _cell, t in placed) else ()
    draw_legend(pen, heading, body.right, body.top - 2, *dealers)
    for cell, table in placed:
        _draw_table(pen, heading, cell, table)
    if sitting_out is not None:
        draw_sitting_out(pen, heading, *sitting_out)


def _draw_table(pen: Pen, heading: Heading, cell: Box, table: TableSeats) -> None:
    """Draw one table from above with a chair on each side, the first at the top."""
    x, y = cell.middle
    half = min(52.0, cell.height * 0.2, cell.width * 0.145)
    rise = max(half, min(HIGHEST, cell.height * 0.17))  # where the page has room for longer names
    square = Box(x - half, y - rise, 2 * half, 2 * rise)
    pen.fill(square, PALE, radius=8)
    pen.frame(square, BOLD_LINE, radius=8)
    number, size = square.inset(17, 8), half * 1.05
    if table.division:
        number, size = number.above(FINE + 4), half * 0.8
        below = Box(square.x + 17, square.y + 10, square.width - 34, FINE + 2)
        pen.fitted(below, table.division, FINE, align="center", floor=0.6, most_lines=1)
    pen.fitted(number, str(table.number), size, Face.DISPLAY, align="center")
    for chair, person in enumerate(table.people[:4]):
        box = _chair(cell, square, chair)
        pen.frame(box, HAIR, radius=5)
        label, name = box.inset(6, 4).from_top(9), box.inset(6, 4).below(9)
        pen.fitted(label, heading.chair_name(chair), FINE, grey=GREY, align="center")
        if person is None:
            pen.text(*_low_middle(name), "–", BODY, align="center", grey=GREY)
            continue
        size = min(17.0, 10.5 * rise / 33, name.height * 0.42)
        draw_person(
            pen,
            heading,
            name,
            person.name,
            person.role,
            size,
            Face.BOLD,
            align="center",
            most_lines=3 if box.height < ROOMY else 5,
        )
    if table.dealer is not None:
        _draw_dealer(pen, square, table.dealer)


def _chair(cell: Box, square: Box, chair: int) -> Box:
    """Return the box of a chair: above the table, to its right, below it, to its left."""
    x, y = square.middle
    side = (cell.width - square.width) / 2 - 7
    upright = min(ROOMY, (cell.height - square.height) / 2 - 5)
    tall = max(46.0, square.height * 0.72)
    across = cell.width * (0.62 if upright < LOW else 0.74)
    return (
        Box(x - across / 2, square.top + 5, across, upright),
        Box(square.right + 5, y - tall / 2, side, tall),
        Box(x - across / 2, square.y - 5 - upright, across, upright),
        Box(square.x - 5 - side, y - tall / 2, side, tall),
    )[chair]


def _low_middle(box: Box) -> tuple[float, float]:
    return box.middle[0], box.y + box.height * 0.2


def _draw_dealer(pen: Pen, square: Box, dealer: int) -> None:
    """Draw a disc with a D on the table's edge, before the chair of the first dealer."""
    x, y = square.middle
    across, up = ((0, 1), (1, 0), (0, -1), (-1, 0))[dealer % 4]
    mx, my = x + across * (square.width / 2 - 9), y + up * (square.height / 2 - 9)
    pen.disc(mx, my, 5.5)
    pen.canvas.setFillGray(1.0)
    pen.text(mx, my - 2.7, "D", 7.5, Face.BOLD, align="center", grey=1.0)
    pen.canvas.setFillGray(0.0)


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    role: str
    letter: str
    table: int | None
    chair: int | None
    division: str = ""


def _guide(name: str) -> str:
    """The letter under which a name is listed; "" for a script without capitals, and for a letter
    that no font has."""
    first = base_letter(name)
    if unicodedata.category(first or " ") not in ("Lu", "Lt", "Ll") or replaced(first):
        return ""
    return first


def _entries(seats: Seats) -> list[_Entry]:
    entries = [
        _Entry(person.name, person.role, _guide(person.name), table.number, chair, table.division)
        for table in seats.tables
        if not _waits(table)
        for chair, person in enumerate(table.people)
        if person is not None
    ]
    entries += [
        _Entry(person.name, person.role, _guide(person.name), None, None, person.division)
        for person in seats.sitting_out
    ]
    return sorted(entries, key=lambda e: (not e.letter, sort_key(e.name), e.table or 0))


def _waits(table: TableSeats) -> bool:
    """Whether it is a couple's place with one of the two missing: the other sits out, and is listed
    so."""
    return len(table.people) == COUPLE and None in table.people


def list_pages(heading: Heading, seats: Seats, style: Style) -> list[Page]:
    """Return the pages of the list by name, for a document of their own or a larger one.

    Why people sit out is explained under the list if there is room, else on pages of its own.
    """
    entries = _entries(seats)
    room = style.body.below(TITLE_ROOM + 14)
    each = int(room.height // LIST_ROW) * LIST_COLUMNS
    groups = [entries[i : i + each] for i in range(0, len(entries), each)] or [[]]
    *full, last = [partial(_list_page, heading, seats.title, group, style) for group in groups]
    if not any(person.reason for person in seats.sitting_out):
        return [*full, last]
    down, height = _list_rows(len(groups[-1]), room)
    rest = room.below(down * height + 22)
    if rest.height >= sitting_out_height(seats.sitting_out):
        return [*full, partial(last, sitting_out=(rest, seats.sitting_out))]
    return [*full, last, *sitting_out_pages(heading, seats, style)]


def _list_rows(count: int, room: Box) -> tuple[int, float]:
    """Return how many names stand in a column and how tall a line is: taller for a short list."""
    down = max(12, -(-count // LIST_COLUMNS))
    return down, min(LIST_ROW * 1.5, room.height / down)


def _list_page(
    heading: Heading,
    title: str,
    entries: Sequence[_Entry],
    style: Style,
    pen: Pen,
    sitting_out: tuple[Box, Sequence[SittingOut]] | None = None,
) -> None:
    body = draw_title(pen, style.body, _("Where do I sit?"), title)
    draw_legend(pen, heading, body.right, body.top - 2)
    body = body.below(14)
    down, height = _list_rows(len(entries), body)
    gutter = _gutter(entries)
    for number, column in enumerate(body.columns(LIST_COLUMNS, 26)):
        before = ""
        for place, entry in enumerate(entries[number * down : (number + 1) * down]):
            row = column.from_top(height, place * height)
            _draw_entry(pen, heading, row, entry, gutter, first=entry.letter != before)
            before = entry.letter
    if sitting_out is not None:
        draw_sitting_out(pen, heading, *sitting_out)


def _gutter(entries: Sequence[_Entry]) -> float:
    """The room for the guide letters: as wide as the widest of them, in whatever font has it."""
    letters = {entry.letter for entry in entries}
    widest = max((width(letter, Face.DISPLAY, LETTER) for letter in letters), default=0.0)
    return max(GUTTER, widest + 6)


def _draw_entry(
    pen: Pen, heading: Heading, row: Box, entry: _Entry, gutter: float, *, first: bool
) -> None:
    seat, division = 84.0, 50.0 if entry.division else 0.0
    foot = row.middle[1] - 3.6
    left = row.right - seat
    start, grey = (row.x, GREY) if first else (row.x + gutter, 0.82)
    pen.line(start, row.top, row.right, row.top, HAIR, grey)

    def draw_name(pen: Pen, area: Box) -> None:
        draw_person(pen, heading, area, entry.name, entry.role, BODY)
        if entry.division:
            part = Box(left - division, area.y, division - 6, area.height)
            pen.fitted(part, entry.division, FINE, grey=GREY, most_lines=1)

    def draw_letter(pen: Pen, area: Box) -> None:
        if first and entry.letter:
            pen.text(area.x, foot, entry.letter, LETTER, Face.DISPLAY)

    columns = (
        TableColumn(row.x + 1, gutter),
        TableColumn(row.x + gutter, row.width - gutter - seat - division - 6),
        TableColumn(left, seat),
    )
    draws = draw_letter, draw_name, partial(_draw_seat, heading, entry, foot)
    draw_row(
        pen, row, columns, TableRow(row.height, [TableCell(draw=draw) for draw in draws], rule=None)
    )


def _draw_seat(heading: Heading, entry: _Entry, foot: float, pen: Pen, area: Box) -> None:
    """Draw where somebody sits: the table or the place, its number, the chair."""
    if entry.table is None:
        pen.text(area.right, foot, _("sits out"), SMALL, align="right", grey=GREY)
        return
    label, left = heading.spot, area.x
    pen.text(left, foot, label, FINE, grey=GREY)
    number = left + max(44.0, width(label, Face.TEXT, FINE) + 22)
    pen.text(number, foot, str(entry.table), 11, Face.BOLD, align="right")
    chair = Box(left + 49, area.y, area.width - 49, area.height)
    pen.fitted(chair, heading.chair_name(entry.chair), SMALL, most_lines=1)
