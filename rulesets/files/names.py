"""Reading a file in which people stand by their names: who they are, and whose name is nobody's."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from rulesets.files.reader import STRICT, Reading, Wording
from rulesets.files.shapes import (
    TEXT,
    Choice,
    Constant,
    Either,
    Field,
    Listing,
    Published,
    Schema,
    Shape,
    Text,
    Truth,
    Whole,
    optional,
)
from rulesets.json_values import Unusable, as_list, as_object, as_text, place
from rulesets.options import parse_options

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from rulesets.game import Game
    from rulesets.problems import At

DIALECT = "https://json-schema.org/draft/2020-12/schema"
LONGEST_NAME = 200
FILE = Wording(STRICT.texts, unknown="file.field", longest=LONGEST_NAME)


class Names(Reading):
    """The reading of one score file or turn file.

    `index` are the places of the players' names in the file's list of players, `names` the same
    the other way round. `order` are the roster's sides in the order of the file's, where that is
    another: what is listed by side, or named by a side's place, counts in the file's.
    """

    def __init__(self, game: Game, roles: Sequence[str] = ()) -> None:
        super().__init__(FILE)
        self.game = game
        self._roles = tuple(roles)
        self.index: dict[str, int] = {}
        self.names: list[str] = []
        self.own_roles: list[str] = []
        self.order: tuple[int, ...] = ()

    def broken(self, *places: At) -> bool:
        """Whether an error has been noted at one of these places or below it."""
        return not all(self.is_sound(*at) for at in places)

    def options(self, top: Mapping[str, Any]) -> Any:
        """The options of a file; what is refused is noted, and stays at its default. Raises
        Unusable for a value of a wrong type."""
        options, problems = parse_options(
            self.game.options, as_object(top.get("options", {}), ("options",))
        )
        for problem in problems:
            moved = problem.under("options")
            if problem.code == "options.type":
                raise Unusable(f"{place(moved.at)}: {problem.message}")
            self.problems.append(moved)
        return options

    def only(self, fields: Mapping[str, Any], known: Collection[str], at: At) -> None:
        """Note every field that is not a known one."""
        for key in fields:
            if key not in known:
                text = "There is no field “{field}” here."
                self.note("file.field", (*at, key), text, field=key[:LONGEST_NAME])

    def either(self, fields: Mapping[str, Any], names: Sequence[str], at: At = ()) -> str:
        """Which of several names of one field is used; notes it where another one is too."""
        given = [name for name in names if name in fields]
        for other in given[1:]:
            text = "“{field}” and “{other}” mean the same; only one of them is read."
            self.note("file.field", (*at, other), text, field=given[0], other=other)
        return given[0] if given else names[0]

    def enter(self, name: str, at: At) -> None:
        """Take in the name of the next player of the list."""
        if not name.strip() or len(name) > LONGEST_NAME:
            text = "A name has 1 to {most} letters."
            self.note("player.name", at, text, most=LONGEST_NAME)
        if name in self.index:
            text = "The name {name} stands twice; tell the two apart."
            self.note("player.duplicate", at, text, name=name[:LONGEST_NAME])
        self.index.setdefault(name, len(self.names))
        self.names.append(name)

    def add(self, name: str, role: str, at: At) -> None:
        """Take in the next player of the list, with a role."""
        self.enter(name, (*at, "name"))
        self.known_role(role, (*at, "role"))
        self.own_roles.append(role)

    def known_role(self, role: str, at: At) -> bool:
        """Whether the game has that role; notes it if not."""
        if role in self._roles:
            return True
        text = "“{role}” is no role of this game; it has: {roles}."
        roles = ", ".join(self._roles)
        self.note("player.role", at, text, role=role[:LONGEST_NAME], roles=roles)
        return False

    def player(self, value: object, at: At) -> int | None:
        """The player of that name; None, and a problem noted, if it is nobody's."""
        name = as_text(value, at)
        if name not in self.index:
            text = "{name} is not among the players."
            self.note("player.unknown", at, text, name=name[:LONGEST_NAME])
        return self.index.get(name)

    def players(self, value: object, at: At) -> list[int]:
        """The players of a list of names; unknown ones are noted and left out."""
        found = [self.player(name, (*at, number)) for number, name in enumerate(as_list(value, at))]
        return [player for player in found if player is not None]

    def roles(self, value: object, at: At) -> dict[int, str]:
        """An object of name -> role."""
        roles = {}
        for name, given in as_object(value, at).items():
            player = self.player(name, (*at, name))
            role = as_text(given, (*at, name))
            if self.known_role(role, (*at, name)) and player is not None:
                roles[player] = role
        return roles

    def pairs(self, value: object, at: At) -> tuple[tuple[int, int], ...]:
        """A list of pairs of names."""
        pairs = []
        for number, entry in enumerate(as_list(value, at)):
            pair = self.players(entry, (*at, number))
            if len(as_list(entry, (*at, number))) != 2 or len(set(pair)) == 1:
                self.note("pair.size", (*at, number), "Two different names make a pair.")
            elif len(pair) == 2:
                pairs.append((pair[0], pair[1]))
        return tuple(pairs)


# --- shapes that score files and turn files share -------------------------------------------------


def _enter(name: str, names: Any) -> str:
    names.enter(name, tuple(names.at))
    return name


def _find(name: str, names: Any) -> int | None:
    found: int | None = names.player(name, tuple(names.at))
    return found


NAME = Published(TEXT, {"minLength": 1, "maxLength": LONGEST_NAME})
NAMES = Listing(NAME)
NEW_PLAYER = NAME.then(_enter)
PLAYER = NAME.then(_find)
OVERRIDE = Text(1, wanted="the reason in words")


class Options(Shape):
    """The options of a game, each with its default; what is refused is noted and stays there."""

    types = (dict,)

    def __init__(self, game: Game) -> None:
        self.game = game
        self.fields = dataclasses.fields(game.options)

    def read(self, value: Any, reading: Reading) -> Any:
        if not isinstance(value, dict):
            return reading.refuse("type")
        options, problems = parse_options(self.game.options, value)
        for problem in problems:
            moved = problem.under(*reading.at)
            if problem.code == "options.type":
                raise Unusable(f"{place(moved.at)}: {problem.message}")
            reading.problems.append(moved)
        return options

    def schema(self) -> Schema:
        return {
            "type": "object",
            "properties": {one.name: _option_schema(one) for one in self.fields},
            "required": [],
            "additionalProperties": False,
        }


def _option_schema(option: dataclasses.Field[Any]) -> Schema:
    about = {"title": option.metadata["label"], "description": option.metadata["help"]}
    low, high, default = option.metadata["low"], option.metadata["high"], option.default
    shape: Shape = Whole(low, high)
    if isinstance(default, bool):
        shape = Truth()
    elif option.metadata["choices"]:
        shape = Choice(tuple(key for key, _ in option.metadata["choices"]))
    elif isinstance(default, tuple):
        default = list(default)
        shape = Either((Listing(NAME, low, high), Constant(default)))
    return {**about, **shape.schema(), "default": default}


def edition(game: Game) -> Field:
    """The edition of a game; the present one where it is left out."""
    return optional(Whole(1, game.edition))
