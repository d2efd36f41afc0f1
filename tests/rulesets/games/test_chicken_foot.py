"""Chicken Foot: a round for each double, 50 for the 0-0, and blocked rounds."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets import games
from tests.rulesets.tables import codes, night, setup

SLUG = "chicken-foot"
PLAYS = games.load(SLUG).plays
FIRST = {"pips": [0, 14, 23]}


def left(*pips: int, **others: Any) -> dict[str, Any]:
    return {"pips": list(pips), **others}


def found(report: object, *before: Any, **values: Any) -> list[str]:
    return [code for code, _, _ in codes(SLUG, report, *before, **values)]


@pytest.mark.parametrize(("most", "rounds"), [(6, 7), (9, 10), (12, 13)])
def test_a_round_for_every_double(most: int, rounds: int) -> None:
    assert PLAYS.rounds_in_all(setup(SLUG, set=most)) == rounds
    history = night(SLUG, *[FIRST] * rounds, set=most)
    assert history.ending is not None
    before = history.rounds[-2].state
    assert PLAYS.name_of_round(before).text == f"double {most}"
    assert PLAYS.note_before(before).text.startswith(f"The {most}-{most} begins;")


def test_the_blank_costs_50() -> None:
    """Metzker p. 25."""
    history = night(SLUG, FIRST, left(9, 0, 31, blank=2))
    assert history.state.totals == (9, 14, 104)
    rows = [(m.amount, m.rule, m.text) for m in history.rounds[1].transfers]
    assert rows[-1] == (50, "blank", "The 0-0")
    assert found(left(0, 14, 23, blank=1)) == ["report.field"]  # in the middle in the first round
