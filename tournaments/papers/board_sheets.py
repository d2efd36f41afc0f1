"""A drawing as a page of its own, or as a poster of four sheets to be joined."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from rulesets.show.drawing import Drawing
from tournaments.papers.data import Heading, Paper, Progress
from tournaments.papers.drawings import draw_drawing
from tournaments.papers.geometry import Box
from tournaments.papers.pen import GREY, HAIR, Pen
from tournaments.papers.theme import FINE, Page, Style, draw_title, occasion, page_numbers, write

RIM = 36.0
"""What stays free round each sheet of a poster: printers leave some of it white anyway."""

LAP = 30.0
"""How far two sheets of a poster show the same; they are joined along the middle of it."""

MARK = 16.0
"""How long a mark is that says where to cut."""


Picture = tuple[str, Drawing]
"""A title and what is drawn below it."""


def pictures(
    heading: Heading,
    found: Sequence[Picture],
    *,
    title: str,
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return the drawings, each on a page with its title."""
    style = Style(paper, invariant)
    return write(heading, title, picture_pages(heading, found, style), style, progress)


def picture_pages(heading: Heading, found: Sequence[Picture], style: Style) -> list[Page]:
    """Return their pages, for a document of their own or within a larger one."""
    return [
        partial(_whole_page, drawing, title, occasion(heading), style) for title, drawing in found
    ]


def board_sheet(
    heading: Heading,
    drawing: Drawing,
    *,
    title: str = "",
    subtitle: str = "",
    paper: Paper = "a4",
    poster: bool = False,
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return a drawing on a page, under a title (its own where none is given).

    poster: twice as large in each direction, without a title, on four sheets with marks where to
    cut and to join them.
    """
    name = title or drawing.title.said(_)
    style = Style(paper, invariant)
    pages: list[Page]
    if poster:
        pages = [partial(_poster_page, heading, drawing, style, number) for number in range(4)]
    else:
        pages = [partial(_whole_page, drawing, name, subtitle, style)]
    return write(heading, name, pages, style, progress, foot=not poster)


def _whole_page(drawing: Drawing, title: str, subtitle: str, style: Style, pen: Pen) -> None:
    draw_drawing(pen, drawing, draw_title(pen, style.body, title, subtitle))


def _poster_page(heading: Heading, drawing: Drawing, style: Style, number: int, pen: Pen) -> None:
    """One of four sheets; 0 is the upper left one, 1 the upper right one."""
    right, lower = number % 2 == 1, number >= 2
    sheet = style.page.inset(RIM)
    wide, high = 2 * sheet.width - LAP, 2 * sheet.height - LAP
    x = sheet.right - wide if right else sheet.x
    y = sheet.y if lower else sheet.top - high
    canvas = pen.canvas
    canvas.saveState()
    window = canvas.beginPath()
    window.rect(sheet.x, sheet.y, sheet.width, sheet.height)
    canvas.clipPath(window, stroke=0, fill=0)
    draw_drawing(pen, drawing, Box(x, y, wide, high), seen=sheet)
    canvas.restoreState()
    half = LAP / 2
    across = sheet.x + half if right else sheet.right - half
    upright = sheet.top - half if lower else sheet.y + half
    _marks(pen, sheet, across, upright)
    plan = Box(sheet.right - 14 if right else sheet.x, sheet.y - 27, 14, 18)
    _plan(pen, plan, number)
    where = (_("upper left"), _("upper right"), _("lower left"), _("lower right"))[number]
    words = (
        page_numbers(4)(number + 1),
        where,
        _("Cut the right and the lower sheets at the marks and glue them over the others."),
        occasion(heading),
    )
    strip = Box(sheet.x + 24, sheet.y - 24, sheet.width - 48, 10)
    pen.fitted(strip, " · ".join(filter(None, words)), FINE, grey=GREY, floor=0.5, most_lines=1)


def _marks(pen: Pen, sheet: Box, across: float, upright: float) -> None:
    """Mark at all four edges where two sheets meet."""
    for y in (sheet.top + 3, sheet.y - 3 - MARK):
        pen.line(across, y, across, y + MARK, HAIR)
    for x in (sheet.x - 3 - MARK, sheet.right + 3):
        pen.line(x, upright, x + MARK, upright, HAIR)


def _plan(pen: Pen, box: Box, number: int) -> None:
    """The four sheets, very small, with this one filled."""
    for place, cell in enumerate(box.grid(2, 2, 1.2)):
        if place == number:
            pen.fill(cell, GREY)
        pen.frame(cell, HAIR, grey=GREY)
