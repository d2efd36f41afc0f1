"""What bounds the numbers of a report together is told before it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets import games
from rulesets.engine.limits import Limit, limits_of, merged
from rulesets.engine.replay import open_game
from rulesets.engine.roster import Setup

NAMES = ("Ann", "Bo", "Cy", "Di")


def begun(slug: str, **options: Any) -> Any:
    """A game's plays, and the state before its first round."""
    game = games.load(slug)
    setup = Setup(game.plays.roster(NAMES), game.options(**options))
    return game.plays, open_game(game.plays, setup).state


def test_bids_that_come_to_the_cards_are_closed_to_the_last_one() -> None:
    plays, state = begun("oh-hell")
    assert plays.limits(state) == (Limit("bid", never=10),)
    closed = plays.check(state, {"bid": [2, 3, 2, 3], "tricks": [2, 3, 2, 3]})
    assert [problem.code for problem in closed] == ["bid.sum"]
    assert not plays.check(state, {"bid": [2, 3, 2, 4], "tricks": [2, 3, 2, 3]})


def test_with_one_card_no_bid_is_closed() -> None:
    game = games.load("oh-hell")
    setup = Setup(game.plays.roster(NAMES), game.options(), None, 9)
    state = open_game(game.plays, setup).state
    assert merged("bid", game.plays.limits(state)) == Limit("bid")


@pytest.mark.parametrize(
    ("slug", "key", "least"), [("sweep", "count", 1), ("arizona-rummy", "count", 0)]
)
def test_who_went_out_has_nothing_and_the_others_something(slug: str, key: str, least: int) -> None:
    plays, state = begun(slug)
    limit = merged(key, plays.limits(state))
    assert (limit.out, limit.least) == ("out", least)


def test_hands_hold_no_more_than_the_pack() -> None:
    plays, state = begun("crazy-eights")
    limit = merged("held", plays.limits(state))
    assert limit.most
    report = {"out": 0, "held": [0, limit.most, 20, 20]}
    assert "held.many" in {problem.code for problem in plays.check(state, report)}


@pytest.mark.parametrize("slug", games.slugs())
def test_every_limit_is_of_a_question_of_numbers(slug: str) -> None:
    game = games.load(slug)
    example = game.examples[0]
    setup = example.setup(game, game.options(**dict(example.options)))
    state = open_game(game.plays, setup).state
    asked = {field.key: field for field in game.plays.fields(state)}
    for limit in game.plays.limits(state):
        assert asked[limit.key].kind.name == "count"
        assert not limit.out or limit.out in asked
    for shortcut in game.plays.shortcuts(state):
        assert all(asked[key].total for key in shortcut.all_of)
        assert all(asked[key].kind.name == "player" for key in shortcut.names)


@pytest.mark.parametrize("slug", games.slugs())
def test_no_worked_example_is_beyond_a_limit(slug: str) -> None:
    game = games.load(slug)
    for example in game.examples:
        setup = example.setup(game, game.options(**dict(example.options)))
        state = open_game(game.plays, setup).state
        for report in example.reports:
            limits = game.plays.limits(state)
            state = game.plays.play(state, report).state
            for limit in limits:
                told = report.get(limit.key)
                told = told if isinstance(told, list) else []
                given = sum(number or 0 for number in told)
                assert limit.most is None or given <= limit.most
                assert limit.never is None or not told or given != limit.never


def test_a_shortcut_is_the_report_that_it_means() -> None:
    plays, state = begun("hearts")
    (power,) = plays.shortcuts(state)
    assert power.label.text == "Somebody took every heart and the queen"
    report = {"hearts": [0, 13, 0, 0], "queen": 1}
    assert [problem.code for problem in plays.check(state, report)] == list(power.confirms)


def test_of_several_limits_the_tightest_holds() -> None:
    found = merged("a", [Limit("a", 9), Limit("a", 7, out="b"), Limit("c", 1), Limit("a", least=2)])
    assert found == Limit("a", 7, None, "b", 2)
    assert limits_of((), None) == ()  # type: ignore[arg-type]
