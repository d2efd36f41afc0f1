"""Whist with 10s: tricks above six, tens, and the last round crossed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.game import NoOptions
from rulesets.engine.replay import Replay, RoundReport, replay
from rulesets.engine.roster import Setup
from rulesets.games import whist_tens

WHIST = whist_tens.GAME.plays
LAST = 5  # rounds before the crossed one


def setup(rounds: int = 0) -> Setup:
    return Setup(WHIST.roster(("Ann", "Bo", "Cy", "Di")), NoOptions(), 0, rounds)


def hand(tricks: int, tens: int) -> dict[str, Any]:
    """What the first side took."""
    return {"tricks": [tricks, 13 - tricks], "tens": [tens, 4 - tens]}


def night(*reports: dict[str, Any], rounds: int = 0) -> Replay:
    history = replay(WHIST, setup(rounds), [RoundReport(one) for one in reports])
    assert all(one.counted for one in history.rounds)
    return history


def codes(report: object, rounds: int = 0) -> list[str]:
    return [one.code for one in WHIST.check(WHIST.start(setup(rounds)).state, report)]


def test_partners_sit_across() -> None:
    roster = setup().roster
    assert roster.sides == ((0, 2), (1, 3))
    assert roster.side_names == ("Ann & Cy", "Bo & Di")


@pytest.mark.parametrize(
    ("tricks", "tens", "points"),
    [
        (8, 3, (32, 10)),  # Metzker p. 9: three tens and two tricks after the sixth
        (11, 1, (15, 30)),  # Metzker p. 9: one ten and five tricks after the sixth
        (6, 0, (0, 41)),
        (7, 0, (1, 40)),
        (13, 4, (47, 0)),
        (1, 4, (40, 6)),
    ],
)
def test_tricks_above_six_and_tens(tricks: int, tens: int, points: tuple[int, int]) -> None:
    report = hand(tricks, tens)
    for rounds in range(LAST):
        assert WHIST.totals(night(report, rounds=rounds).state) == points
    assert WHIST.totals(night(report, rounds=LAST).state) == points[::-1]


def test_every_gain_has_its_reason() -> None:
    plain, crossed = night(hand(8, 3)), night(hand(8, 3), rounds=LAST)
    assert [(m.amount, m.rule, m.text) for m in plain.rounds[0].transfers] == [
        (2, "tricks", "Tricks of Ann & Cy above six"),
        (30, "tens", "Tens of Ann & Cy: 3 × 10"),
        (0, "tricks", "Tricks of Bo & Di above six"),
        (10, "tens", "Tens of Bo & Di: 1 × 10"),
    ]
    assert [(m.target.who, m.amount, m.rule, m.at) for m in crossed.rounds[0].transfers] == [
        (0, 0, "crossed", ("tricks", 1)),
        (0, 10, "crossed", ("tens", 1)),
        (1, 2, "crossed", ("tricks", 0)),
        (1, 30, "crossed", ("tens", 0)),
    ]


@pytest.mark.parametrize(
    ("report", "found"),
    [
        (hand(0, 1), ["tens.many"]),
        (hand(13, 3), ["tens.many"]),
        (hand(0, 0), []),
        (hand(1, 4), []),
        ({"tricks": [8, 4], "tens": [3, 1]}, ["tricks.sum"]),
        ({"tricks": [8, 5], "tens": [3, 2]}, ["tens.sum"]),
        ({"tricks": [14, -1], "tens": [4, 0]}, ["tricks.range", "tricks.negative"]),
        ({"tricks": [8, None], "tens": [3, 1]}, ["tricks.missing"]),
        ({"tricks": [8, 5]}, ["tens.missing"]),
    ],
)
def test_impossible_reports(report: object, found: list[str]) -> None:
    assert codes(report) == found


def test_trump_is_told_and_the_crossing() -> None:
    """Metzker p. 9: hearts, spades, diamonds, clubs, high and low no-trump."""
    states = [WHIST.start(setup(rounds)).state for rounds in range(6)]
    assert [WHIST.name_of_round(state).text for state in states] == [
        "♥ trump",
        "♠ trump",
        "♦ trump",
        "♣ trump",
        "High no-trump",
        "Low no-trump",
    ]
    notes = [WHIST.note_before(state).text for state in states]
    assert notes == [""] * 5 + ["What you take counts for the other side"]


def test_level_sides_share_the_win() -> None:
    rounds = [hand(7, 2), hand(6, 2)] * 2 + [hand(7, 2), hand(7, 2)]
    history = night(*rounds)
    assert WHIST.totals(history.state) == (123, 123)
    assert history.ending is not None
    assert history.ending.winners == (0, 1)


@given(st.integers(0, 10**6))
def test_made_up_evenings_end_after_six_rounds_and_sides_can_change_chairs(seed: int) -> None:
    chance = Random(seed)
    state = WHIST.start(setup()).state
    reports: list[dict[str, Any]] = []
    while WHIST.over(state) is None:
        reports.append(WHIST.sample(state, chance))
        before, state = state, WHIST.play(state, reports[-1]).state
        brought = sum(WHIST.totals(state)) - sum(WHIST.totals(before))
        assert brought == 40 + max(reports[-1]["tricks"]) - 6
    assert len(reports) == 6
    totals = WHIST.totals(night(*reports).state)
    moved = [{key: one[key][::-1] for key in one} for one in reports]
    assert WHIST.totals(night(*moved).state) == totals[::-1]


def test_the_sheet_has_the_rounds_that_are_left() -> None:
    for rounds in (0, 4, 6):
        rows = [row.label.text for row in WHIST.sheet(setup(rounds)).rows]
        assert len(rows) == 6 - rounds
        assert rows[-1:] == (["6 · Low no-trump"] if rows else [])
