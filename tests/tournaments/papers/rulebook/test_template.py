"""The template of the rulebook opens no file and evaluates nothing, and stands alone in its
folder."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest

from tournaments.papers.rulebook.typesetter import FONTS, TEMPLATE

FORBIDDEN = ("eval", "read", "import", "include", "plugin", "csv", "yaml", "toml", "xml", "cbor")
VOLLKORN = {
    "Vollkorn[wght].ttf": "4ebef434f76f8028",
    "Vollkorn-Italic[wght].ttf": "cd947ae49b5d46e8",
}


def code() -> str:
    """The template without comments."""
    text = TEMPLATE.joinpath("book.typ").read_text(encoding="utf-8")
    return re.sub(r"//.*", "", text)


@pytest.mark.parametrize("word", FORBIDDEN)
def test_it_opens_and_evaluates_nothing(word: str) -> None:
    assert not re.search(rf"\b{word}\b", code())


def test_what_it_opens_are_bytes() -> None:
    assert re.findall(r"\bjson\(([^(]*)", code()) == ["bytes"]
    assert set(re.findall(r"\bimage\(([^(]*)", code())) == {"bytes"}


def test_its_folder_holds_nothing_else() -> None:
    assert [one.name for one in TEMPLATE.iterdir()] == ["book.typ"]
    assert not TEMPLATE.joinpath("book.typ").is_symlink()


@pytest.mark.parametrize(("name", "digest"), VOLLKORN.items())
def test_its_fonts_are_those_that_were_looked_at(name: str, digest: str) -> None:
    assert sha256((FONTS / name).read_bytes()).hexdigest().startswith(digest)
