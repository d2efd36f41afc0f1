"""5 in a Row: three rows win, four by a last disc in two of them."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets import games
from tests.rulesets.tables import codes, night, setup

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


def test_two_people_are_a_side_each() -> None:
    history = night(SLUG, game(1, 1, 3), players=2)
    assert history.state.totals == (0, 1)
    assert history.rounds[0].summary.text == "Bo won"


@pytest.mark.parametrize(
    ("report", "found"),
    [
        (game(0, 3, 2), []),
        (game(0, 4, 0), []),
        (game(0, 2, 0), ["rows.few"]),
        (game(1, 3, 3), ["rows.many"]),
        (game(1, 4, 2), ["rows.many", "rows.few"]),
    ],
)
def test_what_the_board_allows(report: dict[str, Any], found: list[str]) -> None:
    told = [code for code, severity, _at in codes(SLUG, report, players=4)]
    assert told == found


def test_it_is_for_two_or_four() -> None:
    """Metzker p. 24."""
    assert [bool(PLAYS.check_setup(setup(SLUG, players))) for players in (2, 3, 4)] == [
        False,
        True,
        False,
    ]
