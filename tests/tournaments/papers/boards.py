"""Scoreboards of games that have been played a while, for the printer."""

from __future__ import annotations

from random import Random
from typing import Any

from rulesets import games
from rulesets.engine.plays import Plays, State
from rulesets.engine.replay import RoundReport, advance, open_game
from rulesets.engine.roster import Roster, Setup
from rulesets.movements import long_table

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
    plays, rng = games.load(slug).plays, Random(5)
    states, reports = [open_game(plays, begin).state], []
    make = {GIN: _gin, GOLF: _golf, RUMMOLI: _rummoli}[slug]
    for _round in range(rounds):
        if plays.over(states[-1]):
            break
        report = make(states[-1], rng)
        done = advance(plays, states[-1], RoundReport(report))
        assert done.counted, [problem.message for problem in done.problems]
        states.append(done.state)
        reports.append(report)
    return plays, states, reports


def _gin(state: Any, rng: Random) -> list[dict[str, Any]]:
    first, second = state.roster.sides
    couples = long_table.couples(len(first), len(second), state.rounds + 1)
    return [_hand([first[a], second[b]], rng) for a, b in couples]


def _hand(couple: list[int], rng: Random) -> dict[str, Any]:
    outcome = rng.choice(("gin", "double_gin", "run", "stock_out"))
    if outcome == "stock_out":
        return {"couple": couple, "outcome": outcome, "counts": [rng.randint(0, 40), 3]}
    told = {"couple": couple, "outcome": outcome, "by": rng.choice(couple), "caught": 11}
    return told | ({"ran_with": rng.randint(1, 9)} if outcome == "run" else {})


def _golf(state: Any, rng: Random) -> dict[str, Any]:
    everyone = range(len(state.names))
    counts = [rng.randint(-30, 70) if player in state.players else None for player in everyone]
    return {"points": counts, "knocker": rng.choice(state.players)}


def _rummoli(state: Any, rng: Random) -> dict[str, Any]:
    playing = [player for player, chips in enumerate(state.chips) if chips >= 9]
    claims = {space.key: rng.choice(playing) for space in state.spaces[:3]}
    return {"claims": claims, "rummoli": rng.choice(playing), "poker": [rng.choice(playing)]}
