"""Shared places."""

from __future__ import annotations

from rulesets.standings import Place, places


def test_equal_totals_share_a_place_and_the_next_is_counted_past_them() -> None:
    assert places([5, 9, 9, 7, 5, 1]) == [
        Place(4, shared=True),
        Place(1, shared=True),
        Place(1, shared=True),
        Place(3, shared=False),
        Place(4, shared=True),
        Place(6, shared=False),
    ]


def test_low_may_win() -> None:
    assert [place.rank for place in places([5, -2, 9], low_wins=True)] == [2, 1, 3]


def test_nobody_has_no_place() -> None:
    assert places([]) == []
