"""How a person is shown on paper: the mark of the role before the name, and the legend for it.

The marks tell roles apart without colour: a full disc for the first role that the event names, an
open one for the second, a full and an open square after that.
"""

from tournaments.papers.data import Heading
from tournaments.papers.geometry import Box
from tournaments.papers.pen import GREY, Align, Pen
from tournaments.papers.theme import FINE
from tournaments.papers.typefaces import Face, width


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
    mark = size * 0.62
    taken = mark + size * 0.4 if role in heading.role_names else 0.0
    room = Box(box.x + taken, box.y, box.width - taken, box.height)
    if align == "center":
        one_line = width(name, face, size)
        if one_line <= room.width:
            start = box.x + (box.width - taken - one_line) / 2
            room = Box(start + taken, box.y, one_line + 0.01, box.height)
    pen.fitted(room, name, size, face, align="left", most_lines=most_lines)
    if taken:
        draw_role(pen, heading, role, room.x - taken + mark / 2, box.middle[1], mark)


def draw_legend(pen: Pen, heading: Heading, right: float, y: float, *more: str) -> None:
    """Draw what the role marks mean, in one line that ends at `right`."""
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
