"""Progressive and individual: drives in which roles do not matter, as score files, to the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rulesets.files.drive_answers import score
from rulesets.files.score_file import read_file
from rulesets.formats.carry import tally
from rulesets.formats.explanations import explain
from tests.rulesets.formats.euchre import LOST, WON, Json, answer, form_of

FORMATS = ("progressive", "individual", "pairs", "swiss")
EVEN = [WON, {**WON, "makers": 1}] * 2


def file(form: str, people: int, *sets: Json, **changes: Any) -> Json:
    players = [{"name": f"P{number:02}"} for number in range(people)]
    top = {"game": "euchre", "format": form, "players": players, "sets": list(sets)}
    return {**top, **({"options": {"rounds": 3}} if form == "swiss" else {}), **changes}


def played(told: Json, *hands: Json) -> Json:
    """The answer of `seats` as a set of the file, with these hands at every table."""
    tables = [{**table, "hands": list(hands)} for table in told["tables"]]
    return {"set": told["set"], "sitting_out": told["sitting_out"], "tables": tables}


def an_evening(form: str, people: int, rounds: int, late: int = 0, **changes: Any) -> list[Json]:
    """Set after set; a late guest comes after set `late`."""
    sets: list[Json] = []
    chance = random.Random(people)
    for number in range(1, rounds + 1):
        many = people + (bool(late) and number > late)
        told = answer(file(form, many, *sets, **changes))
        assert not told["problems"]
        seated = [name for table in told["tables"] for name in table["chairs"]]
        assert sorted(seated + told["sitting_out"]) == [f"P{n:02}" for n in range(many)]
        sets.append(played(told, *(chance.choice([WON, LOST]) for _ in range(3)), LOST))
    return sets


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("people", [8, 11])
def test_an_evening_with_a_late_guest_to_the_end(form: str, people: int) -> None:
    sets = an_evening(form, people, 3 if form == "swiss" else 7, late=1)
    read = read_file(file(form, people + 1, *sets))
    told = score(read, explain=True)
    assert told["finished"]
    assert not told["problems"]
    assert "role" not in told["standings"][0]
    for place in told["standings"]:
        lines = [
            line["points"]
            for one in place["explanation"]
            for hand in one["hands"]
            for line in hand["lines"]
        ]
        assert sum(lines) == place["total"] == sum(place["sets"])
    over = answer(file(form, people + 1, *sets))
    assert [problem["code"] for problem in over["problems"]] == ["drive.over"]


def test_fixed_pairs_are_sides_of_the_file() -> None:
    sides = [["P00", "P07"], ["P03", "P01"]]
    first = answer(file("pairs", 8, sides=sides))
    assert [one["set"] for one in first["later"]] == [2, 3, 4, 5, 6, 7]
    assert first["quality"]["sentence"] == (
        "6 matches are played again, up to 3 times in all; fewer repeats are impossible."
    )
    assert first["quality"]["source"] == "round robin by the circle method"
    assert list(first["quality"]["opponents"]["pairs"]) == ["2", "3"]  # seven rounds, three others
    for told in (*first["later"], answer(file("swiss", 8, sides=sides))):
        seats = [table["chairs"] for table in told["tables"]]
        found = {frozenset(chairs[at::2]) for chairs in seats for at in (0, 1)}
        assert found == {
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


def test_wishes_hold_in_every_round_of_a_schedule() -> None:
    together = [["P00", "P01"]]
    for one in an_evening("individual", 12, 4, together=together, apart=[["P02", "P03"]]):
        table = {name: place["chairs"] for place in one["tables"] for name in place["chairs"]}
        assert "P01" in table["P00"]
        assert "P03" not in table["P02"]


def test_a_schedule_has_a_most() -> None:
    told = answer(file("individual", 401))
    assert told["tables"] == []
    assert [problem["message"] for problem in told["problems"]] == [
        "401 people are here, but a schedule seats at most 400. Choose another format."
    ]
    assert len(answer(file("progressive", 401))["tables"]) == 100


# --- ties -----------------------------------------------------------------------------------------


def level(form: str, **more: Any) -> Json:
    told = played(answer(file(form, 8)), *EVEN)
    told["tables"] = [{**table, **more} for table in told["tables"]]
    return told


def test_a_tie_is_cut_for_by_the_sides() -> None:
    tied = level("progressive")
    told = answer(file("progressive", 8, tied))
    assert [problem["code"] for problem in told["problems"]] == ["cut.missing"] * 2
    for table in tied["tables"]:
        table["cut"] = table["chairs"][1::2]
    told = answer(file("progressive", 8, tied))
    assert not told["problems"]
    assert {*tied["tables"][0]["cut"]} <= {*told["tables"][0]["chairs"]}
    for table in tied["tables"]:
        table["cut"] = table["chairs"][:2]
    wrong = read_file(file("progressive", 8, tied)).problems
    assert {problem.words.text for problem in wrong} == {"Say which side cut the highest."}


def test_the_next_round_of_a_schedule_waits_for_no_result() -> None:
    told = played(answer(file("individual", 8)), WON)
    assert answer(file("individual", 8, told))["tables"]
    told = played(answer(file("progressive", 8)), WON)
    assert [one["code"] for one in answer(file("progressive", 8, told))["problems"]] == [
        "table.unfinished"
    ] * 2


# --- sit-outs -------------------------------------------------------------------------------------


def one_table(*sets: Json) -> Json:
    """Five people; P04 to P02 sit out one after the other."""
    several = []
    for number, one in enumerate(sets, 1):
        names = [f"P{place:02}" for place in range(5)]
        out = names.pop(5 - number)
        table = {"table": 1, "chairs": names, **one}
        several.append({"set": number, "sitting_out": [out], "tables": [table]})
    return file("progressive", 5, *several)


def test_a_sit_out_brings_the_mean_of_the_own_rounds() -> None:
    won = {"hands": [WON, WON, WON, LOST]}  # 3 and 2
    read = read_file(one_table(won, {"hands": [LOST] * 4}, won))
    rows = tally(read.drive)
    assert rows[0] == [3, 0, 3]  # P00 plays all three
    assert rows[4] == [5, 8, 2]  # P04 sits out the first
    for player in range(5):
        told = explain(read.drive, player)
        assert [one.points for one in told] == rows[player]


def test_who_comes_in_for_somebody_gets_the_mean_for_the_deals_before() -> None:
    sub = {"subs": [{"hand": 3, "for": "P00", "player": "P04"}]}
    read = read_file(one_table({"hands": [WON, WON, WON, WON], **sub}))
    rows = tally(read.drive)
    assert (rows[0], rows[4]) == ([2], [4])  # two deals of one's own, two at their mean
    [told] = explain(read.drive, 4)
    assert [hand.points for hand in told.hands] == [1, 1, 1, 1]
