"""JSON Schema (2020-12) of a game's reports and of a score file, from the game's declaration.

A schema knows shapes and ranges. What answers must add up to stands in the descriptions; `check`
judges it.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesets.game import Game, Question

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NAME = {"type": "string", "minLength": 1, "maxLength": 200}
NAMES = {"type": "array", "items": NAME}


def report_schema(game: Game, stage: int | None = None) -> dict[str, Any]:
    """The schema of one hand's report; of any set, or of one (1-based)."""
    if stage is not None:
        title = f"{game.name}: report of a hand of set {stage}, {game.stage(stage).name}"
        return {"$schema": DIALECT, "title": title, **_stage(game, stage)}
    return {
        "$schema": DIALECT,
        "title": f"{game.name}: report of one hand",
        "anyOf": [{"$ref": f"#/$defs/set-{s.number}"} for s in game.stages],
        "$defs": _stages(game),
    }


def file_schema(game: Game) -> dict[str, Any]:
    """The schema of a whole score file of this game."""
    player = _object(
        {
            "name": NAME,
            "role": {"enum": list(game.roles)},
            "late_as_sit_out": {"type": "boolean"},
            "keeps_chair": {"type": "boolean"},
        },
        ["name", "role"],
    )
    pairs = {"type": "array", "items": {**NAMES, "minItems": 2, "maxItems": 2}}
    schema = _object(
        {
            "game": {"const": game.slug},
            "options": _options(game),
            "players": {"type": "array", "items": player},
            "seed": {"type": "integer"},
            "present": NAMES,
            "apart": pairs,
            "together": pairs,
            "sets": {"type": "array", "items": _set(game), "maxItems": len(game.stages)},
        },
        ["game", "players"],
    )
    title = f"{game.name}: score file"
    return {"$schema": DIALECT, "title": title, **schema, "$defs": _stages(game)}


def _set(game: Game) -> dict[str, Any]:
    """A set; which report its hands hold follows from its number."""
    by_number = [
        {
            "if": {"properties": {"set": {"const": stage.number}}, "required": ["set"]},
            "then": {"properties": {"tables": {"items": _hands(stage.number)}}},
        }
        for stage in game.stages
    ]
    fields = {
        "set": {"type": "integer", "minimum": 1, "maximum": len(game.stages)},
        "sitting_out": NAMES,
        "roles": {"type": "object", "additionalProperties": {"enum": list(game.roles)}},
        "tables": {"type": "array", "minItems": 1, "items": _table(game)},
    }
    return {**_object(fields, ["set", "tables"]), "allOf": by_number}


def _table(game: Game) -> dict[str, Any]:
    seats = game.players_per_table
    sub = _object(
        {
            "hand": {"type": "integer", "minimum": 1, "maximum": game.hands_per_stage},
            "for": NAME,
            "player": NAME,
        },
        ["hand", "for", "player"],
    )
    fields = {
        "table": {"type": "integer", "minimum": 1},
        "chairs": {**NAMES, "minItems": seats, "maxItems": seats},
        "hands": {"type": "array", "maxItems": game.hands_per_stage},
        "cut": {"anyOf": [NAMES, {"type": "null"}]},
        "subs": {"type": "array", "items": sub},
    }
    return _object(fields, ["table", "chairs"])


def _hands(stage: int) -> dict[str, Any]:
    report = {"anyOf": [{"$ref": f"#/$defs/set-{stage}"}, {"type": "null"}]}
    return {"properties": {"hands": {"items": report}}}


def _stages(game: Game) -> dict[str, Any]:
    return {f"set-{stage.number}": _stage(game, stage.number) for stage in game.stages}


def _stage(game: Game, stage: int) -> dict[str, Any]:
    questions = game.questions(stage)
    fields = {question.key: _question(game, question) for question in questions}
    reason = "Why the scorekeeper lets a report stand that breaks a rule."
    fields["override"] = {"type": "string", "minLength": 1, "description": reason}
    return _object(fields, [question.key for question in questions if question.required])


def _question(game: Game, question: Question) -> dict[str, Any]:
    count = game.answers(question)
    number = {"type": "integer", "minimum": question.low, "maximum": question.high}
    text = question.help
    if question.total is not None:
        text += f" They add up to {question.total}."
    listed = {"type": "array", "items": number, "minItems": count, "maxItems": count}
    if question.per != "player":
        return {"title": question.label, "description": text, **listed}
    by_name = {"type": "object", "additionalProperties": number, "maxProperties": count}
    return {"title": question.label, "description": text, "anyOf": [listed, by_name]}


def _options(game: Game) -> dict[str, Any]:
    fields = {}
    for option in dataclasses.fields(game.options):
        about = {"title": option.metadata["label"], "description": option.metadata["help"]}
        kind: dict[str, Any] = {"type": "boolean"}
        if not isinstance(option.default, bool):
            kind = {"type": "integer"}
            low, high = option.metadata["low"], option.metadata["high"]
            kind |= {"minimum": low} if low is not None else {}
            kind |= {"maximum": high} if high is not None else {}
        fields[option.name] = {**about, **kind, "default": option.default}
    return _object(fields, [])


def _object(fields: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": required,
        "additionalProperties": False,
    }
