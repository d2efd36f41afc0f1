"""5 in a Row: three rows win, four by a last disc in two of them."""

from __future__ import annotations

from typing import Any

from rulesets import games
from tests.rulesets.tables import night, setup

SLUG = "five-in-a-row"
PLAYS = games.load(SLUG).plays


def game(winner: int, *rows: int) -> dict[str, Any]:
    return {"winner": winner, "rows": list(rows)}


def test_the_side_with_three_rows_has_a_win() -> None:
    """Metzker p. 24: three rows of five discs."""
    history = night(SLUG, game(0, 3, 1), game(1, 2, 4), game(0, 3, 0), players=4)
    assert history.state.totals == (2, 1)
    assert history.ending is None
    assert PLAYS.ranks(history.state) == [1, 2]
    assert history.rounds[1].summary.text == "Bo & Di won"


def test_it_is_for_two_or_four() -> None:
    """Metzker p. 24."""
    assert [bool(PLAYS.check_setup(setup(SLUG, players))) for players in (2, 3, 4)] == [
        False,
        True,
        False,
    ]
