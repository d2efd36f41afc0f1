"""Jokers Wild, the board game: all marbles of a side in its castle."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.tables import codes, made_up, night, problems

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
        (game(0, 6, 0, 5, 0), [("home.range", ("home", 0))]),
        (game(0, 5, 0, 5), [("home.count", ("home",))]),
    ],
)
def test_only_the_winners_have_all(report: dict[str, Any], found: list[Any]) -> None:
    assert [(code, at) for code, _severity, at in codes(SLUG, report, players=4)] == found


def test_the_refusals_tell_who_and_how_many() -> None:
    assert [p.message for p in problems(SLUG, game(0, 5, 5, 4, 5), players=4)] == [
        "Cy has 4 of 5 marbles in the castle; the winners have all.",
        "Bo & Di: all marbles are in the castle, but another side won?",
    ]


@pytest.mark.parametrize("marbles", [4, 5, 6])
def test_the_board_says_how_many_marbles_there_are(marbles: int) -> None:
    assert codes(SLUG, game(0, marbles, marbles - 1), players=2, marbles=marbles) == []
    (wrong,) = codes(SLUG, game(0, marbles + 1, 0), players=2, marbles=marbles)
    assert wrong[0] == "home.range"


@pytest.mark.parametrize("players", [2, 4])
def test_made_up_evenings_go_on(players: int) -> None:
    _reports, history = made_up(SLUG, players, most=30, players=players)
    assert sum(history.state.totals) == 30
