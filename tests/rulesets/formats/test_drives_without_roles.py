"""Drives in which roles do not matter: what they promise a room, and sides of their files."""

from __future__ import annotations

from typing import Any

from rulesets.files.score_file import read_file
from tests.rulesets.formats.euchre import WON, Json, answer, form_of

EVEN = [WON, {**WON, "makers": 1}] * 2


def file(form: str, people: int, *sets: Json, **changes: Any) -> Json:
    players = [{"name": f"P{number:02}"} for number in range(people)]
    top = {"game": "euchre", "format": form, "players": players, "sets": list(sets)}
    return {**top, **({"options": {"rounds": 3}} if form == "swiss" else {}), **changes}


def played(told: Json, *hands: Json) -> Json:
    """The answer of `seats` as a set of the file, with these hands at every table."""
    tables = [{**table, "hands": list(hands)} for table in told["tables"]]
    return {"set": told["set"], "sitting_out": told["sitting_out"], "tables": tables}


def test_fixed_pairs_are_sides_of_the_file() -> None:
    sides = [["P00", "P07"], ["P03", "P01"]]
    first = answer(file("pairs", 8, sides=sides))
    assert [one["set"] for one in first["later"]] == [2, 3, 4, 5, 6, 7]
    assert first["quality"]["sentence"] == (
        "6 matches are played again, up to 3 times in all; fewer repeats are impossible."
    )
    assert first["quality"]["source"] == "round robin by the circle method"
    assert list(first["quality"]["opponents"]["pairs"]) == ["2", "3"]  # seven rounds, three others
    for case in (*first["later"], answer(file("swiss", 8, sides=sides))):
        seats = [table["chairs"] for table in case["tables"]]
        frozensets = {frozenset(chairs[at::2]) for chairs in seats for at in (0, 1)}
        assert frozensets == {
            frozenset(f"P0{n}" for n in two) for two in ((0, 7), (1, 3), (2, 4), (5, 6))
        }
    broken = read_file(file("pairs", 8, sides=[["P00", "P00"]]))
    assert [problem.code for problem in broken.problems] == ["pair.size"]
    assert read_file(file("individual", 8, sides=sides)).problems[0].code == "file.field"


def test_promises() -> None:
    def promised(form: str, people: int, rounds: int, **more: int) -> str:
        return form_of(form, rounds=rounds, **more).offer.promise(people).text

    assert (
        promised("pairs", 16, 7)
        == promised("pairs", 14, 7)
        == "every pair plays every other pair once"
    )
    assert promised("pairs", 18, 7) == "nobody plays anybody twice"
    assert promised("pairs", 12, 7) == "nobody meets again until everybody has met"
    assert promised("pairs", 36, 5, divisions=3) == (
        "6 pairs in each division, every pair plays every other pair once"
    )
    assert promised("pairs", 34, 4, divisions=3) == (
        "5 or 6 pairs in each division, nobody plays anybody twice"
    )
    assert promised("swiss", 28, 7) == "nobody plays anybody twice, and similar scores meet"
    assert promised("swiss", 26, 7) == "similar scores meet"


def test_a_schedule_has_a_most() -> None:
    told = answer(file("individual", 401))
    assert told["tables"] == []
    assert [problem["message"] for problem in told["problems"]] == [
        "401 people are here, but a schedule seats at most 400. Choose another format."
    ]
    assert len(answer(file("progressive", 401))["tables"]) == 100
