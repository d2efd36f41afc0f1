"""Entrants: nothing follows from the order in which people who sit out are listed."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rulesets.files.drive_answers import next_seats, seats
from rulesets.files.drive_file import DriveFile
from rulesets.files.reader import Unusable
from rulesets.files.score_file import read_file
from rulesets.formats.board import BoardResult
from rulesets.formats.drive import SetRecord, TableSet, divisions_of
from rulesets.formats.ranking import standings
from rulesets.movements.seating import Seating, as_past
from tests.rulesets.formats.euchre import LOST, MARCH, WON

Room = tuple[str, str, int, dict[str, Any]]
ROOMS: tuple[Room, ...] = (
    ("euchre", "progressive", 11, {}),
    ("euchre", "individual", 11, {}),
    ("euchre", "mixed", 14, {}),
    ("euchre", "pairs", 11, {}),
    ("euchre", "pairs", 23, {"divisions": 2}),
    ("euchre", "pairs", 31, {"divisions": 3, "seeds": True}),
    ("euchre", "swiss", 11, {}),
    ("euchre", "knockout", 15, {}),
    ("golf", "swiss", 9, {"size": 2}),
    ("extended-hearts", "swiss", 11, {}),
    ("extended-hearts", "meetings", 11, {}),
    ("golf", "knockout", 11, {"size": 2}),
    ("extended-hearts", "knockout", 22, {}),
    ("golf", "pairs", 9, {}),
    ("golf", "pairs", 15, {"divisions": 3}),
    ("golf", "pairs", 17, {"divisions": 3, "seeds": True}),
)


def file_of(game: str, form: str, people: int, options: dict[str, Any]) -> DriveFile:
    top: dict[str, Any] = {"game": game, "format": form, "seed": 3, "options": {**options}}
    top["players"] = [{"name": f"P{number:02}"} for number in range(people)]
    if game == "euchre":
        top["options"]["deals"] = 1
    if form != "knockout":
        top["options"]["rounds"] = 5
    if form == "mixed":
        top["players"] = [
            one | {"role": ("lady", "gentleman")[n % 2]} for n, one in enumerate(top["players"])
        ]
    found = read_file(top)
    assert isinstance(found, DriveFile), found
    return found


def played(seating: Seating, number: int, *, by_hand: bool, chance: Random) -> SetRecord:
    """A set with these seats, and a result at each table."""
    tables = []
    for at, chairs in enumerate(seating.tables, 1):
        if by_hand:
            report = chance.choice((WON, MARCH, LOST))
            tables.append(TableSet(at, chairs, (report,)))
            continue
        places = tuple(chance.sample(range(1, len(chairs) + 1), len(chairs)))
        board = BoardResult(len(chairs), (), over=True, places=places)
        tables.append(TableSet(at, chairs, (), board=board))
    past = as_past(seating)
    beside = past.partners, past.divisions
    return SetRecord(number, tuple(tables), past.sitting_out, seating.roles, *beside)


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_the_order_of_sit_outs_changes_no_seat_and_no_place(room: Room) -> None:
    game, form, _people, options = room
    file, chance, waited = file_of(*room), Random(f"{game} {form}"), 0
    for number in (1, 2, 3):
        seating = next_seats(file, 3).seating
        now = played(seating, number, by_hand=game == "euchre", chance=chance)
        file = replace(file, drive=replace(file.drive, sets=(*file.drive.sets, now)))
        turned = []
        for record in file.drive.sets:
            out = list(record.sitting_out)
            waited += len(out)
            out.reverse() if number == 1 else chance.shuffle(out)
            turned.append(replace(record, sitting_out=tuple(out)))
        other = replace(file, drive=replace(file.drive, sets=tuple(turned)))
        assert standings(other.drive) == standings(file.drive)
        assert next_seats(other, 3).seating == next_seats(file, 3).seating
        if "divisions" in options:
            drawn = divisions_of(file.drive)
            assert {*drawn} == {*range(1, options["divisions"] + 1)}
            assert divisions_of(other.drive) == drawn
            mine = file.drive.sets[0].divisions
            assert {who: drawn[who] - 1 for who in mine} == mine
    assert waited


def test_a_division_that_is_not_there_is_read_by_the_order() -> None:
    """As in files of earlier versions, in which nothing was written down."""
    file, chance = file_of("golf", "pairs", 15, {"divisions": 3}), Random(1)
    first = played(next_seats(file, 3).seating, 1, by_hand=False, chance=chance)
    assert sorted(first.divisions.values()) == [0, 1, 2]
    whole = divisions_of(replace(file.drive, sets=(first,)))
    one, two, three = first.sitting_out
    for divisions in ({}, dict.fromkeys(first.sitting_out, 3), {two: 1}, {three: 2, one: 17}):
        assert (
            divisions_of(replace(file.drive, sets=(replace(first, divisions=divisions),))) == whole
        )
    other = replace(first, divisions={one: 2})  # the others have what is left, in their order
    found = divisions_of(replace(file.drive, sets=(other,)))
    assert [found[who] for who in (one, two, three)] == [3, 1, 2]


def test_divisions_of_a_file_are_those_of_the_seats() -> None:
    """As `seats` answers them, they can be given back in any order."""
    file, players = file_of("golf", "pairs", 15, {"divisions": 3}), 15
    upcoming = next_seats(file, 3)
    answer = seats(file, upcoming, 3)
    assert sorted(answer["divisions"].values()) == [1, 2, 3]
    assert all(sorted(one["divisions"].values()) == [1, 2, 3] for one in answer["later"])
    first = {key: answer[key] for key in ("set", "tables", "sitting_out", "divisions")}
    top: dict[str, Any] = {"game": "golf", "format": "pairs", "seed": 3, "sets": [first]}
    top["options"] = {"divisions": 3, "rounds": 5}
    top["players"] = [{"name": f"P{number:02}"} for number in range(players)]
    found = []
    for outs in (answer["sitting_out"], answer["sitting_out"][::-1]):
        first["sitting_out"] = outs
        again = read_file(top)
        assert isinstance(again, DriveFile)
        assert not again.problems
        found.append((divisions_of(again.drive), next_seats(again, 3).seating))
    assert found[0] == found[1]
    first["divisions"] = {"P00": 21}
    with pytest.raises(Unusable, match="a number from 1 to 20"):
        read_file(top)
    first["divisions"] = {"Nobody": 1}
    (problem,) = read_file(top).problems
    assert problem.at == ("sets", 0, "divisions", "Nobody")
