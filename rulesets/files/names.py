"""The reading of a file that names people: each name becomes a person, unknown ones are noted."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from rulesets.engine.game import parse_options
from rulesets.engine.problems import Unusable, as_list, as_text, place
from rulesets.files.reader import STRICT, Reading, Wording, take
from rulesets.files.shapes import (
    ANYTHING,
    TEXT,
    Anything,
    ByName,
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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.game import Game
    from rulesets.engine.problems import At

DIALECT = "https://json-schema.org/draft/2020-12/schema"
LONGEST_NAME = 200
LAST_TABLE = 100_000
FILE = Wording(STRICT.texts, unknown="file.field", longest=LONGEST_NAME)


class Names(Reading):
    """The reading of one score file or turn file.

    `index` are the places of the players' names in the file's list of players, `names` the same
    the other way round. `order` are the roster's sides in the order of the file's, if that
    differs: the file's lists by side, and places of sides, count in the file's.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(FILE)
        self.game = game
        self.index: dict[str, int] = {}
        self.names: list[str] = []
        self.order: tuple[int, ...] = ()
        self.wished: dict[frozenset[int], str] = {}  # two people, and the list they stand in

    def enter(self, name: str, at: At) -> None:
        """Enter the name of the next player of the list."""
        if not name.strip() or len(name) > LONGEST_NAME:
            text = "A name has 1 to {most} characters."
            self.note("player.name", at, text, most=LONGEST_NAME)
        if name in self.index:
            text = "The name {name} is there twice. Tell the two apart."
            self.note("player.duplicate", at, text, name=name[:LONGEST_NAME])
        self.index.setdefault(name, len(self.names))
        self.names.append(name)

    def player(self, value: object, at: At) -> int | None:
        """Return the player of that name; None, and note a problem, if it is nobody's."""
        name = as_text(value, at)
        if name not in self.index:
            text = "{name} is not among the players."
            self.note("player.unknown", at, text, name=name[:LONGEST_NAME])
        return self.index.get(name)

    def players(self, value: object, at: At) -> list[int]:
        """Return the players of a list of names; note and leave out unknown ones."""
        numbers = [
            self.player(name, (*at, number)) for number, name in enumerate(as_list(value, at))
        ]
        return [player for player in numbers if player is not None]


class Chairs(Names):
    """The people at a table in one hand: names are read as chairs, and noted in the whole file."""

    def __init__(self, file: Names, players: Sequence[int | None]) -> None:
        super().__init__(file.game)
        self.problems = file.problems
        self.names = ["" if player is None else file.names[player] for player in players]
        self.index = {name: chair for chair, name in enumerate(self.names) if name}

    def player(self, value: object, at: At) -> int | None:
        """Return the chair of a name; None, and note a problem, if nobody here has it."""
        name = as_text(value, at)
        if name not in self.index:
            text = "{name} does not sit at this table in this hand."
            self.note("report.not_here", at, text, name=name[:LONGEST_NAME])
        return self.index.get(name)


# --- shapes that score files and turn files share -------------------------------------------------


def _enter(name: str, names: Any) -> str:
    names.enter(name, tuple(names.at))
    return name


def _find(name: str, names: Any) -> int | None:
    player: int | None = names.player(name, tuple(names.at))
    return player


def _known(players: list[int | None], names: Any) -> list[int]:
    return [player for player in players if player is not None]


def without_override(value: Any, names: Names, at: At) -> tuple[dict[str, Any], bool]:
    """Return a report without its reason for an override, and whether it has one."""
    report = dict(value if type(value) is dict else take(REPORT, value, names, at))
    reason = report.pop("override", None)
    if reason is not None:
        take(OVERRIDE, reason, names, (*at, "override"))
    return report, reason is not None


NAME = Published(TEXT, {"minLength": 1, "maxLength": LONGEST_NAME})
NAMES = Listing(NAME)
NEW_PLAYER = NAME.then(_enter)
PLAYER = NAME.then(_find)
PLAYERS = Listing(PLAYER).then(_known)
OVERRIDE = Text(1, expected="the reason in words")
REPORT = ByName(ANYTHING)  # read by what is asked


class Options(Shape):
    """The options of a game (and its format), each with its default; a refused one is noted and
    stays."""

    types = (dict,)

    def __init__(self, kind: type) -> None:
        self.kind = kind
        self.fields = dataclasses.fields(kind)

    def read(self, value: Any, reading: Reading) -> Any:
        if not isinstance(value, dict):
            return reading.refuse("type")
        options, problems = parse_options(self.kind, value)
        for problem in problems:
            moved = problem.under(*reading.at)
            if problem.code == "options.type":
                raise Unusable(f"{place(moved.at)}: {problem.message}")
            reading.problems.append(moved)
        return options

    def schema(self) -> Schema:
        return {
            "type": "object",
            "properties": {option.name: _option_schema(option) for option in self.fields},
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
        shape = choice = Choice(tuple(key for key, _ in option.metadata["choices"]))
        if isinstance(default, tuple):
            default, shape = list(default), Published(Listing(choice), {"uniqueItems": True})
        elif low is not None:
            shape = Either((choice, Whole(low, high)))
    elif isinstance(default, tuple):
        default = list(default)
        shape = Either((Listing(NAME, low, high), Constant(default)))
    return {**about, **shape.schema(), "default": default}


def game_shape(game: Game) -> Anything:
    """Return the shape of a game by its slug; a family's own one can be in the file itself."""
    if game.declaration is None:
        return Anything(Constant(game.slug))
    return Anything(Choice((game.slug, dict(game.declaration))))


def edition(game: Game) -> Field:
    """Return the field of a game's edition; the present one if it is left out."""
    return optional(Whole(1, game.edition))


def table_number(value: Any, names: Names) -> int:
    """Return the number of a table; note one that is too low or too high."""
    number: int = Whole().read(value, names)
    if not 1 <= number <= LAST_TABLE:
        text = "Tables are numbered from 1; this one is {table}."
        names.note("table.number", tuple(names.at), text, table=number)
    return number


# --- pairs and teams ------------------------------------------------------------------------------


def _pair(pair: list[int | None], names: Names) -> tuple[int, int] | None:
    players = [player for player in pair if player is not None]
    if len(pair) != 2 or len(set(players)) == 1:
        names.note("pair.size", tuple(names.at), "A pair takes two different names.")
    elif len(players) == 2:
        _refuse_opposites(players, names)
        return players[0], players[1]
    return None


def _refuse_opposites(pair: list[int], names: Names) -> None:
    """Note two who are to be apart and, by another list, together."""
    mine = str(names.at[-2])
    other = names.wished.setdefault(frozenset(pair), mine)
    if mine != other and "apart" in (mine, other):
        first, second = (names.names[player] for player in pair)
        text = "{first} and {second} are also in “{other}”. Remove one of the two wishes."
        names.note("pair.opposite", tuple(names.at), text, first=first, second=second, other=other)


def _pairs(pairs: list[tuple[int, int] | None], names: Names) -> tuple[tuple[int, int], ...]:
    return tuple(pair for pair in pairs if pair is not None)


def _by_member(teams: dict[str, list[int | None]], names: Names) -> dict[int, str]:
    """Return the team of each member; note a name without letters and somebody in two teams."""
    at = tuple(names.at)
    team_of: dict[int, str] = {}
    for team, members in teams.items():
        if not team.strip() or len(team) > LONGEST_NAME:
            text = "A team needs a name of at most {most} characters."
            names.note("team.name", (*at, team), text, most=LONGEST_NAME)
        for number, player in enumerate(members):
            if player is None:
                continue
            if player in team_of:
                text = "{name} is already in team {team}. Everybody can be in only one."
                here = (*at, team, number)
                names.note(
                    "team.double", here, text, name=names.names[player], team=team_of[player]
                )
            team_of.setdefault(player, team)
    return team_of


PAIR = Published(Listing(PLAYER), {"minItems": 2, "maxItems": 2}).then(_pair)
PAIRS = optional(Listing(PAIR).then(_pairs), ())
TEAMS = ByName(Listing(PLAYER)).then(_by_member)
