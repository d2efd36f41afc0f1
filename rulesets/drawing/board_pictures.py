"""Boards that pieces are moved on, with spots large enough for pieces of 15 mm at their true size.

A board of two to six arms: the way leads round all of them, a short way round the middle. Each arm
has three columns. The way comes up on one side, turns at the tip and goes down on the other; in
between lies the row that is its owner's home, entered from the middle of the tip. Where two arms
meet there is a spot of the fast track, which runs from one to the next round the bullseye. It is
the owner's exit who has the next arm, clockwise. Beside the tip is the pen, from which a piece
comes out on the first spot past the entrance of its home. With six arms and four pieces that are 84
spots, 14 for each arm.

A board with one way round, for two or four sides: home, starting place and castle on each. Each
side has eighteen steps of the way, the corner first. Three past the corner is the entrance of its
castle, which leads inwards; eight past it is its starting place, beside its home. So a piece goes
nearly all the way round, and eight steps back from the start lead just short of the entrance.

A board of ten by ten on which every card but the jacks lies twice. The four corners are ornaments
and no spaces: 96 cards are shown. The second half is the first one turned round, so that the board
looks the same from both sides.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import ceil, cos, pi, sin, sqrt
from typing import TYPE_CHECKING

from rulesets.drawing.shapes import arrow, head, on_circle
from rulesets.drawing.suits import suit
from rulesets.drawing.vectors import (
    SUITS,
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
from rulesets.engine.text import Phrase, as_is, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


# --- spots ----------------------------------------------------------------------------------------


Point = tuple[float, float]
PER_MM = 10.0
"""Units of a drawing for each millimetre of the board."""
SPOT_STEP = 180.0  # from spot to spot
SPOT, CLEAR = 78.0, 4.0
"""Radius of a spot, and what words in it keep from its ring."""


def spot(
    at: Point, key: str, words: Phrase | None = None, *, ring: float = 8.0, fill: Role = "card"
) -> Group:
    """Return a spot about a point, with a key and words in it; a thick `ring` marks a spot that is
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
    """Return a line from spot to spot."""
    steps: list[Segment] = [("M", points[0]), *(("L", point) for point in points[1:])]
    return Path((*steps, ("Z", ())) if closed else tuple(steps), None, "line", 14.0)


def cluster(count: int, step: float) -> tuple[Point, ...]:
    """Return the places of so many spots close together, about 0, 0: four to six of them."""
    if count == 5:
        wide = step * 0.72
        return ((-wide, -wide), (wide, -wide), (0.0, 0.0), (-wide, wide), (wide, wide))
    across = ceil(count / 2)
    return tuple(
        ((place % across - (across - 1) / 2) * step, (place // across - 0.5) * step)
        for place in range(count)
    )


def frame_board(
    items: Iterable[Item],
    reach: tuple[float, float, float, float],
    title: Phrase,
    notes: tuple[Phrase, ...],
) -> Drawing:
    """Frame items that lie between left, top, right and foot, from 0, 0 on."""
    left, top, right, foot = reach
    wide, high = float(ceil(right - left)), float(ceil(foot - top))
    frame = Rect(Area(left + 6, top + 6, wide - 12, high - 12), "ground", "line", 12.0, 90.0)
    moved = tuple(shift_item(item, -left, -top) for item in (frame, *items))
    return Drawing(wide, high, title, notes, moved, true_width=wide / PER_MM)


def shift_item(item: Item, right: float, down: float) -> Item:
    """Return an item at another place."""
    if isinstance(item, Group):
        about = item.about[0] + right, item.about[1] + down
        parts = tuple(shift_item(part, right, down) for part in item.items)
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


# --- two to six arms ------------------------------------------------------------------------------


SHORTEST = 6  # rows of an arm
PEN = 1.66 * SPOT_STEP  # radius of a pen
INNER = 1.55 * SPOT_STEP  # the fast track is at least so far from the middle


class Arm:
    """The places of everything on one arm; the first one points down, the others follow
    clockwise."""

    def __init__(self, number: int, arms: int, pieces: int) -> None:
        half = pi / arms
        self.number, self.pieces = number, pieces
        self.turn = 180 + 360 * number / arms
        self.rows = max(SHORTEST, pieces + 1)
        self.inner = max(SPOT_STEP / sin(half), INNER)
        aside = self.inner * sin(half) - SPOT_STEP
        near = (
            self.inner * cos(half) - SPOT_STEP + sqrt(max(SPOT_STEP * SPOT_STEP - aside * aside, 0))
        )
        # A home never reaches as far in as the fast track.
        least = self.inner - (self.rows - pieces - 0.5) * SPOT_STEP
        self.foot = max(near, 0.7 * SPOT_STEP, least)
        self.exit = on_circle((0, 0), self.inner, self.turn - 180 / arms)

    def at(self, aside: float, row: float) -> Point:
        """Return a point by its column (-1, 0, 1: clockwise) and row."""
        angle = self.turn * pi / 180
        out = self.foot + row * SPOT_STEP
        x, y = (
            sin(angle) * out + cos(angle) * aside * SPOT_STEP,
            -cos(angle) * out + sin(angle) * aside * SPOT_STEP,
        )
        return x, y

    @property
    def track(self) -> tuple[Point, ...]:
        """Return the way past the arm: its exit, up one side, the entrance of its home, down the
        other."""
        up = [self.at(-1, row) for row in range(1, self.rows + 1)]
        down = [self.at(1, row) for row in range(self.rows, 0, -1)]
        return (self.exit, *up, self.at(0, self.rows), *down)

    @property
    def start(self) -> Point:
        return self.at(1, self.rows)

    @property
    def home(self) -> tuple[Point, ...]:
        """Return the spots of the home, from the entrance inwards."""
        return tuple(self.at(0, self.rows - 1 - place) for place in range(self.pieces))

    @property
    def pen(self) -> Point:
        return self.at(1 + 2.3, self.rows - 0.7)

    @property
    def held(self) -> tuple[Point, ...]:
        x, y = self.pen
        return tuple((x + right, y + down) for right, down in cluster(self.pieces, SPOT_STEP))


@lru_cache(32)
def board_of_arms(arms: int, pieces: int = 4) -> Drawing:
    """Draw the board for so many players, with a home and a pen for so many pieces each.

    Raises ValueError for other than two to six arms, or four to six pieces.
    """
    if not (2 <= arms <= 6 and 4 <= pieces <= 6):
        raise ValueError(f"no board has {arms} arms and {pieces} pieces each")
    every_arm = [Arm(number, arms, pieces) for number in range(arms)]
    track = [point for arm in every_arm for point in arm.track]
    inner = every_arm[0].inner
    items: list[Item] = [
        Circle(0, 0, inner, None, "ink", 16.0, 40.0),
        way(track),
        Group((Circle(0, 0, SPOT * 1.45, "felt", "ink", 18.0), _bullseye()), key="bullseye"),
    ]
    for arm in every_arm:
        items += [
            head(on_circle((0, 0), inner, arm.turn + 4), (arm.turn * pi / 180), 60.0, "ink"),
            *_arm(arm),
        ]
    description = (
        say(
            "{arms} arms with {count} spots each on the way round",
            arms=arms,
            count=len(every_arm[0].track),
        ),
        say("A pen and a home for {pieces} pieces each", pieces=pieces),
        say("{arms} exits on the short way round the bullseye", arms=arms),
    )
    return frame_board(
        items, _reach(every_arm), say("The board for {count} players", count=arms), description
    )


def _bullseye() -> Text:
    room = Area(-SPOT * 1.2, -SPOT * 0.5, SPOT * 2.4, SPOT)
    return Text(room, Phrase("Bullseye"), 46.0, "ink", "bold")


def _arm(arm: Arm) -> list[Item]:
    """Return everything of an arm, from the lowest layer up."""
    number, of = arm.number + 1, str(arm.number + 1)
    middle = arm.at(0, arm.rows - 1 - (arm.pieces - 1) / 2)
    high, wide = (arm.pieces - 1) * SPOT_STEP + 2 * SPOT + 30, 2 * SPOT + 30
    under = Rect(
        Area(middle[0] - wide / 2, middle[1] - high / 2, wide, high), "felt", "line", 6.0, 90.0
    )
    x, y = arm.pen
    highest = max(abs(down) for _right, down in cluster(arm.pieces, SPOT_STEP)) + SPOT
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
            items.append(spot(at, f"start {of}", Phrase("Start"), ring=20.0))
        else:
            items.append(spot(at, f"track {of}"))
    items.append(
        spot(exit_at, f"exit {of}", say("Exit {number}", number=number), ring=20.0, fill="felt")
    )
    items += [spot(at, f"home {of}", Phrase("Home"), ring=14.0) for at in arm.home]
    items += [spot(at, f"pen {of}") for at in arm.held]
    return items


def _between(pen: Point, start: Point) -> tuple[Point, Point]:
    """Return the line from the edge of a pen to the edge of a spot."""
    across, down = start[0] - pen[0], start[1] - pen[1]
    long = sqrt(across * across + down * down)
    near, far = (PEN + 8) / long, (long - SPOT - 12) / long
    return (pen[0] + across * near, pen[1] + down * near), (
        pen[0] + across * far,
        pen[1] + down * far,
    )


def _reach(arms: list[Arm]) -> tuple[float, float, float, float]:
    """Return how far the board reaches, with a margin."""
    edges = [(point, SPOT + 90) for arm in arms for point in arm.track]
    edges += [(arm.pen, PEN + 70) for arm in arms]
    left = min(x - far for (x, _y), far in edges)
    top = min(y - far for (_x, y), far in edges)
    right = max(x + far for (x, _y), far in edges)
    return left, top, right, max(y + far for (_x, y), far in edges)


# --- one way round --------------------------------------------------------------------------------


STEPS_A_SIDE, ENTRANCE, START = 18, 3, 8
LOOPS = {2: (12, 8), 4: (19, 19)}
"""How many spots there are across and down, by the number of sides."""
HOME_DISTANCE = 2.05  # from the way to the middle of a home, in steps


def loop(sides: int) -> tuple[Point, ...]:
    """Return every spot of the way in steps, clockwise from the corner at the lower right."""
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
    """Draw the board for two or four players with so many pieces each. Raises ValueError for
    another number of players, or other than four to six pieces."""
    if sides not in LOOPS:
        raise ValueError(f"no board is for {sides} players")
    if not 4 <= pieces <= 6:
        raise ValueError(f"no board has {pieces} pieces each")
    across, down = LOOPS[sides]
    track = loop(sides)
    items: list[Item] = [way([_at(*point) for point in track])]
    if sides == 4:
        items += _piles(*_at((across - 1) / 2, (down - 1) / 2))
    for side in range(sides):
        items += _ring_side(track, side, sides, pieces)
    description = (
        say("{count} spots in a ring, {each} for each side", count=len(track), each=STEPS_A_SIDE),
        say("On each side a home and a castle for {pieces} pieces", pieces=pieces),
        say("A starting place, and the entrance of the castle, on each side"),
    )
    beyond = SPOT_STEP * (0.75 if sides == 4 else HOME_DISTANCE + 1.6)
    reach = (
        -SPOT_STEP * 0.75,
        -beyond,
        (across - 0.25) * SPOT_STEP,
        (down - 1) * SPOT_STEP + beyond,
    )
    return frame_board(items, reach, say("The board for {count} players", count=sides), description)


def _at(x: float, y: float) -> Point:
    return x * SPOT_STEP, y * SPOT_STEP


def inward(sides: int, side: int) -> Point:
    """Return the direction of the middle of the board from a side; the first side is the lower
    one."""
    return ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))[side * 4 // sides]


def castle(sides: int, side: int, pieces: int) -> tuple[Point, ...]:
    """Return the spots of a castle in steps, from its entrance inwards."""
    x, y = loop(sides)[side * STEPS_A_SIDE + ENTRANCE]
    right, down = inward(sides, side)
    return tuple((x + right * step, y + down * step) for step in range(1, pieces + 1))


def home(sides: int, side: int, pieces: int) -> tuple[Point, ...]:
    """Return the spots of a home in steps: inside the ring, if there is room."""
    (x, y), (right, down) = loop(sides)[side * STEPS_A_SIDE + START], inward(sides, side)
    off = HOME_DISTANCE if sides == 4 else -HOME_DISTANCE
    middle = x + right * off, y + down * off
    return tuple((middle[0] + a, middle[1] + b) for a, b in cluster(pieces, 1.0))


def _ring_side(track: tuple[Point, ...], side: int, sides: int, pieces: int) -> list[Item]:
    """Return everything of one side."""
    number = side + 1
    own = track[side * STEPS_A_SIDE : (side + 1) * STEPS_A_SIDE]
    ways = castle(sides, side, pieces)
    waits = home(sides, side, pieces)
    x, y = sum(a for a, _b in waits) / pieces, sum(b for _a, b in waits) / pieces
    plate = Area((x - 1.55) * SPOT_STEP, (y - 1.25) * SPOT_STEP, 3.1 * SPOT_STEP, 2.5 * SPOT_STEP)
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
            items.append(spot(_at(*at), f"entrance {number}", Phrase("In"), ring=20.0, fill="felt"))
        else:
            items.append(spot(_at(*at), f"track {number}"))
    items += [spot(_at(*at), f"castle {number}", Phrase("Castle"), ring=14.0) for at in ways]
    items += [spot(_at(*at), f"home {number}", Phrase("Home")) for at in waits]
    return items


def _piles(x: float, y: float) -> list[Item]:
    """Return the spaces of the stock and the discards: two cards of the usual size."""
    wide, high = 640.0, 890.0
    items: list[Item] = []
    for name, left in (("Stock", x - wide - 60), ("Discards", x + 60)):
        area = Area(left, y - high / 2, wide, high)
        items += [
            Rect(area, "card", "line", 8.0, 40.0),
            Text(area.strip(0.4, 0.6).inset(60, 0), Phrase(name), 90.0, "muted", "display"),
        ]
    return items


# --- ten by ten cards -----------------------------------------------------------------------------


RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "Q", "K", "A")
ACROSS = 10
WIDE, HIGH, EDGE = 240.0, 300.0, 110.0
CORNERS = frozenset({(0, 0), (0, ACROSS - 1), (ACROSS - 1, 0), (ACROSS - 1, ACROSS - 1)})


def layout() -> dict[tuple[int, int], tuple[str, str]]:
    """Return rank and suit letter by row and column: one suit after the other from the upper left
    corner to and fro down to the middle, and the same from the lower right one up."""
    cards = [(rank, letter) for letter in SUITS for rank in RANKS]
    places = []
    for row in range(ACROSS // 2):
        columns = range(ACROSS) if row % 2 == 0 else range(ACROSS - 1, -1, -1)
        places += [(row, column) for column in columns if (row, column) not in CORNERS]
    upper = dict(zip(places, cards, strict=True))
    last = ACROSS - 1
    return upper | {(last - row, last - column): card for (row, column), card in upper.items()}


@lru_cache(2)
def field_of_cards() -> Drawing:
    width, height = ACROSS * WIDE + 2 * EDGE, ACROSS * HIGH + 2 * EDGE
    items: list[Item] = [Rect(Area(6, 6, width - 12, height - 12), "rim", "line", 12.0, 90.0)]
    for (row, column), (rank, letter) in layout().items():
        area = Area(EDGE + column * WIDE, EDGE + row * HIGH, WIDE, HIGH)
        turn = 180.0 if row >= ACROSS // 2 else 0.0
        items.append(Group(_space(area, rank, letter), f"{rank}{letter}", turn, area.middle))
    for (row, column), letter in zip(sorted(CORNERS), SUITS, strict=True):
        x, y = EDGE + (column + 0.5) * WIDE, EDGE + (row + 0.5) * HIGH
        items.append(Group((suit(letter, x - 75, y - 75, 150, "light"),), key=f"corner {letter}"))
    description = (
        say("Every card but the jacks, twice: {count} spaces", count=len(layout())),
        say("The four corners are decoration"),
    )
    title = say("The board of ten by ten")
    return Drawing(width, height, title, description, tuple(items), true_width=width / PER_MM)


def _space(area: Area, rank: str, letter: str) -> tuple[Item, ...]:
    """Return a space with its card: rank and suit in the upper corners, room for a disc below."""
    inner = area.inset(8)
    size = 78.0
    role: Role = "red" if letter in "HD" else "black"
    mark = Area(inner.x + 14, inner.y + 14, 110, 96)
    return (
        Rect(inner, "card", "line", 6.0, 26.0),
        Text(mark, as_is(rank), 100.0, role, "bold", "start"),
        suit(letter, inner.right - 14 - size, inner.y + 16, size),
        suit(letter, area.middle[0] - 62, inner.y + 138, 124),
    )
