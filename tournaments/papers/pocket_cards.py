"""Cards for the pocket: where somebody sits in every round of a schedule."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.geometry import Box
from tournaments.papers.marks import draw_cut_marks
from tournaments.papers.pen import GREY, HAIR, THIN, Pen
from tournaments.papers.people import draw_person, list_names
from tournaments.papers.theme import BODY, FINE, SMALL, Page, Style
from tournaments.papers.typefaces import Face

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.papers.data import Heading, PocketCard, PocketRound

WIDTH = 255.12
"""90 mm: two cards fit across A4 and Letter, and one fits a pocket."""
ACROSS = 2
MARGIN = 24.0
"""Above the cards and below them: what printers leave white, and the marks for cutting."""
HEAD, LABELS, FOOT = 33.0, 12.0, 13.0
PADDING = 9.0
ROWS = {1: 15.0, 3: 20.0}
"""How high a row is that names so many at the most."""
HIGHEST_ROW = 28.0
COLUMNS = (0.1, 0.13, 0.19)
"""The share of a card that the round, the table and the chair take; names take the rest."""


@paper(
    "pocket-cards",
    gettext_lazy("Pocket cards"),
    gettext_lazy(
        "Everybody’s evening on a small card, with the table, chair and partner for every set."
    ),
    needs="seats",
    part="seats",
    options=("only",),
    where=lambda format: format.kind.ahead,
    position=75,
    tonight=15,
)
def pocket_cards(order: Order) -> Pages:
    """Cards, two across and as many down as their rounds allow."""
    cards, style = order.pocket_cards, order.style
    row = _row_height(cards, style)
    height = HEAD + LABELS + FOOT + 2 * PADDING + row * _most_rounds(cards)
    down = max(1, int((style.page.height - 2 * MARGIN) // height))
    each = ACROSS * down
    groups = [cards[i : i + each] for i in range(0, len(cards), each)] or [()]
    sheet = Box(
        (style.page.width - ACROSS * WIDTH) / 2,
        (style.page.height - down * height) / 2,
        ACROSS * WIDTH,
        down * height,
    )
    pages: list[Page] = [partial(_page, order.heading, group, sheet, down, row) for group in groups]
    return Pages(_("Pocket cards"), pages, foot=False)


def _most_rounds(cards: Sequence[PocketCard]) -> int:
    return max((len(card.rounds) for card in cards), default=1)


def _row_height(cards: Sequence[PocketCard], style: Style) -> float:
    """The height that the names need, or less if a card would not fit on a page."""
    most = max(
        (len(pocket_round.names) for card in cards for pocket_round in card.rounds), default=1
    )
    best_height = next((height for names, height in ROWS.items() if most <= names), HIGHEST_ROW)
    room = style.page.height - 2 * MARGIN - HEAD - LABELS - FOOT - 2 * PADDING
    return min(best_height, room / _most_rounds(cards))


def _page(
    heading: Heading, cards: Sequence[PocketCard], sheet: Box, down: int, row: float, pen: Pen
) -> None:
    draw_cut_marks(pen, sheet, ACROSS, down)
    for cell, card in zip(sheet.grid(ACROSS, down), cards, strict=False):
        _draw_card(pen, heading, cell.inset(14, PADDING), card, row)


def _draw_card(pen: Pen, heading: Heading, box: Box, card: PocketCard, row: float) -> None:
    beside = _("with %(name)s") % {"name": card.partner} if card.partner else ""
    subtitle = " · ".join(filter(None, (beside, card.division, heading.event)))
    pen.fitted(box.from_top(9), subtitle, FINE, grey=GREY, floor=0.7, most_lines=1)
    name = box.from_top(HEAD - 12, 9)
    draw_person(pen, heading, name, card.name, card.role, 15, Face.DISPLAY)
    labels = (
        heading.stage or _("Set"),
        heading.spot,
        _("Chair"),
        _("Partner") if card.partners else _("Against") if card.partner else _("With"),
    )
    strip = box.from_top(LABELS, HEAD)
    for cell, label in zip(_cells(strip), labels, strict=True):
        pen.fitted(cell, label, FINE, grey=GREY, floor=0.6, most_lines=1)
    pen.line(strip.x, strip.y, strip.right, strip.y, THIN)
    for place, pocket_round in enumerate(card.rounds):
        _draw_round(pen, box.from_top(row, HEAD + LABELS + place * row), pocket_round)
    foot = Box(box.x, box.y, box.width, FOOT - 3)
    words = _("This is the plan. It changes if people come or go.")
    pen.fitted(foot, words, FINE, grey=GREY, floor=0.6, most_lines=1)


def _draw_round(pen: Pen, line: Box, pocket_round: PocketRound) -> None:
    number, table, chair, names = _cells(line)
    pen.fitted(number, str(pocket_round.number), SMALL, grey=GREY, most_lines=1)
    if pocket_round.table is None:
        rest = Box(table.x, table.y, line.right - table.x, table.height)
        pen.fitted(rest, _("sits out"), SMALL, most_lines=1)
    else:
        pen.fitted(table, str(pocket_round.table), BODY, Face.BOLD, most_lines=1)
        pen.fitted(chair, pocket_round.chair, SMALL, floor=0.6, most_lines=1)
        pen.fitted(names, list_names(pocket_round.names), SMALL, floor=0.8, most_lines=4)
    pen.line(line.x, line.y, line.right, line.y, HAIR, 0.75)


def _cells(line: Box) -> list[Box]:
    """The columns of a line, with a little space after each."""
    cells, x = [], line.x
    for share in (*COLUMNS, 1 - sum(COLUMNS)):
        width = line.width * share
        cells.append(Box(x, line.y + 1, width - 4, line.height - 2))
        x += width
    return cells
