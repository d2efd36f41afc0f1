"""Canadian Salad: what costs in each round with each deck, and everything to one player."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.cards.deck import RANKS, SUITS
from rulesets.engine.game import NoOptions
from rulesets.engine.replay import Replay, RoundReport, replay
from rulesets.engine.roster import Setup
from rulesets.games import canadian_salad
from tests.sampling import examples

SALAD = canadian_salad.GAME.plays
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
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


def setup(players: int, rounds: int = 0) -> Setup:
    return Setup(SALAD.roster(NAMES[:players]), NoOptions(), 0, rounds)


def night(*taken: list[int], rounds: int = 0) -> Replay:
    begin = setup(len(taken[0]), rounds)
    history = replay(SALAD, begin, [RoundReport({"taken": one}) for one in taken])
    assert all(one.counted for one in history.rounds)
    return history


def totals(*taken: list[int], rounds: int = 0) -> tuple[int, ...]:
    return SALAD.totals(night(*taken, rounds=rounds).state)


def codes(taken: list[Any], rounds: int = 0) -> list[tuple[str, str]]:
    state = SALAD.start(setup(len(taken), rounds)).state
    return [(one.code, one.severity) for one in SALAD.check(state, {"taken": taken})]


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
        state = SALAD.start(setup(players, rounds)).state
        (field,) = SALAD.fields(state)
        assert (field.low, field.high, field.total) == (0, there, there)
        note = SALAD.note_before(state).text
        assert str(worth) in note
        assert str(worth * there) in note
        assert SALAD.name_of_round(state).text == field.label.text


def test_the_book_gives_its_totals_for_four() -> None:
    """Metzker p. 13: 130, 120, 130, 130, 120, 120, 120, 120."""
    sums = [worth * there for worth, there in zip(WORTHS, counted(4), strict=True)]
    assert sums == [130, 120, 130, 130, 120, 120, 120, 120, 75, 75]
    names = [SALAD.name_of_round(SALAD.start(setup(4, n)).state).text for n in range(10)]
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


def test_the_kings_of_two_packs_may_be_shared() -> None:
    assert totals([1, 0, 0, 0, 0, 1], rounds=8) == (75, 0, 0, 0, 0, 75)
    assert codes([1, 0, 0, 0, 0, 1], 8) == []


def test_lines_say_what_was_taken() -> None:
    history = night([10, 6, 4, 6])
    assert history.rounds[0].transfers[0].text == "Red cards: 10 × 5"
    everything = night([26, 0, 0, 0])
    assert {line.text for line in everything.rounds[0].transfers} == {"Ann took all"}
    assert {line.rule for line in everything.rounds[0].transfers} == {"everything"}


@pytest.mark.parametrize(
    ("taken", "rounds", "found"),
    [
        ([10, 6, 4, 5], 0, [("taken.sum", "error")]),
        ([27, 0, 0, 0], 0, [("taken.range", "error"), ("taken.sum", "error")]),
        ([-1, 27, 0, 0], 0, [("taken.negative", "error"), ("taken.range", "error")]),
        ([1, 1, 0, 0], 8, [("taken.sum", "error")]),
        ([0, 0, 0, 0], 9, [("taken.sum", "error")]),
        ([10, 6, None, 10], 0, [("taken.missing", "error")]),
    ],
)
def test_impossible_reports(taken: list[Any], rounds: int, found: object) -> None:
    assert codes(taken, rounds) == found


def test_a_wrong_sum_that_stands_is_no_everything() -> None:
    history = replay(SALAD, setup(3, 5), [RoundReport({"taken": [3, 1, 0]}, override=True)])
    assert SALAD.totals(history.state) == (90, 30, 0)


@settings(max_examples=examples(60))
@given(st.integers(3, 8), st.integers(0, 10**6))
def test_made_up_evenings_end_and_no_seat_is_better(players: int, seed: int) -> None:
    chance = Random(seed)
    state = SALAD.start(setup(players)).state
    reports: list[list[int]] = []
    for there, worth in zip(counted(players), WORTHS, strict=True):
        assert SALAD.over(state) is None
        reports.append(SALAD.sample(state, chance)["taken"])
        before, state = state, SALAD.play(state, {"taken": reports[-1]}).state
        brought = sum(SALAD.totals(state)) - sum(SALAD.totals(before))
        assert brought in (there * worth, 100 * (players - 1))
    history = night(*reports)
    assert history.ending is not None
    found = SALAD.totals(history.state)
    assert {found[who] for who in history.ending.winners} == {min(found)}
    seats = chance.sample(range(players), players)
    moved = [[one[seat] for seat in seats] for one in reports]
    assert totals(*moved) == tuple(found[seat] for seat in seats)
