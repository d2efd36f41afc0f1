"""Rummoli: the last deals, words for spaces, who is absent, and rounds reckoned by hand."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.engine.replay import Replay
from rulesets.rummoli.chips import BOARDS, board, find
from tests.rulesets import tables
from tests.rulesets.evenings import histories
from tests.rulesets.tables import played, plays_of, setup
from tests.sampling import examples

SLUG = "rummoli"
RUMMOLI = plays_of(SLUG)
PLAIN = {"rummoli": 0, "poker": [0]}


def evening(*reports: Any, **values: Any) -> Replay:
    return tables.night(SLUG, *reports, **values)


def codes(report: object, *before: Any, **options: Any) -> list[tuple[str, str, Any]]:
    return tables.codes(SLUG, report, *before, **options)


def deals(*wins: tuple[str | None, int]) -> dict[str, Any]:
    return {"final_poker": [{"space": space, "player": player} for space, player in wins]}


def test_the_last_deals_go_from_the_poorest_space_on() -> None:
    start = {**PLAIN, "claims": {"JD": 1}}
    order = [("JD", 2), *((key, 1) for key in ("10S", "QC", "KH", "AS", "AKD", "789"))]
    history = evening(start, PLAIN, deals(*order))
    assert history.ending is not None
    assert history.state.board == (0,) * 9
    assert history.state.chips == (32 + 12, 32 + 3 + 36, 32 + 3)
    assert history.ending.winners == (1,)
    assert codes(deals(("10S", 1)), start, PLAIN) == [
        ("final_poker.order", "error", ("final_poker", 0, "space"))
    ]
    assert codes(deals(("JD", 1), ("JD", 1)), start, PLAIN) == [
        ("final_poker.empty", "error", ("final_poker", 1, "space"))
    ]
    assert codes(deals(("JD", 1))) == [
        ("final_poker.early", "error", ("final_poker",)),
        ("final_poker.empty", "error", ("final_poker", 0)),
    ]


def test_other_words_for_a_space() -> None:
    rummoli, michigan = BOARDS["rummoli"], BOARDS["michigan"]
    assert find(rummoli, "A-K of diamonds") == find(rummoli, "AD-KD") == "AKD"
    assert find(rummoli, "7-8-9") == "789"
    assert find(michigan, "Pot") == "poker"
    assert find(michigan, "kitty") == "rummoli"
    own = board("custom", ("a", "b", "c", "d", "e", "f", "g", "Pot", "Kitty"))
    assert (find(own, "C"), find(own, "pot"), find(own, "kitty")) == ("c", "poker", "rummoli")


@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_a_round_moves_no_more_than_antes_and_the_widow_into_others_hands(
    data: st.DataObject,
) -> None:
    """An independent reckoning: a player loses 9 chips and what the widow cost, and gains the
    spaces claimed, which hold what was there and a chip of everyone in the round."""
    begin, reports = data.draw(histories(SLUG, most=6))
    history = played(SLUG, begin, *reports)
    state = history.opening.state
    for report, one in zip(reports, history.rounds, strict=True):
        if "final_poker" in report:
            break
        bought = [more or 0 for more in report.get("rebuys") or [0] * len(state.chips)]
        chips = [held + more for held, more in zip(state.chips, bought, strict=True)]
        playing = [player for player, held in enumerate(chips) if held >= 9]
        for player in playing:
            chips[player] -= 9
        if isinstance(report.get("widow"), dict):
            chips[report["widow"]["buyer"]] -= report["widow"]["price"]
            chips[report["dealer"]] += report["widow"]["price"]
        spaces = {
            space.key: held + len(playing)
            for space, held in zip(state.spaces, state.board, strict=True)
        }
        for key, player in report["claims"].items():
            chips[player] += spaces[key]
        chips[report["rummoli"]] += spaces["rummoli"]
        for player in report["poker"]:
            chips[player] += spaces["poker"] // len(report["poker"])
        assert list(one.state.chips) == chips
        state = one.state


def test_a_sheet_that_is_filled_in_says_what_became_of_the_widow() -> None:
    sold = {"widow": {"buyer": 2, "price": 5}, **PLAIN}
    history = evening(sold, PLAIN, {"widow": "dealer", **PLAIN}, first=1)
    states = [history.opening.state, *(board_round.state for board_round in history.rounds)]
    begin = setup(SLUG, 3, first=1)
    sheet = RUMMOLI.sheet(begin, states)
    assert sheet.columns[0].title.text == "Widow"
    buyer = begin.roster.names[2]
    assert [row.cells[0].text for row in sheet.rows] == ["", f"{buyer} 5", "", "D"]
    assert all(len(row.cells) == len(sheet.columns) == 4 for row in (*sheet.rows, *sheet.foot))
    # What lies on the spaces is on the board; the sheet says what a blank one says.
    assert sheet.notes == RUMMOLI.sheet(begin).notes


# --- somebody does not play a round -------------------------------------------------------------


def test_whoever_sat_the_last_round_out_takes_part_in_the_last_deals() -> None:
    """games.md: everybody who is not out takes part, also who sat the last round out."""
    away = {"rummoli": 1, "poker": [1], "absent": [2]}
    assert RUMMOLI.closing(evening(away).state) == (0, 1, 2)
    won = [(key, 2) for key in ("10S", "JD", "QC", "KH", "AS", "AKD", "789")]
    assert codes(deals(*won), away) == []
    assert evening(away, deals(*won)).state.chips == (41, 41 + 4, 50 + 14)


def test_whoever_is_out_takes_part_in_the_last_deals_only_if_the_last_round_was_the_own() -> None:
    poor = {"rummoli": 1, "poker": [1]}
    after = evening(poor, chips=12).state
    assert after.out == (0, 2)
    assert RUMMOLI.closing(after) == (0, 1, 2)
    rich = {"rummoli": 1, "poker": [1], "claims": {"AS": 2, "JD": 2, "QC": 2}}
    two = evening(rich, poor, chips=12)
    assert two.rounds[1].state.last.playing == (1, 2)
    assert RUMMOLI.closing(two.state) == (1, 2)
    assert codes(deals((None, 0)), rich, poor, chips=12) == [
        ("final_poker.out", "error", ("final_poker", 0, "player"))
    ]
