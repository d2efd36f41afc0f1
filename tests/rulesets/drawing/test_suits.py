"""Suits and cards as drawings."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.drawing.suits import hand, suit
from rulesets.drawing.vectors import Area, Group, Text
from tests.rulesets.shapes import leaves, outline, texts

HANDS = {
    "one": (("10", "S"),),
    "two": (("A", "D"), ("K", "D")),
    "three of any suit": (("7", ""), ("8", ""), ("9", "")),
    "face down": (("", ""),) * 5,
}


@pytest.mark.parametrize(("letter", "red"), [("S", False), ("H", True), ("D", True), ("C", False)])
def test_red_suits_differ_without_their_colour(letter: str, red: bool) -> None:
    drawn = suit(letter, 0, 0, 1)
    assert drawn.outlined is red
    assert drawn.fill == ("red" if red else "black")


@pytest.mark.parametrize("cards", HANDS.values(), ids=HANDS)
@given(wide=st.floats(40, 400), high=st.floats(40, 400))
def test_a_hand_stays_in_its_area(
    cards: tuple[tuple[str, str], ...], wide: float, high: float
) -> None:
    area = Area(5, 7, wide, high)
    for x, y in outline(hand(area, cards)):
        assert area.x - 0.03 * wide <= x <= area.right + 0.03 * wide
        assert area.y - 0.08 * high <= y <= area.foot + 0.08 * high


@pytest.mark.parametrize("cards", HANDS.values(), ids=HANDS)
def test_every_card_of_a_hand_shows_its_rank(cards: tuple[tuple[str, str], ...]) -> None:
    drawn = hand(Area(0, 0, 200, 100), cards)
    assert len(drawn.items) == len(cards)
    assert texts((drawn,)) == [rank for rank, _ in cards if rank]


def test_a_rank_can_be_read_although_the_next_card_covers_half() -> None:
    cards = hand(Area(0, 0, 200, 100), HANDS["three of any suit"]).items
    for one, following in pairwise(cards):
        assert isinstance(one, Group)
        assert isinstance(following, Group)
        (rank,) = (item for item in leaves(one.items) if isinstance(item, Text))
        assert rank.area.right <= min(x for x, _ in outline(following)) + 4
