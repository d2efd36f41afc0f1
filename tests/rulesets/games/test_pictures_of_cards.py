"""What the cards of the rule texts show is true: tricks, sequences, hands, and what is said."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from rulesets import games
from rulesets.cards.deck import ALL_SUITS, Card, Suit
from rulesets.cards.layoffs import lay_off_gin
from rulesets.cards.melds import best_melds
from rulesets.drawing.card_rows import BLOCK, CardRows, LaidCard, read_card_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PLAYED = ("court-whist", "euchre", "hearts", "oh-hell")
COLOUR = {0: "black", 1: "red", 2: "red", 3: "black"}


def blocks(text: str) -> list[CardRows]:
    return [read_card_rows(block["info"], block["text"]) for block in BLOCK.finditer(text)]


def section(slug: str, anchor: str) -> str:
    text = games.rule_text(slug)
    return text.partition(f"{{#{anchor}}}")[2].partition("\n## ")[0]


def trump_in(caption: str) -> Suit | None:
    match = re.search(r"(\w+) are trump", caption)
    return next((suit for suit in ALL_SUITS[:4] if match and suit.name == match[1].title()), None)


def suit_of(card: LaidCard, trump: Suit | None, *, bowers: bool) -> int:
    """The suit that a card belongs to: the left bower is a trump."""
    if bowers and trump is not None and card.rank == "J":
        own = ALL_SUITS.index(trump)
        return own if COLOUR[card.suit] == COLOUR[own] else card.suit
    return card.suit


def height(card: LaidCard, trump: Suit | None, *, bowers: bool) -> int:
    if bowers and trump is not None and card.rank == "J":
        own = ALL_SUITS.index(trump)
        if card.suit == own:
            return 99
        return 98 if COLOUR[card.suit] == COLOUR[own] else RANKS.index("J")
    return RANKS.index(card.rank)


def faults_in(rows: Sequence[Sequence[LaidCard]], trump: Suit | None, *, bowers: bool) -> list[str]:
    """What is wrong with some tricks, a column each, that the first player leads to."""

    def suit(card: LaidCard) -> int:
        return suit_of(card, trump, bowers=bowers)

    faults: list[str] = []
    leader = 0
    for number in range(len(rows[0])):
        led = suit(rows[leader][number])
        for player, row in enumerate(rows):
            if suit(row[number]) != led and any(suit(card) == led for card in row[number:]):
                faults.append(f"{number + 1}: {player} has to follow suit")
        strong = [player for player, row in enumerate(rows) if trump and suit(row[number]) ==
                  ALL_SUITS.index(trump)]  # fmt: skip
        able = strong or [player for player, row in enumerate(rows) if suit(row[number]) == led]
        winner = max(able, key=lambda player: height(rows[player][number], trump, bowers=bowers))
        marked = [player for player, row in enumerate(rows) if row[number].marked]
        if marked != [winner]:
            faults.append(f"{number + 1}: {winner} wins, not {marked}")
        leader = winner
    return faults


@pytest.mark.parametrize("slug", PLAYED)
def test_tricks_that_are_told_play_by_play_can_be_played_so(slug: str) -> None:
    told = section(slug, "played")
    (block,) = blocks(told)
    assert block.layout == "columns"
    rows = [row.cards for row in block.rows]
    every = [card.face for row in rows for card in row]
    assert len(set(every)) == len(every) == 20
    trump = trump_in(block.caption)
    assert (trump is None) == (slug == "hearts")
    assert not faults_in(rows, trump, bowers=slug == "euchre")
    assert len(re.findall(r"^\d\. ", told, re.MULTILINE)) == len(rows[0])


@pytest.mark.parametrize("slug", games.slugs())
def test_every_trick_that_is_drawn_has_the_winner_that_it_marks(slug: str) -> None:
    for block in blocks(games.rule_text(slug)):
        if block.layout != "trick":
            continue
        cards = [row.cards[0] for row in block.rows]
        trump = trump_in(block.caption)
        if slug == "extended-spades":
            trump = ALL_SUITS[0]
        ranked = [card for card in cards if card.rank in RANKS]
        strong = [card for card in ranked if trump and ALL_SUITS[card.suit] == trump]
        able = strong or [card for card in ranked if card.suit == cards[0].suit]
        assert max(able, key=lambda card: RANKS.index(card.rank)).marked, block.caption
        assert sum(card.marked for card in cards) == 1


def test_what_the_tricks_are_worth_is_what_the_texts_say() -> None:
    (whist,) = blocks(section("court-whist", "played"))
    won = {row.name: sum(card.marked for card in row.cards) for row in whist.rows}
    ladies = {"North", "West"}
    sides = {"North and South": ("North", "South"), "East and West": ("East", "West")}
    worth = {
        side: sum(won[one] * (3 if one in ladies else 1) for one in pair)
        for side, pair in sides.items()
    }
    assert worth == {"North and South": 7, "East and West": 4}
    assert "3 + 4 = 7 points. East and West have 2 + 2 = 4." in section("court-whist", "played")

    (hell,) = blocks(section("oh-hell", "played"))
    taken = {row.name: sum(card.marked for card in row.cards) for row in hell.rows}
    bids = {"Ann": 1, "Bo": 2, "Cy": 0, "Di": 1}
    scores = {name: 10 + bids[name] if taken[name] == bids[name] else 0 for name in bids}
    assert scores == {"Ann": 11, "Bo": 0, "Cy": 10, "Di": 11}
    assert "Bo has three tricks and scores nothing. Ann scores 11, Cy 10 and Di 11." in section(
        "oh-hell", "played"
    )

    (hearts,) = blocks(section("hearts", "played"))
    points = [
        sum(13 if card.face == "QS" else card.suit == 1 for card in trick)
        for trick in zip(*(row.cards for row in hearts.rows), strict=True)
    ]
    assert points == [13, 0, 4, 1, 3]
    for number, words in ((1, "13 points"), (3, "4 points"), (4, "1 point"), (5, "3 points")):
        line = re.search(rf"^{number}\. .*", section("hearts", "played"), re.MULTILINE)
        assert words in line[0]


def cards_of(row: Sequence[LaidCard]) -> list[Card]:
    return [Card(13 * cell.suit + (*RANKS[-1:], *RANKS[:-1]).index(cell.rank)) for cell in row]


def test_the_hand_of_gin_comes_out_as_it_is_told() -> None:
    before, after = blocks(section("gin-tournament", "played"))
    ann, bo = (list(row.cards) for row in before.rows)
    assert (len(ann), len(bo)) == (12, 13)
    faces = [card.face for card in (*ann, *bo)]
    assert len(set(faces)) == len(faces)
    played_ann = {card.face for card in ann} | {"JC", "8H"}
    assert played_ann - {"KH", "8C"} == {card.face for card in after.rows[0].cards}
    played_bo = {card.face for card in bo} | {"7D"}
    assert played_bo - {"KS", "8H"} == {card.face for card in after.rows[1].cards}
    runner = best_melds(cards_of(after.rows[0].cards))
    assert runner.count == 5
    caught = lay_off_gin(cards_of(after.rows[1].cards), runner.melds)
    assert caught.count == 20
    assert {card.text for off in caught.lay_offs for card in off.cards} == {
        card.face for card in after.rows[1].cards if card.lies == "+"
    }
    assert "her team scores 15" in after.caption


def test_the_sequence_of_rummoli_goes_on_as_the_rule_says() -> None:
    (block,) = blocks(section("rummoli", "play"))
    columns = [
        [card for card in column if card.face != "."]
        for column in zip(*(row.cards for row in block.rows), strict=True)
    ]
    assert all(len(column) == 1 for column in columns)
    line = [column[0] for column in columns]
    owner = [
        next(row.name for row in block.rows if row.cards[number].face != ".")
        for number in range(len(line))
    ]
    breaks = 0
    for number, (before, after) in enumerate(pairwise(line)):
        if after.suit == before.suit:
            assert RANKS.index(after.rank) == RANKS.index(before.rank) + 1
            continue
        breaks += 1
        assert owner[number] == owner[number + 1]
        assert COLOUR[after.suit] != COLOUR[before.suit]
    assert breaks == 1
    (claimed,) = [card.face for card in line if card.marked]
    assert claimed == "QC"
    assert "Q♣" in section("rummoli", "board")
