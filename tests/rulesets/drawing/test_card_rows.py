"""Cards of a rule text: read, refused, spoken and drawn."""

from __future__ import annotations

import re

import pytest

from rulesets import games
from rulesets.drawing.card_rows import (
    CardRowsError,
    card_rows_errors,
    draw_card_rows,
    read_card_rows,
)
from rulesets.drawing.vectors import Text

BLOCK = re.compile(r"^```(cards.*)\n([^`]*)```$", re.MULTILINE)


@pytest.mark.parametrize(
    ("info", "text", "words"),
    [
        ("cards", "Ann: 5X", "“5X” is no card."),
        ("cards", "Ann: 11H", "“11H” is no card."),
        ("cards", "Ann:", "without cards"),
        ("cards", "(only a caption)", "without cards"),
        ("cards fan", "5H", "not as “fan”"),
        ("cards trick", "Ann: 5H 6H", "one card from each"),
        ("cards", "Ann: 5R", "“5R” is no card."),
        ("cards janken", "Ann: 5H", "“5H” is no card."),
        ("cards", "Ann: d7", "“d7” is no card."),
        ("cards", "Ann: 5H .", "“.” is no card."),
        ("cards columns", "Ann: 5H 6H\nBo: 7H", "of the same length"),
        ("cards trick", "5H\n6H\n7H\n8H\n9H", "one card from each"),
    ],
)
def test_what_is_no_card_is_refused_with_its_word(info: str, text: str, words: str) -> None:
    with pytest.raises(CardRowsError, match=words):
        read_card_rows(info, text)


def test_a_raised_card_lies_higher_and_a_trick_has_four_sides() -> None:
    plain = draw_card_rows(read_card_rows("cards", "5H 6H"))
    raised = draw_card_rows(read_card_rows("cards", "5H +6H"))
    assert raised.height > plain.height
    trick = draw_card_rows(read_card_rows("cards trick", "Ann: 5H\nBo: 6H\nCy: 7H*\nDi: 8H"))
    assert trick.height > 2 * plain.height


def test_suits_of_the_janken_deck_blind_cards_and_dice_have_words() -> None:
    block = read_card_rows("cards janken", "Ann: JP 8S\nBo: JK ##")
    words = [words.text for words in draw_card_rows(block).description]
    assert words == ["Ann: jack of Paper, 8 of Scissors", "Bo: joker, a card face down"]
    block = read_card_rows("cards", "Ann: #9S ##, d5 d1*, DRS RVH SKD")
    (words,) = (words.text for words in draw_card_rows(block).description)
    assert words.split("; ") == [
        "Ann: 9 of spades, on a card face down, a card face down",
        "a die with 5, a die with 1 (this one)",
        "Draw of spades, Reverse of hearts, Skip of diamonds",
    ]


def test_columns_are_numbered_and_nobodys_card_leaves_a_gap() -> None:
    block = read_card_rows("cards columns", "Ann: 5H 6H*\nBo: . 7H")
    drawing = draw_card_rows(block)
    numbers = [item.words.text for item in drawing.items if isinstance(item, Text)]
    assert numbers[:2] == ["1", "2"]
    full = draw_card_rows(read_card_rows("cards columns", "Ann: 5H 6H*\nBo: 8H 7H"))
    assert (drawing.width, drawing.height) == (full.width, full.height)
    assert len(drawing.items) < len(full.items)
    assert drawing.description[1].text == "Bo: nobody’s card, 7 of hearts"


def test_every_block_of_a_text_that_is_wrong_is_found() -> None:
    text = "# X\n\n```cards\nAnn: 5H\n```\n\n~~~ cards\n5X\n~~~\n\n```cards fan\n5H\n```\n"
    assert [str(error) for error in card_rows_errors(text)] == [
        "“5X” is no card.",
        "Cards lie in rows, in columns or as a trick, not as “fan”.",
    ]
    assert not list(card_rows_errors("```\n5X\n```\n\n`cards` 5X\n"))


@pytest.mark.parametrize("slug", games.slugs())
def test_the_cards_of_every_text_are_cards(slug: str) -> None:
    for info, text in BLOCK.findall(games.rule_text(slug)):
        drawing = draw_card_rows(read_card_rows(info, text))
        assert drawing.width > 0
        assert read_card_rows(info, text).caption
