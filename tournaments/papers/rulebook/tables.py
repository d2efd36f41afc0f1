"""Tables as in a book: rules above, under the head and below; heads in small capitals; figures of
one width; as narrow as their words allow, and on one page if they fit."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from tournaments.papers.pen import caps_width
from tournaments.papers.rulebook.book import TRACK
from tournaments.papers.rulebook.paragraphs import SetLine, Span, Word, rows_of, wide
from tournaments.papers.rulebook.pieces import Strip
from tournaments.papers.typefaces import Face, width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tournaments.papers.rulebook.book import BookStyle
    from tournaments.papers.rulebook.pieces import Sheet
    from tournaments.papers.rulebook.tags import Element

NUMBER = re.compile(r"[−+±]?[\d.,½ ]*\d[\d.,½]*|[–]?")
NUMBERED = re.compile(r"\d+ (\D+)")
SIZES = (0.93, 0.88, 0.83, 0.78, 0.73)  # by the size of the text: the first in which the words fit
GAPS = (1.5, 1.15, 0.8)  # between columns, by the size of the text
MANY, CLOSE_GAPS = 6, (1.15, 0.8, 0.65)  # gaps with more columns than that
LEAD = 0.96  # the row height, by the line height of the text
SHORT = 10  # cells of up to so many letters are not broken
HEAD_MOST = 9.0  # the widest head on one line, by the size of the table
HEAD = 0.95  # the size of the head, by that of the table
WITHIN = 0.92  # the line height within a cell, by the row height
THICK, THIN = 0.9, 0.4  # rules


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: its plain text, and its spans."""

    plain: str
    spans: tuple[Span, ...]


def cell(text: str) -> Cell:
    """A cell without any markup of its own."""
    return Cell(text, (Span(text, Face.TEXT),))


class Group(NamedTuple):
    """A heading above several columns, with the first and the last of them."""

    title: str
    first: int
    last: int


def parted(
    head: Sequence[Cell], rows: Sequence[Sequence[Cell]]
) -> tuple[tuple[Group, ...], list[Cell], list[list[Cell]]]:
    """Split a column "Points: Ann, Bo" into one for each name below "Points", if each of its cells
    has as many values as there are names, or none."""
    groups: list[Group] = []
    heads: list[Cell] = []
    body: list[list[Cell]] = [[] for _row in rows]
    names: list[str] = []
    for column, one in enumerate(head):
        title, colon, rest = one.plain.partition(": ")
        # Lists of the same length below a head without names are about the same people.
        own = rest.split(", ") if colon else names
        values = [_values(row[column], len(own)) for row in rows]
        listed = any(", " in row[column].plain for row in rows)
        if len(own) > 1 and all(values) and (colon or listed):
            names = own
            groups.append(Group(title, len(heads), len(heads) + len(own) - 1))
            heads += map(cell, own)
        else:
            heads.append(one)
            values = [[row[column]] for row in rows]
        for line, found in zip(body, values, strict=True):
            line.extend(found)
    for title, first, last in _numbered(heads):
        if not any(one.first <= last and first <= one.last for one in groups):
            groups.append(Group(title, first, last))
            for column in range(first, last + 1):
                heads[column] = cell(heads[column].plain.split(" ", 1)[0])
    return tuple(groups), heads, body


def _numbered(heads: Sequence[Cell]) -> Iterator[Group]:
    """Adjacent heads that differ only in a number: "3 players", "4 players", "5 players"."""
    parts = [NUMBERED.fullmatch(one.plain) for one in heads]
    for rest, row in groupby(range(len(heads)), key=lambda at: (one := parts[at]) and one[1]):
        columns = list(row)
        if rest and len(columns) > 1:
            yield Group(rest, columns[0], columns[-1])


def _values(content: Cell, count: int) -> list[Cell]:
    """The values of a cell if there are that many, else none."""
    if content.plain in ("", "–"):
        return [content] * count
    values = content.plain.split(", ")
    return [cell(value) for value in values] if len(values) == count else []


class Plan(NamedTuple):
    """The type size of a table, where its columns begin, their widths, the whole width, and which
    columns are aligned to the right."""

    size: float
    starts: tuple[float, ...]
    widths: tuple[float, ...]
    across: float
    right: tuple[bool, ...]


def table(
    head: Sequence[Cell], rows: Sequence[Sequence[Cell]], book_style: BookStyle, element: Element
) -> list[Strip]:
    """A table with a head; divided, with the head repeated, only if it is higher than a page."""
    groups, head, rows = parted(head, rows)
    plan = _plan(head, rows, book_style, groups)
    total = len(rows) > 1 and rows[-1][0].plain.casefold() == _("Total").casefold()
    above = element.add("TR") if groups else None
    first = _head(head, plan, element.add("TR"), groups, above)
    body = [
        _line(row, plan, element.add("TR"), total=total and number == len(rows))
        for number, row in enumerate(rows, 1)
    ]
    lead = book_style.line_height * LEAD
    room = book_style.height - _head_height(first, lead) - lead * 2
    found: list[Strip] = []
    for part in _parts(body, room, lead):
        found.append(_strip(first, part, plan, book_style, repeated=bool(found)))
    return found


class _Cells(NamedTuple):
    """A row broken into lines: the cells, each with its element."""

    cells: tuple[tuple[SetLine, ...], ...]
    elements: tuple[Element, ...]
    total: bool = False
    groups: tuple[tuple[Group, Element], ...] = ()

    @property
    def lines(self) -> int:
        return max(1, *(len(one) for one in self.cells)) if self.cells else 1

    def height(self, lead: float, *, airy: bool) -> float:
        """The height of the row; rows of several lines have a little space between them."""
        return lead * (self.lines * WITHIN + 0.24 if airy else 1.0)


def _head(
    row: Sequence[Cell],
    plan: Plan,
    element: Element,
    groups: Sequence[Group],
    above: Element | None,
) -> _Cells:
    """The head, broken where its small capitals would be wider than their column."""
    cells = []
    for one, across in zip(row, plan.widths, strict=True):
        lines: list[str] = []
        for word in one.plain.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and _caps(longer, plan.size) <= across + 0.5:
                lines[-1] = longer
            else:
                lines.append(word)
        face = Face.BOOK_CAPS
        cells.append(
            tuple(SetLine((Word(line, face, "", 0.0, spaced=False),), 0.0) for line in lines)
        )
    elements = tuple(element.add("TH", scope="Column") for _one in row)
    spanning = tuple(
        (one, above.add("TH", scope="Column", span=one.last - one.first + 1))
        for one in groups
        if above is not None
    )
    return _Cells(tuple(cells), elements, groups=spanning)


def _line(row: Sequence[Cell], plan: Plan, element: Element, *, total: bool) -> _Cells:
    cells, elements = [], []
    for column, (one, across) in enumerate(zip(row, plan.widths, strict=True)):
        spans = one.spans
        if total:
            spans = tuple(Span(each.text, Face.BOLD, each.to) for each in spans)
        cells.append(tuple(rows_of(spans, plan.size, across + 0.5, ragged=True)))
        heads = total and not column
        elements.append(element.add("TH", scope="Row") if heads else element.add("TD"))
    return _Cells(tuple(cells), tuple(elements), total)


def _parts(body: list[_Cells], room: float, lead: float) -> Iterable[list[_Cells]]:
    """Rows that fit a page together."""
    airy = _airy(body)
    part: list[_Cells] = []
    height = 0.0
    for one in body:
        high = one.height(lead, airy=airy)
        if part and height + high > room:
            yield part
            part, height = [], 0.0
        part.append(one)
        height += high
    yield part


def _airy(body: Iterable[_Cells]) -> bool:
    return any(one.lines > 1 for one in body)


def _head_height(head: _Cells, lead: float) -> float:
    return lead * (1.28 + (head.lines - 1) * 0.85 + (1.1 if head.groups else 0.0))


def _strip(
    head: _Cells, body: list[_Cells], plan: Plan, book_style: BookStyle, *, repeated: bool
) -> Strip:
    """A table, or a part of one, on a page."""
    lead = book_style.line_height * LEAD
    airy = _airy(body)
    heights = [one.height(lead, airy=airy) + (lead * 0.1 if one.total else 0.0) for one in body]
    natural = lead * 0.14 + _head_height(head, lead) + sum(heights) + lead * 0.55
    height = math.ceil(natural / book_style.line_height * 2) / 2 * book_style.line_height

    def draw(sheet: Sheet, x: float, top: float) -> None:
        y = top - lead * 0.14
        _rule(sheet, x, y, plan, THICK)
        y -= lead * 0.9
        for group, element in head.groups:
            _draw_group(sheet, group, plan, x, y, lead, None if repeated else element)
        y -= lead * 1.1 if head.groups else 0.0
        _draw_head(sheet, head, plan, x, y, lead, repeated=repeated)
        y -= lead * (0.85 * (head.lines - 1) + 0.38)
        _rule(sheet, x, y, plan, THIN)
        y -= lead * 0.84
        for one, high in zip(body, heights, strict=True):
            if one.total:
                _rule(sheet, x, y + lead * 0.76, plan, THIN)
                y -= lead * 0.1
            _draw_row(sheet, one, plan, x, y, lead)
            y -= high - (lead * 0.1 if one.total else 0.0)
        _rule(sheet, x, y + lead * 0.56, plan, THICK)

    plain = " ".join(one.text for cells in body for rows in cells.cells for one in rows)
    return Strip(height, draw, before=book_style.line_height * 0.5, plain=plain)


def _rule(sheet: Sheet, x: float, y: float, plan: Plan, thick: float) -> None:
    with sheet.part(None):
        sheet.pen.line(x, y, x + plan.across, y, thick)


def _draw_group(
    sheet: Sheet, group: Group, plan: Plan, x: float, y: float, lead: float, element: Element | None
) -> None:
    """A title above its columns, and a line that holds them together."""
    left = x + plan.starts[group.first]
    right = x + plan.starts[group.last] + plan.widths[group.last]
    with sheet.part(element):
        size = plan.size * HEAD
        sheet.pen.caps((left + right) / 2, y, group.title, size, track=TRACK, align="center")
    with sheet.part(None):
        sheet.pen.line(left, y - lead * 0.3, right, y - lead * 0.3, THIN)


def _draw_head(
    sheet: Sheet, head: _Cells, plan: Plan, x: float, y: float, lead: float, *, repeated: bool
) -> None:
    size = plan.size * HEAD
    for column, rows in enumerate(head.cells):
        left, across = x + plan.starts[column], plan.widths[column]
        for number, row in enumerate(rows):
            at = y - lead * 0.85 * (number + head.lines - len(rows))
            with sheet.part(None if repeated else head.elements[column]):
                right = plan.right[column]
                sheet.pen.caps(
                    left + across if right else left,
                    at,
                    row.text,
                    size,
                    track=TRACK,
                    align="right" if right else "left",
                )


def _draw_row(sheet: Sheet, cells: _Cells, plan: Plan, x: float, y: float, lead: float) -> None:
    for column, rows in enumerate(cells.cells):
        left, across = x + plan.starts[column], plan.widths[column]
        if not rows:
            continue
        with sheet.part(cells.elements[column]):
            for number, row in enumerate(rows):
                at = left + (across - row.width if plan.right[column] else 0.0)
                sheet.row(row, at, y - number * lead * WITHIN, plan.size)


def _plan(
    head: Sequence[Cell],
    rows: Sequence[Sequence[Cell]],
    book_style: BookStyle,
    groups: Sequence[Group],
) -> Plan:
    """The widths of the columns, and the largest type in which they fit the measure."""
    right = tuple(
        column > 0 and all(NUMBER.fullmatch(row[column].plain) for row in rows)
        for column in range(len(head))
    )
    size, gap, widths = _fitted(head, rows, book_style, groups)
    starts, at = [], 0.0
    for one in widths:
        starts.append(at)
        at += one + gap
    return Plan(size, tuple(starts), tuple(widths), at - gap, right)


def _fitted(
    head: Sequence[Cell],
    rows: Sequence[Sequence[Cell]],
    book_style: BookStyle,
    groups: Sequence[Group],
) -> tuple[float, float, list[float]]:
    """The type size, the gap between the columns and their widths: the first in which every cell
    has one line; else those with the fewest lines, for which smaller type has to save some."""
    gaps = CLOSE_GAPS if len(head) > MANY else GAPS
    best: tuple[float, float, float, list[float]] | None = None
    choices = [(book_style.base * size, book_style.base * gap) for size in SIZES for gap in gaps]
    for step, (size, gap) in enumerate(choices):
        natural, least = _widths(head, rows, size)
        _widen(natural, least, groups, size, gap)
        room = book_style.measure - gap * (len(head) - 1)
        if sum(natural) <= room and step < len(gaps):
            return size, gap, natural
        if sum(least) > room:
            continue
        widths = natural
        if sum(natural) > room:
            widths = _economical(rows, natural, least, size, room)
        cells = [[_wide(one, size) for one in row] for row in rows]
        cost = _lines(cells, widths) + step
        if best is None or cost < best[0]:
            best = (cost, size, gap, widths)
    if best is not None:
        return best[1:]
    return size, gap, [one * room / sum(least) for one in least]


def _widths(
    head: Sequence[Cell], rows: Sequence[Sequence[Cell]], size: float
) -> tuple[list[float], list[float]]:
    """The natural and the least width of each column."""
    natural, least = [], []
    for column in zip(head, *rows, strict=True):
        words = [_caps(word, size) for word in column[0].plain.split()]
        longest, whole = max(words, default=0.0), _caps(column[0].plain, size)
        # A long head is broken if the cells below it are short.
        below = max((_wide(one, size) for one in column[1:]), default=0.0)
        if whole > max(below, HEAD_MOST * size):
            whole = max(longest, whole * 0.56)
        natural.append(max(below, whole) + 0.5)
        least.append(max(longest, *(_longest(one, size) for one in column[1:]), 0.0) + 0.5)
    return natural, least


def _widen(
    natural: list[float], least: list[float], groups: Sequence[Group], size: float, gap: float
) -> None:
    """Widen columns to fit the headings above several of them."""
    for title, first, last in groups:
        count = last - first + 1
        wanted = max(_caps(title, size) - gap * (count - 1), 1.5 * size * count)
        for widths in (natural, least):
            missing = wanted - sum(widths[first : last + 1])
            for column in range(first, last + 1):
                widths[column] += max(0.0, missing) / count


def _caps(text: str, size: float) -> float:
    return caps_width(text, size * HEAD, TRACK)


def _wide(content: Cell, size: float) -> float:
    return wide(content.spans, size)


def _longest(content: Cell, size: float) -> float:
    """The width of the longest word, which may be in several faces; short cells are not broken at
    all."""
    if len(content.plain) <= SHORT:
        return _wide(content, size)
    parts: list[float] = [0.0]
    for span in content.spans:
        for blank, group in groupby(span.text, key=str.isspace):
            if blank:
                parts.append(0.0)
            else:
                parts[-1] += width("".join(group), span.face, size)
    return max(parts)


def _economical(
    rows: Sequence[Sequence[Cell]],
    natural: list[float],
    least: list[float],
    size: float,
    room: float,
) -> list[float]:
    """Widths that fill `room` with few lines in the rows: step by step the column is made narrower
    that costs the fewest lines."""
    cells = [[_wide(one, size) for one in row] for row in rows]
    parts = [1] * len(natural)
    widths = list(natural)
    while sum(widths) > room:
        best: tuple[float, int, float] | None = None
        for column, now in enumerate(widths):
            narrower = _narrower(natural[column], least[column], parts[column] + 1)
            if narrower >= now - 0.5:
                continue
            after = [*widths[:column], narrower, *widths[column + 1 :]]
            saved = min(now - narrower, sum(widths) - room)
            cost = (_lines(cells, after) - _lines(cells, widths)) / saved
            if best is None or cost < best[0]:
                best = (cost, column, narrower)
        if best is None:
            return shared(natural, least, room)
        _cost, column, widths[column] = best
        parts[column] += 1
    broken = [column for column, count in enumerate(parts) if count > 1]
    for column in broken:
        widths[column] += (room - sum(widths)) / len(broken)
    return widths


def _narrower(natural: float, least: float, lines: int) -> float:
    """About the width of a column whose longest cell has that many lines."""
    return max(least, natural / lines * (1.0 if lines == 1 else 1.1))


def _lines(cells: Sequence[Sequence[float]], widths: Sequence[float]) -> int:
    """About how many lines the rows have together."""
    return sum(
        max(
            1 if one <= most else math.ceil(one * 1.08 / most)
            for one, most in zip(row, widths, strict=True)
        )
        for row in cells
    )


def shared(natural: list[float], least: list[float], most: float) -> list[float]:
    """Widths that fill `most`, from the natural and least widths: long columns are cut to one
    width, the others are as wide as their words."""
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
