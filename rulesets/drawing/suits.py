"""The outlines of the suits, the same for screen and paper, and playing cards made of them: the
four French suits, and rock, paper, scissors, lizard and water (a stone with a crack, a written
sheet, open blades with two rings, a lizard from above, a drop).
"""

from __future__ import annotations

from rulesets.cards.deck import ALL_SUITS
from rulesets.drawing.vectors import (
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
from rulesets.engine.text import as_is

# --- four suits, and cards ------------------------------------------------------------------------


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


def place_outline(letter: str, x: float, y: float, size: float) -> tuple[Segment, ...]:
    """The outline of a suit in the square of `size` whose upper left corner is x, y."""
    return tuple(
        (step, tuple((x, y)[place % 2] + size * at for place, at in enumerate(points)))
        for step, points in OUTLINES[letter]
    )


def suit(letter: str, x: float, y: float, size: float, role: Role | None = None) -> Path:
    """The suit "S", "H", "C" or "D" in the square of `size` whose upper left corner is x, y;
    black or red as on a card where no `role` is given."""
    return Path(
        place_outline(letter, x, y, size),
        fill=role or _colour(letter),
        outlined=letter in RED_SUITS,
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
    """Return cards as (rank, suit letter or "") side by side in a hand, fanned out to fill `area`;
    a single one lies straight. A rank of "" is a card face down."""
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
        parts = card(at, rank, letter, covered=place < count - 1) if rank else back(at)
        items.append(Group(parts, turn=off * lean, about=at.middle))
    return Group(tuple(items))


# --- five suits -----------------------------------------------------------------------------------


FIVE_SUIT_OUTLINES: dict[int, tuple[Segment, ...]] = {
    5: (
        ("M", (0.3, 0.158)),
        ("L", (0.617, 0.108)),
        ("L", (0.892, 0.35)),
        ("L", (0.925, 0.642)),
        ("L", (0.725, 0.867)),
        ("L", (0.292, 0.883)),
        ("L", (0.075, 0.65)),
        ("L", (0.125, 0.342)),
        ("Z", ()),
        ("M", (0.392, 0.258)),
        ("L", (0.508, 0.433)),
        ("L", (0.417, 0.567)),
        ("L", (0.558, 0.75)),
        ("L", (0.608, 0.717)),
        ("L", (0.508, 0.567)),
        ("L", (0.6, 0.425)),
        ("L", (0.458, 0.225)),
        ("Z", ()),
    ),
    6: (
        ("M", (0.188, 0.062)),
        ("L", (0.604, 0.062)),
        ("L", (0.812, 0.271)),
        ("L", (0.812, 0.938)),
        ("L", (0.188, 0.938)),
        ("Z", ()),
        ("M", (0.312, 0.375)),
        ("L", (0.312, 0.446)),
        ("L", (0.688, 0.446)),
        ("L", (0.688, 0.375)),
        ("Z", ()),
        ("M", (0.312, 0.542)),
        ("L", (0.312, 0.612)),
        ("L", (0.688, 0.612)),
        ("L", (0.688, 0.542)),
        ("Z", ()),
        ("M", (0.312, 0.708)),
        ("L", (0.312, 0.779)),
        ("L", (0.542, 0.779)),
        ("L", (0.542, 0.708)),
        ("Z", ()),
        ("M", (0.567, 0.133)),
        ("L", (0.567, 0.308)),
        ("L", (0.742, 0.308)),
        ("Z", ()),
    ),
    7: (
        ("M", (0.163, 0.083)),
        ("L", (0.258, 0.058)),
        ("L", (0.554, 0.55)),
        ("C", (0.635, 0.507, 0.736, 0.527, 0.793, 0.599)),
        ("C", (0.851, 0.67, 0.85, 0.773, 0.791, 0.843)),
        ("C", (0.731, 0.913, 0.63, 0.931, 0.55, 0.886)),
        ("C", (0.47, 0.841, 0.433, 0.746, 0.462, 0.658)),
        ("Z", ()),
        ("M", (0.537, 0.658)),
        ("C", (0.567, 0.746, 0.53, 0.841, 0.45, 0.886)),
        ("C", (0.37, 0.931, 0.269, 0.913, 0.209, 0.843)),
        ("C", (0.15, 0.773, 0.149, 0.67, 0.207, 0.599)),
        ("C", (0.264, 0.527, 0.365, 0.507, 0.446, 0.55)),
        ("L", (0.742, 0.058)),
        ("L", (0.838, 0.083)),
        ("Z", ()),
        ("M", (0.692, 0.65)),
        ("C", (0.641, 0.65, 0.6, 0.691, 0.6, 0.742)),
        ("C", (0.6, 0.792, 0.641, 0.833, 0.692, 0.833)),
        ("C", (0.742, 0.833, 0.783, 0.792, 0.783, 0.742)),
        ("C", (0.783, 0.691, 0.742, 0.65, 0.692, 0.65)),
        ("Z", ()),
        ("M", (0.308, 0.65)),
        ("C", (0.258, 0.65, 0.217, 0.691, 0.217, 0.742)),
        ("C", (0.217, 0.792, 0.258, 0.833, 0.308, 0.833)),
        ("C", (0.359, 0.833, 0.4, 0.792, 0.4, 0.742)),
        ("C", (0.4, 0.691, 0.359, 0.65, 0.308, 0.65)),
        ("Z", ()),
    ),
    8: (
        ("M", (0.5, 0.033)),
        ("C", (0.571, 0.033, 0.625, 0.092, 0.625, 0.163)),
        ("C", (0.625, 0.204, 0.608, 0.238, 0.583, 0.263)),
        ("C", (0.608, 0.283, 0.625, 0.313, 0.638, 0.346)),
        ("L", (0.746, 0.304)),
        ("L", (0.783, 0.192)),
        ("L", (0.854, 0.213)),
        ("L", (0.804, 0.367)),
        ("L", (0.654, 0.429)),
        ("C", (0.658, 0.479, 0.654, 0.529, 0.642, 0.575)),
        ("L", (0.767, 0.625)),
        ("L", (0.833, 0.767)),
        ("L", (0.767, 0.8)),
        ("L", (0.712, 0.683)),
        ("L", (0.608, 0.642)),
        ("C", (0.587, 0.683, 0.567, 0.712, 0.567, 0.75)),
        ("C", (0.567, 0.817, 0.621, 0.858, 0.708, 0.871)),
        ("L", (0.696, 0.954)),
        ("C", (0.554, 0.938, 0.471, 0.862, 0.471, 0.754)),
        ("C", (0.471, 0.717, 0.475, 0.679, 0.471, 0.646)),
        ("L", (0.362, 0.688)),
        ("L", (0.308, 0.804)),
        ("L", (0.242, 0.771)),
        ("L", (0.308, 0.629)),
        ("L", (0.433, 0.579)),
        ("C", (0.417, 0.529, 0.412, 0.479, 0.417, 0.429)),
        ("L", (0.25, 0.371)),
        ("L", (0.2, 0.212)),
        ("L", (0.271, 0.192)),
        ("L", (0.308, 0.304)),
        ("L", (0.413, 0.346)),
        ("C", (0.425, 0.313, 0.442, 0.283, 0.462, 0.263)),
        ("C", (0.438, 0.238, 0.417, 0.204, 0.417, 0.163)),
        ("C", (0.417, 0.096, 0.471, 0.038, 0.542, 0.038)),
        ("Z", ()),
    ),
    9: (
        ("M", (0.5, 0.062)),
        ("C", (0.65, 0.279, 0.792, 0.433, 0.792, 0.617)),
        ("C", (0.792, 0.778, 0.661, 0.908, 0.5, 0.908)),
        ("C", (0.339, 0.908, 0.208, 0.778, 0.208, 0.617)),
        ("C", (0.208, 0.433, 0.35, 0.279, 0.5, 0.062)),
        ("Z", ()),
        ("M", (0.333, 0.608)),
        ("C", (0.331, 0.655, 0.347, 0.7, 0.379, 0.735)),
        ("C", (0.41, 0.769, 0.454, 0.79, 0.5, 0.792)),
        ("L", (0.5, 0.717)),
        ("C", (0.473, 0.716, 0.447, 0.703, 0.429, 0.683)),
        ("C", (0.411, 0.663, 0.402, 0.636, 0.404, 0.608)),
        ("Z", ()),
    ),
}
"""Each by its number among all suits, in a square of side 1. What is open in it runs the other way
round than what is filled."""


def five_suit_sign(suit: int, x: float, y: float, size: float, role: Role = "black") -> Path:
    """The sign of a suit in the square of `size` whose upper left corner is x, y."""
    return Path(
        tuple(
            (step, tuple((x, y)[place % 2] + size * at for place, at in enumerate(points)))
            for step, points in FIVE_SUIT_OUTLINES[suit]
        ),
        fill=role,
    )


def five_suit_card(area: Area, rank: str, suit: int) -> tuple[Item, ...]:
    """A card of the Janken Deck: its rank at the corner, the letter of its suit below, and its
    sign."""
    w, h = area.width, area.height
    corner = Area(area.x + w * 0.05, area.y + h * 0.035, w * 0.53, h * 0.42)
    below = Area(area.x + w * 0.07, area.y + h * 0.62, w * 0.26, h * 0.3)
    size = h * 0.42
    return (
        _blank(area),
        Text(corner, as_is(rank), h * 0.4, "black", "bold"),
        Text(below, as_is(ALL_SUITS[suit].letter), h * 0.26, "black", "text"),
        five_suit_sign(suit, area.x + w * 0.95 - size, area.y + h * 0.5, size),
    )
