"""The marks of a scoreboard and the suits as small drawings, and the words that explain them.

They are black and white, and each has a shape of its own: the dealer is a disc with a D, a knock a
square with a K, the highest count an arrow head, a game won a star, “on their face” a face, and the
queen of spades a spade.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from rulesets.drawing.scoreboard import Cell, Mark
from rulesets.drawing.suits import OUTLINES
from rulesets.drawing.vectors import RED_SUITS, Segment
from tournaments.papers.geometry import Box
from tournaments.papers.pen import BLACK, GREY, HAIR, THIN, Pen
from tournaments.papers.typefaces import Face, width

DRAWN_MARKS: tuple[Mark, ...] = ("dealer", "knocked", "high", "won", "face", "queen")
"""Marks that are drawings beside the number; the others change the number itself."""

CUT_MARK = 9.0
"""How long a mark is that shows where to cut."""

MOST_COINS = 12
"""More coins than these are drawn as one, with their number beside it."""


def meaning(mark: Mark) -> str:
    """The meaning of a mark in a word or two."""
    return {
        "dealer": _("deals"),
        "knocked": _("knocked"),
        "high": _("has to pay"),
        "won": _("won"),
        "lost": _("grey: lost"),
        "face": _("on their face"),
        "queen": _("took the queen of spades"),
        "out": _("struck out: is out"),
    }.get(mark, "")


def draw_mark(pen: Pen, mark: Mark, x: float, y: float, size: float) -> None:
    """Draw a mark centred on x, y, `size` points across; nothing for a mark without a drawing."""
    if mark == "dealer":
        pen.disc(x, y, size / 2)
        pen.text(x, y - size * 0.26, "D", size * 0.72, Face.BOLD, align="center", grey=1.0)
    elif mark == "knocked":
        pen.canvas.setLineWidth(THIN)
        pen.canvas.setStrokeGray(BLACK)
        pen.canvas.rect(x - size / 2, y - size / 2, size, size)
        pen.text(x, y - size * 0.26, "K", size * 0.72, Face.BOLD, align="center")
    elif mark == "high":
        half, low = size / 2, y - size * 0.4
        _fill(pen, [(x - half, low), (x + half, low), (x, y + half)])
    elif mark == "won":
        _fill(pen, _star(x, y, size * 0.58))
    elif mark == "face":
        _draw_face(pen, x, y, size)
    elif mark == "queen":
        draw_suit(pen, "S", x - size / 2, y - size / 2, size)


def _fill(pen: Pen, corners: Iterable[tuple[float, float]]) -> None:
    first, *others = corners
    path = pen.canvas.beginPath()
    path.moveTo(*first)
    for corner in others:
        path.lineTo(*corner)
    path.close()
    pen.canvas.setFillGray(BLACK)
    pen.canvas.drawPath(path, stroke=0, fill=1)


def _star(x: float, y: float, radius: float) -> Iterator[tuple[float, float]]:
    for point in range(10):
        reach, angle = radius * (0.42 if point % 2 else 1), point * math.pi / 5
        yield x + reach * math.sin(angle), y + reach * math.cos(angle)


def _draw_face(pen: Pen, x: float, y: float, size: float) -> None:
    """A face with a straight mouth, neither glad nor sad."""
    canvas, half = pen.canvas, size / 2
    canvas.setLineWidth(THIN)
    canvas.setStrokeGray(BLACK)
    pen.canvas.circle(x, y, half)
    for side in (-1, 1):
        pen.disc(x + side * half * 0.38, y + half * 0.25, size * 0.075)
    pen.line(x - half * 0.45, y - half * 0.4, x + half * 0.45, y - half * 0.4, THIN)


def draw_coins(pen: Pen, x: float, y: float, room: float, count: int, radius: float) -> float:
    """Draw that many coins in rows as wide as `room`, centred on x, y; return the width they take.

    Many coins are drawn as one coin and their number.
    """
    if count > MOST_COINS:
        words = f"{count} ×"
        used = width(words, Face.TEXT, radius * 2) + 3
        pen.text(x - (used + 2 * radius) / 2, y - radius * 0.7, words, radius * 2)
        _draw_coin(pen, x + used / 2, y, radius)
        return used + 2 * radius
    step = radius * 2.35
    across = max(1, min(count, int((room + 0.35 * radius) // step)))
    rows = -(-count // across)
    for coin in range(count):
        line, place = divmod(coin, across)
        in_line = min(across, count - line * across)
        left = x - (in_line - 1) * step / 2
        top = y + (rows - 1) * step / 2
        _draw_coin(pen, left + place * step, top - line * step, radius)
    return across * step if count else 0.0


def _draw_coin(pen: Pen, x: float, y: float, radius: float) -> None:
    canvas = pen.canvas
    canvas.setStrokeGray(BLACK)
    canvas.setLineWidth(THIN)
    pen.canvas.circle(x, y, radius)
    canvas.setLineWidth(HAIR)
    pen.canvas.circle(x, y, radius * 0.62)


def marks_in(cells: list[Cell]) -> list[Mark]:
    """The marks in these cells, in a fixed order."""
    marks = {mark for cell in cells for mark in cell.marks}
    order: tuple[Mark, ...] = (*DRAWN_MARKS, "lost", "out")
    return [mark for mark in order if mark in marks]


def draw_meanings(pen: Pen, x: float, y: float, marks: list[Mark], size: float) -> float:
    """Explain the marks in one line from x; return where the line ends."""
    for mark in marks:
        if mark in DRAWN_MARKS:
            draw_mark(pen, mark, x + size * 0.5, y + size * 0.36, size)
            x += size * 1.4
        x += pen.text(x, y, meaning(mark), size, grey=GREY) + size * 1.8
    return x


Point = tuple[float, float]


def trace(path: Any, segments: Iterable[Segment], place: Callable[[float, float], Point]) -> None:
    """Draw an outline on a canvas's path; `place` converts its points to the paper."""
    for step, numbers in segments:
        points = [place(*numbers[i : i + 2]) for i in range(0, len(numbers), 2)]
        if step == "M":
            path.moveTo(*points[0])
        elif step == "L":
            path.lineTo(*points[0])
        elif step == "C":
            path.curveTo(*points[0], *points[1], *points[2])
        else:
            path.close()


def draw_suit(pen: Pen, suit: str, x: float, y: float, size: float, grey: float = BLACK) -> None:
    """Draw the suit "S", "H", "C" or "D" in the square of `size` whose lower left is x, y."""
    canvas = pen.canvas
    red = suit in RED_SUITS
    rim = size * 0.045 if red else 0.0
    side = size - 2 * rim
    left, top = x + rim, y + size - rim
    path = canvas.beginPath()
    trace(path, OUTLINES[suit], lambda right, down: (left + right * side, top - down * side))
    canvas.setLineWidth(2 * rim)
    canvas.setStrokeGray(grey)
    canvas.setFillGray(1.0 if red else grey)
    canvas.drawPath(path, stroke=1 if red else 0, fill=1, fillMode=1)
    canvas.setFillGray(BLACK)


def draw_trump(pen: Pen, mark: str, x: float, y: float, size: float, grey: float = BLACK) -> None:
    """Draw the trump mark of a hand, as a stage declares it.

    mark: a suit; "named-" and a suit (a small card: its holder names trump); "turned" (a card
    with a question mark) or "none" (a struck-out circle). Anything else draws nothing.
    """
    if mark in OUTLINES:
        draw_suit(pen, mark, x, y, size, grey)
    elif mark.startswith("named-") and mark[6:] in OUTLINES:
        pen.frame(_card(x, y, size), THIN * 0.8, radius=size * 0.16, grey=grey)
        draw_suit(pen, mark[6:], x + size * 0.24, y + size * 0.24, size * 0.52, grey)
    elif mark == "turned":
        pen.frame(_card(x, y, size), THIN * 0.8, radius=size * 0.16, grey=grey)
        middle, foot = x + size / 2, y + size * 0.22
        pen.text(middle, foot, "?", size * 0.8, Face.BOLD, align="center", grey=grey)
    elif mark == "none":
        canvas = pen.canvas
        canvas.setLineWidth(size * 0.09)
        canvas.setStrokeGray(grey)
        canvas.circle(x + size / 2, y + size / 2, size * 0.42)
        canvas.line(x + size * 0.2, y + size * 0.2, x + size * 0.8, y + size * 0.8)


def _card(x: float, y: float, size: float) -> Box:
    return Box(x + size * 0.1, y - size * 0.06, size * 0.8, size * 1.12)


def draw_suits(pen: Pen, right: float, y: float, size: float, grey: float = BLACK) -> None:
    """Draw the four suits in a row that ends at `right`: the ornament of the titles."""
    for place, suit in enumerate("DCHS"):
        draw_suit(pen, suit, right - size - place * size * 1.35, y, size, grey)


def draw_cut_marks(pen: Pen, sheet: Box, across: int, down: int) -> None:
    """Draw where to cut a sheet of cards: short marks outside it, and small crosses where four
    cards meet."""
    xs = [sheet.x + i * sheet.width / across for i in range(across + 1)]
    ys = [sheet.y + i * sheet.height / down for i in range(down + 1)]
    for x in xs:
        pen.line(x, sheet.y - CUT_MARK - 3, x, sheet.y - 3, HAIR, GREY)
        pen.line(x, sheet.top + 3, x, sheet.top + CUT_MARK + 3, HAIR, GREY)
    for y in ys:
        pen.line(sheet.x - CUT_MARK - 3, y, sheet.x - 3, y, HAIR, GREY)
        pen.line(sheet.right + 3, y, sheet.right + CUT_MARK + 3, y, HAIR, GREY)
    for x in xs[1:-1]:
        for y in ys:
            pen.line(x - 4, y, x + 4, y, HAIR, GREY)
            pen.line(x, y - 4, x, y + 4, HAIR, GREY)
    for y in ys[1:-1]:
        for x in (xs[0], xs[-1]):
            pen.line(x - 3, y, x + 4, y, HAIR, GREY)
