"""Table cards: the table's number, large, and the code that opens its page on a phone."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.codes import draw_code
from tournaments.papers.data import Heading, TableCode
from tournaments.papers.geometry import Box
from tournaments.papers.pen import GREY, HAIR, Pen
from tournaments.papers.suits import draw_suits
from tournaments.papers.theme import SMALL, Page, Style, occasion
from tournaments.papers.typefaces import Face


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
    """The cards that stand or lie on the tables.

    Flat, there are two on a sheet, to be cut apart; as tents one on a sheet, folded across the
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
    code_side = min(content.height - 52, content.width * 0.44)
    left = Box(content.x, content.y, content.width - code_side - 24, content.height)
    pen.fitted(left.from_top(26, 8), heading.spot, 22, Face.DISPLAY, align="center")
    pen.fitted(left.below(30), str(table.number), 190, Face.DISPLAY, align="center", most_lines=1)
    right = Box(content.right - code_side, content.y, code_side, content.height)
    code = Box(right.x, right.top - code_side, code_side, code_side)
    draw_code(pen, code, table.url)
    under = right.below(code_side + 8)
    how = _("Scan with a phone to enter your results. No account, nothing to install.")
    address = table.short or table.url
    pen.fitted(under.below(16), how, SMALL, align="center", floor=0.8)
    pen.fitted(under.from_top(14), address, 10, Face.BOLD, align="center", most_lines=2)
