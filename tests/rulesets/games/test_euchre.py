"""Euchre: three of five tricks for who names trump, or a euchre."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets import games
from rulesets.engine.roster import Setup
from tests.rulesets.tables import codes, filled_sheet, made_up, night, problems, setup

SLUG = "euchre"
PLAYS = games.load(SLUG).plays


def hand(makers: int | None, tricks: int | None, *, alone: bool = False) -> dict[str, Any]:
    return {"makers": makers, "tricks": tricks, "alone": alone}


@pytest.mark.parametrize(
    ("tricks", "alone", "makers", "others"),
    [
        (0, False, 0, 2),
        (2, False, 0, 2),
        (3, False, 1, 0),
        (4, False, 1, 0),
        (5, False, 2, 0),
        (2, True, 0, 2),
        (4, True, 1, 0),
        (5, True, 4, 0),
    ],
)
def test_the_table_of_points(tricks: int, alone: bool, makers: int, others: int) -> None:
    """Metzker p. 5, scoring."""
    for side in (0, 1):
        totals = night(SLUG, hand(side, tricks, alone=alone), players=4).state.totals
        assert totals == ((makers, others) if side == 0 else (others, makers))


def test_twenty_four_cards_are_played() -> None:
    """Metzker p. 5: nine to ace."""
    cards = games.load(SLUG).referee.deck(games.load(SLUG).options(), 4).cards()
    assert len(cards) == 24
    assert {card.rank for card in cards} == {9, 10, 11, 12, 13, 1}


def test_a_hand_is_thrown_in_and_the_deal_passes_on() -> None:
    """Metzker p. 5: if everybody passes a second time."""
    history = night(SLUG, {"makers": None}, players=4, first=1)
    assert history.state.totals == (0, 0)
    assert history.state.dealer == 2
    assert history.rounds[0].summary.text == "thrown in"
    assert PLAYS.note_before(history.state).text == "Di speaks first, and leads"


def test_every_point_has_its_reason() -> None:
    reports = hand(0, 2), hand(1, 5, alone=True), hand(1, 5), hand(0, 3)
    told = [(m.amount, m.rule, m.text) for m in history_of(*reports) if m.amount]
    assert told == [
        (2, "euchre", "Euchre: Ann & Cy named trump and took 2"),
        (4, "alone", "Bo & Di took all 5, one of them alone"),
        (2, "march", "Bo & Di took all 5"),
        (1, "made", "Ann & Cy named trump and took 3"),
    ]


def history_of(*reports: Any) -> list[Any]:
    return [transfer for _, transfer in night(SLUG, *reports, players=4).ledger()]


@pytest.mark.parametrize(
    ("report", "found"),
    [
        (hand(0, None), ("tricks.missing", "error", ("tricks",))),
        (hand(None, 3), ("makers.missing", "error", ("makers",))),
        (hand(None, None, alone=True), ("makers.missing", "error", ("makers",))),
        (hand(None, None), ("makers.nobody", "warning", ("makers",))),
        (hand(None, 0), ("makers.nobody", "warning", ("makers",))),
        (hand(2, 3), ("makers.unknown", "error", ("makers",))),
        (hand(0, 6), ("tricks.range", "error", ("tricks",))),
        (hand(0, -1), ("tricks.negative", "error", ("tricks",))),
    ],
)
def test_impossible_and_unlikely_reports(report: object, found: Any) -> None:
    assert codes(SLUG, report, players=4) == [found]


def test_what_is_missing_is_asked_by_name() -> None:
    (found,) = problems(SLUG, hand(1, None), players=4)
    assert found.message == "How many of the 5 tricks did Bo & Di take?"


def test_the_first_with_ten_wins() -> None:
    ten = [hand(1, 5, alone=True)] * 2 + [hand(1, 5)]
    history = night(SLUG, *ten, players=4)
    assert history.state.totals == (0, 10)
    assert history.ending is not None
    assert (history.ending.winners, history.ending.text) == ((1,), "Bo & Di have reached 10")
    assert night(SLUG, *ten, players=4, target=11).ending is None


def test_the_sheet_follows_the_target() -> None:
    notes = [note.text for note in PLAYS.sheet(setup(SLUG, 4, target=7)).notes]
    assert "Play until somebody has 7." in notes


@given(st.integers(0, 10**6))
def test_a_hand_brings_at_most_four_points_to_one_side(seed: int) -> None:
    reports, history = made_up(SLUG, seed, players=4)
    assert history.ending is not None
    for one, report in zip(history.rounds, reports, strict=True):
        amounts = [transfer.amount for transfer in one.transfers]
        assert min(amounts) == 0
        assert report["tricks"] >= 1
        assert max(amounts) in (1, 2, 4)


def test_the_sheet_has_running_totals_until_one_side_has_enough() -> None:
    sheet = filled_sheet(SLUG, hand(0, 3), hand(0, 5), hand(1, 2), players=4)
    assert [[cell.value for cell in row.cells[-2:]] for row in sheet.rows] == [
        [1, 0],
        [3, 0],
        [5, 0],
    ]
    assert sheet.foot == ()


def test_a_blank_sheet_without_names_has_lines_for_them() -> None:
    options = games.load(SLUG).options()
    blank, named = (
        PLAYS.sheet(Setup(PLAYS.roster(names, options=options), options))
        for names in (("",) * 4, ("Ann", "Bo", "Cy", "Di"))
    )
    assert blank.name_lines
    assert not named.name_lines
