"""Matches of a knockout: one, three or five games, one more deal for who is level, then a cut."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.replay import RoundReport
from rulesets.engine.roster import Setup
from rulesets.files.score_file import read_file
from rulesets.formats import format_of
from rulesets.formats import read_options as read_agreed
from rulesets.formats.board import Board
from rulesets.formats.carry import table_results, tally
from rulesets.formats.drive import Drive, complete
from rulesets.formats.hands import count_due
from rulesets.formats.knockout import count_advance
from rulesets.formats.ranking import read_results
from rulesets.games import load
from tests.rulesets.formats.euchre import LOST, MARCH, WON, Json, form_of
from tests.rulesets.formats.test_carry import EIGHT, a_set, table

THROWN_IN: Json = {}  # brings nobody anything


# --- sides ----------------------------------------------------------------------------------------


def knockout(**options: Any) -> Any:
    return form_of("knockout", **options)


def winners(format: Any, *hands: Json | None, cut: tuple[int, ...] | None = None) -> Any:
    many = count_due(format, 1, 1, hands, None)
    told = (*hands[:many], *(None,) * (many - len(hands)))
    return format.hands.result(1, ("", "", "", ""), told, cut)


def test_sides_that_are_level_play_one_more_before_they_cut() -> None:
    format = knockout(deals=2)
    assert (format.length.most_deals, format.length.deals.usual) == (3, 2)
    assert winners(format, MARCH, WON).winners == (0, 2)
    assert not winners(format, MARCH, LOST).complete
    assert winners(format, MARCH, LOST, LOST).winners == (1, 3)
    level = (MARCH, LOST, THROWN_IN)
    assert winners(format, *level).cuts == ((0, 2), (1, 3))
    assert winners(format, *level, cut=(1, 3)).winners == (1, 3)


def test_the_better_of_three_games_goes_on_whatever_the_points() -> None:
    format = knockout(deals=2, best_of=3)
    assert format.length.most_deals == 7
    hands = (WON, WON, LOST, LOST, WON, WON)
    found = winners(format, *hands)
    assert found.sums == (4, 4, 4, 4)
    assert found.winners == (0, 2)
    seated = table(1, "ABCD", *hands)
    assert complete(format, seated)
    assert table_results(format, 1, seated).places == (1, 2)
    played = Drive(format.for_people(4), EIGHT[:4], (a_set(1, "ABCD", *hands),))
    assert read_results(played) == [[((0, 2), (1, 3))]]
    assert tally(played) == [[4], [4], [4], [4]]  # every deal is carried


def test_what_is_told_beyond_the_end_does_not_count() -> None:
    format = knockout(deals=2)
    setup = Setup(format.game.plays.roster("ABCD"), format.agreed)
    board = Board(format, setup, 1)
    reports = [RoundReport(WON), RoundReport(WON), RoundReport(LOST)]
    folded = board.fold(reports)
    assert [board_round.counted for board_round in folded.rounds] == [True, True, False]
    assert [problem.code for problem in folded.rounds[2].problems] == ["match.over"]
    again = board.fold([RoundReport(MARCH), RoundReport(LOST), RoundReport(LOST)])
    assert [board_round.counted for board_round in again.rounds] == [True, True, True]
    assert (
        board.fold([RoundReport(LOST), RoundReport(LOST)], again, 1).rounds[1:] == again.rounds[1:]
    )
    assert board.limit(folded.rounds) == 2
    assert board.limit(again.rounds) == 3


def test_after_the_bell_who_is_level_plays_one_more() -> None:
    format = knockout(deals=4, minutes=20)
    assert count_due(format, 1, 1, (MARCH, LOST), None) == 3
    assert count_due(format, 1, 1, (MARCH, LOST), 2) == 3
    assert count_due(format, 1, 1, (MARCH, WON), 2) == 2


def test_only_a_bracket_plays_off() -> None:
    for slug in ("pairs", "swiss", "progressive"):
        format = form_of(slug)
        assert not format.length.of_set(1).play_off
        assert format.length.most_games == 1
    assert not form_of("knockout", "hearts").length.of_set(1).play_off
    staged = form_of("swiss", rounds=2, deals=2, stages="knockout", qualify=2)
    assert [staged.length.of_set(number).play_off for number in (1, 2, 3)] == [False, False, True]
    level: tuple[Json, ...] = (MARCH, LOST)
    assert [count_due(staged, number, 1, level, None) for number in (2, 3)] == [2, 3]


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("euchre", {"best_of": 3, "minutes": 20}, "With a clock, a match is one game"),
        ("golf", {"best_of": 3, "size": 2, "minutes": 20}, "With a clock, a match is one game"),
        ("golf", {"best_of": 3}, "With more than two at a table, a match is one game"),
        ("hearts", {"best_of": 3, "size": 2}, "With more than two at a table, a match is one game"),
        ("euchre", {"best_of": 2}, "is not one of 1, 3, 5"),
    ],
)
def test_other_matches_are_refused(game: str, options: Json, words: str) -> None:
    format = format_of(load(game), "knockout")
    _agreed, problems = read_agreed(format, options)
    [problem] = problems
    assert problem.at == ("options", "best_of")
    assert words in problem.message


# --- two who play alone ---------------------------------------------------------------------------


# --- score files ----------------------------------------------------------------------------------


def a_file(*hands: Json, **options: Any) -> Json:
    return {
        "game": "euchre",
        "format": "knockout",
        "options": {"deals": 2, **options},
        "players": [{"name": one} for one in "ABCD"],
        "sets": [{"set": 1, "tables": [{"table": 1, "chairs": list("ABCD"), "hands": hands}]}],
    }


def test_a_file_has_no_deal_more_than_a_match_takes() -> None:
    file: Any = read_file(a_file(WON, WON, LOST))
    [problem] = file.problems
    assert (problem.code, problem.at) == ("hands.count", ("sets", 0, "tables", 0, "hands"))


# --- more, or fewer, than there is room for -------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "slug", "options", "most", "words"),
    [
        ("euchre", "knockout", {}, 2048, "a bracket has room for 2048"),
        ("golf", "knockout", {"size": 2}, 1024, "a bracket has room for 1024"),
        ("euchre", "individual", {}, 400, "a schedule seats at most 400"),
        ("hearts", "meetings", {}, 400, "a schedule seats at most 400"),
        ("euchre", "pairs", {}, 400, "a schedule seats at most 400"),
    ],
)
def test_who_finds_no_room_is_told_how_many_do(
    game: str, slug: str, options: Json, most: int, words: str
) -> None:
    format = form_of(slug, game, **options)
    assert not format.tables.problems(most)
    [problem] = format.tables.problems(most + 1)
    assert problem.code == "people.many"
    assert words in problem.message
    assert str(most + 1) in problem.message


@pytest.mark.parametrize(
    ("size", "chosen", "count"),
    [(2, 0, 1), (3, 0, 1), (4, 0, 2), (5, 0, 2), (6, 0, 2), (6, 3, 3), (5, 3, 2), (3, 2, 1)],
)
def test_no_more_than_half_of_a_table_go_on(size: int, chosen: int, count: int) -> None:
    assert count_advance(size, chosen) == count
