"""What somebody's evenings come to: by hand, and with properties of any evenings."""

from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.standings import records
from rulesets.standings.placings import placings
from rulesets.standings.records import (
    EveningResult,
    EveningStandings,
    FinalStanding,
    RoundResult,
)


def evening(
    *totals: int, key: int = 1, year: int = 2026, game: str = "a", **more: bool
) -> EveningStandings:
    """Everybody alone, with one round that brought the total."""
    ranked = placings(totals, low_wins=more.get("low", False))
    lines = tuple(
        FinalStanding(who, who, place.rank, total, (total,))
        for who, (total, place) in enumerate(zip(totals, ranked, strict=True))
    )
    return EveningStandings(key, year, game, lines, **more)


def of(one: EveningStandings, who: int) -> EveningResult:
    found = records.evening_result(one, who)
    assert found is not None
    return found


def pairs(*totals: int) -> EveningStandings:
    """Two and two partners; the places of a list of people, as the standings have them."""
    each = [total for total in totals for _ in range(2)]
    lines = tuple(
        FinalStanding(who, who // 2, place.rank, each[who], (each[who],), table="1")
        for who, place in enumerate(placings(each))
    )
    return EveningStandings(1, 2026, "a", lines)


def test_a_shared_win_is_a_win_and_places_are_counted_past_it() -> None:
    one = evening(9, 9, 4, 1)
    assert [of(one, who).place for who in range(4)] == [1, 1, 3, 4]
    assert [of(one, who).is_win for who in range(4)] == [True, True, False, False]
    assert [of(one, who).is_podium for who in range(4)] == [True, True, True, False]
    assert [of(one, who).is_last for who in range(4)] == [False, False, False, True]
    assert [of(one, who).beaten for who in range(4)] == [5 / 6, 5 / 6, 1 / 3, 0]
    assert records.tally([of(one, 0)]).shared_wins == 1


def test_nobody_is_last_where_all_are_level() -> None:
    assert not any(of(evening(3, 3, 3), who).is_last for who in range(3))


def test_of_three_at_a_table_only_the_winner_is_in_the_top_three() -> None:
    """Everybody would be; but nobody has a win without being there."""
    assert [of(evening(3, 2, 1), who).is_podium for who in range(3)] == [True, False, False]


def test_partners_are_one_side() -> None:
    one = pairs(10, 30, 20)
    assert [of(one, who).place for who in range(6)] == [3, 3, 1, 1, 2, 2]
    assert of(one, 4).sides == 3
    assert not of(one, 2).level


def test_a_round_is_won_by_the_best_of_the_own_table() -> None:
    lines = (
        FinalStanding(1, 1, 1, 9, (5, 4, None), "Table 1"),
        FinalStanding(2, 2, 2, 8, (4, 4, 1), "Table 1"),
        FinalStanding(3, 3, 3, 30, (10, 10, 10), "Table 2"),
    )
    one = EveningStandings(1, 2026, "a", lines)
    assert of(one, 1).won == (True, False, None)
    assert of(one, 2).won == (False, False, False)
    low = EveningStandings(1, 2026, "a", lines, low=True)
    assert of(low, 2).won == (True, False, False)
    assert of(EveningStandings(1, 2026, "a", lines, reseated=True), 1).won == (None, None, None)


def test_best_and_worst_follow_who_wins() -> None:
    found = [of(evening(total, 5, key=key), 0) for key, total in enumerate((3, 8, 8, -1))]
    high = records.scores(found)
    assert (high.best.key, high.worst.key) == (1, 3)
    assert (high.best_round, high.worst_round) == (RoundResult(8, 1, 1), RoundResult(-1, 3, 1))
    low = records.scores(found, low=True)
    assert (low.best.key, low.worst.key) == (3, 1)
    assert high.mean == 4.5
    assert high.field == (4 + 6.5 + 6.5 + 2) / 4


def test_rounds_keep_their_numbers_where_one_was_sat_out() -> None:
    mine = FinalStanding(1, 1, 1, 9, (None, 4, None, 5, 5))
    one = of(EveningStandings(7, 2026, "a", (mine,)), 1)
    assert (one.rounds, one.numbers) == ((4, 5, 5), (2, 4, 5))
    told = records.scores([one])
    assert (told.best_round, told.worst_round) == (RoundResult(5, 7, 4), RoundResult(4, 7, 2))
    nothing = records.scores(
        [of(EveningStandings(8, 2026, "a", (FinalStanding(1, 1, 1, 0, (None,)),)), 1)]
    )
    assert (nothing.best_round, nothing.worst_round) == (None, None)


@pytest.mark.parametrize(
    ("won", "longest"),
    [([], 0), ([None, False], 0), ([True, None, True, False, True], 2), ([True] * 4, 4)],
)
def test_the_longest_run(won: list[bool | None], longest: int) -> None:
    assert records.longest_run(won) == longest


def test_means_of_nothing() -> None:
    assert records.tally([]).beaten is None
    assert records.mean([]) is None
    assert of(evening(5), 0).beaten == 0.5


FIELDS = st.lists(st.integers(-20, 20), min_size=1, max_size=8)
EVENINGS = st.lists(
    st.tuples(FIELDS, st.integers(2020, 2024), st.sampled_from("abc"), st.booleans()), max_size=8
).map(
    lambda drawn: [
        evening(*totals, key=key, year=year, game=game, low=low)
        for key, (totals, year, game, low) in enumerate(drawn)
    ]
)


@given(FIELDS, st.booleans())
def test_a_whole_field_beats_half_of_itself(totals: list[int], low: bool) -> None:
    one = evening(*totals, low=low)
    found = [of(one, who) for who in range(len(totals))]
    assert sum(result.beaten for result in found) == pytest.approx(len(totals) / 2)
    assert any(result.is_win for result in found)
    best = min(totals) if low else max(totals)
    assert [result.is_win for result in found] == [total == best for total in totals]
    for mine in found:
        assert mine.sides == len(totals)
        assert not (mine.is_win and mine.is_last)


@given(EVENINGS)
def test_games_and_years_each_hold_every_evening_once(evenings: list[EveningStandings]) -> None:
    found = [of(one, 0) for one in evenings]
    for groups in (records.by_game(found), records.by_year(found)):
        assert sorted(one.key for ones in groups.values() for one in ones) == [
            one.key for one in found
        ]
    tallies = [records.tally(ones) for ones in records.by_year(found).values()]
    whole = records.tally(found)
    assert sum(one.wins for one in tallies) == whole.wins
    assert sum(one.rounds_won for one in tallies) == whole.rounds_won <= whole.rounds
    assert list(records.by_year(found)) == sorted({one.year for one in found})


@given(EVENINGS)
def test_the_order_of_evenings_changes_no_sum(evenings: list[EveningStandings]) -> None:
    turned = sorted(evenings, key=lambda one: (one.year, -one.key))
    mine = [of(one, 0) for one in evenings], [of(one, 0) for one in turned]
    sums = [records.tally(found) for found in mine]
    assert sums[0].beaten == pytest.approx(sums[1].beaten)
    assert (sums[0].wins, sums[0].podium, sums[0].last_places) == (
        sums[1].wins,
        sums[1].podium,
        sums[1].last_places,
    )


@given(st.lists(st.sampled_from((True, False, None))))
def test_a_run_is_the_longest_group_of_what_was_played(won: list[bool | None]) -> None:
    played = [one for one in won if one is not None]
    groups = [len(list(ones)) for one, ones in groupby(played) if one]
    assert records.longest_run(won) == max(groups, default=0)
