"""Meetings of people who are not partners."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from rulesets.movements.entrants import count_met
from rulesets.movements.seating import Past

ROUNDS = [Past(((1, 2, 3, 4), (5, 6, 7, 8)), (), {}), Past(((1, 2, 5, 6),), (), {})]


def test_of_two_pairs_each_meets_both_of_the_others() -> None:
    opposite = [(1, 2), (1, 4), (3, 2), (3, 4), (5, 6), (5, 8), (7, 6), (7, 8)]
    opposite += [(1, 2), (1, 6), (5, 2), (5, 6)]
    assert count_met(ROUNDS, alone=False) == Counter(
        pair for one, two in opposite for pair in ((one, two), (two, one))
    )


def test_people_alone_meet_all_others_of_the_table() -> None:
    met = count_met(ROUNDS, alone=True)
    assert all(met[pair] == 1 + (set(pair) == {1, 2}) for pair in permutations((1, 2, 3, 4), 2))
    assert sum(met.values()) == 3 * 12
