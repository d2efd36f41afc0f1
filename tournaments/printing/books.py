"""The book of a game played for something: every movement and why, and what it adds up to."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from tournaments.printing.data import Balance, Book, BookRound, Heading, Moved, Paper, Progress
from tournaments.printing.fitting import paragraph
from tournaments.printing.geometry import Box
from tournaments.printing.pen import BOLD_LINE, GREY, HAIR, PALE, THIN, Align, Pen
from tournaments.printing.theme import (
    FINE,
    HEADING,
    TITLE_ROOM,
    Page,
    Style,
    draw_title,
    figure,
    occasion,
    write,
)
from tournaments.printing.typefaces import Face

SIZE = 9.0
LINE = 12.6
PADDING = 4.0
HEAD = 17.0
ROUND = 21.0
BALANCE = 16.0
AMOUNT, ACCOUNT = 88.0, 108.0


@dataclass(frozen=True, slots=True)
class Item:
    """One strip of the list: a round's heading, or one movement; `again` repeats a heading."""

    height: float
    heading: BookRound | None = None
    moved: Moved | None = None
    again: bool = False


def books(
    heading: Heading,
    found: Sequence[Book],
    *,
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return the books one after the other: movements round by round, then the balances."""
    style = Style(paper, invariant)
    pages = [page for book in found for page in book_pages(heading, book, style)]
    return write(heading, _("Ledger"), pages, style, progress)


def book_pages(heading: Heading, book: Book, style: Style) -> list[Page]:
    """Return the pages of one book, for a document of their own or within a larger one."""
    body = style.body.below(TITLE_ROOM + HEAD)
    groups = _paged(_items(book, body.width), body.height)
    pages: list[Page] = [partial(_page, heading, book.title, group, style) for group in groups]
    room = style.body.below(TITLE_ROOM + 30)
    each = int(room.height // BALANCE)
    balances = book.balances
    pages += [
        partial(_balance_page, heading, book.title, balances[i : i + each], style)
        for i in range(0, len(balances), each)
    ]
    return pages


def _items(book: Book, across: float) -> list[Item]:
    items = []
    for one in book.rounds:
        items.append(Item(ROUND, heading=one))
        for moved in one.lines:
            lines = len(paragraph(moved.why, Face.TEXT, SIZE, _why_width(across)))
            items.append(Item(lines * LINE + PADDING, moved=moved))
    return items


def _why_width(across: float) -> float:
    return across - AMOUNT - 2 * ACCOUNT - 20


def _paged(items: Sequence[Item], height: float) -> list[list[Item]]:
    """Fill pages; no heading stands last on one, and one that goes on is told again."""
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


def _page(heading: Heading, title: str, items: Sequence[Item], style: Style, pen: Pen) -> None:
    body = draw_title(pen, style.body, title, occasion(heading))
    _draw_head(pen, body.from_top(HEAD))
    top = HEAD
    for item in items:
        strip = body.from_top(item.height, top)
        if item.heading is not None:
            _draw_round(pen, strip, item.heading, again=item.again)
        elif item.moved is not None:
            _draw_moved(pen, strip, item.moved)
        top += item.height


def _columns(strip: Box) -> tuple[Box, Box, Box, Box]:
    """Amount, from, to, why."""
    amount = Box(strip.x, strip.y, AMOUNT - 8, strip.height)
    source = Box(strip.x + AMOUNT, strip.y, ACCOUNT, strip.height)
    target = Box(source.right + 6, strip.y, ACCOUNT, strip.height)
    why = Box(target.right + 8, strip.y, _why_width(strip.width), strip.height)
    return amount, source, target, why


def _draw_head(pen: Pen, strip: Box) -> None:
    labels = (_("Amount"), _("From"), _("To"), _("Why"))
    aligns: tuple[Align, ...] = ("right", "left", "left", "left")
    for column, label, align in zip(_columns(strip), labels, aligns, strict=True):
        pen.fitted(column.inset(0, 2), label, FINE, align=align, grey=GREY, most_lines=1)
    pen.line(strip.x, strip.y, strip.right, strip.y, THIN)


def _draw_round(pen: Pen, strip: Box, one: BookRound, *, again: bool) -> None:
    bar = strip.inset(0, 1.5)
    pen.fill(bar, PALE)
    title = _("%(round)s, continued") % {"round": one.title} if again else one.title
    left, right = Box(bar.x + 6, bar.y, bar.width * 0.3, bar.height), bar.inset(6, 0)
    pen.fitted(left, title, 10.0, Face.BOLD, most_lines=1)
    rest = Box(left.right + 8, bar.y, right.right - left.right - 8, bar.height)
    pen.fitted(rest, one.summary, SIZE, align="right", grey=GREY, most_lines=1)


def _draw_moved(pen: Pen, strip: Box, moved: Moved) -> None:
    amount, source, target, why = _columns(strip)
    first = strip.top - LINE + 1.5
    line = Box(amount.x, first - 3.5, amount.width, LINE)
    pen.fitted(line, moved.amount, SIZE, Face.BOLD, align="right", most_lines=1)
    for column, text in ((source, moved.source), (target, moved.target)):
        pen.fitted(Box(column.x, first - 3.5, column.width, LINE), text, SIZE, most_lines=1)
    pen.prose(why.below(PADDING / 2), moved.why, SIZE, leading=LINE / SIZE)
    pen.line(strip.x, strip.y, strip.right, strip.y, HAIR, 0.8)


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
        shown = (balance.taken, balance.given, balance.held)
        for column, number_shown, face in zip(
            _sums(row), shown, (Face.TEXT, Face.TEXT, Face.BOLD), strict=True
        ):
            pen.fitted(column, figure(number_shown), 10.0, face, align="right", most_lines=1)
        pen.line(row.x, row.y, row.right, row.y, HAIR, 0.75)


def _sums(row: Box) -> tuple[Box, ...]:
    area = Box(row.x + row.width * 0.6, row.y, row.width * 0.4 - 4, row.height)
    return area.columns(3, 6)
