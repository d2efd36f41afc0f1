"""The games: one module and one rule text each, found by their file names.

A line "[[name]]" of a rule text stands for the text of `_name.md`, which several games share.
"""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from functools import cache
from importlib import import_module, invalidate_caches
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from rulesets.engine.game import Game

_FOLDERS: list[Traversable] = [files(__name__)]
_SHARED = re.compile(r"^\[\[([a-z_]+)\]\]$", re.MULTILINE)
WORD = re.compile(r"\[([^\]\n]*)\]\((?:word:[^)\n]*|#[\w-]+\.[\w-]+)\)")
OPTION_NOTE = re.compile(
    r"^- `(?P<key>[a-z_]+)`(?P<at> \{at: (?P<anchor>[\w-]+)\})?(?P<rest>.*?)"
    r"(?P<tail> We play: (?P<sentence>.+))?$",
    re.MULTILINE,
)


@cache
def slugs() -> tuple[str, ...]:
    """Return the slugs of all games, in alphabetical order."""
    names = (entry.name for folder in _FOLDERS for entry in folder.iterdir())
    modules = (name[:-3] for name in names if name.endswith(".py") and name[0] != "_")
    return tuple(sorted(module.replace("_", "-") for module in modules))


@cache
def load(slug: str, edition: int | None = None) -> Game:
    """Return the game of that slug, in its present edition or in a former one.

    Raises LookupError if there is none, or it has no such edition.
    """
    if slug not in slugs():
        raise LookupError(f"there is no game “{slug}”")
    game: Game = import_module(f"{__name__}.{slug.replace('-', '_')}").GAME
    return game if edition in (None, game.edition) else game.as_of(edition)


@cache
def rule_text(slug: str) -> str:
    """Return the game's rule text (Markdown; headings carry the anchors that scores refer to),
    without what is meant for the book: the notes of its options
    (`rulesets.rule_texts.option_notes`) and the entries of its index.

    Raises LookupError if there is no such game.
    """
    return without_words(without_notes(with_shared(own_text(slug))))


def without_words(text: str) -> str:
    """Return a rule text for display: entries of the book’s index, and references to its other
    chapters, are words like any others."""
    return WORD.sub(r"\1", text)


def without_notes(text: str) -> str:
    """Return a rule text for display, without the notes on options, which only the book needs."""
    return OPTION_NOTE.sub(r"- `\g<key>`\g<rest>", text)


def own_text(slug: str) -> str:
    """Return the game's rule text with a line for each text that it shares with others."""
    load(slug)
    return _read(f"{slug.replace('-', '_')}.md")


def with_shared(text: str, without: Collection[str] = ()) -> str:
    """Return a text with shared ones put in for their lines; the lines of those `without` go."""
    return _SHARED.sub(
        lambda line: "" if line[1] in without else shared_text(line[1]).rstrip(), text
    )


def shared_in(text: str) -> frozenset[str]:
    """Return the names of the shared texts that a text has lines for."""
    return frozenset(_SHARED.findall(text))


def shared_text(name: str) -> str:
    """Return a text that several games share."""
    return _read(f"_{name}.md")


def shared_texts() -> tuple[str, ...]:
    """Return the names of all of them."""
    names = (entry.name for folder in _FOLDERS for entry in folder.iterdir())
    return tuple(sorted(name[1:-3] for name in names if name[0] == "_" and name.endswith(".md")))


@cache
def sheet_text(sheet: str) -> str:
    """Return the cheat sheet that several games have (`Game.sheet`), with a line about each of
    them.

    Raises LookupError if no game has it.
    """
    played = [game for game in map(load, slugs()) if game.sheet == sheet]
    if not played:
        raise LookupError(f"there is no cheat sheet “{sheet}”")
    alike = _common_end([game.name for game in played])
    lines = (f"- **{game.name.removesuffix(alike)}**: {game.about}" for game in played)
    return "\n".join((_read(f"_{sheet}.md"), *lines, ""))


def _common_end(names: list[str]) -> str:
    """Return the words with which all of several names end."""
    first, end = names[0], ""
    for place in range(len(first) - 1, 0, -1):
        if not all(name.endswith(first[place:]) for name in names[1:]) or not names[1:]:
            break
        end = first[place:] if first[place] == " " else end
    return end


def _read(name: str) -> str:
    paths = (folder.joinpath(name) for folder in _FOLDERS)
    return next(path for path in paths if path.is_file()).read_text(encoding="utf-8")


def text_of(game: Game) -> str:
    """Return the rule text of a game, a family's own among them."""
    return game.text or rule_text(game.slug)


@contextmanager
def also_from(folder: Path) -> Iterator[None]:
    """Read the games of another folder as well within this block, so that tests can add one."""
    modules = set(sys.modules)
    _FOLDERS.append(folder)
    __path__.append(str(folder))
    _look_again()
    try:
        yield
    finally:
        _FOLDERS.remove(folder)
        __path__.remove(str(folder))
        for module in set(sys.modules) - modules:
            if (getattr(sys.modules[module], "__file__", None) or "").startswith(str(folder)):
                del sys.modules[module]
        _look_again()


def _look_again() -> None:
    invalidate_caches()
    for function in (slugs, load, rule_text, sheet_text):
        function.cache_clear()
