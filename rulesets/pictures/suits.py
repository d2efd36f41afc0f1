"""What beats what among five suits."""

from __future__ import annotations

from rulesets.equipment.cards import ALL_SUITS
from rulesets.pictures.lettering import label
from rulesets.show.arrows import arrow, on_circle
from rulesets.show.drawing import Area, Circle, Drawing, Item
from rulesets.show.five_suits import sign
from rulesets.words import Words, say

SUITS = (5, 8, 9, 7, 6)
"""In a ring: each beats the next one, and the one before the one before it."""
SIZE, RING, DISC = 760.0, 278.0, 92.0


def beats() -> tuple[tuple[int, int], ...]:
    """Which suit beats which, by their numbers."""
    found = []
    for place, suit in enumerate(SUITS):
        found += [(suit, SUITS[(place + 1) % 5]), (suit, SUITS[place - 2])]
    return tuple(found)


def what_beats_what() -> Drawing:
    """The five suits in a ring, with an arrow from each to the two that it beats."""
    middle = SIZE / 2, SIZE / 2 + 20
    at = {suit: on_circle(middle, RING, 72 * place) for place, suit in enumerate(SUITS)}
    items: list[Item] = []
    for winner, loser in beats():
        (x1, y1), (x2, y2) = at[winner], at[loser]
        long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        off = (DISC + 8) / long
        start = x1 + (x2 - x1) * off, y1 + (y2 - y1) * off
        end = x2 - (x2 - x1) * off, y2 - (y2 - y1) * off
        items.append(arrow(start, end, 7.0))
    told = []
    for suit, (x, y) in at.items():
        beaten = [Words(ALL_SUITS[loser].name) for winner, loser in beats() if winner == suit]
        name = Words(ALL_SUITS[suit].name)
        told.append(
            say("{suit} beats {one} and {other}", suit=name, one=beaten[0], other=beaten[1])
        )
        items += [
            Circle(x, y, DISC, "card", "line", 5.0),
            sign(suit, x - 40, y - 62, 80),
            label(Area(x - 76, y + 22, 152, 40), name, 32, role="black"),
        ]
    return Drawing(SIZE, SIZE - 20, say("Which suit beats which"), tuple(told), tuple(items))
