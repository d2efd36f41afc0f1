"""Table cards: the table's number, large, and the code that opens its page on a phone."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from django.utils.translation import gettext as _

from tournaments.papers.codes import draw_code
from tournaments.papers.data import Heading, Paper, Progress, TableCode
from tournaments.papers.geometry import Box
from tournaments.papers.pen import GREY, HAIR, Pen
from tournaments.papers.suits import draw_suits
from tournaments.papers.theme import SMALL, Page, Style, occasion, write
from tournaments.papers.typefaces import Face

Shape = Literal["tent", "flat"]


def table_cards(
    heading: Heading,
    tables: Sequence[TableCode],
    *,
    shape: Shape = "flat",
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return the cards that stand or lie on the tables.

    shape: "flat" puts two cards on a sheet, to be cut apart; "tent" one card a sheet, folded
    across the middle so that both sides read upright.
    """
    style = Style(paper, invariant)
    pages: list[Page]
    if shape == "flat":
        pairs = [tables[i : i + 2] for i in range(0, len(tables), 2)] or [()]
        pages = [partial(_flat_page, heading, pair, style) for pair in pairs]
    else:
        pages = [partial(_tent_page, heading, table, style) for table in tables]
    return write(heading, _("Table cards"), pages, style, progress, foot=False)


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
