"""A game's name stands in the game's own module, and a format's in its own; nowhere else."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulesets import games
from rulesets.formats import FORMATS
from tests.sources import Source

COMMENTS = re.compile(r"{#.*?#}|{%\s*comment.*?endcomment\s*%}|<!--.*?-->", re.DOTALL)
HOME = ("rulesets.games", "rulesets.formats", "rulesets.movements")
# Names of games and of formats that mean something else as well.
ORDINARY = {"hearts", "pairs", "table"}
# Who still names a game or a format, and why. These lists only ever get shorter.
_COUNTER = "a way of counting cards is called by the game that it was made for"
GAMES_YET: dict[str, str] = {
    "rulesets.cards.picker": _COUNTER,
    "rulesets.engine.fields": _COUNTER,
    "rulesets.files.counting": _COUNTER,
    "rulesets.rummoli": "the family of one game; a space of its board is called so, too",
}
FORMATS_YET: dict[str, str] = {
    "rulesets.engine.game": "who has two sides can be a drive",
}


def names_of_games() -> set[str]:
    """Slugs, also as they stand in names of modules, and what games are called."""
    found: set[str] = set()
    for slug in games.slugs():
        found |= {slug, slug.replace("-", "_"), games.load(slug).name}
    return found


def names_of_formats() -> set[str]:
    """Slugs; their modules are called alike."""
    return {*FORMATS}


def pattern(names: set[str]) -> re.Pattern[str]:
    words = sorted((name for name in names if name.lower() not in ORDINARY), key=len, reverse=True)
    return re.compile(
        r"(?<![a-z0-9_-])(" + "|".join(map(re.escape, words)) + r")(?![a-z0-9_-])", re.IGNORECASE
    )


def said(source: Source) -> Iterator[tuple[int, str]]:
    """The strings and names of a module, those it imports and its own, without its docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in source.nodes
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    yield 1, source.name.replace(".", " ")
    for node in source.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in docstrings:
                yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield node.lineno, (getattr(node, "module", None) or "").replace(".", " ")
            for alias in node.names:
                yield node.lineno, alias.name.replace(".", " ")


def named(
    sources: tuple[Source, ...], names: set[str], yet: dict[str, str]
) -> tuple[list[str], set[str]]:
    """Where a name stands that should not, and which of those who still may has one."""
    wrong, met = [], set()
    search = cache(pattern(names).search)  # most names stand in hundreds of places
    for source in sources:
        if source.name.startswith(HOME):
            continue
        allowed = [name for name in yet if f"{source.name}.".startswith(f"{name}.")]
        for line, text in said(source):
            if match := search(text):
                met.update(allowed)
                if not allowed:
                    wrong.append(f"{source.path}:{line}: {match[0]!r}")
    return wrong, met


def test_there_are_names_to_look_for() -> None:
    assert {"court-whist", "court_whist", "Court Whist", "golf", "Golf"} <= names_of_games()
    assert {"court_whist", "team_line"} <= names_of_formats()
    words = pattern(names_of_games())
    assert words.search("a game of golf")
    assert words.search("rulesets games gin_tournament")
    assert not words.search("hearts")
    assert not words.search("golfer")


def test_no_module_but_its_own_names_a_game(sources: tuple[Source, ...]) -> None:
    # A game and a format may be called alike; imports of formats are the next test's.
    wrong, met = named(sources, names_of_games() - names_of_formats(), GAMES_YET)
    assert not wrong, "\n".join(wrong)
    assert met == GAMES_YET.keys()


def test_no_module_but_its_own_names_a_format(sources: tuple[Source, ...]) -> None:
    wrong, met = named(sources, names_of_formats(), FORMATS_YET)
    assert not wrong, "\n".join(wrong)
    assert met == FORMATS_YET.keys()


def test_no_template_names_a_game_or_a_format(root: Path) -> None:
    wrong = []
    words = pattern(names_of_games() | names_of_formats())
    paths = sorted([*(root / "templates").rglob("*.*"), *(root / "tournaments").rglob("*.html")])
    assert paths
    for path in paths:
        text = COMMENTS.sub("", path.read_text(encoding="utf-8"))
        wrong += [f"{path}: {match[0]!r}" for match in words.finditer(text)]
    assert not wrong, "\n".join(wrong)


def test_no_template_holds_inline_script_or_style(root: Path) -> None:
    """The content security policy refuses them; the browser would only say so in its console."""
    inline = re.compile(
        r"<style\b|\sstyle=|\son[a-z]+=\"|javascript:|<script\b(?![^>]*\bsrc=)", re.IGNORECASE
    )
    wrong = []
    for path in sorted((root / "templates").rglob("*.html")):
        text = COMMENTS.sub("", path.read_text(encoding="utf-8"))
        wrong += [f"{path}: {match[0].strip()}" for match in inline.finditer(text)]
    assert not wrong, "\n".join(wrong)
