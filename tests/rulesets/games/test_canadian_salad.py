"""Canadian Salad: what costs in each round with each deck, and everything to one player."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rulesets.cards.deck import RANKS, SUITS
from rulesets.engine.replay import Replay
from rulesets.games import canadian_salad
from tests.rulesets import tables

SLUG = "canadian-salad"
PLAYS = canadian_salad.GAME.plays
ALL_SIZES = range(3, 9)
# Metzker p. 13, "Players and Cards": packs, what is removed, and cards each.
DECKS = {
    3: (1, [rank + "C" for rank in RANKS], 13),
    4: (1, [], 13),
    5: (1, ["2C", "2D"], 10),
    6: (2, [rank + suit for suit in "CD" for rank in RANKS], 13),
    7: (2, [rank + "C" for rank in RANKS], 13),
    8: (2, [], 13),
}
WORTHS = (5, 5, 10, 10, 10, 30, 30, 30, 75, 75)


def night(taken: list[int], rounds: int = 0) -> Replay:
    return tables.night(SLUG, {"taken": taken}, players=len(taken), rounds=rounds)


def totals(taken: list[int], rounds: int = 0) -> tuple[int, ...]:
    return PLAYS.totals(night(taken, rounds).state)


def codes(taken: list[Any], rounds: int = 0) -> list[tuple[str, str]]:
    found = tables.codes(SLUG, {"taken": taken}, players=len(taken), rounds=rounds)
    return [one[:2] for one in found]


def begun(players: int, rounds: int) -> Any:
    return PLAYS.start(tables.setup(SLUG, players, 0, rounds)).state


def counted(players: int) -> list[int]:
    """How many there are of what costs, counted in the deck itself."""
    packs, removed, each = DECKS[players]
    deck = Counter({rank + suit: packs for suit in SUITS for rank in RANKS})
    deck.subtract(removed)
    assert deck.total() == players * each

    def ranks(*wanted: str) -> int:
        return sum(count for card, count in deck.items() if card[:-1] in wanted)

    def suits(*wanted: str) -> int:
        return sum(count for card, count in deck.items() if card[-1] in wanted)

    even, faces = ranks("2", "4", "6", "8", "10", "Q"), ranks("J", "Q", "K")
    singles = [ranks("7"), ranks("A"), ranks("Q"), deck["KS"], 1]
    return [suits("H", "D"), even, each, suits("H"), faces, *singles]


@pytest.mark.parametrize("players", ALL_SIZES)
def test_what_there_is_of_each_can_be_counted_in_the_deck(players: int) -> None:
    """Metzker p. 13: the ten rounds, for each number of players."""
    for rounds, (there, worth) in enumerate(zip(counted(players), WORTHS, strict=True)):
        state = begun(players, rounds)
        (field,) = PLAYS.fields(state)
        assert (field.low, field.high, field.total) == (0, there, there)
        note = PLAYS.note_before(state).text
        assert str(worth) in note
        assert str(worth * there) in note
        assert PLAYS.name_of_round(state).text == field.label.text


def test_the_book_gives_its_totals_for_four() -> None:
    """Metzker p. 13: 130, 120, 130, 130, 120, 120, 120, 120."""
    sums = [worth * there for worth, there in zip(WORTHS, counted(4), strict=True)]
    assert sums == [130, 120, 130, 130, 120, 120, 120, 120, 75, 75]
    names = [PLAYS.name_of_round(begun(4, n)).text for n in range(10)]
    assert names[1::8] == ["Even cards", "Last trick"]


@pytest.mark.parametrize("players", ALL_SIZES)
def test_everything_to_one_player_costs_the_others_where_there_is_more_than_one(
    players: int,
) -> None:
    """Metzker p. 13: not for the last trick, nor for the king of spades of a single deck."""
    for rounds, there in enumerate(counted(players)):
        taken = [0, there] + [0] * (players - 2)
        single = rounds == 9 or (rounds == 8 and players <= 5)
        assert codes(taken, rounds) == ([] if single else [("taken.all", "warning")])
        others = 0 if single else 100
        mine = 75 if single else 0
        assert totals(taken, rounds=rounds) == (others, mine, *(others,) * (players - 2))


def test_everything_says_who_took_it() -> None:
    everything = night([26, 0, 0, 0]).rounds[0].transfers
    assert {(line.text, line.rule) for line in everything} == {("Ann took all", "everything")}
