"""Whose turn is next: as usual, and after a card that skips somebody or turns the direction."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rulesets.pictures.lettering import label, seat
from rulesets.show.arrows import on_circle, round_arrow
from rulesets.show.drawing import Area, Circle, Drawing, Group, Item
from rulesets.words import Words, as_is, say

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = "ABCDE"
PANEL, HIGH = 400.0, 470.0
RING, SEAT, TABLE = 128.0, 36.0, 72.0
STEP = 360 / len(NAMES)


def _panel(left: float, top: float, title: Words, goes: int, skipped: bool) -> Group:
    """A table at which A has played: the turn goes `goes` seats on (back below 0)."""
    middle = left + PANEL / 2, top + 268.0
    way = 1 if goes > 0 else -1
    over = {way % len(NAMES)} if skipped else set()
    items: list[Item] = [
        label(Area(left + 8, top + 8, PANEL - 16, 80), title, 30),
        Circle(*middle, TABLE, "felt", "line", 4.0),
    ]
    for place, name in enumerate(NAMES):
        x, y = on_circle(middle, RING, place * STEP)
        items.append(seat(x, y, SEAT, as_is(name), filled=place == 0, dashed=place in over))
    reach = RING + SEAT + 16
    start, end = way * 8.0, goes * STEP - way * 6.0
    items.append(round_arrow(middle, reach, start, end, 6.0))
    return Group(tuple(items))


def turn_order(
    skip: str | Words = "Skip", reverse: str | Words = "Reverse", both: bool = True
) -> Drawing:
    """Five people at a table, of whom A plays: who comes next as usual, after `skip`, after
    `reverse`, and after `both` of them together."""
    skips, turns = (one if isinstance(one, Words) else Words(one) for one in (skip, reverse))
    panels = [
        (say("As usual: B is next"), 1, False),
        (say("{card}: B is passed over, C is next", card=skips), 2, True),
        (say("{card}: E is next, and so on that way", card=turns), -1, False),
    ]
    if both:
        panels.append((say("{turns}, then {skips}: D is next", turns=turns, skips=skips), -2, True))
    across = 2 if both else 3
    items = []
    for number, (words, goes, skipped) in enumerate(panels):
        left, top = number % across * PANEL, number // across * HIGH
        items.append(_panel(left, top, words, goes, skipped))
    told = (say("A has played; the turn goes clockwise from A to E"), *(one[0] for one in panels))
    high = HIGH * (len(panels) // across)
    return Drawing(across * PANEL, high, say("Whose turn is next"), told, tuple(items))


def turn_order_with(skip: str, reverse: str, *, both: bool = True) -> Callable[[], Drawing]:
    """The same picture for a game that calls these cards otherwise."""
    return partial(turn_order, skip, reverse, both)
