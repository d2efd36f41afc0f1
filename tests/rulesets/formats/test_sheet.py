"""The score card's layout: the sets of the book, blank and filled in."""

from __future__ import annotations

from rulesets.formats import format_of
from rulesets.formats.card import layout
from rulesets.games import load

GAME = format_of(load("court-whist"))


def test_a_blank_card_has_the_sets_of_the_book() -> None:
    card = layout(GAME)
    assert [(record.name, record.partners, record.most) for record in card.sets] == [
        ("Coronation", True, "13"),
        ("Prosperity", True, "26"),
        ("Conspiracy", False, "13"),
        ("Chivalry", True, "13 to 39"),
        ("Revolution", True, "13"),
        ("Confiscation", True, "13"),
        ("Restoration", True, "25"),
    ]
    assert all(len(record.hands) == 4 and record.line for record in card.sets)
    assert [hand.symbol for hand in card.sets[1].hands] == ["S", "H", "C", "D"]
    assert [hand.symbol for hand in card.sets[0].hands][:2] == ["named-S", "named-H"]
    assert {hand.points for record in card.sets for hand in record.hands} == {None}
    assert (card.total, card.sit_out) == (None, 32)
