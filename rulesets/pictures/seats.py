"""Who sits where, and who moves: tables of four partners, and two sides of one long table."""

from __future__ import annotations

from itertools import pairwise

from rulesets.pictures.lettering import label, seat
from rulesets.show.arrows import arrow, round_arrow
from rulesets.show.drawing import Area, Drawing, Item, Path, Rect
from rulesets.words import as_is, say

CHAIR, TABLE, OUT = 34.0, 130.0, 112.0
COUPLES = 5


def _table(x: float, y: float, number: str = "") -> list[Item]:
    """A square table about a point."""
    top = Area(x - TABLE / 2, y - TABLE / 2, TABLE, TABLE)
    items: list[Item] = [Rect(top, "felt", "line", 4.0, 12.0)]
    if number:
        items.append(label(top.inset(30), as_is(number), 56))
    return items


def across(one: str, other: str) -> Drawing:
    """One table: partners, `one` and `other`, sit across from each other; deal and play go on to
    the left."""
    x, y, out = 400.0, 250.0, 128.0
    paired = say("{one} and {other} are partners", one=one, other=other)
    items = _table(x, y)
    items += [
        Path((("M", (x, y - out + 44)), ("L", (x, y + out - 44))), None, "ink", 4.0),
        Path((("M", (x - out + 44, y)), ("L", (x + out - 44, y))), None, "muted", 4.0),
        seat(x, y - out, 42, as_is(one[0]), filled=True),
        seat(x, y + out, 42, as_is(other[0]), filled=True),
        seat(x + out, y, 42, as_is(one[0])),
        seat(x - out, y, 42, as_is(other[0])),
        round_arrow((x, y), 186, 22, 68, 6.0),
        label(Area(20, 20, 320, 84), paired, 30),
        label(Area(584, 208, 216, 84), say("Their opponents, partners too"), 30),
        label(Area(540, 50, 260, 84), say("The deal moves on to the left"), 30),
    ]
    told = (
        say(
            "{one} and {other}, who are partners, sit across from each other", one=one, other=other
        ),
        say("Between them sit the other two partners"),
        say("The deal moves on to the left"),
    )
    return Drawing(800, 440, say("Seats at a table"), told, tuple(items))


def winners_move(one: str, other: str) -> Drawing:
    """Three tables: of the winners at the second one, `one` moves to the next higher number and
    `other` to the next lower."""
    y, places = 270.0, (190.0, 560.0, 930.0)
    items: list[Item] = []
    for number, x in enumerate(places, 1):
        items += _table(x, y, str(number))
        won = number == 2
        items += [
            seat(x, y - OUT, CHAIR, as_is(one[0]), filled=won),
            seat(x, y + OUT, CHAIR, as_is(other[0]), filled=won),
            seat(x + OUT, y, CHAIR, as_is(one[0])),
            seat(x - OUT, y, CHAIR, as_is(other[0])),
        ]
    left, here, right = places
    items += [
        arrow((here + 30, y - OUT - 30), (right - 36, y - OUT - 20), 7.0, bend=-0.16),
        arrow((here - 30, y + OUT + 30), (left + 36, y + OUT + 20), 7.0, bend=-0.16),
        label(Area(here - 60, 4, 460, 50), say("{one}: up one number", one=one), 34),
        label(Area(left - 60, 488, 480, 50), say("{other}: down one number", other=other), 34),
        label(Area(here + 60, 430, 470, 50), say("Dark: the winners of table 2"), 32, bold=False),
    ]
    told = (
        say("{one} who won at table 2 moves to table 3", one=one),
        say("{other} who won there moves to table 1", other=other),
        say("The two who lost stay at table 2"),
    )
    return Drawing(1120, 545, say("Who moves on"), told, tuple(items))


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
    """A long table: the side called `first` keeps its chairs, everybody on the side called `second`
    moves one chair along, and whoever sat last goes to the first chair."""
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
    told = (
        say("Couples face each other across a long table"),
        say("{side} keep their chairs", side=first),
        say(
            "After a round {side} move one chair along, and the last goes to the first", side=second
        ),
    )
    return Drawing(
        2 * left + step * (COUPLES - 1), back + 120, say("Who moves on"), told, tuple(items)
    )
