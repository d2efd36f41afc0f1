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
from tournaments.papers.pen import BOLD_LINE, GREY, HAIR, PALE, THIN, Align, Pen
from tournaments.papers.scoreboards import has_score_sheets
from tournaments.papers.theme import (
    FINE,
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
    room = style.body.below(TITLE_ROOM + 30)
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


def _texts(moved: Moved, strip: Box, widths: Widths) -> list[tuple[Box, str]]:
    """The words of a line, each in a box as tall as it needs at the top of the strip."""
    boxes = []
    _amount, *columns = _columns(strip, widths)
    for column, text in zip(columns, (moved.source, moved.target, moved.why), strict=True):
        lines = len(_fitted(text, column.width, MOST_LINES).lines)
        boxes.append((Box(column.x, strip.top - lines * LINE, column.width, lines * LINE), text))
    return boxes


def _moved_height(moved: Moved, widths: Widths) -> float:
    strip = Box(0, 0, sum(widths), 0)
    return max(box.height for box, _text in _texts(moved, strip, widths)) + PADDING


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
    with pen.element("Table"):
        _draw_head(pen, body.from_top(HEAD), widths)
        top = HEAD
        for item in items:
            strip = body.from_top(item.height, top)
            with pen.element("TR"):
                if item.heading is not None:
                    _draw_round(pen, strip, item.heading, again=item.again)
                elif item.moved is not None:
                    _draw_moved(pen, strip, item.moved, widths)
            top += item.height


def _columns(strip: Box, widths: Widths) -> tuple[Box, ...]:
    """The boxes for amount, from, to and why."""
    edges = accumulate(widths, initial=strip.x)
    return tuple(
        Box(x, strip.y, each - GAP, strip.height) for x, each in zip(edges, widths, strict=False)
    )


def _draw_head(pen: Pen, strip: Box, widths: Widths) -> None:
    aligns: tuple[Align, ...] = ("right", "left", "left", "left")
    with pen.element("TR"):
        for column, label, align in zip(_columns(strip, widths), _labels(), aligns, strict=True):
            with pen.element("TH"):
                pen.fitted(column.inset(0, 2), label, FINE, align=align, grey=GREY, most_lines=1)
    pen.line(strip.x, strip.y, strip.right, strip.y, THIN)


def _draw_round(pen: Pen, strip: Box, book_round: BookRound, *, again: bool) -> None:
    bar = strip.from_top(ROUND).inset(0, 1.5)
    pen.fill(strip.inset(0, 1.5), PALE)
    title = _("%(round)s, continued") % {"round": book_round.title} if again else book_round.title
    beside = _beside(book_round, strip.width)
    left = Box(bar.x + 6, bar.y, bar.width * 0.34, bar.height)
    with pen.element("TD"):
        pen.fitted(left, title, 10.0, Face.BOLD, most_lines=1)
    if beside:
        rest = Box(left.right + 4, bar.y, bar.right - left.right - 10, bar.height)
        with pen.element("TD"):
            pen.fitted(rest, book_round.summary, SIZE, align="right", grey=GREY, most_lines=1)
    elif not again:
        below = Box(strip.x + 6, strip.y + 3, strip.width - 12, strip.height - ROUND)
        with pen.element("TD"):
            pen.fitted(below, book_round.summary, SIZE, grey=GREY, floor=FLOOR, most_lines=4)


def _draw_moved(pen: Pen, strip: Box, moved: Moved, widths: Widths) -> None:
    amount = Box(strip.x, strip.top - LINE, widths[0] - GAP + 0.01, LINE)
    with pen.element("TD"):
        pen.fitted(amount, moved.amount, SIZE, Face.BOLD, align="right", most_lines=1)
    for box, text in _texts(moved, strip, widths):
        with pen.element("TD"):
            pen.fitted(box, text, SIZE, floor=FLOOR, most_lines=MOST_LINES)
    pen.line(strip.x, strip.y + 1.5, strip.right, strip.y + 1.5, HAIR, 0.8)


def _balance_page(
    heading: Heading, title: str, balances: Sequence[Balance], style: Style, pen: Pen
) -> None:
    body = draw_title(pen, style.body, title, occasion(heading))
    pen.text(body.x, body.top - 10, _("What it adds up to"), HEADING, Face.DISPLAY)
    head = body.from_top(14, 16)
    labels = (_("In"), _("Out"), _("Left"))
    for column, label in zip(_sums(head), labels, strict=True):
        pen.fitted(column, label, FINE, align="right", grey=GREY, most_lines=1)
    pen.line(head.x, head.y, head.right, head.y, BOLD_LINE)
    for number, balance in enumerate(balances):
        row = body.from_top(BALANCE, 30 + number * BALANCE)
        name = Box(row.x + 4, row.y + 1, row.width * 0.4, row.height - 2)
        pen.fitted(name, balance.account, 10.0, most_lines=2)
        unit = Box(name.right + 6, row.y + 1, row.width * 0.16, row.height - 2)
        pen.fitted(unit, balance.unit, SIZE, grey=GREY, most_lines=1)
        sums = (balance.taken, balance.given, balance.held)
        for column, number_shown, face in zip(
            _sums(row), sums, (Face.TEXT, Face.TEXT, Face.BOLD), strict=True
        ):
            pen.fitted(column, figure(number_shown), 10.0, face, align="right", most_lines=1)
        pen.line(row.x, row.y, row.right, row.y, HAIR, 0.75)


def _sums(row: Box) -> tuple[Box, ...]:
    area = Box(row.x + row.width * 0.6, row.y, row.width * 0.4 - 4, row.height)
    return area.columns(3, 6)
