"""Seats and moves: tables of four partners, two sides of one long table, and the next turn: as
usual, and after a card that skips somebody or turns the direction."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from rulesets.drawing.shapes import arrow, on_circle, round_arrow
from rulesets.drawing.vectors import (
    Area,
    Circle,
    Drawing,
    Group,
    Item,
    Path,
    Rect,
    Role,
    label,
)
from rulesets.engine.text import Phrase, as_is, say

if TYPE_CHECKING:
    from collections.abc import Callable


CHAIR, TABLE, OUT = 34.0, 130.0, 112.0
COUPLES = 5


def seat(
    x: float,
    y: float,
    radius: float,
    text: str | Phrase,
    *,
    filled: bool = False,
    dashed: bool = False,
) -> Group:
    """Somebody's place, seen from above; `filled`: dark, with light letters; `dashed`: one that
    is passed over."""
    room = Area(x - radius * 0.8, y - radius * 0.6, radius * 1.6, radius * 1.2)
    dash = radius * 0.3 if dashed else 0.0
    disc = Circle(x, y, radius, "black" if filled else "card", "line", radius * 0.08, dash)
    role: Role = "card" if filled else "black"
    return Group((disc, label(room, text, radius * 0.95, role=role)))


def _table(x: float, y: float, number: str = "") -> list[Item]:
    """A square table about a point."""
    top = Area(x - TABLE / 2, y - TABLE / 2, TABLE, TABLE)
    items: list[Item] = [Rect(top, "felt", "line", 4.0, 12.0)]
    if number:
        items.append(label(top.inset(30), as_is(number), 56))
    return items


def across(name: str, other: str) -> Drawing:
    """Draw one table: partners, `name` and `other`, sit across from each other; deal and play go on
    to the left."""
    x, y, out = 400.0, 250.0, 128.0
    paired = say("{one} and {other} are partners", one=name, other=other)
    items = _table(x, y)
    items += [
        Path((("M", (x, y - out + 44)), ("L", (x, y + out - 44))), None, "ink", 4.0),
        Path((("M", (x - out + 44, y)), ("L", (x + out - 44, y))), None, "muted", 4.0),
        seat(x, y - out, 42, as_is(name[0]), filled=True),
        seat(x, y + out, 42, as_is(other[0]), filled=True),
        seat(x + out, y, 42, as_is(name[0])),
        seat(x - out, y, 42, as_is(other[0])),
        round_arrow((x, y), 186, 22, 68, 6.0),
        label(Area(20, 20, 320, 84), paired, 30),
        label(Area(584, 208, 216, 84), say("Their opponents, partners too"), 30),
        label(Area(540, 50, 260, 84), say("The deal moves on to the left"), 30),
    ]
    description = (
        say("{one} and {other}, who are partners, sit opposite each other", one=name, other=other),
        say("Between them sit the other two partners"),
        say("The deal moves on to the left"),
    )
    return Drawing(800, 440, say("Seats at a table"), description, tuple(items))


def winners_move(name: str, other: str) -> Drawing:
    """Draw three tables: of the winners at the second one, `name` moves to the next higher number
    and `other` to the next lower."""
    y, places = 270.0, (190.0, 560.0, 930.0)
    items: list[Item] = []
    for number, x in enumerate(places, 1):
        items += _table(x, y, str(number))
        won = number == 2
        items += [
            seat(x, y - OUT, CHAIR, as_is(name[0]), filled=won),
            seat(x, y + OUT, CHAIR, as_is(other[0]), filled=won),
            seat(x + OUT, y, CHAIR, as_is(name[0])),
            seat(x - OUT, y, CHAIR, as_is(other[0])),
        ]
    left, here, right = places
    items += [
        arrow((here + 30, y - OUT - 30), (right - 36, y - OUT - 20), 7.0, bend=-0.16),
        arrow((here - 30, y + OUT + 30), (left + 36, y + OUT + 20), 7.0, bend=-0.16),
        label(Area(here - 60, 4, 460, 50), say("{one}: up one number", one=name), 34),
        label(Area(left - 60, 488, 480, 50), say("{other}: down one number", other=other), 34),
        label(Area(here + 60, 430, 470, 50), say("Dark: the winners of table 2"), 32, bold=False),
    ]
    description = (
        say("{one} who won at table 2 moves to table 3", one=name),
        say("{other} who won there moves to table 1", other=other),
        say("The two who lost stay at table 2"),
    )
    return Drawing(1120, 545, say("Who moves on"), description, tuple(items))


def _way_back(first: float, last: float, top: float, foot: float) -> Path:
    """A line from under one chair along the foot and up to under another."""
    turned = (
        ("M", (last, top)),
        ("C", (last, foot + 52, last - 40, foot + 58, last - 90, foot + 58)),
        ("L", (first + 90, foot + 58)),
        ("C", (first + 40, foot + 58, first, foot + 52, first, foot + 10)),
    )
    return Path(turned, None, "ink", 6.0)


def long_table(first: str, second: str) -> Drawing:
    """Draw a long table: the side called `first` keeps its chairs, everybody on the side called
    `second` moves one chair along, and whoever sat last goes to the first chair."""
    left, step, top = 150.0, 165.0, 150.0
    board = Area(left - 70, top + 62, step * (COUPLES - 1) + 140, 110)
    below = board.foot + 62
    items: list[Item] = [Rect(board, "felt", "line", 4.0, 14.0)]
    places = [left + number * step for number in range(COUPLES)]
    for number, x in enumerate(places, 1):
        items += [
            seat(x, top, 42, as_is(str(number))),
            seat(x, below, 42, as_is(str(number)), filled=True),
            Path((("M", (x, board.y + 24)), ("L", (x, board.foot - 24))), None, "line", 4.0),
        ]
    for here, there in pairwise(places):
        items.append(arrow((here + 50, below), (there - 50, below), 6.0))
    back = below + 62
    middle = Area(left - 60, back + 66, step * (COUPLES - 1) + 120, 46)
    items += [
        _way_back(places[0], places[-1], below + 46, back),
        arrow((places[0], back + 14), (places[0], below + 48), 6.0),
        label(Area(left, 36, step * (COUPLES - 1), 46), say("{side} stay", side=first), 32),
        label(middle, say("{side} move one chair; the last goes to the first", side=second), 32),
    ]
    description = (
        say("Couples face each other across a long table"),
        say("{side} keep their chairs", side=first),
        say(
            "After a round {side} move one chair along, and the last goes to the first", side=second
        ),
    )
    return Drawing(
        2 * left + step * (COUPLES - 1), back + 120, say("Who moves on"), description, tuple(items)
    )


# --- whose turn is next ---------------------------------------------------------------------------


PEOPLE = "ABCDE"
PANEL_WIDTH, PANEL_HEIGHT = 400.0, 470.0
RING, SEAT, ROUND_TABLE = 128.0, 36.0, 72.0
SEAT_ANGLE = 360 / len(PEOPLE)


def _panel(left: float, top: float, title: Phrase, goes: int, skipped: bool) -> Group:
    """A table at which A has played: the turn goes `goes` seats on (back below 0)."""
    middle = left + PANEL_WIDTH / 2, top + 268.0
    way = 1 if goes > 0 else -1
    over = {way % len(PEOPLE)} if skipped else set()
    items: list[Item] = [
        label(Area(left + 8, top + 8, PANEL_WIDTH - 16, 80), title, 30),
        Circle(*middle, ROUND_TABLE, "felt", "line", 4.0),
    ]
    for place, name in enumerate(PEOPLE):
        x, y = on_circle(middle, RING, place * SEAT_ANGLE)
        items.append(seat(x, y, SEAT, as_is(name), filled=place == 0, dashed=place in over))
    reach = RING + SEAT + 16
    start, end = way * 8.0, goes * SEAT_ANGLE - way * 6.0
    items.append(round_arrow(middle, reach, start, end, 6.0))
    return Group(tuple(items))


def turn_order(
    skip: str | Phrase = "Skip", reverse: str | Phrase = "Reverse", both: bool = True
) -> Drawing:
    """Draw five people at a table, of whom A plays: the next player as usual, after `skip`, after
    `reverse`, and after `both` of them together."""
    skips, turns = (card if isinstance(card, Phrase) else Phrase(card) for card in (skip, reverse))
    panels = [
        (say("As usual: B is next"), 1, False),
        (say("{card}: B is skipped, C is next", card=skips), 2, True),
        (say("{card}: E is next, and so on that way", card=turns), -1, False),
    ]
    if both:
        panels.append((say("{turns}, then {skips}: D is next", turns=turns, skips=skips), -2, True))
    across = 2 if both else 3
    items = []
    for number, (words, goes, skipped) in enumerate(panels):
        left, top = number % across * PANEL_WIDTH, number // across * PANEL_HEIGHT
        items.append(_panel(left, top, words, goes, skipped))
    description = (
        say("A has played; the turn goes clockwise from A to E"),
        *(panel[0] for panel in panels),
    )
    high = PANEL_HEIGHT * (len(panels) // across)
    return Drawing(across * PANEL_WIDTH, high, say("Whose turn is next"), description, tuple(items))


def turn_order_with(skip: str, reverse: str, *, both: bool = True) -> Callable[[], Drawing]:
    """Return the same picture for a game with other names for these cards."""
    return partial(turn_order, skip, reverse, both)
