"""Who is still in, as a drawing: a tile for everyone with the coins left, and the pot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.drawing.shapes import coin, face, star
from rulesets.drawing.text_fit import text_width
from rulesets.drawing.vectors import Area, Drawing, Group, Item, Rect, Text
from rulesets.engine.words import Words, as_is

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 1000.0
GAP, EDGE = 20.0, 36.0
HIGH, ROUND = 176.0, 22.0  # of a tile
FEW = 10  # up to so many players in two columns, more in three
IN_ROW = 6  # up to so many coins are drawn on a tile
IN_POT = 12  # and in the pot
WORTH = "25"
TILES_REMEMBERED = 1024  # tiles: most are as they were a round ago


@dataclass(frozen=True, slots=True)
class Survivor:
    """Somebody on the board. `out_in`: the round in which he went out; `winner`: the last one."""

    name: str
    coins: int
    on_face: bool = False
    out_in: int | None = None
    winner: bool = False

    @property
    def words(self) -> Words:
        """How it stands with him."""
        if self.out_in is not None:
            return Words("out in round {number}", {"number": self.out_in})
        if self.winner:
            return Words("last one in")
        return Words("on their face") if self.on_face else Words("")


def survivors_drawing(people: Sequence[Survivor], pot: int, title: Words | None = None) -> Drawing:
    """A tile for everyone, row by row in their order, and the pot below them."""
    across = 2 if len(people) <= FEW else 3
    wide = (WIDTH - 2 * EDGE - (across - 1) * GAP) / across
    rows = -(-len(people) // across)
    tiles = [
        _tile(
            one,
            Area(
                EDGE + place % across * (wide + GAP),
                EDGE + place // across * (HIGH + GAP),
                wide,
                HIGH,
            ),
            f"player-{place}",
        )
        for place, one in enumerate(people)
    ]
    room = Area(EDGE, EDGE + rows * (HIGH + GAP), WIDTH - 2 * EDGE, HIGH)
    height = room.foot + EDGE
    table = Rect(Area(0, 0, WIDTH, height), "rim", None, 0.0, 56.0)
    trim = Rect(Area(0, 0, WIDTH, height).inset(14), None, "coin", 3.0, 44.0)
    items: tuple[Item, ...] = (table, trim, *tiles, Group(_pot(pot, room), key="pot"))
    return Drawing(WIDTH, height, title or Words("Who is still in"), _describe(people, pot), items)


def _describe(people: Sequence[Survivor], pot: int) -> tuple[Words, ...]:
    """Everything that the drawing shows, in words."""
    told = []
    for one in people:
        given: dict[str, str | int | Words] = {"name": one.name, "coins": one.coins}
        state = one.words
        if one.out_in is not None or one.on_face:
            told.append(Words("{name}: {state}", {**given, "state": state}))
        elif one.winner:
            told.append(Words("{name}: {coins}, {state}", {**given, "state": state}))
        else:
            told.append(Words("{name}: {coins}", given))
    return (*told, Words("in the pot: {coins}", {"coins": pot}))


@lru_cache(TILES_REMEMBERED)
def _tile(one: Survivor, area: Area, key: str) -> Group:
    """Somebody's tile."""
    return Group(_on_tile(one, area), key=key)


def _on_tile(one: Survivor, area: Area) -> tuple[Item, ...]:
    """Name above; below it coins, the face of who has none, or since when he is out."""
    inner = area.inset(24, 14)
    upper, lower = inner.strip(0, 0.46), inner.strip(0.5, 1)
    if one.out_in is not None:
        return (
            Rect(area, None, "light", 2.0, ROUND),
            Text(upper, as_is(one.name), 46.0, "light", "bold", "start", 2, struck=True),
            Text(lower, one.words, 40.0, "light", "text", "start"),
        )
    name = Text(upper, as_is(one.name), 46.0, "ink", "bold", "start", 2)
    ground = Rect(area, "ground", "line", 2.0, ROUND)
    if one.on_face:
        radius = lower.height / 2
        words = Area(lower.x + lower.height + 16, lower.y, lower.width - lower.height - 16, 0)
        state = Text(
            replace(words, height=lower.height), one.words, 40.0, "ink", "text", "start", 2
        )
        return (ground, name, face(lower.x + radius, lower.middle[1], radius), state)
    if one.winner:
        size = upper.height * 0.5
        shine = star(upper.right - size, upper.middle[1] + 4, size)
        ground = Rect(area, "felt", "coin", 8.0, ROUND)
        name = replace(name, area=replace(upper, width=upper.width - 2 * size - 10))
        return (ground, name, shine, *_coins(one.coins, lower, IN_ROW))
    return (ground, name, *_coins(one.coins, lower, IN_ROW))


def _coins(count: int, room: Area, most: int) -> tuple[Item, ...]:
    """Coins from the left, at most so many of them, one over the other where room is short, and
    their number at the right."""
    number = Text(room, as_is(str(count)), room.height * 0.75, "ink", "bold", "end")
    radius, drawn = room.height / 2, min(count, most)
    if not drawn:
        return (number,)
    free = room.width - text_width(str(count)) * number.size - 16 - 2 * radius
    step = min(2.1 * radius, free / max(drawn - 1, 1))
    x, y = room.x + radius, room.middle[1]
    coins = (
        coin(x + place * step, y, radius, "" if step < 2 * radius and place < drawn - 1 else WORTH)
        for place in range(drawn)
    )
    return (*coins, number)


def _pot(pot: int, area: Area) -> tuple[Item, ...]:
    """The pot with what lies in it."""
    inner = area.inset(30, 22)
    label = replace(inner, width=150.0)
    coins = Area(inner.x + 170, inner.y + 22, inner.width - 170, inner.height - 44)
    return (
        Rect(area, "felt", "coin", 4.0, area.height / 2),
        Text(label, Words("Pot"), 60.0, "ink", "display"),
        *_coins(pot, coins, IN_POT),
    )
