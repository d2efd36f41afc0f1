"""The list of all games as a page (`docs/games.md`), from what they declare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.engine.game import FAMILIES
from rulesets.formats import format_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.engine.game import Game

HEAD = """# The games

All games that Scorekeeper knows, by the way in which they score. This page is written by
`python3 -m rulesets list --markdown`; a test holds it to what the games declare. Times are for an
evening with the usual options. The rules stand in the app, and in `rulesets/games/`.
"""
COLUMNS = "| Game | Players | What you need | Minutes | From |\n|---|---|---|---|---|"


def markdown(games: Iterable[Game]) -> str:
    """The page: a table for each family."""
    return "\n".join([HEAD, *_tables(tuple(games))]) + "\n"


def _tables(games: tuple[Game, ...]) -> Iterator[str]:
    families = [(label, _of(games, family)) for family, label in FAMILIES.items()]
    for number, (label, found) in enumerate((one for one in families if one[1]), 1):
        yield f"{'' if number == 1 else chr(10)}## {label}\n\n{COLUMNS}"
        yield from map(_row, found)


def _of(games: tuple[Game, ...], family: str) -> list[Game]:
    found = (game for game in games if game.family == family)
    return sorted(found, key=lambda game: game.name.casefold())


def _row(game: Game) -> str:
    name = f"**{game.name}** `{game.slug}`"
    if game.aliases:
        name += f"<br>also {', '.join(game.aliases)}"
    needs = game.needs.words.text
    needs = needs[:1].upper() + needs[1:]
    return f"| {name} | {_people(game)} | {needs} | {game.minutes} | {game.source} |"


def _people(game: Game) -> str:
    """How many can play."""
    low, high = game.plays.players
    form = format_of(game)
    if form.room:
        return f"two teams of {low // 2} to {high // 2}"
    if form.moves:
        return f"{form.width} at each of any number of tables"
    if game.plays.seats:
        *some, last = map(str, game.plays.seats)
        return f"{', '.join(some)} or {last}"
    return str(low) if low == high else f"{low} to {high}"
