"""Shapes made of simpler ones: arrows, chips, coins, faces and dominoes on a table, seen from
above."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, pi, sin, tan

from rulesets.drawing.vectors import (
    Area,
    Circle,
    Group,
    Item,
    Path,
    Polygon,
    Rect,
    Role,
    Segment,
    Text,
)
from rulesets.engine.text import as_is

# --- arrows ---------------------------------------------------------------------------------------


Point = tuple[float, float]
WINGS = 0.45  # how far the sides of a head lean out, in radians
HEAD = 5.0  # how long a head is, in widths of its line
FULL_CURVE = 4 / 3


def arrow(
    start: Point, end: Point, width: float, role: Role = "ink", *, bend: float = 0.0
) -> Group:
    """Return an arrow from point to point. `bend`: how far its middle lies to the right of the
    straight line (as it goes), as a share of its length."""
    (x1, y1), (x2, y2) = start, end
    along = (x2 - x1, y2 - y1)
    aside = (-along[1] * bend * FULL_CURVE, along[0] * bend * FULL_CURVE)
    first = (x1 + along[0] / 3 + aside[0], y1 + along[1] / 3 + aside[1])
    last = (x1 + along[0] * 2 / 3 + aside[0], y1 + along[1] * 2 / 3 + aside[1])
    towards = atan2(y2 - last[1], x2 - last[0])
    foot = _from(end, towards + pi, width * HEAD * 0.8)
    line: tuple[Segment, ...] = (("M", start), ("C", (*first, *last, *foot)))
    return Group((Path(line, None, role, width), head(end, towards, width * HEAD, role)))


def round_arrow(centre: Point, radius: float, start: float, end: float, width: float) -> Group:
    """Return an arrow on a circle from an angle to another, in degrees clockwise from the top; the
    other way if `end` is less than `start`."""
    way = 1 if end > start else -1
    short = end - way * (width * HEAD * 0.8 / radius) * 180 / pi
    steps = max(1, round(abs(short - start) / 30))
    angles = [start + (short - start) * step / steps for step in range(steps + 1)]
    reach = FULL_CURVE * tan(abs(angles[1] - angles[0]) * pi / 720) * radius
    line: list[Segment] = [("M", on_circle(centre, radius, start))]
    for here, there in pairwise(angles):
        a, b = on_circle(centre, radius, here), on_circle(centre, radius, there)
        control = _from(a, _along(here, way), reach)
        other = _from(b, _along(there, way), -reach)
        line.append(("C", (*control, *other, *b)))
    tip = on_circle(centre, radius, end)
    return Group(
        (
            Path(tuple(line), None, "ink", width),
            head(tip, _along((short + end) / 2, way), width * HEAD, "ink"),
        )
    )


def _along(angle: float, way: int) -> float:
    """The direction of a step along a circle, as an angle from the x axis."""
    return angle * pi / 180 - pi / 2 + way * pi / 2


def on_circle(centre: Point, radius: float, degrees: float) -> Point:
    """The point at an angle, clockwise from the top."""
    angle = degrees * pi / 180
    return centre[0] + radius * sin(angle), centre[1] - radius * cos(angle)


def head(tip: Point, towards: float, length: float, role: Role) -> Polygon:
    """The head of an arrow with its tip at a point."""
    left = _from(tip, towards + pi - WINGS, length)
    right = _from(tip, towards + pi + WINGS, length)
    return Polygon((tip, left, right), role)


def _from(point: Point, angle: float, distance: float) -> Point:
    return point[0] + cos(angle) * distance, point[1] + sin(angle) * distance


# --- chips, coins, faces, stars -------------------------------------------------------------------


MOST_CHIPS = 7  # more than these are told by the number beside them
HEAP_HEIGHT = 3.3  # the most that a heap takes, in radii of a chip
# Where the chips of a heap lie, in radii from its middle, by how many there are.
_HEAPS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((0, 0),),
    ((-0.6, 0.15), (0.6, -0.15)),
    ((-0.75, 0.4), (0.75, 0.35), (0, -0.45)),
    ((-0.95, 0.4), (0.35, 0.55), (1.15, -0.05), (-0.2, -0.5)),
    ((-1.1, 0.45), (0, 0.6), (1.1, 0.4), (-0.55, -0.5), (0.6, -0.45)),
    ((-1.1, 0.45), (0, 0.6), (1.1, 0.4), (-0.75, -0.45), (0.65, -0.55), (-0.05, -0.1)),
    ((-1.15, 0.45), (0, 0.6), (1.15, 0.4), (-0.8, -0.5), (0.75, -0.6), (-0.5, 0.1), (0.4, -0.05)),
)


def chip(x: float, y: float, radius: float, *, other: bool = False) -> tuple[Item, ...]:
    """Return a chip with its notched rim; `other`: of the second colour."""
    return (
        Circle(x, y, radius, "chip-alt" if other else "chip", "line", radius * 0.07),
        Circle(x, y, radius * 0.82, None, "card", radius * 0.2, radius * 0.43),
        Circle(x, y, radius * 0.5, None, "card", radius * 0.07),
    )


def heap_width(count: int) -> float:
    """Return how wide so many chips lie, in radii of a chip."""
    return 2 * max((right for right, _ in _HEAPS[min(count, MOST_CHIPS)]), default=0) + 2


def heap(x: float, y: float, radius: float, count: int) -> Group:
    """Return so many chips about a point, at most `MOST_CHIPS` of them drawn."""
    places = _HEAPS[min(count, MOST_CHIPS)]
    chips = (
        chip(x + right * radius, y + down * radius, radius, other=number % 2 == 1)
        for number, (right, down) in enumerate(places)
    )
    return Group(tuple(item for shapes in chips for item in shapes))


def coin(x: float, y: float, radius: float, worth: str) -> Group:
    """Return a coin with its worth on it ("": so far covered that nothing can be read)."""
    room = Area(x - radius * 0.6, y - radius * 0.55, radius * 1.2, radius * 1.1)
    disc = Circle(x, y, radius, "coin", "line", radius * 0.08)
    ring = Circle(x, y, radius * 0.8, None, "line", radius * 0.05)
    if not worth:
        return Group((disc, ring))
    return Group((disc, ring, Text(room, as_is(worth), radius * 0.85, "black", "bold")))


def face(x: float, y: float, radius: float) -> Group:
    """Return a face with its eyes shut: somebody has nothing left and plays on."""
    r, thick = radius, radius * 0.11

    def bow(left: float, right: float, at: float, bend: float) -> Path:
        """A curve between two points at one height, hanging down by `bend` (up if below 0)."""
        ends = (x + left * r, y + at * r), (x + right * r, y + at * r)
        third = (right - left) * r / 3
        handles = (ends[0][0] + third, y + (at + bend) * r, ends[1][0] - third, y + (at + bend) * r)
        return Path((("M", ends[0]), ("C", (*handles, *ends[1]))), None, "black", thick)

    return Group(
        (
            Circle(x, y, r * 0.96, "face", "black", r * 0.08),
            bow(-0.55, -0.15, -0.15, 0.25),
            bow(0.15, 0.55, -0.15, 0.25),
            bow(-0.4, 0.4, 0.5, -0.4),
        )
    )


def star(x: float, y: float, radius: float) -> Path:
    """A star with five points."""
    # Corners of a star of radius 1, outer and inner in turn, from the top clockwise.
    right = ((0, -1), (0.22, -0.31), (0.95, -0.31), (0.36, 0.12), (0.59, 0.81))
    corners = (*right, (0, 0.38), *((-a, b) for a, b in reversed(right[1:])))
    points = tuple((x + a * radius, y + b * radius) for a, b in corners)
    lines: tuple[tuple[str, tuple[float, ...]], ...] = tuple(("L", point) for point in points[1:])
    return Path((("M", points[0]), *lines, ("Z", ())), "coin", "ink", radius * 0.09)


# --- dominoes and dice ----------------------------------------------------------------------------


# Where the pips of a number lie: shares of the end, from its middle, in three columns.
_OFF = 0.28
_ROWS = {3: (-0.28, 0.0, 0.28), 4: (-0.33, -0.11, 0.11, 0.33)}
_COLUMNS: tuple[tuple[int, int, int], ...] = (
    # How many pips stand in the left, the middle and the right column, from 0 to 12.
    (0, 0, 0),
    (0, 1, 0),
    (1, 0, 1),
    (1, 1, 1),
    (2, 0, 2),
    (2, 1, 2),
    (3, 0, 3),
    (3, 1, 3),
    (3, 2, 3),
    (3, 3, 3),
    (4, 2, 4),
    (4, 3, 4),
    (4, 4, 4),
)
MOST_PIPS = len(_COLUMNS) - 1


def pips(number: int) -> tuple[tuple[float, float], ...]:
    """Return the places of the pips of one end, from its middle, for an end of side 1. Raises
    IndexError for more than twelve."""
    if number < 0:
        raise IndexError(number)
    left, middle, right = _COLUMNS[number]
    points = []
    for x, count in ((-_OFF, left), (0.0, middle), (_OFF, right)):
        if (left, middle, right) in ((1, 0, 1), (1, 1, 1)) and x:
            points.append((x, x))  # two and three run from corner to corner
            continue
        points += [(x, y) for y in _heights(count, across=left)]
    return tuple(points)


def _heights(count: int, across: int) -> tuple[float, ...]:
    """Return the heights of the pips of a column beside outer columns of `across`."""
    rows = _ROWS[4 if across > 3 else 3]
    if count in (0, len(rows)):
        return rows[:count]
    if count == 1:
        return (0.0,)
    if count == 2:
        return (-0.14, 0.14) if across == 3 else (rows[0], rows[-1])
    return _ROWS[3]


def tile(x: float, y: float, side: float, ends: tuple[int, int], turn: float = 0.0) -> Group:
    """A tile about a point, each end a square of `side`: the first number above the second, turned
    clockwise by degrees."""
    dot = side * (0.085 if max(ends) <= 9 else 0.07)
    items: list[Item] = [
        Rect(
            Area(x - side / 2, y - side, side, 2 * side), "card", "line", side * 0.04, side * 0.12
        ),
        Path(
            (("M", (x - side * 0.36, y)), ("L", (x + side * 0.36, y))), None, "black", side * 0.035
        ),
    ]
    for number, middle in zip(ends, (y - side / 2, y + side / 2), strict=True):
        items += [
            Circle(x + right * side, middle + down * side, dot, "black")
            for right, down in pips(number)
        ]
    return Group(tuple(items), turn=turn, about=(x, y))


def die(area: Area, number: int) -> tuple[Item, ...]:
    """A die in a square, with so many pips on top."""
    side = area.width
    x, y = area.middle
    return (
        Rect(area, "card", "line", side * 0.04, side * 0.18),
        *(
            Circle(x + right * side, y + down * side, side * 0.085, "black")
            for right, down in pips(number)
        ),
    )
