"""Drawings of the rules on paper: the same shapes in black, white and a little grey."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import dist
from typing import Any

from django.utils.translation import gettext

from rulesets.drawing.vectors import (
    Anchor,
    Circle,
    Drawing,
    Group,
    Item,
    Path,
    Polygon,
    Rect,
    Role,
    Text,
    Weight,
)
from tournaments.papers.fitting import LEADING, Fitted, fit, paragraph
from tournaments.papers.geometry import Box
from tournaments.papers.pen import BLACK, GREY, Align, Pen
from tournaments.papers.suits import trace
from tournaments.papers.typefaces import Face, width

WHITE = 1.0
GREYS: Mapping[Role, float] = {
    "rim": 0.82,
    "felt": 0.93,
    "ground": WHITE,
    "card": WHITE,
    "black": BLACK,
    "red": BLACK,
    "ink": BLACK,
    "muted": GREY,
    "light": BLACK,
    "line": 0.15,
    "chip": WHITE,
    "chip-alt": 0.78,
    "coin": WHITE,
    "face": WHITE,
}
"""What each colour is as ink. What is light on a dark frame is dark on the pale one of paper."""

LINES: Mapping[Role, float] = {**GREYS, "card": 0.15, "coin": 0.15, "light": GREY}
"""The same as a line: one in the colour of its ground would not be seen."""

FACES: Mapping[Weight, Face] = {"text": Face.TEXT, "bold": Face.BOLD, "display": Face.DISPLAY}
ALIGNED: Mapping[Anchor, Align] = {"start": "left", "middle": "center", "end": "right"}
THINNEST = 0.35
OUTLINE = 0.05
"""How thick the line of a red suit is, as a share of its width."""


SMALLEST, CAPITAL = 6.0, 0.72
"""Points on paper that type has at least, and how high a capital is."""
LEGEND = 1.3
"""How much larger the type of a legend is."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """The faces of a drawing's words, and how large they are at most, in points."""

    faces: Mapping[Weight, Face]
    most: float = float("inf")


USUAL = Lettering(FACES)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where a drawing lies: its upper left corner on the paper, and points for each of its
    units. `seen`: the part of the paper outside of which no words are needed. `least`: the size
    that is readable; `short`: what stands in place of words that would be smaller."""

    pen: Pen
    x: float
    top: float
    scale: float
    seen: Box | None = None
    least: float = 0.0
    short: Mapping[str, str] = field(default_factory=dict)
    lettering: Lettering = USUAL

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the drawing lies on the paper."""
        return self.x + x * self.scale, self.top - y * self.scale


def draw_drawing(
    pen: Pen,
    drawing: Drawing,
    box: Box,
    seen: Box | None = None,
    lettering: Lettering = USUAL,
) -> Box:
    """Draw as large as `box` allows, in the middle of it; return the room that it takes.

    seen: only this part of it will be seen; words outside of it are left out.
    """
    least = SMALLEST / _enlarged(pen)
    short: dict[str, str] = {}
    legend: tuple[str, ...] = ()
    room, scale = box, _scale(drawing, box)
    while set(found := _short(drawing, scale, least)) - set(short):
        # The legend takes room, and what is smaller for that may want initials, too.
        short = found
        legend = paragraph(_legend(short), Face.TEXT, least * LEGEND, box.width)
        room = box.above(len(legend) * least * LEGEND * LEADING)
        scale = _scale(drawing, room)
    wide, high = drawing.width * scale, drawing.height * scale
    x, y = room.middle
    taken = Box(x - wide / 2, y - high / 2, wide, high)
    sheet = Sheet(pen, taken.x, taken.top, scale, seen, least, short, lettering)
    for item in drawing.items:
        _draw(sheet, item)
    for number, line in enumerate(legend, 1):
        foot = taken.y - number * least * LEGEND * LEADING
        pen.text(x, foot, line, least * LEGEND, align="center")
    return taken


def _scale(drawing: Drawing, box: Box) -> float:
    return min(box.width / drawing.width, box.height / drawing.height)


def _enlarged(pen: Pen) -> float:
    """How large a point of the canvas is on paper: pages of books and for the pocket are scaled."""
    ends = (pen.canvas.absolutePosition(x, 0) for x in (0, 1))
    return max(dist(*ends), 0.01)


def _texts(items: Iterable[Item]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Group):
            yield from _texts(item.items)
        elif isinstance(item, Text):
            yield item


def _short(drawing: Drawing, scale: float, least: float) -> dict[str, str]:
    """Initials for words that would be too small to be read, in the order in which they come; two
    that begin alike differ in their second letter."""
    found: dict[str, str] = {}
    for item in _texts(drawing.items):
        words = item.words.said(gettext)
        if words not in found and _size(item, words, scale) < least:
            name, _space, number = words.partition(" ")
            if number and not number.isdigit():
                name, number = words, ""
            others = {one for key, one in found.items() if key.partition(" ")[0] != name}
            first = next((s for s in (name[:1], name[:2]) if s + number not in others), name[:1])
            found[words] = first + number
    return found


def _legend(short: Mapping[str, str]) -> str:
    """What initials stand for: "H Home, S Start"."""
    told = {key.rstrip("0123456789 "): one.rstrip("0123456789") for key, one in short.items()}
    return ", ".join(f"{one} {key}" for key, one in told.items())


def _fit(item: Text, words: str, scale: float, size: float, face: Face) -> Fitted:
    return fit(
        words,
        face,
        size=size,
        width=item.area.width * scale,
        height=item.area.height * scale,
        floor=0.85,
        most_lines=item.most_lines,
    )


def _size(item: Text, words: str, scale: float) -> float:
    return _fit(item, words, scale, item.size * scale, FACES[item.weight]).size


def _draw(sheet: Sheet, item: Item) -> None:
    if isinstance(item, Group):
        _group(sheet, item)
    elif isinstance(item, Text):
        _text(sheet, item)
    else:
        _shape(sheet, item)


def _group(sheet: Sheet, group: Group) -> None:
    canvas = sheet.pen.canvas
    if group.turn:
        x, y = sheet.at(*group.about)
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(-group.turn)
        canvas.translate(-x, -y)
    for item in group.items:
        _draw(sheet, item)
    if group.turn:
        canvas.restoreState()


def _shape(sheet: Sheet, item: Rect | Polygon | Circle | Path) -> None:
    canvas: Any = sheet.pen.canvas
    fill, stroke = item.fill, item.stroke
    thick = item.width * sheet.scale
    grey, line = GREYS[fill or "line"], LINES[stroke or "line"]
    if isinstance(item, Path) and item.outlined:
        first = item.segments[0][1]
        reach = max(abs(points[-2] - first[0]) for _, points in item.segments if points)
        thick, grey, line, stroke = 2 * reach * OUTLINE * sheet.scale, WHITE, BLACK, "ink"
    canvas.setFillGray(grey)
    canvas.setStrokeGray(line)
    canvas.setLineWidth(max(thick, THINNEST))
    paint = {"stroke": int(stroke is not None), "fill": int(fill is not None)}
    if isinstance(item, Rect):
        area = item.area
        x, y = sheet.at(area.x, area.foot)
        size = area.width * sheet.scale, area.height * sheet.scale
        canvas.roundRect(x, y, *size, item.radius * sheet.scale, **paint)
    elif isinstance(item, Circle):
        dash = item.dash * sheet.scale
        canvas.setDash([dash, dash] if dash else [])
        canvas.circle(*sheet.at(item.x, item.y), item.radius * sheet.scale, **paint)
        canvas.setDash([])
    else:
        path = canvas.beginPath()
        if isinstance(item, Path):
            trace(path, item.segments, sheet.at)
        else:
            path.moveTo(*sheet.at(*item.points[0]))
            for point in item.points[1:]:
                path.lineTo(*sheet.at(*point))
            path.close()
        canvas.setLineJoin(1)
        canvas.drawPath(path, fillMode=1, **paint)
        canvas.setLineJoin(0)
    canvas.setFillGray(BLACK)  # as the pen expects it


def _text(sheet: Sheet, item: Text) -> None:
    """Words in their box, shrunk, then broken, never beyond it."""
    area = item.area
    x, y = sheet.at(area.x, area.foot)
    box = Box(x, y, area.width * sheet.scale, area.height * sheet.scale)
    if sheet.seen is not None and not _meet(box, sheet.seen):
        return
    face = sheet.lettering.faces[item.weight]
    size = min(item.size * sheet.scale, sheet.lettering.most)
    words = item.words.said(gettext)
    if words in sheet.short:
        words, size = sheet.short[words], sheet.least
        high, wide = area.height * sheet.scale, area.width * sheet.scale
        if size * CAPITAL > high or width(words, face, size) > wide:
            return  # too small to be read, even so
        done = Fitted((words,), size)
    else:
        done = _fit(item, words, sheet.scale, size, face)
    x = {"start": box.x, "middle": box.middle[0], "end": box.right}[item.anchor]
    step = LEADING * done.size
    foot = box.middle[1] + (len(done.lines) - 1) * step / 2 - done.size * 0.36
    align = ALIGNED[item.anchor]
    grey = GREYS[item.role]
    for number, text in enumerate(done.lines):
        at = foot - number * step
        sheet.pen.text(x, at, text, done.size, face, align=align, grey=grey)
        if item.struck:
            long = width(text, face, done.size)
            start = x - long * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
            middle = at + done.size * 0.27
            sheet.pen.line(start, middle, start + long, middle, done.size * 0.07, grey)


def _meet(one: Box, other: Box) -> bool:
    """Whether two boxes have anything in common."""
    return one.x < other.right and other.x < one.right and one.y < other.top and other.y < one.top
