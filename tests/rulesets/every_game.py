"""All games as they are found, with what each asks: whatever holds for every game is tested so."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulesets import games
from rulesets.engine.fields import Field
from rulesets.engine.game import Game, parse_options
from rulesets.engine.roster import Setup
from rulesets.files.house_game import read_declaration
from rulesets.house_games import house_game
from rulesets.rounds import Rounds

DECLARED = Path(__file__).parents[1] / "data" / "house"


def declared(name: str) -> Any:
    """A family's own game of the tests' data, as JSON."""
    return json.loads((DECLARED / f"{name}.json").read_text(encoding="utf-8"))


def own(name: str, **values: Any) -> Game:
    """The game that it declares."""
    found, problems = read_declaration(declared(name))
    assert found is not None, problems
    return house_game(found, **values)


HOUSE = tuple(own(path.stem) for path in sorted(DECLARED.glob("*.json")))
GAMES = tuple(games.load(slug) for slug in games.slugs())
NAMES = tuple(f"P{number:02}" for number in range(1, 121))
LARGE = 10  # of more players no game asks anything else


def begun(
    game: Game, players: int, *, played: int = 0, first: int | None = 0, **options: Any
) -> Setup:
    """So many people before the first round, or before the one after so many `played`."""
    chosen, problems = parse_options(game.options, options)
    assert not problems
    return Setup(game.plays.roster(NAMES[:players], options=chosen), chosen, first, played)


def numbers(game: Game) -> list[int]:
    """How many can play by the usual options, up to `LARGE`; at a table of couples as many on
    each side."""
    low, high = game.plays.players
    step = 2 if game.plays.rows == "couple" else 1
    found = list(game.plays.seats) or list(range(low, max(min(high, LARGE), low) + 1, step))
    return [count for count in found if not game.plays.check_setup(begun(game, count))]


def tables(game: Game) -> Iterator[tuple[int, Any]]:
    """The number of players, and the state before each of the rounds that they play."""
    for players in numbers(game):
        count = game.plays.rounds_in_all(begun(game, players)) or 1
        for played in range(count if isinstance(game.plays, Rounds) else 1):
            yield players, game.plays.start(begun(game, players, played=played)).state


def other_options(kind: type) -> Iterator[dict[str, Any]]:
    """Each option with each of its other choices, or at its bounds and beyond them."""
    for option in dataclasses.fields(kind):
        default, bounds = option.default, option.metadata
        values = [key for key, _words in bounds["choices"]]
        if isinstance(default, bool):
            values = [not default]
        elif isinstance(default, tuple):
            values = [list(values[::-1]), list(values[:1])]
        elif isinstance(default, int):
            ends = [bound for bound in (bounds["low"], bounds["high"]) if bound is not None]
            values += [end + more for end in ends for more in (-1, 0, 1)]
        for value in values:
            yield {option.name: value}


def with_parts(fields: tuple[Field, ...]) -> Iterator[Field]:
    """Fields, and those that they are made of."""
    for field in fields:
        yield field
        yield from with_parts(field.parts)


def every_field(game: Game) -> list[Field]:
    """Everything that a game asks in any round, of any number of players, each way once."""
    asked = [game.plays.fields(state) for _players, state in tables(game)]
    asked += [(game.plays.final,)] if game.plays.final is not None else []
    found: list[Field] = []
    for fields in asked:
        found += [field for field in with_parts(fields) if field not in found]
    return found


ANCHOR = re.compile(r"^(?:#.*|\|[^|]*)\{#([\w-]+)\}(?=$| \|)", re.MULTILINE)


def anchors(text: str) -> list[str]:
    """The anchors of a rule text, in order: of headings, and of rows of its tables."""
    return ANCHOR.findall(text)


def headings(text: str) -> list[str]:
    """Those of headings alone."""
    return [match[1] for match in ANCHOR.finditer(text) if match[0].startswith("#")]
