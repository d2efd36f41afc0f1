"""Histories of any game, as they were reported."""

from __future__ import annotations

from random import Random
from typing import Any

from rulesets import games
from rulesets.drawing.scoreboard import Scoreboard
from rulesets.engine.game import NAMES, parse_options
from rulesets.engine.plays import Plays
from rulesets.engine.problems import Problem
from rulesets.engine.replay import Replay, RoundReport, replay
from rulesets.engine.roster import Setup


def plays_of(slug: str) -> Plays:
    return games.load(slug).plays


def setup(
    slug: str, players: int = 3, first: int | None = None, rounds: int = 0, **options: Any
) -> Setup:
    """So many players before the first round, or after so many."""
    game = games.load(slug)
    chosen, problems = parse_options(game.options, options)
    assert not problems
    return Setup(game.plays.roster(NAMES[:players], options=chosen), chosen, first, rounds)


def played(slug: str, begin: Setup, *reports: Any) -> Replay:
    """The history of these reports, each of which must count."""
    history = replay(plays_of(slug), begin, [RoundReport(report) for report in reports])
    for board_round in history.rounds:
        assert board_round.counted, [problem.message for problem in board_round.problems]
    return history


def night(slug: str, *reports: Any, players: int = 3, **values: Any) -> Replay:
    """The history of these reports of so many players."""
    return played(slug, setup(slug, players, **values), *reports)


def filled_sheet(slug: str, *reports: Any, **values: Any) -> Scoreboard:
    """The score sheet of an evening, as it is filled in by hand."""
    history = night(slug, *reports, **values)
    begin = setup(slug, values.pop("players", 3), **values)
    states = [history.opening.state, *(played.state for played in history.rounds)]
    return plays_of(slug).sheet(begin, states)


def problems(slug: str, report: object, *before: Any, **values: Any) -> tuple[Problem, ...]:
    """What is wrong with a report after others."""
    return plays_of(slug).check(night(slug, *before, **values).state, report)


def codes(slug: str, report: object, *before: Any, **values: Any) -> list[tuple[str, str, Any]]:
    return [(p.code, p.severity, p.at) for p in problems(slug, report, *before, **values)]


def overridden(slug: str, *reports: Any, **values: Any) -> Replay:
    """The history of reports whose errors the scorekeeper lets stand."""
    begin = setup(slug, **values)
    return replay(plays_of(slug), begin, [RoundReport(report, override=True) for report in reports])


def made_up(slug: str, seed: int, most: int = 400, **values: Any) -> tuple[list[Any], Replay]:
    """An evening of made-up reports to its end (or `most` rounds), and its history."""
    plays, chance, begin = plays_of(slug), Random(seed), setup(slug, **values)
    state = plays.start(begin).state
    reports: list[Any] = []
    while plays.over(state) is None and len(reports) < most:
        reports.append(plays.sample(state, chance))
        state = plays.play(state, reports[-1]).state
    return reports, played(slug, begin, *reports)
