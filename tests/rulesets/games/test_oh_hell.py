"""Oh Hell!: cards by round, bids that may not add up, a 1 before what is made."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.games import oh_hell
from tests.rulesets.tables import codes, night, setup

SLUG = "oh-hell"
PLAYS = oh_hell.GAME.plays


def totals(report: object, **options: int) -> tuple[int, ...]:
    return PLAYS.totals(night(SLUG, report, **options).state)


def told(bid: list[int], tricks: list[int]) -> dict[str, Any]:
    return {"bid": bid, "tricks": tricks}


def found(report: object, rounds: int = 0) -> list[str]:
    return [code for code, _, _ in codes(SLUG, report, rounds=rounds)]


def dealt(players: int) -> list[str]:
    count = PLAYS.rounds_in_all(setup(SLUG, players))
    states = [PLAYS.start(setup(SLUG, players, rounds=played)).state for played in range(count)]
    return [PLAYS.name_of_round(state).text for state in states]


def test_cards_go_down_to_one_and_up_again() -> None:
    """Metzker p. 19: 10 to 1 to 10 for 3 to 5 people, 7 to 1 to 7 for 6 or 7."""
    for players, most in ((3, 10), (4, 10), (5, 10), (6, 7), (7, 7)):
        down = [*range(most, 1, -1)]
        counts = [*down, 1, *reversed(down)]
        names = ["1 card" if count == 1 else f"{count} cards" for count in counts]
        assert dealt(players) == names
        assert len(names) == (19 if most == 10 else 13)


@pytest.mark.parametrize(
    ("bid", "ten", "points"),
    [(0, 110, 10), (1, 110, 11), (7, 110, 17), (9, 110, 19), (10, 110, 110), (10, 20, 20)],
)
def test_a_1_before_what_is_made(bid: int, ten: int, points: int) -> None:
    """Metzker p. 19: "1 becomes an 11"; ten by agreement."""
    report = told([bid, 10, 10], [bid, 10 - bid, 0])
    if bid == 0:
        report = told([0, 1, 10], [0, 10, 0])
    assert totals(report, ten=ten) == (points, 0, 0)


def test_bids_may_add_up_only_with_one_card() -> None:
    """Metzker p. 19: the dealer's bid may not make the bids equal the cards dealt."""
    assert found(told([5, 5, 0], [5, 5, 0])) == ["bid.sum"]
    assert found(told([5, 5, 1], [5, 5, 0])) == []
    assert found(told([1, 0, 1], [1, 1, 0]), rounds=8) == ["bid.sum"]
    for bid in ([1, 0, 0], [1, 1, 1], [0, 0, 0]):
        assert found(told(bid, [1, 0, 0]), rounds=9) == []
