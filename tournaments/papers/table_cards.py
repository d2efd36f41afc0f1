"""Table cards with number and code, place cards with names, and the codes for joining."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.data import CardPerson, Heading, TableCode
from tournaments.papers.geometry import Box
from tournaments.papers.marks import CUT_MARK, draw_cut_marks, draw_suit, draw_suits
from tournaments.papers.pen import GREY, HAIR, Pen
from tournaments.papers.people import draw_role
from tournaments.papers.theme import FINE, SMALL, TITLE_ROOM, Page, Style, draw_title, occasion
from tournaments.papers.typefaces import Face, width
from tournaments.web.qr_codes import draw_code


@paper(
    "table-cards",
    gettext_lazy("Table cards"),
    gettext_lazy("Number and code."),
    needs="seats",
    part="seats",
    options=("tent",),
    position=30,
    tonight=20,
)
def table_cards(order: Order) -> Pages:
    """The cards on the tables.

    Flat ones are two on a sheet, to be cut apart; tents are one on a sheet, folded across the
    middle so that both sides read upright.
    """
    tables = order.require("seats", order.table_codes)
    pages: list[Page]
    if order.options.tent:
        pages = [partial(_tent_page, order.heading, table, order.style) for table in tables]
    else:
        pairs = [tables[i : i + 2] for i in range(0, len(tables), 2)] or [()]
        pages = [partial(_flat_page, order.heading, pair, order.style) for pair in pairs]
    return Pages(_("Table cards"), pages, foot=False)


def _flat_page(heading: Heading, tables: Sequence[TableCode], style: Style, pen: Pen) -> None:
    page = style.page
    middle = page.height / 2
    pen.dashed(22, middle, page.width - 22, middle)
    for x in (0.0, page.width - 16):
        pen.line(x, middle, x + 16, middle, HAIR)
    for half, table in zip(page.rows(2), tables, strict=False):
        _draw_card(pen, heading, half.inset(40, 36), table)


def _tent_page(heading: Heading, table: TableCode, style: Style, pen: Pen) -> None:
    page = style.page
    middle = page.height / 2
    pen.dashed(22, middle, page.width - 22, middle)
    for x in (0.0, page.width - 16):
        pen.line(x, middle, x + 16, middle, HAIR)
    lower = Box(0, 0, page.width, middle).inset(40, 36)
    _draw_card(pen, heading, lower, table)
    pen.canvas.saveState()
    pen.canvas.translate(page.width, page.height)
    pen.canvas.rotate(180)
    _draw_card(pen, heading, lower, table)
    pen.canvas.restoreState()


def _draw_card(pen: Pen, heading: Heading, box: Box, table: TableCode) -> None:
    pen.frame(box, 1.2, radius=14)
    pen.frame(box.inset(4), HAIR, radius=11)
    inner = box.inset(26, 24)
    head = inner.from_top(14)
    draw_suits(pen, inner.right, head.y + 1, 12)
    line = Box(inner.x, head.y, inner.width - 84, 14)
    pen.fitted(line, occasion(heading), 10, grey=GREY, most_lines=1)
    content = inner.below(26)
    code_side = min(content.height - (76 if table.signs else 52), content.width * 0.44)
    left = Box(content.x, content.y, content.width - code_side - 24, content.height)
    pen.fitted(left.from_top(26, 8), heading.spot, 22, Face.DISPLAY, align="center")
    number = left.below(30)
    if table.division:
        foot = Box(left.x, left.y, left.width, 28)
        pen.fitted(foot, table.division, 22, Face.BOLD, align="center", most_lines=1)
        number = number.above(32)
    pen.fitted(number, str(table.number), 190, Face.DISPLAY, align="center", most_lines=1)
    right = Box(content.right - code_side, content.y, code_side, content.height)
    code = Box(right.x, right.top - code_side, code_side, code_side)
    draw_code(pen, code, table.url)
    under = right.below(code_side + 6)
    how = _("Scan with a phone to enter your results. No account, nothing to install.")
    if table.signs:
        pen.fitted(under.from_top(26), table.signs, 24, Face.BOLD, align="center", most_lines=1)
        under = under.below(30)
    address = table.short or table.url
    pen.fitted(under.from_top(14), address, 10, Face.BOLD, align="center", most_lines=2)
    pen.fitted(under.below(16), how, SMALL, align="center", floor=0.8)


CODES_ACROSS, CODES_DOWN = 3, 4
LARGE = 250.0


@paper(
    "codes",
    gettext_lazy("Join codes"),
    gettext_lazy("For the wall: the guests’ code and the codes of all tables."),
    part="seats",
    position=40,
    tonight=100,
)
def join_codes(order: Order) -> Pages:
    """The guests' code in large, then pages with the codes of twelve tables each."""
    heading, style, tables = order.heading, order.style, order.table_codes
    each = CODES_ACROSS * CODES_DOWN
    pages: list[Page] = []
    if order.guests_code:
        few = tables if len(tables) <= CODES_ACROSS else ()
        pages.append(partial(_guests_page, heading, order.guests_code, few, style))
        tables = tables if not few else ()
    pages += [
        partial(_tables_page, heading, tables[i : i + each], style)
        for i in range(0, len(tables), each)
    ]
    return Pages(_("Join codes"), pages)


def _guests_page(
    heading: Heading, guests: TableCode, tables: Sequence[TableCode], style: Style, pen: Pen
) -> None:
    body = draw_title(pen, style.body, _("Follow on your phone"), occasion(heading))
    middle = body.middle[0]
    code = Box(middle - LARGE / 2, body.top - 40 - LARGE, LARGE, LARGE)
    draw_code(pen, code, guests.url)
    below = Box(body.x, body.y, body.width, code.y - body.y)
    if guests.signs:
        signs = below.from_top(44, 8)
        pen.fitted(signs, guests.signs, 40, Face.BOLD, align="center", most_lines=1)
        below = below.below(46)
    address = below.from_top(22, 10)
    pen.fitted(address, guests.short or guests.url, 14, Face.BOLD, align="center", most_lines=2)
    lines = (
        _("Scan the code with the camera, or type it at the address.")
        if guests.signs
        else _("Scan the code with the camera, or type the address."),
        _("Where do I sit? How am I doing? Why did I get 8? It’s all there."),
        _("No account, nothing to install."),
    )
    for number, line in enumerate(lines):
        size = 15.0 if number == 0 else 12.0
        row = below.from_top(26, 48 + number * 28)
        pen.fitted(row, line, size, align="center", grey=GREY if number == 2 else 0.0)
    height = (style.body.below(TITLE_ROOM).height - 12 * (CODES_DOWN - 1)) / CODES_DOWN
    _draw_tables(pen, heading, Box(body.x, body.y, body.width, height), 1, tables)


def _tables_page(heading: Heading, tables: Sequence[TableCode], style: Style, pen: Pen) -> None:
    words, below = _("The codes of the tables"), occasion(heading)
    if tables and tables[0].signs:  # to be typed on that page
        below = f"{below} · {tables[0].short}"
    draw_title(pen, style.body, words, below)
    _draw_tables(pen, heading, style.body.below(TITLE_ROOM), CODES_DOWN, tables)


def _draw_tables(
    pen: Pen, heading: Heading, area: Box, down: int, tables: Sequence[TableCode]
) -> None:
    for cell, table in zip(area.grid(CODES_ACROSS, down, 12), tables, strict=False):
        pen.frame(cell, HAIR, radius=8)
        inner = cell.inset(8, 7)
        name = heading.spot_name(table.number)
        pen.fitted(inner.from_top(18), name, 14, Face.DISPLAY, align="center", most_lines=1)
        foot = Box(inner.x, inner.y, inner.width, 20)
        if table.signs:
            pen.fitted(foot, table.signs, 14, Face.BOLD, align="center", most_lines=1)
        else:
            pen.fitted(foot, table.short or table.url, SMALL, align="center", most_lines=2)
        room = inner.below(20).above(22)
        side = min(room.width, room.height)
        draw_code(
            pen, Box(room.middle[0] - side / 2, room.middle[1] - side / 2, side, side), table.url
        )


WIDTH = 255.12
"""90 mm: two cards fit across A4 and Letter."""
FACE_HEIGHT = 119.06
"""42 mm: one side of the tent; three open tents fit down Letter, whose height is the smaller."""
ACROSS, DOWN = 2, 3
HALL = 96  # people


@paper(
    "place-cards",
    gettext_lazy("Place cards"),
    gettext_lazy("Names to stand at the chairs."),
    needs="people",
    part="seats",
    options=("only",),
    position=70,
    tonight=10,
    # In a hall people look for their table on the list, and change it after every set.
    redundant=lambda order: len(order.people) > HALL,
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
    draw_cut_marks(pen, sheet, ACROSS, DOWN)
    for cell, person in zip(sheet.grid(ACROSS, DOWN), people, strict=False):
        front = Box(cell.x, cell.y, cell.width, FACE_HEIGHT)
        pen.dashed(cell.x + CUT_MARK, front.top, cell.right - CUT_MARK, front.top)
        _draw_face(pen, heading, front, person)
        # The far side is upside down, so that both sides read upright once folded.
        pen.canvas.saveState()
        pen.canvas.translate(cell.x + cell.right, front.top + cell.top - 0.0)
        pen.canvas.rotate(180)
        _draw_face(pen, heading, Box(cell.x, front.top, cell.width, FACE_HEIGHT), person)
        pen.canvas.restoreState()


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
