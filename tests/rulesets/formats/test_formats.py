"""Formats: which of them a game is played in, and what each says of a room."""

from __future__ import annotations

import pytest

from rulesets.formats import FORMATS, format_of
from rulesets.games import load


def test_a_game_is_played_in_the_usual_format_where_none_is_named() -> None:
    assert format_of(load("golf")).slug == "table"
    assert format_of(load("court-whist")).slug == "court_whist"
    assert format_of(load("gin-tournament")).slug == "team_line"
    assert format_of(load("whist-tens")).slug == "table"
    assert format_of(load("whist-tens"), "court_whist").slug == "court_whist"
    assert format_of(load("golf"), "table") is format_of(load("golf"), "table")


@pytest.mark.parametrize(("game", "slug"), [("golf", "court_whist"), ("golf", "chess")])
def test_in_others_it_is_not_played(game: str, slug: str) -> None:
    with pytest.raises(LookupError, match=slug):
        format_of(load(game), slug)


def test_every_format_is_known_by_its_slug() -> None:
    assert {slug: kind.slug for slug, kind in FORMATS.items()} == {slug: slug for slug in FORMATS}
    assert all(kind.name.text for kind in FORMATS.values())


def test_a_table_keeps_its_board_and_its_people() -> None:
    table = format_of(load("golf"))
    assert (table.board, table.moves, table.cuts, table.roles) == ("table", False, False, ())
    assert table.chair_name(2).text == "Chair 3"
    assert [table.seating_name(number).text for number in (1, 2)] == ["", "Final table"]


def test_two_teams_have_one_board_and_move_along() -> None:
    line = format_of(load("gin-tournament"))
    assert (line.board, line.moves, line.width, line.deals) == ("room", True, 2, 1)
    assert (line.roles, line.role_names) == (("guys", "girls"), ("Guys", "Girls"))
    assert line.seating_name(4).text == "Round 4"
    assert line.chair_name(0).text == ""
