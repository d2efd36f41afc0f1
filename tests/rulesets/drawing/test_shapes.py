"""Dominoes, as they are drawn."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from rulesets.drawing.shapes import MOST_PIPS, pips, tile
from rulesets.drawing.vectors import Area, Circle
from tests.rulesets.shapes import is_within, leaves, outline


@pytest.mark.parametrize("number", range(MOST_PIPS + 1))
def test_an_end_has_as_many_pips_as_it_shows(number: int) -> None:
    found = pips(number)
    assert len(set(found)) == number
    # Turned upside down it shows the same.
    assert {(round(-x, 6), round(-y, 6)) for x, y in found} == {
        (round(x, 6), round(y, 6)) for x, y in found
    }
    items = [item for item in leaves((tile(0, 0, 100, (number, 0)),)) if isinstance(item, Circle)]
    assert len(items) == number
    assert all(hypot(a.x - b.x, a.y - b.y) > a.radius + b.radius for a, b in combinations(items, 2))
    upper = Area(-50, -100, 100, 100).corners
    assert all(is_within(upper, point) for item in items for point in outline(item))
