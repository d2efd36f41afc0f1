"""Winners go on, partners change: who travels where, and who sits across from whom."""

import random
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.movements.progressive import IN_ROLES, MOVES, Moves, ProgressiveMovement
from rulesets.movements.quality import measure_seats
from rulesets.movements.seating import ROLES, Guest, History, Past, Seating, as_past
from rulesets.movements.seating_plan import Four, part_partners
from tests.rulesets.movements.movement_requests import next_progressive as next_seats
from tests.rulesets.movements.pair_evenings import assert_all_placed, crowd, partners
from tests.sampling import examples


def check(seating: Seating, guests: list[Guest]) -> None:
    assert_all_placed(seating, guests, len(guests) // 4)


FOUR_TABLES = Past(tuple(tuple(range(10 * t, 10 * t + 4)) for t in (1, 2, 3, 4)))
WON = [(10, 12), (21, 23), (30, 32), (41, 43)]  # who wins at tables 1 to 4
EVERYBODY = [person for table in FOUR_TABLES.tables for person in table]


def after(moves: Moves, winners: Sequence[Sequence[int]] = WON) -> Seating:
    rng = random.Random(1)
    return next_seats(crowd(*EVERYBODY), [FOUR_TABLES], winners, rng=rng, moves=moves)


def test_up() -> None:
    seating = after("up")
    assert [{*table} for table in seating.tables] == [
        {10, 12, 21, 23},  # its winners stay, those of table 2 come
        {20, 22, 30, 32},
        {31, 33, 41, 43},
        {40, 42, 11, 13},  # the losers of table 1 come
    ]
    stayed = {10, 12, 20, 22, 31, 33, 40, 42}
    assert all(len(pair & stayed) == 1 for pair in partners(seating))
    assert not seating.notes


def test_a_table_without_winners_has_them_drawn() -> None:
    seating = after("up", [WON[0], (), WON[2], (40, 41)])
    assert [note.code for note in seating.notes] == ["table.undecided"] * 2
    check(seating, crowd(*EVERYBODY))


@settings(max_examples=examples(60), deadline=None)
@given(
    number=st.integers(4, 60),
    rounds=st.integers(1, 10),
    moves=st.sampled_from(MOVES),
    seed=st.integers(0, 1000),
)
def test_an_evening_of_the_same_people(number: int, rounds: int, moves: Moves, seed: int) -> None:
    chance = random.Random(seed)
    guests = crowd(*range(number))
    past: list[Past] = []
    for _ in range(rounds):
        won = [table[chance.randrange(2) :: 2] for table in (past[-1].tables if past else ())]
        args = (guests, past, won)
        seating = next_seats(*args, rng=random.Random(seed), moves=moves)
        assert seating == next_seats(*args, rng=random.Random(seed), moves=moves)
        check(seating, guests)
        past.append(as_past(seating))
    assert measure_seats(past).even
    for before, following in pairwise(past):
        assert not partners(before) & partners(following)


# --- ladies and gentlemen go different ways -------------------------------------------------------


def ladies_and_gentlemen(number: int, keepers: Collection[int] = ()) -> list[Guest]:
    """Men have even numbers."""
    return [Guest(who, ROLES[who % 2], who in keepers) for who in range(number)]


def unlike(seating: Seating | Past) -> bool:
    return all(len({seating.roles[who] for who in pair}) == 2 for pair in partners(seating))


VILLAGE = Past(
    tuple(tuple(range(4 * t, 4 * t + 4)) for t in range(4)),
    roles={who: ROLES[who % 4 // 2] for who in range(16)},  # partners: 0 and 2, 1 and 3, …
)


def village(
    moves: Moves, tables: int = 4, keepers: Collection[int] = (), winners: int = 4
) -> Seating:
    """After a set that the first and the third chair of the first tables have won."""
    guests = [Guest(who, ROLES[who % 4 // 2], who in keepers) for who in range(4 * tables)]
    last = Past(VILLAGE.tables[:tables], roles=VILLAGE.roles)
    won = [table[::2] for table in last.tables[:winners]]
    return next_seats(guests, [last], won, rng=random.Random(1), moves=moves)


def test_the_losers_go_round_the_room_and_the_winners_part() -> None:
    seating = village("part")
    assert [{*table} for table in seating.tables] == [
        {0, 2, 5, 15},  # its winners; the gentleman of table 2 and the lady of table 4
        {4, 6, 9, 3},
        {8, 10, 13, 7},
        {12, 14, 1, 11},
    ]
    assert partners(seating) == {
        *map(frozenset, ((0, 15), (2, 5), (4, 3), (6, 9), (8, 7), (10, 13), (12, 11), (14, 1)))
    }
    for table, before in zip(seating.tables, VILLAGE.tables, strict=True):
        assert sum(table[chair] == before[chair] for chair in (0, 2)) == 1  # one changes chair
    assert not seating.notes


@pytest.mark.parametrize("moves", IN_ROLES)
def test_lots_are_drawn_at_tables_without_a_result(moves: Moves) -> None:
    seating = village(moves, winners=1)
    assert [note.words.params["table"] for note in seating.notes] == [2, 3, 4]
    assert unlike(seating)


@pytest.mark.parametrize("moves", IN_ROLES)
def test_who_keeps_a_chair_stays_and_the_winner_goes(moves: Moves) -> None:
    seating = village(moves, keepers=[3])
    assert seating.tables[0][3] == 3
    assert 2 in seating.tables[1]
    assert unlike(seating)


@pytest.mark.parametrize("moves", MOVES + IN_ROLES)
@pytest.mark.parametrize("tables", [1, 2, 3, 6])
def test_the_ways_are_those_that_people_go(moves: Moves, tables: int) -> None:
    guests = ladies_and_gentlemen(4 * tables)
    first = as_past(next_seats(guests, [], [], rng=random.Random(3), moves="part"))
    won = [table[1::2] for table in first.tables]
    seating = next_seats(guests, [first], won, rng=random.Random(3), moves=moves)
    at = {who: number for number, seats in enumerate(seating.tables, 1) for who in seats}
    for number, seats in enumerate(first.tables, 1):
        goes = ProgressiveMovement(moves).ways(number, tables)
        for who in seats:
            told = "won" if who in won[number - 1] else "lost"
            mine = [goe for goe in goes if goe.who == told and goe.role in ("", first.roles[who])]
            assert [one.table for one in mine] == [at[who]]


@settings(max_examples=examples(60), deadline=None)
@given(
    number=st.integers(4, 60),
    rounds=st.integers(1, 10),
    moves=st.sampled_from(IN_ROLES),
    seed=st.integers(0, 1000),
)
def test_an_evening_in_roles(number: int, rounds: int, moves: Moves, seed: int) -> None:
    chance, guests, past = random.Random(seed), ladies_and_gentlemen(number), list[Past]()
    for _ in range(rounds):
        won = [table[chance.randrange(2) :: 2] for table in (past[-1].tables if past else ())]
        seating = next_seats(guests, past, won, rng=random.Random(seed), moves=moves)
        check(seating, guests)
        assert unlike(seating)
        if past and moves == "part":
            assert not partners(past[-1]) & partners(seating)
        past.append(as_past(seating))
    out = Counter(who for one in past for who in one.sitting_out)
    for role in range(2):  # each role takes turns by itself
        counts = [out[who] for who in range(role, number, 2)]
        assert max(counts) - min(counts) <= 1


@settings(max_examples=examples(40), deadline=None)
@given(seed=st.integers(0, 10_000), number=st.integers(4, 40), moves=st.sampled_from(IN_ROLES))
def test_ladies_and_gentlemen_come_and_go(seed: int, number: int, moves: Moves) -> None:
    chance = random.Random(seed)
    here = set(range(number))
    past: list[Past] = []
    for turn in range(6):
        keepers = chance.sample(sorted(here), min(2, len(here)))
        guests = [Guest(who, ROLES[who % 2], who in keepers) for who in sorted(here)]
        won = [table[chance.randrange(2) :: 2] for table in (past[-1].tables if past else ())]
        seating = next_seats(guests, past, won, rng=chance, moves=moves)
        check(seating, guests)
        assert unlike(seating)
        past.append(as_past(seating))
        here.update(100 * turn + 100 + more for more in range(chance.randrange(3)))
        here -= {*chance.sample(sorted(here), min(chance.randrange(3), len(here) - 1))}


def test_pairs_are_crossed_where_that_parts_partners() -> None:
    history = History()
    history.play(1, 2)
    history.play(7, 8)
    fours: list[Four] = [[1, 2, 3, 4], [5, 6, 7, 8]]
    # 2 keeps the chair, and with it the pairs of the table: 1 goes, and 7 and 8 are crossed.
    assert part_partners(fours, history, {0}, {2}, ()) == []
    assert fours == [[5, 2, 3, 4], [1, 8, 7, 6]]


def test_pairs_stay_where_crossing_them_parts_nobody() -> None:
    """1 sat out while 2 played with 3; crossed, 2 and 3 would be partners again."""
    history = History()
    history.play(1, 2)
    history.play(3, 2)
    fours: list[Four] = [[1, 2, 3, 4]]
    assert [note.code for note in part_partners(fours, history, (), (), ())] == ["partner.kept"]
    assert fours == [[1, 2, 3, 4]]
