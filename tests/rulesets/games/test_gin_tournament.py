"""Gin tournament: the book's sheet, gins as circles, games that end while others go on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.drawing.scoreboard import EMPTY
from rulesets.engine.fields import Field
from rulesets.engine.replay import Replay, RoundReport, replay
from rulesets.engine.roster import Roster
from rulesets.folded import codec
from rulesets.room.columns import Column, Slot, circle, sum_words, write
from rulesets.room.team_sheet import State
from rulesets.room.worksheet import FIELDS, result
from tests.rulesets import tables
from tests.rulesets.evenings import gin, histories, run, stock
from tests.rulesets.tables import night, played, plays_of, setup
from tests.sampling import examples

SLUG = "gin-tournament"
GIN = plays_of(SLUG)
ROSTER = Roster(("Al", "Bea"), ((0,), (1,)), ("guys", "girls"))
PAIR = [0, 1]


def match(*reports: Any, **given: Any) -> Replay:
    return night(SLUG, *reports, **{"players": 2, **given})


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


def test_only_the_difference_is_awarded_and_gins_may_go_to_the_other_team() -> None:
    opened = match([gin([0, 2], 0, 5), gin([1, 3], 3, 9)], players=4)
    assert opened.state.last.award == (1, 4)
    assert opened.state.last.gin_award is None
    mixed = match(
        [gin([0, 2], 0, 5), stock([1, 3], 0, 4)],
        [gin([0, 3], 0, 2), run([1, 2], 2, 5, 50)],
        players=4,
    )
    brought = mixed.state.last
    assert brought.points == (2, 45)
    assert brought.award == (1, 43)
    assert brought.gin_award == (0, 1)
    assert brought.counted_in == (1,)
    assert [column.gins for column in mixed.state.columns[0]] == [1, 0, 0]
    assert [column.gins for column in mixed.state.columns[1]] == [0, 0, 0]


def test_gins_count_where_points_stood_before_the_round() -> None:
    rounds = [[gin(PAIR, 0, 10)]] * 4
    gins = [[column.gins for column in match(*rounds[:n]).state.columns[0]] for n in range(1, 5)]
    assert gins == [[0, 0, 0], [1, 0, 0], [2, 1, 0], [3, 2, 1]]


def test_circles_are_drawn_round_the_last_number_and_then_empty() -> None:
    column = write(Column(), 20)
    assert circle(column, 1).slots == (Slot(20, circled=True),)
    double = circle(column, 3)
    assert double.slots == (
        Slot(20, circled=True),
        Slot(None, circled=True),
        Slot(None, circled=True),
    )
    written = write(double, 5)
    assert written.slots[1] == Slot(25, circled=True)
    assert write(write(written, 5), 5).slots[2:] == (Slot(30, circled=True), Slot(35))
    assert circle(written, 1).slots[3] == Slot(None, circled=True)


def test_a_game_ends_at_200_with_its_gins_and_the_others_go_on() -> None:
    rounds = [
        *awards((1, 50)),
        [gin(PAIR, 0, 110)],
        [gin(PAIR, 0, 90, "double_gin")],
    ]
    state = match(*rounds).state
    assert state.last.closed == (1,)
    first, second = (team[0] for team in state.columns)
    assert (first.points, first.gins, first.score) == (200, 2, 250)
    assert (second.points, second.gins, second.score) == (50, 0, 0)
    assert [column.score for column in state.columns[0][1:]] == [None, None]
    assert GIN.totals(state) == (250 + 90, 0)
    assert GIN.over(state) is None


def test_the_loser_of_a_game_keeps_25_for_each_gin() -> None:
    rounds = [
        *awards((1, 20)),
        [gin(PAIR, 1, 30, "double_gin")],
        *awards((0, 110), (0, 110)),
    ]
    state = match(*rounds).state
    assert (state.columns[1][0].points, state.columns[1][0].score) == (50, 50)
    assert state.columns[0][0].score == 200
    assert GIN.totals(state) == (200 + 110, 50 + 30)


def test_the_match_ends_with_the_third_game() -> None:
    history = match(*awards((0, 110), (0, 110), (0, 110), (0, 110)))
    assert history.ending.winners == (0,)
    assert GIN.totals(history.state) == (600, 0)
    after = replay(GIN, setup(SLUG, 2), [RoundReport(r) for r in awards(*[(0, 110)] * 5)])
    assert [p.code for p in after.rounds[4].problems] == ["round.over"]
    assert not after.rounds[4].counted


def test_level_teams_have_both_won() -> None:
    lost, won = Column(points=75, gins=3, score=75), Column(points=225, gins=1, score=225)
    state = replace(match().state, columns=((won, lost, won), (won, won, lost)))
    ending = GIN.over(state)
    assert ending.winners == (0, 1)
    assert GIN.totals(state) == (525, 525)
    ahead = replace(state, columns=((won, won, won), (won, won, lost)))
    assert GIN.over(ahead).winners == (0,)


def test_the_team_that_was_awarded_points_deals() -> None:
    dealers = [
        played_round.state.dealers
        for played_round in match(*awards((1, 5)), [stock(PAIR, 4, 4)], *awards((0, 3))).rounds
    ]
    assert dealers == [1, 1, 0]
    first = match([stock(PAIR, 4, 4)], first=0)
    assert (first.state.last.dealt, first.state.dealers) == (0, 0)
    assert match([stock(PAIR, 4, 4)]).state.dealers is None


def test_every_couple_has_to_report_before_the_round_closes() -> None:
    assert codes([gin([0, 2], 0, 5), None], players=4) == [("round.open", "warning", ())]
    waiting = replay(GIN, setup(SLUG, 4), [RoundReport([gin([0, 2], 0, 5)], override=True)])
    assert not waiting.rounds[0].counted
    assert codes([], players=4) == [("round.open", "warning", ())]


def test_what_nobody_is_often_caught_with_is_asked_about() -> None:
    assert codes([gin(PAIR, 0, 90)]) == []
    assert codes([gin(PAIR, 0, 91)]) == [("caught.rare", "warning", (0, "caught"))]
    assert codes([gin(PAIR, 0, 0)]) == [("caught.nothing", "warning", (0, "caught"))]
    assert codes([run(PAIR, 0, 9, 0)]) == []


def test_all_that_is_wrong_is_told_at_once() -> None:
    rows = [
        {"couple": [0, 1], "outcome": "gin", "by": 3, "caught": 200, "ran_with": 3},
        {"couple": [0, 2], "outcome": "stock_out", "counts": [1]},
    ]
    assert codes(rows, players=4) == [
        ("report.field", "error", (0, "ran_with")),
        ("caught.range", "error", (0, "caught")),
        ("couple.count", "error", (0, "couple")),
        ("by.unknown", "error", (0, "by")),
        ("counts.count", "error", (1, "counts")),
        ("couple.twice", "error", (1, "couple")),
    ]


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
    for one in history.rounds:
        award = one.state.last.award
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


def test_who_is_away_is_no_couple_that_is_missing() -> None:
    rows = [gin([0, 3], 0, 5), gin([1, 4], 1, 6)]
    open_round = ("round.open", "warning", ())
    assert codes(rows, players=6) == [open_round]
    assert codes([*rows, {"away": 2}, {"away": 5}], players=6) == []
    assert codes([*rows, {"away": 5}], players=6) == []  # 2 and 5 went when all were seated
    others = [gin([0, 4], 0, 5), gin([1, 3], 1, 6), {"away": 5}]
    assert codes(others, players=6) == [("couple.rotation", "warning", (0, "couple"))]
    spread = [gin([1, 3], 1, 5), {"away": 5}, gin([2, 4], 2, 6)]
    assert codes(spread, players=6) == []
    assert codes([gin([1, 3], 1, 5), {"away": 5}], players=6) == [open_round]
    assert codes([{"away": 2}, *rows, gin([2, 5], 2, 1)], players=6) == [
        ("couple.away", "error", (3, "couple")),
        ("round.count", "error", ()),
    ]


def test_away_rows_are_judged() -> None:
    rows = [gin([0, 3], 0, 5), gin([1, 4], 1, 6)]
    away = [{"away": 2}, {"away": 5}]
    assert codes([*rows, *away, {"away": 2}], players=6) == [("away.twice", "error", (4, "away"))]
    assert codes([*rows, *away, {"away": 9}], players=6) == [("away.unknown", "error", (4, "away"))]
    assert codes([{"away": 0}, {"away": 2}, {"away": 1}], players=6) == [
        ("round.nobody", "error", ())
    ]


def test_what_cannot_be_overridden_of_those_who_are_away() -> None:
    for report in (
        [gin([0, 2], 0, 5), gin([1, 3], 1, 5), {"away": 3}],
        [{"away": 0}, {"away": 1}],
    ):
        held = RoundReport(report, override=True)
        assert not replay(GIN, setup(SLUG, 4), [held]).rounds[0].counted


def test_a_round_counts_as_its_couples_do_whoever_is_away() -> None:
    rows = [gin([0, 3], 0, 5), run([1, 4], 4, 3, 30)]
    away = [{"away": 2}, {"away": 5}]
    full = match([*rows, *away], players=6)
    assert full.state.last.points == (5, 27)
    assert full.state.rounds == 1
    texts = [transfer.text for transfer in full.rounds[0].transfers]
    assert not any("Cy" in text or "Fay" in text for text in texts)
    assert match([*away, *rows], players=6).state == full.state


def test_the_worksheet_has_a_line_for_each_couple_that_is_there() -> None:
    state = match(players=6).state
    blank = GIN.worksheet(state, [{"away": 2}, {"away": 5}])
    assert [row.label.text for row in blank.rows] == ["Ann – Di", "Bo – Eve"]
    assert all(cell == EMPTY for row in (*blank.rows, *blank.foot) for cell in row.cells)
    byes = GIN.worksheet(state, [{"away": 5}, gin([2, 4], 2, 6)])
    assert [row.label.text for row in byes.rows] == ["Bo – Di", "Cy – Eve"]
    assert byes.rows[1].cells[1].text == "Cy 6"
    done = GIN.worksheet(state, [stock([3, 1], 5, 8), {"away": 2}, {"away": 5}, gin([0, 4], 0, 1)])
    assert [row.label.text for row in done.rows] == ["Ann – Eve", "Bo – Di"]


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
    seen = {problem.code for one in history.rounds for problem in one.problems}
    assert not seen & {"couple.rotation", "round.open", "round.count", "couple.away"}


@pytest.mark.parametrize(
    ("total", "gins", "closed", "won", "told"),
    [
        (300, 4, True, True, "200 + 4 × 25"),
        (200, 0, True, True, "the game won"),
        (50, 2, True, False, "2 × 25"),
        (0, 0, True, False, "no circle"),
        (195, 2, False, False, "5 short"),
    ],
)
def test_a_sum_says_what_it_is_made_of(
    total: int, gins: int, closed: bool, won: bool, told: str
) -> None:
    assert str(sum_words(total, gins, closed=closed, won=won)) == told


def test_a_finished_evening_keeps_its_questions_without_whose_number_it_is() -> None:
    kept = codec.read(tuple[Field, ...], codec.write(FIELDS))
    assert [field.key for field in kept] == [field.key for field in FIELDS]
    assert {type(field) for field in kept} == {Field}
