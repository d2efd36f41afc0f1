"""The seats of the next set, from a score file."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rulesets.files.drive_answers import next_seats, score, seats
from rulesets.files.score_file import read_file

LEVEL = [{"tricks": [7, 6]}, {"tricks": [6, 7]}, {"tricks": [7, 6]}, {"tricks": [6, 7]}]
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


def people(answer: dict[str, Any]) -> list[str]:
    seated = [name for table in answer["tables"] for name in table["chairs"]]
    return sorted(seated + answer["sitting_out"])


def test_the_first_draw_seats_everyone_and_is_repeatable() -> None:
    answer = drawn(file(14), seed=5)
    assert (answer["set"], len(answer["tables"]), len(answer["sitting_out"])) == (1, 3, 2)
    assert people(answer) == [f"P{n:02}" for n in range(14)]
    assert [reason["name"] for reason in answer["reasons"]] == answer["sitting_out"]
    assert all(reason["message"] for reason in answer["reasons"])
    assert drawn(file(14), seed=5) == answer
    assert any(drawn(file(14), seed=other) != {**answer, "seed": other} for other in range(4))


def test_those_who_won_move_and_the_others_stay() -> None:
    first = drawn(file(12))
    second = drawn(file(12, played(first, WON)))
    for old, new in zip(first["tables"], second["tables"], strict=True):
        stayed = set(old["chairs"][1::2])
        assert stayed <= set(new["chairs"])
        assert not set(old["chairs"][0::2]) & set(new["chairs"])


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


def test_a_tie_waits_for_its_cut() -> None:
    first = drawn(file(8))
    record = played(first, LEVEL)
    problems = drawn(file(8, record))["problems"]
    assert [p["code"] for p in problems] == ["cut.missing", "cut.missing"]
    men, ladies = set(), set()
    for table in record["tables"]:
        man = next(name for name in table["chairs"] if int(name[1:]) % 2 == 0)
        lady = next(name for name in table["chairs"] if int(name[1:]) % 2)
        table["cut"] = [man, lady]
        men.add(man)
        ladies.add(lady)
    answer = drawn(file(8, record))
    assert answer["problems"] == []
    for old, new in zip(record["tables"], answer["tables"], strict=True):
        assert not set(old["cut"]) & set(new["chairs"])
        assert (men | ladies) - set(old["cut"]) <= set(new["chairs"])


def test_present_says_who_is_there() -> None:
    first = drawn(file(9))
    record = played(first, WON)
    everyone = [f"P{n:02}" for n in range(9)]
    assert people(drawn(file(9, record))) == everyone
    assert people(drawn(file(9, record, present=everyone[:8]))) == everyone[:8]


def test_newcomers_are_there_and_leavers_are_not() -> None:
    record = played(drawn(file(8)), WON)
    record["tables"][0]["subs"] = [
        {"hand": 3, "for": record["tables"][0]["chairs"][0], "player": "P08"}
    ]
    answer = drawn(file(10, record))
    gone = record["tables"][0]["chairs"][0]
    assert people(answer) == [f"P{n:02}" for n in range(10) if f"P{n:02}" != gone]


def test_a_pair_kept_apart_is_at_two_tables() -> None:
    for seed in range(8):
        answer = drawn(file(8, apart=[["P00", "P01"]], together=[["P02", "P03"]]), seed)
        tables = [set(table["chairs"]) for table in answer["tables"]]
        assert not any({"P00", "P01"} <= table for table in tables)
        assert any({"P02", "P03"} <= table for table in tables)


@pytest.mark.parametrize("people_there", [0, 1, 3])
def test_too_few_to_play_are_seated_nowhere(people_there: int) -> None:
    answer = drawn(file(people_there))
    [problem] = answer["problems"]
    assert (problem["code"], problem["at"]) == ("people.few", ["players"])
    assert problem["message"] == f"{people_there} people are here, but a table needs 4."
    assert answer["tables"] == []
    assert len(answer["sitting_out"]) == people_there


@pytest.mark.parametrize("count", [4, 6, 9, 15, 21])
def test_a_whole_evening_can_be_seated_from_its_own_answers(count: int) -> None:
    rng = random.Random(count)
    value = file(count, options={"fewer_repeats": count % 2 == 0}, seed=3)
    for number in range(1, 8):
        answer = drawn(value, seed=3)
        if not answer["tables"]:
            last = value["sets"][-1]
            for problem in next_seats(read_file(value), 3).problems:
                assert problem.code == "cut.missing"
                tied = str(problem.params["names"]).split(", ")
                by_role = {int(name[1:]) % 2: name for name in rng.sample(tied, len(tied))}
                last["tables"][int(problem.at[3])]["cut"] = list(by_role.values())
            answer = drawn(value, seed=3)
        assert answer["set"] == number
        assert people(answer) == [f"P{n:02}" for n in range(count)]
        value["sets"].append(played(answer, [hand(rng, number) for _ in range(4)]))
    assert [p["code"] for p in drawn(value)["problems"] if p["severity"] == "error"] == [
        "drive.over"
    ]


def hand(rng: random.Random, number: int) -> dict[str, Any]:
    tricks = rng.randint(3, 10)
    if number == 3:
        return {"tricks": rng.sample([1, 2, 4, 6], 4)}
    report: dict[str, Any] = {"tricks": [tricks, 13 - tricks]}
    if number == 4:
        report["lady_tricks"] = [rng.randint(0, tricks), rng.randint(0, 13 - tricks)]
    if number == 7:
        report["face_cards"] = [6, 6]
    return report


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
    told = seats(file, next_seats(file, 1), 1)
    assert len(told["tables"]) == 2
    for table in told["tables"]:
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


@pytest.mark.parametrize("seed", [2**53 - 1, -(2**53)])
def test_a_seed_may_be_as_large_as_those_that_the_desk_draws(seed: int) -> None:
    file = read_file(euchre(16, "swiss", seed=seed))
    assert not file.problems
    assert next_seats(file, seed).seating


def test_who_wish_to_be_partners_are_in_every_set() -> None:
    answer = drawn(euchre(12, "individual", partners=[["P3", "P8"]]))
    assert not answer["notes"]
    for one in (answer, *answer["later"]):
        sides = [
            side
            for table in one["tables"]
            for side in (table["chairs"][::2], table["chairs"][1::2])
        ]
        assert {"P3", "P8"} in [{*side} for side in sides]


@pytest.mark.parametrize(
    ("value", "code", "at"),
    [
        (euchre(401, "individual"), "people.many", ("players",)),
        (
            euchre(402, "pairs", present=[f"P{number}" for number in range(401)]),
            "people.many",
            ("present",),
        ),
        (euchre(3, "swiss"), "people.few", ("players",)),
        (euchre(9, "swiss", present=["P1", "P2"]), "people.few", ("present",)),
    ],
)
def test_too_few_or_too_many_are_placed(value: dict[str, Any], code: str, at: tuple[str]) -> None:
    [problem] = next_seats(read_file(value), 1).problems
    assert (problem.code, problem.at) == (code, at)


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
    assert [(one.code, one.at) for one in file.problems] == [(code, at)]
    assert file.broken


def test_a_wish_may_be_told_in_two_ways() -> None:
    twice = euchre(8, "individual", together=[["P0", "P1"]], partners=[["P1", "P0"]])
    assert not read_file(twice).problems
