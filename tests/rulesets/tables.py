"""Histories at one table, of any game: as reported, or made up to the end."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rulesets import games
from rulesets.drawing.scoreboard import Scoreboard
from rulesets.engine.game import NAMES, parse_options
from rulesets.engine.problems import Problem
from rulesets.engine.replay import Replay, RoundReport, replay
from rulesets.engine.roster import Setup


def setup(slug: str, players: int = 3, first: int | None = None, **options: Any) -> Setup:
    game = games.load(slug)
    chosen, problems = parse_options(game.options, options)
    assert not problems
    return Setup(game.plays.roster(NAMES[:players], options=chosen), chosen, first)


def night(slug: str, *reports: Any, players: int = 3, **options: Any) -> Replay:
    """The history of these reports, each of which must count."""
    begin = setup(slug, players, **options)
    history = replay(games.load(slug).plays, begin, [RoundReport(report) for report in reports])
    for one in history.rounds:
        assert one.counted, [problem.message for problem in one.problems]
    return history


def filled_sheet(slug: str, *reports: Any, **given: Any) -> Scoreboard:
    """The score sheet of an evening, as it is filled in by hand."""
    history = night(slug, *reports, **given)
    begin = setup(slug, given.pop("players", 3), **given)
    states = [history.opening.state, *(played.state for played in history.rounds)]
    return games.load(slug).plays.sheet(begin, states)


def problems(slug: str, report: object, *before: Any, **given: Any) -> tuple[Problem, ...]:
    """What is wrong with a report after others."""
    return games.load(slug).plays.check(night(slug, *before, **given).state, report)


def codes(slug: str, report: object, *before: Any, **given: Any) -> list[tuple[str, str, Any]]:
    return [(p.code, p.severity, p.at) for p in problems(slug, report, *before, **given)]


def made_up(slug: str, seed: int, most: int = 400, **given: Any) -> tuple[list[Any], Replay]:
    """An evening of made-up reports to its end (or `most` rounds), and its history."""
    plays, chance = games.load(slug).plays, Random(seed)
    begin = setup(slug, **given)
    state = plays.start(begin).state
    reports: list[Any] = []
    while plays.over(state) is None and len(reports) < most:
        reports.append(plays.sample(state, chance))
        state = plays.play(state, reports[-1]).state
    return reports, night(slug, *reports, **given)


def reseated(reports: Sequence[Any], order: Sequence[int], /, **keys: str) -> list[Any]:
    """The reports of people who sit in another order: `order[new place]` is the former one.

    `keys` say of each answer whether it is of "each", names "one", or names "many".
    """
    place = {old: new for new, old in enumerate(order)}
    found = []
    for report in reports:
        moved = dict(report)
        for key, kind in keys.items():
            value = moved.get(key)
            if value is None:
                continue
            if kind == "each":
                moved[key] = [value[old] for old in order]
            else:
                moved[key] = place[value] if kind == "one" else [place[who] for who in value]
        found.append(moved)
    return found


def assert_permuted(slug: str, order: Sequence[int], reports: Sequence[Any], **given: Any) -> None:
    """The totals and places of people who sit in another order are the same, person by person."""
    keys = given.pop("keys")
    plays = games.load(slug).plays
    before = night(slug, *reports, players=len(order), **given)
    after = night(slug, *reseated(reports, order, **keys), players=len(order), **given)
    totals, ranks = plays.totals(before.state), plays.ranks(before.state)
    assert plays.totals(after.state) == tuple(totals[old] for old in order)
    assert plays.ranks(after.state) == [ranks[old] for old in order]


def overridden(slug: str, *reports: Any, **given: Any) -> Replay:
    """The history of reports whose errors the scorekeeper lets stand."""
    begin = setup(slug, **given)
    plays = games.load(slug).plays
    return replay(plays, begin, [RoundReport(report, override=True) for report in reports])
