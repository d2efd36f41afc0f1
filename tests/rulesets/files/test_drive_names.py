"""A drive of a game whose answers name people: names in the file, chairs for the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulesets.engine.game import Game
from rulesets.engine.problems import Unusable
from rulesets.files.cli import main
from rulesets.files.drive_file import DriveFile
from rulesets.files.score_file import read_file
from tests.rulesets.makers import SLUG, makers

PEOPLE = ("Bo", "gentleman"), ("Cy", "gentleman"), ("Ann", "lady"), ("Di", "lady"), ("Eve", "lady")
HANDS: list[Any] = [
    {"makers": "Bo", "tricks": [4, 1], "alone": "Ann"},
    {"makers": 1, "tricks": {"Di": 3, "Ann": 2}, "passed": ["Cy", "Ann"]},
    {"makers": None, "tricks": [2, 3], "beside": {"Eve": "Cy", "Bo": "Eve"}},
    {"makers": "Bo & Ann", "tricks": [0, 5], "alone": None},
]


@pytest.fixture(autouse=True)
def game(tmp_path: Path) -> Iterator[Game]:
    with makers(tmp_path) as game:
        yield game


def told(*hands: Any) -> dict[str, Any]:
    """One table, at which Eve comes for Di in the third hand."""
    sub = {"hand": 3, "for": "Di", "player": "Eve"}
    chairs = ["Bo", "Cy", "Ann", "Di"]
    table = {"table": 1, "chairs": chairs, "subs": [sub], "hands": list(hands)}
    people = [{"name": name, "role": role} for name, role in PEOPLE]
    sets = [{"set": 1, "sitting_out": ["Eve"], "tables": [table]}]
    return {"game": SLUG, "format": "court_whist", "players": people, "sets": sets}


def test_names_are_read_as_the_chairs_of_that_hand() -> None:
    hands: list[Any] = [*HANDS[:3], HANDS[3] | {"makers": "Eve"}]
    read = read_file(told(*hands))
    assert isinstance(read, DriveFile)
    assert not read.problems
    assert read.drive.sets[0].tables[0].hands == (
        {"makers": 0, "tricks": [4, 1], "alone": 2},
        {"makers": 1, "tricks": [2, 3], "passed": [1, 2]},
        {"makers": None, "tricks": [2, 3], "beside": [3, None, None, 1]},
        {"makers": 1, "tricks": [0, 5], "alone": None},
    )


def test_a_side_may_be_told_by_the_names_of_both() -> None:
    read = read_file(told({"makers": "Bo & Ann", "tricks": [3, 2]}))
    assert isinstance(read, DriveFile)
    assert read.drive.sets[0].tables[0].hands[0] == {"makers": 0, "tricks": [3, 2]}


@pytest.mark.parametrize(
    ("hand", "place"),
    [
        ({"makers": "Eve", "tricks": [3, 2]}, ("makers",)),
        ({"makers": 0, "tricks": [3, 2], "alone": "Eve"}, ("alone",)),
        ({"makers": 0, "tricks": [3, 2], "passed": ["Bo", "Zoe"]}, ("passed", 1)),
        ({"makers": 0, "tricks": {"Bo": 3, "Eve": 2}}, ("tricks", "Eve")),
    ],
)
def test_somebody_who_does_not_sit_there_is_pointed_to(hand: Any, place: Any) -> None:
    read = read_file(told(hand))
    problem = read.problems[0]
    assert problem.code == "report.not_here"
    assert problem.at[-len(place) :] == place
    assert isinstance(read, DriveFile)
    assert read.drive.sets[0].tables[0].hands[0] is None


def test_a_number_for_a_player_is_unusable() -> None:
    with pytest.raises(Unusable):
        read_file(told({"makers": 0, "tricks": [3, 2], "alone": 2}))


def test_the_command_line_scores_it_and_the_schema_knows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "drive.json"
    path.write_text(json.dumps(told(*HANDS[:2])), encoding="utf-8")
    assert main(["score", str(path)]) == 0
    score = {row["name"]: row["total"] for row in json.loads(capsys.readouterr().out)["standings"]}
    # 4 + 1 + 2 and 2; then 1, and 3 + 1. Eve sits out but for two hands.
    assert score == {"Bo": 9, "Ann": 9, "Cy": 5, "Di": 5, "Eve": 16}
    arguments = ["schema", SLUG, "--format", "court_whist", "--file"]
    assert main(arguments) == 0
    Draft202012Validator(json.loads(capsys.readouterr().out)).validate(told(*HANDS[:3]))
