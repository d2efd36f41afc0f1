"""Formats: which of them a game is played in, and what each says of a room."""

from __future__ import annotations

import pytest

from rulesets.formats import format_of, is_one_table
from rulesets.games import load


def test_a_game_is_played_in_the_usual_format_where_none_is_named() -> None:
    assert format_of(load("golf")).kind.slug == "table"
    assert format_of(load("court-whist")).kind.slug == "court_whist"
    assert format_of(load("gin-tournament")).kind.slug == "team_line"
    assert format_of(load("whist-tens")).kind.slug == "table"
    assert format_of(load("whist-tens"), "court_whist").kind.slug == "court_whist"
    assert format_of(load("golf"), "table") is format_of(load("golf"), "table")


@pytest.mark.parametrize(("game", "slug"), [("golf", "court_whist"), ("golf", "chess")])
def test_in_others_it_is_not_played(game: str, slug: str) -> None:
    with pytest.raises(LookupError, match=slug):
        format_of(load(game), slug)


def test_so_many_people_make_so_many_tables() -> None:
    table = format_of(load("golf"))
    low, high = table.game.plays.players
    assert [table.tables.count(people) for people in (low, high, high + 1)] == [1, 1, 2]
    assert [is_one_table(table, people) for people in (0, high, high + 1)] == [True, True, False]
    assert [table.tables.fits(people) for people in (low - 1, low, 3 * high)] == [False, True, True]
    drive = format_of(load("court-whist"))
    assert [drive.tables.fits(people) for people in (3, 4, 31)] == [False, True, True]
    assert (drive.tables.count(31), drive.tables.spare(31)) == (7, 3)
    assert not is_one_table(drive, 4)
    line = format_of(load("gin-tournament"))
    low, high = line.game.plays.players
    assert (line.tables.count(high), line.tables.spare(high)) == (1, 0)
    assert line.length.most_deals == 1
    assert not is_one_table(line, low)
    fits = [line.tables.fits(people) for people in (low - 1, high, high + 1)]
    assert fits == [False, True, False]


def test_tables_where_everybody_stays_are_as_even_as_they_can_be() -> None:
    table = format_of(load("golf"))
    high = table.game.plays.players[1]
    for people in range(high, 4 * high):
        sizes = table.tables.sizes(people)
        assert sum(sizes) == people
        assert max(sizes) - min(sizes) <= 1
        assert len(sizes) == -(-people // high)


def test_a_game_objects_to_some_tables_and_not_to_too_few_people() -> None:
    row = format_of(load("five-in-a-row"))
    assert [bool(row.tables.problems(people)) for people in (1, 2, 3, 4)] == [
        False,
        False,
        True,
        False,
    ]
    assert [row.tables.fits(people) for people in (1, 2, 3, 4)] == [False, True, False, True]


def test_how_long_a_game_was_is_told_in_its_own_deals() -> None:
    golf = format_of(load("golf"))
    assert [golf.labels.amount(count).text for count in (1, 9)] == ["1 round", "9 rounds"]
    assert not format_of(load("court-whist")).labels.amount(7)
