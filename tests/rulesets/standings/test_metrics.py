"""Ranking by one metric after the other, and what parted whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.standings.metrics import METRICS, TIE_BREAKS, Decision, Meeting, rank
from rulesets.standings.placings import placings
from tests.sampling import examples

WON, LEVEL, LOST = 2, 1, 0


@dataclass
class Lists:
    """What everybody has, as lists."""

    has: dict[str, Sequence[int]]
    met: Sequence[Sequence[Meeting]] = ()
    pairs: Sequence[int] = field(default=())

    def numbers(self, metric: str) -> Sequence[int]:
        return self.has[metric]

    def encounters(self) -> Sequence[Sequence[Meeting]]:
        return self.met

    def entrants(self) -> Sequence[int]:
        return self.pairs or range(len(self.has["carry"]))


def ring(*results: tuple[int, int, int], people: int) -> list[list[Meeting]]:
    """Who has beaten whom: (one, other, what it was for one)."""
    met: list[list[Meeting]] = [[] for _ in range(people)]
    for one, other, result in results:
        met[one].append((other, result))
        met[other].append((one, 2 - result))
    return met


def test_each_metric_parts_those_whom_the_ones_before_have_left_level() -> None:
    results = Lists({"carry": [9, 7, 9, 7, 7], "wins": [4, 6, 4, 5, 6], "margin": [1, 2, 3, 9, 2]})
    found = rank(range(5), ("carry", "wins", "margin"), results)
    assert found.groups == ((2,), (0,), (1, 4), (3,))
    assert found.decisions == {
        2: Decision("margin", 3, 1),
        1: Decision("wins", 6, 5),
        4: Decision("wins", 6, 5),
    }
    places = [(placing.rank, placing.shared) for placing in found.placings(5)]
    assert places == [(2, False), (3, True), (1, False), (5, False), (3, True)]


@pytest.mark.parametrize(
    ("results", "groups"),
    [
        ([(0, 1, WON)], ((0,), (1,), (2,))),  # two who have met
        ([(0, 2, WON)], ((0, 1), (2,))),  # they have not
        ([(0, 1, LEVEL)], ((0, 1), (2,))),
        ([(0, 1, WON), (1, 0, WON)], ((0, 1), (2,))),  # met twice
    ],
)
def test_head_to_head_of_two(
    results: list[tuple[int, int, int]], groups: tuple[tuple[int, ...], ...]
) -> None:
    lists = Lists({"carry": [5, 5, 1]}, ring(*results, people=3))
    assert rank(range(3), ("carry", "head_to_head"), lists).groups == groups


def test_head_to_head_of_three() -> None:
    even = {"carry": [5, 5, 5], "wins": [1, 3, 2]}
    metrics = ("carry", "head_to_head", "wins")
    around = ring((0, 1, WON), (1, 2, WON), (2, 0, WON), people=3)
    assert rank(range(3), metrics, Lists(even, around)).groups == ((1,), (2,), (0,))
    straight = ring((0, 1, WON), (1, 2, WON), (0, 2, WON), people=3)
    assert rank(range(3), metrics, Lists(even, straight)).groups == ((0,), (1,), (2,))
    not_all = ring((0, 1, WON), (0, 2, WON), people=3)
    assert rank(range(3), metrics, Lists(even, not_all)).groups == ((1,), (2,), (0,))


def test_partners_have_one_place_and_never_met() -> None:
    lists = Lists({"carry": [5, 5, 5, 5]}, [[(2, 2)], [(2, 2)], [(0, 0)], [(0, 0)]], [0, 0, 2, 2])
    assert rank(range(4), ("carry", "head_to_head"), lists).groups == ((0, 1), (2, 3))


def test_opponents_count_as_often_as_they_were_met() -> None:
    lists = Lists({"carry": [5, 5, 9, 3]}, [[(2, 0), (3, 2)], [(3, 2), (3, 2)], [], []])
    found = rank(range(4), ("carry", "opponents"), lists)
    assert found.groups == ((2,), (0,), (1,), (3,))
    assert found.decisions == {0: Decision("opponents", 12, 6)}
    nothing = Lists({"carry": [5, 5, 1, 0]}, [[(2, 0)], [(3, 2)], [], []])
    assert rank(range(2), ("carry", "opponents"), nothing).groups == ((0,), (1,))


@pytest.mark.parametrize("carry", [[5, 5, 9, 3], [5, 5, 3, 9]])
def test_a_pair_of_two_totals_counts_the_better_one_as_opponent(carry: list[int]) -> None:
    """Somebody else has played for one of them; who of the two was entered first says nothing."""
    lists = Lists({"carry": carry}, [[(2, 0)], [(2, 2), (2, 2)], [], []], [0, 1, 2, 2])
    assert rank(range(2), ("carry", "opponents"), lists).decisions == {
        1: Decision("opponents", 18, 9)
    }


def test_numbers_as_people_count_them() -> None:
    assert [METRICS["wins"].format(value) for value in (0, 1, 2, 9)] == ["0", "½", "1", "4½"]
    assert METRICS["margin"].format(-3) == "−3"


@settings(max_examples=examples(40))
@given(st.data())
def test_nobody_is_lost_and_the_first_metric_counts_most(data: st.DataObject) -> None:
    count = data.draw(st.integers(0, 8))
    numbers = st.lists(st.integers(0, 2), min_size=count, max_size=count)
    has = {key: data.draw(numbers) for key in ("carry", "wins", "lot")}
    found = rank(range(count), ("carry", "wins", "lot"), Lists(has))
    assert sorted(who for group in found.groups for who in group) == list(range(count))
    keys = list(zip(has["carry"], has["wins"], has["lot"], strict=True))
    order = {key: at for at, key in enumerate(sorted(set(keys)))}
    assert found.placings(count) == placings([order[key] for key in keys])
    for who, decision in found.decisions.items():
        assert decision.own > decision.other
        assert has[decision.metric][who] == decision.own


def test_every_tie_break_is_known() -> None:
    assert TIE_BREAKS == ("head_to_head", "wins", "points", "margin", "opponents", "best_round",
                          "sit_outs", "lot")  # fmt: skip
