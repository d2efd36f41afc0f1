"""JSON Schema (2020-12) of the reports and score files of a drive, with names.

A schema knows shapes and ranges. What answers must add up to stands in the descriptions; `check`
judges it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.answers import NUMBER
from rulesets.answers.kind import NAME, NAMES
from rulesets.files.board_schema import DIALECT, EDITION, any_of, field_schema, options_schema
from rulesets.formats.drives import SIDES

if TYPE_CHECKING:
    from rulesets.fields import Field
    from rulesets.formats.drives import DriveFormat


def report_schema(game: DriveFormat, stage: int | None = None) -> dict[str, Any]:
    """The schema of one hand's report; of any set, or of one (1-based)."""
    if stage is not None:
        title = f"{game.game.name}: report of a hand of set {stage}, {game.set(stage).name}"
        return {"$schema": DIALECT, "title": title, **_stage(game, stage)}
    return {
        "$schema": DIALECT,
        "title": f"{game.game.name}: report of one hand",
        "anyOf": [{"$ref": f"#/$defs/set-{s}"} for s in range(1, game.seatings + 1)],
        "$defs": _stages(game),
    }


def file_schema(game: DriveFormat) -> dict[str, Any]:
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
    sets = {"type": "array", "items": _set(game), "maxItems": game.seatings}
    schema = _object(
        {
            "game": {"const": game.game.slug},
            "edition": EDITION | {"maximum": game.game.edition},
            "format": {"const": game.slug},
            "options": options_schema(game.game),
            "players": {"type": "array", "items": player},
            "seed": {"type": "integer"},
            "present": NAMES,
            "apart": pairs,
            "together": pairs,
            "sets": sets,
            "rounds": sets,
        },
        ["game", "players"],
    )
    title = f"{game.game.name}: score file"
    return {"$schema": DIALECT, "title": title, **schema, "$defs": _stages(game)}


def _set(game: DriveFormat) -> dict[str, Any]:
    """A set; which report its hands hold follows from its number."""
    by_number = [
        {
            "if": {"properties": {called: {"const": number}}, "required": [called]},
            "then": {"properties": {"tables": {"items": _hands(number)}}},
        }
        for called in ("set", "round")
        for number in range(1, game.seatings + 1)
    ]
    fields = {
        "set": {"type": "integer", "minimum": 1, "maximum": game.seatings},
        "round": {"type": "integer", "minimum": 1, "maximum": game.seatings},
        "sitting_out": NAMES,
        "roles": {"type": "object", "additionalProperties": {"enum": list(game.roles)}},
        "tables": {"type": "array", "minItems": 1, "items": _table(game)},
    }
    return {**_object(fields, ["tables"]), "allOf": by_number}


def _table(game: DriveFormat) -> dict[str, Any]:
    seats = game.width
    sub = _object(
        {
            "hand": {"type": "integer", "minimum": 1, "maximum": game.deals},
            "for": NAME,
            "player": NAME,
        },
        ["hand", "for", "player"],
    )
    fields = {
        "table": {"type": "integer", "minimum": 1},
        "chairs": {**NAMES, "minItems": seats, "maxItems": seats},
        "hands": {"type": "array", "maxItems": game.deals},
        "deals": {"type": "array", "maxItems": game.deals},
        "cut": {"anyOf": [NAMES, {"type": "null"}]},
        "subs": {"type": "array", "items": sub},
    }
    return _object(fields, ["table", "chairs"])


def _hands(stage: int) -> dict[str, Any]:
    report = {"anyOf": [{"$ref": f"#/$defs/set-{stage}"}, {"type": "null"}]}
    return {"properties": {"hands": {"items": report}, "deals": {"items": report}}}


def _stages(game: DriveFormat) -> dict[str, Any]:
    return {f"set-{number}": _stage(game, number) for number in range(1, game.seatings + 1)}


def _stage(game: DriveFormat, number: int) -> dict[str, Any]:
    """The reports of a set: as each of its hands is asked."""
    ways = (game.fields(number, hand) for hand in range(1, game.deals + 1))
    return any_of(ways, lambda field: _field(game, field))


def _field(game: DriveFormat, field: Field) -> dict[str, Any]:
    """As at any table; but what is asked of everybody is for the four in the chairs."""
    schema = field_schema(field, (len(SIDES),) * 2)
    if field.per != "player" or field.kind is not NUMBER:
        return schema
    one, count = field.kind.schema(field), game.width
    by_name = {"type": "object", "additionalProperties": one, "maxProperties": count}
    listed = {"type": "array", "items": one, "minItems": count, "maxItems": count}
    about = {key: schema[key] for key in ("title", "description")}
    return {**about, "anyOf": [listed, by_name]}


def _object(fields: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": required,
        "additionalProperties": False,
    }
