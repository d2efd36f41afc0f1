"""The codes to join by, on one or a few pages for the wall: the guests' and those of the tables."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.codes import draw_code
from tournaments.papers.data import Heading, TableCode
from tournaments.papers.geometry import Box
from tournaments.papers.pen import GREY, HAIR, Pen
from tournaments.papers.theme import (
    SMALL,
    TITLE_ROOM,
    Page,
    Style,
    draw_title,
    occasion,
)
from tournaments.papers.typefaces import Face

ACROSS, DOWN = 3, 4
LARGE = 250.0


@paper(
    "codes",
    gettext_lazy("Join codes"),
    gettext_lazy("For the wall: the guests’ code, and those of all tables."),
    part="seats",
    position=40,
    tonight=100,
)
def join_codes(order: Order) -> Pages:
    """The guests' code, large, and twelve codes of tables on each page after it."""
    heading, style, tables = order.heading, order.style, order.table_codes
    each = ACROSS * DOWN
    pages: list[Page] = []
    if order.guests_code:
        few = tables if len(tables) <= ACROSS else ()
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
    body = draw_title(pen, style.body, _("Look on with a phone"), occasion(heading))
    middle = body.middle[0]
    code = Box(middle - LARGE / 2, body.top - 40 - LARGE, LARGE, LARGE)
    draw_code(pen, code, guests.url)
    below = Box(body.x, body.y, body.width, code.y - body.y)
    address = below.from_top(22, 10)
    pen.fitted(address, guests.short or guests.url, 14, Face.BOLD, align="center", most_lines=2)
    told = (
        _("Scan the code with the camera, or type the address."),
        _("Where do I sit? How am I doing? Why did I get 8? It is all there."),
        _("No account, nothing to install."),
    )
    for number, line in enumerate(told):
        size = 15.0 if number == 0 else 12.0
        row = below.from_top(26, 48 + number * 28)
        pen.fitted(row, line, size, align="center", grey=GREY if number == 2 else 0.0)
    height = (style.body.below(TITLE_ROOM).height - 12 * (DOWN - 1)) / DOWN
    _draw_tables(pen, heading, Box(body.x, body.y, body.width, height), 1, tables)


def _tables_page(heading: Heading, tables: Sequence[TableCode], style: Style, pen: Pen) -> None:
    words = _("The codes of the tables")
    draw_title(pen, style.body, words, occasion(heading))
    _draw_tables(pen, heading, style.body.below(TITLE_ROOM), DOWN, tables)


def _draw_tables(
    pen: Pen, heading: Heading, area: Box, down: int, tables: Sequence[TableCode]
) -> None:
    for cell, table in zip(area.grid(ACROSS, down, 12), tables, strict=False):
        pen.frame(cell, HAIR, radius=8)
        inner = cell.inset(8, 7)
        name = heading.spot_name(table.number)
        pen.fitted(inner.from_top(18), name, 14, Face.DISPLAY, align="center", most_lines=1)
        foot = Box(inner.x, inner.y, inner.width, 20)
        pen.fitted(foot, table.short or table.url, SMALL, align="center", most_lines=2)
        room = inner.below(20).above(22)
        side = min(room.width, room.height)
        draw_code(
            pen, Box(room.middle[0] - side / 2, room.middle[1] - side / 2, side, side), table.url
        )
