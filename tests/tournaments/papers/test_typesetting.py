"""Paragraphs broken as a whole."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.papers.typesetting import (
    FORCED,
    NEVER,
    Box,
    Glue,
    Item,
    Line,
    Penalty,
    break_lines,
)

SPACE = Glue(3.0, 2.0, 1.0)


def words(*widths: float) -> list[Item]:
    """Boxes with a space between them."""
    items: list[Item] = []
    for width in widths:
        items += [SPACE, Box(width)] if items else [Box(width)]
    return items


def natural(items: list[Item], line: Line) -> float:
    """The width of a line before its glue is stretched."""
    hyphen = items[line.end].width if line.end < len(items) and line.divided else 0.0
    return hyphen + sum(
        one.width for one in items[line.begin : line.end] if not isinstance(one, Penalty)
    )


@given(st.lists(st.floats(5, 40), min_size=1, max_size=60), st.floats(60, 200))
def test_every_box_is_on_one_line_and_lines_begin_and_end_with_boxes(
    widths: list[float], measure: float
) -> None:
    items = words(*widths)
    lines = break_lines(items, measure)
    boxes = [at for line in lines for at in range(line.begin, line.end)
             if isinstance(items[at], Box)]  # fmt: skip
    assert boxes == [at for at, item in enumerate(items) if isinstance(item, Box)]
    for line in lines:
        assert isinstance(items[line.begin], Box)
        assert isinstance(items[line.end - 1], Box)


@given(st.lists(st.floats(5, 40), min_size=1, max_size=60), st.floats(60, 200))
def test_stretched_by_its_ratio_a_line_is_as_wide_as_the_measure(
    widths: list[float], measure: float
) -> None:
    items = words(*widths)
    for line in break_lines(items, measure)[:-1]:
        glue = [one for one in items[line.begin : line.end] if isinstance(one, Glue)]
        more = sum(one.stretch if line.ratio > 0 else one.shrink for one in glue)
        assert line.ratio >= -1
        if glue:
            assert natural(items, line) + line.ratio * more == pytest.approx(measure, abs=0.01)


def cost(items: list[Item], ends: tuple[int, ...], measure: float) -> float:
    """How uneven the lines are that end before these glues."""
    total, begin = 0.0, 0
    for end in (*ends, len(items)):
        line = items[begin:end]
        glue = [one for one in line if isinstance(one, Glue)]
        short = measure - sum(one.width for one in line if not isinstance(one, Penalty))
        room = sum(one.stretch if short > 0 else one.shrink for one in glue)
        if short < -room - 0.001:
            return float("inf")
        if end < len(items):
            if room == 0:
                return float("inf")
            total += (1 + 100 * abs(short / room) ** 3) ** 2
        begin = end + 1
    return total


def test_of_all_ways_the_most_even_is_taken() -> None:
    """Filling line after line would leave the third one with two words far apart."""
    items = words(20, 20, 20, 20, 14, 36, 30, 26, 20, 20, 30, 20)
    measure = 72.0
    lines = break_lines(items, measure)
    glues = [at for at, one in enumerate(items) if isinstance(one, Glue)]
    found = tuple(line.end for line in lines[:-1])
    every = [
        (cost(items, ends, measure), ends) for ends in itertools.combinations(glues, len(found))
    ]
    assert cost(items, found, measure) == pytest.approx(min(every)[0], rel=0.2)
    greedy: list[int] = []
    begin = 0
    for at in [*glues, len(items)]:
        width = sum(one.width for one in items[begin:at] if not isinstance(one, Penalty))
        shrink = sum(one.shrink for one in items[begin:at] if isinstance(one, Glue))
        if width - shrink > measure:
            last = max(one for one in glues if one < at)
            greedy.append(last)
            begin = last + 1
    assert cost(items, found, measure) <= cost(items, tuple(greedy), measure)


def test_a_word_is_divided_where_that_makes_the_line_better() -> None:
    items: list[Item] = [*words(30, 30), SPACE, Box(20), Penalty(4.0, 60.0, flagged=True), Box(40),
                         SPACE, Box(30)]  # fmt: skip
    lines = break_lines(items, 90.0)
    assert lines[0].divided
    assert items[lines[1].begin] == Box(40)
    dear = [Penalty(4.0, NEVER) if isinstance(one, Penalty) else one for one in items]
    assert not any(line.divided for line in break_lines(dear, 90.0))


def test_two_hyphens_in_a_row_are_avoided() -> None:
    part = [Box(20), Penalty(2.0, 50.0, flagged=True), Box(20)]
    items: list[Item] = []
    for _count in range(9):
        items += [SPACE, *part] if items else part
    lines = break_lines(items, 106.0)
    pairs = itertools.pairwise(line.divided for line in lines)
    assert not any(one and other for one, other in pairs)


def test_a_line_ends_where_it_must_and_never_where_it_must_not() -> None:
    forced: list[Item] = [*words(10, 10), Penalty(0.0, NEVER), Glue(0.0, 1e6, 0.0),
                          Penalty(0.0, FORCED), *words(10)]  # fmt: skip
    assert len(break_lines(forced, 200.0)) == 2
    tied: list[Item] = [*words(30, 30), Penalty(0.0, NEVER), SPACE, Box(30)]
    for line in break_lines(tied, 62.0):
        assert items_of(tied, line) in ([30.0], [30.0, 30.0])
        assert line.begin != len(tied) - 1


def items_of(items: list[Item], line: Line) -> list[float]:
    return [one.width for one in items[line.begin : line.end] if isinstance(one, Box)]


def test_the_first_line_is_shorter_by_its_indent() -> None:
    items = words(*[10.0] * 12)
    usual, indented = break_lines(items, 75.0), break_lines(items, 75.0, indent=40.0)
    assert usual[0].end > indented[0].end


def test_what_is_wider_than_the_measure_has_a_line_of_its_own() -> None:
    lines = break_lines(words(10, 300, 10), 50.0)
    assert any(items_of(words(10, 300, 10), line) == [300.0] for line in lines)
