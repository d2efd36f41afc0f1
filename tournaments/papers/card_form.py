"""The empty score card: where its parts lie, and how they are drawn.

The boxes of the sheet and its grand total fill two columns, read downwards as in a ledger. The
sizes follow from the room, so that the card fills one page of either paper, or half of one.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rulesets.formats import sheet
from tournaments.papers.data import Heading
from tournaments.papers.fitting import fit
from tournaments.papers.geometry import Box
from tournaments.papers.pen import BOLD_LINE, GREY, HAIR, PALE, THIN, Pen
from tournaments.papers.suits import draw_suits, draw_trump
from tournaments.papers.theme import occasion
from tournaments.papers.typefaces import Face, width

LABEL = 10.0
"""Size of the labels of the rows."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A line of a box: the whole line, its label, where a note fits, and where points stand."""

    line: Box
    label: Box
    note: Box
    score: Box


@dataclass(frozen=True, slots=True)
class BoxPlan:
    """Where a box of the sheet lies: its frame, its head, its lines and its total."""

    frame: Box
    head: Box
    rows: tuple[Cell, ...]
    total: Cell


@dataclass(frozen=True, slots=True)
class CardPlan:
    """Where everything on a card lies. scale: of all type, 1 on a whole page."""

    area: Box
    scale: float
    title: Box
    name: Box
    role: Box
    seat: Box
    sets: tuple[BoxPlan, ...]
    grand: BoxPlan
    page_number: tuple[float, float]

    def size(self, points: float) -> float:
        """A size of the type scale as it is on this card."""
        return points * self.scale


def plan_card(area: Box, layout: sheet.Layout, *, small: bool) -> CardPlan:
    """Divide `area` (a page or half of one, margins included) among the parts of the sheet."""
    scale = 0.8 if small else 1.0
    inner = area.inset(24 if small else 40, 22 if small else 32)
    foot = 21 * scale
    title = inner.from_top(30 * scale)
    fields = inner.from_top(34 * scale, 38 * scale)
    name, role, seat = _fields(fields, 18 * scale)
    body = inner.below(86 * scale).above(foot)
    down = -(-(len(layout.boxes) + 1) // 2)
    left, right = body.columns(2, 14 * scale)
    places = [*left.rows(down, 10 * scale), *right.rows(down, 10 * scale)]
    sets = tuple(
        _plan_box(place, box, scale, lined=True)
        for place, box in zip(places, layout.boxes, strict=False)
    )
    grand = _plan_box(places[len(sets)], layout.grand_total, scale, lined=False)
    number = (inner.right, inner.y + 1)
    return CardPlan(area, scale, title, name, role, seat, sets, grand, number)


def _fields(strip: Box, gap: float) -> tuple[Box, Box, Box]:
    """Return the lines for name, role and first seat, without their labels above."""
    write = strip.below(9)
    rest = write.width - 2 * gap
    name = Box(write.x, write.y, rest * 0.54, write.height)
    role = Box(name.right + gap, write.y, rest * 0.2, write.height)
    return name, role, Box(role.right + gap, write.y, rest * 0.26, write.height)


def _plan_box(frame: Box, box: sheet.Box, scale: float, *, lined: bool) -> BoxPlan:
    head_height = (35 if lined else 21) * scale
    body = frame.below(head_height)
    rows = (*box.rows, box.total)
    cells = tuple(
        _plan_cell(line, row, scale, last=row is box.total)
        for line, row in zip(body.rows(len(rows)), rows, strict=True)
    )
    return BoxPlan(frame, frame.from_top(head_height), cells[:-1], cells[-1])


def _plan_cell(line: Box, row: sheet.Row, scale: float, *, last: bool) -> Cell:
    score = Box(line.right - 50 * scale, line.y, 50 * scale, line.height)
    left = line.x + (25 if row.symbol else 7) * scale
    label = Box(left, line.y, score.x - left - 4 * scale, line.height)
    face = Face.BOLD if last else Face.TEXT
    taken = min(width(row.label, face, LABEL * scale), label.width) + 6 * scale
    # A note stands in what the label leaves, however little that is.
    free = max(label.width - taken, 10 * scale)
    note = Box(label.right - free, line.y, free, line.height)
    return Cell(line, label, note, score)


def draw_form(pen: Pen, heading: Heading, layout: sheet.Layout, plan: CardPlan) -> None:
    """Draw the empty card: everything but what is written on it."""
    size = plan.size
    draw_suits(pen, plan.title.right, plan.title.y + size(9), size(13))
    words = Box(plan.title.x, plan.title.y, plan.title.width - size(90), plan.title.height)
    title = _("%(game)s · score card") % {"game": layout.title}
    pen.fitted(words, title, size(22), Face.DISPLAY, most_lines=1)
    pen.line(plan.title.x, plan.title.y, plan.title.right, plan.title.y, BOLD_LINE)
    for label, field in (
        (_("Name"), plan.name),
        (_("Role"), plan.role),
        (_("First seat"), plan.seat),
    ):
        pen.text(field.x, field.top + size(1), label, size(7.5), grey=GREY)
        pen.line(field.x, field.y, field.right, field.y, THIN)
    lines = _line_size(layout, plan)
    for box, place in zip(layout.boxes, plan.sets, strict=True):
        _draw_box(pen, plan, place, box, lines)
    _draw_box(pen, plan, plan.grand, layout.grand_total, lines)
    x, y = plan.page_number
    foot = Box(plan.title.x, y - size(3), (x - plan.title.x) * 0.78, size(11))
    text = " · ".join(part for part in (occasion(heading), layout.source) if part)
    pen.fitted(foot, text, size(7.5), grey=GREY, floor=0.6, most_lines=1)


def _line_size(layout: sheet.Layout, plan: CardPlan) -> float:
    """Return the size at which every scoring line fits in its box: one size for all of them."""
    sizes = [
        fit(box.line, Face.TEXT, size=room.height, width=room.width, height=99, most_lines=1).size
        for box, room in (
            (box, _line_room(plan, place))
            for box, place in zip(layout.boxes, plan.sets, strict=True)
        )
        if box.line
    ]
    return max(plan.size(7), min([plan.size(9), *sizes]))


def _line_room(plan: CardPlan, place: BoxPlan) -> Box:
    head = place.head.inset(plan.size(7), 0)
    return Box(head.x, head.y + plan.size(3), head.width, head.height - plan.size(21))


def _draw_box(pen: Pen, plan: CardPlan, place: BoxPlan, box: sheet.Box, lines: float) -> None:
    size = plan.size
    frame = place.frame
    pen.fill(place.total.line, PALE)
    _draw_head(pen, plan, place, box, lines)
    for cell, row in zip((*place.rows, place.total), (*box.rows, box.total), strict=True):
        last = cell is place.total
        pen.line(frame.x, cell.line.top, frame.right, cell.line.top, THIN if last else HAIR)
        _draw_label(pen, plan, cell, row, last=last)
    left = place.total.score.x
    pen.line(left, frame.y, left, place.rows[0].line.top, HAIR)
    pen.frame(frame, size(1.1))


def _draw_head(pen: Pen, plan: CardPlan, place: BoxPlan, box: sheet.Box, lines: float) -> None:
    size = plan.size
    head = place.head.inset(size(7), 0)
    strip = head.from_top(size(20))
    column = place.total.score.middle[0]
    if box.tag:
        pen.text(strip.right, strip.y + size(6), box.tag, size(8.5), align="right")
        used = width(box.tag, Face.TEXT, size(8.5)) + size(10)
    else:
        label = _("Score")
        pen.text(column, strip.y + size(6), label, size(8.5), align="center", grey=GREY)
        used = place.total.score.width
    title = Box(strip.x, strip.y, strip.width - used, strip.height)
    pen.fitted(title, box.title, size(12), Face.DISPLAY, most_lines=1)
    if box.line:
        pen.fitted(_line_room(plan, place), box.line, lines, floor=0.9, grey=0.2, most_lines=2)


def _draw_label(pen: Pen, plan: CardPlan, cell: Cell, row: sheet.Row, *, last: bool) -> None:
    if row.symbol:
        mark = min(plan.size(11), cell.line.height * 0.62)
        left = cell.line.x + plan.size(7)
        draw_trump(pen, row.symbol, left, cell.line.middle[1] - mark / 2, mark)
    face = Face.BOLD if last else Face.TEXT
    pen.fitted(cell.label, row.label, plan.size(LABEL), face, floor=0.8, most_lines=2)
