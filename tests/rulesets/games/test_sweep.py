"""Sweep: what is left counts, and whoever went out deals."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets import games
from rulesets.cards import picker
from tests.rulesets.tables import night, setup

SLUG = "sweep"
PLAYS = games.load(SLUG).plays


PACKS_OF_FOURTEEN = -(-14 * 22 // 52)


def hand(out: int, *count: int) -> dict[str, Any]:
    return {"out": out, "count": list(count)}


def test_whoever_went_out_deals_next() -> None:
    """Metzker p. 21."""
    history = night(SLUG, hand(2, 5, 7, 0), hand(2, 5, 7, 0), hand(1, 5, 0, 9))
    assert [board_round.state.dealer for board_round in history.rounds] == [2, 2, 1]
    assert PLAYS.note_before(history.state).text == "Cy leads; packs: 2"


@pytest.mark.parametrize(
    ("cards", "jokers", "count"),
    [
        ("KS QD JH", False, 30),  # Metzker p. 21: faces 10, 2 to 9 as they show, ace 1, ten 25
        ("AS 10D 9C 2H", False, 37),
        ("JK 10D", True, 75),
    ],
)
def test_cards_are_counted_by_the_book(cards: str, jokers: bool, count: int) -> None:
    state = PLAYS.start(setup(SLUG, jokers=jokers)).state
    (counter,) = [f.counter for f in PLAYS.fields(state) if f.counter is not None]
    assert picker.count(counter, cards.split()).value == count


@pytest.mark.parametrize(
    ("players", "jokers", "packs"), [(2, False, 1), (3, False, 2), (12, False, 6), (12, True, 5)]
)
def test_as_many_packs_as_everybody_needs(players: int, jokers: bool, packs: int) -> None:
    state = PLAYS.start(setup(SLUG, players, jokers=jokers)).state
    assert PLAYS.note_before(state).text == f"packs: {packs}"
    assert games.load(SLUG).needs.decks == (1, PACKS_OF_FOURTEEN)
