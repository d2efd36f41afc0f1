"""What a game needs, in words and by the number of players."""

import pytest

from rulesets.cards.deck import Needs, board, decks


@pytest.mark.parametrize(
    ("needs", "text"),
    [
        (decks(1), "1 pack of cards"),
        (decks(2, jokers=True), "2 packs of cards with jokers"),
        (decks(3, 4, "ten dimes each"), "3 or 4 packs of cards, ten dimes each"),
        (decks(2, 4), "2 to 4 packs of cards"),
        (decks(1, pack="9 to ace"), "1 pack of cards (9 to ace)"),
        (decks(1, each=1), "a pack of cards for each player, and one more"),
        (board(each=1, jokers=True), "a pack of cards with jokers for each player, the board"),
        (Needs(dice=5), "5 dice"),
        (Needs(dominoes=12, also=("a marker",)), "a double-twelve set of dominoes, a marker"),
        (Needs(), ""),
    ],
)
def test_needs_are_said_in_a_line(needs: Needs, text: str) -> None:
    assert needs.words.text == text


def test_packs_may_depend_on_the_players() -> None:
    assert decks(1, 2).packs(5) == (1, 2)
    assert decks(1, each=1).packs(4) == (5, 5)
    assert board(each=1).packs(3) == (3, 3)
    assert Needs(dice=5).packs(3) == (0, 0)
    assert board(each=1).cards
    assert not Needs(dominoes=9).cards
