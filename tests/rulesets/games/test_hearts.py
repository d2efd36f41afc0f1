"""Hearts: the power, where three cards go, and evenings up to the target."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.cards.deck import Deck
from rulesets.games import hearts
from tests.rulesets.tables import codes, night, setup

SLUG = "hearts"
PLAYS = hearts.GAME.plays


def totals(*reports: Any, players: int = 4) -> tuple[int, ...]:
    return PLAYS.totals(night(SLUG, *reports, players=players).state)


def hand(*taken: int, queen: int = 0) -> dict[str, Any]:
    return {"hearts": list(taken), "queen": queen}


def found(report: object, players: int = 4) -> list[tuple[str, str]]:
    return [code[:2] for code in codes(SLUG, report, players=players)]


def test_a_point_a_heart_and_thirteen_for_the_queen() -> None:
    """Metzker p. 17, "Scoring"."""
    history = night(SLUG, hand(3, 5, 5, 0, queen=0), players=4)
    assert PLAYS.totals(history.state) == (16, 5, 5, 0)
    assert [(line.amount, line.text) for line in history.rounds[0].transfers if line.amount] == [
        (3, "Hearts: 3"),
        (5, "Hearts: 5"),
        (5, "Hearts: 5"),
        (13, "Queen of spades"),
    ]


@pytest.mark.parametrize("players", range(3, 9))
def test_the_power_costs_every_other_26(players: int) -> None:
    """Metzker p. 17, "POWER"."""
    report = hand(13, *(0,) * (players - 1))
    assert found(report, players) == [("hearts.power", "warning")]
    assert totals(report, players=players) == (0, *(26,) * (players - 1))


def note(players: int, rounds: int) -> str:
    return PLAYS.note_before(PLAYS.start(setup(SLUG, players, 0, rounds)).state).text


def test_what_is_told_before_each_hand() -> None:
    """Left, right, across, keep; the second on the left where there are not four (p. 17)."""
    four = [note(4, n) for n in range(5)]
    assert [note.split(";")[0] for note in four] == [
        "Pass three to the left",
        "Pass three to the right",
        "Pass three across",
        "Keep your cards",
        "Pass three to the left",
    ]
    for players in (3, 5, 6, 7, 8):
        third = note(players, 2)
        assert third == "Pass three to the second on the left; 2♣ leads"


def test_a_heart_or_the_queen_of_spades_breaks_hearts() -> None:
    breaking = [card.text for card in Deck().cards() if hearts.breaks(card)]
    assert len(breaking) == 14
    assert {text for text in breaking if not text.endswith("H")} == {"QS"}
