"""Gin tournament: the book's sheet, gins as circles, games that end while others go on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.drawing.scoreboard import EMPTY
from rulesets.engine.replay import Replay
from rulesets.engine.roster import Roster
from rulesets.room.columns import Column
from rulesets.room.team_sheet import State
from rulesets.room.worksheet import result
from tests.rulesets import tables
from tests.rulesets.evenings import gin, histories, run, stock
from tests.rulesets.tables import night, played, plays_of
from tests.sampling import examples

SLUG = "gin-tournament"
GIN = plays_of(SLUG)
ROSTER = Roster(("Al", "Bea"), ((0,), (1,)), ("guys", "girls"))
PAIR = [0, 1]


def match(*reports: Any, **values: Any) -> Replay:
    return night(SLUG, *reports, **{"players": 2, **values})


def running(history: Replay) -> list[list[list[int]]]:
    return [[list(column.running) for column in team] for team in history.state.columns]


def awards(*pairs: tuple[int, int]) -> list[list[dict[str, Any]]]:
    """Rounds that award so many points to a team, by stocks that ran out."""
    return [[stock(PAIR, *((0, points) if team == 0 else (points, 0)))] for team, points in pairs]


def codes(report: object, *before: Any, players: int = 2) -> list[tuple[str, str, Any]]:
    return tables.codes(SLUG, report, *before, players=players)


def test_the_sample_sheet_of_the_book() -> None:
    rounds = awards((0, 5), (1, 10), (0, 10), (1, 15), (0, 15), (1, 20))
    assert running(match(*rounds)) == [
        [[5, 15, 30], [10, 25], [15]],
        [[10, 25, 45], [15, 35], [20]],
    ]


@pytest.mark.parametrize(
    ("row", "team", "points", "gins"),
    [
        (gin(PAIR, 0, 10), 0, 10, 1),
        (gin(PAIR, 1, 10, "double_gin"), 1, 10, 2),
        (gin(PAIR, 1, 0), 1, 0, 1),
        (run(PAIR, 0, 6, 20), 0, 14, 0),
        (run(PAIR, 0, 6, 7), 0, 1, 0),
        (run(PAIR, 0, 6, 6), 1, 37, 0),
        (run(PAIR, 1, 9, 0), 0, 43, 0),
        (run([1, 0], 1, 1, 1), 0, 27, 0),
        (stock(PAIR, 3, 20), 0, 17, 0),
        (stock([1, 0], 3, 20), 1, 17, 0),
        (stock(PAIR, 8, 8), None, 0, 0),
    ],
)
def test_what_a_couple_reports(
    row: dict[str, Any], team: int | None, points: int, gins: int
) -> None:
    worth = result(ROSTER, row)
    assert (worth.team, worth.points, worth.gins) == (team, points, gins)
    assert worth.words.text


def test_level_teams_have_both_won() -> None:
    lost, won = Column(points=75, gins=3, score=75), Column(points=225, gins=1, score=225)
    state = replace(match().state, columns=((won, lost, won), (won, won, lost)))
    ending = GIN.over(state)
    assert ending.winners == (0, 1)
    assert GIN.totals(state) == (525, 525)
    ahead = replace(state, columns=((won, won, won), (won, won, lost)))
    assert GIN.over(ahead).winners == (0,)


def test_what_nobody_is_often_caught_with_is_asked_about() -> None:
    assert codes([gin(PAIR, 0, 90)]) == []
    assert codes([gin(PAIR, 0, 91)]) == [("caught.rare", "warning", (0, "caught"))]
    assert codes([gin(PAIR, 0, 0)]) == [("caught.nothing", "warning", (0, "caught"))]
    assert codes([run(PAIR, 0, 9, 0)]) == []


def test_other_couples_than_the_rotation_brings_are_asked_about() -> None:
    swapped = [stock([0, 3], 1, 2), stock([1, 2], 1, 2)]
    assert codes(swapped, players=4) == [("couple.rotation", "warning", (0, "couple"))]
    first = [stock([0, 2], 1, 2), stock([1, 3], 1, 2)]
    assert codes(swapped, first, players=4) == []
    assert codes([*first, stock([0, 3], 1, 2)], players=4)[-1][0] == "round.count"


@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_columns_follow_from_the_awards_alone(data: st.DataObject) -> None:
    """An independent reckoning: game g of a team holds its awards from the g-th on, until the game
    has ended for both."""
    begin, reports = data.draw(histories(SLUG, most=12))
    history = played(SLUG, begin, *reports)
    lists: list[list[int]] = [[], []]
    ended = [False] * 3
    sums = [[0] * 3, [0] * 3]
    for board_round in history.rounds:
        award = board_round.state.last.award
        if award is None:
            continue
        team, points = award
        lists[team].append(points)
        for game in range(min(len(lists[team]), 3)):
            if not ended[game]:
                sums[team][game] += points
        for game in range(3):
            ended[game] = ended[game] or max(sums[0][game], sums[1][game]) >= 200
    for team in (0, 1):
        for game, column in enumerate(history.state.columns[team]):
            assert (column.running[-1] if column.running else 0) == sums[team][game]
            assert column.is_open != ended[game]
            assert sum(slot.circled for slot in column.slots) == column.gins
            if ended[game]:
                kept = 200 if sums[team][game] >= 200 else 0
                assert column.score == kept + 25 * column.gins


def test_the_worksheet_has_a_line_for_each_couple_sums_and_differences() -> None:
    state = match(players=6).state
    blank = GIN.worksheet(state, [])
    assert [row.label.text for row in blank.rows] == ["Ann – Di", "Bo – Eve", "Cy – Fay"]
    assert all(cell.value is None for row in (*blank.rows, *blank.foot) for cell in row.cells)
    report = [run([1, 4], 1, 6, 20), None, gin([0, 3], 3, 9, "double_gin")]
    sheet = GIN.worksheet(state, report)
    assert [row.label.text for row in sheet.rows] == ["Ann – Di", "Bo – Eve", "Cy – Fay"]
    assert sheet.rows[1].cells[2].text == "Bo 6 / 20"
    values = [[cell.value for cell in row.cells[4:]] for row in (*sheet.rows, *sheet.foot)]
    assert values == [
        [None, 9, None, 2],
        [14, None, None, None],
        [None, None, None, None],
        [14, 9, 0, 2],
        [5, None, None, 2],
    ]
    swapped = GIN.worksheet(state, [stock([3, 1], 5, 8), gin([0, 4], 0, 1), gin([2, 5], 2, 3)])
    assert [row.label.text for row in swapped.rows] == ["Ann – Eve", "Bo – Di", "Cy – Fay"]
    assert swapped.rows[1].cells[3].text == "8 : 5"


def test_away_rows_are_judged() -> None:
    rows = [gin([0, 3], 0, 5), gin([1, 4], 1, 6)]
    away = [{"away": 2}, {"away": 5}]
    assert codes([*rows, *away, {"away": 2}], players=6) == [("away.twice", "error", (4, "away"))]
    assert codes([*rows, *away, {"away": 9}], players=6) == [("away.unknown", "error", (4, "away"))]
    assert codes([{"away": 0}, {"away": 2}, {"away": 1}], players=6) == [
        ("round.nobody", "error", ())
    ]


def test_the_worksheet_keeps_to_the_chairs_of_those_who_really_sit_there() -> None:
    """One couple went when all were seated; the others stay in front of each other."""
    state = match(players=6).state
    seats = [(2, 3), (0, 4), (1, 5)]
    report = [None, gin([0, 4], 4, 9), {"away": 1}, {"away": 5}]
    sheet = GIN.worksheet(state, report, seats)
    assert [row.label.text for row in sheet.rows] == ["Cy – Di", "Ann – Eve", "Bo – Fay (away)"]
    assert all(cell == EMPTY for place in (0, 2) for cell in sheet.rows[place].cells)
    assert sheet.rows[1].cells[1].text == "Eve 9"
    done = GIN.worksheet(state, [gin([2, 3], 2, 1), *report[1:]], seats)
    assert [row.label.text for row in done.rows] == [row.label.text for row in sheet.rows]
    blank = GIN.worksheet(state, [], seats)
    assert [row.label.text for row in blank.rows] == ["Cy – Di", "Ann – Eve", "Bo – Fay"]


def test_the_worksheet_names_the_first_team_first_in_whatever_order_people_were_entered() -> None:
    mixed = Roster(("Bea", "Al", "Cy", "Di"), ((1, 2), (0, 3)), ("guys", "girls"))
    state = State(mixed, ((Column(),) * 3,) * 2)
    sheet = GIN.worksheet(state, [stock([0, 1], 4, 9), None])
    assert [row.label.text for row in sheet.rows] == ["Al – Bea", "Cy – Di"]
    assert sheet.rows[0].cells[3].text == "9 : 4"
    assert [cell.value for cell in sheet.rows[0].cells[4:6]] == [None, 5]


@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_couples_seated_by_the_rotation_are_never_asked_about(data: st.DataObject) -> None:
    """Whoever comes and goes: what the app seats gives no error and no rotation warning."""
    begin, reports = data.draw(histories(SLUG))
    history = played(SLUG, begin, *reports)
    seen = {problem.code for board_round in history.rounds for problem in board_round.problems}
    assert not seen & {"couple.rotation", "round.open", "round.count", "couple.away"}
