"""Who is whose partner: as wished, as before, two by two; and what holds for whoever comes."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.movements.fixed_pairs import Partners, pair_up
from rulesets.movements.quality import measure_seats
from rulesets.movements.schedule import SeatRequests
from rulesets.movements.seating import Past
from rulesets.movements.stages import pair_by_rank
from tests.rulesets.movements.movement_requests import PairsMovement, SwissMovement
from tests.rulesets.movements.pair_evenings import PairEvening, crowd, partners
from tests.sampling import examples

Movement = Any
MOVEMENTS = (PairsMovement(), SwissMovement())
MOVES = ("", "", "pair goes", "pair comes", "goes", "comes")
ONE_TABLE = Past(((1, 2, 3, 4),))  # 1 with 3, 2 with 4


def test_two_by_two_as_they_were_entered() -> None:
    assert pair_up([5, 2, 9, 1, 7], (), SeatRequests()) == Partners(((5, 2), (9, 1)), (7,))


def test_the_latest_wish_holds_and_the_others_follow_each_other() -> None:
    wishes = SeatRequests(partners=((1, 2), (3, 4), (2, 3)))
    assert pair_up([1, 2, 3, 4], (), wishes).pairs == ((1, 4), (2, 3))
    assert pair_up([1, 3, 4], (), wishes) == Partners(((3, 4),), (1,))


def test_who_is_to_be_apart_is_not_put_together() -> None:
    wishes = SeatRequests(apart=((1, 2),))
    assert pair_up([1, 2, 3, 4], (), wishes).pairs == ((1, 3), (2, 4))
    assert pair_up([1, 2], (), wishes).pairs == ((1, 2),)


def test_partners_stay_and_those_left_over_find_each_other() -> None:
    assert pair_up([1, 2, 3, 4], [ONE_TABLE], SeatRequests()).pairs == ((1, 3), (2, 4))
    assert pair_up([1, 2, 3, 9], [ONE_TABLE], SeatRequests()).pairs == ((1, 3), (2, 9))
    assert pair_up([1, 2], [ONE_TABLE], SeatRequests()).pairs == ((1, 2),)


def test_who_sat_out_together_stays_together() -> None:
    past = [Past(((1, 3, 2, 4),), (7, 8, 9))]
    assert pair_up([2, 7, 8, 9], past, SeatRequests()) == Partners(((2, 9), (7, 8)))


def test_who_stands_in_for_a_while_is_nobodys_partner() -> None:
    past = [ONE_TABLE, Past.of(ONE_TABLE.tables, [(1, 2, 9, 4)], (), {})]
    assert pair_up([1, 2, 3, 4, 9], past, SeatRequests()) == Partners(((1, 3), (2, 4)), (9,))
    assert pair_up([1, 2, 4, 9], past, SeatRequests()).pairs == ((1, 9), (2, 4))


def test_who_stands_in_in_the_first_round_keeps_the_own_partner() -> None:
    """7 and 8 sat out; 7 played for 3 at the end. 9 came for that, and played for 2."""
    drawn = [(1, 2, 3, 4)]
    past = [Past.of(drawn, [(1, 2, 7, 4)], (7, 8), {})]
    everybody = pair_up([1, 2, 3, 4, 7, 8], past, SeatRequests())
    assert everybody.pairs == ((1, 3), (2, 4), (7, 8))
    assert pair_up([1, 2, 4, 7, 8], past, SeatRequests()) == Partners(((2, 4), (7, 8)), (1,))
    past = [Past.of(drawn, [(1, 9, 3, 4)], (7, 8), {})]
    assert pair_up([1, 2, 3, 4, 7, 8, 9], past, SeatRequests()).alone == (9,)
    assert pair_up([1, 3, 4, 7, 8, 9], past, SeatRequests()).pairs == ((1, 3), (4, 9), (7, 8))


def test_two_who_changed_chairs_stay_with_their_partners() -> None:
    past = [Past.of([(1, 2, 3, 4)], [(2, 1, 3, 4)], (), {})]
    assert pair_up([1, 2, 3, 4], past, SeatRequests()).pairs == ((1, 3), (2, 4))


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_fewer_than_two_pairs_cannot_play(movement: Movement) -> None:
    seating = PairEvening(movement).seat(crowd(1, 2, 3))
    assert (seating.tables, [note.code for note in seating.notes]) == ((), ["tables.none"])


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_a_wish_to_be_apart_that_is_not_granted_is_named(
    movement: Movement,
) -> None:
    values = {"apart": [(0, 2)], "partners": [(0, 1), (2, 3)]}
    seating = PairEvening(movement, **values).seat(crowd(0, 1, 2, 3))
    assert [note.code for note in seating.notes] == ["apart.not_kept"]


@settings(max_examples=examples(40), deadline=None)
@given(
    movement=st.sampled_from(MOVEMENTS),
    number=st.integers(2, 9),
    moves=st.lists(st.sampled_from(MOVES), max_size=7),
    seed=st.integers(0, 9),
)
def test_pairs_come_and_go(movement: Movement, number: int, moves: list[str], seed: int) -> None:
    """Everybody once a round, partners stay, and who is there throughout sits out as often."""
    evening = PairEvening(movement, seed, sets=8)
    here, following = [*range(2 * number)], 1000
    crowds = [{*here}]
    evening.play(crowd(*here))
    for turn, move in enumerate(moves):
        if move.endswith("comes"):
            many = 1 + move.startswith("pair")
            here += range(following, following + many)
            following += many
        elif move and len(here) > 5:
            at = turn * 2 % (len(here) // 2 * 2)
            del here[at : at + 1 + move.startswith("pair")]
        evening.play(crowd(*here))
        crowds.append({*here})
    for turn, (before, after) in enumerate(pairwise(evening.past), 1):
        for one, two in map(tuple, partners(before)):
            if {one, two} <= crowds[turn]:
                seated = {who for table in after.tables for who in table}
                assert {one, two} in partners(after) or not {one, two} & seated
    outs = Counter(who for played in evening.past for who in played.sitting_out)
    always = set.intersection(*crowds)
    several = [outs[one] for one in range(0, 2 * number, 2) if {one, one + 1} <= always]
    assert max(several, default=0) - min(several, default=0) <= 1


# --- how good the seats are -----------------------------------------------------------------------


def quality(*rounds: Past) -> Any:
    return measure_seats(rounds, fixed_pairs=True)


def test_of_fixed_pairs_only_opponents_are_told() -> None:
    rows = ((0, 2, 1, 3), (4, 6, 5, 7)), ((0, 4, 1, 5), (2, 6, 3, 7)), ((0, 6, 1, 7), (2, 4, 3, 5))
    rounds = [Past(tables) for tables in rows]
    told = quality(*rounds)
    assert list(told.measures) == ["opponents"]
    assert told.sentence.text == "Nobody plays anybody twice."
    assert (told.is_best, told.measures["opponents"].spread) == (True, {1: 6})
    again = quality(*rounds, rounds[0])
    assert again.sentence.text == (
        "2 matches are played a second time; fewer repeats are impossible."
    )
    early = quality(rounds[0], rounds[1], rounds[1])
    assert early.sentence.text == "Nobody plays anybody twice, except in 2 matches."
    assert quality(rounds[0], rounds[0], rounds[0]).sentence.text == (
        "Nobody plays anybody more than 3 times."
    )


def test_the_best_of_a_ranking_plays_with_the_last() -> None:
    assert pair_by_rank([3, 1, 2, 0], {}) == [(3, 0), (1, 2)]
    assert pair_by_rank([3, 1, 2, 0], {3: "a", 0: "a", 1: "b", 2: "b"}) == [(3, 2), (1, 0)]
    assert pair_by_rank([3, 1, 2], {}) == [(3, 2)]
