"""A small vocabulary of drawings: plain shapes and words that a screen and a printer both draw,
and texts fitted into their boxes.

Lengths count from the upper left corner, x to the right and y down. Colours are named by what
they are for (`Role`); a renderer knows what its medium makes of them. Words stay templates until
they are drawn, so that they can be translated, and text is given the box that it must fit into.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal
from unicodedata import combining, east_asian_width

from rulesets.engine.text import Phrase, as_phrase

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
    one open, so that red suits differ from black ones. `dash`: as of a circle."""

    segments: tuple[Segment, ...]
    fill: Role | None = None
    stroke: Role | None = None
    width: float = 0.0
    outlined: bool = False
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """Words in a box, centred in height: at most `size` high, shrunk and then broken into at most
    `most_lines` until they fit. `struck`: with a line through them."""

    area: Area
    words: Phrase
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
    title: Phrase
    description: tuple[Phrase, ...]
    items: tuple[Item, ...]
    true_width: float = 0.0


def label(
    area: Area,
    text: str | Phrase,
    size: float = 32.0,
    *,
    role: Role = "ink",
    anchor: Anchor = "middle",
    bold: bool = True,
) -> Text:
    """Words of a picture, in at most two lines."""
    weight: Weight = "bold" if bold else "text"
    return Text(area, as_phrase(text), size, role, weight, anchor, most_lines=2)


LEADING = 1.16
"""Distance from line to line as a multiple of the size."""

BROKEN_BELOW = 0.45
"""As a share of the size wanted: words are broken rather than set smaller than this."""

_AT_HYPHENS = re.compile(r"[^-‐]*[-‐]+|[^-‐]+")
_NARROW, _SLIM = frozenset("iljI|!.,:;'’ "), frozenset('ftr-()[]/"“” ')
_LARGE = frozenset("&<>=+~^#")
_WIDE = frozenset("mwMWŒœ@%—…©®™")


@dataclass(frozen=True, slots=True)
class FittedText:
    """Text broken into lines, and the size at which all of them fit."""

    lines: tuple[str, ...]
    size: float


def letter_width(letter: str) -> float:
    """How wide a letter is at most, at size 1."""
    if combining(letter) or letter in "\u200d\ufe0e\ufe0f":
        return 0.0
    if east_asian_width(letter) in "WF":
        return 1.05
    if letter in _NARROW:
        return 0.41
    if letter in _SLIM:
        return 0.53
    if letter in _WIDE:
        return 1.13
    if letter in _LARGE:
        return 0.91
    if letter.isascii():
        return 0.85 if letter.isupper() else 0.73
    return 0.95 if letter.isupper() or not letter.isalpha() else 0.8


def text_width(text: str) -> float:
    """How wide a text is at most, at size 1."""
    return sum(map(letter_width, text))


def fit_text(
    text: str, size: float, width: float, height: float, most_lines: int = 1, floor: float = 0.85
) -> FittedText:
    """Set a text as large as a box allows, at most at `size`.

    It stays in one line down to `floor` x `size`; then as many lines are taken as give the largest
    type. Words are broken only where whole ones would be less than half as large as wanted.
    """
    best = _size_lines((text.strip(),), size, width, height)
    if best.size >= floor * size:
        return best
    for whole in (True, False):
        if not whole and best.size >= BROKEN_BELOW * size:
            break
        pieces = _pieces(text, whole=whole)
        for count in range(2, most_lines + 1):
            tried = _size_lines(_balance_lines(pieces, count), size, width, height)
            if tried.size > best.size * 1.05:
                best = tried
    return best


def _size_lines(lines: tuple[str, ...], size: float, width: float, height: float) -> FittedText:
    widest = max(map(text_width, lines))
    across = width / widest if widest else size
    return FittedText(lines, min(size, across, height / (len(lines) * LEADING)))


def _pieces(text: str, *, whole: bool) -> list[str]:
    """Split a text into the parts that may be on a line of their own, each with the space before
    it: words and the parts between hyphens, or single letters."""
    pieces: list[str] = []
    for word in text.split():
        parts = _AT_HYPHENS.findall(word) if whole else list(word)
        pieces += [f" {parts[0]}", *parts[1:]]
    return pieces


def _balance_lines(pieces: list[str], count: int) -> tuple[str, ...]:
    """Break pieces into at most `count` lines, the widest as narrow as can be."""
    widths = [text_width(piece) for piece in pieces]
    low, high = 0.0, sum(widths)
    starts = [0]
    for _ in range(12):
        limit = (low + high) / 2
        tried = _starts(widths, limit)
        if len(tried) <= count:
            starts, high = tried, limit
        else:
            low = limit
    return tuple(
        "".join(pieces[start:end]).strip() for start, end in pairwise([*starts, len(pieces)])
    )


def _starts(widths: list[float], limit: float) -> list[int]:
    """Return the first parts of lines that are filled up to a limit."""
    starts, used = [0], 0.0
    for place, width in enumerate(widths):
        if place > starts[-1] and used + width > limit:
            starts.append(place)
            used = 0.0
        used += width
    return starts
