"""Arrows end where they point to."""

from math import hypot

import pytest

from rulesets.show.arrows import arrow, on_circle, round_arrow
from rulesets.show.drawing import Path, Polygon


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


def test_angles_go_clockwise_from_the_top() -> None:
    assert on_circle((0, 0), 10, 0) == pytest.approx((0, -10))
    assert on_circle((0, 0), 10, 90) == pytest.approx((10, 0))
