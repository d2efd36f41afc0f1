"""The seats of the next set, from a score file."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.files.drive_answers import next_seats, score, seats
from rulesets.files.score_file import read_file

WON = [{"tricks": [7, 6]}] * 4


def file(people: int, *sets: dict[str, Any], **changes: Any) -> dict[str, Any]:
    roles = ("gentleman", "lady")
    players = [{"name": f"P{n:02}", "role": roles[n % 2]} for n in range(people)]
    return {"game": "court-whist", "players": players, "sets": list(sets), **changes}


def drawn(value: dict[str, Any], seed: int = 0) -> dict[str, Any]:
    read = read_file(value)
    assert not read.broken
    return seats(read, next_seats(read, seed), seed)


def played(answer: dict[str, Any], hands: list[Any]) -> dict[str, Any]:
    """The answer of `seats` as a set of the file, with these hands at every table."""
    tables = [{**table, "hands": hands} for table in answer["tables"]]
    out = {key: answer[key] for key in ("set", "sitting_out", "roles")}
    return {**out, "tables": tables}


def test_a_table_that_is_not_done_is_named() -> None:
    first = drawn(file(8))
    record = played(first, WON)
    record["tables"][1]["hands"] = [*WON[:2], None]
    answer = drawn(file(8, record))
    [problem] = [p for p in answer["problems"] if p["severity"] == "error"]
    assert problem["code"] == "table.unfinished"
    assert problem["message"] == "Table 2 has reported 2 of 4 hands of set 1."
    assert problem["at"] == ["sets", 0, "tables", 1, "hands"]
    assert answer["tables"] == []


def test_teams_sit_apart_and_have_a_ranking() -> None:
    names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hy"]
    top = {
        "game": "euchre",
        "format": "individual",
        "options": {"rounds": 2, "best": 1},
        "players": [{"name": name} for name in names],
        "teams": {"Garby": ["Ann", "Bo"], "Rossi": ["Cy", "Di"]},
    }
    file = read_file(top)
    assert not file.problems
    view = seats(file, next_seats(file, 1), 1)
    assert len(view["tables"]) == 2
    for table in view["tables"]:
        assert not {"Ann", "Bo"} <= {*table["chairs"]}
        assert not {"Cy", "Di"} <= {*table["chairs"]}
    answer = score(file, explain=False)
    assert {one["name"]: one.get("team") for one in answer["standings"]}["Bo"] == "Garby"
    assert [
        (one["name"], one["full"], len(one["counted"]), len(one["others"]))
        for one in answer["teams"]
    ] == [("Garby", True, 1, 1), ("Rossi", True, 1, 1)]


def euchre(people: int, form: str, **more: Any) -> dict[str, Any]:
    players = [{"name": f"P{number}"} for number in range(people)]
    return {"game": "euchre", "format": form, "players": players, **more}


@pytest.mark.parametrize(
    ("value", "code", "at"),
    [
        (euchre(10_001, "swiss"), "players.many", ("players",)),
        (
            euchre(8, "individual", apart=[["P0", "P1"]], together=[["P2", "P3"], ["P1", "P0"]]),
            "pair.opposite",
            ("together", 1),
        ),
        (
            euchre(8, "individual", apart=[["P0", "P1"]], partners=[["P1", "P0"]]),
            "pair.opposite",
            ("partners", 0),
        ),
    ],
)
def test_what_cannot_be_asked_is_placed(value: dict[str, Any], code: str, at: tuple[str]) -> None:
    file = read_file(value)
    assert [(problem.code, problem.at) for problem in file.problems] == [(code, at)]
    assert file.broken


def test_a_wish_may_be_told_in_two_ways() -> None:
    twice = euchre(8, "individual", together=[["P0", "P1"]], partners=[["P1", "P0"]])
    assert not read_file(twice).problems
