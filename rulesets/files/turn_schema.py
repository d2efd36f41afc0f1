"""JSON Schema (2020-12) of a game's turn file.

A schema knows shapes and ranges; whether a turn was legal is for `judge` to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.answers.kind import NAME, NAMES
from rulesets.equipment.cards import RANKS
from rulesets.files.board_schema import DIALECT, EDITION, Schema, options_schema
from rulesets.files.turn_file import BESIDE, CARDS, CLAIM, MOST
from rulesets.referee.position import DIRECTIONS

if TYPE_CHECKING:
    from rulesets.game import Game
    from rulesets.referee import Referee

COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": MOST}
CARD: Schema = {"type": "string", "description": "A card, with its call: QS, JK, 8R=S, JK=7H."}
HAND: Schema = {
    "anyOf": [
        {"type": "array", "items": CARD, "maxItems": MOST},
        {"type": "string", "description": "Cards with spaces between them."},
    ]
}
SOME: Schema = {"anyOf": [{**HAND["anyOf"][0], "minItems": 1}, {"type": "string", "minLength": 1}]}
BY_NAME: Schema = {"type": "object", "additionalProperties": COUNT}


def turn_schema(game: Game, referee: Referee) -> Schema:
    """The schema of a whole turn file of a game that has a referee."""
    low, high = game.plays.players
    turns = [_turn(referee)] + [_round()] * referee.has_rounds
    fields: Schema = {
        "game": {"const": game.slug},
        "edition": EDITION | {"maximum": game.edition},
        "options": options_schema(game),
        "players": {**NAMES, "minItems": low, "maxItems": high},
        "start": _start(),
        "turns": {"type": "array", "items": turns[0] if len(turns) == 1 else {"anyOf": turns}},
    }
    title = f"{game.name}: turn file"
    return {"$schema": DIALECT, "title": title, **_object(fields, ["game", "players"])}


def _start() -> Schema:
    """How the game stood."""
    amounts = {"anyOf": [COUNT, BY_NAME]}
    return _object(
        {
            "first": NAME,
            "direction": {"enum": list(DIRECTIONS.values())},
            "top": _or_null(CARD),
            "pile": _or_null(COUNT),
            "stock": _or_null(COUNT),
            "due": _or_null(amounts),
            "skips": _or_null(BY_NAME),
            "hands": {"type": "object", "additionalProperties": {"anyOf": [COUNT, *HAND["anyOf"]]}},
            "trump": _or_null({"type": "string"}),
            "tricks": _or_null(amounts),
            "of": _or_null(COUNT),
        },
        [],
    )


def _turn(referee: Referee) -> Schema:
    """One turn with its steps."""
    steps = [_step(verb, referee) for verb in referee.verbs]
    fields: Schema = {
        "player": NAME,
        "steps": {"type": "array", "items": {"anyOf": steps}},
        "left": COUNT,
        "done": {"type": "boolean"},
        "override": _or_null({"type": "string", "minLength": 1}),
    }
    if referee.has_then:
        fields["then"] = NAME
    return _object(fields, ["player", "steps"])


def _round() -> Schema:
    return _object({"round": NAME, "common": HAND}, ["round"])


def _step(verb: str, referee: Referee) -> Schema:
    """A step of one verb, with what may stand beside it."""
    amount = {"type": "integer", "minimum": 1, "maximum": MOST}
    shapes: dict[str, Any] = {
        **dict.fromkeys(CARDS, SOME),
        "draw": {"anyOf": [amount, *SOME["anyOf"]]},
        "pass": {"const": True},
        "act": {"type": "string"},
    }
    fields = {verb: shapes[verb], **dict.fromkeys(BESIDE.get(verb, ()), NAME)}
    if verb == "play" and referee.has_claims:
        fields[CLAIM] = {"enum": list(RANKS)}
    return _object(fields, [verb])


def _or_null(shape: Schema) -> Schema:
    return {"anyOf": [shape, {"type": "null"}]}


def _object(fields: Schema, required: list[str]) -> Schema:
    return {
        "type": "object",
        "properties": fields,
        "required": required,
        "additionalProperties": False,
    }
