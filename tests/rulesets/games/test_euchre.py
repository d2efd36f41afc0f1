"""Euchre: three of five tricks for who names trump, or a euchre."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets import games
from rulesets.engine.roster import Setup
from tests.rulesets.tables import filled_sheet, night

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
