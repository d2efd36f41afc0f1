"""Fast Track: all pegs home, alone or with a partner across the board."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets import games
from tests.rulesets.tables import codes, night, setup

SLUG = "fast-track"
PLAYS = games.load(SLUG).plays


def game(winner: int, *home: int) -> dict[str, Any]:
    return {"winner": winner, "home": list(home)}


def test_whoever_has_all_pegs_home_has_a_win() -> None:
    """Metzker p. 32."""
    history = night(SLUG, game(1, 2, 4, 0), game(0, 4, 3, 3), game(1, 1, 4, 2))
    assert history.state.totals == (1, 2, 0)
    assert history.ending is None
    assert PLAYS.note_before(history.state).text == "Cut the cards: the highest begins."


def test_partners_sit_across_the_board() -> None:
    """Metzker p. 32: with or without partners."""
    four = setup(SLUG, 4, partners=True).roster
    assert four.side_names == ("Ann & Cy", "Bo & Di")
    six = setup(SLUG, 6, partners=True).roster
    assert six.side_names == ("Ann & Di", "Bo & Eve", "Cy & Fay")
    won = night(SLUG, game(2, 4, 0, 4, 3, 4, 4), players=6, partners=True)
    assert won.state.totals == (0, 0, 1)
    assert won.rounds[0].summary.text == "Cy & Fay won"


@pytest.mark.parametrize(
    ("report", "found"),
    [
        (game(0, 4, 0, 4, 0), []),
        (game(0, 4, 4, 4, 3), []),
        (game(0, 4, 0, 3, 0), [("home.few", ("home", 2))]),
        (game(0, 4, 4, 4, 4), [("home.all", ("home", 1))]),
    ],
)
def test_a_pair_needs_the_pegs_of_both(report: dict[str, Any], found: list[Any]) -> None:
    told = codes(SLUG, report, players=4, partners=True)
    assert [(code, at) for code, _severity, at in told] == found


def test_two_colours_are_home_when_both_are() -> None:
    """Metzker p. 32: two or three people may play two hands at once."""
    agreed = {"players": 2, "two_colours": True}
    assert codes(SLUG, game(0, 8, 5), **agreed) == []
    assert [code for code, *_ in codes(SLUG, game(0, 4, 5), **agreed)] == ["home.few"]
    assert [code for code, *_ in codes(SLUG, game(0, 8, 8), **agreed)] == ["home.all"]
    assert "home.range" in [code for code, *_ in codes(SLUG, game(0, 9, 5), **agreed)]
    assert codes(SLUG, game(1, 7, 10), **agreed, pegs=5) == []
    won = night(SLUG, game(0, 8, 5), game(1, 7, 8), **agreed)
    assert won.state.totals == (1, 1)


def test_two_colours_each_need_an_arm_for_each_colour() -> None:
    two = PLAYS.blank_drawing(setup(SLUG, 2, two_colours=True).options, 2)
    four = PLAYS.blank_drawing(setup(SLUG, 4).options, 4)
    assert two == four
