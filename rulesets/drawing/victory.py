"""The marks of a win, as outlines: the crown, and suits strewn over the felt.

The same for the page of an ending and for the picture of it that is shared.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulesets.drawing.suits import OUTLINES
from rulesets.drawing.vectors import Area, Group, Path, Role, Segment

CROWN_SIZE = (20.0, 16.0)
CROWN: tuple[Segment, ...] = (
    ("M", (1.0, 3.5)),
    ("L", (5.5, 7.5)),
    ("L", (10.0, 1.0)),
    ("L", (14.5, 7.5)),
    ("L", (19.0, 3.5)),
    ("L", (17.3, 13.0)),
    ("L", (2.7, 13.0)),
    ("Z", ()),
    ("M", (3.3, 14.0)),
    ("L", (16.7, 14.0)),
    ("C", (17.03, 14.0, 17.3, 14.27, 17.3, 14.6)),
    ("L", (17.3, 15.4)),
    ("C", (17.3, 15.73, 17.03, 16.0, 16.7, 16.0)),
    ("L", (3.3, 16.0)),
    ("C", (2.97, 16.0, 2.7, 15.73, 2.7, 15.4)),
    ("L", (2.7, 14.6)),
    ("C", (2.7, 14.27, 2.97, 14.0, 3.3, 14.0)),
    ("Z", ()),
)


@dataclass(frozen=True, slots=True)
class Pip:
    """A suit that lies about: its middle as shares of width and height, how large it is as a share
    of the width, and how far it is turned, in degrees."""

    suit: str
    x: float
    y: float
    size: float
    turn: float


STREWN = (
    Pip("H", 0.08, 0.11, 0.067, -18),
    Pip("C", 0.22, 0.03, 0.046, 24),
    Pip("D", 0.29, 0.15, 0.041, -30),
    Pip("S", 0.73, 0.05, 0.056, 16),
    Pip("C", 0.82, 0.17, 0.046, -12),
    Pip("D", 0.93, 0.09, 0.067, 22),
    Pip("S", 0.05, 0.37, 0.041, 30),
    Pip("H", 0.95, 0.39, 0.046, -24),
    Pip("S", 0.88, 0.52, 0.041, 28),
)


def crown(area: Area, role: Role = "coin") -> Path:
    """The crown, as large as it fits into a rectangle, in its middle."""
    scale = min(area.width / CROWN_SIZE[0], area.height / CROWN_SIZE[1])
    x = area.x + (area.width - CROWN_SIZE[0] * scale) / 2
    y = area.y + (area.height - CROWN_SIZE[1] * scale) / 2
    return Path(moved(CROWN, x, y, scale), role)


def strew(area: Area, role: Role = "coin", count: int = len(STREWN)) -> Group:
    """Return the suits over a rectangle, or the first of them."""
    return Group(tuple(_pip(pip, area, role) for pip in STREWN[:count]), "strewn")


def _pip(pip: Pip, area: Area, role: Role) -> Group:
    size = pip.size * area.width
    x, y = area.x + pip.x * area.width, area.y + pip.y * area.height
    outline = moved(OUTLINES[pip.suit], x - size / 2, y - size / 2, size)
    return Group((Path(outline, role),), turn=pip.turn, about=(x, y))


def moved(outline: tuple[Segment, ...], x: float, y: float, scale: float) -> tuple[Segment, ...]:
    """An outline made larger by a factor, and laid with its upper left corner at a point."""
    return tuple(
        (step, tuple(scale * n + (y if at % 2 else x) for at, n in enumerate(numbers)))
        for step, numbers in outline
    )
