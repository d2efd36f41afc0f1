"""The outlines of the four suits, the same for screen and paper, and playing cards made of them."""

from __future__ import annotations

from rulesets.show.drawing import (
    RED_SUITS,
    SUITS,
    Area,
    Group,
    Item,
    Path,
    Rect,
    Role,
    Segment,
    Text,
)
from rulesets.words import as_is

ASPECT = 0.714  # width of a card by its height
_ROUND = 0.5523  # handle of a curve that passes for a quarter of a circle


def _circle(x: float, y: float, r: float) -> tuple[Segment, ...]:
    k = _ROUND * r
    return (
        ("M", (x + r, y)),
        ("C", (x + r, y - k, x + k, y - r, x, y - r)),
        ("C", (x - k, y - r, x - r, y - k, x - r, y)),
        ("C", (x - r, y + k, x - k, y + r, x, y + r)),
        ("C", (x + k, y + r, x + r, y + k, x + r, y)),
        ("Z", ()),
    )


OUTLINES: dict[str, tuple[Segment, ...]] = {
    "S": (
        ("M", (0.5, 0.0)),
        ("C", (0.6, 0.2, 0.97, 0.37, 0.97, 0.61)),
        ("C", (0.97, 0.87, 0.65, 0.9, 0.54, 0.72)),
        ("C", (0.55, 0.86, 0.6, 0.94, 0.7, 1.0)),
        ("L", (0.3, 1.0)),
        ("C", (0.4, 0.94, 0.45, 0.86, 0.46, 0.72)),
        ("C", (0.35, 0.9, 0.03, 0.87, 0.03, 0.61)),
        ("C", (0.03, 0.37, 0.4, 0.2, 0.5, 0.0)),
        ("Z", ()),
    ),
    "H": (
        ("M", (0.5, 0.98)),
        ("C", (0.4, 0.78, 0.04, 0.58, 0.04, 0.3)),
        ("C", (0.04, 0.01, 0.4, -0.02, 0.5, 0.24)),
        ("C", (0.6, -0.02, 0.96, 0.01, 0.96, 0.3)),
        ("C", (0.96, 0.58, 0.6, 0.78, 0.5, 0.98)),
        ("Z", ()),
    ),
    "D": (
        ("M", (0.5, 0.0)),
        ("C", (0.6, 0.2, 0.72, 0.36, 0.88, 0.5)),
        ("C", (0.72, 0.64, 0.6, 0.8, 0.5, 1.0)),
        ("C", (0.4, 0.8, 0.28, 0.64, 0.12, 0.5)),
        ("C", (0.28, 0.36, 0.4, 0.2, 0.5, 0.0)),
        ("Z", ()),
    ),
    "C": (
        *_circle(0.5, 0.25, 0.235),
        *_circle(0.25, 0.61, 0.235),
        *_circle(0.75, 0.61, 0.235),
        # Round the same way as the circles: where they overlap, nothing is left open.
        ("M", (0.42, 0.38)),
        ("C", (0.47, 0.7, 0.43, 0.9, 0.3, 1.0)),
        ("L", (0.7, 1.0)),
        ("C", (0.57, 0.9, 0.53, 0.7, 0.58, 0.38)),
        ("Z", ()),
    ),
}
"""Each suit in a square of side 1."""


def placed(letter: str, x: float, y: float, size: float) -> tuple[Segment, ...]:
    """The outline of a suit in the square of `size` whose upper left corner is x, y."""
    return tuple(
        (step, tuple((x, y)[place % 2] + size * at for place, at in enumerate(points)))
        for step, points in OUTLINES[letter]
    )


def suit(letter: str, x: float, y: float, size: float, role: Role | None = None) -> Path:
    """The suit "S", "H", "C" or "D" in the square of `size` whose upper left corner is x, y;
    black or red as on a card where no `role` is given."""
    return Path(
        placed(letter, x, y, size), fill=role or _colour(letter), outlined=letter in RED_SUITS
    )


def _colour(letter: str) -> Role:
    return "red" if letter in RED_SUITS else "black"


def _blank(area: Area) -> Rect:
    """A card without anything on it."""
    return Rect(area, "card", "line", area.height * 0.022, area.height * 0.09)


def _index(area: Area, rank: str, letter: str) -> Text:
    """The rank in the upper left corner."""
    w, h = area.width, area.height
    corner = Area(area.x + w * 0.05, area.y + h * 0.035, w * 0.53, h * 0.42)
    return Text(corner, as_is(rank), h * 0.4, _colour(letter), "bold")


def _four(area: Area) -> tuple[Item, ...]:
    """All four suits below the rank, for a card of any suit."""
    size, left, top = area.height * 0.2, area.x + area.width * 0.1, area.y + area.height * 0.49
    return tuple(
        suit(letter, left + place % 2 * size * 1.14, top + place // 2 * size * 1.18, size)
        for place, letter in enumerate(SUITS)
    )


def card(area: Area, rank: str, letter: str, *, covered: bool = False) -> tuple[Item, ...]:
    """A card with its rank at the corner and its suit, which is smaller and further left where
    the next card of a hand has `covered` the right of it. `letter` "": any suit."""
    w, h = area.width, area.height
    lying = (_blank(area), _index(area, rank, letter))
    if not letter:
        return (*lying, *_four(area))
    size = h * (0.34 if covered else 0.5)
    x = area.x + (w * 0.09 if covered else w * 0.92 - size)
    return (*lying, suit(letter, x, area.y + h * (0.5 if covered else 0.45), size))


def back(area: Area) -> tuple[Item, ...]:
    """A card that lies face down."""
    h = area.height
    return (
        _blank(area),
        Rect(area.inset(h * 0.08), "felt", "line", h * 0.012, h * 0.04),
        suit("S", area.x + area.width / 2 - h * 0.14, area.y + h * 0.36, h * 0.28, "line"),
    )


def hand(area: Area, cards: tuple[tuple[str, str], ...]) -> Group:
    """Cards as (rank, suit letter or "") side by side in a hand, fanned out to fill `area`;
    one alone lies straight. A rank of "" is a card face down."""
    count = len(cards)
    lean = 0.0 if count == 1 else min(7.0, 14.0 / count)
    # Of a covered card its corner must stay in sight, of one that lies face down only its edge.
    seen = 0.66 if all(rank for rank, _ in cards) else 0.36
    high = area.height if count == 1 else area.height * 0.9
    wide = min(high * ASPECT, area.width / (1.2 + (count - 1) * seen))
    high = wide / ASPECT
    step = 0.0 if count == 1 else min(wide * 0.74, (area.width - wide * 1.2) / (count - 1))
    x, y = area.middle
    items: list[Item] = []
    for place, (rank, letter) in enumerate(cards):
        off = place - (count - 1) / 2
        fall = abs(off) * abs(off) * high * 0.012
        at = Area(x + off * step - wide / 2, y - high / 2 + fall, wide, high)
        drawn = card(at, rank, letter, covered=place < count - 1) if rank else back(at)
        items.append(Group(drawn, turn=off * lean, about=at.middle))
    return Group(tuple(items))
