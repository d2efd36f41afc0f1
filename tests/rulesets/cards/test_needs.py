"""What a game needs, by the number of players."""

from rulesets.cards.deck import Needs, board, decks


def test_packs_may_depend_on_the_players() -> None:
    assert decks(1, 2).packs(5) == (1, 2)
    assert decks(1, each=1).packs(4) == (5, 5)
    assert board(each=1).packs(3) == (3, 3)
    assert Needs(dice=5).packs(3) == (0, 0)
    assert board(each=1).cards
    assert not Needs(dominoes=9).cards
