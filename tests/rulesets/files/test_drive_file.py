"""The score file: names become chairs, and every problem is told with its place."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest

from rulesets.engine.problems import Unusable
from rulesets.files.drive_answers import score
from rulesets.files.score_file import read_file
from rulesets.formats.carry import tally
from rulesets.formats.drive import TableSet

HANDS = [{"tricks": [7, 6]}, {"tricks": [5, 8]}, {"tricks": [9, 4]}, {"tricks": [5, 8]}]
PEOPLE = {
    "Bo": "gentleman",
    "Cy": "gentleman",
    "Ann": "lady",
    "Di": "lady",
    "Eve": "lady",
    "Fay": "lady",
}


def table(**changes: Any) -> dict[str, Any]:
    return {
        "table": 1,
        "chairs": ["Bo", "Cy", "Ann", "Di"],
        "hands": copy.deepcopy(HANDS),
        **changes,
    }


def file(*tables: dict[str, Any], number: int = 1, **changes: Any) -> dict[str, Any]:
    sets = [{"set": n, "tables": [table(hands=[])]} for n in range(1, number)]
    return {
        "game": "court-whist",
        "options": {},
        "players": [{"name": name, "role": role} for name, role in PEOPLE.items()],
        "sets": [*sets, {"set": number, "sitting_out": ["Eve"], "tables": list(tables)}],
        **changes,
    }


def found(value: object) -> list[tuple[str, str]]:
    """Codes and places of a file's problems, as text."""
    return [(p.code, "/".join(map(str, p.at))) for p in read_file(value).problems]


def test_a_good_file_becomes_a_drive() -> None:
    read = read_file(file(table(cut=["Cy", "Ann"]), seed=4, present=["Ann"], apart=[["Bo", "Di"]]))
    assert read.problems == ()
    assert not read.broken
    [record] = read.drive.sets
    assert (record.number, record.sitting_out) == (1, (4,))
    assert record.tables == (TableSet(1, (0, 1, 2, 3), tuple(HANDS), (1, 2), ()),)
    assert tally(read.drive) == [[26], [26], [26], [26], [32], [0]]
    assert (read.seed, read.present, read.apart) == (4, (2,), ((0, 3),))


def test_a_report_that_closes_a_game_of_a_match_is_one_of_its_hands() -> None:
    played = {"claims": {"AS": "Ann"}, "rummoli": "Bo", "poker": ["Ann"]}
    spaces = ("10S", "JD", "QC", "KH", "AKD", "789")
    closed = {"final_poker": [{"space": space, "player": "Ann"} for space in spaces]}
    table = {"table": 1, "chairs": ["Ann", "Bo"], "hands": [played, closed, played]}
    value = {"game": "rummoli", "format": "knockout", "options": {"best_of": 3, "size": 2}}
    value |= {"players": [{"name": "Ann"}, {"name": "Bo"}]}
    read = read_file(value | {"sets": [{"set": 1, "tables": [table]}]})
    assert read.problems == ()
    (row, _other) = score(read, explain=False)["standings"]
    assert (row["name"], row["hands"][0][1]) == ("Ann", 12)


def test_an_override_lets_a_report_stand() -> None:
    hands = [{"tricks": [7, 5], "override": "One trick was never found."}, {"tricks": [5, 8]}]
    read = read_file(file(table(hands=hands)))
    assert [(p.code, p.severity) for p in read.problems] == [("tricks.sum", "warning")]
    assert not read.broken
    assert tally(read.drive)[0] == [12]


@pytest.mark.parametrize(
    "report",
    [{"tricks": [7]}, {}, {"tricks": [14, -1]}, {"tricks": [7, 6], "spoke": [0, 0, 0, 0]}],
)
def test_what_cannot_be_counted_cannot_be_overridden(report: dict[str, Any]) -> None:
    read = read_file(file(table(hands=[{**report, "override": "because"}])))
    assert read.broken
    assert tally(read.drive)[0] == [0]


@pytest.mark.parametrize("reason", ["", "  ", 1, ["x"]])
def test_an_override_has_a_reason(reason: object) -> None:
    with pytest.raises(Unusable, match="override"):
        read_file(file(table(hands=[{"tricks": [7, 5], "override": reason}])))


def test_roles_of_a_set_count_for_its_tables() -> None:
    hands = [{"tricks": [7, 6], "lady_tricks": [3, 2]}]
    chairs = ["Bo", "Cy", "Ann", "Eve"]
    flipped = file(table(hands=hands, chairs=["Bo", "Cy", "Ann", "Eve"]), number=4)
    flipped["sets"][3] |= {"roles": {"Cy": "lady", "Eve": "gentleman"}, "sitting_out": []}
    read = read_file(flipped)
    assert (read.problems, read.drive.sets[3].roles) == ((), {1: "lady", 4: "gentleman"})
    alone = file(table(hands=hands, chairs=["Bo", "Eve", "Cy", "Ann"]), number=4)
    alone["sets"][3]["sitting_out"] = []
    assert chairs != alone["sets"][3]["tables"][0]["chairs"]
    at = "sets/3/tables/0"
    assert found(alone) == [
        ("partners.role", f"{at}/chairs/2"),
        ("partners.role", f"{at}/chairs/3"),
        ("lady_tricks.no_lady", f"{at}/hands/0/lady_tricks/0"),
    ]


def with_players(*players: dict[str, Any]) -> dict[str, Any]:
    return {"game": "court-whist", "players": list(players), "sets": []}


HERE = "sets/0/tables/0"
PROBLEMS: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    (file(table(hands=[{"tricks": [6, 6]}])), [("tricks.sum", f"{HERE}/hands/0/tricks")]),
    (file(table(hands=[None, {}])), [("tricks.missing", f"{HERE}/hands/1/tricks")]),
    (file(table(hands=[{"tricks": [1]}])), [("tricks.count", f"{HERE}/hands/0/tricks")]),
    (file(table(hands=[{"tricks": [13, 0]}])), [("tricks.all", f"{HERE}/hands/0/tricks/0")]),
    (
        file(table(hands=[{"tricks": [7, 6], "face_cards": [6, 6]}])),
        [("report.field", f"{HERE}/hands/0/face_cards")],
    ),
    (
        file(table(hands=[{"tricks": [2, 11], "spoke": {"Bo": 1}}]), number=6),
        [("score.below_zero", "sets/5/tables/0/hands/0/spoke/Bo")],
    ),
    (
        file(table(hands=[{"tricks": [2, 11], "spoke": {"Eve": 1}}]), number=6),
        [("report.not_here", "sets/5/tables/0/hands/0/spoke/Eve")],
    ),
    (file(table(cut=["Bo", "Cy"])), [("cut.wrong", f"{HERE}/cut")]),
    (file(table(cut=["Bo"])), [("cut.wrong", f"{HERE}/cut")]),
    (file(table(cut=["Bo", "Fay"])), [("cut.not_here", f"{HERE}/cut/1")]),
    (file(table(hands=HANDS[:2], cut=["Bo", "Ann"])), [("cut.early", f"{HERE}/cut")]),
    (
        file(table(hands=[HANDS[0]] * 4, cut=["Bo", "Ann"])),
        [("cut.unneeded", f"{HERE}/cut")],
    ),
    (file(table(chairs=["Bo", "Cy", "Ann"])), [("chairs.count", f"{HERE}/chairs")]),
    (file(table(chairs=["Bo", "Cy", "Ann", "Di", "Fay"])), [("chairs.count", f"{HERE}/chairs")]),
    (file(table(chairs=["Bo", "Cy", "Ann", None])), [("chairs.empty", f"{HERE}/chairs/3")]),
    (file(table(chairs=["Bo", "Cy", "Ann", "Gus"])), [("player.unknown", f"{HERE}/chairs/3")]),
    (file(table(chairs=["Bo", "Cy", "Ann", "Ann"])), [("player.twice", f"{HERE}/chairs/3")]),
    (file(table(chairs=["Bo", "Cy", "Ann", "Eve"])), [("player.twice", "sets/0/sitting_out/0")]),
    (
        file(table(), table(table=2, chairs=["Fay", "Bo", "Eve", "Gus"])),
        [
            ("player.unknown", "sets/0/tables/1/chairs/3"),
            ("partners.role", "sets/0/tables/1/chairs/2"),
            ("player.twice", "sets/0/tables/1/chairs/1"),
            ("player.twice", "sets/0/sitting_out/0"),
        ],
    ),
    (
        file(table(subs=[{"hand": 2, "for": "Bo", "player": "Ann"}])),
        [("player.twice", f"{HERE}/subs")],
    ),
    (
        file(table(subs=[{"hand": 5, "for": "Bo", "player": "Eve"}])),
        [("sub.hand", f"{HERE}/subs/0/hand")],
    ),
    (
        file(table(subs=[{"hand": 2, "for": "Fay", "player": "Eve"}])),
        [("sub.not_here", f"{HERE}/subs/0/for")],
    ),
    (file(table(hands=HANDS * 2)), [("hands.count", f"{HERE}/hands")]),
    (file(table(table=0)), [("table.number", f"{HERE}/table")]),
    (
        file(table(), table(chairs=["Bo"] * 4, hands=[])),
        [
            ("partners.role", "sets/0/tables/1/chairs/2"),
            ("partners.role", "sets/0/tables/1/chairs/3"),
            ("table.duplicate", "sets/0/tables/1/table"),
            ("player.twice", "sets/0/tables/1/chairs/0"),
        ],
    ),
    (file(), [("set.no_tables", "sets/0/tables")]),
    (file(sets=[{"set": 8, "tables": []}]), [("set.number", "sets/0/set")]),
    (file(sets=[{"set": 2, "tables": [table()]}]), [("set.gap", "sets/0/set")]),
    (
        file(sets=[{"set": 1, "tables": [table()]}, {"set": 1, "tables": []}]),
        [("set.order", "sets/1/set")],
    ),
    (file(table(), options={"jokers": True}), [("options.unknown", "options/jokers")]),
    (file(table(), title="Party"), [("file.field", "title")]),
    (file(table(score=7)), [("file.field", f"{HERE}/score")]),
    (file(table(), present=["Gus"]), [("player.unknown", "present/0")]),
    (
        file(table(), apart=[["Bo"], ["Bo", "Bo"]]),
        [("pair.size", "apart/0"), ("pair.size", "apart/1")],
    ),
    (
        file(table(), teams={"X": ["Ann", "Bo"], "Y": ["Bo", "Gus"], " ": ["Cy"]}),
        [
            ("player.unknown", "teams/Y/1"),
            ("team.double", "teams/Y/0"),
            ("team.name", "teams/ "),
        ],
    ),
    (with_players({"name": " ", "role": "lady"}), [("player.name", "players/0/name")]),
    (with_players({"name": "x" * 201, "role": "lady"}), [("player.name", "players/0/name")]),
    (with_players({"name": "Al", "role": "king"}), [("player.role", "players/0/role")]),
    (
        with_players({"name": "Al", "role": "lady"}, {"name": "Al", "role": "lady", "age": 3}),
        [("file.field", "players/1/age"), ("player.duplicate", "players/1/name")],
    ),
]


@pytest.mark.parametrize(("value", "expected"), PROBLEMS)
def test_every_problem_has_its_code_and_place(
    value: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    read = read_file(value)
    assert found(value) == expected
    assert all(problem.message for problem in read.problems)
    assert len(tally(read.drive)) == len(read.drive.players)


def test_the_page_about_the_file_names_every_code() -> None:
    page = Path(__file__, "../../../../docs/score-file.md").resolve().read_text(encoding="utf-8")
    documented = set(re.findall(r"`([a-z_]+\.[a-z_]+)`", page))
    assert {code for _, expected in PROBLEMS for code, _ in expected} <= documented


@pytest.mark.parametrize(
    "value",
    [
        [],
        None,
        {},
        {"game": 7, "players": []},
        {"game": "chess", "players": []},
        {"game": "court-whist"},
        {"game": "court-whist", "players": {}},
        {"game": "court-whist", "players": ["Ann"]},
        {"game": "court-whist", "players": [{"name": "Ann"}]},
        {"game": "court-whist", "players": [{"name": 7, "role": "lady"}]},
        {"game": "court-whist", "players": [{"name": "A", "role": "lady", "keeps_chair": 1}]},
        {"game": "court-whist", "players": [], "options": []},
        {"game": "court-whist", "players": [], "options": {"fewer_repeats": "yes"}},
        {"game": "court-whist", "players": [], "seed": 1.5},
        {"game": "court-whist", "players": [], "sets": [7]},
        {"game": "court-whist", "players": [], "sets": [{"set": "1"}]},
        {"game": "court-whist", "players": [], "sets": [{"set": 1, "tables": {}}]},
        file(table(table="1")),
        file(table(chairs="Bo")),
        file(table(chairs=[1, 2, 3, 4])),
        file(table(hands={})),
        file(table(hands=[[7, 6]])),
        file(table(hands=[{"tricks": 7}])),
        file(table(hands=[{"tricks": [7, "6"]}])),
        file(table(hands=[{"tricks": [7, True]}])),
        file(table(hands=[{"tricks": [7.0, 6.0]}])),
        file(table(hands=[{"tricks": [7, None]}])),
        file(table(hands=[{"tricks": [7, 6], "spoke": {"Cy": "1"}}]), number=6),
        file(table(cut="Bo")),
        file(table(subs=[{"hand": 2, "for": "Bo"}])),
        file(table(), present="Bo"),
    ],
)
def test_a_value_of_the_wrong_type_is_unusable(value: object) -> None:
    with pytest.raises(Unusable):
        read_file(value)
