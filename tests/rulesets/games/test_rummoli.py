"""Rummoli: antes, the widow, claims, split pots, who is out, buying again, the last deals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.engine.replay import Replay, RoundReport, replay
from rulesets.files.cli import main
from rulesets.games.rummoli import Options
from rulesets.rummoli.chips import BOARDS, board, find
from tests.rulesets import tables
from tests.rulesets.evenings import histories
from tests.rulesets.tables import played, plays_of, setup
from tests.sampling import examples

SLUG = "rummoli"
RUMMOLI = plays_of(SLUG)
PLAIN = {"rummoli": 0, "poker": [0]}
ANN = ["AS", "KS", "QS", "JS", "10S", "AD", "KD"]
BO = ["7H", "8H", "9H", "2C", "2D", "3C", "3D"]
CY = ["4C", "5D", "6H", "8C", "10D", "QC"]


def evening(*reports: Any, **given: Any) -> Replay:
    return tables.night(SLUG, *reports, **given)


def codes(report: object, *before: Any, **options: Any) -> list[tuple[str, str, Any]]:
    return tables.codes(SLUG, report, *before, **options)


def deals(*wins: tuple[str | None, int]) -> dict[str, Any]:
    return {"final_poker": [{"space": space, "player": player} for space, player in wins]}


def on(history: Replay, space: str) -> int:
    return int(history.state.board[history.state.place(space)])


def test_everyone_antes_a_chip_on_each_space() -> None:
    history = evening({"rummoli": 1, "poker": [2]})
    assert history.state.chips == (41, 44, 44)
    assert history.state.board == (3, 3, 3, 3, 3, 3, 3, 0, 0)


def test_what_nobody_claims_builds_up() -> None:
    history = evening(PLAIN, PLAIN, {**PLAIN, "claims": {"AS": 2}})
    assert on(history, "AS") == 0
    assert on(history, "JD") == 9
    assert history.state.chips[2] == 50 - 27 + 9


def test_the_buyer_of_the_widow_pays_the_dealer() -> None:
    history = evening({"widow": {"buyer": 2, "price": 5}, "rummoli": 1, "poker": [1]}, first=1)
    assert history.state.chips == (41, 41 + 5 + 6, 36)
    assert history.state.last.dealer == 1
    free = evening({"widow": "dealer", **PLAIN})
    assert free.state.chips == evening(PLAIN).state.chips


def test_the_deal_passes_to_the_left() -> None:
    dealers = [one.state.last.dealer for one in evening(PLAIN, PLAIN, PLAIN, PLAIN).rounds]
    assert dealers == [0, 1, 2, 0]
    later = evening({**PLAIN, "dealer": 2}, PLAIN)
    assert [one.state.last.dealer for one in later.rounds] == [2, 0]
    assert codes({**PLAIN, "dealer": 2}) == [("dealer.turn", "warning", ("dealer",))]


def test_level_hands_share_and_odd_chips_stay() -> None:
    history = evening({"rummoli": 0, "poker": [0, 1]}, players=5)
    assert history.state.chips == (41 + 5 + 2, 43, 41, 41, 41)
    assert on(history, "poker") == 1
    assert on(evening(*[{"rummoli": 0, "poker": [0, 1]}] * 2, players=5), "poker") == 0


def test_who_cannot_ante_is_out_and_the_deal_passes_on() -> None:
    poor = {"widow": {"buyer": 1, "price": 8}, "rummoli": 0, "poker": [2]}
    history = evening(poor, PLAIN, chips=18)
    assert history.rounds[0].state.out == (1,)
    assert history.state.last.playing == (0, 2)
    assert history.state.last.dealer == 2
    state = evening(poor, chips=18).state
    report = {
        "widow": {"buyer": 1, "price": 0},
        "claims": {"AS": 1},
        "rummoli": 1,
        "poker": [0, 1],
        "dealer": 1,
    }
    found = {(p.code, p.at) for p in RUMMOLI.check(state, report) if p.severity == "error"}
    assert found >= {
        ("widow.out", ("widow", "buyer")),
        ("claims.out", ("claims", "AS")),
        ("rummoli.out", ("rummoli",)),
        ("poker.out", ("poker", 1)),
        ("dealer.out", ("dealer",)),
    }


def test_buying_again_is_an_option() -> None:
    poor = {"widow": {"buyer": 1, "price": 8}, "rummoli": 0, "poker": [2]}
    again = {"rebuys": [None, 20, None], **PLAIN}
    history = evening(poor, again, chips=18, rebuy=True)
    assert history.state.bought == (18, 38, 18)
    assert history.state.last.playing == (0, 1, 2)
    assert RUMMOLI.totals(history.state)[1] == 1 + 20 - 9 - 38
    assert codes(again, poor, chips=18) == [("report.field", "error", ("rebuys",))]
    short = {"rebuys": [None, 7, None], **PLAIN}
    assert ("rebuys.short", "error", ("rebuys", 1)) in codes(short, poor, chips=18, rebuy=True)
    early = {"rebuys": [5, None, None], **PLAIN}
    assert codes(early, chips=18, rebuy=True) == [("rebuys.early", "warning", ("rebuys", 0))]
    away = evening(poor, PLAIN, {**again, "rummoli": 1}, chips=30, rebuy=True)
    assert away.state.last.playing == (0, 1, 2)


def test_nobody_bids_more_than_there_is() -> None:
    def bid(buyer: int, price: int) -> dict[str, Any]:
        return {"widow": {"buyer": buyer, "price": price}, **PLAIN}

    assert codes(bid(1, 41)) == []
    assert codes(bid(1, 42)) == [("widow.price", "error", ("widow", "price"))]
    assert codes(bid(1, -1)) == [("price.negative", "error", ("widow", "price"))]
    assert codes(bid(0, 1)) == [("widow.dealer", "error", ("widow", "buyer"))]
    assert codes({"widow": "lost", **PLAIN}) == [("widow.choice", "error", ("widow",))]


def test_the_hands_name_the_best_poker_hand() -> None:
    hands = {"rummoli": 1, "hands": [ANN, BO, CY]}
    history = evening(hands)
    assert history.state.last.claims[-1].players == (0,)
    wrong = {**hands, "poker": [1]}
    assert codes(wrong) == [("poker.not_best", "error", ("poker",))]
    assert replay(RUMMOLI, setup(SLUG, 3), [RoundReport(wrong, override=True)]).rounds[0].counted
    assert codes({**hands, "hands": [ANN, BO, None]}) == [("hands.missing", "error", ("hands",))]
    assert codes({**hands, "hands": [ANN, BO, None], "poker": [0]}) == []
    twice = {**hands, "hands": [ANN, BO, [*CY, "AS"]]}
    assert codes(twice) == [("card.copies", "error", ("hands", 2, 6))]
    few = {**hands, "hands": [ANN, BO, CY[:4]]}
    assert codes(few) == [("hands.few", "error", ("hands", 2))]


def test_who_claims_a_space_held_its_cards() -> None:
    report = {"rummoli": 1, "hands": [ANN, BO, CY]}
    good = {"AS": 0, "10S": 0, "AKD": 0, "789": 1, "QC": 2}
    assert codes({**report, "claims": good}) == []
    bad = {"AS": 1, "789": 0, "AKD": 2}
    found = codes({**report, "claims": bad})
    assert found == [("claims.not_held", "error", ("claims", key)) for key in bad]


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


def test_a_deal_that_names_no_space_is_for_the_poorest() -> None:
    start = {**PLAIN, "claims": {"JD": 1}}
    history = evening(start, PLAIN, deals((None, 2), (None, 1)))
    assert [claim.space for claim in history.state.final] == ["JD", "10S"]
    assert history.ending is None
    done = evening(start, PLAIN, deals((None, 2), (None, 1)), deals(*[(None, 0)] * 5))
    assert done.ending is not None
    assert [p.code for p in RUMMOLI.check(done.state, deals((None, 0)))] == ["round.over"]
    assert [p.code for p in RUMMOLI.check(done.state, PLAIN)] == ["round.over"]


def test_the_only_one_left_takes_the_board() -> None:
    history = evening({**PLAIN, "claims": {"AS": 0}}, players=2, chips=12)
    assert history.rounds[0].state.out == (1,)
    assert [p.code for p in RUMMOLI.check(history.rounds[0].state, PLAIN)] == ["round.over"]
    assert history.ending is not None
    assert history.state.chips == (24 - 3, 3)
    assert history.closing.transfers
    dealt = evening({**PLAIN, "claims": {"AS": 0}}, deals(*[(None, 1)] * 6), players=2, chips=12)
    assert dealt.state.chips == (3 + 6, 3 + 12)
    assert dealt.closing.transfers == ()
    again = evening(PLAIN, players=2, chips=12, rebuy=True)
    assert again.ending is None


@pytest.mark.parametrize("kind", BOARDS)
def test_a_space_is_found_by_what_people_call_it(kind: str) -> None:
    for space in BOARDS[kind]:
        for text in (space.key, space.label, space.key.lower(), f" {space.label} "):
            assert find(BOARDS[kind], text) == space.key
    assert find(BOARDS[kind], "2S") is None
    assert find(BOARDS[kind], "") is None


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
    states = [history.opening.state, *(one.state for one in history.rounds)]
    begin = setup(SLUG, 3, first=1)
    sheet = RUMMOLI.sheet(begin, states)
    assert sheet.columns[0].title.text == "Widow"
    buyer = begin.roster.names[2]
    assert [row.cells[0].text for row in sheet.rows] == ["", f"{buyer} 5", "", "D"]
    assert all(len(row.cells) == len(sheet.columns) == 4 for row in (*sheet.rows, *sheet.foot))
    # What lies on the spaces is on the board; the sheet says what a blank one says.
    assert sheet.notes == RUMMOLI.sheet(begin).notes


def test_a_win_by_one_chip_is_said_as_such() -> None:
    won = [(None, 0)] * 3 + [(None, 1)] * 4
    ended = evening(PLAIN, deals(*won), players=2).ending
    assert ended.text == "Ann: 1 chip more than bought"


# --- somebody does not play a round -------------------------------------------------------------


def test_who_is_absent_puts_nothing_in_and_keeps_the_chips() -> None:
    told = {"rummoli": 1, "poker": [1]}
    history = evening(told | {"absent": [2]}, told)
    first, second = (one.state for one in history.rounds)
    assert first.chips[2] == 50
    assert first.last.playing == (0, 1)
    assert sum(first.board) == 2 * 9 - 2 * 2
    assert second.last.playing == (0, 1, 2)
    assert second.chips[2] == 50 - 9


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


# --- a board of one's own -----------------------------------------------------------------------

OWN = ["poker", "rummoli", "three", "four", "five", "six", "seven", "Best hand", "Out first"]


def own_file(tmp_path: Path, *rounds: Any, **more: Any) -> str:
    told = {
        "game": SLUG,
        "options": {"board": "custom", "spaces": OWN},
        "players": ["Ann", "Bo", "Cy"],
        "rounds": rounds,
        **more,
    }
    path = tmp_path / "own.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    return str(path)


def test_a_space_of_ones_own_may_be_called_as_the_game_calls_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seven spaces for cards, the first two called poker and rummoli; then those of the poker
    hand and of going out. Each keeps its own chips."""
    claimed = {"claims": {"poker": "Ann", "four": "Cy"}, "rummoli": "Bo", "poker": ["Cy"]}
    plain = {"rummoli": "Bo", "poker": ["Bo"]}
    file = own_file(tmp_path, claimed, plain)
    assert main(["check", file]) == 0
    capsys.readouterr()
    assert main(["score", "--explain", file]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["problems"] == []
    assert told["chips"] == {"Ann": 50 - 18 + 3, "Bo": 50 - 18 + 3 + 6, "Cy": 50 - 18 + 6}
    assert sum(told["board"].values()) + sum(told["chips"].values()) == 150
    assert told["board"]["POKER"] == 3
    assert (told["board"]["poker"], told["board"]["rummoli"], told["board"]["RUMMOLI"]) == (0, 0, 6)


def test_the_last_deals_tell_such_spaces_apart() -> None:
    options = {"board": "custom", "spaces": ("poker", "rummoli", *"abcde", "Best hand", "Out")}
    keys = [space.key for space in board("custom", options["spaces"])]
    assert keys == ["POKER", "RUMMOLI", *"abcde", "poker", "rummoli"]
    first = {"claims": dict.fromkeys(("RUMMOLI", *"abcde"), 0), **PLAIN}
    ended = evening(first, deals(("POKER", 2)), **options)
    assert (ended.state.chips, sum(ended.state.board)) == ((41 + 24, 41, 44), 0)
    assert RUMMOLI.space_key(Options(**options), "poker", claimed=True) == "POKER"
    assert RUMMOLI.space_key(Options(**options), "poker") == "poker"
