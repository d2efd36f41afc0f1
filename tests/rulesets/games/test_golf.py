"""Golf: counts of cards, what is asked about, and rounds in which somebody always loses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.cards import picker
from rulesets.engine.replay import Replay
from rulesets.families.quarters import faces
from rulesets.games.golf import GRID, count
from tests.rulesets import tables
from tests.rulesets.evenings import histories
from tests.rulesets.tables import played, plays_of
from tests.sampling import examples

SLUG = "golf"
GOLF = plays_of(SLUG)
BLOCK = [["KS", "QH", "QD", "7H"], ["2S", "QS", "QC", "7D"]]


def night(*reports: Any, **values: Any) -> Replay:
    return tables.night(SLUG, *reports, **values)


def points(*values: int | None, knocker: int | None = None) -> dict[str, Any]:
    return {"points": list(values), "knocker": knocker}


def counted(report: dict[str, Any], player: int) -> int | None:
    return count(GOLF.typed(night(players=2).state, report), player)


def codes(report: object, *before: Any, **options: Any) -> list[tuple[str, str, Any]]:
    return tables.codes(SLUG, report, *before, **options)


def test_the_cards_are_counted_where_they_are_told() -> None:
    assert counted({"grids": [BLOCK]}, 0) == -8
    assert counted({"points": [None, 7], "grids": [BLOCK, None]}, 1) == 7
    jokers = [["JK", "JK", "KS", "KD"], ["JK", "JK", "2S", "3S"]]
    assert counted({"grids": [jokers]}, 0) == -45
    history = night({"grids": [BLOCK, None, None], "points": [None, 3, -8]})
    assert history.state.memory.counts == (-8, 3, -8)
    assert history.state.totals == (3, 2, 3)
    [paid] = history.rounds[0].transfers
    assert paid.at == ("points", 1)
    high = night({"grids": [None, BLOCK, BLOCK], "points": [-9, None, None]})
    assert [paid.at for paid in high.rounds[0].transfers] == [("grids", 1), ("grids", 2)]


def test_eight_cards_are_picked_in_rows_like_those_of_a_report() -> None:
    cards = [card for row in BLOCK for card in row]
    assert picker.count(GRID, cards).value == counted({"grids": [BLOCK]}, 0)
    assert GRID.rows == len(BLOCK)
    for wrong, code in ((cards[:7], "cards.few"), ([*cards, "3D"], "cards.many")):
        assert [problem.code for problem in picker.count(GRID, wrong).problems] == [code]


def test_a_count_that_hardly_any_cards_make_is_asked_about() -> None:
    assert codes(points(-40, 0, 0)) == []
    assert codes(points(-41, 0, 0)) == [("points.rare", "warning", ("points", 0))]


def test_everyone_who_is_in_has_one_count_and_nobody_else() -> None:
    assert codes(points(1, None, 2)) == [("points.missing", "error", ("points", 1))]
    assert codes({}) == [("points.missing", "error", ("points", n)) for n in range(3)]
    both = {"points": [1, 2, 3], "grids": [BLOCK, None, None]}
    assert codes(both) == [("points.twice", "error", ("points", 0))]
    out = [points(9, 1, 1)] * 2
    again = codes(points(1, 2, 3, knocker=0), *out, stake=2)
    assert again == [("points.out", "error", ("points", 0)), ("knocker.out", "error", ("knocker",))]


@pytest.mark.parametrize("face", ["until_next_loss", "one_round"])
@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_each_round_somebody_loses_or_it_is_played_again(face: str, data: st.DataObject) -> None:
    begin, reports = data.draw(histories(SLUG, most=14))
    history = played(SLUG, begin, *reports)
    before = history.opening.state
    for board_round in history.rounds:
        after, brought = board_round.state, board_round.state.memory
        if brought.replayed:
            assert (after.totals, after.pot, after.out) == (
                before.totals,
                before.pot,
                before.out,
            )
        else:
            assert any(brought.paid.values()) or brought.out
        assert after.players
        assert set(before.out) <= set(after.out)
        assert all(player in faces(before) for player in brought.out)
        before = after
    assert (history.ending is not None) == (len(history.state.players) == 1)
