"""What is one game's own stands in that game's module, never in a page or a printer."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesets import games
from rulesets.scheme import Field

PLACES = (
    "tournaments.forms",
    "tournaments.forms_host",
    "tournaments.views",
    "tournaments.printing",
)
COMMENTS = re.compile(r"{#.*?#}|{%\s*comment.*?endcomment\s*%}|<!--.*?-->", re.DOTALL)


# Words that games use too, but that mean the same in any game: pages may say them.
ORDINARY = {
    "by",
    "cards",
    "claims",
    "counts",
    "couple",
    "dealer",
    "hands",
    "kept",
    "outcome",
    "player",
    "points",
    "price",
    "run",
    "space",
    "the couple",
    "who deals?",
}


def own_words() -> set[str]:
    """Slugs, names of games, of their sets, teams and spaces, what they ask, roles, movements."""
    words: set[str] = set()
    for slug in games.slugs():
        game = games.load(slug)
        words |= {slug, slug.replace("-", "_"), game.name, game.movement, *game.roles}
        for stage in game.stages:
            words |= {stage.name, stage.line}
            for question in game.questions(stage.number):
                words |= {question.key, question.label}
        if game.scheme is not None:
            words |= {*game.scheme.teams, game.scheme.unit}
            asked = [*game.scheme.fields(game.options()), game.scheme.final]
            words |= set(asked_words([field for field in asked if field is not None]))
    return {word for word in words if word and word.lower() not in ORDINARY}


def asked_words(fields: Iterable[Field]) -> Iterator[str]:
    """Keys and labels of fields and of their choices, parts included."""
    for field in fields:
        yield from (field.key, field.label)
        for key, label in field.choices:
            # Keys of claims are cards, and "AS" reads like a word of English.
            yield from (label,) if field.kind == "claims" else (key, label)
        yield from asked_words(field.parts)


@pytest.fixture(scope="module")
def pattern() -> re.Pattern[str]:
    words = sorted(own_words(), key=len, reverse=True)
    return re.compile(
        r"(?<![a-z0-9_-])(" + "|".join(map(re.escape, words)) + r")(?![a-z0-9_-])", re.IGNORECASE
    )


def said(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The strings and names of a module, without its docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in docstrings:
                yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr


def test_there_are_words_to_look_for() -> None:
    assert {"court-whist", "Court Whist", "Coronation", "face_cards"} <= own_words()
    assert {"Rummoli", "knocker", "ran_with", "A-K of ♦", "guys", "quarters"} <= own_words()
    assert "points" not in own_words()


def test_no_module_of_pages_or_paper_names_a_game(
    sources: list[Any], pattern: re.Pattern[str]
) -> None:
    wrong = []
    for source in sources:
        if not source.name.startswith(PLACES):
            continue
        for line, text in said(source.tree):
            if found := pattern.search(text):
                wrong.append(f"{source.path}:{line}: {found[0]!r}")
    assert not wrong, "\n".join(wrong)


def test_no_template_names_a_game(root: Path, pattern: re.Pattern[str]) -> None:
    wrong = []
    paths = sorted([*(root / "templates").rglob("*.*"), *(root / "tournaments").rglob("*.html")])
    assert paths
    for path in paths:
        text = COMMENTS.sub("", path.read_text(encoding="utf-8"))
        wrong += [f"{path}: {found[0]!r}" for found in pattern.finditer(text)]
    assert not wrong, "\n".join(wrong)


def test_no_template_holds_inline_script_or_style(root: Path) -> None:
    """The content security policy refuses them; the browser would only say so in its console."""
    inline = re.compile(
        r"<style\b|\sstyle=|\son[a-z]+=\"|javascript:|<script\b(?![^>]*\bsrc=)", re.IGNORECASE
    )
    wrong = []
    for path in sorted((root / "templates").rglob("*.html")):
        text = COMMENTS.sub("", path.read_text(encoding="utf-8"))
        wrong += [f"{path}: {found[0].strip()}" for found in inline.finditer(text)]
    assert not wrong, "\n".join(wrong)
