"""What the players agree on before play, judged as a whole."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from rulesets.payload import parse_options
from rulesets.scheme import Roster, Setup

if TYPE_CHECKING:
    from rulesets.game import Game, Problem
    from rulesets.scheme import Scheme


def read_options(game: Game, given: object) -> tuple[Any, tuple[Problem, ...]]:
    """The options of a game from plain values, and what is wrong with them, each problem at
    ("options", name).

    What options mean together is judged once each of them is right by itself. What is wrong is
    left at its default.
    """
    options, problems = parse_options(game.options, given)
    if problems or game.scheme is None:
        return options, tuple(problem.under("options") for problem in problems)
    found = game.scheme.setup_problems(Setup(_anybody(game.scheme), options))
    return options, tuple(problem for problem in found if problem.at[:1] == ("options",))


def plain(options: Any) -> dict[str, Any]:
    """Options as they are stored; `read_options` reads them back."""
    values = dataclasses.asdict(options)
    return {key: list(v) if isinstance(v, tuple) else v for key, v in values.items()}


def _anybody(scheme: Scheme) -> Roster:
    """As few people as the game is for: nobody's names matter to the options."""
    fewest = scheme.players[0]
    names = tuple(str(number) for number in range(1, fewest + 1))
    if not scheme.teams:
        return Roster(names)
    half = fewest // 2
    return Roster(names, (tuple(range(half)), tuple(range(half, fewest))), scheme.teams)
