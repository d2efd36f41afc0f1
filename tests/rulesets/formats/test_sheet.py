"""The score card's layout: the sets of the book, blank and filled in."""

from __future__ import annotations

import pytest

from rulesets.formats import format_of
from rulesets.formats.card import layout
from rulesets.games import load

GAME = format_of(load("court-whist"))


def test_a_blank_card_has_the_sets_of_the_book() -> None:
    card = layout(GAME)
    assert [(one.name, one.partners, one.most) for one in card.sets] == [
        ("Coronation", True, "13"),
        ("Prosperity", True, "26"),
        ("Conspiracy", False, "13"),
        ("Chivalry", True, "13 to 39"),
        ("Revolution", True, "13"),
        ("Confiscation", True, "13"),
        ("Restoration", True, "25"),
    ]
    assert all(len(one.hands) == 4 and one.line for one in card.sets)
    assert [hand.symbol for hand in card.sets[1].hands] == ["S", "H", "C", "D"]
    assert [hand.symbol for hand in card.sets[0].hands][:2] == ["named-S", "named-H"]
    assert {hand.points for one in card.sets for hand in one.hands} == {None}
    assert (card.total, card.sit_out) == (None, 32)


def test_hands_add_up_to_totals_and_totals_to_the_grand_total() -> None:
    card = layout(GAME, [[number, 1, 1, 1] for number in range(1, 8)])
    assert [one.points for one in card.sets] == [4, 5, 6, 7, 8, 9, 10]
    assert card.total == 49


def test_what_is_not_known_stays_blank() -> None:
    card = layout(GAME, [[7, 6, None, 5], [1, 2, 3, 4]], [None, None, 32])
    assert [hand.points for hand in card.sets[0].hands] == [7, 6, None, 5]
    assert [one.points for one in card.sets] == [None, 10, 32, None, None, None, None]
    assert card.total is None


@pytest.mark.parametrize("total", [0, -3])
def test_a_total_of_nothing_or_less_is_written(total: int) -> None:
    assert layout(GAME, [], [total]).sets[0].points == total
