"""Spots of boards that pieces are moved on: large enough for pieces of 15 mm at their true size."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from rulesets.show.drawing import (
    Area,
    Circle,
    Drawing,
    Group,
    Item,
    Path,
    Polygon,
    Rect,
    Role,
    Segment,
    Text,
)
from rulesets.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Point = tuple[float, float]
PER_MM = 10.0
"""Units of a drawing for each millimetre of the board."""
SPOT, CLEAR = 78.0, 4.0
"""Radius of a spot, and what words in it keep from its ring."""


def spot(
    at: Point, key: str, words: Words | None = None, *, ring: float = 8.0, fill: Role = "card"
) -> Group:
    """A spot about a point, known by a key, with words in it; a thick `ring` marks one that is
    more than a step of the way."""
    x, y = at
    disc = Circle(x, y, SPOT - ring / 2, fill, "ink", ring)
    if words is None:
        return Group((disc,), key=key)
    # The corners of the words' room touch the inside of the ring.
    inner = SPOT - ring - CLEAR
    room = Area(x - inner * 0.86, y - inner * 0.5, inner * 1.72, inner)
    role: Role = "ink" if fill == "felt" else "black"  # at night a card stays light, felt does not
    return Group((disc, Text(room, words, 38.0, role, "bold", most_lines=2)), key=key)


def way(points: Sequence[Point], *, closed: bool = True) -> Path:
    """A line from spot to spot."""
    steps: list[Segment] = [("M", points[0]), *(("L", point) for point in points[1:])]
    return Path((*steps, ("Z", ())) if closed else tuple(steps), None, "line", 14.0)


def cluster(count: int, step: float) -> tuple[Point, ...]:
    """Where so many spots lie together, about 0, 0: four to six of them."""
    if count == 5:
        wide = step * 0.72
        return ((-wide, -wide), (wide, -wide), (0.0, 0.0), (-wide, wide), (wide, wide))
    across = ceil(count / 2)
    return tuple(
        ((place % across - (across - 1) / 2) * step, (place // across - 0.5) * step)
        for place in range(count)
    )


def framed(
    items: Iterable[Item],
    reach: tuple[float, float, float, float],
    title: Words,
    told: tuple[Words, ...],
) -> Drawing:
    """Items that lie between left, top, right and foot, in a frame, from 0, 0 on."""
    left, top, right, foot = reach
    wide, high = float(ceil(right - left)), float(ceil(foot - top))
    frame = Rect(Area(left + 6, top + 6, wide - 12, high - 12), "ground", "line", 12.0, 90.0)
    moved = tuple(shifted(item, -left, -top) for item in (frame, *items))
    return Drawing(wide, high, title, told, moved, true_width=wide / PER_MM)


def shifted(item: Item, right: float, down: float) -> Item:
    """The same item elsewhere."""
    if isinstance(item, Group):
        about = item.about[0] + right, item.about[1] + down
        parts = tuple(shifted(part, right, down) for part in item.items)
        return replace(item, items=parts, about=about)
    if isinstance(item, Rect | Text):
        area = replace(item.area, x=item.area.x + right, y=item.area.y + down)
        return replace(item, area=area)
    if isinstance(item, Circle):
        return replace(item, x=item.x + right, y=item.y + down)
    if isinstance(item, Polygon):
        return replace(item, points=tuple((x + right, y + down) for x, y in item.points))
    steps = tuple(
        (step, tuple(at + (right, down)[place % 2] for place, at in enumerate(points)))
        for step, points in item.segments
    )
    return replace(item, segments=steps)
