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

NINE = [f"space {number}" for number in range(1, 10)]


def found(slug: str, given: object) -> list[tuple[str, tuple[str | int, ...]]]:
    return [(p.code, p.at) for p in read_options(games.load(slug), given)[1]]


@pytest.mark.parametrize("slug", games.slugs())
def test_defaults_are_right_and_survive_being_stored(slug: str) -> None:
    game = games.load(slug)
    options, problems = read_options(game, {})
    assert (options, problems) == (game.options(), ())
    stored = json.loads(json.dumps(plain(options)))
    assert stored == plain(options)
    assert read_options(game, stored) == (options, ())


def test_each_option_is_judged_by_itself_first() -> None:
    assert found("golf", {"stake": 0, "ante": 3, "hat": 1}) == [
        ("options.range", ("options", "stake")),
        ("options.unknown", ("options", "hat")),
    ]
    assert found("court-whist", {"fewer_repeats": 1}) == [
        ("options.type", ("options", "fewer_repeats"))
    ]


def test_options_are_judged_together() -> None:
    assert found("golf", {"stake": 2, "ante": 3}) == [("options.ante", ("options", "ante"))]
    assert found("golf", {"stake": 3, "ante": 3}) == []
    assert found("rummoli", {"board": "custom"}) == [("options.spaces", ("options", "spaces"))]
    assert found("rummoli", {"spaces": NINE}) == [("options.spaces", ("options", "spaces"))]
    assert found("rummoli", {"board": "custom", "spaces": NINE}) == []
    assert found("rummoli", {"board": "custom", "spaces": NINE[:8]}) == [
        ("options.count", ("options", "spaces"))
    ]


def test_names_of_ones_own_come_back_as_they_were() -> None:
    options, problems = read_options(games.load("rummoli"), {"board": "custom", "spaces": NINE})
    assert not problems
    assert plain(options)["spaces"] == NINE


@dataclass(frozen=True, slots=True)
class Options:
    target: int = option("Play until", default=100, low=50, high=200)
    jokers: bool = option("With jokers", default=False)


def test_options_are_read_strictly() -> None:
    assert parse_options(Options, {"target": 120, "jokers": True}) == (
        Options(target=120, jokers=True),
        (),
    )


@pytest.mark.parametrize(
    ("given", "code", "at"),
    [
        ({"target": 20}, "options.range", ("target",)),
        ({"target": 201}, "options.range", ("target",)),
        ({"target": True}, "options.type", ("target",)),
        ({"target": 100.0}, "options.type", ("target",)),
        ({"jokers": 1}, "options.type", ("jokers",)),
        ({"aces": 1}, "options.unknown", ("aces",)),
        ([], "options.type", ()),
    ],
)
def test_a_bad_option_is_named_and_left_at_its_default(given: Any, code: str, at: Any) -> None:
    options, [problem] = parse_options(Options, given)
    assert options == Options()
    assert (problem.code, problem.at) == (code, at)
    assert problem.message


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
