"""Dominoes on the table: a double with its toes, and trains that leave the double in the middle."""

from __future__ import annotations

from math import cos, pi, sin

from rulesets.drawing.shapes import arrow, chip, on_circle, tile
from rulesets.drawing.vectors import Area, Circle, Drawing, Group, Item, label
from rulesets.engine.words import Words, say

SIDE = 92.0  # of one end of a tile


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
        label(Area(14, 380, 300, 40), "The end of the arm"),
        label(Area(266, 20, 226, 84), "A double, laid crosswise"),
        label(Area(716, 218, 190, 84), "Three toes of its number"),
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


HUB, SMALL, HUB_MIDDLE = 108.0, 58.0, (520.0, 384.0)
TRAINS: tuple[tuple[str, float, tuple[tuple[int, int], ...]], ...] = (
    # Whose, at which angle it leaves the middle, and its tiles.
    ("", 0, ((12, 9), (9, 4))),
    ("Ann’s train", 72, ((12, 5), (5, 5), (5, 8))),
    ("Bo’s train", 144, ((12, 3), (3, 7))),
    ("Cy’s train, with a marker", 216, ((12, 10),)),
    ("Di’s train", 288, ((12, 1), (1, 6), (6, 0))),
)
MARKED = 3


def _train(angle: float, tiles: tuple[tuple[int, int], ...]) -> tuple[list[Item], float]:
    """The tiles of a train from the middle outwards, a double across, and how far it reaches."""
    items: list[Item] = []
    reach = HUB + 6
    for ends in tiles:
        across = ends[0] == ends[1]
        half = SMALL / 2 if across else SMALL
        x, y = on_circle(HUB_MIDDLE, reach + half, angle)
        items.append(tile(x, y, SMALL, ends, angle + (90 if across else 180)))
        reach += 2 * half + 3
    return items, reach


def hub(everybodys: str) -> Drawing:
    """The double twelve in the middle, a train from it towards each player, and the one that
    belongs to all, which is called `everybodys`."""
    x, y = HUB_MIDDLE
    items: list[Item] = [Circle(x, y, HUB, "felt", "line", 5.0), tile(x, y, SMALL, (12, 12))]
    rooms = (
        Area(570, 96, 380, 50),
        Area(800, 388, 240, 50),
        Area(722, 640, 230, 50),
        Area(20, 500, 300, 84),
        Area(30, 136, 220, 50),
    )
    for number, ((name, angle, tiles), room) in enumerate(zip(TRAINS, rooms, strict=True)):
        drawn, reach = _train(angle, tiles)
        items += [*drawn, label(room, name or everybodys, 34)]
        if number == MARKED:
            items.append(Group(chip(*on_circle(HUB_MIDDLE, reach + 24, angle), 22)))
    told = (
        say("The double twelve lies in the middle"),
        Words(everybodys),
        say("The trains of Ann, Bo, Cy and Di; Cy’s carries a marker"),
    )
    return Drawing(1040, 780, say("The double in the middle, and the trains"), told, tuple(items))
