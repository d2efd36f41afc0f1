"""Scoreboards of games that have been played a while, for the printer."""

from __future__ import annotations

from random import Random
from typing import Any

from rulesets import games
from rulesets.movements import team_line
from rulesets.replay import Report, advance, open_game, scheme_of
from rulesets.scheme import Roster, Scheme, Setup, State

GIN, GOLF, RUMMOLI = "gin-tournament", "golf", "rummoli"


def setup(slug: str, names: tuple[str, ...], **options: Any) -> Setup:
    """These people, the first half against the rest where teams play."""
    game = games.load(slug)
    roster = Roster(names)
    if scheme_of(game).teams:
        half = len(names) // 2
        teams = (tuple(range(half)), tuple(range(half, len(names))))
        roster = Roster(names, teams, ("Guys", "Girls"))
    return Setup(roster, game.options(**options), 0)


def played(slug: str, begin: Setup, rounds: int) -> tuple[Scheme, list[State], list[Any]]:
    """The scheme, the states from the opening on, and what was reported."""
    scheme, rng = scheme_of(games.load(slug)), Random(5)
    states, reports = [open_game(scheme, begin).state], []
    make = {GIN: _gin, GOLF: _golf, RUMMOLI: _rummoli}[slug]
    for _round in range(rounds):
        if scheme.over(states[-1]):
            break
        report = make(states[-1], rng)
        done = advance(scheme, states[-1], Report(report))
        assert done.counted, [problem.message for problem in done.problems]
        states.append(done.state)
        reports.append(report)
    return scheme, states, reports


def _gin(state: Any, rng: Random) -> list[dict[str, Any]]:
    first, second = state.roster.teams
    couples = team_line.couples(len(first), len(second), state.rounds + 1)
    return [_hand([first[a], second[b]], rng) for a, b in couples]


def _hand(couple: list[int], rng: Random) -> dict[str, Any]:
    outcome = rng.choice(("gin", "double_gin", "run", "stock_out"))
    if outcome == "stock_out":
        return {"couple": couple, "outcome": outcome, "counts": [rng.randint(0, 40), 3]}
    told = {"couple": couple, "outcome": outcome, "by": rng.choice(couple), "caught": 11}
    return told | ({"ran_with": rng.randint(1, 9)} if outcome == "run" else {})


def _golf(state: Any, rng: Random) -> dict[str, Any]:
    everyone = range(len(state.quarters))
    counts = [rng.randint(-30, 70) if player in state.playing else None for player in everyone]
    return {"points": counts, "knocker": rng.choice(state.playing)}


def _rummoli(state: Any, rng: Random) -> dict[str, Any]:
    playing = [player for player, chips in enumerate(state.chips) if chips >= 9]
    claims = {space.key: rng.choice(playing) for space in state.spaces[:3]}
    return {"claims": claims, "rummoli": rng.choice(playing), "poker": [rng.choice(playing)]}
