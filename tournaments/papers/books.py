"""The book of a game with stakes: every transfer and why, and the balances."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.data import Balance, Book, BookRound, Heading, Moved
from tournaments.papers.geometry import Box, Fitted, column_widths, fit
from tournaments.papers.pen import BOLD_LINE, GREY, Align, Pen
from tournaments.papers.scoreboards import has_score_sheets
from tournaments.papers.tables import Rule, TableCell, TableColumn, TableRow, draw_table
from tournaments.papers.theme import (
    HEADING,
    TITLE_ROOM,
    Page,
    Style,
    draw_title,
    figure,
    occasion,
)
from tournaments.papers.typefaces import Face, width

SIZE = 9.0
LINE = 11.6
MOST_LINES = 12
FLOOR = 0.8
PADDING = 4.0
HEAD = 17.0
ROUND = 21.0
BALANCE = 16.0
BALANCES = 30.0  # above the first of them: a heading, and the labels of the columns
COLUMNS = 4
GAP = 10.0
WIDEST = 0.24  # of the page: longer words are broken
Widths = tuple[float, ...]
"""Of the columns: amount, from, to, why."""


@dataclass(frozen=True, slots=True)
class Item:
    """One strip of the list: a round's heading, or one transfer; `again` repeats a heading on a new
    page."""

    height: float
    heading: BookRound | None = None
    moved: Moved | None = None
    again: bool = False


@paper(
    "book",
    gettext_lazy("Ledger"),
    gettext_lazy("What everybody got and paid, and for what."),
    needs="begun",
    part="end",
    where=has_score_sheets,
    position=10,
)
def ledger(order: Order) -> Pages:
    """The books one after the other: transfers round by round, then the balances."""
    pages = [page for book in order.books for page in book_pages(order.heading, book, order.style)]
    return Pages(_("Ledger"), pages)


def book_pages(heading: Heading, book: Book, style: Style) -> list[Page]:
    """Return the pages of one book, for a document of their own or within a larger one."""
    body = style.body.below(TITLE_ROOM + HEAD)
    widths = _widths(book, body.width)
    groups = _paged(_items(book, body.width, widths), body.height)
    pages: list[Page] = [
        partial(_page, heading, book.title, group, style, widths) for group in groups
    ]
    room = style.body.below(TITLE_ROOM + BALANCES)
    each = int(room.height // BALANCE)
    balances = book.balances
    pages += [
        partial(_balance_page, heading, book.title, balances[i : i + each], style)
        for i in range(0, len(balances), each)
    ]
    return pages


def _widths(book: Book, across: float) -> Widths:
    """The widths of the columns: amounts are not broken, names and reasons where they have to."""
    cells = [
        (moved.amount, moved.source, moved.target, moved.why)
        for book_round in book.rounds
        for moved in book_round.lines
    ]
    amounts, *columns = zip(*cells, _labels(), strict=True)
    amount = min(GAP + max(width(text, Face.BOLD, SIZE) for text in amounts), across * WIDEST)
    natural = [
        GAP + 0.1 + max(width(cell, Face.TEXT, SIZE) for cell in column) for column in columns
    ]
    least = [
        min(
            GAP + max(width(word, Face.TEXT, SIZE) for cell in column for word in cell.split()),
            across * WIDEST,
        )
        for column in columns
    ]
    return (amount, *column_widths(natural, least, across - amount))


def _labels() -> tuple[str, str, str, str]:
    return _("Amount"), _("From"), _("To"), _("Why")


def _items(book: Book, across: float, widths: Widths) -> list[Item]:
    items = []
    for book_round in book.rounds:
        extra = 0.0 if _beside(book_round, across) else _summary(book_round, across).height
        items.append(Item(ROUND + extra, heading=book_round))
        items += [Item(_moved_height(moved, widths), moved=moved) for moved in book_round.lines]
    return items


def _beside(book_round: BookRound, across: float) -> bool:
    """Whether the summary of a round fits beside its title."""
    return width(book_round.summary, Face.TEXT, SIZE) <= across * 0.62


def _summary(book_round: BookRound, across: float) -> Fitted:
    return _fitted(book_round.summary, across - 12, 4)


def _fitted(text: str, across: float, most_lines: int) -> Fitted:
    return fit(
        text,
        Face.TEXT,
        size=SIZE,
        width=across,
        height=most_lines * LINE,
        floor=FLOOR,
        most_lines=most_lines,
    )


def _texts(moved: Moved, strip: Box, columns: Sequence[TableColumn]) -> list[tuple[Box, str]]:
    """The words of a line, each in a box as tall as it needs at the top of the strip."""
    boxes = []
    for column, text in zip(columns, (moved.source, moved.target, moved.why), strict=True):
        lines = len(_fitted(text, column.width, MOST_LINES).lines)
        boxes.append((Box(column.x, strip.top - lines * LINE, column.width, lines * LINE), text))
    return boxes


def _moved_height(moved: Moved, widths: Widths) -> float:
    strip = Box(0, 0, sum(widths), 0)
    columns = _columns(strip, widths)[1:]
    return max(box.height for box, _text in _texts(moved, strip, columns)) + PADDING


def _paged(items: Sequence[Item], height: float) -> list[list[Item]]:
    """Fill pages; no heading is the last on a page, and a round that goes on repeats its
    heading."""
    pages: list[list[Item]] = [[]]
    used, current = 0.0, None
    for place, item in enumerate(items):
        if item.heading is not None:
            current = item.heading
        follows = items[place + 1].height if item.heading and place + 1 < len(items) else 0.0
        if pages[-1] and used + item.height + follows > height:
            pages.append([])
            used = 0.0
            if item.moved is not None and current is not None:
                pages[-1].append(Item(ROUND, heading=current, again=True))
                used = ROUND
        pages[-1].append(item)
        used += item.height
    return pages


def _page(
    heading: Heading,
    title: str,
    items: Sequence[Item],
    style: Style,
    widths: Widths,
    pen: Pen,
) -> None:
    body = draw_title(pen, style.body, title, occasion(heading))
    columns = _columns(body, widths)
    lines, top = [], HEAD
    for item in items:
        strip = body.from_top(item.height, top)
        if item.heading is not None:
            lines.append(_round_line(strip, item.heading, again=item.again))
        elif item.moved is not None:
            lines.append(_moved_line(strip, columns, item.moved))
        top += item.height
    draw_table(pen, body, columns, lines, head=HEAD)


def _columns(strip: Box, widths: Widths) -> tuple[TableColumn, ...]:
    """The columns for amount, from, to and why."""
    aligns: tuple[Align, ...] = ("right", "left", "left", "left")
    edges = accumulate(widths, initial=strip.x)
    return tuple(
        TableColumn(x, each - GAP, label, align)
        for x, each, label, align in zip(edges, widths, _labels(), aligns, strict=False)
    )


def _round_line(strip: Box, book_round: BookRound, *, again: bool) -> TableRow:
    """The heading of a round, with its summary beside or below it."""
    bar = strip.from_top(ROUND).inset(0, 1.5)
    title = _("%(round)s, continued") % {"round": book_round.title} if again else book_round.title
    left = Box(bar.x + 6, bar.y, bar.width * 0.34, bar.height)
    beside, half = _beside(book_round, strip.width), COLUMNS // 2
    words = TableCell(title, 10.0, Face.BOLD, most_lines=1, align="left", area=left, span=half)
    text, lines = book_round.summary, 1
    if beside:
        room = Box(left.right + 4, bar.y, bar.right - left.right - 10, bar.height)
    else:
        room = Box(strip.x + 6, strip.y + 3, strip.width - 12, strip.height - ROUND)
        text, lines = "" if again else text, 4
    summary = TableCell(
        text, SIZE, grey=GREY, floor=FLOOR, most_lines=lines, align="right" if beside else "left",
        area=room, span=COLUMNS - half,
    )  # fmt: skip
    return TableRow(strip.height, (words, summary), None, shaded=strip.inset(0, 1.5))


def _moved_line(strip: Box, columns: Sequence[TableColumn], moved: Moved) -> TableRow:
    """A transfer: its amount, from whom, to whom, and why."""
    amount, *others = columns
    area = Box(amount.x, strip.top - LINE, amount.width + 0.01, LINE)
    cells = [TableCell(moved.amount, SIZE, Face.BOLD, most_lines=1, area=area)]
    cells += [
        TableCell(text, SIZE, floor=FLOOR, most_lines=MOST_LINES, area=box)
        for box, text in _texts(moved, strip, others)
    ]
    return TableRow(strip.height, cells, Rule(grey=0.8, rise=1.5))


def _balance_page(
    heading: Heading, title: str, balances: Sequence[Balance], style: Style, pen: Pen
) -> None:
    body = draw_title(pen, style.body, title, occasion(heading))
    with pen.element("H2"):
        pen.text(body.x, body.top - 10, _("What it adds up to"), HEADING, Face.DISPLAY)
    unit = body.x + 4 + body.width * 0.4 + 6
    sums = Box(body.x + body.width * 0.6, body.y, body.width * 0.4 - 4, body.height).columns(3, 6)
    labels = (_("In"), _("Out"), _("Left"))
    columns = (
        TableColumn(body.x + 4, body.width * 0.4),
        TableColumn(unit, body.width * 0.16),
        *(
            TableColumn(sum_.x, sum_.width, label, "right")
            for sum_, label in zip(sums, labels, strict=True)
        ),
    )
    lines = [
        TableRow(
            BALANCE,
            (
                TableCell(balance.account, 10.0),
                TableCell(balance.unit, SIZE, grey=GREY, most_lines=1),
                TableCell(figure(balance.taken), 10.0, most_lines=1),
                TableCell(figure(balance.given), 10.0, most_lines=1),
                TableCell(figure(balance.held), 10.0, Face.BOLD, most_lines=1),
            ),
        )
        for balance in balances
    ]
    draw_table(pen, body.below(BALANCES - BALANCE), columns, lines, head=BALANCE, rule=BOLD_LINE)
