"""The templates of books open no file but what they share, and evaluate nothing; they stand alone
in their folder."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest

from tournaments.papers.rulebook.typesetter import FONTS, TEMPLATE

FORBIDDEN = ("eval", "read", "import", "include", "plugin", "csv", "yaml", "toml", "xml", "cbor")
TEMPLATES = ("style.typ", "book.typ", "yearbook.typ")
VOLLKORN = {
    "Vollkorn[wght].ttf": "4ebef434f76f8028",
    "Vollkorn-Italic[wght].ttf": "cd947ae49b5d46e8",
}


SHARED = '#import "style.typ": *'


def code() -> str:
    """The templates without comments, and without the line that takes in what they share."""
    texts = (TEMPLATE.joinpath(name).read_text(encoding="utf-8") for name in TEMPLATES)
    return re.sub(r"//.*", "", "".join(texts)).replace(SHARED, "")


@pytest.mark.parametrize("word", FORBIDDEN)
def test_it_opens_and_evaluates_nothing(word: str) -> None:
    assert not re.search(rf"\b{word}\b", code())


def test_what_it_opens_are_bytes() -> None:
    assert re.findall(r"\bjson\(([^(]*)", code()) == ["bytes"]
    assert set(re.findall(r"\bimage\(([^(]*)", code())) == {"bytes"}


def test_its_folder_holds_nothing_else() -> None:
    assert {one.name for one in TEMPLATE.iterdir()} == set(TEMPLATES)
    assert not any(one.is_symlink() for one in TEMPLATE.iterdir())


@pytest.mark.parametrize(("name", "digest"), VOLLKORN.items())
def test_its_fonts_are_those_that_were_looked_at(name: str, digest: str) -> None:
    assert sha256((FONTS / name).read_bytes()).hexdigest().startswith(digest)
