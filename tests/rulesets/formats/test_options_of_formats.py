"""What people agree on besides the game: rounds, deals of a round, who moves."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from rulesets import games
from rulesets.engine.game import names_of, parse_options, plain
from rulesets.files.drive_answers import next_seats
from rulesets.files.score_file import read_file
from rulesets.formats import FORMATS, format_of, read_options
from rulesets.formats.agreement import check_change, open_options
from rulesets.formats.format import option_type_of
from rulesets.formats.set_options import STAGE_KEYS
from rulesets.formats.sets import sit_out_words
from rulesets.games import load
from tests.rulesets.formats.euchre import Json, form_of

CARRY = {
    "carry": "points",
    "sit_out": "mean",
    "bye": "whole",
    "tie_breaks": [],
    "per_round": 0,
    "best": 0,
    "minutes": 0,
}
CARRY |= {"stages": "none", "qualify": 4, "stage_points": "reset", "others": "stop", "best_of": 1}


def test_no_game_has_an_option_that_is_called_like_one_of_its_formats() -> None:
    for slug in games.slugs():
        game = load(slug)
        for form in game.formats:
            both = names_of(game.options) & names_of(FORMATS[form].for_game(game).options)
            assert not both, (slug, form)


def test_the_defaults_of_every_format_may_be_typed() -> None:
    for first in FORMATS.values():
        for kind in (first, first.alone or first):
            options = kind.options
            assert parse_options(options, plain(options())) == (options(), ())
            for field in fields(options):
                if field.metadata["none"] and isinstance(field.default, int):
                    assert not parse_options(options, {field.name: 0})[1], (kind, field.name)


def test_the_page_of_score_files_tells_every_option() -> None:
    page = (Path(__file__).parents[3] / "docs" / "score-file.md").read_text(encoding="utf-8")
    rows = {line.split("`")[1]: line for line in page.splitlines() if line.startswith("| `")}
    for slug, first in FORMATS.items():
        for kind in (first, first.alone or first):
            for one in fields(kind.options) if slug != "court_whist" else ():
                assert one.name in rows, (slug, one.name)
                for value, *_text in one.metadata["choices"] or ():
                    assert str(value) in rows[one.name], (one.name, value)


@pytest.mark.parametrize(
    ("slug", "given", "at"),
    [
        ("progressive", {"rounds": 0}, "rounds"),
        ("progressive", {"rounds": 61}, "rounds"),
        ("individual", {"deals": 25}, "deals"),
        ("progressive", {"moves": "down"}, "moves"),
        ("individual", {"moves": "up"}, "moves"),
        ("court_whist", {"rounds": 7}, "rounds"),
        ("table", {"deals": 4}, "deals"),
        ("individual", {"carry": "luck"}, "carry"),
        ("individual", {"sit_out": "luck"}, "sit_out"),
        ("individual", {"sit_out": 10_001}, "sit_out"),
        ("individual", {"sit_out": True}, "sit_out"),
        ("individual", {"bye": 1}, "bye"),
        ("individual", {"tie_breaks": "wins"}, "tie_breaks"),
        ("individual", {"tie_breaks": ["wins", "luck"]}, "tie_breaks"),
        ("individual", {"tie_breaks": ["wins", "lot", "wins"]}, "tie_breaks"),
    ],
)
def test_what_is_wrong_or_belongs_to_another_format_is_refused(
    slug: str, given: Json, at: str
) -> None:
    format = format_of(load("euchre"), slug)
    options, [problem] = read_options(format, given)
    assert (options, problem.at) == (option_type_of(format)(), ("options", at))


def test_what_a_sit_out_scores_is_said_in_words() -> None:
    byes = {bye: form_of("swiss", carry="wins", bye=bye) for bye in ("whole", "half", "nothing")}
    assert {bye: sit_out_words(format).text for bye, format in byes.items()} == {
        "whole": "A sit-out is a bye and counts as a win.",
        "half": "A sit-out is a bye and counts as half a win.",
        "nothing": "A sit-out is a bye and scores nothing.",
    }
    by_hand = sit_out_words(format_of(load("court-whist")))
    assert by_hand.text == "A sit-out scores 8 points a hand, 32 a set."
    assert sit_out_words(form_of(sit_out=3)).text == "A sit-out scores 3 points a set."


def test_what_may_change_while_people_play() -> None:
    progressive, individual = form_of("progressive"), form_of("individual")
    later = {"best", "best_of", *STAGE_KEYS}
    assert open_options(progressive, 2, reported=True) == {"rounds", "moves", *later}
    assert open_options(individual, 0, reported=False) == {"rounds", "deals", *CARRY}
    assert open_options(individual, 1, reported=False) == {"deals", *CARRY}
    assert open_options(individual, 1, reported=True) == later
    assert not check_change(progressive, form_of("progressive", rounds=3), 3)
    [problem] = check_change(progressive, form_of("progressive", rounds=3), 4)
    assert problem.at == ("options", "rounds")
    assert problem.message == "4 sets are already seated. Choose at least 4."
    knockout = form_of("knockout")
    places = [("places" in open_options(knockout, count, reported=False)) for count in (1, 2)]
    assert places == [True, False]  # until the second seats are shown
    part, stay = (form_of("progressive", moves=moves) for moves in ("part", "stay"))
    assert not check_change(stay, part, 3)
    assert not check_change(progressive, part, 0)
    [problem] = check_change(progressive, part, 1)
    assert problem.at == ("options", "moves")


@pytest.mark.parametrize(
    ("game", "people", "most"), [("euchre", 12, 5), ("hearts", 9, 9), ("hearts", 6, 5)]
)
def test_a_swiss_has_no_more_sets_than_it_takes_for_each_to_meet_each(
    game: str, people: int, most: int
) -> None:
    usual = format_of(load(game), "swiss")
    for rounds in (most, most + 1):
        options = {"rounds": rounds, "size": 3} if game == "hearts" else {"rounds": rounds}
        format = format_of(load(game), "swiss", read_options(usual, options)[0])
        assert format.tables.fits(people)
        problems = format.tables.start_problems(people)
        assert len(problems) == rounds - most
        for problem in problems:
            assert problem.at == ("options", "rounds")
            assert f"play at most {most} sets" in problem.message
        file: Any = read_file(
            {
                "game": game,
                "format": "swiss",
                "options": options,
                "players": [{"name": f"P{number}"} for number in range(people)],
                "sets": [],
            }
        )
        seating = next_seats(file, 1)
        assert [problem.at for problem in seating.problems] == [problem.at for problem in problems]
        assert (seating.seating is None) == bool(problems)
