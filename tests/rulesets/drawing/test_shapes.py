"""Arrows, pieces and dominoes, as they are drawn."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from rulesets.drawing.shapes import (
    HEAP_HEIGHT,
    MOST_CHIPS,
    MOST_PIPS,
    arrow,
    chip,
    heap,
    heap_width,
    on_circle,
    pips,
    round_arrow,
    tile,
)
from rulesets.drawing.vectors import Area, Circle, Path, Polygon
from tests.rulesets.shapes import is_within, leaves, outline

# --- arrows ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("bend", [0.0, 0.3, -0.3])
def test_an_arrow_begins_and_ends_where_it_is_told_to(bend: float) -> None:
    line, head = arrow((10, 20), (110, 20), 4, bend=bend).items
    assert isinstance(line, Path)
    assert isinstance(head, Polygon)
    assert line.segments[0][1] == (10, 20)
    assert head.points[0] == (110, 20)
    handle = line.segments[1][1][1]
    assert (handle > 20) - (handle < 20) == (bend > 0) - (bend < 0)  # to the right is down here


@pytest.mark.parametrize(("start", "end"), [(20, 160), (340, 200), (0, 355), (90, -90)])
def test_a_round_arrow_stays_on_its_circle(start: float, end: float) -> None:
    line, head = round_arrow((50, 60), 40, start, end, 3).items
    assert isinstance(line, Path)
    assert isinstance(head, Polygon)
    assert head.points[0] == pytest.approx(on_circle((50, 60), 40, end))
    assert line.segments[0][1] == pytest.approx(on_circle((50, 60), 40, start))
    for _step, points in line.segments:
        assert hypot(points[-2] - 50, points[-1] - 60) == pytest.approx(40)


# --- pieces ---------------------------------------------------------------------------------------


CHIP = len(chip(0, 0, 1))


@pytest.mark.parametrize("count", [*range(MOST_CHIPS + 1), 8, 1000])
def test_a_heap_shows_its_chips_up_to_the_most(count: int) -> None:
    assert len(heap(0, 0, 10, count).items) == CHIP * min(count, MOST_CHIPS)


@pytest.mark.parametrize("count", range(1, MOST_CHIPS + 1))
def test_a_heap_keeps_to_its_measures(count: int) -> None:
    points = outline(heap(0, 0, 10, count))
    assert max(abs(x) for x, _ in points) * 2 <= heap_width(count) * 10 * 1.05
    assert max(abs(y) for _, y in points) * 2 <= HEAP_HEIGHT * 10 * 1.05


@pytest.mark.parametrize("count", range(2, MOST_CHIPS + 1))
def test_no_chip_hides_another(count: int) -> None:
    chips = [item for item in heap(0, 0, 10, count).items if isinstance(item, Circle)]
    middles = {(item.x, item.y) for item in chips}
    assert len(middles) == count
    for x, y in middles:
        others = middles - {(x, y)}
        assert min((x - a) ** 2 + (y - b) ** 2 for a, b in others) > 25


# --- dominoes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(MOST_PIPS + 1))
def test_an_end_has_as_many_pips_as_it_shows(number: int) -> None:
    found = pips(number)
    assert len(set(found)) == number
    # Turned upside down it shows the same.
    assert {(round(-x, 6), round(-y, 6)) for x, y in found} == {
        (round(x, 6), round(y, 6)) for x, y in found
    }
    drawn = [item for item in leaves((tile(0, 0, 100, (number, 0)),)) if isinstance(item, Circle)]
    assert len(drawn) == number
    assert all(hypot(a.x - b.x, a.y - b.y) > a.radius + b.radius for a, b in combinations(drawn, 2))
    upper = Area(-50, -100, 100, 100).corners
    assert all(is_within(upper, point) for item in drawn for point in outline(item))
