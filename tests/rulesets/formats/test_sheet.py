"""The score sheet's layout: the book's boxes, blank and filled in."""

from __future__ import annotations

import pytest

from rulesets.formats import format_of
from rulesets.formats.sheet import layout
from rulesets.games import load

GAME = format_of(load("court-whist"))


def test_a_blank_sheet_has_the_boxes_of_the_book() -> None:
    sheet = layout(GAME)
    assert [(box.title, box.tag) for box in sheet.boxes] == [
        ("Game 1 – Coronation", "Partners"),
        ("Game 2 – Prosperity", "Partners"),
        ("Game 3 – Conspiracy", "No partners"),
        ("Game 4 – Chivalry", "Partners"),
        ("Game 5 – Revolution", "Partners"),
        ("Game 6 – Confiscation", "Partners"),
        ("Game 7 – Restoration", "Partners"),
    ]
    possible = ["13", "26", "13", "13 to 39", "13", "13", "25"]
    assert [box.total.label for box in sheet.boxes] == [
        f"Total – possible {p} in one hand" for p in possible
    ]
    assert all(len(box.rows) == 4 and box.line for box in sheet.boxes)
    assert [row.symbol for row in sheet.boxes[1].rows] == ["S", "H", "C", "D"]
    assert [row.symbol for row in sheet.boxes[0].rows][:2] == ["named-S", "named-H"]
    assert len(sheet.grand_total.rows) == 7
    filled = [row.points for box in (*sheet.boxes, sheet.grand_total) for row in box.rows]
    assert set(filled) == {None}
    assert sheet.grand_total.total.points is None


def test_hands_add_up_to_totals_and_totals_to_the_grand_total() -> None:
    hands = [[number, 1, 1, 1] for number in range(1, 8)]
    sheet = layout(GAME, hands)
    assert [box.total.points for box in sheet.boxes] == [4, 5, 6, 7, 8, 9, 10]
    assert [row.points for row in sheet.grand_total.rows] == [4, 5, 6, 7, 8, 9, 10]
    assert sheet.grand_total.total.points == 49


def test_what_is_not_known_stays_blank() -> None:
    sheet = layout(GAME, [[7, 6, None, 5], [1, 2, 3, 4]], [None, None, 32])
    assert [row.points for row in sheet.boxes[0].rows] == [7, 6, None, 5]
    assert [box.total.points for box in sheet.boxes] == [None, 10, 32, None, None, None, None]
    assert sheet.grand_total.total.points is None


@pytest.mark.parametrize("total", [0, -3])
def test_a_total_of_nothing_or_less_is_written(total: int) -> None:
    assert layout(GAME, [], [total]).boxes[0].total.points == total
