"""The board of nine spaces as a drawing: eight spaces round the middle one, chips and all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.drawing.shapes import HEAP_HEIGHT, heap, heap_width
from rulesets.drawing.suits import hand, suit
from rulesets.drawing.vectors import (
    SUITS,
    Area,
    Circle,
    Drawing,
    Group,
    Item,
    Polygon,
    Rect,
    Role,
    Text,
    text_width,
)
from rulesets.engine.text import Phrase, as_is
from rulesets.rummoli.chips import POKER, SPACES, Space

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.rummoli.chips import State

Point = tuple[float, float]

CACHE_SIZE = 1024  # spaces with their chips: most are as they were a round or an evening ago
WIDTH, HEIGHT = 1000.0, 1160.0
TRUE_WIDTH = 352.0  # in millimetres: four sheets, and heaps of chips have room
FRAME = 26.0  # how wide the frame is
MARGIN = 10.0  # what stays free between the edge of a space and what is drawn in it
CUT = 205.0  # how much of each corner the octagon leaves to the frame
# Where the lines between two spaces leave the outer edge and meet the one of the middle.
LEFT, RIGHT, TOP, FOOT = 318.0, 682.0, 366.0, 794.0
MIDDLE = Area(325, 388, 350, 384)
MIDDLE_CUT = 98.0
HAND = tuple(("", "") for _ in range(5))  # face down: any five cards


def _octagon(area: Area, cut: float) -> tuple[Point, ...]:
    """Return the corners of an area less its own corners, clockwise from the left end of its
    top."""
    (left, top), (right, _), (_, foot), _ = area.corners
    return (
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, foot - cut),
        (right - cut, foot),
        (left + cut, foot),
        (left, foot - cut),
        (left, top + cut),
    )


BOARD = Area(FRAME, FRAME, WIDTH - 2 * FRAME, HEIGHT - 2 * FRAME)
OUTER, INNER = _octagon(BOARD, CUT), _octagon(MIDDLE, MIDDLE_CUT)


def _shapes() -> tuple[tuple[Point, ...], ...]:
    """Return the outline of every space, in the order of the board: from the upper left corner
    clockwise, then the middle."""
    left, top, right, foot = BOARD.x, BOARD.y, BOARD.right, BOARD.foot
    o, i = OUTER, INNER
    return (
        (o[7], o[0], (LEFT, top), i[0], i[7], (left, TOP)),
        ((LEFT, top), (RIGHT, top), i[1], i[0]),
        ((RIGHT, top), o[1], o[2], (right, TOP), i[2], i[1]),
        ((right, TOP), (right, FOOT), i[3], i[2]),
        ((right, FOOT), o[3], o[4], (RIGHT, foot), i[4], i[3]),
        ((RIGHT, foot), (LEFT, foot), i[5], i[4]),
        ((LEFT, foot), o[5], o[6], (left, FOOT), i[6], i[5]),
        ((left, FOOT), (left, TOP), i[7], i[6]),
        i,
    )


@dataclass(frozen=True, slots=True)
class Place:
    """A space on the board: its outline, and about which x and from where down to where it is
    drawn in."""

    shape: tuple[Point, ...]
    x: float
    top: float
    foot: float

    def strip(self, start: float, end: float) -> Area:
        """Return the widest area inside the shape, as far to the left of x as to the right, between
        two shares of the height."""
        high = self.foot - self.top
        y = (self.top + start * high, self.top + end * high)
        reach = min(abs(edge - self.x) for at in y for edge in _edges(self.shape, at)) - MARGIN
        return Area(self.x - reach, y[0], 2 * reach, y[1] - y[0])


def _edges(shape: tuple[Point, ...], y: float) -> tuple[float, ...]:
    """Return the places where a horizontal line crosses the outline of a convex shape."""
    crossings = []
    for (x1, y1), (x2, y2) in zip(shape, (*shape[1:], shape[0]), strict=True):
        if min(y1, y2) <= y < max(y1, y2):
            crossings.append(x1 + (x2 - x1) * (y - y1) / (y2 - y1))
    return tuple(crossings)


ROOMS = (
    (220, 144, 396),
    (500, 66, 334),
    (WIDTH - 220, 144, 396),
    (WIDTH - 164, 462, 698),
    (WIDTH - 220, HEIGHT - 396, HEIGHT - 144),
    (500, HEIGHT - 344, HEIGHT - 76),
    (220, HEIGHT - 396, HEIGHT - 144),
    (164, 462, 698),
    (500, 430, 736),
)
PLACES = tuple(Place(shape, *room) for shape, room in zip(_shapes(), ROOMS, strict=True))


def board_drawing(
    spaces: Sequence[Space], chips: Mapping[str, int] | None = None, title: Phrase | None = None
) -> Drawing:
    """Return the nine spaces of a board in its order, with the chips on each (by key), or, for
    None, with room for chips.

    The first seven lie round the middle with the eighth, the ninth in it. Raises ValueError for
    another number of spaces.
    """
    if len(spaces) != SPACES:
        raise ValueError(f"a board has {SPACES} spaces, not {len(spaces)}")
    items = [
        _lying(space, number, None if chips is None else chips.get(space.key, 0))
        for number, space in enumerate(spaces)
    ]
    words = title or Phrase("The board")
    return Drawing(
        WIDTH, HEIGHT, words, _space_words(spaces, chips), (*_frame(), *items), TRUE_WIDTH
    )


@lru_cache(CACHE_SIZE)
def _lying(space: Space, number: int, count: int | None) -> Group:
    """Return a space of a board, with its chips."""
    place, centre = PLACES[number], number == SPACES - 1
    ground: Role = "rim" if centre else ("felt", "ground")[number % 2]
    items = _centre(space, place, count) if centre else _space(space, place, count)
    return Group((Polygon(place.shape, ground, "line", 3.0), *items), key=space.key)


def _space_words(spaces: Sequence[Space], chips: Mapping[str, int] | None) -> tuple[Phrase, ...]:
    if chips is None:
        return tuple(space.words for space in spaces)
    return tuple(
        Phrase("{space}: {count}", {"space": space.words, "count": chips.get(space.key, 0)})
        for space in spaces
    )


@lru_cache(1)
def _frame() -> tuple[Item, ...]:
    """Return the frame, with a suit in each corner that the octagon leaves."""
    size, radius, off = 54.0, 46.0, 84.0
    right, foot = WIDTH - off, HEIGHT - off
    corners = zip("SHCD", ((off, off), (right, off), (right, foot), (off, foot)), strict=True)
    items: list[Item] = [Rect(Area(0, 0, WIDTH, HEIGHT), "rim", None, 0.0, 64.0)]
    for letter, (x, y) in corners:
        items.append(Circle(x, y, radius, "card", "line", 2.0))
        items.append(suit(letter, x - size / 2, y - size / 2, size))
    trim = _octagon(BOARD.inset(-9), CUT + 4)
    return (*items, Polygon(trim, None, "coin", 3.0), Polygon(OUTER, "ground", "line", 6.0))


def _space(space: Space, place: Place, count: int | None) -> tuple[Item, ...]:
    """Return cards, label and chips of one of the outer spaces, from the top down."""
    cards, label = _cards(space), space.words
    if not cards:
        room = place.strip(0.04, 0.7)
        return (Text(room, label, 58.0, "ink", "display", most_lines=5), *_chips(place, count))
    if count is None:
        words = Text(place.strip(0.6, 0.88), label, 44.0, "ink", "bold", most_lines=2)
        return (hand(place.strip(0, 0.58), cards), words)
    # On a wall the name is read from the back of the hall: it has more room than the cards.
    words = Text(place.strip(0.3, 0.745), label, 62.0, "ink", "bold", most_lines=2)
    return (hand(place.strip(0, 0.3), cards), words, *_chips(place, count))


def _centre(space: Space, place: Place, count: int | None) -> tuple[Item, ...]:
    """Return the space in the middle: its name, large, between the suits and the chips."""
    size, gap = 40.0, 60.0
    suits = tuple(
        suit(letter, place.x + (number - 1.5) * gap - size / 2, place.top, size, "light")
        for number, letter in enumerate(SUITS)
    )
    words = place.strip(0.18, 0.66 if count is not None else 0.9)
    label = Text(words, space.words, 66.0, "light", "display", most_lines=3)
    return (*suits, label, *_chips(place, count, "light"))


def _chips(place: Place, count: int | None, role: Role = "ink") -> tuple[Item, ...]:
    """Return a heap with its number beside it, in the lowest quarter of a space."""
    if count is None:
        return ()
    room = place.strip(0.74, 1)
    words = as_is(str(count))
    if not count:
        return (Text(room, words, 50.0, "muted" if role == "ink" else role, "bold"),)
    radius, size, gap = min(room.height / HEAP_HEIGHT, 24.0), 56.0, 14.0
    wide, counted = heap_width(count) * radius, text_width(str(count)) * size
    scale = min(1.0, room.width / (wide + gap + counted))
    left = room.middle[0] - (wide + gap + counted) * scale / 2
    start = left + (wide + gap) * scale
    pile = heap(left + wide * scale / 2, room.middle[1], radius * scale, count)
    number = Area(start, room.y, counted * scale + 1, room.height)
    return (pile, Text(number, words, size, role, "bold", "start"))


def _cards(space: Space) -> tuple[tuple[str, str], ...]:
    """Return the cards that claim a space as (rank, suit); suit "" where any one suit will do."""
    if space.key == POKER:
        return HAND
    if not space.cards:
        return ()
    either = len(space.cards) > 1
    return tuple((text[:-1], "" if either else text[-1]) for text in space.cards[0])


def state_drawing(state: State) -> Drawing:
    """Return the board of a state, with the chips on each space."""
    keys = (space.key for space in state.spaces)
    return board_drawing(state.spaces, dict(zip(keys, state.board, strict=True)))
