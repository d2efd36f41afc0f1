"""Pictures of cards and dominoes on the table: rows in front of a player, a staircase and a chain
on a pile, what beats what among five suits, a line of play."""

from __future__ import annotations

from math import cos, pi, sin

from rulesets.cards.deck import ALL_SUITS
from rulesets.drawing.shapes import arrow, chip, on_circle, tile
from rulesets.drawing.suits import ASPECT, back, card, five_suit_sign
from rulesets.drawing.vectors import Area, Circle, Drawing, Group, Item, Path, label
from rulesets.engine.text import Phrase, as_is, say

HIGH = 190.0
WIDE = HIGH * ASPECT

Face = tuple[str, str]
"""Rank and suit letter; a rank of "" is a card face down."""


def _card(x: float, y: float, face: Face, *, covered: bool = False) -> Group:
    area = Area(x, y, WIDE, HIGH)
    rank, suit = face
    return Group(card(area, rank, suit, covered=covered) if rank else back(area))


def _brace(left: float, right: float, y: float) -> Path:
    """Return a bracket under everything between two points."""
    line = (("M", (left, y)), ("L", (left, y + 16)), ("L", (right, y + 16)), ("L", (right, y)))
    return Path(line, None, "ink", 4.0)


def two_rows() -> Drawing:
    """Draw eight cards in two rows: a block, a pair, and a column of which one card is face
    down."""
    left, top, step, down = 20.0, 20.0, WIDE + 22, HIGH + 22
    rows: tuple[tuple[Face, ...], ...] = (
        (("9", "S"), ("9", "D"), ("4", "H"), ("", "")),
        (("9", "C"), ("9", "H"), ("4", "C"), ("K", "D")),
    )
    items: list[Item] = [
        _card(left + column * step, top + row * down, face)
        for row, faces in enumerate(rows)
        for column, face in enumerate(faces)
    ]
    foot = top + 2 * HIGH + 22 + 14
    captions = ((0, 1, "Block: −10"), (2, 2, "Pair: 0"), (3, 3, "King: 0"))
    for first, last, text in captions:
        start, end = left + first * step, left + last * step + WIDE
        items += [
            _brace(start, end, foot),
            label(Area(start, foot + 22, end - start, 40), text, 30),
        ]
    description = (
        say("Two nines above two nines are a block and count −10"),
        say("A four above a four is a pair and counts 0"),
        say("The king counts 0; the card above it still lies face down"),
    )
    width = round(2 * left + 3 * step + WIDE)
    return Drawing(width, foot + 70, say("Eight cards in two rows"), description, tuple(items))


def _onto(top_card: Face, laid: tuple[Face, ...], rise: float) -> list[Item]:
    """Return the top card of the pile, an arrow, and the cards that are laid on it, each one
    higher."""
    y = 30.0 + rise * (len(laid) - 1)
    start = 400.0
    gap = WIDE * 0.62 if not rise else WIDE + 10
    items: list[Item] = [
        _card(36, y - 8, ("", "")),
        _card(28, y, top_card),
        label(Area(4, y + HIGH + 12, WIDE + 50, 76), "Top card of the pile", 28),
        arrow((start - 30, y + HIGH / 2), (28 + WIDE + 40, y + HIGH / 2), 7.0),
    ]
    for number, face in enumerate(laid):
        hidden = not rise and number < len(laid) - 1
        items.append(_card(start + number * gap, y - rise * number, face, covered=hidden))
    return items


def staircase() -> Drawing:
    """Draw three cards of one suit, each a step higher, laid on a card that the first of them
    fits."""
    items = _onto(("4", "C"), (("5", "H"), ("6", "H"), ("7", "H")), 56.0)
    y = 30.0 + 2 * 56.0 + HIGH + 12
    items.append(label(Area(400, y, 450, 76), "Laid at once: one suit, each a step higher", 28))
    description = (
        say("The 4 of clubs is the top card"),
        say("5, 6 and 7 of hearts are laid on it at once; the 5 fits the 4"),
    )
    return Drawing(870, y + 84, say("A staircase"), description, tuple(items))


def chain() -> Drawing:
    """Draw three jacks, laid at once on a ten."""
    items = _onto(("10", "S"), (("J", "H"), ("J", "C"), ("J", "D")), 0.0)
    y = 30.0 + HIGH + 12
    items.append(label(Area(400, y, 350, 76), "Laid at once: one number, any suits", 28))
    items.append(label(Area(730, 30, 220, HIGH), as_is("3 × 3 = 9"), 40))
    description = (
        say("The 10 of spades is the top card"),
        say("Three jacks are laid on it at once; the next player draws three times three cards"),
    )
    return Drawing(960, y + 84, say("A chain"), description, tuple(items))


# --- five suits -----------------------------------------------------------------------------------


FIVE_SUITS = (5, 8, 9, 7, 6)
"""In a ring: each beats the next one, and the one before the one before it."""
SUITS_WIDTH, SUITS_RING, SUIT_DISC = 760.0, 278.0, 92.0


def beats() -> tuple[tuple[int, int], ...]:
    """Return which suit beats which, by their numbers."""
    pairs = []
    for place, suit in enumerate(FIVE_SUITS):
        pairs += [(suit, FIVE_SUITS[(place + 1) % 5]), (suit, FIVE_SUITS[place - 2])]
    return tuple(pairs)


def suit_ring() -> Drawing:
    """Draw the five suits in a ring, with an arrow from each to the two that it beats."""
    middle = SUITS_WIDTH / 2, SUITS_WIDTH / 2 + 20
    at = {suit: on_circle(middle, SUITS_RING, 72 * place) for place, suit in enumerate(FIVE_SUITS)}
    items: list[Item] = []
    for winner, loser in beats():
        (x1, y1), (x2, y2) = at[winner], at[loser]
        long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        off = (SUIT_DISC + 8) / long
        start = x1 + (x2 - x1) * off, y1 + (y2 - y1) * off
        end = x2 - (x2 - x1) * off, y2 - (y2 - y1) * off
        items.append(arrow(start, end, 7.0))
    description = []
    for suit, (x, y) in at.items():
        beaten = [Phrase(ALL_SUITS[loser].name) for winner, loser in beats() if winner == suit]
        name = Phrase(ALL_SUITS[suit].name)
        description.append(
            say("{suit} beats {one} and {other}", suit=name, one=beaten[0], other=beaten[1])
        )
        items += [
            Circle(x, y, SUIT_DISC, "card", "line", 5.0),
            five_suit_sign(suit, x - 40, y - 62, 80),
            label(Area(x - 76, y + 22, 152, 40), name, 32, role="black"),
        ]
    return Drawing(
        SUITS_WIDTH,
        SUITS_WIDTH - 20,
        say("Which suit beats which"),
        tuple(description),
        tuple(items),
    )


SIDE = 92.0  # of one end of a tile


def double_with_toes() -> Drawing:
    """Draw the end of an arm, a double across it, and three tiles of its number against the
    double."""
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
    description = (
        say("An arm ends with the tile 2-5"),
        say("The double 5-5 lies across it"),
        say("Three tiles lie against the other side of the double: 5-1, 5-6 and 5-3"),
    )
    return Drawing(920, 520, title, description, tuple(items))


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
    """Return the tiles of a train from the middle outwards, a double across, and how far they
    reach."""
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
    """Draw the double twelve in the middle, a train from it towards each player, and the common one
    with the name `everybodys`."""
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
        train, reach = _train(angle, tiles)
        items += [*train, label(room, name or everybodys, 34)]
        if number == MARKED:
            items.append(Group(chip(*on_circle(HUB_MIDDLE, reach + 24, angle), 22)))
    description = (
        say("The double twelve lies in the middle"),
        Phrase(everybodys),
        say("The trains of Ann, Bo, Cy and Di; Cy’s carries a marker"),
    )
    return Drawing(
        1040, 780, say("The double in the middle, and the trains"), description, tuple(items)
    )
