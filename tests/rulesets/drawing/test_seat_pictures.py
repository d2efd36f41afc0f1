"""Whose turn is next, and people's places, as they are drawn."""

from __future__ import annotations

import re
from math import hypot

import pytest

from rulesets.drawing.board_pictures import spot
from rulesets.drawing.seat_pictures import PEOPLE, seat, turn_order, turn_order_with
from rulesets.drawing.vectors import Circle, Group, Polygon, Text
from rulesets.engine.text import Phrase, as_is
from tests.rulesets.shapes import leaves, texts


@pytest.mark.parametrize("both", [True, False])
def test_an_arrow_points_to_whoever_is_next(both: bool) -> None:
    panels = turn_order(both=both).items
    assert len(panels) == (4 if both else 3)
    for panel in panels:
        assert isinstance(panel, Group)
        shapes = list(leaves(panel.items))
        (head,) = (item for item in shapes if isinstance(item, Polygon))
        _table, *seats = (item for item in shapes if isinstance(item, Circle))
        tip = head.points[0]
        nearest = min(range(5), key=lambda at: hypot(seats[at].x - tip[0], seats[at].y - tip[1]))
        title = texts(panel.items)[0]
        (told,) = re.findall(r"([A-E]) is next", title)
        assert PEOPLE[nearest] == told
        passed = [PEOPLE[at] for at, seat in enumerate(seats) if seat.dash]
        assert ("skipped" in title or "then" in title) == bool(passed)


def test_cards_are_called_as_the_game_calls_them() -> None:
    drawing = turn_order_with("King", "Queen", both=False)()
    told = " ".join(texts(drawing.items))
    assert "King: B is skipped" in told
    assert "Queen: E is next" in told
    assert "Skip" not in told


READ = {"card": "black", "black": "card", "felt": "ink"}  # what stays dark on light, or turns alike


@pytest.mark.parametrize(
    "drawn",
    [
        seat(0, 0, 40, as_is("A")),
        seat(0, 0, 40, as_is("A"), filled=True),
        spot((0, 0), "home 1", Phrase("Home")),
        spot((0, 0), "exit 1", Phrase("Exit"), fill="felt"),
    ],
)
def test_letters_differ_from_their_ground_in_every_theme(drawn) -> None:
    (disc,) = (item for item in leaves(drawn.items) if isinstance(item, Circle))
    (words,) = (item for item in leaves(drawn.items) if isinstance(item, Text))
    assert words.role == READ[disc.fill]
