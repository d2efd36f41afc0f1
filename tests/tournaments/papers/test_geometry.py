import pytest

from tournaments.papers.geometry import Box

BOX = Box(10, 20, 100, 60)


def test_edges_and_middle():
    assert (BOX.right, BOX.top, BOX.middle) == (110, 80, (60, 50))


def test_strips_from_the_top_and_what_is_left():
    assert BOX.from_top(15, 5) == Box(10, 60, 100, 15)
    assert BOX.below(20) == Box(10, 20, 100, 40)
    assert BOX.above(20) == Box(10, 40, 100, 40)


def test_columns_and_rows_fill_the_box():
    columns = BOX.columns(3, 5)
    assert columns[0].x == 10
    assert columns[-1].right == pytest.approx(110)
    rows = BOX.rows(4, 4)
    assert rows[0].top == pytest.approx(80)
    assert rows[-1].y == pytest.approx(20)


def test_a_grid_runs_row_by_row_from_the_top_left():
    cells = BOX.grid(2, 2)
    assert [(cell.x, cell.y) for cell in cells] == [(10, 50), (60, 50), (10, 20), (60, 20)]
