"""The order of names on pages and papers.

By the Unicode collation algorithm with its default table: Łukasz sorts among the Ls and Émile
beside Emil; scripts follow each other. Names with equal keys sort by their code points.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Named = TypeVar("Named")
NOTE = re.compile(r"\s*\([^()]*\)$")  # that tells two people of one name apart
NUMBER = re.compile(r"[0-9]+")
LONGEST_NUMBER = 10  # digits that are compared as a number
NAMES = 16_384  # whose keys are cached: computing one costs more than the rest of a line


@cache
def _collator() -> Any:
    """Return the collator; its table is read when the first list is sorted."""
    import pyuca

    return pyuca.Collator()


@lru_cache(NAMES)
def sort_key(name: str) -> tuple[tuple[int, ...], str]:
    """Return the sort key of a name: letters by the algorithm, numbers by value (K2 before
    K10)."""
    words = NUMBER.sub(lambda number: number[0].zfill(LONGEST_NUMBER), " ".join(name.split()))
    return tuple(_collator().sort_key(words)), name


def sorted_by_name(items: Iterable[Named], name: Callable[[Named], str]) -> list[Named]:
    """Sort items by their names; equal names keep their order."""
    return sorted(items, key=lambda item: sort_key(name(item)))


@lru_cache(NAMES)
def base_letter(name: str) -> str:
    """Return the letter that a name is listed under: a capital without accents, strokes and tails;
    the sign itself in scripts without capitals."""
    for char in unicodedata.normalize("NFKD", name):
        if char.isalnum():
            return _standing_alone(char).title()[:1]
    return name.strip()[:1].title()


def _standing_alone(char: str) -> str:
    """Return a letter without its stroke or tail (Ł: L); the first letter of a Korean syllable as
    it is written by itself."""
    label = unicodedata.name(char, "")
    if label.startswith("HANGUL CHOSEONG "):
        return unicodedata.lookup(label.replace("CHOSEONG", "LETTER"))
    if label.startswith("LATIN ") and " WITH " in label:
        try:
            return unicodedata.lookup(label.partition(" WITH ")[0])
        except KeyError:
            return char
    return char


@lru_cache(NAMES)
def initials(name: str) -> str:
    """Return a person's initials: of the first and the last word; one sign in scripts whose signs
    are words."""
    words = [word for word in NOTE.sub("", name).split() if word[0].isalnum()] or name.split()
    if not words:
        return "?"
    is_wide = unicodedata.east_asian_width(words[0][0]) in "WF"
    last = words[-1][0] if len(words) > 1 and not is_wide else ""
    return (words[0][0] + last).upper()
