"""Options judged one by one and together."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from rulesets import games
from rulesets.engine.checks import Problem, error
from rulesets.engine.game import option, parse_options, plain, read_options, table_game
from rulesets.engine.roster import Setup
from tests.rulesets.engine import small


@pytest.mark.parametrize("slug", games.slugs())
def test_defaults_are_right_and_survive_being_stored(slug: str) -> None:
    game = games.load(slug)
    options, problems = read_options(game, {})
    assert (options, problems) == (game.options(), ())
    stored = json.loads(json.dumps(plain(options)))
    assert stored == plain(options)
    assert read_options(game, stored) == (options, ())


@dataclass(frozen=True, slots=True)
class Options:
    target: int = option("Play until", default=100, low=50, high=200)
    jokers: bool = option("With jokers", default=False)
    wait: str = option("Waiting", default="mean", choices=(("mean", "Mean"),), low=0, high=30)


@pytest.mark.parametrize(
    ("given", "code", "at"),
    [
        ({"target": 20}, "options.range", ("target",)),
        ({"target": 201}, "options.range", ("target",)),
        ({"target": True}, "options.type", ("target",)),
        ({"target": 100.0}, "options.type", ("target",)),
        ({"jokers": 1}, "options.type", ("jokers",)),
        ({"wait": 31}, "options.range", ("wait",)),
        ({"wait": True}, "options.type", ("wait",)),
        ({"aces": 1}, "options.unknown", ("aces",)),
        ([], "options.type", ()),
    ],
)
def test_a_bad_option_is_named_and_left_at_its_default(given: Any, code: str, at: Any) -> None:
    options, [problem] = parse_options(Options, given)
    assert options == Options()
    assert (problem.code, problem.at) == (code, at)
    assert problem.message


def test_names_are_a_list() -> None:
    _options, [problem] = parse_options(games.load("rummoli").options, {"spaces": "abc"})
    assert (problem.code, problem.at) == ("options.type", ("spaces",))


def test_options_stand_if_some_number_of_people_can_play_by_them() -> None:
    """Partners across the board are four or six; two could not be."""
    options, problems = read_options(games.load("fast-track"), {"partners": True})
    assert (options.partners, problems) == (True, ())
    for most in (6, 9, 12):
        assert read_options(games.load("chicken-foot"), {"set": most})[1] == ()


@pytest.mark.parametrize("players", [1, 2, 3, 5, 6])
def test_options_stand_if_one_number_of_people_can_play_by_them(players: int) -> None:
    def agreed(setup: Setup) -> list[Problem]:
        fits = setup.options.target < 100 or len(setup.roster.names) == players
        return [] if fits else [error("options.target", "No.", ("options", "target"))]

    plays = small.game(players=(2, 5), agreed=agreed)
    game = table_game(slug="small", name="Small", source="", options=Options, plays=plays)
    problems = read_options(game, {"target": 150})[1]
    assert [problem.code for problem in problems] == ["options.target"] * (players in (1, 6))


def test_an_option_of_former_files_is_passed_over() -> None:
    """Tricks that were taken are never drawn from, so there was nothing to shuffle."""
    game = games.load("extended-hearts")
    options, problems = read_options(game, {"reshuffle": True, "jokers": 4})
    assert (problems, plain(options)["jokers"]) == ((), 4)
    assert "reshuffle" not in plain(options)
