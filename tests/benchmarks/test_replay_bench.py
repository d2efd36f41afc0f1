"""A long evening folded anew: Golf, 60 rounds, 8 players (4.8 ms before games were declared)."""

from collections.abc import Callable
from random import Random
from typing import Any

from rulesets import games
from rulesets.engine.replay import RoundReport, replay
from rulesets.engine.roster import Setup

PLAYERS, ROUNDS = 8, 60


def test_a_long_evening_is_replayed(benchmark: Callable[..., Any]) -> None:
    game, chance = games.load("golf"), Random(3)
    names = tuple(f"Player {number}" for number in range(PLAYERS))
    setup = Setup(game.plays.roster(names), game.options(stake=100))
    reports = [
        RoundReport(
            {
                "points": [chance.randint(-10, 60) for _ in names],
                "knocker": chance.randrange(PLAYERS),
            }
        )
        for _ in range(ROUNDS)
    ]
    history = benchmark(lambda: replay(game.plays, setup, reports))
    assert all(one.counted for one in history.rounds)
