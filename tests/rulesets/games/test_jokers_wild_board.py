"""Jokers Wild, the board game: all marbles of a side in its castle."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.tables import codes, night

SLUG = "jokers-wild-board"


def game(winner: int, *home: int) -> dict[str, Any]:
    return {"winner": winner, "home": list(home)}


def test_the_first_side_with_all_in_the_castle_wins() -> None:
    """Metzker p. 26."""
    history = night(SLUG, game(0, 5, 3, 5, 4), game(1, 5, 5, 2, 5), players=4)
    assert history.state.totals == (1, 1)
    assert night(SLUG, game(0, 5, 2), players=2).state.totals == (1, 0)


@pytest.mark.parametrize(
    ("report", "found"),
    [
        (game(0, 5, 0, 5, 0), []),
        (game(1, 5, 5, 4, 5), []),
        (game(0, 5, 0, 4, 0), [("home.few", ("home", 2))]),
        (game(0, 5, 5, 5, 5), [("home.all", ("home", 1))]),
    ],
)
def test_only_the_winners_have_all(report: dict[str, Any], found: list[Any]) -> None:
    assert [(code, at) for code, _severity, at in codes(SLUG, report, players=4)] == found
