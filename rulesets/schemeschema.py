"""JSON Schema (2020-12) of the reports and score files of games with a memory, with names.

A schema knows shapes and ranges; what fits together is for `check` to judge.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from rulesets.replay import scheme_of
from rulesets.schema import DIALECT, NAME, NAMES
from rulesets.scheme import AWAY
from rulesets.schemefile import FIRST_DEALER, PRESENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.game import Game
    from rulesets.scheme import Field

Schema = dict[str, Any]
CARD = {"type": "string", "minLength": 2, "maxLength": 8}
ROW = {"anyOf": [{"type": "array", "items": CARD}, {"type": "string"}]}
REASON = "Why the scorekeeper lets a report stand that breaks a rule."


def report_schema(game: Game) -> Schema:
    """The schema of one report: of a round, or of a couple where a round has one of each."""
    of = "one couple's report" if scheme_of(game).rows == "couple" else "report of one round"
    return {"$schema": DIALECT, "title": f"{game.name}: {of}", **_report(game)}


def file_schema(game: Game) -> Schema:
    """The schema of a whole score file."""
    scheme = scheme_of(game)
    low, high = scheme.players
    fields: Schema = {"game": {"const": game.slug}, "options": _options(game)}
    if scheme.teams:
        teams = {"type": "object", "additionalProperties": NAMES}
        fields["teams"] = {**teams, "minProperties": 2, "maxProperties": 2}
    else:
        fields["players"] = {**NAMES, "minItems": low, "maxItems": high}
    if FIRST_DEALER[scheme.dealers]:
        fields[FIRST_DEALER[scheme.dealers]] = _or_null(NAME)
    one: Schema = {"$ref": "#/$defs/report"}
    if scheme.rows == "couple":
        away = _parts((AWAY,))
        one = {"type": "array", "items": {"anyOf": [one, away, {"type": "null"}]}}
        fields[PRESENT] = _or_null(NAMES)
    fields["rounds"] = {"type": "array", "items": one}
    if scheme.final is not None:
        fields[scheme.final.key] = _or_null(_deals())
    required = ["game", "teams" if scheme.teams else "players"]
    title = f"{game.name}: score file"
    return {
        "$schema": DIALECT,
        "title": title,
        **_object(fields, required),
        "$defs": {"report": _report(game)},
    }


def _report(game: Game) -> Schema:
    """A report; one shape for each value of the field that decides what else is asked."""
    fields = scheme_of(game).fields(game.options())
    deciders = {field.when[0] for field in fields if field.when is not None}
    if not deciders:
        return _shape(fields)
    decider = next(field for field in fields if field.key in deciders)
    shapes = []
    for key, words in decider.choices:
        asked = [field for field in fields if field.when is None or key in field.when[1]]
        shape = _shape(asked)
        shape["properties"][decider.key] = {"const": key, "title": words}
        shapes.append(shape)
    return {"anyOf": shapes}


def _shape(fields: Sequence[Field]) -> Schema:
    properties = {field.key: _field(field) for field in fields}
    properties["override"] = {"type": "string", "minLength": 1, "description": REASON}
    return _object(properties, [field.key for field in fields if field.required])


def _field(field: Field) -> Schema:
    about: Schema = {"title": field.label, "description": field.help}
    one = _one(field)
    if field.per == "player":
        by_name = {"type": "object", "additionalProperties": _or_null(one)}
        shape: Schema = {"anyOf": [by_name, {"type": "array", "items": _or_null(one)}]}
    elif field.per == "couple":
        bounds = {"minItems": 2, "maxItems": 2}
        by_name = {"type": "object", "additionalProperties": one}
        shape = {"anyOf": [by_name, {"type": "array", "items": one, **bounds}]}
    else:
        shape = one
    return {**about, **(shape if field.required else _or_null(shape))}


def _one(field: Field) -> Schema:
    if field.kind == "count":
        return {"type": "integer", "minimum": field.low, "maximum": field.high}
    if field.kind == "choice":
        chosen: Schema = {"enum": [key for key, _ in field.choices]}
        return {"anyOf": [chosen, _parts(field.parts)]} if field.parts else chosen
    if field.kind == "player":
        return NAME
    if field.kind == "players":
        return {"anyOf": [NAME, {**NAMES, "minItems": 1}]}
    if field.kind == "claims":
        labels = ", ".join(f"{key} ({words})" for key, words in field.choices)
        return {
            "type": "object",
            "additionalProperties": NAME,
            "$comment": f"With the options' defaults: {labels}.",
        }
    if not field.rows:
        return ROW
    return {"type": "array", "items": ROW, "minItems": field.rows, "maxItems": field.rows}


def _parts(fields: Sequence[Field]) -> Schema:
    required = [field.key for field in fields if field.required]
    return _object({field.key: _field(field) for field in fields}, required)


def _deals() -> Schema:
    deal = _object({"space": _or_null(NAME), "player": NAME}, ["player"])
    short = {"type": "object", "additionalProperties": NAME, "minProperties": 1, "maxProperties": 1}
    pair = {"type": "array", "items": NAME, "minItems": 2, "maxItems": 2}
    listed = {"type": "array", "items": {"anyOf": [deal, short, pair, NAME]}}
    return {"anyOf": [listed, {"type": "object", "additionalProperties": NAME}]}


def _options(game: Game) -> Schema:
    fields = {}
    for option in dataclasses.fields(game.options):
        about = {"title": option.metadata["label"], "description": option.metadata["help"]}
        low, high = option.metadata["low"], option.metadata["high"]
        default: Any = option.default
        if isinstance(default, bool):
            kind: Schema = {"type": "boolean"}
        elif isinstance(default, int):
            kind = {"type": "integer", "minimum": low, "maximum": high}
        elif isinstance(default, str):
            kind = {"enum": [key for key, _ in option.metadata["choices"]]}
        else:
            default = list(default)
            chosen = {**NAMES, "minItems": low, "maxItems": high}
            kind = {"anyOf": [chosen, {"const": default}]}
        fields[option.name] = {**about, **kind, "default": default}
    return _object(fields, [])


def _or_null(shape: Schema) -> Schema:
    return {"anyOf": [shape, {"type": "null"}]}


def _object(fields: Schema, required: list[str]) -> Schema:
    return {
        "type": "object",
        "properties": fields,
        "required": required,
        "additionalProperties": False,
    }
