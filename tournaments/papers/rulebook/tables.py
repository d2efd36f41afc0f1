"""Tables that break well: as narrow as their words allow, heads repeated, small ones kept whole."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reportlab.platypus import Paragraph, Table

from tournaments.papers.rulebook.markup import bold, dressed
from tournaments.papers.typefaces import Face, shape, width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.papers.rulebook.looks import Looks

NUMBER = re.compile(r"[−+±]?[\d.,½ ]*\d[\d.,½]*|[–]?")
PADDING = 10.0
FEW = 9  # rows of a table that is not torn
SHARE = 0.4  # of the page's height that such a table may have


@dataclass(frozen=True, slots=True)
class Cell:
    """Words of a table: as letters, and as markup."""

    plain: str
    markup: str


def cell(text: str) -> Cell:
    """A cell without any markup of its own."""
    return Cell(text, dressed(text))


def head_cell(text: str) -> Cell:
    """A cell of the head."""
    return Cell(text, bold(text))


class Grid(Table):
    """A table of a rulebook."""

    def least(self, looks: Looks) -> float:
        """The height that should be free where it begins: all of a small one, else its head and
        two rows."""
        heights: list[float] = self._rowHeights
        if None in heights:
            self.wrap(looks.measure, looks.height)
            heights = self._rowHeights
        whole = sum(heights) + 4
        if len(heights) <= FEW and whole < looks.height * SHARE:
            return whole
        return sum(heights[:3]) + 4


def grid(head: Sequence[Cell], rows: Sequence[Sequence[Cell]], looks: Looks) -> Grid:
    """A table with a head; as wide as its words, at most as the measure, or else as the page."""
    every = [head, *rows]
    widths, across = _widths(every, looks)
    right = [
        column > 0 and all(NUMBER.fullmatch(row[column].plain) for row in rows)
        for column in range(len(head))
    ]
    data: list[list[Any]] = [
        [
            _content(one, room - PADDING, looks, strong=not number, right=right[column])
            for column, (one, room) in enumerate(zip(row, widths, strict=True))
        ]
        for number, row in enumerate(every)
    ]
    wide = across > looks.measure + 1
    table = Grid(
        data,
        widths,
        repeatRows=1,
        hAlign="RIGHT" if wide else "LEFT",
        style=_style(looks, len(every), right),
    )
    table.spaceBefore, table.spaceAfter = looks.base * 0.3, looks.base * 0.9
    return table


def _style(looks: Looks, rows: int, right: Sequence[bool]) -> list[tuple[Any, ...]]:
    size = looks.small
    style: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, 0), Face.BOLD.value, size, size * 1.26),
        ("FONT", (0, 1), (-1, -1), Face.TEXT.value, size, size * 1.26),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), PADDING),
        ("TOPPADDING", (0, 0), (-1, -1), size * 0.26),
        ("BOTTOMPADDING", (0, 0), (-1, -1), size * 0.3),
        ("LINEBELOW", (0, 0), (-1, 0), 0.9, "black"),
        ("LINEBELOW", (0, 1), (-1, -2), 0.25, "#999999"),
        ("LINEBELOW", (0, -1), (-1, -1), 0.5, "black"),
    ]
    style += [("ALIGN", (at, 0), (at, -1), "RIGHT") for at, one in enumerate(right) if one]
    if rows > 3:
        style += [("NOSPLIT", (0, 0), (-1, 2)), ("NOSPLIT", (0, rows - 2), (-1, rows - 1))]
    return style


def _content(one: Cell, room: float, looks: Looks, *, strong: bool, right: bool) -> Any:
    """A plain string where that is all there is to it, which is much cheaper; else a paragraph."""
    face = Face.BOLD if strong else Face.TEXT
    simple = "<" not in one.markup.removeprefix(f'<font face="{face.value}">').removesuffix(
        "</font>"
    )
    shaped = shape(one.plain, face)
    if simple and "&" not in one.markup and shaped.width * looks.small <= room + 0.01:
        return shaped.runs[0][1] if shaped.runs else ""
    style = looks.strong if strong else looks.cell
    return Paragraph(one.markup, looks.right(style) if right else style)


def _widths(every: Sequence[Sequence[Cell]], looks: Looks) -> tuple[list[float], float]:
    """The width of each column, and of all together."""
    size = looks.small
    faces = [Face.BOLD, *[Face.TEXT] * (len(every) - 1)]
    natural, least = [], []
    for column in zip(*every, strict=True):
        pairs = [
            (one.plain, face if "-Bold" not in one.markup else Face.BOLD)
            for one, face in zip(column, faces, strict=True)
        ]
        natural.append(max(width(text, face, size) for text, face in pairs) + PADDING + 0.5)
        words = [(word, face) for text, face in pairs for word in text.split()]
        longest = max((width(word, face, size) for word, face in words), default=0.0)
        least.append(longest + PADDING + 0.5)
    for most in (looks.measure, looks.whole):
        if sum(natural) <= most:
            return natural, sum(natural)
        if sum(least) <= most and (most == looks.whole or sum(natural) <= 2.6 * most):
            return shared(natural, least, most), most
    squeezed = [one * looks.whole / sum(least) for one in least]
    return squeezed, looks.whole


def shared(natural: list[float], least: list[float], most: float) -> list[float]:
    """Columns that together fill a width of `most`, from what each would like and what it needs at
    least: the long ones are cut to one width, the others are as
    wide as their words."""
    low, high = 0.0, max(natural)
    for _step in range(24):
        level = (low + high) / 2
        if sum(_cut(natural, least, level)) > most:
            high = level
        else:
            low = level
    return _cut(natural, least, low)


def _cut(natural: list[float], least: list[float], level: float) -> list[float]:
    return [min(one, max(few, level)) for one, few in zip(natural, least, strict=True)]
