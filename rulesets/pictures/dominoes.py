"""Dominoes on the table: a double with its toes, and trains that leave the double in the middle."""

from __future__ import annotations

from math import cos, pi, sin

from rulesets.show.arrows import arrow
from rulesets.show.drawing import Area, Drawing, Item, Text
from rulesets.show.tiles import tile
from rulesets.words import Words, say

SIDE = 92.0  # of one end of a tile


def _label(area: Area, text: str, size: float = 34.0) -> Text:
    return Text(area, Words(text), size, "ink", "bold", most_lines=2)


def double_with_toes() -> Drawing:
    """The end of an arm, a double across it, and three tiles of its number against the double."""
    x, y, off = 436.0, 260.0, SIDE * 0.5
    items: list[Item] = [
        tile(x - off - 3 * SIDE - 8, y, SIDE, (4, 2), -90),
        tile(x - off - SIDE - 4, y, SIDE, (2, 5), -90),
        tile(x, y, SIDE, (5, 5)),
    ]
    for ends, turn, start in (((5, 1), -40.0, -0.97), ((5, 6), 0.0, 0.0), ((5, 3), 40.0, 0.97)):
        angle = turn * pi / 180
        near = (x + off + 6 + (SIDE * 0.3 if turn else 0.0), y + start * SIDE)
        middle = (near[0] + cos(angle) * SIDE, near[1] + sin(angle) * SIDE)
        items.append(tile(*middle, SIDE, ends, turn - 90))
    items += [
        _label(Area(14, 380, 300, 40), "The end of the arm"),
        _label(Area(266, 20, 226, 84), "A double, laid crosswise"),
        _label(Area(716, 218, 190, 84), "Three toes of its number"),
        arrow((420, 108), (432, 162), 5.0),
        arrow((160, 378), (160, 318), 5.0),
    ]
    title = say("A double and its three toes")
    told = (
        say("An arm ends with the tile 2-5"),
        say("The double 5-5 lies across it"),
        say("Three tiles lie against the other side of the double: 5-1, 5-6 and 5-3"),
    )
    return Drawing(920, 520, title, told, tuple(items))
