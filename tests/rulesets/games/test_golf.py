"""Golf: who pays, who is on their face, who is out, and the pot for the last one in."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.cards import picker
from rulesets.engine.replay import Replay, RoundReport, replay
from rulesets.families.quarters import faces
from rulesets.games.golf import GRID, count
from tests.rulesets import tables
from tests.rulesets.evenings import histories
from tests.rulesets.tables import played, plays_of, setup
from tests.sampling import examples

SLUG = "golf"
GOLF = plays_of(SLUG)
BLOCK = [["KS", "QH", "QD", "7H"], ["2S", "QS", "QC", "7D"]]


def night(*reports: Any, **given: Any) -> Replay:
    return tables.night(SLUG, *reports, **given)


def points(*values: int | None, knocker: int | None = None) -> dict[str, Any]:
    return {"points": list(values), "knocker": knocker}


def counted(report: dict[str, Any], player: int) -> int | None:
    return count(GOLF.typed(night(players=2).state, report), player)


def codes(report: object, *before: Any, **options: Any) -> list[tuple[str, str, Any]]:
    return tables.codes(SLUG, report, *before, **options)


def test_everyone_brings_four_quarters_and_antes_one() -> None:
    state = night().state
    assert (state.totals, state.pot) == ((3, 3, 3), 3)
    rich = night(stake=6, ante=2).state
    assert (rich.totals, rich.pot) == ((4, 4, 4), 6)


def test_the_highest_pays_and_all_who_tie_for_it() -> None:
    assert night(points(5, 9, 7)).state.totals == (3, 2, 3)
    tied = night(points(9, 9, 7)).state
    assert (tied.totals, tied.pot) == ((2, 2, 3), 5)


def test_a_knocker_who_is_among_the_highest_pays_double() -> None:
    assert night(points(5, 9, 7, knocker=1)).state.totals == (3, 1, 3)
    assert night(points(9, 9, 7, knocker=0)).state.totals == (1, 2, 3)
    assert night(points(5, 9, 7, knocker=0)).state.totals == (3, 2, 3)


def test_nobody_pays_more_than_there_is() -> None:
    history = night(points(9, 1, 1), points(9, 1, 1), points(9, 1, 1, knocker=0))
    assert (history.state.totals, history.state.pot) == ((0, 3, 3), 6)
    assert faces(history.state) == (0,)
    assert history.state.memory.paid == {0: 1}


def test_on_the_face_until_the_next_loss() -> None:
    down = [points(9, 1, 1)] * 3
    later = {"on_face": "until_next_loss"}
    safe = night(*down, points(1, 9, 1), points(1, 9, 1), **later)
    assert (faces(safe.state), safe.state.out) == ((0,), ())
    gone = night(*down, points(1, 9, 1), points(9, 9, 1), **later)
    assert (gone.state.out, gone.state.totals, gone.state.pot) == ((0,), (0, 1, 3), 8)


def test_on_the_face_for_one_round() -> None:
    down = [points(9, 1, 1)] * 3
    state = night(*down, points(1, 9, 1)).state
    assert (state.out, state.totals) == ((0,), (0, 2, 3))


def test_the_last_one_in_takes_the_pot() -> None:
    history = night(points(9, 1), points(9, 1), players=2, stake=2)
    assert history.ending.winners == (1,)
    assert (history.state.totals, history.state.pot) == ((0, 4), 0)
    assert GOLF.view(history.state)["winner"] == "Bo"
    after = replay(GOLF, setup(SLUG, 2, stake=2), [RoundReport(points(9, 1))] * 3)
    assert [p.code for p in after.rounds[2].problems] == ["round.over"]


def test_a_round_that_would_put_everybody_out_is_played_again() -> None:
    history = night(points(9, 9), points(5, 5, knocker=0), points(5, 6), players=2, stake=2)
    again, last = history.rounds[1], history.rounds[2]
    assert again.state.memory.replayed
    assert again.transfers == ()
    assert (again.state.totals, faces(again.state), again.state.out) == ((0, 0), (0, 1), ())
    assert again.summary.text == "played again"
    assert last.state.out == (1,)
    assert history.state.totals == (4, 0)


def test_where_all_lie_on_the_face_one_round_more_is_not_the_end_of_everybody() -> None:
    down = points(9, 9, 9)
    history = night(down, points(1, 2, 2), stake=2, on_face="one_round")
    assert history.rounds[1].state.out == (1, 2)
    assert history.state.totals == (6, 0, 0)


def test_places_behind_the_winner_go_by_when_a_player_went_out() -> None:
    rounds = [points(9, 1, 1), points(9, 1, 1), points(None, 9, 1), points(None, 9, 1)]
    history = night(*rounds, stake=2)
    assert GOLF.ranking is not None
    first, second, third = sorted(
        range(3),
        key=lambda player: -GOLF.ranking(history.state)[player],  # type: ignore[misc]
    )
    assert (first, second, third) == (2, 1, 0)


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


def test_cards_that_no_deck_holds() -> None:
    four = [["KS", "KS", "KS", "KS"], ["KS", "2S", "3S", "QX"]]
    found = codes({"grids": [four, None, None], "points": [None, 1, 2]})
    assert found == [("card.unknown", "error", ("grids", 0, 1, 3))]
    four[1][3] = "QH"
    found = codes({"grids": [four, None, None], "points": [None, 1, 2]})
    assert found == [("card.copies", "error", ("grids", 0, 1, 0))]
    short = {"grids": [[["KS"], ["KS"]], None, None], "points": [None, 1, 2]}
    assert [found[:2] for found in codes(short)] == [("grids.count", "error")]


def test_nobody_can_ante_more_than_the_stake() -> None:
    problems = GOLF.check_setup(setup(SLUG, 3, stake=1, ante=2))
    assert [(p.code, p.at) for p in problems] == [("options.ante", ("options", "ante"))]
    assert [p.code for p in GOLF.check_setup(setup(SLUG, 1))] == ["players.count"]


@pytest.mark.parametrize("face", ["until_next_loss", "one_round"])
@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_each_round_somebody_loses_or_it_is_played_again(face: str, data: st.DataObject) -> None:
    begin, reports = data.draw(histories(SLUG, most=14))
    history = played(SLUG, begin, *reports)
    before = history.opening.state
    for one in history.rounds:
        after, brought = one.state, one.state.memory
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


# --- going home early -----------------------------------------------------------------------------


def test_who_goes_home_is_out_and_leaves_the_quarters_in_the_pot() -> None:
    history = replay(
        GOLF, setup(SLUG, 3), [RoundReport({"points": [None, 9, 4], "went_home": [0]})]
    )
    state = history.state
    assert state.totals == (0, 2, 3)
    assert state.pot == 3 + 3 + 1
    assert state.out == (0,)
    assert [one.rule for one in history.rounds[0].transfers] == ["leaving", "paying"]
    assert history.rounds[0].summary.text == "Ann goes home, Bo pays 1"


def test_the_only_one_who_stays_takes_the_pot_without_a_count() -> None:
    history = replay(GOLF, setup(SLUG, 3), [RoundReport({"went_home": [0, 2]})])
    assert history.rounds[0].problems == ()
    assert history.ending.winners == (1,)
    assert history.state.totals == (0, 12, 0)


def test_nobody_who_is_out_goes_home() -> None:
    lost = {"points": [9, 4, 4]}
    history = replay(GOLF, setup(SLUG, 3, stake=1), [RoundReport(lost)])
    assert history.state.out == (0,)
    told = {"points": [None, 4, 5], "went_home": [0]}
    assert "went_home.out" in [problem.code for problem in GOLF.check(history.state, told)]
