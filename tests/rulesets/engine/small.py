"""What the tests of the core share: tables of a game declared in a few lines."""

from __future__ import annotations

from typing import Any

from rulesets.engine.plays import State
from rulesets.engine.problems import At
from rulesets.engine.roster import Setup
from rulesets.rounds import PerPlayer, Rounds, ask, declared

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")


@declared
class Points:
    points: PerPlayer[int] = ask("Points", low=-9, high=99, worth=1, says="Points")


def game(asks: Any = Points, **declares: Any) -> Rounds:
    return Rounds(asks=asks, **{"players": (2, 6), **declares})


def begun(plays: Rounds, players: int = 3, **setup: Any) -> State:
    """The table before the first round."""
    options = setup.pop("options", None)
    return plays.start(Setup(plays.roster(NAMES[:players]), options, **setup)).state


def after(plays: Rounds, state: State, *reports: Any) -> State:
    """The table after these reports, each of which can be played."""
    for report in reports:
        problems = plays.check(state, report)
        assert not [problem.message for problem in problems if problem.firm]
        state = plays.play(state, report).state
    return state


def codes(plays: Rounds, state: State, report: object) -> list[tuple[str, At]]:
    problems = plays.check(state, report)
    assert all(problem.message for problem in problems)
    return [(problem.code, problem.at) for problem in problems]


def scored(*points: int | None) -> dict[str, Any]:
    return {"points": list(points)}
