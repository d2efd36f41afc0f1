"""Drawn ornaments: a braided border with the suits in its corners, and a wreath for a place."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from tournaments.papers.geometry import Box
from tournaments.papers.pen import HAIR, THIN, Pen
from tournaments.papers.suits import draw_suit
from tournaments.papers.typefaces import Face

BAND = 20.0
"""What a border takes of the frame that it is drawn in, on each side."""
STRAND = 13.0
"""About how long one crossing of the braid is."""
LEAVES = 10
ARC = 0.78 * pi
"""How far each side of the wreath reaches up from its foot."""


def draw_border(pen: Pen, frame: Box) -> None:
    """Draw two frames with a braid between them, and a suit in each corner."""
    pen.frame(frame, 2.2)
    pen.frame(frame.inset(3.2), HAIR)
    inner = frame.inset(BAND)
    pen.frame(inner, THIN)
    half = BAND / 2 + 1.6
    across, up = frame.width - 2 * BAND - 8, frame.height - 2 * BAND - 8
    for x, y, length, turned in (
        (inner.x + 4, frame.y + half, across, 0),
        (inner.x + 4, frame.top - half, across, 0),
        (frame.x + half, inner.y + 4, up, 90),
        (frame.right - half, inner.y + 4, up, 90),
    ):
        pen.canvas.saveState()
        pen.canvas.translate(x, y)
        pen.canvas.rotate(turned)
        _draw_braid(pen, length)
        pen.canvas.restoreState()
    size = BAND - 6.4
    corners = (
        ("S", frame.x + 4.8, frame.top - BAND + 1.6),
        ("H", frame.right - BAND + 1.6, frame.top - BAND + 1.6),
        ("D", frame.x + 4.8, frame.y + 4.8),
        ("C", frame.right - BAND + 1.6, frame.y + 4.8),
    )
    for suit, x, y in corners:
        draw_suit(pen, suit, x, y, size)


def _draw_braid(pen: Pen, length: float) -> None:
    """Draw two strands that cross each other, with a dot in each eye, along a line."""
    count = max(2, round(length / STRAND))
    step = length / count
    high = (BAND - 3.2) * 0.36
    canvas = pen.canvas
    canvas.setLineWidth(THIN)
    canvas.setStrokeGray(0)
    for side in (1, -1):
        strand = canvas.beginPath()
        strand.moveTo(0, 0)
        for place in range(count):
            x, y = place * step, high * side * (1 if place % 2 else -1) * 4 / 3
            strand.curveTo(x + step * 0.364, y, x + step * 0.636, y, x + step, 0)
        canvas.drawPath(strand)
    for place in range(count):
        canvas.circle((place + 0.5) * step, 0, 0.9, stroke=0, fill=1)


def draw_wreath(pen: Pen, x: float, y: float, radius: float, text: str) -> None:
    """Draw a laurel wreath around a short text, its middle at x, y."""
    pen.shape(Box(x - radius, y - radius, 2 * radius, 2 * radius), _leaves())
    room = Box(x - radius * 0.6, y - radius * 0.5, radius * 1.2, radius)
    pen.fitted(room, text, radius * 0.9, Face.DISPLAY, align="center", most_lines=1)


@lru_cache(maxsize=1)
def _leaves() -> str:
    """All leaves in the unit square, as operators of a path."""
    parts = []
    for side in (1, -1):
        for number in range(LEAVES):
            along = (number + 0.6) / LEAVES
            turn = -pi / 2 + side * ARC * along
            middle = (0.5 + 0.4 * cos(turn), 0.5 + 0.4 * sin(turn))
            upward = turn + side * pi / 2
            size = 0.15 * (1 - 0.35 * along)
            parts += [_leaf(middle, upward + side * lean, size) for lean in (0.55, -0.6)]
    return " ".join(parts)


def _leaf(foot: tuple[float, float], towards: float, length: float) -> str:
    """A pointed leaf from its foot in a direction (radians)."""

    def at(along: float, aside: float) -> str:
        x = foot[0] + length * (along * cos(towards) - aside * sin(towards))
        y = foot[1] + length * (along * sin(towards) + aside * cos(towards))
        return f"{x:.4f} {y:.4f}"

    wide = 0.3
    return (
        f"{at(0, 0)} m {at(0.3, wide)} {at(0.7, wide)} {at(1, 0)} c "
        f"{at(0.7, -wide)} {at(0.3, -wide)} {at(0, 0)} c h"
    )
