"""Dots by year: one for each time, on the scale of the house."""

from __future__ import annotations

from rulesets.drawing.course_chart import SCREEN
from rulesets.drawing.dots_chart import dots_chart
from rulesets.drawing.vectors import Circle, Path, Text


def test_a_dot_for_each_time_and_the_years_in_words() -> None:
    drawing = dots_chart([2004, 2026, 2026, 2019], (2003, 2026), (2003, 2026))
    assert drawing is not None
    dots = [item for item in drawing.items if isinstance(item, Circle)]
    assert len(dots) == 4
    last = [dot for dot in dots if dot.x == max(dot.x for dot in dots)]
    assert len({dot.y for dot in last}) == len(last) == 2
    assert [words.render(str) for words in drawing.description] == [
        "2004: 1", "2019: 1", "2026: 2",
    ]  # fmt: skip
    labels = [item for item in drawing.items if isinstance(item, Text)]
    assert [label.words.render(str) for label in labels] == ["2003", "2026"]
    for label in labels:
        assert label.area.x >= 0
        assert label.area.right <= SCREEN


def test_few_are_told_and_many_stay_on_the_page() -> None:
    assert dots_chart([2025, 2026], (2025, 2026), (2003, 2026)) is None
    many = dots_chart([2026] * 80, (2026, 2026), (2026, 2026))
    assert many.height < 180
    assert all(item.y > 0 for item in many.items if isinstance(item, Circle))
    late = dots_chart([2019, 2020, 2021], (2019, 2026), (2003, 2026))
    assert late is not None
    (line,) = [item for item in late.items if isinstance(item, Path)]
    assert line.segments[0][1][0] > SCREEN / 2  # it begins when the game did
