"""Suits and trump marks as shapes.

Spades and clubs are black; hearts and diamonds, red on cards, are open outlines, so that the two
colours differ on a black-and-white printer. A shape never stands alone: the label beside it names
the suit.
"""

from collections.abc import Callable, Iterable
from typing import Any

from rulesets.drawing.suits import OUTLINES
from rulesets.drawing.vectors import RED_SUITS, Segment
from tournaments.papers.geometry import Box
from tournaments.papers.pen import BLACK, THIN, Pen
from tournaments.papers.typefaces import Face

Point = tuple[float, float]


def trace(path: Any, segments: Iterable[Segment], place: Callable[[float, float], Point]) -> None:
    """Follow an outline on a canvas's path; `place` says where on the paper a point lies."""
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
