"""What a table's points are worth to whoever carries them on."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.standings.carry import CARRIES, Carry, bye_of, carry_of, places_at
from rulesets.standings.placings import GameStanding, points_of_game
from tests.sampling import examples

FOUR = (40, 25, 25, -10)


@pytest.mark.parametrize(
    ("way", "totals", "low", "carried"),
    [
        ("points", FOUR, False, FOUR),
        ("wins", FOUR, False, (2, 0, 0, 0)),
        ("wins", FOUR, True, (0, 0, 0, 2)),
        ("wins", (7, 7, 7), False, (1, 1, 1)),
        ("beaten", FOUR, False, (100, 50, 50, 0)),
        ("beaten", FOUR, True, (0, 50, 50, 100)),
        ("beaten", (3, 2, 1), False, (100, 50, 0)),
        ("beaten", (3, 2, 1, 0, 0, 0, 0), False, (100, 83, 67, 25, 25, 25, 25)),
        ("share", FOUR, False, (100, 70, 70, 0)),
        ("share", (8, 1, 0), False, (100, 13, 0)),  # 12½ is rounded up
        ("share", (5, 5), False, (100, 100)),
        ("margin", FOUR, False, (15, -15, -15, -50)),
        ("margin", FOUR, True, (-50, -35, -35, 35)),
        ("margin", (9, 9, 2), False, (0, 0, -7)),
    ],
)
def test_worked_numbers(
    way: Carry, totals: tuple[int, ...], *, low: bool, carried: tuple[int, ...]
) -> None:
    assert carry_of(way, totals, places_at(totals, low=low), low=low) == carried


def test_a_cut_is_won_for_places_and_not_for_points() -> None:
    places = places_at((10, 10), ahead={1})
    assert places == (2, 1)
    told = {way: carry_of(way, (10, 10), places) for way in CARRIES}
    assert told == {
        "points": (10, 10),
        "wins": (0, 2),
        "beaten": (0, 100),
        "share": (0, 100),
        "margin": (0, 0),
    }


def test_what_a_bye_is_worth() -> None:
    assert [bye_of(way, "whole") for way in CARRIES] == [None, 2, 100, 100, None]
    assert [bye_of(way, "half") for way in CARRIES] == [None, 1, 50, 50, None]
    assert [bye_of(way, "nothing") for way in CARRIES] == [None, 0, 0, 0, None]


@settings(max_examples=examples(60))
@given(st.lists(st.integers(-50, 50), min_size=2, max_size=8), st.booleans())
def test_definitions(totals: list[int], low: bool) -> None:
    sign = -1 if low else 1
    better = [sign * total for total in totals]
    places = places_at(totals, low=low)
    others = len(totals) - 1
    beaten = carry_of("beaten", totals, places, low=low)
    for who, got in enumerate(beaten):
        behind = sum(better[who] > other for other in better)
        level = better.count(better[who]) - 1
        exact = Fraction(100) * (behind + Fraction(level, 2)) / others
        assert got == floor(exact + Fraction(1, 2))
    wins = carry_of("wins", totals, places, low=low)
    best = better.count(max(better))
    assert sorted(wins, reverse=True)[:best] == ([2] if best == 1 else [1] * best)
    assert sum(wins) == max(2, best)
    margins = carry_of("margin", totals, places, low=low)
    for who, got in enumerate(margins):
        assert got == better[who] - max(one for at, one in enumerate(better) if at != who)
    lines = [GameStanding(*one) for one in zip(range(len(totals)), places, totals, strict=True)]
    share = carry_of("share", totals, places, low=low)
    assert dict(enumerate(share)) == points_of_game(lines, "share")
