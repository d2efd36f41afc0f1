"""Dominoes as they lie on a table, seen from above."""

from __future__ import annotations

from rulesets.show.drawing import Area, Circle, Group, Item, Path, Rect

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
    """Where the pips of one end lie, from its middle, for an end of side 1. Raises IndexError for
    more than twelve."""
    if number < 0:
        raise IndexError(number)
    left, middle, right = _COLUMNS[number]
    found = []
    for x, count in ((-_OFF, left), (0.0, middle), (_OFF, right)):
        if (left, middle, right) in ((1, 0, 1), (1, 1, 1)) and x:
            found.append((x, x))  # two and three run from corner to corner
            continue
        found += [(x, y) for y in _heights(count, across=left)]
    return tuple(found)


def _heights(count: int, across: int) -> tuple[float, ...]:
    """At which heights the pips of a column stand beside outer columns of `across`."""
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
