"""Who shares which place, and one table over several games."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.standings.placings import (
    WAYS,
    WHOLE,
    GameStanding,
    Placing,
    Way,
    overall_standings,
    placings,
    points_of_game,
)


def test_equal_totals_share_a_place_and_the_next_is_counted_past_them() -> None:
    assert placings([5, 9, 9, 7, 5, 1]) == [
        Placing(4, shared=True),
        Placing(1, shared=True),
        Placing(1, shared=True),
        Placing(3, shared=False),
        Placing(4, shared=True),
        Placing(6, shared=False),
    ]


# --- several games --------------------------------------------------------------------------------


ANN, BO, CY, DI = range(4)


def game(*totals: int, low: bool = False) -> list[GameStanding]:
    """Everybody alone, ranked by the totals."""
    ranked = placings(totals, low_wins=low)
    return [
        GameStanding(person, place.rank, total)
        for person, (place, total) in enumerate(zip(ranked, totals, strict=True))
    ]


@pytest.mark.parametrize(
    ("way", "brings"),
    [("places", [3, 4, 1, 2]), ("share", [50, 100, 0, 25]), ("games", [0, 1, 0, 0])],
)
def test_one_game_each_way(way: Way, brings: list[int]) -> None:
    assert list(points_of_game(game(30, 50, 10, 20), way).values()) == brings
    assert list(points_of_game(game(-30, -50, -10, -20, low=True), way).values()) == brings


def test_an_evening_adds_up() -> None:
    first = [
        GameStanding(ANN, 1, 20),
        GameStanding(BO, 3, 5),
        GameStanding(CY, 1, 20),
        GameStanding(DI, 3, 5),
    ]  # two sides
    second = [GameStanding(BO, 1, 90), GameStanding(ANN, 2, 40)]
    table = overall_standings([first, second], "places")
    assert [(row.person, row.total, row.rank, row.shared) for row in table] == [
        (ANN, 4, 1, False),
        (BO, 3, 2, True),
        (CY, 3, 2, True),
        (DI, 1, 4, False),
    ]
    assert [row.points for row in table] == [(3, 1), (1, 2), (3, None), (1, None)]
    assert [(row.played, row.won) for row in table] == [(2, 1), (2, 1), (1, 1), (1, 0)]
    assert overall_standings([], "games") == ()


# --- whatever was played --------------------------------------------------------------------------


@st.composite
def games(draw: st.DrawFn) -> list[GameStanding]:
    """A game of some of ten people, alone or in two sides, in which high or low wins."""
    people = draw(st.lists(st.integers(0, 9), min_size=2, max_size=8, unique=True))
    sides = draw(st.booleans())
    counts = 2 if sides else len(people)
    scored = draw(st.lists(st.integers(-500, 500), min_size=counts, max_size=counts))
    totals = [scored[place % counts] for place in range(len(people))]
    ranked = placings(totals, low_wins=draw(st.booleans()))
    return [
        GameStanding(person, place.rank, total)
        for person, place, total in zip(people, ranked, totals, strict=True)
    ]


ways = st.sampled_from(WAYS)


@given(games(), ways)
def test_a_better_place_never_brings_less(played: list[GameStanding], way: Way) -> None:
    got = points_of_game(played, way)
    for one in played:
        for other in played:
            if one.rank <= other.rank:
                assert got[one.person] >= got[other.person]
            if one.rank == other.rank:
                assert got[one.person] == got[other.person]


@given(games())
def test_bounds(played: list[GameStanding]) -> None:
    by_place, share = points_of_game(played, "places"), points_of_game(played, "share")
    assert all(1 <= got <= len(played) for got in by_place.values())
    assert all(0 <= got <= WHOLE for got in share.values())
    assert max(share.values()) == WHOLE
    if len({line.rank for line in played}) > 1:
        assert min(share.values()) == 0
    if len({line.rank for line in played}) == len(played):
        assert sorted(by_place.values()) == list(range(1, len(played) + 1))


@given(games(), ways, st.integers(1, 9), st.integers(-99, 99))
def test_what_is_counted_in_does_not_matter(
    played: list[GameStanding], way: Way, times: int, more: int
) -> None:
    cents = [GameStanding(one.person, one.rank, one.total * times + more) for one in played]
    turned = [GameStanding(one.person, one.rank, -one.total) for one in played]
    assert points_of_game(cents, way) == points_of_game(played, way) == points_of_game(turned, way)


@given(st.lists(games(), max_size=5), ways, st.randoms(use_true_random=False))
def test_the_order_of_games_and_lines_does_not_matter(
    evening: list[list[GameStanding]], way: Way, random: object
) -> None:
    told = {row.person: (row.total, row.rank, row.won) for row in overall_standings(evening, way)}
    mixed = [sorted(one, key=lambda _line: random.random()) for one in evening]  # type: ignore[attr-defined]
    mixed.sort(key=lambda _one: random.random())  # type: ignore[attr-defined]
    assert {
        row.person: (row.total, row.rank, row.won) for row in overall_standings(mixed, way)
    } == told


@given(st.lists(games(), max_size=5), ways)
def test_the_table_is_the_sum_of_its_games(evening: list[list[GameStanding]], way: Way) -> None:
    table = overall_standings(evening, way)
    for row in table:
        mine = [points_of_game(one, way).get(row.person) for one in evening]
        assert row.points == tuple(mine)
        assert row.total == sum(filter(None, mine))
        assert row.rank == 1 + sum(other.total > row.total for other in table)
        assert row.shared == (sum(other.total == row.total for other in table) > 1)
    assert [row.rank for row in table] == sorted(row.rank for row in table)
