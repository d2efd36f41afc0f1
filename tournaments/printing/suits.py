"""Suits and trump marks as shapes.

Spades and clubs are black; hearts and diamonds, red on cards, are open outlines, so that the two
colours differ on a black-and-white printer. A shape never stands alone: the label beside it names
the suit.
"""

from collections.abc import Callable
from typing import Any

from tournaments.printing.geometry import Box
from tournaments.printing.pen import BLACK, THIN, Pen
from tournaments.printing.typefaces import Face

RED_SUITS = frozenset("HD")


def _spade(path: Any, x: float, y: float, s: float) -> None:
    path.moveTo(x + 0.5 * s, y + s)
    path.curveTo(x + 0.6 * s, y + 0.8 * s, x + 0.97 * s, y + 0.63 * s, x + 0.97 * s, y + 0.39 * s)
    path.curveTo(x + 0.97 * s, y + 0.13 * s, x + 0.65 * s, y + 0.1 * s, x + 0.54 * s, y + 0.28 * s)
    path.curveTo(x + 0.55 * s, y + 0.14 * s, x + 0.6 * s, y + 0.06 * s, x + 0.7 * s, y)
    path.lineTo(x + 0.3 * s, y)
    path.curveTo(x + 0.4 * s, y + 0.06 * s, x + 0.45 * s, y + 0.14 * s, x + 0.46 * s, y + 0.28 * s)
    path.curveTo(x + 0.35 * s, y + 0.1 * s, x + 0.03 * s, y + 0.13 * s, x + 0.03 * s, y + 0.39 * s)
    path.curveTo(x + 0.03 * s, y + 0.63 * s, x + 0.4 * s, y + 0.8 * s, x + 0.5 * s, y + s)
    path.close()


def _heart(path: Any, x: float, y: float, s: float) -> None:
    path.moveTo(x + 0.5 * s, y + 0.02 * s)
    path.curveTo(x + 0.4 * s, y + 0.22 * s, x + 0.04 * s, y + 0.42 * s, x + 0.04 * s, y + 0.7 * s)
    path.curveTo(x + 0.04 * s, y + 0.99 * s, x + 0.4 * s, y + 1.02 * s, x + 0.5 * s, y + 0.76 * s)
    path.curveTo(x + 0.6 * s, y + 1.02 * s, x + 0.96 * s, y + 0.99 * s, x + 0.96 * s, y + 0.7 * s)
    path.curveTo(x + 0.96 * s, y + 0.42 * s, x + 0.6 * s, y + 0.22 * s, x + 0.5 * s, y + 0.02 * s)
    path.close()


def _diamond(path: Any, x: float, y: float, s: float) -> None:
    path.moveTo(x + 0.5 * s, y + s)
    path.curveTo(x + 0.6 * s, y + 0.8 * s, x + 0.72 * s, y + 0.64 * s, x + 0.88 * s, y + 0.5 * s)
    path.curveTo(x + 0.72 * s, y + 0.36 * s, x + 0.6 * s, y + 0.2 * s, x + 0.5 * s, y)
    path.curveTo(x + 0.4 * s, y + 0.2 * s, x + 0.28 * s, y + 0.36 * s, x + 0.12 * s, y + 0.5 * s)
    path.curveTo(x + 0.28 * s, y + 0.64 * s, x + 0.4 * s, y + 0.8 * s, x + 0.5 * s, y + s)
    path.close()


def _club(path: Any, x: float, y: float, s: float) -> None:
    path.circle(x + 0.5 * s, y + 0.75 * s, 0.235 * s)
    path.circle(x + 0.25 * s, y + 0.39 * s, 0.235 * s)
    path.circle(x + 0.75 * s, y + 0.39 * s, 0.235 * s)
    path.moveTo(x + 0.42 * s, y + 0.62 * s)
    path.lineTo(x + 0.58 * s, y + 0.62 * s)
    path.curveTo(x + 0.53 * s, y + 0.3 * s, x + 0.57 * s, y + 0.1 * s, x + 0.7 * s, y)
    path.lineTo(x + 0.3 * s, y)
    path.curveTo(x + 0.43 * s, y + 0.1 * s, x + 0.47 * s, y + 0.3 * s, x + 0.42 * s, y + 0.62 * s)
    path.close()


_SHAPES: dict[str, Callable[[Any, float, float, float], None]] = {
    "S": _spade,
    "H": _heart,
    "D": _diamond,
    "C": _club,
}


def draw_suit(pen: Pen, suit: str, x: float, y: float, size: float, grey: float = BLACK) -> None:
    """Draw the suit "S", "H", "C" or "D" in the square of `size` whose lower left is x, y."""
    canvas = pen.canvas
    path = canvas.beginPath()
    red = suit in RED_SUITS
    rim = size * 0.045 if red else 0.0
    _SHAPES[suit](path, x + rim, y + rim, size - 2 * rim)
    canvas.setLineWidth(2 * rim)
    canvas.setStrokeGray(grey)
    canvas.setFillGray(1.0 if red else grey)
    canvas.drawPath(path, stroke=1 if red else 0, fill=1, fillMode=1)
    canvas.setFillGray(BLACK)


def draw_trump(pen: Pen, mark: str, x: float, y: float, size: float) -> None:
    """Draw the trump mark of a hand, as a stage declares it.

    mark: a suit; "named-" and a suit (a small card: its holder names trump); "turned" (a card
    with a question mark) or "none" (a struck-out circle). Anything else draws nothing.
    """
    if mark in _SHAPES:
        draw_suit(pen, mark, x, y, size)
    elif mark.startswith("named-") and mark[6:] in _SHAPES:
        pen.frame(_card(x, y, size), THIN * 0.8, radius=size * 0.16)
        draw_suit(pen, mark[6:], x + size * 0.24, y + size * 0.24, size * 0.52)
    elif mark == "turned":
        pen.frame(_card(x, y, size), THIN * 0.8, radius=size * 0.16)
        pen.text(x + size / 2, y + size * 0.22, "?", size * 0.8, Face.BOLD, align="center")
    elif mark == "none":
        canvas = pen.canvas
        canvas.setLineWidth(size * 0.09)
        canvas.setStrokeGray(BLACK)
        canvas.circle(x + size / 2, y + size / 2, size * 0.42)
        canvas.line(x + size * 0.2, y + size * 0.2, x + size * 0.8, y + size * 0.8)


def _card(x: float, y: float, size: float) -> Box:
    return Box(x + size * 0.1, y - size * 0.06, size * 0.8, size * 1.12)


def draw_suits(pen: Pen, right: float, y: float, size: float, grey: float = BLACK) -> None:
    """Draw the four suits in a row that ends at `right`: the ornament of the titles."""
    for place, suit in enumerate("DCHS"):
        draw_suit(pen, suit, right - size - place * size * 1.35, y, size, grey)
