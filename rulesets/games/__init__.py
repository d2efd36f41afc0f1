"""The games: one module and one rule text each, found by their file names."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesets.game import Game, Kind


@cache
def slugs() -> tuple[str, ...]:
    """The slugs of all games, in alphabetical order."""
    names = (entry.name for entry in files(__name__).iterdir())
    modules = (name[:-3] for name in names if name.endswith(".py") and name[0] != "_")
    return tuple(sorted(module.replace("_", "-") for module in modules))


@cache
def of_kind(kind: Kind) -> tuple[str, ...]:
    """The slugs of the games of one kind, in alphabetical order."""
    return tuple(slug for slug in slugs() if load(slug).kind == kind)


@cache
def load(slug: str) -> Game:
    """The game of that slug. Raises LookupError if there is none."""
    if slug not in slugs():
        raise LookupError(f"there is no game “{slug}”")
    game: Game = import_module(f"{__name__}.{slug.replace('-', '_')}").GAME
    return game


@cache
def rule_text(slug: str) -> str:
    """The game's rule text (Markdown; headings carry the anchors that scores refer to).

    Raises LookupError if there is no such game.
    """
    load(slug)
    return files(__name__).joinpath(f"{slug.replace('-', '_')}.md").read_text(encoding="utf-8")
