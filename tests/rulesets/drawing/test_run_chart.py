"""The run of a game as lines: nothing hides a label, nothing leaves the drawing."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.drawing.run_chart import (
    LINE,
    MOST_LINES,
    MOST_VALUES,
    Chart,
    ChartFrame,
    chart_text_width,
    name_words,
    run_chart,
    spread_labels,
    steps,
    wrap_name,
)

PHONE = ChartFrame(360, 260, 12, 0.45, 6)
WALL = ChartFrame(1760, 760, 34, 0.3, 12)
LETTERS = st.characters(codec="utf-8", exclude_categories=["C", "Z"])
NAMED = st.text("Aiw- 山é", min_size=1, max_size=40).map(str.strip).filter(bool)
NAMES = st.text(LETTERS, min_size=1, max_size=40)
TOTALS = st.lists(st.integers(-500, 2000), min_size=1, max_size=30)
SERIES = st.lists(st.tuples(NAMES, TOTALS), min_size=1, max_size=20)


def boxes(chart: Chart, frame: ChartFrame) -> list[tuple[float, float]]:
    """From where to where each label reaches, from the top down."""
    half = frame.letter * LINE / 2
    labels = [line.label for line in chart.lines]
    return sorted(
        (label.y - half * len(label.lines), label.y + half * len(label.lines)) for label in labels
    )


@given(SERIES, st.sampled_from((PHONE, WALL)), st.sampled_from((0, 1)))
def test_labels_never_touch_and_everything_is_inside(
    series: list[tuple[str, list[int]]], frame: ChartFrame, first: int
) -> None:
    chart = run_chart(series, frame, first)
    assert chart is not None
    reaching = boxes(chart, frame)
    assert reaching[0][0] >= 0
    assert reaching[-1][1] <= chart.height
    for above, below in pairwise(reaching):
        assert above[1] <= below[0] + 1e-6
    assert 0 < chart.left < chart.right < chart.names < chart.width == frame.width
    assert chart.height >= frame.height
    for line in chart.lines:
        for x, y in line.points:
            assert chart.left - 1e-6 <= x <= chart.right + 1e-6
            assert chart.top - 1e-6 <= y <= chart.bottom + 1e-6
        for words in line.label.lines:
            assert chart_text_width(words, frame.letter) <= chart.width - chart.names


@given(SERIES)
def test_axes_name_few_round_values(series: list[tuple[str, list[int]]]) -> None:
    chart = run_chart(series, PHONE)
    assert chart is not None
    named = [value for value, _ in chart.values]
    assert 2 <= len(named) <= MOST_VALUES
    assert 0 in named
    assert named[0] <= min(t for _, totals in series for t in totals)
    assert named[-1] >= max(t for _, totals in series for t in totals)
    heights = [y for _, y in chart.values]
    assert heights == sorted(heights, reverse=True)
    assert 1 <= len(chart.rounds) <= PHONE.rounds


@given(st.integers(-(10**6), 0), st.integers(0, 10**6), st.integers(3, 9))
def test_steps_are_round_and_hold_both_ends(low: int, high: int, most: int) -> None:
    found = steps(low, high, most)
    gaps = {b - a for a, b in pairwise(found)}
    assert len(gaps) == 1
    assert str(gaps.pop()).rstrip("0") in ("1", "2", "5")
    assert found[0] <= low <= high <= found[-1]
    assert 2 <= len(found) <= most


@given(st.lists(st.tuples(st.floats(0, 300), st.floats(5, 30)), max_size=20))
def test_spread_keeps_the_order_and_moves_nothing_that_has_room(
    labels: list[tuple[float, float]],
) -> None:
    wanted, heights = [w for w, _ in labels], [h for _, h in labels]
    bottom = max(300.0, sum(heights))
    middles = spread_labels(wanted, heights, 0, bottom)
    order = sorted(range(len(labels)), key=lambda place: wanted[place])
    for above, below in pairwise(order):
        apart = (heights[above] + heights[below]) / 2
        assert middles[below] - middles[above] >= apart - 1e-6
    for middle, height in zip(middles, heights, strict=True):
        assert height / 2 - 1e-6 <= middle <= bottom - height / 2 + 1e-6


def test_equal_lines_run_side_by_side_and_different_ones_where_they_belong() -> None:
    chart = run_chart([("A", (3, 3, 2)), ("B", (3, 3, 3))], PHONE)
    assert chart is not None
    first, second = (line.points for line in chart.lines)
    assert first[0][1] != second[0][1]
    apart = run_chart([("A", (3, 3, 2)), ("B", (3, 4, 3))], PHONE)
    assert apart.lines[0].points[0] == apart.lines[1].points[0]


def test_names_break_between_words_and_are_cut_last() -> None:
    assert wrap_name("Ann", 12, 100) == ("Ann",)
    assert wrap_name("Anne Lister (York)", 12, 100) == ("Anne Lister", "(York)")
    long = "Maximilian-Alexander von und zu Hohenberg"
    assert wrap_name(long, 12, 140) == ("Maximilian-", "Alexander von und zu", "Hohenberg")
    assert wrap_name(long, 12, 90) == ("Maximilian-", "Alexander", "von und zu…")
    assert wrap_name("Wolfeschlegelstein Meier", 12, 90) == ("Wolfeschle…", "Meier")
    assert wrap_name("山田太郎山田太郎", 12, 60) == ("山田太郎山", "田太郎")


@given(NAMED, st.floats(40, 200))
def test_no_name_is_broken_inside_a_word(name: str, width: float) -> None:
    lines, words = wrap_name(name, 12, width), name_words(name)
    pairs = combinations(range(len(words) + 1), 2)
    whole = {"".join(words[start:end]).rstrip() for start, end in pairs}
    too_long = [word for word in words if chart_text_width(word.rstrip() + "…", 12) > width]
    assert len(lines) <= MOST_LINES
    told = "".join(lines).replace(" ", "")
    assert told == name.replace(" ", "") or "…" in told
    for line in lines:
        assert chart_text_width(line, 12) <= width
        shown = line.removesuffix("…")
        assert shown in whole or any(word.startswith(shown) for word in too_long)


@pytest.mark.parametrize("frame", [PHONE, WALL], ids=["phone", "wall"])
def test_a_long_word_is_whole_where_half_the_drawing_holds_it(frame: ChartFrame) -> None:
    chart = run_chart([("Ann", (3, 120)), ("Guðmundsdóttir Jóna", (5, 90))], frame)
    assert chart.lines[1].label.lines == ("Guðmundsdóttir", "Jóna")
    assert not chart.lines[1].label.cut
