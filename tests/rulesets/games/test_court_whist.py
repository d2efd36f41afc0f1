"""Court Whist against the scoring scheme: every set by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.formats import format_of
from rulesets.games import load
from tests.rulesets.reports import ROLES, STAGES, reports

GAME = format_of(load("court-whist"))


@pytest.mark.parametrize(
    ("stage", "report", "points"),
    [
        (1, {"tricks": [7, 6]}, (7, 6, 7, 6)),
        (1, {"tricks": [0, 13]}, (0, 13, 0, 13)),
        (2, {"tricks": [5, 8]}, (10, 16, 10, 16)),
        (3, {"tricks": [1, 2, 3, 7]}, (1, 2, 3, 7)),
        (4, {"tricks": [7, 6], "lady_tricks": [7, 0]}, (21, 6, 21, 6)),
        (4, {"tricks": [5, 8], "lady_tricks": [2, 3]}, (9, 14, 9, 14)),
        (4, {"tricks": [0, 13], "lady_tricks": [0, 13]}, (0, 39, 0, 39)),
        (5, {"tricks": [9, 4]}, (4, 9, 4, 9)),
        (6, {"tricks": [9, 4]}, (9, 4, 9, 4)),
        (6, {"tricks": [9, 4], "spoke": [0, 2, 1, 0]}, (9, -2, 6, 4)),
        (7, {"tricks": [6, 7], "face_cards": [8, 4]}, (14, 11, 14, 11)),
        (7, {"tricks": [13, 0], "face_cards": [12, 0]}, (25, 0, 25, 0)),
    ],
)
def test_points_follow_the_scheme(
    stage: int, report: dict[str, Any], points: tuple[int, ...]
) -> None:
    assert GAME.hands.points(stage, ROLES, report) == points
    explained = GAME.hands.explain(stage, ROLES, report)
    assert tuple(sum(line.amount for line in lines) for lines in explained) == points


TOGETHER = {1: 13, 2: 26, 3: 13, 5: 13, 7: 25}


@given(st.data(), st.sampled_from(STAGES))
def test_both_sides_together_make_what_the_scheme_says(data: st.DataObject, stage: int) -> None:
    report = data.draw(reports(stage))
    assert not [p for p in GAME.hands.check(stage, ROLES, report) if p.severity == "error"]
    points = GAME.hands.points(stage, ROLES, report)
    together = sum(points) if stage == 3 else points[0] + points[1]
    if stage == 4:
        assert 13 <= together <= 39
        assert together == 13 + 2 * sum(report["lady_tricks"])
    elif stage == 6:
        assert sum(points) == 26 - 3 * sum(report.get("spoke", []))
    else:
        assert together == TOGETHER[stage]


@given(st.data(), st.sampled_from(STAGES))
def test_turning_the_table_turns_the_points(data: st.DataObject, stage: int) -> None:
    report = data.draw(reports(stage))
    turned = {key: [*values[1:], values[0]] for key, values in report.items()}
    points = GAME.hands.points(stage, ROLES, report)
    assert GAME.hands.points(stage, ROLES, turned) == (*points[1:], points[0])
