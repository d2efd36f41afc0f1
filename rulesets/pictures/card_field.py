"""A board of ten by ten on which every card but the jacks lies twice.

The four corners are ornaments and no spaces: 96 cards are shown. The second half is the first one
turned round, so that the board looks the same from both sides.
"""

from __future__ import annotations

from functools import lru_cache

from rulesets.pictures.spots import PER_MM
from rulesets.show.drawing import SUITS, Area, Drawing, Group, Item, Rect, Role, Text
from rulesets.show.suit_shapes import suit
from rulesets.words import as_is, say

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "Q", "K", "A")
ACROSS = 10
WIDE, HIGH, EDGE = 240.0, 300.0, 110.0
CORNERS = frozenset({(0, 0), (0, ACROSS - 1), (ACROSS - 1, 0), (ACROSS - 1, ACROSS - 1)})


def layout() -> dict[tuple[int, int], tuple[str, str]]:
    """Rank and suit letter by row and column: one suit after the other from the upper left corner
    to and fro down to the middle, and the same from the lower right one up."""
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
    """The board."""
    width, height = ACROSS * WIDE + 2 * EDGE, ACROSS * HIGH + 2 * EDGE
    items: list[Item] = [Rect(Area(6, 6, width - 12, height - 12), "rim", "line", 12.0, 90.0)]
    for (row, column), (rank, letter) in layout().items():
        area = Area(EDGE + column * WIDE, EDGE + row * HIGH, WIDE, HIGH)
        turn = 180.0 if row >= ACROSS // 2 else 0.0
        items.append(Group(_space(area, rank, letter), f"{rank}{letter}", turn, area.middle))
    for (row, column), letter in zip(sorted(CORNERS), SUITS, strict=True):
        x, y = EDGE + (column + 0.5) * WIDE, EDGE + (row + 0.5) * HIGH
        items.append(Group((suit(letter, x - 75, y - 75, 150, "light"),), key=f"corner {letter}"))
    told = (
        say("Every card but the jacks, twice: {count} spaces", count=len(layout())),
        say("The four corners are ornaments"),
    )
    title = say("The board of ten by ten")
    return Drawing(width, height, title, told, tuple(items), true_width=width / PER_MM)


def _space(area: Area, rank: str, letter: str) -> tuple[Item, ...]:
    """A space with its card: rank and suit in the upper corners, room for a disc below."""
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
