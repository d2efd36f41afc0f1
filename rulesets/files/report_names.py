"""Translation of reports with names, as in a score file, into reports with places in the roster;
and their JSON Schema."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulesets.cards.picker import count
from rulesets.engine.answers.kind import NAME
from rulesets.engine.problems import Problem, as_int, as_list, as_object, as_text, is_int
from rulesets.engine.roster import Setup
from rulesets.engine.rounds import Rounds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rulesets.engine.fields import Field
    from rulesets.engine.game import Game
    from rulesets.engine.plays import Plays
    from rulesets.engine.problems import At
    from rulesets.engine.roster import Roster
    from rulesets.files.names import Names


MOST_CARDS = 500  # cards in one round: far above any deck


class Translation:
    """One report on its way from names to places.

    It maps places in the report back to names in the file, and has the answers that name nobody.
    Raises Unusable for values of a wrong type.
    """

    def __init__(self, reader: Names, plays: Plays, roster: Roster, options: Any) -> None:
        self._order = reader.order or tuple(range(len(roster.sides)))
        self._reader = reader
        self._plays = plays
        self._roster = roster
        self._options = options
        self._back: dict[At, str | int] = {}
        self.nobody: set[At] = set()
        self._told: dict[At, list[str]] = {}  # cards, by the question that they answer

    def report(self, fields: Sequence[Field], value: object, at: At, here: At = ()) -> Any:
        """Translate a report's fields; `at` is its place in the file, `here` in the positional
        report."""
        answers = as_object(value, at)
        by_key = {field.key: field for field in fields}
        read: dict[str, Any] = {key: rest for key, rest in answers.items() if key not in by_key}
        for key, field in by_key.items():  # in declared order: a couple comes before its counts
            if key not in answers:
                continue
            answer = answers[key]
            if answer is not None:
                answer = self._answer(field, answer, read, (*at, key), (*here, key))
            read[key] = answer
        return read

    def deals(self, value: object, at: At, place: At) -> list[Any]:
        """Translate a list of deals: {"space": .., "player": ..}, [space, player], {space:
        player} or just a name; or one object of spaces and players, in its order. `at` is its
        place in the file, `place` in the positional report."""
        listed = value
        if isinstance(value, dict):
            listed = [{space: player} for space, player in value.items()]
        read = []
        for number, entry in enumerate(as_list(listed, at)):
            here = (*at, number)
            space, player, where = _deal(entry, here)
            dealt_to = self.player(player, where, (*place, number, "player"))
            key = None if space is None else self._plays.space_key(self._options, space) or space
            read.append({"space": key, "player": dealt_to})
        return read

    def place(self, problem: Problem) -> At:
        """Return the place in the file's report of a problem of the positional report."""
        at = problem.at
        return tuple(self._back.get(at[: n + 1], step) for n, step in enumerate(at))

    def spurious(self, problem: Problem) -> bool:
        """Return whether something is missing only because its name was misread."""
        starts = (problem.at[: len(at)] == at for at in self.nobody)
        return problem.code.endswith(".missing") and any(starts)

    # --- what kinds of answers ask for ------------------------------------------------------------

    def player(self, value: object, at: At, here: At) -> int | None:
        """Return the place of a name; None, and note it, if it is nobody's."""
        player = self._reader.player(value, at)
        if player is None:
            self.misread(here)
        return player

    def side(self, value: object, at: At, here: At) -> int | None:
        """Return the place of a side, from its place, its name or one of its players."""
        if is_int(value):
            position = as_int(value, at)
            return self._order[position] if 0 <= position < len(self._order) else position
        text = as_text(value, at)
        if text in self._roster.side_names:
            return self._roster.side_names.index(text)
        player = self.player(text, at, here)
        return None if player is None else self._roster.side_of(player)

    def space(self, text: str) -> str:
        """Return the key of a space that is claimed, from people's name of it."""
        return self._plays.space_key(self._options, text, claimed=True) or text

    def counted(self, field: Field, value: object, at: At, here: At) -> float | None:
        """Return the worth of the cards of an answer that is a number, with all cards for the
        same question from one deck; None, and note it, if they cannot be counted."""
        counter = field.counter
        texts = value.split() if isinstance(value, str) else [
            as_text(card, (*at, n)) for n, card in enumerate(as_list(value, at))
        ]  # fmt: skip
        if counter is None or (not texts and field.low <= 0):
            return 0
        earlier = self._told.setdefault(here if field.per == "table" else here[:-1], [])
        worth = count(counter, texts)
        whole = worth
        if not worth.problems:
            whole = count(replace(counter, most=MOST_CARDS), earlier + texts)
        problems = worth.problems or whole.problems
        if not problems and worth.value is not None:
            earlier += texts
            return worth.value
        for problem in problems:
            self._reader.problems.append(Problem(problem.code, "error", problem.words, at))
        self.misread(here)
        return None

    def misread(self, here: At) -> None:
        """Note that the answer at this place of the report names nobody."""
        self.nobody.add(here)

    def claimed_twice(self, text: str, at: At, here: At) -> None:
        """Note that two names of one space are claimed."""
        self._reader.note("claims.twice", at, "{space} is claimed twice.", space=text)
        self.misread(here)

    def points_to(self, here: At, step: str) -> None:
        """Note the name in the file of a step of a place of the report."""
        self._back[here] = step

    # --- lists ------------------------------------------------------------------------------------

    def _answer(self, field: Field, answer: Any, read: Any, at: At, here: At) -> Any:
        if field.per == "table":
            return self._read_answer(field, answer, at, here)
        named = read.get("couple")  # who they are; anything else was noted already
        couple = [(player,) for player in named] if isinstance(named, list | tuple) else []
        if not isinstance(answer, dict):
            listed = as_list(answer, at)
            if field.per == "side" and not couple and len(listed) == len(self._order):
                return self._in_order(field, listed, at, here)
            return [
                None
                if each_answer is None
                else self._read_answer(field, each_answer, (*at, n), (*here, n))
                for n, each_answer in enumerate(listed)
            ]
        if field.per == "player":
            return self._by_player(field, answer, at, here)
        return self._by_side(field, answer, couple or self._roster.sides, at, here)

    def _in_order(self, field: Field, listed: list[Any], at: At, here: At) -> list[Any]:
        """Return answers in the order of the file's sides in that of the roster's."""
        answers: list[Any] = [None] * len(listed)
        for position, (place, answer) in enumerate(zip(self._order, listed, strict=True)):
            self._back[(*here, place)] = position
            if answer is not None:
                answers[place] = self._read_answer(field, answer, (*at, position), (*here, place))
        return answers

    def _by_player(self, field: Field, answer: dict[str, Any], at: At, here: At) -> list[Any]:
        listed: list[Any] = [None] * len(self._reader.names)
        for name, each_answer in answer.items():
            player = self.player(name, (*at, name), (*here, name))
            if player is not None and each_answer is not None:
                listed[player] = self._read_answer(field, each_answer, (*at, name), (*here, player))
        for player, name in enumerate(self._reader.names):
            self._back[(*here, player)] = name
        return listed

    def _by_side(
        self,
        field: Field,
        answer: dict[str, Any],
        sides: Sequence[tuple[int, ...]],
        at: At,
        here: At,
    ) -> list[Any]:
        """Return answers by the name of a side, or of one of its players, by place."""
        listed: list[Any] = [None] * len(sides)
        for name, each_answer in answer.items():
            translated = self._read_answer(field, each_answer, (*at, name), (*here, name))
            place = self._side_in(name, sides, at, here)
            if place is not None:
                listed[place] = translated
                self._back[(*here, place)] = name
        return listed

    def _side_in(self, name: str, sides: Sequence[tuple[int, ...]], at: At, here: At) -> int | None:
        if sides is self._roster.sides and name in self._roster.side_names:
            return self._roster.side_names.index(name)
        player = self.player(name, (*at, name), here)
        place = next((n for n, members in enumerate(sides) if player in members), None)
        if place is None and player is not None:
            text = "{name} does not belong to this couple."
            self._reader.note("counts.unknown", (*at, name), text, name=name)
            self.misread(here)
        return place

    def _read_answer(self, field: Field, answer: Any, at: At, here: At) -> Any:
        if field.parts and isinstance(answer, dict):
            return self.report(field.parts, answer, at, here)
        return field.kind.read(field, answer, self, at, here)


def _deal(entry: Any, at: At) -> tuple[str | None, object, At]:
    """Return the space (None: not stated) and the player of one deal, and the player's place."""
    if isinstance(entry, str):
        return None, entry, at
    if isinstance(entry, list) and len(entry) == 2:
        return as_text(entry[0], (*at, 0)), entry[1], (*at, 1)
    fields = as_object(entry, at)
    if len(fields) == 1 and "player" not in fields:
        [(space, player)] = fields.items()
        return space, player, (*at, space)
    named = fields.get("space")
    text = None if named is None else as_text(named, (*at, "space"))
    return text, fields.get("player"), (*at, "player")


DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]
NOBODY = tuple(f"Player {number}" for number in range(1, 121))
LONGEST_TABLE = 14
EDITION: Schema = {"type": "integer", "minimum": 1}  # of the game; the present one if left out
REASON = "Why the scorekeeper lets a report stand that breaks a rule."


def report_schema(game: Game) -> Schema:
    """Return the schema of one report: of a round, or of a couple if a round has one of each."""
    of = "one couple's report" if game.plays.rows == "couple" else "report of one round"
    return {"$schema": DIALECT, "title": f"{game.name}: {of}", **game_report(game)}


def game_report(game: Game) -> Schema:
    """Return the schema of a report: of any round, or one shape for each way in which rounds
    differ."""
    sides = sides_of(game.plays)
    return any_of(_ways(game), lambda field: field_schema(field, sides))


def any_of(ways: Iterable[Sequence[Field]], describe: Callable[[Field], Schema]) -> Schema:
    """Return the schema of a report with one of these lists of questions; `describe` describes a
    field."""
    shapes: list[Schema] = []
    for fields in ways:
        shapes += [shape for shape in shapes_of(fields, describe) if shape not in shapes]
    return shapes[0] if len(shapes) == 1 else {"anyOf": shapes}


def _ways(game: Game) -> list[tuple[Field, ...]]:
    """Return the questions of rounds, each list once: by options, numbers of players and rounds."""
    plays = game.plays
    low, high = plays.players
    counts = plays.seats or range(low, min(high, LONGEST_TABLE) + 1)
    several = isinstance(plays, Rounds)
    lists: list[tuple[Field, ...]] = []
    for options in _agreements(game):
        for size in counts if several else counts[:1]:
            setup = Setup(plays.roster(NOBODY[:size], options=options), options)
            if plays.check_setup(setup):
                continue
            for number in range((plays.rounds_in_all(setup) or 1) if several else 1):
                questions = plays.fields(
                    plays.start(dataclasses.replace(setup, played=number)).state
                )
                if questions not in lists:
                    lists.append(questions)
    return lists


def _agreements(game: Game) -> Iterator[Any]:
    """Yield the usual options, and each of the others by itself."""
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


def shapes_of(fields: Sequence[Field], describe: Callable[[Field], Schema]) -> list[Schema]:
    """Return one shape for each value of the field that decides about other questions;
    `describe` describes a field."""
    deciders = {field.when[0] for field in fields if field.when is not None}
    if not deciders:
        return [_shape(fields, describe)]
    decider = next(field for field in fields if field.key in deciders)
    shapes = []
    for key, words in decider.kind.values(decider):
        questions = [field for field in fields if field.when is None or key in field.when[1]]
        shape = _shape(questions, describe)
        shape["properties"][decider.key] = {"const": key, "title": words.text}
        if key is True:
            shape["required"] = [*shape["required"], decider.key]
        shapes.append(shape)
    return shapes


def _shape(fields: Sequence[Field], describe: Callable[[Field], Schema]) -> Schema:
    properties = {field.key: describe(field) for field in fields}
    properties["override"] = {"type": "string", "minLength": 1, "description": REASON}
    return _object(properties, [field.key for field in fields if field.required])


def sides_of(plays: Plays) -> tuple[int, int]:
    """Return the fewest and the most sides."""
    low, high = plays.players
    counts = plays.seats or range(low, min(high, LONGEST_TABLE) + 1)
    numbers = [len(plays.roster(NOBODY[:count]).sides) for count in counts]
    return min(numbers), max(numbers)


def field_schema(field: Field, sides: tuple[int, int]) -> Schema:
    """Describe one field of a report; the sum of answers is in its words. `sides` are the fewest
    and the most that can answer."""
    help_text = field.help.text
    if field.total is not None:
        help_text += f" They add up to {field.total}."
    about: Schema = {"title": field.label.text, "description": help_text}
    answer = field.kind.schema(field)
    if field.parts:
        answer = {"anyOf": [answer, parts_schema(field.parts, sides)]}
    shape = answer
    if field.per != "table":
        by_name = {"type": "object", "additionalProperties": _or_null(answer)}
        listed: Schema = {"type": "array", "items": _or_null(answer)}
        if field.per == "side":
            by_name["additionalProperties"], listed["items"] = answer, answer
            listed |= {"minItems": sides[0], "maxItems": sides[1]}
        shape = {"anyOf": [by_name, listed]}
    return {**about, **(shape if field.required else _or_null(shape))}


def parts_schema(fields: Sequence[Field], sides: tuple[int, int]) -> Schema:
    """Return the schema of an object of some fields."""
    required = [field.key for field in fields if field.required]
    return _object({field.key: field_schema(field, sides) for field in fields}, required)


def deals_schema() -> Schema:
    """Return the schema of the last deals, in every way that a file may use."""
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
