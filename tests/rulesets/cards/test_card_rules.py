"""Card values by a game's table."""

import pytest

from rulesets.cards.card_rules import count_cards
from rulesets.cards.deck import CARDS, JOKER
from tests.rulesets.cards.games_with_melds import TABLES


def test_a_deck_of_hearts_counts_26():
    assert count_cards(CARDS[:52], TABLES["hearts"]).count == 26


@pytest.mark.parametrize("table", TABLES.values())
def test_every_card_of_the_pack_has_a_value(table):
    assert all(isinstance(table.value(card), int) for card in CARDS[:52])
    if table.joker is None:
        with pytest.raises(LookupError, match="no jokers"):
            table.value(JOKER)
