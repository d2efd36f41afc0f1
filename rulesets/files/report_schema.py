"""JSON Schema (2020-12) of reports as score files hold them, with names.

A schema knows shapes and ranges; what fits together is for `check` to judge.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from rulesets.engine.answers.kind import NAME
from rulesets.engine.roster import Setup
from rulesets.engine.rounds import Rounds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rulesets.engine.fields import Field
    from rulesets.engine.game import Game
    from rulesets.engine.plays import Plays

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]
NOBODY = tuple(f"Player {number}" for number in range(1, 121))
LONGEST_TABLE = 14
EDITION: Schema = {"type": "integer", "minimum": 1}  # of the game; the present one if left out
REASON = "Why the scorekeeper lets a report stand that breaks a rule."


def report_schema(game: Game) -> Schema:
    """The schema of one report: of a round, or of a couple where a round has one of each."""
    of = "one couple's report" if game.plays.rows == "couple" else "report of one round"
    return {"$schema": DIALECT, "title": f"{game.name}: {of}", **game_report(game)}


def game_report(game: Game) -> Schema:
    """A report: as every round is asked, or one shape for each way in which rounds differ."""
    sides = sides_of(game.plays)
    return any_of(_ways(game), lambda field: field_schema(field, sides))


def any_of(ways: Iterable[Sequence[Field]], one: Callable[[Field], Schema]) -> Schema:
    """A report that is asked in one of these ways; `one` describes a field."""
    shapes: list[Schema] = []
    for fields in ways:
        shapes += [shape for shape in shapes_of(fields, one) if shape not in shapes]
    return shapes[0] if len(shapes) == 1 else {"anyOf": shapes}


def _ways(game: Game) -> list[tuple[Field, ...]]:
    """What rounds are asked for, each way once: by options, numbers of players and rounds."""
    plays = game.plays
    low, high = plays.players
    counts = plays.seats or range(low, min(high, LONGEST_TABLE) + 1)
    several = isinstance(plays, Rounds)
    found: list[tuple[Field, ...]] = []
    for options in _agreements(game):
        for count in counts if several else counts[:1]:
            setup = Setup(plays.roster(NOBODY[:count], options=options), options)
            if plays.seated(setup):
                continue
            for number in range((plays.rounds_in_all(setup) or 1) if several else 1):
                asked = plays.fields(plays.start(dataclasses.replace(setup, played=number)).state)
                if asked not in found:
                    found.append(asked)
    return found


def _agreements(game: Game) -> Iterator[Any]:
    """The usual options, and each of the others by itself."""
    usual = game.options()
    yield usual
    for option in dataclasses.fields(game.options):
        others: tuple[Any, ...] = tuple(key for key, _ in option.metadata["choices"])
        if isinstance(option.default, bool):
            others = (not option.default,)
        elif isinstance(option.default, int) and not others:
            others = (option.metadata["low"], option.metadata["high"])
        for other in others:
            if other != option.default:
                yield dataclasses.replace(usual, **{option.name: other})


def shapes_of(fields: Sequence[Field], one: Callable[[Field], Schema]) -> list[Schema]:
    """One shape for each value of the field that decides what else is asked; `one` describes a
    field."""
    deciders = {field.when[0] for field in fields if field.when is not None}
    if not deciders:
        return [_shape(fields, one)]
    decider = next(field for field in fields if field.key in deciders)
    shapes = []
    for key, words in decider.kind.values(decider):
        asked = [field for field in fields if field.when is None or key in field.when[1]]
        shape = _shape(asked, one)
        shape["properties"][decider.key] = {"const": key, "title": words.text}
        if key is True:
            shape["required"] = [*shape["required"], decider.key]
        shapes.append(shape)
    return shapes


def _shape(fields: Sequence[Field], one: Callable[[Field], Schema]) -> Schema:
    properties = {field.key: one(field) for field in fields}
    properties["override"] = {"type": "string", "minLength": 1, "description": REASON}
    return _object(properties, [field.key for field in fields if field.required])


def sides_of(plays: Plays) -> tuple[int, int]:
    """The fewest sides that there can be, and the most."""
    low, high = plays.players
    counts = plays.seats or range(low, min(high, LONGEST_TABLE) + 1)
    found = [len(plays.roster(NOBODY[:count]).sides) for count in counts]
    return min(found), max(found)


def field_schema(field: Field, sides: tuple[int, int]) -> Schema:
    """One field of a report; what answers add up to stands in words. `sides` are the fewest and
    the most that can answer."""
    told = field.help.text
    if field.total is not None:
        told += f" They add up to {field.total}."
    about: Schema = {"title": field.label.text, "description": told}
    one = field.kind.schema(field)
    if field.parts:
        one = {"anyOf": [one, parts_schema(field.parts, sides)]}
    shape = one
    if field.per != "table":
        by_name = {"type": "object", "additionalProperties": _or_null(one)}
        listed: Schema = {"type": "array", "items": _or_null(one)}
        if field.per == "side":
            by_name["additionalProperties"], listed["items"] = one, one
            listed |= {"minItems": sides[0], "maxItems": sides[1]}
        shape = {"anyOf": [by_name, listed]}
    return {**about, **(shape if field.required else _or_null(shape))}


def parts_schema(fields: Sequence[Field], sides: tuple[int, int]) -> Schema:
    """An object of some fields."""
    required = [field.key for field in fields if field.required]
    return _object({field.key: field_schema(field, sides) for field in fields}, required)


def deals_schema() -> Schema:
    """The last deals, in every way in which a file may say them."""
    deal = _object({"space": _or_null(NAME), "player": NAME}, ["player"])
    short = {"type": "object", "additionalProperties": NAME, "minProperties": 1, "maxProperties": 1}
    pair = {"type": "array", "items": NAME, "minItems": 2, "maxItems": 2}
    listed = {"type": "array", "items": {"anyOf": [deal, short, pair, NAME]}}
    return {"anyOf": [listed, {"type": "object", "additionalProperties": NAME}]}


def _or_null(shape: Schema) -> Schema:
    return {"anyOf": [shape, {"type": "null"}]}


def _object(fields: Schema, required: list[str]) -> Schema:
    return {
        "type": "object",
        "properties": fields,
        "required": required,
        "additionalProperties": False,
    }
