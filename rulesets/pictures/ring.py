"""A board with one way round, for two or four sides: home, starting place and castle on each.

Each side has eighteen steps of the way, the corner first. Three past the corner is the entrance of
its castle, which leads inwards; eight past it is its starting place, beside its home. So a piece
goes nearly all the way round, and eight steps back from the start lead just short of the entrance.
"""

from __future__ import annotations

from functools import lru_cache

from rulesets.pictures.spots import Point, cluster, framed, spot, way
from rulesets.show.arrows import arrow
from rulesets.show.drawing import Area, Drawing, Item, Rect, Text
from rulesets.words import Words, say

STEP = 180.0
SIDE, ENTRANCE, START = 18, 3, 8
LOOPS = {2: (12, 8), 4: (19, 19)}
"""How many spots there are across and down, by the number of sides."""
ROOM = 2.05  # from the way to the middle of a home, in steps


def loop(sides: int) -> tuple[Point, ...]:
    """Every spot of the way in steps, clockwise from the corner at the lower right."""
    across, down = LOOPS[sides]
    right, foot = across - 1, down - 1
    return (
        *((float(right - step), float(foot)) for step in range(right)),
        *((0.0, float(foot - step)) for step in range(foot)),
        *((float(step), 0.0) for step in range(right)),
        *((float(right), float(step)) for step in range(foot)),
    )


@lru_cache(16)
def board_of_one_ring(sides: int, pieces: int = 5) -> Drawing:
    """The board for two or four players with so many pieces each. Raises KeyError for another
    number of players, ValueError for other than four to six pieces."""
    across, down = LOOPS[sides]
    if not 4 <= pieces <= 6:
        raise ValueError(f"no board has {pieces} pieces each")
    track = loop(sides)
    items: list[Item] = [way([_at(*point) for point in track])]
    if sides == 4:
        items += _piles(*_at((across - 1) / 2, (down - 1) / 2))
    for side in range(sides):
        items += _side(track, side, sides, pieces)
    told = (
        say("{count} spots in a ring, {each} for each side", count=len(track), each=SIDE),
        say("On each side a home and a castle for {pieces} pieces", pieces=pieces),
        say("A starting place, and the entrance of the castle, on each side"),
    )
    beyond = STEP * (0.75 if sides == 4 else ROOM + 1.6)
    reach = (-STEP * 0.75, -beyond, (across - 0.25) * STEP, (down - 1) * STEP + beyond)
    return framed(items, reach, say("The board for {count} players", count=sides), told)


def _at(x: float, y: float) -> Point:
    return x * STEP, y * STEP


def inward(sides: int, side: int) -> Point:
    """Which way the middle of the board lies from a side; the first is the lower one."""
    return ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))[side * 4 // sides]


def castle(sides: int, side: int, pieces: int) -> tuple[Point, ...]:
    """The spots of a castle in steps, from its entrance inwards."""
    x, y = loop(sides)[side * SIDE + ENTRANCE]
    right, down = inward(sides, side)
    return tuple((x + right * step, y + down * step) for step in range(1, pieces + 1))


def home(sides: int, side: int, pieces: int) -> tuple[Point, ...]:
    """The spots of a home in steps: inside the ring, where there is room."""
    (x, y), (right, down) = loop(sides)[side * SIDE + START], inward(sides, side)
    off = ROOM if sides == 4 else -ROOM
    middle = x + right * off, y + down * off
    return tuple((middle[0] + a, middle[1] + b) for a, b in cluster(pieces, 1.0))


def _side(track: tuple[Point, ...], side: int, sides: int, pieces: int) -> list[Item]:
    """Everything of one side."""
    number = side + 1
    own = track[side * SIDE : (side + 1) * SIDE]
    ways = castle(sides, side, pieces)
    waits = home(sides, side, pieces)
    x, y = sum(a for a, _b in waits) / pieces, sum(b for _a, b in waits) / pieces
    plate = Area((x - 1.55) * STEP, (y - 1.25) * STEP, 3.1 * STEP, 2.5 * STEP)
    (right, down), sign = inward(sides, side), 1 if sides == 4 else -1
    start = own[START]
    pen = start[0] + right * sign * 0.72, start[1] + down * sign * 0.72
    items: list[Item] = [
        Rect(plate, "felt", "line", 8.0, 90.0),
        way((_at(*own[ENTRANCE]), _at(*ways[-1])), closed=False),
        arrow(_at(*pen), _at(start[0] + right * sign * 0.5, start[1] + down * sign * 0.5), 10.0),
    ]
    for step, at in enumerate(own):
        if step == START:
            items.append(
                spot(_at(*at), f"start {number}", say("Start {number}", number=number), ring=20.0)
            )
        elif step == ENTRANCE:
            items.append(spot(_at(*at), f"entrance {number}", Words("In"), ring=20.0, fill="felt"))
        else:
            items.append(spot(_at(*at), f"track {number}"))
    items += [spot(_at(*at), f"castle {number}", Words("Castle"), ring=14.0) for at in ways]
    items += [spot(_at(*at), f"home {number}", Words("Home")) for at in waits]
    return items


def _piles(x: float, y: float) -> list[Item]:
    """Where the stock and the discards lie: two cards of the usual size."""
    wide, high = 640.0, 890.0
    items: list[Item] = []
    for name, left in (("Stock", x - wide - 60), ("Discards", x + 60)):
        area = Area(left, y - high / 2, wide, high)
        items += [
            Rect(area, "card", "line", 8.0, 40.0),
            Text(area.strip(0.4, 0.6).inset(60, 0), Words(name), 90.0, "muted", "display"),
        ]
    return items
