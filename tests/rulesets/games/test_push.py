"""Push: contracts by deal, and what both opponents still hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesets import games
from rulesets.cards import picker
from rulesets.cards.card_rules import parse_contract
from rulesets.files.counting import by_game
from tests.rulesets.tables import night, setup

SLUG = "push"
PLAYS = games.load(SLUG).plays


def deal(out: int, count: int) -> dict[str, Any]:
    return {"out": out, "count": count}


def test_the_five_contracts_are_those_of_the_book() -> None:
    """Metzker p. 8."""
    short = ("2×set3", "set3+run4", "2×run4", "3×set3", "2×run5")
    assert by_game()[SLUG].contracts == tuple(map(parse_contract, short))
    begins = (replace(setup(SLUG, 4), played=played) for played in range(5))
    assert [PLAYS.name_of_round(PLAYS.start(begin).state).text for begin in begins] == [
        "6 cards, two sets of three",
        "7 cards, a set of three and a run of four",
        "8 cards, two runs of four",
        "9 cards, three sets of three",
        "10 cards, two runs of five",
    ]


def test_only_the_other_side_counts() -> None:
    """Metzker p. 8: the side of whoever went out counts nothing."""
    for out in range(4):
        totals = night(SLUG, deal(out, 85), players=4).state.totals
        assert totals == ((0, 85) if out % 2 == 0 else (85, 0))


def test_cards_are_counted_by_the_book() -> None:
    (counter,) = [
        f.counter for f in PLAYS.fields(PLAYS.start(setup(SLUG, 4)).state) if f.counter is not None
    ]
    counted = picker.count(counter, ["JK", "2S", "AH", "KD", "10C", "9S", "3S"])
    assert counted.value == 25 + 25 + 20 + 20 + 10
