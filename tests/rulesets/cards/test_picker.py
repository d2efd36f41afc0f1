"""Picked cards: what they come to, group by group, and what is wrong with them."""

from collections import Counter as Tally
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets import games
from rulesets.cards.deck import ALL_RANKS, CARDS
from rulesets.cards.melds import best_melds
from rulesets.cards.picker import CardCount, count, pickable_cards
from rulesets.cards.totals import count_grid
from rulesets.engine.answers import CARDS as CARDS_ANSWER
from rulesets.engine.answers import NUMBER
from rulesets.engine.fields import Counter
from rulesets.engine.game import Game
from tests.rulesets.cards.test_totals import whole_set
from tests.rulesets.every_game import GAMES, every_field

GIN = Counter("gin", 12, table=("outcome", ("run",)))
GRID = Counter("golf", 8, 8, rows=2, packs=4, jokers=16)
POKER = Counter("poker", 18, 5)
DICE = Counter("dice", 5, of=(1000,))
BOOKS = Counter("ranks", 16, packs=1)
ONE_SUIT = Counter("suit", 3, 3, of=(61,))


def told(found: CardCount) -> list[tuple[str, str, int | None]]:
    return [(g.label, " ".join(card.text for card in g.cards), g.count) for g in found.groups]


def test_gin_lays_off_on_the_melds_on_the_table() -> None:
    found = count(GIN, ["6S", "KD", "5H"], [["3S", "4S", "5S"], ["KS", "KH", "KC"]])
    assert found.value == 5
    assert told(found) == [
        ("Laid off on 3♠ 4♠ 5♠", "6S", None),
        ("Laid off on K♠ K♥ K♣", "KD", None),
    ]


def test_melds_on_the_table_that_are_none_are_pointed_at() -> None:
    found = count(GIN, ["6S"], [["3S", "4S", "5S"], ["KS", "KH"]])
    assert [(p.code, p.at, p.message) for p in found.problems] == [
        ("meld.none", ("table", 1), "K♠ K♥ is neither a set nor a run.")
    ]
    assert found.value is None
    found = count(GIN, ["6S"], [["3S", "4S", "oops"]])
    assert [(p.code, p.at) for p in found.problems] == [("card.unknown", ("table", 0, 2))]


def test_a_card_cannot_lie_on_the_table_and_be_held() -> None:
    found = count(GIN, ["5S"], [["3S", "4S", "5S"]])
    assert [p.code for p in found.problems] == ["card.copies"]


@pytest.mark.parametrize(
    ("counter", "cards", "code", "message"),
    [
        (GIN, [], "cards.few", "No card yet"),
        (GRID, ["KS"] * 3, "cards.few", "3 of 8 cards"),
        (POKER, ["KS", "QS", "JS", "9S"], "cards.few", "4 of 5 cards"),
        (
            GIN,
            [card.text for card in CARDS[:13]],
            "cards.many",
            "13 cards; there can be at most 12.",
        ),
        (DICE, ["1"] * 6, "cards.many", "6 dice; there can be at most 5."),
        (DICE, [], "cards.few", "No die yet"),
        (GIN, ["KS", "KS"], "card.copies", ""),
        (GIN, ["JK"], "card.copies", ""),
        (GIN, ["1S"], "card.unknown", ""),
        (DICE, ["7", "1"], "die.unknown", "“7” is not a die. Enter what it shows, 1 to 6."),
        (BOOKS, ["A", "Z"], "rank.unknown", "“Z” is no rank."),
        (BOOKS, ["A", "a"], "books.twice", "A is here more often than there are books of it."),
    ],
)
def test_what_cannot_be_counted_is_a_problem_and_no_exception(
    counter: Counter, cards: list[str], code: str, message: str
) -> None:
    found = count(counter, cards)
    assert [problem.code for problem in found.problems] == [code]
    assert found.problems[0].message == message or not message
    assert (found.value, found.groups, found.text) == (None, (), "")


@pytest.mark.parametrize(
    ("counter", "texts", "value", "text"),
    [
        (ONE_SUIT, ["7S", "7H", "7D"], 30.5, "All of one rank: 30½"),
        (DICE, ["2", "3", "4", "6", "2"], 0, "Nothing scores: the turn is over"),
        (BOOKS, ["A", "7"], 2, "Books: 2"),
        (replace(BOOKS, packs=2), ["A", "7", "A"], 3, "Books: 3"),
    ],
)
def test_what_is_counted_at_once(
    counter: Counter, texts: list[str], value: float, text: str
) -> None:
    found = count(counter, texts)
    assert (found.value, found.text) == (value, text)


def test_the_best_dice_to_keep_are_named_and_all_that_score() -> None:
    groups = count(DICE, ["1", "5", "2", "3", "3"], before=300).groups
    assert [(group.label, group.pieces, group.count, group.value) for group in groups] == [
        ("Best on average: keep these, and roll 4 more", ("1",), 100, 400),
        ("All that score", ("1", "5"), 150, 450),
    ]


def test_every_card_of_the_deck_is_offered_as_often_as_it_holds_it() -> None:
    assert [card for card, _ in pickable_cards(GIN)] == list(CARDS[:52])
    assert {copies for _, copies in pickable_cards(GIN)} == {1}
    assert dict(pickable_cards(GRID))[CARDS[52]] == 16
    assert dict(pickable_cards(GRID))[CARDS[0]] == 4


@given(st.lists(st.sampled_from(CARDS[:52]), min_size=1, max_size=12, unique=True))
def test_the_groups_and_what_is_left_are_the_cards_picked(cards: list) -> None:
    for counter in (GIN, POKER):
        found = count(counter, [card.text for card in cards])
        if found.problems:
            continue
        grouped = [card for group in found.groups for card in group.cards]
        assert Tally([*grouped, *found.left]) == Tally(cards)
    assert count(GIN, [card.text for card in cards]).value == best_melds(cards).count


@given(st.lists(st.sampled_from(CARDS[7:14] + CARDS[52:]), min_size=8, max_size=8))
def test_the_groups_of_a_grid_add_up(cards: list) -> None:
    found = count(GRID, [card.text for card in cards])
    if found.problems:
        return
    assert found.value == count_grid([cards[:4], cards[4:]]).count
    assert found.value == sum(group.count or 0 for group in found.groups)
    assert Tally(card for group in found.groups for card in group.cards) == Tally(cards)


def to_be_picked(counter: Counter) -> list[str]:
    if counter.kind == "tiles":
        highest, middle = counter.of
        return [text for text in whole_set(highest) if text != f"{middle}-{middle}"]
    if counter.kind == "dice":
        return ["1", "2", "3", "4", "6"]
    if counter.kind == "ranks":
        return list(ALL_RANKS)
    return [card.text for card, copies in pickable_cards(counter) for _ in range(copies)]


@pytest.mark.parametrize("game", GAMES, ids=games.slugs())
def test_every_counter_that_a_game_declares_counts_its_cards(game: Game) -> None:
    """The number of cards asked for is dealt from the declared deck and counted into the field."""
    for field in every_field(game):
        counter = field.counter
        if counter is None:
            continue
        deck = to_be_picked(counter)
        for number in (counter.least, counter.most):
            counted = count(counter, deck[:number])
            assert not counted.problems
            assert field.kind is not NUMBER or counted.value is not None
        assert field.kind in (NUMBER, CARDS_ANSWER)
        assert counter.rows == field.rows or field.kind is NUMBER
        assert len(deck) >= counter.most
