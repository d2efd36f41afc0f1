"""Entrants: nothing follows from the order in which people who sit out are listed."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rulesets.files.drive_answers import next_seats
from rulesets.files.drive_file import DriveFile
from rulesets.files.score_file import read_file
from rulesets.formats.board import BoardPoints
from rulesets.formats.drive import SetRecord, TableSet
from rulesets.formats.ranking import standings
from rulesets.movements.seating import Seating, as_past
from tests.rulesets.formats.test_carry import LOST, MARCH, WON

ROOMS = (
    ("euchre", "progressive", 11),
    ("euchre", "individual", 11),
    ("euchre", "mixed", 14),
    ("euchre", "pairs", 11),
    ("euchre", "swiss", 11),
    ("euchre", "knockout", 15),
    ("golf", "swiss", 9),
    ("golf", "knockout", 11),
    ("golf", "pairs", 9),
)


def file_of(game: str, form: str, people: int) -> DriveFile:
    top: dict[str, Any] = {"game": game, "format": form, "seed": 3}
    top["players"] = [{"name": f"P{number:02}"} for number in range(people)]
    if game == "euchre":
        top["options"] = {"deals": 1}
    elif form != "pairs":
        top["options"] = {"size": 2}
    if form != "knockout":
        top.setdefault("options", {})["rounds"] = 5
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
        board = BoardPoints(len(chairs), (), over=True, places=places)
        tables.append(TableSet(at, chairs, (), board=board))
    past = as_past(seating)
    return SetRecord(number, tuple(tables), past.sitting_out, seating.roles, past.partners)


@pytest.mark.parametrize(("game", "form", "people"), ROOMS)
def test_the_order_of_sit_outs_changes_no_seat_and_no_place(
    game: str, form: str, people: int
) -> None:
    file, chance, waited = file_of(game, form, people), Random(f"{game} {form}"), 0
    for number in (1, 2, 3):
        seating = next_seats(file, 3).seating
        now = played(seating, number, by_hand=game == "euchre", chance=chance)
        file = replace(file, drive=replace(file.drive, sets=(*file.drive.sets, now)))
        turned = []
        for record in file.drive.sets:
            out = list(record.sitting_out)
            waited += len(out)
            chance.shuffle(out)
            turned.append(replace(record, sitting_out=tuple(out)))
        other = replace(file, drive=replace(file.drive, sets=tuple(turned)))
        assert standings(other.drive) == standings(file.drive)
        assert next_seats(other, 3).seating == next_seats(file, 3).seating
    assert waited
