"""How people are shown on paper: the mark of the role before the name, and its legend; the list of
those who sit out; the names of each team side by side.

The marks tell roles apart without colour: a full disc for the first role of the event, an open one
for the second, a full and an open square after that.
"""

import re
from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from tournaments.papers.data import Heading, NameList, Seats, SittingOut
from tournaments.papers.geometry import Box
from tournaments.papers.pen import GREY, HAIR, THIN, Align, Pen
from tournaments.papers.tables import TableCell, TableColumn, TableRow, draw_table
from tournaments.papers.theme import BODY, FINE, SMALL, Page, Style, draw_title, occasion
from tournaments.papers.typefaces import Face, runs_right_to_left, width

NOTE = re.compile(r" (?=[^()]*\))| (?=\()")  # the spaces of a note in brackets, and before it
SITTING_OUT_ROW = 17.0
NAME_ROW = 13.0
NAMES_HEAD = 22.0


def list_names(names: Sequence[str]) -> str:
    """Names in a line: one from right to left is isolated and leaves the commas in place; none is
    parted from its note."""
    whole = (NOTE.sub("\u00a0", name) for name in names)
    return ", ".join(f"\u2068{name}\u2069" if runs_right_to_left(name) else name for name in whole)


def draw_role(pen: Pen, heading: Heading, role: str, x: float, y: float, size: float) -> None:
    """Draw the mark of `role` centred on x, y, `size` points across; nothing for no role."""
    order = list(heading.role_names)
    if role not in order:
        return
    place = order.index(role)
    if place < 2:
        pen.disc(x, y, size / 2, filled=place == 0)
        return
    square = Box(x - size / 2, y - size / 2, size, size).inset(size * 0.07)
    if place % 2 == 0:
        pen.fill(square, 0.0)
    else:
        pen.frame(square, size / 7)


def draw_person(
    pen: Pen,
    heading: Heading,
    box: Box,
    name: str,
    role: str,
    size: float,
    face: Face = Face.TEXT,
    *,
    align: Align = "left",
    most_lines: int = 2,
) -> None:
    """Fit a name into `box` with the mark of the role before it."""
    if role not in heading.role_names:
        pen.fitted(box, name, size, face, align=align, most_lines=most_lines)
        return
    mark = size * 0.62
    taken = mark + size * 0.4
    room = Box(box.x + taken, box.y, box.width - taken, box.height)
    if align == "center":
        one_line = width(name, face, size)
        if one_line <= room.width:
            start = box.x + (box.width - taken - one_line) / 2
            room = Box(start + taken, box.y, one_line + 0.01, box.height)
    pen.fitted(room, name, size, face, align="left", most_lines=most_lines)
    draw_role(pen, heading, role, room.x - taken + mark / 2, box.middle[1], mark)


def draw_legend(pen: Pen, heading: Heading, right: float, y: float, *more: str) -> None:
    """Draw the legend of the role marks in one line that ends at `right`."""
    x = right
    for text in reversed(more):
        x -= width(text, Face.TEXT, FINE)
        pen.text(x, y, text, FINE, grey=GREY)
        x -= 14
    for role, name in reversed(list(heading.role_names.items())):
        x -= width(name, Face.TEXT, FINE)
        pen.text(x, y, name, FINE, grey=GREY)
        x -= 7
        draw_role(pen, heading, role, x, y + FINE * 0.35, 5.5)
        x -= 14


def sitting_out_pages(heading: Heading, seats: Seats, style: Style) -> list[Page]:
    """Return separate pages for those who sit out."""
    each = int((style.body.height - 90) // SITTING_OUT_ROW)
    people = seats.sitting_out
    return [
        partial(_sitting_out_page, heading, seats, people[i : i + each], style)
        for i in range(0, len(people), each)
    ]


def sitting_out_height(people: Sequence[SittingOut]) -> float:
    """The height of the list of those who sit out."""
    return 26 + SITTING_OUT_ROW * len(people)


def _sitting_out_page(
    heading: Heading, seats: Seats, people: Sequence[SittingOut], style: Style, pen: Pen
) -> None:
    body = draw_title(pen, style.body, seats.title, occasion(heading))
    draw_legend(pen, heading, body.right, body.top - 2)
    draw_sitting_out(pen, heading, body.below(14), people)


def draw_sitting_out(pen: Pen, heading: Heading, box: Box, people: Sequence[SittingOut]) -> None:
    """Draw the list from the top of `box`: names, and why they sit out."""
    with pen.element("H2"):
        pen.text(box.x, box.top - 12, _("Sitting out"), 12, Face.DISPLAY)
    pen.line(box.x, box.top - 18, box.right, box.top - 18, THIN)
    names, reasons = box.inset(2, 0).columns(2, 12)
    columns = TableColumn(names.x, names.width), TableColumn(reasons.x, reasons.width)
    lines = []
    for person in people:
        details = " · ".join(filter(None, (person.division, person.reason)))
        name = TableCell(draw=partial(_draw_sitting_out, heading, person))
        lines.append(TableRow(SITTING_OUT_ROW, (name, TableCell(details, SMALL, grey=GREY))))
    draw_table(pen, box.below(22), columns, lines)


def _draw_sitting_out(heading: Heading, person: SittingOut, pen: Pen, area: Box) -> None:
    draw_person(pen, heading, area, person.name, person.role, BODY, Face.BOLD)


def _name_columns(each: NameList) -> int:
    count = len(each.names) + each.lines
    return 1 if count <= 6 else 2 if count <= 24 else 3


def _name_rows(each: NameList) -> int:
    return -(-(len(each.names) + each.lines) // _name_columns(each))


def names_height(lists: Sequence[NameList]) -> float:
    """The height of the lists side by side, with the gap above them."""
    if not lists:
        return 0.0
    return NAMES_HEAD + 14 + NAME_ROW * max(_name_rows(each) for each in lists)


def draw_names(pen: Pen, lists: Sequence[NameList], rest: Box) -> None:
    """Draw the lists side by side from the top of `rest`."""
    area = rest.below(12)
    for column, each in zip(area.columns(len(lists), 24), lists, strict=True):
        title = column.from_top(NAMES_HEAD - 6)
        with pen.element("H2"):
            pen.fitted(title, each.title, 11.0, Face.DISPLAY, most_lines=1)
        pen.line(column.x, title.y - 2, column.right, title.y - 2, THIN)
        down = _name_rows(each)
        # Very many stand closer together, so that the last ones stay above the foot of the page.
        row = min(NAME_ROW, (area.height - NAMES_HEAD + 2) / max(1, down))
        places = [
            part.from_top(row, NAMES_HEAD - 2 + line * row)
            for part in column.columns(_name_columns(each), 10)
            for line in range(down)
        ]
        with pen.element("L"):
            for place, name in zip(places, (*each.names, *[""] * each.lines), strict=False):
                if not name:
                    pen.line(place.x, place.y + 2, place.right, place.y + 2, HAIR, GREY)
                    continue
                with pen.element("LI"), pen.element("LBody"):
                    pen.fitted(place, name, SMALL, most_lines=2)
