"""Saskatchewan Rummy: what costs, what is left out, and how PayDay pays the pot."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets import games
from tests.rulesets.every_game import begun
from tests.rulesets.tables import night

GAME = games.load("saskatchewan-rummy")
SLUG, PLAYS = GAME.slug, GAME.plays
REMOVED = (1, 0, 2, 4, 3, 4, 7, 2, 8, 4, 0)
TRICKS = (17, 13, 10, 8, 7, 6, 5, 5, 4, 4, 4)
HEARTS = (13, 13, 13, 12, 13, 12, 12, 13, 11, 12, 13)
COSTS = [({"taken": [n, 0, 0]}) for n in (17, 13, 4, 1, 1)]


def payday(passes: tuple[int, ...], *order: int) -> dict[str, Any]:
    return {"passes": [*passes], "order": [*order]}


def test_five_rounds_cost_what_the_book_says() -> None:
    """Metzker p. 20: 5 a trick, 5 a heart, 10 a queen, 25 the king of clubs, 50 the last trick."""
    history = night(SLUG, *COSTS)
    paid = [-17 * 5, -13 * 5, -4 * 10, -25, -50]
    gains = [board_round.state.totals[0] for board_round in history.rounds]
    assert gains == [sum(paid[: n + 1]) for n in range(5)]
    assert history.state.pot == -sum(paid)
    names = [PLAYS.name_of_round(case.state).text for case in (history.opening, *history.rounds)]
    assert names == ["Tricks", "Hearts", "Queens", "King of ♣", "Last trick", "PayDay"]


@pytest.mark.parametrize("players", range(3, 14))
def test_hands_are_equal_and_what_is_taken_adds_up(players: int) -> None:
    """games.md: removed in the order 2♣ 2♦ 2♠ 2♥ 3♣ 3♦ 3♠ 3♥."""
    place = players - 3
    totals = [
        PLAYS.fields(PLAYS.start(begun(GAME, players, played=played)).state)[0].total
        for played in range(5)
    ]
    assert totals == [TRICKS[place], HEARTS[place], 4, 1, 1]
    assert TRICKS[place] * players + REMOVED[place] == 52
    note = PLAYS.note_before(PLAYS.start(begun(GAME, players)).state).text
    cards = ["2♣", "2♦", "2♠", "2♥", "3♣", "3♦", "3♠", "3♥"][: REMOVED[place]]
    assert ("leave out " + " ".join(cards) in note) == bool(cards)
    assert ("leave out" in note) == bool(cards)


def test_payday_pays_half_to_the_first_and_the_rest_to_the_next_two() -> None:
    """Metzker p. 20; games.md: half, and of the rest half rounded down to the third."""
    history = night(SLUG, *COSTS, payday((2, 0, 1), 1, 2, 0))
    pot = 265 + 15
    assert history.state.totals == (-265 - 10 + pot // 4, pot // 2, -5 + pot // 4)
    assert history.state.pot == 0
    assert history.rounds[-1].summary.text == "Bo wins 140, Cy wins 70, Ann wins 70"
    assert history.ending.winners == (1,)


@given(
    st.lists(st.integers(0, 30), min_size=4, max_size=4),
    st.permutations(range(4)),
    st.integers(1, 1000),
)
def test_what_goes_in_comes_out_to_the_cent(
    passes: list[int], order: list[int], stakes: int
) -> None:
    report = payday(tuple(passes), *order[:3])
    before = [{"taken": [3, 4, 5, 1]}, {"taken": [0, 13, 0, 0]}, {"taken": [1, 1, 1, 1]}]
    rest = [{"taken": [0, 0, 1, 0]}, {"taken": [0, 0, 0, 1]}]
    state = night(SLUG, *before, *rest, report, players=4, stakes=stakes).state
    assert sum(state.totals) == 0 == state.pot
    assert [m.amount for m in state.last.transfers][-3:] == sorted(
        [m.amount for m in state.last.transfers][-3:], reverse=True
    )
