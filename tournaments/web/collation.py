"""The order of names: as the languages of people's names have it, the same on pages and papers.

By the Unicode collation algorithm with its usual table: Łukasz stands among the Ls and Émile beside
Emil, whatever comes after Z in a list of codes; scripts follow each other. Two names that differ in
nothing that is sorted by stay in the order of their codes.
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
NAMES = 16_384  # whose keys are remembered: reckoning one costs more than the rest of a line


@cache
def _collator() -> Any:
    """The table of the algorithm, read when the first list is sorted."""
    import pyuca

    return pyuca.Collator()


@lru_cache(NAMES)
def sort_key(name: str) -> tuple[tuple[int, ...], str]:
    """What a name is sorted by: the order of its letters, and that of its numbers (K2 before
    K10)."""
    words = NUMBER.sub(lambda number: number[0].zfill(LONGEST_NUMBER), " ".join(name.split()))
    return tuple(_collator().sort_key(words)), name


def sorted_by_name(items: Iterable[Named], name: Callable[[Named], str]) -> list[Named]:
    """Anything with a name, in the order of names; of equal ones the first stays first."""
    return sorted(items, key=lambda item: sort_key(name(item)))


@lru_cache(NAMES)
def base_letter(name: str) -> str:
    """The letter under which a name is looked for: without accents, strokes and tails, as a
    capital; the sign itself in scripts that have none."""
    for char in unicodedata.normalize("NFKD", name):
        if char.isalnum():
            return _without_stroke(char).title()[:1]
    return name.strip()[:1].title()


def _without_stroke(char: str) -> str:
    """The letter under a stroke or a tail (Ł: L)."""
    label = unicodedata.name(char, "")
    if label.startswith("LATIN ") and " WITH " in label:
        try:
            return unicodedata.lookup(label.partition(" WITH ")[0])
        except KeyError:
            return char
    return char


@lru_cache(NAMES)
def initials(name: str) -> str:
    """One or two letters that stand for somebody: of the first word and of the last; one sign where
    signs are words."""
    words = [word for word in NOTE.sub("", name).split() if word[0].isalnum()] or name.split()
    if not words:
        return "?"
    is_wide = unicodedata.east_asian_width(words[0][0]) in "WF"
    last = words[-1][0] if len(words) > 1 and not is_wide else ""
    return (words[0][0] + last).upper()
