"""Tables on paper: columns with a head above them, and lines of cells, tagged as what they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.papers.geometry import Box
from tournaments.papers.pen import BLACK, GREY, HAIR, PALE, THIN, Align, Pen
from tournaments.papers.theme import BODY, FINE
from tournaments.papers.typefaces import Face

LABEL = 14.4
"""The most that the label of a column is high."""


class Rule(NamedTuple):
    """The rule below a line: its thickness, its grey, and how far above the foot it is."""

    width: float = HAIR
    grey: float = 0.75
    rise: float = 0.0


@dataclass(frozen=True, slots=True)
class TableColumn:
    """The place of a column, in points from the left edge of the page, and what stands above it."""

    x: float
    width: float
    label: str = ""
    align: Align = "left"


@dataclass(frozen=True, slots=True)
class TableCell:
    """Words in a cell, or what `draw` draws there. area: the part of the page for them, if it is
    not that of the column; align: None as the column; span: how many columns the cell takes."""

    text: str = ""
    size: float = BODY
    face: Face = Face.TEXT
    grey: float = BLACK
    floor: float = 0.7
    most_lines: int = 2
    align: Align | None = None
    area: Box | None = None
    span: int = 1
    draw: Callable[[Pen, Box], object] | None = None


USUAL = Rule()


@dataclass(frozen=True, slots=True)
class TableRow:
    """A line of a table. Where a cell takes several columns, it and those after it have an `area`
    of their own. heads: its cells name the columns."""

    height: float
    cells: Sequence[TableCell]
    rule: Rule | None = USUAL
    shaded: Box | None = None
    heads: bool = False


def draw_table(
    pen: Pen,
    box: Box,
    columns: Sequence[TableColumn],
    rows: Sequence[TableRow],
    *,
    head: float = 0.0,
    rule: float = THIN,
) -> Box:
    """Draw a table from the top of `box` down; return what is left below it. head: how high the
    strip of the labels is; rule: how thick the rule below it."""
    with pen.element("Table"):
        if head:
            _draw_labels(pen, box.from_top(head), columns)
            pen.line(box.x, box.top - head, box.right, box.top - head, rule)
        for row in rows:  # before all rules, which they would cover
            if row.shaded is not None:
                pen.fill(row.shaded, PALE)
        used = head
        for row in rows:
            draw_row(pen, box.from_top(row.height, used), columns, row)
            used += row.height
    return box.below(used)


def _draw_labels(pen: Pen, strip: Box, columns: Sequence[TableColumn]) -> None:
    height = min(LABEL, strip.height - 2)
    with pen.element("TR"):
        for column in columns:
            room = Box(column.x, strip.y + 1, column.width, height)
            with pen.element("TH"):
                if column.label:
                    pen.fitted(
                        room, column.label, FINE, align=column.align, grey=GREY, most_lines=2
                    )


def draw_row(pen: Pen, strip: Box, columns: Sequence[TableColumn], row: TableRow) -> None:
    """Draw a line of a table without its shade. Lines that follow each other are one table."""
    with pen.element("TR"):
        for column, cell in zip(columns, row.cells, strict=False):
            area = cell.area or Box(column.x, strip.y + 1, column.width, strip.height - 2)
            with pen.element("TH" if row.heads else "TD", span=cell.span):
                if cell.draw is not None:
                    cell.draw(pen, area)
                elif cell.text:
                    pen.fitted(
                        area, cell.text, cell.size, cell.face, align=cell.align or column.align,
                        grey=cell.grey, floor=cell.floor, most_lines=cell.most_lines,
                    )  # fmt: skip
    if row.rule is not None:
        thick, grey, rise = row.rule
        pen.line(strip.x, strip.y + rise, strip.right, strip.y + rise, thick, grey)
