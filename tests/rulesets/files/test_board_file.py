"""Score files of one board: names become places, problems get theirs."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.engine.problems import Unusable
from rulesets.files.board_file import BoardFile, score, seats
from rulesets.files.score_file import ScoreFile
from rulesets.files.score_file import read_file as read_any
from rulesets.formats import format_of
from tests.sampling import examples

COUPLE = {"couple": ["Bea", "Al"], "outcome": "run", "by": "Al", "ran_with": 6, "caught": 20}
GIN: dict[str, Any] = {
    "game": "gin-tournament",
    "teams": {"girls": ["Bea", "Di"], "guys": ["Al", "Cy"]},
    "rounds": [
        [COUPLE, {"couple": ["Cy", "Di"], "outcome": "stock_out", "counts": {"Di": 3, "Cy": 10}}]
    ],
}
GOLF: dict[str, Any] = {
    "game": "golf",
    "players": ["Ann", "Bo", "Cy"],
    "rounds": [{"points": {"Ann": 12, "Bo": 30, "Cy": 30}, "knocker": "Bo"}],
}
RUMMOLI: dict[str, Any] = {
    "game": "rummoli",
    "players": ["Ann", "Bo", "Cy"],
    "rounds": [
        {
            "widow": {"buyer": "Bo", "price": 3},
            "claims": {"AS": "Ann"},
            "rummoli": "Bo",
            "poker": ["Cy"],
        }
    ],
}
FILES = (GIN, GOLF, RUMMOLI)


def read_file(value: object) -> BoardFile:
    read: ScoreFile = read_any(value)
    assert isinstance(read, BoardFile)
    return read


def changed(file: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(file), **changes}


def found(value: object) -> list[tuple[str, str, str]]:
    """Codes, severities and places of a file's problems, as text."""
    return [(p.code, p.severity, "/".join(map(str, p.at))) for p in read_file(value).problems]


def answer(value: object) -> dict[str, Any]:
    return score(read_file(value), explain=True)


def test_good_files_have_no_problems() -> None:
    for file in FILES:
        assert read_file(file).problems == ()
        assert read_file({**file, "rounds": []}).problems == ()
        assert answer(file)["rounds"][0]["counted"]


def test_gin_a_round_waits_for_all_couples() -> None:
    waiting = changed(GIN, rounds=[[COUPLE, None]])
    assert found(waiting) == [("round.open", "warning", "rounds/0")]
    assert not read_file(waiting).broken
    told = answer(waiting)
    assert told["rounds"] == [{"round": 1, "counted": False}]
    empty, drawn = seats(read_file(waiting))
    assert (drawn, empty["couples"]) == (False, [])
    behind = changed(GIN, rounds=[[COUPLE], GIN["rounds"][0]])
    assert found(behind)[0] == ("round.open", "error", "rounds/0")


def test_rummoli_claims_by_any_name_of_a_space() -> None:
    claims = {"A♠": "Ann", "A-K of diamonds": "Cy", "7-8-9": "Bo"}
    told = answer(changed(RUMMOLI, rounds=[{**RUMMOLI["rounds"][0], "claims": claims}]))
    brought = {claim["space"]: claim["players"] for claim in told["rounds"][0]["claims"]}
    assert brought == {
        "AS": ["Ann"],
        "AKD": ["Cy"],
        "789": ["Bo"],
        "rummoli": ["Bo"],
        "poker": ["Cy"],
    }
    claims["as"] = "Bo"
    twice = changed(RUMMOLI, rounds=[{**RUMMOLI["rounds"][0], "claims": claims}])
    assert found(twice) == [("claims.twice", "error", "rounds/0/claims/as")]


@pytest.mark.parametrize(
    "deals",
    [
        [{"space": s, "player": "Ann"} for s in ("10S", "JD", "QC", "KH", "AKD", "789")],
        [[s, "Ann"] for s in ("10S", "JD", "QC", "KH", "AKD", "789")],
        [{s: "Ann"} for s in ("10♠", "JD", "QC", "KH", "AKD", "789")],
        dict.fromkeys(("10S", "JD", "QC", "KH", "AKD", "7-8-9"), "Ann"),
        ["Ann"] * 6,
    ],
)
def test_rummoli_the_last_deals_in_any_shape(deals: Any) -> None:
    told = answer(changed(RUMMOLI, final_poker=deals))
    assert told["problems"] == []
    assert told["finished"]
    assert told["ending"]["winners"] == ["Ann"]
    assert told["chips"] == {"Ann": 65, "Bo": 41, "Cy": 44}
    assert set(told["board"].values()) == {0}
    assert len(told["final"]["final_poker"]) == 6


def test_what_has_two_names_stands_under_one_of_them() -> None:
    for file in FILES:
        other = {("deals" if key == "rounds" else key): value for key, value in file.items()}
        assert answer(other) == answer(file)
        both = {**file, "deals": file["rounds"]}
        assert found(both) == [("file.field", "error", "deals")]
    sides = {("sides" if key == "teams" else key): value for key, value in GIN.items()}
    assert answer(sides) == answer(GIN)
    assert found({**GIN, "sides": GIN["teams"]}) == [("file.field", "error", "teams")]
    wrong = changed(GOLF, deals=[{"points": {"Ann": 1, "Bo": 2, "Dan": 3}}])
    del wrong["rounds"]
    assert found(wrong)[0] == ("player.unknown", "error", "deals/0/points/Dan")


def test_a_file_may_say_which_format_is_played() -> None:
    for file, played in ((GIN, "team_line"), (GOLF, "table"), (RUMMOLI, "table")):
        assert answer({**file, "format": played}) == answer(file)
        for other in ("court_whist", "chess", 7):
            with pytest.raises(Unusable):
                read_any({**file, "format": other})


WHIST: dict[str, Any] = {
    "game": "whist-tens",
    "sides": [["Ann", "Cy"], ["Bo", "Di"]],
    "rounds": [{"tricks": [8, 5], "tens": [3, 1]}],
}


def test_partners_sit_in_every_other_chair() -> None:
    read = read_file(WHIST)
    assert read.setup.roster.names == ("Ann", "Bo", "Cy", "Di")
    assert read.setup.roster.side_names == ("Ann & Cy", "Bo & Di")
    told = answer(WHIST)
    assert told["totals"] == {"Ann & Cy": 32, "Bo & Di": 10}
    people = changed(WHIST, players=["Ann", "Bo", "Cy", "Di"])
    assert answer(people) == told
    del people["sides"]
    assert answer(people) == told
    assert found(changed(WHIST, players=["Ann", "Cy", "Bo", "Di"])) == [
        ("sides.seats", "error", "sides")
    ]
    assert found(changed(WHIST, sides=[["Ann"], ["Bo", "Di"]], rounds=[]))[0][0] == "players.count"
    assert found(changed(GOLF, sides=[["Ann"], ["Bo"]]))[0] == ("file.field", "error", "sides")


def test_answers_of_sides_go_by_their_names_or_by_one_of_their_players() -> None:
    for case in ({"Ann & Cy": 8, "Bo & Di": 5}, {"Cy": 8, "Bo": 5}, {"Di": 5, "Ann": 8}):
        assert answer(changed(WHIST, rounds=[{"tricks": case, "tens": [3, 1]}])) == answer(WHIST)
    short = changed(WHIST, rounds=[{"tricks": {"Ann": 8}, "tens": [3, 1]}])
    assert found(short) == [("tricks.missing", "error", "rounds/0/tricks/1")]
    nobody = changed(WHIST, rounds=[{"tricks": {"Ann": 8, "Xo": 5}, "tens": [3, 1]}])
    assert found(nobody)[0] == ("player.unknown", "error", "rounds/0/tricks/Xo")


@pytest.mark.parametrize(
    "file",
    [
        changed(GOLF, players=None),
        changed(GOLF, players=[1]),
        changed(GOLF, rounds={}),
        changed(GOLF, rounds=[[]]),
        changed(GOLF, rounds=[{"points": {"Ann": "12"}}]),
        changed(GOLF, rounds=[{"points": {"Ann": 1.5}}]),
        changed(GOLF, rounds=[{"points": 7}]),
        changed(GOLF, rounds=[{"grids": {"Ann": 7}}]),
        changed(GOLF, rounds=[{"override": ""}]),
        changed(GOLF, rounds=[{"override": 1}]),
        changed(GIN, rounds=[{}]),
        changed(GIN, rounds=[[7]]),
        changed(GIN, rounds=[[{"away": 7}]]),
        changed(GIN, present="Al"),
        changed(GIN, rounds=[[{"couple": "Al"}, {"outcome": 7}]]),
        changed(RUMMOLI, rounds=[{"claims": []}]),
        changed(RUMMOLI, rounds=[{"widow": {"buyer": 7}}]),
        changed(RUMMOLI, final_poker=7),
        changed(RUMMOLI, final_poker=[7]),
        changed(RUMMOLI, first_dealer=7),
    ],
)
def test_a_value_of_another_type_is_unusable(file: object) -> None:
    with pytest.raises(Unusable):
        read_file(file)


FIELDS = (
    *("Ann", "Bo", "Al", "couple", "away", "outcome"),
    *("by", "caught", "points", "claims", "AS", "x"),
)
PARTS = (
    *("players", "teams", "rounds", "options"),
    *("present", "final_poker", "first_dealer", "first_dealers"),
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 200)
    | st.sampled_from(("Ann", "Bo", "Cy", "Al", "Bea", "Di", "AS", "kept", "gin", "run", "x", "")),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=5)
    ),
    max_leaves=12,
)


@settings(max_examples=examples(300), deadline=None)
@given(
    file=st.sampled_from(FILES),
    key=st.sampled_from(PARTS),
    value=VALUES,
    inside=st.booleans(),
)
def test_no_file_crashes(file: dict[str, Any], key: str, value: Any, inside: bool) -> None:
    tried = changed(file, **{key: value})
    if inside and isinstance(value, dict):
        first = file["rounds"][0]
        rounds = [[{**row, **value} for row in first]] if isinstance(first, list) else None
        tried = changed(file, rounds=rounds or [{**first, **value}])
    try:
        read = read_file(tried)
    except Unusable:
        return  # one line and exit status 2
    assert isinstance(read, BoardFile)
    assert json.dumps(score(read, explain=True))
    if format_of(read.game).keeping.moves:
        assert json.dumps(seats(read)[0])


@pytest.mark.parametrize(
    ("slug", "key"),
    [("crazy-eights", "held"), ("extended-rummy", "held"), ("arizona-rummy", "count")],
)
def test_a_file_does_not_say_what_the_winner_holds(slug: str, key: str) -> None:
    values = {"out": "Bo", key: {"Ann": 20, "Cy": 15}}
    file = {"game": slug, "players": ["Ann", "Bo", "Cy"], "rounds": [values]}
    read = read_file(file)
    assert isinstance(read, BoardFile)
    assert not read.broken, [problem.message for problem in read.problems]
    whole = read_file({**file, "rounds": [{**values, key: {"Ann": 20, "Bo": 0, "Cy": 15}}]})
    assert isinstance(whole, BoardFile)
    assert read.replay is not None
    plays = read.game.plays
    assert plays.totals(read.replay.state) == plays.totals(whole.replay.state)
    other = read_file({**file, "rounds": [{**values, key: {"Ann": 20}}]})
    assert [problem.code for problem in other.problems] == [f"{key}.missing"]
