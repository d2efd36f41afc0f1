"""What beats what: as the rules say it."""

import re

from rulesets import games
from rulesets.cards.deck import ALL_SUITS
from rulesets.drawing.card_pictures import FIVE_SUITS, beats, suit_ring
from rulesets.drawing.vectors import Group

NAMES = {suit: ALL_SUITS[suit].name for suit in FIVE_SUITS}


def test_each_suit_beats_two_others_and_is_beaten_by_two() -> None:
    found = beats()
    assert len(set(found)) == 10
    for suit in FIVE_SUITS:
        assert sum(winner == suit for winner, _loser in found) == 2
        assert sum(loser == suit for _winner, loser in found) == 2
    assert not {(loser, winner) for winner, loser in found} & set(found)


def test_the_picture_says_what_the_text_says() -> None:
    text = games.rule_text("jokers-wild")
    rows = {
        (row[1], loser.strip())
        for row in re.finditer(r"^\| (\w+) \| \w \| (.+?) \|", text, re.MULTILINE)
        for loser in row[2].split(",")
    }
    assert rows == {(NAMES[winner], NAMES[loser]) for winner, loser in beats()}
    arrows = [item for item in suit_ring().items if isinstance(item, Group)]
    assert len(arrows) == 10
