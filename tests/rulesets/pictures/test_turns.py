"""Whose turn it is: every panel says whom its arrow points to."""

import re
from math import hypot

import pytest

from rulesets.pictures.turns import NAMES, turn_order, turn_order_with
from rulesets.show.drawing import Circle, Group, Polygon
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
        assert NAMES[nearest] == told
        passed = [NAMES[at] for at, seat in enumerate(seats) if seat.dash]
        assert ("passed over" in title or "then" in title) == bool(passed)


def test_cards_are_called_as_the_game_calls_them() -> None:
    drawing = turn_order_with("King", "Queen", both=False)()
    told = " ".join(texts(drawing.items))
    assert "King: B is passed over" in told
    assert "Queen: E is next" in told
    assert "Skip" not in told
