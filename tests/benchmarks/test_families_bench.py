"""A log of 10,000 rounds of each family of games, judged, booked and audited round by round.

Made-up evenings of all games of a family, four people at a table (eight in a room), in turns.
"""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

import pytest

from rulesets import games
from rulesets.engine.game import FAMILIES
from rulesets.engine.replay import RoundReport, replay
from rulesets.engine.roster import Setup
from tests.rulesets.every_game import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.engine.game import Game

LOG, EVENINGS, LONGEST = 10_000, 12, 60  # rounds; made-up evenings of each game, rounds in one
AT_LEAST = {"stakes": 5_000, "room": 5_000}  # rounds a second of CPU; of the others
USUAL = 20_000
BUSY = 1.25  # what other programs on the two cores may cost
Evening = tuple["Game", Setup, list[RoundReport]]


def evening(game: Game, seed: int) -> Evening:
    """A made-up evening to its end, or some of it."""
    chance, plays = Random(seed), game.plays
    names = NAMES[: 8 if plays.rows == "couple" else 4]
    setup = Setup(plays.roster(names), game.options(), 0)
    state, reports = plays.start(setup).state, []
    while plays.over(state) is None and len(reports) < LONGEST:
        report = plays.sample(state, chance)
        reports.append(RoundReport(report))
        state = plays.play(state, report).state
    return game, setup, reports


def log_of(family: str) -> list[Evening]:
    """Evenings of all its games by turns, 10,000 rounds in all."""
    loads = [games.load(slug) for slug in games.slugs()]
    evenings = [
        evening(game, seed) for seed in range(EVENINGS) for game in loads if game.family == family
    ]
    log: list[Evening] = []
    rounds = 0
    while rounds < LOG:
        log.append(evenings[len(log) % len(evenings)])
        rounds += len(log[-1][2])
    return log


@pytest.mark.parametrize("family", FAMILIES)
def test_a_log_is_replayed(family: str, say: Callable[[object], None]) -> None:
    log = log_of(family)
    rounds = sum(len(reports) for _game, _setup, reports in log)
    best = float("inf")
    for _ in range(4):
        started = time.process_time()
        for game, setup, reports in log:
            history = replay(game.plays, setup, reports)
        best = min(best, time.process_time() - started)
        assert all(board_round.counted for board_round in history.rounds)
    rate = rounds / best
    say(f"{family}: {rate:,.0f} rounds a second of CPU")
    assert rate * BUSY >= AT_LEAST.get(family, USUAL), f"{family}: {rate:,.0f}"
