"""What drawings are made of, as tests look at it: every shape where it ends up."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rulesets.drawing.vectors import Circle, Drawing, Group, Item, Path, Polygon, Rect, Text

Point = tuple[float, float]


def leaves(items: tuple[Item, ...]) -> Iterator[Item]:
    """All items that are no groups."""
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items)
        else:
            yield item


def texts(items: tuple[Item, ...]) -> list[str]:
    """All words, in English, in the order in which they are drawn."""
    return [item.words.render() for item in leaves(items) if isinstance(item, Text)]


def of_key(drawing: Drawing, key: str) -> Group:
    """The one group with a key."""
    (found,) = (item for item in drawing.items if isinstance(item, Group) and item.key == key)
    return found


def outline(item: Item) -> list[Point]:
    """Points that lie at or beyond everything that an item covers."""
    if isinstance(item, Rect | Text):
        return list(item.area.corners)
    if isinstance(item, Circle):
        reach = item.radius + (item.width / 2 if item.stroke else 0)
        angles = (place * math.pi / 8 for place in range(16))
        return [(item.x + math.cos(a) * reach, item.y + math.sin(a) * reach) for a in angles]
    if isinstance(item, Polygon):
        return list(item.points)
    if isinstance(item, Path):
        # A curve stays within its handles.
        return [
            (numbers[i], numbers[i + 1])
            for _, numbers in item.segments
            for i in range(0, len(numbers), 2)
        ]
    angle = math.radians(item.turn)
    cos, sin, (x, y) = math.cos(angle), math.sin(angle), item.about
    return [
        (x + (a - x) * cos - (b - y) * sin, y + (a - x) * sin + (b - y) * cos)
        for part in item.items
        for a, b in outline(part)
    ]


def area(points: tuple[Point, ...]) -> float:
    """How large a polygon is."""
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return abs(sum(a * d - b * c for (a, b), (c, d) in pairs)) / 2


def is_within(points: tuple[Point, ...], point: Point, slack: float = 1e-6) -> bool:
    """Whether a point lies in a convex polygon whose corners run clockwise."""
    x, y = point
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return all((c - a) * (y - b) - (d - b) * (x - a) >= -slack for (a, b), (c, d) in pairs)
