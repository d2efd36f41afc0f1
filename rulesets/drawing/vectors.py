"""A small vocabulary of drawings: plain shapes and words that a screen and a printer both draw.

Lengths count from the upper left corner, x to the right and y down. Colours are named by what
they are for (`Role`); a renderer knows what its medium makes of them. Words stay templates until
they are drawn, so that they can be translated, and text is given the box that it must fit into.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulesets.engine.words import Words, as_words

Role = Literal[
    "rim",  # the frame of a board, dark
    "felt",  # the tinted ground
    "ground",  # the light ground
    "card",  # the face of a card
    "black",  # spades and clubs, on a card
    "red",  # hearts and diamonds, on a card
    "ink",  # what is read
    "muted",  # what is read second, or is over
    "light",  # what is read on the rim
    "line",  # rules and outlines
    "chip",
    "chip-alt",
    "coin",
    "face",
]
Weight = Literal["text", "bold", "display"]
Anchor = Literal["start", "middle", "end"]
Segment = tuple[str, tuple[float, ...]]
"""A step of an outline: "M" and "L" with a point, "C" with two handles and a point, "Z"."""

SUITS = "SHCD"
RED_SUITS = frozenset("HD")


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle; x, y is its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The four corners, clockwise from the upper left one."""
        left, top, right, foot = self.x, self.y, self.right, self.foot
        return (left, top), (right, top), (right, foot), (left, foot)

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def foot(self) -> float:
        return self.y + self.height

    def inset(self, sideways: float, upright: float | None = None) -> Area:
        """The rectangle less a margin on each side (and another above and below)."""
        up = sideways if upright is None else upright
        return Area(self.x + sideways, self.y + up, self.width - 2 * sideways, self.height - 2 * up)

    def strip(self, start: float, end: float) -> Area:
        """The part between two heights, as shares of the whole from the top."""
        return Area(self.x, self.y + start * self.height, self.width, (end - start) * self.height)

    def part(self, start: float, end: float) -> Area:
        """The part between two widths, as shares of the whole from the left."""
        return Area(self.x + start * self.width, self.y, (end - start) * self.width, self.height)


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, its corners rounded by `radius`."""

    area: Area
    fill: Role | None = None
    stroke: Role | None = None
    width: float = 0.0
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed shape with straight edges."""

    points: tuple[tuple[float, float], ...]
    fill: Role | None = None
    stroke: Role | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle. `dash`: how long each dash of its line is, and each gap (0: unbroken)."""

    x: float
    y: float
    radius: float
    fill: Role | None = None
    stroke: Role | None = None
    width: float = 0.0
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class Path:
    """An outline of lines and curves. `outlined`: where colours are not to be had, draw this
    one open, so that red suits differ from black ones."""

    segments: tuple[Segment, ...]
    fill: Role | None = None
    stroke: Role | None = None
    width: float = 0.0
    outlined: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """Words in a box, centred in height: at most `size` high, shrunk and then broken into at most
    `most_lines` until they fit. `struck`: with a line through them."""

    area: Area
    words: Words
    size: float
    role: Role = "ink"
    weight: Weight = "text"
    anchor: Anchor = "middle"
    most_lines: int = 1
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Items that belong together, under a key; turned clockwise by degrees about a point."""

    items: tuple[Item, ...]
    key: str = ""
    turn: float = 0.0
    about: tuple[float, float] = (0.0, 0.0)


Item = Rect | Polygon | Circle | Path | Text | Group


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture: its size, what it shows (title, and in words all that it says), its items from
    the lowest layer up. `true_width`: how many millimetres wide it is where pieces are to be moved
    on it (0: as you like)."""

    width: float
    height: float
    title: Words
    description: tuple[Words, ...]
    items: tuple[Item, ...]
    true_width: float = 0.0


def label(
    area: Area,
    text: str | Words,
    size: float = 32.0,
    *,
    role: Role = "ink",
    anchor: Anchor = "middle",
    bold: bool = True,
) -> Text:
    """Words of a picture, in at most two lines."""
    weight: Weight = "bold" if bold else "text"
    return Text(area, as_words(text), size, role, weight, anchor, most_lines=2)
