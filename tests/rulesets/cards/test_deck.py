"""Notation of cards, decks, and hands as masks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.cards.deck import (
    ALL_SUITS,
    CARDS,
    EXTENDED,
    FRENCH,
    JANKEN,
    CardError,
    Deck,
    card_of,
    cards_in,
    masks_of,
    parse_card,
    parse_cards,
)

FACES = st.sampled_from(CARDS)


@given(FACES)
def test_every_card_reads_as_it_is_written(card):
    assert parse_card(card.text) == parse_card(card.text.lower()) == card
    if not card.is_joker:
        assert parse_card(card.symbol) == card
        assert card_of(card.rank, card.suit) == card


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("QS", "QS"),
        ("10H", "10H"),
        ("th", "10H"),
        ("a♣", "AC"),
        ("K♦️", "KD"),
        ("9♤", "9S"),
        ("jk", "JK"),
        ("Joker", "JK"),
        ("🃏", "JK"),
        (" 2c ", "2C"),
    ],
)
def test_notation(text, wanted):
    assert parse_card(text).text == wanted


def test_cards_between_spaces_commas_and_lines():
    assert [card.text for card in parse_cards(" AS,2s;\n10♥ | JK ")] == ["AS", "2S", "10H", "JK"]
    assert parse_cards("") == ()


@pytest.mark.parametrize("written", ["AS 2S QX 3S", ["AS", "2S", "QX", "3S"]])
def test_the_wrong_card_and_its_place_are_named(written):
    with pytest.raises(CardError, match=r"“QX” \(card 3\)") as raised:
        parse_cards(written, at=("grids", "Ann"))
    assert raised.value.problem.at == ("grids", "Ann", 2)


def test_decks():
    assert len(Deck().cards()) == 52
    assert len(Deck(packs=3, jokers=6).cards()) == 162
    euchre = Deck(without=frozenset(card for card in CARDS[:52] if 2 <= card.rank <= 8))
    assert len(euchre.cards()) == 24
    assert len(set(euchre.cards())) == 24
    with pytest.raises(ValueError, match="pack"):
        Deck(packs=0)


@given(st.lists(FACES, max_size=12), st.integers(1, 3), st.integers(0, 4))
def test_a_deck_refuses_exactly_the_cards_too_many(cards, packs, jokers):
    deck = Deck(packs, jokers)
    left = list(deck.cards())
    too_many = []
    for place, card in enumerate(cards):
        if card in left:
            left.remove(card)
        else:
            too_many.append(place)
    problems = deck.problems(cards, at=("hand",))
    assert [problem.at for problem in problems] == [("hand", place) for place in too_many]
    for problem, place in zip(problems, too_many, strict=True):
        assert cards[place].symbol in problem.message
        assert f"card {place + 1}" in problem.message


@given(st.sets(st.sampled_from(CARDS[:52])))
def test_masks_there_and_back(cards):
    masks = masks_of(cards)
    assert {card for suit in range(4) for card in cards_in(masks[suit], suit)} == cards


@pytest.mark.parametrize("text", ["AS AS", "JK"])
def test_no_masks_of_doubles_and_jokers(text):
    with pytest.raises(ValueError, match="does not fit"):
        masks_of(parse_cards(text))


def test_a_deck_of_five_suits_reads_and_holds_its_own_cards():
    """The Janken Deck: Rock, Paper, Scissors, Lizard, Water."""
    deck = Deck(packs=2, jokers=5, suits=JANKEN)
    faces = dict.fromkeys(deck.cards())
    assert (len(deck.cards()), len(faces)) == (135, 66)
    for card in faces:
        assert parse_card(card.text, suits=JANKEN) == card
        assert card.symbol.partition(" of ")[2] == ALL_SUITS[card.suit].name
        assert deck.copies(card) == (5 if card.is_joker else 2)
        if not card.is_joker:
            assert card_of(card.rank, card.suit) == card
            assert not card.is_red
            assert Deck().copies(card) == 0
    scissors, spades = parse_card("QS", suits=JANKEN), parse_card("QS")
    assert (scissors.text, spades.text) == ("QS", "QS")
    assert scissors != spades
    assert ALL_SUITS[scissors.suit].name == "Scissors"
    assert [p.code for p in deck.problems([spades, scissors])] == ["card.copies"]
    with pytest.raises(CardError, match="write rank and suit, like QR, 10P or JK"):
        parse_card("QH", suits=JANKEN)
    with pytest.raises(ValueError, match="no card has"):
        card_of(1, 4)


# --- the Extended Deck ----------------------------------------------------------------------------

SPECIALS = [card_of(rank, suit) for rank in (14, 15, 16) for suit in FRENCH]


@pytest.mark.parametrize("card", SPECIALS)
def test_special_cards_read_as_they_are_written(card):
    assert parse_card(card.text, suits=EXTENDED) == parse_card(card.symbol, suits=EXTENDED) == card
    assert parse_card(card.text.lower(), suits=EXTENDED) == card
    assert card.is_special
    assert not card.is_joker
    assert card.is_red == (card.suit in (1, 2))
