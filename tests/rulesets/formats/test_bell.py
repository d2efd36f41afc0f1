"""Sets that end with a bell: by the clock, or when the head table has played its deals."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.replay import RoundReport
from rulesets.engine.roster import Setup
from rulesets.files.score_file import read_file
from rulesets.formats.board import Board
from rulesets.formats.carry import tally
from rulesets.formats.drive import SetRecord, TableSet, complete
from rulesets.formats.explanations import explain
from rulesets.formats.hands import count_due
from rulesets.formats.ranking import standings
from rulesets.standings.carry import CARRIES
from tests.rulesets.formats.euchre import LOST, MARCH, WON, Json, form_of
from tests.rulesets.formats.test_carry import a_set, drive, table

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal")


def by_clock(slug: str = "individual", **options: object) -> Any:
    return form_of(slug, minutes=20, deals=4, **options)


def told(deals: int) -> list[Any]:
    """Reports of so many deals."""
    return [WON] * deals


def test_with_a_clock_one_more_can_be_told_until_a_table_names_its_last() -> None:
    format = by_clock()
    assert format.length.deals.bell
    assert [count_due(format, 1, 1, told(n), None) for n in (0, 4, 7, 24)] == [1, 5, 8, 24]
    assert count_due(format, 1, 1, told(4), 3) == 3
    assert not complete(format, table(1, "ABCD", WON, WON, WON, WON, None))
    assert complete(format, table(1, "ABCD", WON, WON, WON))
    assert format.offer.course.text == "7 sets of 20 minutes"
    assert format.offer.minutes() == 7 * 20 + 6 * 3


@pytest.mark.parametrize("way", CARRIES)
def test_reasons_add_up_to_what_is_carried(way: str) -> None:
    format = by_clock(carry=way)
    sets = (
        a_set(1, "ABCD", MARCH, MARCH, WON, LOST, LOST, WON, out="E"),
        a_set(2, "EBCD", WON, LOST, out="A"),
    )
    played = drive(format, *sets)
    for line in standings(played):
        lines = explain(played, line.player)
        assert [one.points for one in lines] == [points or 0 for points in line.sets]
        for one in lines:
            if one.made is not None:
                assert sum(line.amount for line in one.lines) == one.points


def test_the_reasons_tell_how_deals_were_counted() -> None:
    played = drive(by_clock(), a_set(1, "ABCD", MARCH, MARCH, MARCH, WON, WON), people=4)
    [told] = explain(played, 0)
    assert (told.made, told.points, len(told.hands)) == (8, 6, 5)
    assert [line.words.text for line in told.lines] == ["8 points in 5 hands, adjusted to 4"]


def test_who_came_in_for_somebody_has_sat_out_the_rest_of_the_usual_deals() -> None:
    format = by_clock(sit_out=100)
    hands = (WON,) * 8  # of which two are one of the usual four
    subs = ((5, 1, 4),)
    [*_others, sub] = tally(drive(format, a_set(1, "ABCD", *hands, out="E", subs=subs)))
    assert sub == [50]


def a_board(format: Any, deals: int, last: int | None) -> Any:
    setup = Setup(format.game.plays.roster(NAMES[:4], options=format.agreed), format.agreed)
    board = Board(format, setup, last=last)
    reports = [RoundReport({"hearts": [0, 5, 8, 0], "queen": 3}) for _deal in range(deals)]
    folded = board.fold(reports)
    return board.points(folded, folded.rounds)


def test_boards_end_with_their_last_deal() -> None:
    format: Any = form_of("meetings", "hearts", minutes=20)
    going, over = a_board(format, 5, None), a_board(format, 5, 5)
    assert (going.over, over.over) == (False, True)
    assert over.points == (0, 25, 40, 65)
    seated = TableSet(1, (0, 1, 2, 3), (), board=over)
    played = drive(format, SetRecord(1, (seated,)), people=4)
    assert [row[0] for row in tally(played)] == [0, 20, 32, 52]
    [told] = explain(played, 2)
    assert [line.words.text for line in told.lines] == ["40 points in 5 rounds, adjusted to 4"]


# --- score files ----------------------------------------------------------------------------------


def a_file(*tables: Json, **options: Any) -> Json:
    chosen = {"rounds": 1, "deals": 4, **options}
    return {
        "game": "euchre",
        "format": "progressive",
        "options": chosen,
        "players": [{"name": name} for name in NAMES],
        "sets": [{"set": 1, "tables": list(tables)}],
    }


def a_table(number: int, hands: int, **more: Any) -> Json:
    chairs = list(NAMES[4 * number - 4 : 4 * number])
    return {"table": number, "chairs": chairs, "hands": [WON] * hands, **more}


def test_a_table_of_a_file_plays_on_until_it_names_its_last_deal() -> None:
    tables = (a_table(1, 4), a_table(2, 5, last=6))
    file: Any = read_file(a_file(*tables, minutes=15))
    assert [complete(file.drive.format, one) for one in file.drive.sets[0].tables] == [False] * 2
    head: Any = read_file(a_file(*tables, bell=True))
    assert [complete(head.drive.format, one) for one in head.drive.sets[0].tables] == [True, False]


def test_a_file_tells_no_more_deals_than_the_last() -> None:
    file: Any = read_file(a_file(a_table(1, 4), a_table(2, 5, last=4), minutes=15))
    [problem] = file.problems
    assert (problem.code, problem.at) == ("hands.count", ("sets", 0, "tables", 1, "hands"))
    assert problem.message == "A set has 4 hands, not 5."
