"""10 Dime Rummy: points of eight rounds, and dimes that go into the pot and out of it."""

from __future__ import annotations

from typing import Any

from rulesets import games
from rulesets.cards.card_rules import parse_contract
from rulesets.engine.plays import POT, Account
from rulesets.files.counting import by_game
from tests.rulesets.tables import night

SLUG = "ten-dime-rummy"
PLAYS = games.load(SLUG).plays


def hand(points: tuple[int, ...], *dimes: int) -> dict[str, Any]:
    return {"points": [*points], "dimes": [*dimes]}


def dimes(state: Any) -> list[int]:
    held = state.books["dimes"]
    everybody = [held.get(Account("player", who), 0) for who in range(len(state.names))]
    return [*everybody, held.get(POT, 0)]


def test_the_eight_contracts_are_those_of_the_book() -> None:
    """Metzker p. 10."""
    short = ("set3", "2×set3", "set4", "2×set4", "set5", "2×set5", "set6", "2×set6")
    assert by_game()[SLUG].contracts == tuple(map(parse_contract, short))
    history = night(SLUG, *[hand((60, 0), 0, 0)] * 8, players=2)
    named = [PLAYS.name_of_round(board_round.state).text for board_round in history.rounds[:-1]]
    assert named[0] == "two sets of three"
    assert named[-1] == "two sets of six"


def test_spent_dimes_lie_in_the_pot_until_somebody_has_won() -> None:
    """Metzker p. 10: the highest score after the eighth round wins the pot."""
    reports = [hand((85, -40, 30), 2, 0, 1), *[hand((0, 60, 0), 0, 1, 0)] * 7]
    history = night(SLUG, *reports, first=0)
    assert dimes(history.rounds[0].state) == [8, 10, 9, 3]
    before = history.rounds[6].state
    assert dimes(before) == [8, 4, 9, 9]
    assert PLAYS.note_before(before).text == "Cy begins; dimes in the pot: 9"
    assert [words.text for words in PLAYS.dues(before)] == [
        *("8 dimes left", "4 dimes left", "9 dimes left")
    ]
    assert history.state.totals == (85, 380, 30)
    assert dimes(history.state) == [8, 13, 9, 0]


def test_a_shared_pot_goes_out_evenly_and_the_odd_dime_to_the_dealers_left() -> None:
    reports = [hand((60, 60, 0), 2, 0, 1), *[hand((60, 60, 0), 0, 0, 0)] * 7]
    for first, shares in ((0, [10, 11, 9, 0]), (2, [9, 12, 9, 0])):
        history = night(SLUG, *reports, first=first)
        assert history.rounds[-2].state.dealer == (first + 7) % 3
        assert dimes(history.state) == shares
