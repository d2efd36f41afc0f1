"""Chips, coins and faces as they lie on a table, seen from above."""

from __future__ import annotations

from rulesets.show.drawing import Area, Circle, Group, Item, Path, Text
from rulesets.words import as_is

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
    """A chip with its notched rim; `other`: of the second colour."""
    return (
        Circle(x, y, radius, "chip-alt" if other else "chip", "line", radius * 0.07),
        Circle(x, y, radius * 0.82, None, "card", radius * 0.2, radius * 0.43),
        Circle(x, y, radius * 0.5, None, "card", radius * 0.07),
    )


def heap_width(count: int) -> float:
    """How wide so many chips lie, in radii of a chip."""
    return 2 * max((right for right, _ in _HEAPS[min(count, MOST_CHIPS)]), default=0) + 2


def heap(x: float, y: float, radius: float, count: int) -> Group:
    """So many chips about a point, at most `MOST_CHIPS` of them drawn."""
    places = _HEAPS[min(count, MOST_CHIPS)]
    chips = (
        chip(x + right * radius, y + down * radius, radius, other=number % 2 == 1)
        for number, (right, down) in enumerate(places)
    )
    return Group(tuple(item for one in chips for item in one))


def coin(x: float, y: float, radius: float, worth: str) -> Group:
    """A coin with what it is worth on it ("": so far covered that nothing can be read)."""
    room = Area(x - radius * 0.6, y - radius * 0.55, radius * 1.2, radius * 1.1)
    disc = Circle(x, y, radius, "coin", "line", radius * 0.08)
    ring = Circle(x, y, radius * 0.8, None, "line", radius * 0.05)
    if not worth:
        return Group((disc, ring))
    return Group((disc, ring, Text(room, as_is(worth), radius * 0.85, "black", "bold")))


def face(x: float, y: float, radius: float) -> Group:
    """A face with its eyes shut: somebody has nothing left and plays on."""
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
