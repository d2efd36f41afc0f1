"""The fields of the score file of a drive, and its JSON Schema (docs/score-file.md)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from rulesets.engine.game import names_of
from rulesets.files import report_names
from rulesets.files.names import (
    DIALECT,
    LONGEST_NAME,
    NAME,
    NAMES,
    NEW_PLAYER,
    PAIRS,
    PLAYER,
    PLAYERS,
    TEAMS,
    Names,
    Options,
    edition,
    game_shape,
    table_number,
)
from rulesets.files.reader import schema
from rulesets.files.report_names import any_of, field_schema, game_report
from rulesets.files.shapes import (
    ANYTHING,
    TEXT,
    TRUTH,
    Anything,
    ByName,
    Constant,
    Field,
    Listing,
    Maybe,
    Placed,
    Published,
    Record,
    Rule,
    Schema,
    Shape,
    Whole,
    optional,
)
from rulesets.files.table_boards import fields_of_sets, table_shape
from rulesets.formats.cuts import SIDES
from rulesets.formats.deals import set_of
from rulesets.formats.drive import MOST_DEDUCTED
from rulesets.formats.format import Format, option_type_of
from rulesets.formats.pairs import MOST_DIVISIONS

if TYPE_CHECKING:
    from rulesets.engine.fields import Field as Question


T = TypeVar("T")


@dataclass(frozen=True)
class Role(Shape):
    """A role of the game; another one is noted, and stays as it is."""

    roles: tuple[str, ...]

    def read(self, value: Any, reading: Any) -> str:
        role: str = TEXT.read(value, reading)
        if role not in self.roles:
            text = "“{role}” is not a role in this game. The roles are: {roles}."
            excerpt, roles = role[:LONGEST_NAME], ", ".join(self.roles)
            reading.note("player.role", tuple(reading.at), text, role=excerpt, roles=roles)
        return role

    def schema(self) -> Schema:
        return {"enum": list(self.roles)}


def _chair(value: Any, names: Names) -> int | None:
    """Return the player in a chair; None for an empty one."""
    if value is not None:
        player: int | None = PLAYER.read(value, names)
        return player
    text = "This chair is empty, but a table needs {wanted} players."
    names.note("chairs.empty", tuple(names.at), text, wanted=len(SIDES) * 2)
    return None


def by_player(values: dict[str, T], names: Names) -> dict[int, T]:
    """Return values by the names of players as values by player; only sound ones."""
    at = tuple(names.at)
    by_number = {}
    for name, value in values.items():
        player = names.player(name, (*at, name))
        if player is not None and names.is_sound(*at, name):
            by_number[player] = value
    return by_number


LARGEST_SEED = 2**53  # what JSON numbers hold everywhere
MOST_PLAYERS = 10_000
MANY = Rule(
    "players.many",
    "{given} players are too many: an evening has {most} at most.",
    most="most",
    given="given",
)
DIVISION = Whole(1, MOST_DIVISIONS)
DEDUCTION = Record(
    {"player": PLAYER, "points": Whole(-MOST_DEDUCTED, MOST_DEDUCTED), "reason": optional(TEXT, "")}
)


@lru_cache(64)
def hands_shape(game: Format) -> Record:
    width, deals = game.facts.width, game.length.most_deals
    hand = Rule("sub.hand", "There is no hand {hand}; a set has {last}.", hand="value", last="high")
    sub = Record({"hand": Whole(1, deals, rule=hand), "for": PLAYER, "player": PLAYER})
    text = "A table has {wanted} chairs, not {given}."
    count = Rule("chairs.count", text, wanted="low", given="given")
    hands = Rule("hands.count", "A set has {last} hands, not {given}.", last="most", given="given")
    return Record(
        {
            "table": Anything(Whole(1)).then(table_number),
            "chairs": Listing(Anything(NAME).then(_chair), width, width, rule=count),
            "hands": optional(Placed(Listing(ANYTHING, most=deals, rule=hands)), ((), ()), "deals"),
            "cut": optional(Maybe(Published(Listing(PLAYER), schema(NAMES)))),
            "subs": optional(Listing(sub), ()),
            **fields_of_sets(game),
        }
    )


def _shape_of(game: Format) -> Record:
    return hands_shape(game) if game.keeping.apart else table_shape(game)


@lru_cache(64)
def set_shape(game: Format) -> Record:
    text = "There is no set {set}; the sets are 1 to {last}."
    number = Rule("set.number", text, set="value", last="high")
    tables = Listing(Anything(_shape_of(game)), least=1)
    roles = (
        {"roles": optional(Anything(ByName(Role(game.facts.roles.names))), {})}
        if game.facts.roles.names
        else {}
    )
    parted = "divisions" in names_of(option_type_of(game))
    divisions = {"divisions": optional(Anything(ByName(DIVISION)), {})} if parted else {}
    return Record(
        {
            "set": Field(Whole(1, game.length.most, rule=number), others=("round",)),
            "sitting_out": optional(Anything(NAMES), ()),
            **roles,
            **divisions,
            "tables": Field(Anything(tables), absent=[]),
        },
    )


def file_shape(game: Format) -> Record:
    player: dict[str, Any] = {
        "name": NEW_PLAYER,
        **({"role": Role(game.facts.roles.names)} if game.facts.roles.names else {}),
        "late_as_sit_out": optional(TRUTH, default=False),
        "keeps_chair": optional(TRUTH, default=False),
    }
    # Which report the hands of a set hold follows from its number.
    by_number = [
        {
            "if": {"properties": {called: {"const": number}}, "required": [called]},
            "then": {"properties": {"tables": {"items": _hands_schema(number)}}},
        }
        for called in ("set", "round")
        for number in range(1, game.length.most + 1)
    ]
    about = {"allOf": by_number} if game.keeping.apart else {}
    several = Listing(Anything(Published(set_shape(game), about)))
    sets = Placed(Published(several, {"maxItems": game.length.most}))
    return Record(
        {
            "game": game_shape(game.game),
            "edition": edition(game.game),
            "format": optional(Anything(Constant(game.kind.slug))),
            "options": Field(Options(option_type_of(game)), required=False, absent={}),
            "players": Listing(Record(player), most=MOST_PLAYERS, rule=MANY),
            "seed": optional(Whole(-LARGEST_SEED, LARGEST_SEED), 0),
            "present": optional(PLAYERS),
            "apart": PAIRS,
            "together": PAIRS,
            **({"sides": PAIRS} if game.facts.fixed_pairs else {}),
            **({"partners": PAIRS} if "paired" in game.facts.requests else {}),
            "sets": optional(sets, (("sets",), ()), "rounds"),
            "deductions": optional(Listing(DEDUCTION), ()),
            "teams": optional(TEAMS, {}),
        }
    )


# --- schemas --------------------------------------------------------------------------------------


def report_schema(game: Format, stage: int | None = None) -> Schema:
    """Return the schema of one deal's report; of any set, or of one (1-based)."""
    if not game.keeping.apart:
        return report_names.report_schema(game.game)
    if stage is not None:
        name = set_of(game, stage).name
        title = f"{game.game.name}: report of a hand of set {stage}, {name}"
        return {"$schema": DIALECT, "title": title, **_stage(game, stage)}
    return {
        "$schema": DIALECT,
        "title": f"{game.game.name}: report of one hand",
        "anyOf": [{"$ref": f"#/$defs/set-{s}"} for s in range(1, game.length.most + 1)],
        "$defs": _stages(game),
    }


def file_schema(game: Format) -> Schema:
    """Return the schema of a whole score file of this game. It knows shapes and ranges; the sums
    of answers are in the descriptions."""
    title = f"{game.game.name}: score file"
    fields = schema(file_shape(game))
    return {"$schema": DIALECT, "title": title, **fields, "$defs": _defs(game)}


def _hands_schema(stage: int) -> Schema:
    report = {"anyOf": [{"$ref": f"#/$defs/set-{stage}"}, {"type": "null"}]}
    return {"properties": {"hands": {"items": report}, "deals": {"items": report}}}


def _defs(game: Format) -> Schema:
    """Return the schemas of reports: by the questions of each set's hands, or of any deal."""
    return _stages(game) if game.keeping.apart else {"report": game_report(game.game)}


def _stages(game: Format) -> Schema:
    return {f"set-{number}": _stage(game, number) for number in range(1, game.length.most + 1)}


def _stage(game: Format, number: int) -> Schema:
    """Return the schemas of the reports of a set: by the questions of each of its hands."""
    ways = (game.hands.fields(number, hand) for hand in range(1, game.length.most_deals + 1))
    return any_of(ways, lambda field: _question(game, field))


def _question(game: Format, field: Question) -> Schema:
    """Return the schema of a question: as at any table, but of questions for everybody for the
    four in the chairs."""
    schema = field_schema(field, (len(SIDES),) * 2)
    if field.per != "player" or field.kind.name != "count":
        return schema
    number, count = field.kind.schema(field), game.facts.width
    by_name = {"type": "object", "additionalProperties": number, "maxProperties": count}
    listed = {"type": "array", "items": number, "minItems": count, "maxItems": count}
    about = {key: schema[key] for key in ("title", "description")}
    return {**about, "anyOf": [listed, by_name]}
