"""Scoreboards of games that have been played a while, for the printer."""

from __future__ import annotations

from random import Random
from typing import Any

from rulesets import games
from rulesets.engine.plays import Plays, State
from rulesets.engine.replay import RoundReport, advance, open_game
from rulesets.engine.roster import Roster, Setup

GIN, GOLF, RUMMOLI = "gin-tournament", "golf", "rummoli"


def setup(slug: str, names: tuple[str, ...], **options: Any) -> Setup:
    """These people, the first half against the rest where teams play."""
    game = games.load(slug)
    roster = game.plays.roster(names)
    if game.plays.side_names:
        half = len(names) // 2
        teams = (tuple(range(half)), tuple(range(half, len(names))))
        roster = Roster(names, teams, ("Guys", "Girls"))
    return Setup(roster, game.options(**options), 0)


def played(slug: str, begin: Setup, rounds: int) -> tuple[Plays, list[State], list[Any]]:
    """How it is played, the states from the opening on, and what was reported."""
    plays, chance = games.load(slug).plays, Random(5)
    states, reports = [open_game(plays, begin).state], []
    while len(reports) < rounds and plays.over(states[-1]) is None:
        report = plays.sample(states[-1], chance)
        done = advance(plays, states[-1], RoundReport(report))
        assert done.counted, [problem.message for problem in done.problems]
        states.append(done.state)
        reports.append(report)
    return plays, states, reports
