"""Place cards: small tents with a name, six on a page, with marks for cutting and folding."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.data import CardPerson, Heading
from tournaments.papers.geometry import Box
from tournaments.papers.pen import GREY, HAIR, Pen
from tournaments.papers.people import draw_role
from tournaments.papers.suits import draw_suit
from tournaments.papers.theme import FINE, SMALL, Style
from tournaments.papers.typefaces import Face, width

WIDTH = 255.12
"""90 mm: two cards fit across A4 and Letter."""
FACE_HEIGHT = 119.06
"""42 mm: one side of the tent; three open tents fit down Letter, whose height is the smaller."""
ACROSS, DOWN = 2, 3
MARK = 9.0


@paper(
    "place-cards",
    gettext_lazy("Place cards"),
    gettext_lazy("Names to stand at the chairs."),
    needs="people",
    part="seats",
    options=("only",),
    position=70,
    tonight=10,
)
def place_cards(order: Order) -> Pages:
    """Six on a page: the name on both sides, table and chair below it."""
    each, people = ACROSS * DOWN, order.people
    groups = [people[i : i + each] for i in range(0, len(people), each)] or [()]
    pages = [partial(_page, order.heading, group, order.style) for group in groups]
    return Pages(_("Place cards"), pages, foot=False)


def _page(heading: Heading, people: Sequence[CardPerson], style: Style, pen: Pen) -> None:
    across, down = ACROSS * WIDTH, DOWN * 2 * FACE_HEIGHT
    page = style.page
    sheet = Box((page.width - across) / 2, (page.height - down) / 2, across, down)
    _draw_marks(pen, sheet)
    for cell, person in zip(sheet.grid(ACROSS, DOWN), people, strict=False):
        front = Box(cell.x, cell.y, cell.width, FACE_HEIGHT)
        pen.dashed(cell.x + MARK, front.top, cell.right - MARK, front.top)
        _draw_face(pen, heading, front, person)
        # The far side stands on its head, so that both sides read upright once folded.
        pen.canvas.saveState()
        pen.canvas.translate(cell.x + cell.right, front.top + cell.top - 0.0)
        pen.canvas.rotate(180)
        _draw_face(pen, heading, Box(cell.x, front.top, cell.width, FACE_HEIGHT), person)
        pen.canvas.restoreState()


def _draw_marks(pen: Pen, sheet: Box) -> None:
    """Draw short marks outside the cards and small crosses where four cards meet."""
    xs = [sheet.x + i * WIDTH for i in range(ACROSS + 1)]
    ys = [sheet.y + i * 2 * FACE_HEIGHT for i in range(DOWN + 1)]
    for x in xs:
        pen.line(x, sheet.y - MARK - 3, x, sheet.y - 3, HAIR, GREY)
        pen.line(x, sheet.top + 3, x, sheet.top + MARK + 3, HAIR, GREY)
    for y in ys:
        pen.line(sheet.x - MARK - 3, y, sheet.x - 3, y, HAIR, GREY)
        pen.line(sheet.right + 3, y, sheet.right + MARK + 3, y, HAIR, GREY)
    for x in xs[1:-1]:
        for y in ys:
            pen.line(x - 4, y, x + 4, y, HAIR, GREY)
            pen.line(x, y - 4, x, y + 4, HAIR, GREY)
    for y in ys[1:-1]:
        for x in (xs[0], xs[-1]):
            pen.line(x - 3, y, x + 4, y, HAIR, GREY)


def _draw_face(pen: Pen, heading: Heading, box: Box, person: CardPerson) -> None:
    inner = box.inset(20, 14)
    draw_suit(pen, "S", inner.x, inner.top - 11, 11)
    draw_suit(pen, "H", inner.right - 11, inner.top - 11, 11)
    event = Box(inner.x + 18, inner.top - 12, inner.width - 36, 12)
    pen.fitted(event, heading.event, FINE, grey=GREY, align="center", floor=0.7, most_lines=1)
    name = Box(inner.x, inner.y + 18, inner.width, inner.height - 34)
    pen.fitted(name, person.name, 27, Face.DISPLAY, align="center", floor=0.55, most_lines=3)
    _draw_seat(pen, heading, inner.from_top(11, inner.height - 11), person)


def _draw_seat(pen: Pen, heading: Heading, box: Box, person: CardPerson) -> None:
    """Draw role, table and chair in one centred line, the role with its mark."""
    words = [heading.role_name(person.role)] if heading.role_name(person.role) else []
    if person.table is not None:
        words.append(heading.spot_name(person.table))
        if heading.chair_name(person.chair):
            words.append(heading.chair_name(person.chair))
    text = " · ".join(words)
    marked = bool(heading.role_name(person.role))
    room = box.inset(8 if marked else 0, 0)
    pen.fitted(room, text, SMALL, align="center", most_lines=1)
    if marked:
        half = min(width(text, Face.TEXT, SMALL), room.width) / 2
        draw_role(pen, heading, person.role, box.middle[0] - half - 7, box.middle[1], 5.5)
