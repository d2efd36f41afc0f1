"""Whist with 10s: tricks above six, tens, and the last round crossed."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.replay import Replay
from rulesets.games import whist_tens
from tests.rulesets import tables

SLUG = "whist-tens"
PLAYS = whist_tens.GAME.plays
LAST = 5  # rounds before the crossed one


def night(*reports: Any, rounds: int = 0) -> Replay:
    return tables.night(SLUG, *reports, players=4, rounds=rounds)


def hand(tricks: int, tens: int) -> dict[str, Any]:
    return {"tricks": [tricks, 13 - tricks], "tens": [tens, 4 - tens]}


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
        assert PLAYS.totals(night(report, rounds=rounds).state) == points
    assert PLAYS.totals(night(report, rounds=LAST).state) == points[::-1]


def test_trump_is_told_and_the_crossing() -> None:
    """Metzker p. 9: hearts, spades, diamonds, clubs, high and low no-trump."""
    states = [PLAYS.start(tables.setup(SLUG, 4, rounds=rounds)).state for rounds in range(6)]
    assert [PLAYS.name_of_round(state).text for state in states] == [
        "♥ trump",
        "♠ trump",
        "♦ trump",
        "♣ trump",
        "High no-trump",
        "Low no-trump",
    ]
    notes = [PLAYS.note_before(state).text for state in states]
    assert notes == [""] * 5 + ["What you take counts for the other side"]
