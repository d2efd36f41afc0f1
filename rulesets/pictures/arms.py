"""A board of two to six arms: the way leads round all of them, a short way round the middle.

Each arm has three columns. The way comes up on one side, turns at the tip and goes down on the
other; in between lies the row that is its owner's home, entered from the middle of the tip. Where
two arms meet there is a spot of the fast track, which runs from one to the next round the
bullseye. It is the owner's exit who has the next arm, clockwise. Beside the tip is the pen, from
which a piece comes out on the first spot past the entrance of its home. With six arms and four
pieces that are 84 spots, 14 for each arm.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin, sqrt

from rulesets.pictures.spots import SPOT, Point, cluster, framed, spot, way
from rulesets.show.arrows import arrow, head, on_circle
from rulesets.show.drawing import Area, Circle, Drawing, Group, Item, Rect, Text
from rulesets.words import Words, say

STEP = 180.0  # from spot to spot
SHORTEST = 6  # rows of an arm
PEN = 1.66 * STEP  # radius of a pen
INNER = 1.55 * STEP  # the fast track is at least so far from the middle


class Arm:
    """Where everything of one arm lies; the first one points down, the others follow clockwise."""

    def __init__(self, number: int, arms: int, pieces: int) -> None:
        half = pi / arms
        self.number, self.pieces = number, pieces
        self.turn = 180 + 360 * number / arms
        self.rows = max(SHORTEST, pieces + 1)
        self.inner = max(STEP / sin(half), INNER)
        aside = self.inner * sin(half) - STEP
        near = self.inner * cos(half) - STEP + sqrt(max(STEP * STEP - aside * aside, 0))
        # A home never reaches as far in as the fast track.
        least = self.inner - (self.rows - pieces - 0.5) * STEP
        self.foot = max(near, 0.7 * STEP, least)
        self.exit = on_circle((0, 0), self.inner, self.turn - 180 / arms)

    def at(self, aside: float, row: float) -> Point:
        """A point by its column (-1, 0, 1: clockwise) and row."""
        angle = self.turn * pi / 180
        out = self.foot + row * STEP
        x, y = (
            sin(angle) * out + cos(angle) * aside * STEP,
            -cos(angle) * out + sin(angle) * aside * STEP,
        )
        return x, y

    @property
    def track(self) -> tuple[Point, ...]:
        """The way past it: its exit, up one side, the entrance of its home, down the other."""
        up = [self.at(-1, row) for row in range(1, self.rows + 1)]
        down = [self.at(1, row) for row in range(self.rows, 0, -1)]
        return (self.exit, *up, self.at(0, self.rows), *down)

    @property
    def start(self) -> Point:
        return self.at(1, self.rows)

    @property
    def home(self) -> tuple[Point, ...]:
        """From the entrance inwards."""
        return tuple(self.at(0, self.rows - 1 - place) for place in range(self.pieces))

    @property
    def pen(self) -> Point:
        return self.at(1 + 2.3, self.rows - 0.7)

    @property
    def held(self) -> tuple[Point, ...]:
        x, y = self.pen
        return tuple((x + right, y + down) for right, down in cluster(self.pieces, STEP))


@lru_cache(32)
def board_of_arms(arms: int, pieces: int = 4) -> Drawing:
    """The board for so many players, with a home and a pen for so many pieces each.

    Raises ValueError for other than two to six arms, or four to six pieces.
    """
    if not (2 <= arms <= 6 and 4 <= pieces <= 6):
        raise ValueError(f"no board has {arms} arms and {pieces} pieces each")
    found = [Arm(number, arms, pieces) for number in range(arms)]
    track = [point for arm in found for point in arm.track]
    inner = found[0].inner
    items: list[Item] = [
        Circle(0, 0, inner, None, "ink", 16.0, 40.0),
        way(track),
        Group((Circle(0, 0, SPOT * 1.45, "felt", "ink", 18.0), _bullseye()), key="bullseye"),
    ]
    for arm in found:
        items += [
            head(on_circle((0, 0), inner, arm.turn + 4), (arm.turn * pi / 180), 60.0, "ink"),
            *_arm(arm),
        ]
    told = (
        say(
            "{arms} arms with {count} spots each on the way round",
            arms=arms,
            count=len(found[0].track),
        ),
        say("A pen and a home for {pieces} pieces each", pieces=pieces),
        say("{arms} exits on the short way round the bullseye", arms=arms),
    )
    return framed(items, _reach(found), say("The board for {count} players", count=arms), told)


def _bullseye() -> Text:
    room = Area(-SPOT * 1.2, -SPOT * 0.5, SPOT * 2.4, SPOT)
    return Text(room, Words("Bullseye"), 46.0, "ink", "bold")


def _arm(arm: Arm) -> list[Item]:
    """Everything of an arm, from the lowest layer up."""
    number, of = arm.number + 1, str(arm.number + 1)
    middle = arm.at(0, arm.rows - 1 - (arm.pieces - 1) / 2)
    high, wide = (arm.pieces - 1) * STEP + 2 * SPOT + 30, 2 * SPOT + 30
    under = Rect(
        Area(middle[0] - wide / 2, middle[1] - high / 2, wide, high), "felt", "line", 6.0, 90.0
    )
    x, y = arm.pen
    highest = max(abs(down) for _right, down in cluster(arm.pieces, STEP)) + SPOT
    room = PEN * 0.93 - highest  # between the spots and the ring, away from the arrow
    top = y + highest if arm.start[1] < y else y - highest - room
    items: list[Item] = [
        Group((under,), turn=arm.turn, about=middle),
        way((arm.at(0, arm.rows), arm.home[-1]), closed=False),
        Circle(x, y, PEN, "felt", "line", 8.0),
        arrow(*_between(arm.pen, arm.start), 20.0),
        Text(
            Area(x - PEN * 0.45, top, PEN * 0.9, room),
            say("Pen {number}", number=number),
            min(70.0, room * 0.75),
            "ink",
            "bold",
        ),
    ]
    exit_at, *steps = arm.track
    for at in steps:
        if at == arm.start:
            items.append(spot(at, f"start {of}", Words("Start"), ring=20.0))
        else:
            items.append(spot(at, f"track {of}"))
    items.append(
        spot(exit_at, f"exit {of}", say("Exit {number}", number=number), ring=20.0, fill="felt")
    )
    items += [spot(at, f"home {of}", Words("Home"), ring=14.0) for at in arm.home]
    items += [spot(at, f"pen {of}") for at in arm.held]
    return items


def _between(pen: Point, start: Point) -> tuple[Point, Point]:
    """From the edge of a pen to the edge of a spot."""
    across, down = start[0] - pen[0], start[1] - pen[1]
    long = sqrt(across * across + down * down)
    one, other = (PEN + 8) / long, (long - SPOT - 12) / long
    return (pen[0] + across * one, pen[1] + down * one), (
        pen[0] + across * other,
        pen[1] + down * other,
    )


def _reach(arms: list[Arm]) -> tuple[float, float, float, float]:
    """How far the board reaches, with a margin."""
    edges = [(point, SPOT + 90) for arm in arms for point in arm.track]
    edges += [(arm.pen, PEN + 70) for arm in arms]
    left = min(x - far for (x, _y), far in edges)
    top = min(y - far for (_x, y), far in edges)
    right = max(x + far for (x, _y), far in edges)
    return left, top, right, max(y + far for (_x, y), far in edges)
