"""Names are nouns for things and imperative verbs for functions: the field's and Django's.

No participle, pronoun or figure of speech: a file is called what a colleague would search for.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from rulesets import games
from tests.architecture import backlog
from tests.sources import Source

# No names for anything.
NEVER = """
    abreast around asked because carried coming deeds did doors drawn entering found garbage going
    kept leading looks one patience proof said seated sent shelf shown supposed told unsearched
    wishes
"""
# They do as a part of a function's name; a module or a class so called could hold anything.
TOO_WIDE = """
    actors addresses announcing changes consequences journal part paths places planner quick
    settlement sharing words
"""
NO_NAMES = set(NEVER.split())
NO_THINGS = NO_NAMES | set(TOO_WIDE.split())
# A value inside a function is called what it is: `table`, `rows`, `total`.
NO_VALUES = """
    one found told said kept known shown given asked wanted made drawn gone met came sent
"""
ADVICE = "call it by the field's word or by Django's: a noun for a thing, a verb for a function"
MODULES_A_CLASS_NAME = 3
BOOLEAN = re.compile(r"_?(is|are|has|was)_")
FOLDERS = ("rulesets", "tournaments", "scorekeeper", "templates", "tests")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def parts(name: str) -> list[str]:
    """The words of a name: `kept_bytes` and `KeptBytes` have the same."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_").split("_")


def is_bad(name: str, words: set[str] = NO_NAMES) -> bool:
    """Whether a word in it is no name. A number is one beside others: `one_suit`."""
    found = parts(name)
    return bool(set(found) & (words - {"one"})) or found == ["one"]


def definitions(sources: Iterable[Source], kind: Any) -> Iterator[Any]:
    for source in sources:
        yield from (node for node in source.nodes if isinstance(node, kind))


def test_words_are_found_in_names() -> None:
    assert is_bad("kept_bytes")
    assert is_bad("KeptFont")
    assert is_bad("_told")
    assert is_bad("one")
    assert not is_bad("one_suit")
    assert not is_bad("donors")
    assert not is_bad("words_of")
    assert is_bad("words_of", NO_THINGS)


def test_files_and_folders_are_called_what_somebody_searches_for(root: Path) -> None:
    titles = {games.load(slug).slug.replace("-", "_") for slug in games.slugs()}
    found = set()
    for folder in FOLDERS:
        for path in (root / folder).rglob("*"):
            if path.suffix not in (".py", ".html") or "migrations" in path.parts:
                continue
            place = path.relative_to(root)
            names = [*place.parts[:-1], place.stem.removeprefix("test_").lstrip("_")]
            if any(is_bad(name, NO_THINGS) for name in names if name not in titles):
                found.add(place.as_posix())
    backlog.check("files", found, ADVICE)


def test_classes_are_nouns(sources: Iterable[Source]) -> None:
    names = {node.name for node in definitions(sources, ast.ClassDef)}
    bad = {name for name in names if is_bad(name, NO_THINGS)}
    backlog.check("classes", bad, ADVICE)


def test_functions_are_verbs(sources: Iterable[Source]) -> None:
    names = {node.name for node in definitions(sources, Function)}
    bad = {name for name in names if is_bad(name) and not BOOLEAN.match(name)}
    backlog.check("functions", bad, ADVICE)


def test_parameters_are_nouns(sources: Iterable[Source]) -> None:
    args = {
        argument.arg
        for node in definitions(sources, Function)
        for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    }
    bad = {name for name in args if is_bad(name) and not BOOLEAN.match(name)}
    backlog.check("parameters", bad, ADVICE)


def values_in(function: ast.AST) -> set[str]:
    """The names of parameters, locals, loops and comprehensions."""
    nodes = list(ast.walk(function))
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return stored | {node.arg for node in nodes if isinstance(node, ast.arg)}


def test_values_in_functions_are_nouns(sources: Iterable[Source]) -> None:
    words = set(NO_VALUES.split())
    bad = {
        f"{source.name}.{node.name}: {', '.join(sorted(names))}"
        for source in sources
        for node in definitions([source], Function)
        if (names := values_in(node) & words)
    }
    assert not bad, f"{ADVICE}\n" + "\n".join(sorted(bad))


def test_a_class_has_one_meaning(sources: Iterable[Source]) -> None:
    """Who reads a name knows what it is, wherever it stands. Games each have their own."""
    places: dict[str, set[str]] = {}
    for source in sources:
        if source.name.startswith("rulesets.games."):
            continue
        for node in source.tree.body:
            if isinstance(node, ast.ClassDef) and node.name not in ("Command", "Meta"):
                places.setdefault(node.name, set()).add(source.name)
    many = {name for name, modules in places.items() if len(modules) > MODULES_A_CLASS_NAME}
    backlog.check("class_names_of_many_meanings", many, "a name for each thing")
