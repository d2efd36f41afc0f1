"""Court Whist against the scoring scheme: every set by hand, and every refusal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.formats import format_of
from rulesets.games import load
from tests.rulesets.reports import ROLES, STAGES, reports
from tests.rulesets.tables import setup

GAME = format_of(load("court-whist"))


def codes(stage: int, report: object, roles: tuple[str, ...] = ROLES) -> list[tuple[Any, ...]]:
    return [(p.code, *p.at) for p in GAME.hands.check(stage, roles, report)]


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


@pytest.mark.parametrize(
    ("stage", "report", "expected"),
    [
        (1, {"tricks": [6, 6]}, [("tricks.sum", "tricks")]),
        (
            1,
            {"tricks": [14, -1]},
            [("tricks.range", "tricks", 0), ("tricks.negative", "tricks", 1)],
        ),
        (
            5,
            {"tricks": [7, 7], "face_cards": [6, 6]},
            [("report.field", "face_cards"), ("tricks.sum", "tricks")],
        ),
        (3, {"tricks": [7, 6]}, [("tricks.count", "tricks")]),
        (3, {"tricks": [4, 4, 4, 4]}, [("tricks.sum", "tricks")]),
        (4, {"tricks": [7, 6]}, [("lady_tricks.missing", "lady_tricks")]),
        (4, {"tricks": [3, 10], "lady_tricks": [4, 1]}, [("lady_tricks.over", "lady_tricks", 0)]),
        (
            4,
            {"tricks": [3, 10], "lady_tricks": [0, -1]},
            [("lady_tricks.negative", "lady_tricks", 1)],
        ),
        (
            4,
            {"tricks": [7, 6], "spoke": [0] * 4, "lady_tricks": [0, 0]},
            [("report.field", "spoke")],
        ),
        (7, {"tricks": [7, 6]}, [("face_cards.missing", "face_cards")]),
        (7, {"tricks": [7, 6], "face_cards": [6, 5]}, [("face_cards.sum", "face_cards")]),
        (7, {"tricks": [11, 2], "face_cards": [3, 9]}, [("face_cards.over", "face_cards", 1)]),
        (
            7,
            {"tricks": [13, 0], "face_cards": [11, 1]},
            [("face_cards.no_trick", "face_cards", 1), ("tricks.all", "tricks", 0)],
        ),
        (1, {"tricks": [13, 0]}, [("tricks.all", "tricks", 0)]),
        (3, {"tricks": [0, 0, 13, 0]}, [("tricks.all", "tricks", 2)]),
        (6, {"tricks": [2, 11], "spoke": [1, 0, 0, 0]}, [("score.below_zero", "spoke", 0)]),
    ],
)
def test_every_problem_has_its_code_and_place(
    stage: int, report: object, expected: list[tuple[Any, ...]]
) -> None:
    assert codes(stage, report) == expected


@pytest.mark.parametrize(
    ("stage", "report", "message"),
    [
        (1, {"tricks": [6, 6]}, "Tricks add up to 12; a hand has 13."),
        (1, {"tricks": [-1, 14]}, "Tricks taken: -1 is not between 0 and 13."),
        (
            4,
            {"tricks": [3, 10], "lady_tricks": [4, 1]},
            "The lady’s tricks are 4, but her side’s only 3.",
        ),
        (7, {"tricks": [7, 6], "face_cards": [6, 5]}, "Face cards add up to 11; the pack has 12."),
        (
            7,
            {"tricks": [12, 1], "face_cards": [6, 6]},
            "A side with 1 of the tricks holds at most 4 face cards, not 6.",
        ),
        (1, {"tricks": [13, 0]}, "All 13 tricks for one side?"),
        (3, {"tricks": [13, 0, 0, 0]}, "All 13 tricks for one player?"),
        (
            6,
            {"tricks": [2, 11], "spoke": [0, 0, 1, 0]},
            "South scores -1 for this hand. Right?",
        ),
    ],
)
def test_messages_carry_the_numbers(stage: int, report: object, message: str) -> None:
    assert GAME.hands.check(stage, ROLES, report)[0].message == message


def test_a_side_of_two_ladies_counts_both_and_one_of_none_has_no_ladys_tricks() -> None:
    roles = ("lady", "gentleman", "lady", "gentleman")
    assert codes(4, {"tricks": [7, 6], "lady_tricks": [7, 0]}, roles) == []
    assert codes(4, {"tricks": [7, 6], "lady_tricks": [7, 1]}, roles) == [
        ("lady_tricks.no_lady", "lady_tricks", 1)
    ]


def test_after_the_last_hand_its_set_stays() -> None:
    plays = GAME.game.plays
    last, over = (plays.start(setup("court-whist", 4, rounds=played)).state for played in (27, 28))
    assert plays.set_of(over) == plays.set_of(last) == (plays.sets[-1], 3)


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
