"""Push: contracts by deal, and what both opponents still hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesets import games
from rulesets.cards import picker
from rulesets.cards.card_rules import parse_contract
from rulesets.files.counting import by_game
from tests.rulesets.tables import codes, made_up, night, setup

SLUG = "push"
PLAYS = games.load(SLUG).plays


def deal(out: int, count: int) -> dict[str, Any]:
    return {"out": out, "count": count}


def test_the_five_contracts_are_those_of_the_book() -> None:
    """Metzker p. 8."""
    short = ("2×set3", "set3+run4", "2×run4", "3×set3", "2×run5")
    assert by_game()[SLUG].contracts == tuple(map(parse_contract, short))
    begins = (replace(setup(SLUG, 4), played=played) for played in range(5))
    assert [PLAYS.name_of_round(PLAYS.start(one).state).text for one in begins] == [
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


@pytest.mark.parametrize(
    ("report", "found"),
    [
        (deal(0, 5), ["count.range"]),
        (deal(0, 0), ["count.range"]),
        (deal(0, 12), ["count.step"]),
        (deal(0, 1060), []),
        (deal(0, 1065), ["count.range"]),
        ({"count": 50}, ["out.missing"]),
    ],
)
def test_impossible_reports(report: object, found: list[str]) -> None:
    assert [code for code, _, _ in codes(SLUG, report, players=4)] == found


def test_every_number_has_its_reason() -> None:
    history = night(SLUG, deal(3, 60), players=4)
    assert [(m.amount, m.rule, m.text) for _, m in history.ledger()] == [
        (0, "going-out", "Di went out"),
        (60, "scoring", "Left in both hands of Ann & Cy: 60"),
    ]
    assert history.rounds[0].summary.text == "Di went out; Ann & Cy 60"


@pytest.mark.parametrize("seed", range(10))
def test_five_deals_and_the_lower_total_wins(seed: int) -> None:
    reports, history = made_up(SLUG, seed, players=4)
    assert len(reports) == 5
    assert history.ending is not None
    assert min(history.state.totals) == history.state.totals[history.ending.winners[0]]


def test_the_sheet_tells_what_was_agreed() -> None:
    plain, hard = (
        [note.text for note in PLAYS.sheet(setup(SLUG, 4, one_of_each_suit=agreed)).notes]
        for agreed in (False, True)
    )
    assert "A set holds each suit once." not in plain
    assert "A set holds each suit once." in hard
