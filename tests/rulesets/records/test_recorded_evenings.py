"""How an evening ends for a chair, and the longest run of wins: by hand, and of any places."""

from __future__ import annotations

from rulesets.records.recorded_evenings import Outcome


def outcomes(*ranks: int) -> list[Outcome]:
    return [
        Outcome(
            sum(other < rank for other in ranks),
            ranks.count(rank) - 1,
            sum(other > rank for other in ranks),
        )
        for rank in ranks
    ]


def test_a_shared_win_is_a_win_and_places_are_counted_past_it() -> None:
    found = outcomes(1, 1, 3, 4)
    assert [one.place for one in found] == [1, 1, 3, 4]
    assert [one.is_win for one in found] == [True, True, False, False]
    assert [one.is_podium for one in found] == [True, True, True, False]
    assert [one.is_last for one in found] == [False, False, False, True]
    assert [one.beaten for one in found] == [5 / 6, 5 / 6, 1 / 3, 0]
    assert not any(outcome.is_last for outcome in outcomes(1, 1, 1))
    # Everybody of three would be in the top three; but nobody has a win without being there.
    assert [outcome.is_podium for outcome in outcomes(3, 2, 1)] == [False, False, True]
    assert outcomes(1)[0].beaten == 0.5
