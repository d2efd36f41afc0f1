"""What stands round the text of each page: the running head, the letter at the edge, the number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.papers.geometry import Box
from tournaments.papers.pen import GREY, HAIR, Align, Pen
from tournaments.papers.typefaces import Face

if TYPE_CHECKING:
    from tournaments.papers.rulebook.press import Press

LETTERS = "#ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TAB = 15.0  # how far the letter at the edge reaches in
BARE = ("cover",)


def draw_furniture(press: Press) -> None:
    """Head, edge and foot of the page that is laid out; the cover has none."""
    template = press.pageTemplate.id
    if template in BARE:
        return
    pen = Pen(press.canv)
    number = press.numbered(press.page)
    left_hand = press.left_hand
    _number(pen, press, number, left_hand=left_hand)
    if template != "sheet" and not press.fresh:
        _head(pen, press, left_hand=left_hand)
    if press.tab and press.book.alphabetical and template == "text":
        _edge(pen, press, left_hand=left_hand)


def _number(pen: Pen, press: Press, number: str, *, left_hand: bool) -> None:
    looks = press.looks
    x = looks.margin if left_hand else looks.page[0] - looks.margin
    y = looks.page[1] * 0.036
    pen.text(x, y, number, looks.base * 0.95, Face.BOLD, align="left" if left_hand else "right")


def _head(pen: Pen, press: Press, *, left_hand: bool) -> None:
    """The book on the inner side, what is told on the outer side."""
    looks = press.looks
    y = looks.page[1] - looks.page[1] * 0.052
    half = (looks.whole - 12) / 2
    height = looks.fine * 1.5
    first = Box(looks.margin, y - 2, half, height)
    second = Box(looks.margin + half + 12, y - 2, half, height)
    inner, outer = (second, first) if left_hand else (first, second)
    sides: tuple[Align, Align] = ("right", "left") if left_hand else ("left", "right")
    pen.fitted(inner, press.book.title, looks.fine, align=sides[0], grey=GREY, most_lines=1)
    pen.fitted(outer, press.head, looks.fine, Face.BOLD, align=sides[1], most_lines=1)
    pen.line(looks.margin, y - 4, looks.page[0] - looks.margin, y - 4, HAIR, GREY)


def _edge(pen: Pen, press: Press, *, left_hand: bool) -> None:
    """The letter of a game, white on black, further down the page the later in the alphabet."""
    looks = press.looks
    place = LETTERS.find(press.tab)
    share = (place if place >= 0 else len(LETTERS) - 1) / (len(LETTERS) - 1)
    high = looks.page[1] / (len(LETTERS) + 6)
    reach = looks.page[1] * 0.8 - high
    y = looks.page[1] * 0.9 - high - share * reach
    x = 0.0 if left_hand else looks.page[0] - TAB
    pen.fill(Box(x, y, TAB, high), 0.0)
    pen.text(x + TAB / 2, y + high / 2 - 3.2, press.tab, 9.0, Face.BOLD, align="center", grey=1.0)
