"""Cards of a rule text: read, refused, spoken and drawn."""

from __future__ import annotations

import re

import pytest

from rulesets import games
from rulesets.drawing.card_rows import CardRowsError, draw_card_rows, read_card_rows
from tests.rulesets.every_game import GAMES

BLOCK = re.compile(r"^```(cards.*)\n([^`]*)```$", re.MULTILINE)
ILLUSTRATED = 35  # games at least that have a picture


def test_cards_are_read_with_names_gaps_and_marks() -> None:
    block = read_card_rows("cards", "Ann: 5H 6H, JK=9H 2C*\nBo: +9H ^KD ##\n(Ann has four.)\n")
    assert [row.name for row in block.rows] == ["Ann", "Bo"]
    assert [len(group) for group in block.rows[0].groups] == [2, 2]
    assert block.caption == "Ann has four."
    words = [words.text for words in draw_card_rows(block).description]
    assert words == [
        "Ann: 5 of hearts, 6 of hearts; joker as 9 of hearts, 2 of clubs (this one)",
        "Bo: 9 of hearts, laid on, king of diamonds, crosswise, a card face down",
    ]


@pytest.mark.parametrize(
    ("info", "text", "words"),
    [
        ("cards", "Ann: 5X", "“5X” is no card."),
        ("cards", "Ann: 11H", "“11H” is no card."),
        ("cards", "Ann:", "without cards"),
        ("cards", "(only a caption)", "without cards"),
        ("cards fan", "5H", "not as “fan”"),
        ("cards trick", "Ann: 5H 6H", "one card from each"),
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


@pytest.mark.parametrize("slug", games.slugs())
def test_the_cards_of_every_text_are_cards(slug: str) -> None:
    for info, text in BLOCK.findall(games.rule_text(slug)):
        drawing = draw_card_rows(read_card_rows(info, text))
        assert drawing.width > 0
        assert read_card_rows(info, text).caption


def test_most_games_show_something() -> None:
    texts = [games.text_of(game) for game in GAMES]
    assert sum("```cards" in text or "(picture:" in text for text in texts) >= ILLUSTRATED
