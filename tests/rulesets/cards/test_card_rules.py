"""Card values by a game's table."""

import pytest

from rulesets.cards.card_rules import UNCOUNTED, CardValues, MeldRules, count_cards
from rulesets.cards.deck import CARDS, JOKER, parse_card, parse_cards
from tests.rulesets.cards.games_with_melds import TABLES


@pytest.mark.parametrize(
    ("game", "cards", "count"),
    [
        ("gin", "AS 9H 10D KC", 30),
        ("push", "JK 2D AS KH 10S 9S 3C", 25 + 25 + 20 + 10 + 10 + 5 + 5),
        ("ten-dime-rummy", "JK 2D AS 10H 9S", 50 + 25 + 20 + 10 + 5),
        ("arizona-rummy", "JK AS KH 2S", 50 + 20 + 10 + 5),
        ("five-hundreds", "AS 10H 9H 2C", 25 + 10 + 5 + 5),
        ("horseshit-rummy", "AS KS 3S", 115),
        ("hand-and-foot", "JK 2S AS KH 8S 7S 4S 3S 3C 3H 3D", 50 + 25 + 20 + 20 + 10 + 10),
        ("sweep", "10S KS 9S AS JK", 25 + 10 + 9 + 1 + 50),
        ("crazy-eights", "8S KS AS 7S", 50 + 10 + 1 + 7),
        ("jokers-wild", "8S JK", 58),
        ("jokers-extra-wild", "JK 2S 4S 9S QS AS KS JS 10S 3S", 50 + 100 + 30 + 3),
        ("hearts", "AH 2H QS KS", 15),
        ("gin", "", 0),
    ],
)
def test_counts(game, cards, count):
    counted = count_cards(parse_cards(cards), TABLES[game])
    assert counted.count == count == sum(counted.values)


def test_wild_ranks_of_a_round():
    cards = parse_cards("3S 3H KS JK")
    assert count_cards(cards, TABLES["arizona-rummy"], [3]).values == (25, 25, 10, 50)
    assert count_cards(cards, TABLES["arizona-rummy"], [13]).values == (5, 5, 25, 50)
    assert count_cards(parse_cards("2S"), TABLES["push"], []).count == 5


def test_where_no_cards_are_counted_all_weigh_the_same():
    assert set(count_cards([*CARDS, JOKER], UNCOUNTED, [2]).values) == {1}


def test_a_deck_of_hearts_counts_26():
    assert count_cards(CARDS[:52], TABLES["hearts"]).count == 26


@pytest.mark.parametrize("table", TABLES.values())
def test_every_card_of_the_pack_has_a_value(table):
    assert all(isinstance(table.value(card), int) for card in CARDS[:52])
    if table.joker is None:
        with pytest.raises(LookupError, match="no jokers"):
            table.value(JOKER)


def test_a_table_has_thirteen_ranks():
    with pytest.raises(ValueError, match="thirteen"):
        CardValues((1, 2, 3))


def test_single_faces():
    table = CardValues(faces={parse_card("QS"): 13})
    assert count_cards(parse_cards("QS QH"), table).values == (13, 10)


@pytest.mark.parametrize(
    ("naturals", "wilds", "fits"),
    [(2, 0, True), (2, 1, False), (3, 1, True), (3, 3, True), (3, 4, False)],
)
def test_a_meld_with_wild_cards_has_as_many_others_as_it_should(naturals, wilds, fits):
    assert MeldRules(least_naturals=3, balanced=True).allows(naturals, wilds) is fits
