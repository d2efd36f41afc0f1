"""A drawing as a page of its own, or at its true size on several sheets to be joined."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.drawing.vectors import Drawing
from rulesets.formats import Format
from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.data import Heading
from tournaments.papers.drawings import draw_drawing
from tournaments.papers.geometry import Box
from tournaments.papers.pen import GREY, HAIR, Pen
from tournaments.papers.theme import (
    FINE,
    Page,
    Style,
    Turned,
    draw_title,
    occasion,
    page_numbers,
)

POINTS = 72 / 25.4
"""Points in a millimetre."""

RIM = 36.0
"""What stays free round each sheet of a poster: printers leave some of it white anyway."""

LAP = 30.0
"""How far two sheets of a poster show the same; they are joined along the middle of it."""

MARK = 16.0
"""How long a mark is that says where to cut."""

RULED = 50
"""Millimetres of the rule that shows whether the printer has kept the size."""

Picture = tuple[str, Drawing]
"""A title and what is drawn below it."""


def has_picture(form: Format) -> bool:
    """Whether a board that lasts can be drawn as it stands."""
    return form.lasts and form.game.plays.has_drawing


def has_blank_picture(form: Format) -> bool:
    """Whether there is a picture of what it is played on."""
    return form.lasts and form.game.plays.blank_drawing(form.game.options()) is not None


@paper(
    "board",
    gettext_lazy("Picture of the game"),
    gettext_lazy("How it stands now, drawn."),
    needs="begun",
    where=has_picture,
    position=90,
)
def picture_of_the_game(order: Order) -> Pages:
    """Each board on a page with its title."""
    title = _("Picture of the game")
    return Pages(title, picture_pages(order.heading, order.pictures, order.style))


def picture_pages(heading: Heading, found: Sequence[Picture], style: Style) -> list[Page]:
    """Return their pages, for a document of their own or within a larger one."""
    return [
        partial(_whole_page, drawing, title, occasion(heading), style) for title, drawing in found
    ]


@paper(
    "board-blank",
    gettext_lazy("Blank board"),
    gettext_lazy("To put on the table; at its true size on several sheets to be joined."),
    options=("poster",),
    where=has_blank_picture,
    position=80,
    tonight=80,
)
def blank_board(order: Order) -> Pages:
    """Each board on a page; of several, with what it is called below its title.

    As a poster: at its true size, or twice as large in each direction where it has none; without a
    title, on several sheets with marks where to cut and to join them.
    """
    found, poster, style = order.blank_pictures, order.options.poster, order.style
    pages: list[Page] = []
    for title, drawing in found:
        name = drawing.title.said(_)
        if poster:
            pages += poster_pages(order.heading, drawing, style)
        else:
            below = name if len(found) > 1 else ""
            pages.append(partial(_whole_page, drawing, title or name, below, style))
    first = found[0][0] or found[0][1].title.said(_) if found else _("Board")
    return Pages(first, pages, foot=not poster)


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a drawing is shared among sheets: so many across and down, and the size of the whole."""

    style: Style
    across: int
    down: int
    wide: float
    high: float
    true: bool

    @property
    def sheet(self) -> Box:
        """What of a sheet is drawn on."""
        return self.style.page.inset(RIM)

    def window(self, row: int, column: int) -> Box:
        """Where the whole lies, as the sheet in that place counts."""
        sheet = self.sheet
        room_wide = self.across * (sheet.width - LAP) + LAP
        room_high = self.down * (sheet.height - LAP) + LAP
        left = sheet.x - column * (sheet.width - LAP) + (room_wide - self.wide) / 2
        top = sheet.top + row * (sheet.height - LAP) - (room_high - self.high) / 2
        return Box(left, top - self.high, self.wide, self.high)


def tiling(drawing: Drawing, style: Style) -> Tiling:
    """The fewest sheets that hold a drawing at its true size, upright ones if they do as well;
    four of them where it has none."""
    upright = replace(style, landscape=False)
    if not drawing.true_width:
        room = upright.page.inset(RIM)
        return Tiling(upright, 2, 2, 2 * room.width - LAP, 2 * room.height - LAP, true=False)
    wide = drawing.true_width * POINTS
    high = wide * drawing.height / drawing.width
    found = []
    for turned in (upright, replace(style, landscape=True)):
        room = turned.page.inset(RIM)
        across = max(1, ceil((wide - LAP) / (room.width - LAP)))
        down = max(1, ceil((high - LAP) / (room.height - LAP)))
        found.append(Tiling(turned, across, down, wide, high, true=True))
    return min(found, key=lambda one: one.across * one.down)


def poster_pages(heading: Heading, drawing: Drawing, style: Style) -> list[Page]:
    """The sheets of a poster, row by row."""
    plan = tiling(drawing, style)
    return [
        Turned(partial(_poster_page, heading, drawing, plan, row, column), plan.style)
        for row in range(plan.down)
        for column in range(plan.across)
    ]


def _whole_page(drawing: Drawing, title: str, subtitle: str, style: Style, pen: Pen) -> None:
    draw_drawing(pen, drawing, draw_title(pen, style.body, title, subtitle))


def _poster_page(
    heading: Heading, drawing: Drawing, plan: Tiling, row: int, column: int, pen: Pen
) -> None:
    """One of the sheets."""
    sheet, canvas = plan.sheet, pen.canvas
    canvas.saveState()
    window = canvas.beginPath()
    window.rect(sheet.x, sheet.y, sheet.width, sheet.height)
    canvas.clipPath(window, stroke=0, fill=0)
    draw_drawing(pen, drawing, plan.window(row, column), seen=sheet)
    canvas.restoreState()
    _marks(pen, plan, row, column)
    _plan(pen, Box(sheet.x, sheet.y - 27, 7.0 * plan.across, 18), plan, row, column)
    words = [
        page_numbers(plan.across * plan.down)(row * plan.across + column + 1),
        _place(plan, row, column),
        _joined(plan),
        occasion(heading),
    ]
    left = sheet.x + 7.0 * plan.across + 10
    right = sheet.right
    if plan.true:
        right -= RULED * POINTS + 10
        _rule(pen, right + 10, sheet.y - 24)
    strip = Box(left, sheet.y - 24, right - left, 10)
    pen.fitted(strip, " · ".join(filter(None, words)), FINE, grey=GREY, floor=0.5, most_lines=1)


def _place(plan: Tiling, row: int, column: int) -> str:
    """Where a sheet belongs."""
    if (plan.across, plan.down) == (2, 2):
        corners = (_("upper left"), _("upper right"), _("lower left"), _("lower right"))
        return corners[2 * row + column]
    if plan.across * plan.down == 1:
        return ""
    told = {"row": row + 1, "column": column + 1}
    return _("row %(row)d, column %(column)d") % told


def _joined(plan: Tiling) -> str:
    """How the sheets are made one."""
    if plan.across * plan.down == 1:
        return ""
    if plan.across == 1:
        return _("Cut the lower sheets at the marks and glue them over the others.")
    if plan.down == 1:
        return _("Cut the right sheets at the marks and glue them over the others.")
    return _("Cut the right and the lower sheets at the marks and glue them over the others.")


def _rule(pen: Pen, x: float, y: float) -> None:
    """A line of a known length, by which people see that nothing was scaled."""
    long = RULED * POINTS
    pen.line(x, y + 2, x + long, y + 2, HAIR)
    for end in (x, x + long):
        pen.line(end, y - 1, end, y + 5, HAIR)
    told = _("%(count)d mm if printed at 100 %%") % {"count": RULED}
    pen.fitted(Box(x, y + 4, long, 9), told, FINE, align="center", grey=GREY, most_lines=1)


def _marks(pen: Pen, plan: Tiling, row: int, column: int) -> None:
    """Mark at the edges where two sheets meet."""
    sheet, half = plan.sheet, LAP / 2
    across = [sheet.x + half] if column else []
    across += [sheet.right - half] if column < plan.across - 1 else []
    upright = [sheet.top - half] if row else []
    upright += [sheet.y + half] if row < plan.down - 1 else []
    for x in across:
        for y in (sheet.top + 3, sheet.y - 3 - MARK):
            pen.line(x, y, x, y + MARK, HAIR)
    for y in upright:
        for x in (sheet.x - 3 - MARK, sheet.right + 3):
            pen.line(x, y, x + MARK, y, HAIR)


def _plan(pen: Pen, box: Box, plan: Tiling, row: int, column: int) -> None:
    """All sheets, very small, with this one filled."""
    for place, cell in enumerate(box.grid(plan.across, plan.down, 1.2)):
        if place == row * plan.across + column:
            pen.fill(cell, GREY)
        pen.frame(cell, HAIR, grey=GREY)
