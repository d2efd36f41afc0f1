"""Arrows: which way something goes."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, pi, sin, tan

from rulesets.show.drawing import Group, Path, Polygon, Role, Segment

Point = tuple[float, float]
WINGS = 0.45  # how far the sides of a head lean out, in radians
HEAD = 5.0  # how long a head is, in widths of its line
FULL_CURVE = 4 / 3


def arrow(
    start: Point, end: Point, width: float, role: Role = "ink", *, bend: float = 0.0
) -> Group:
    """An arrow from point to point. `bend`: how far its middle lies to the right of the straight
    line (as it goes), as a share of its length."""
    (x1, y1), (x2, y2) = start, end
    along = (x2 - x1, y2 - y1)
    aside = (-along[1] * bend * FULL_CURVE, along[0] * bend * FULL_CURVE)
    first = (x1 + along[0] / 3 + aside[0], y1 + along[1] / 3 + aside[1])
    last = (x1 + along[0] * 2 / 3 + aside[0], y1 + along[1] * 2 / 3 + aside[1])
    towards = atan2(y2 - last[1], x2 - last[0])
    foot = _from(end, towards + pi, width * HEAD * 0.8)
    line: tuple[Segment, ...] = (("M", start), ("C", (*first, *last, *foot)))
    return Group((Path(line, None, role, width), head(end, towards, width * HEAD, role)))


def round_arrow(
    centre: Point, radius: float, start: float, end: float, width: float, role: Role = "ink"
) -> Group:
    """An arrow on a circle from an angle to another, in degrees clockwise from the top; it goes
    the other way where `end` is less than `start`."""
    way = 1 if end > start else -1
    short = end - way * (width * HEAD * 0.8 / radius) * 180 / pi
    steps = max(1, round(abs(short - start) / 30))
    angles = [start + (short - start) * step / steps for step in range(steps + 1)]
    reach = FULL_CURVE * tan(abs(angles[1] - angles[0]) * pi / 720) * radius
    line: list[Segment] = [("M", on_circle(centre, radius, start))]
    for here, there in pairwise(angles):
        a, b = on_circle(centre, radius, here), on_circle(centre, radius, there)
        one = _from(a, _along(here, way), reach)
        two = _from(b, _along(there, way), -reach)
        line.append(("C", (*one, *two, *b)))
    tip = on_circle(centre, radius, end)
    return Group(
        (
            Path(tuple(line), None, role, width),
            head(tip, _along((short + end) / 2, way), width * HEAD, role),
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
