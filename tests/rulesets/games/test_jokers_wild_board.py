"""Jokers Wild, the board game: all marbles of a side in its castle."""

from __future__ import annotations

from typing import Any

from tests.rulesets.tables import night

SLUG = "jokers-wild-board"


def game(winner: int, *home: int) -> dict[str, Any]:
    return {"winner": winner, "home": list(home)}


def test_the_first_side_with_all_in_the_castle_wins() -> None:
    """Metzker p. 26."""
    history = night(SLUG, game(0, 5, 3, 5, 4), game(1, 5, 5, 2, 5), players=4)
    assert history.state.totals == (1, 1)
    assert night(SLUG, game(0, 5, 2), players=2).state.totals == (1, 0)
