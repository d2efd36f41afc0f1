"""What the players agree on before play, judged as a whole."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulesets.engine.json_values import LONGEST_FIELD
from rulesets.engine.problems import Problem, error
from rulesets.engine.roster import Setup
from rulesets.engine.words import Words

if TYPE_CHECKING:
    from rulesets.engine.game import Game

Told = dict[str, "str | int | Words"]


def read_options(game: Game, given: object) -> tuple[Any, tuple[Problem, ...]]:
    """The options of a game from plain values, and what is wrong with them, each problem at
    ("options", name).

    What options mean together is judged once each of them is right by itself; they stand if some
    number of people can play by them. What is wrong is left at its default.
    """
    options, problems = parse_options(game.options, given)
    if problems:
        return options, tuple(problem.under("options") for problem in problems)
    low, high = game.plays.players
    against = [_against(game, options, low)]
    if against[0]:  # of the fewest; others may do better by the same options
        counts = game.plays.seats or range(low + 1, high + 1)
        against += [_against(game, options, count) for count in counts]
    return options, () if () in against else against[0]


def _against(game: Game, options: Any, count: int) -> tuple[Problem, ...]:
    """What so many players have against the options."""
    names = tuple(str(number) for number in range(1, count + 1))
    found = game.plays.seated(Setup(game.plays.roster(names, options=options), options))
    return tuple(problem for problem in found if problem.at[:1] == ("options",))


def plain(options: Any) -> dict[str, Any]:
    """Options as they are stored; `read_options` reads them back."""
    values = dataclasses.asdict(options)
    return {key: list(v) if isinstance(v, tuple) else v for key, v in values.items()}


def parse_options(kind: type, given: object) -> tuple[Any, tuple[Problem, ...]]:
    """An instance of the options dataclass `kind`, and all problems with what was given.

    What is wrong is left at its default.
    """
    if not isinstance(given, Mapping):
        return kind(), (error("options.type", "Options are an object."),)
    fields = {f.name: f for f in dataclasses.fields(kind)}
    good: dict[str, Any] = {}
    problems: list[Problem] = []
    for key, value in given.items():
        if key not in fields:
            text = "There is no option “{field}”."
            shown = str(key)[:LONGEST_FIELD]
            problems.append(error("options.unknown", text, (str(key),), field=shown))
            continue
        problem = _option_problem(fields[key], value)
        if problem is None:
            good[key] = tuple(value) if isinstance(value, list) else value
        else:
            problems.append(problem)
    return kind(**good), tuple(problems)


def _option_problem(field: dataclasses.Field[Any], value: object) -> Problem | None:
    label, low, high = (field.metadata.get(name) for name in ("label", "low", "high"))
    params: Told = {"label": Words(str(label))}
    if isinstance(field.default, bool):
        if isinstance(value, bool):
            return None
        return error("options.type", "{label}: true or false.", (field.name,), **params)
    if field.metadata["choices"]:
        return _choice_problem(field, value, params)
    if isinstance(field.default, tuple):
        return _texts_problem(field, value, params)
    if not isinstance(value, int) or isinstance(value, bool):
        return error("options.type", "{label}: a whole number.", (field.name,), **params)
    if (low is not None and value < low) or (high is not None and value > high):
        params |= {"value": value, "low": str(low), "high": str(high)}
        text = "{label}: {value} is not between {low} and {high}."
        return error("options.range", text, (field.name,), **params)
    return None


def _choice_problem(field: dataclasses.Field[Any], value: object, params: Told) -> Problem | None:
    keys = [key for key, _ in field.metadata["choices"]]
    params |= {"choices": ", ".join(map(str, keys))}
    if type(value) is not type(field.default):
        return error("options.type", "{label}: one of {choices}.", (field.name,), **params)
    if value not in keys:
        params |= {"value": str(value)[:LONGEST_FIELD]}
        text = "{label}: “{value}” is none of {choices}."
        return error("options.choice", text, (field.name,), **params)
    return None


def _texts_problem(field: dataclasses.Field[Any], value: object, params: Told) -> Problem | None:
    """The default, or a list of different names, none empty, as many as low and high allow."""
    if not isinstance(value, list | tuple) or not all(isinstance(text, str) for text in value):
        return error("options.type", "{label}: a list of names.", (field.name,), **params)
    if tuple(value) == field.default:
        return None
    low, high = field.metadata["low"], field.metadata["high"]
    params |= {"low": low, "high": high, "given": len(value)}
    folded = {text.strip().casefold() for text in value}
    if not low <= len(value) <= high or len(folded) < len(value) or "" in folded:
        wanted = "{low}" if low == high else "{low} to {high}"
        text = f"{{label}}: {wanted} different names are wanted; {{given}} are given."
        return error("options.count", text, (field.name,), **params)
    return None
