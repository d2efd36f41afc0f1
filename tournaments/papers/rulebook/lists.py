"""The lists of a rulebook: contents, the table of games, games by name, the sources."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.rule_texts import SOURCE
from tournaments.papers.rulebook.book import Credit
from tournaments.papers.rulebook.text_tree import plain, tree_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tournaments.papers.rulebook.book import Book, Chapter

FRONT, CONTENTS, FIND = "~front", "~contents", "~find"
CHANGES, NAMES = "~changes", "~names"
GLOSSARY, INDEX, CREDITS, SHEETS = "~glossary", "~index", "~credits", "~sheets"
FEW = 3  # games of a book that needs no table to find one


def sorting(word: str) -> tuple[bool, str]:
    """The sort key of a list of names: letters without accents and case; figures come first."""
    plain_word = unicodedata.normalize("NFKD", word.casefold())
    bare = "".join(char for char in plain_word if char.isalnum() or char == " ")
    return bool(bare[:1].isalpha()), bare


def initial(word: str) -> str:
    """The letter under which a word stands; "0–9" for figures."""
    alphabetic, bare = sorting(word)
    return bare[:1].upper() if alphabetic else "0–9"


def contents_of(book: Book) -> Iterator[dict[str, Any]]:
    """The parts of the contents: a title, and rows with the key of a place, a name, and what
    stands beside it."""
    front = [{"key": chapter.key, "name": chapter.name} for chapter in book.front]
    yield {"title": _("For every game"), "rows": front}
    for part, group in groupby(book.chapters, key=lambda chapter: chapter.part):
        rows = [
            {
                "key": chapter.key,
                "name": chapter.name,
                "beside": chapter.facts[0][1] if chapter.facts else "",
            }
            for chapter in group
        ]
        yield {"title": part or _("The games"), "rows": rows}
    names = {
        NAMES: _("Games by name"),
        GLOSSARY: _("Words"),
        INDEX: _("Index"),
        CREDITS: _("Where the games come from"),
        CHANGES: _("New in this edition"),
        SHEETS: _("Score sheets"),
    }
    there = {
        NAMES: True,
        GLOSSARY: bool(book.glossary),
        INDEX: has_words(book),
        CREDITS: bool(book.credits or book.about),
        CHANGES: bool(book.since and book.changes),
        SHEETS: has_sheets(book),
    }
    rows = [{"key": key, "name": name} for key, name in names.items() if there[key]]
    yield {"title": _("At the end"), "rows": rows}


def has_words(book: Book) -> bool:
    """Whether there is a word that the index lists."""
    texts = (chapter.text for chapter in (*book.front, *book.chapters))
    return bool(book.glossary) or any("](word:" in text for text in texts)


def has_sheets(book: Book) -> bool:
    """Whether score sheets stand at the end."""
    return any(chapter.sheet is not None or chapter.card is not None for chapter in book.chapters)


def games_to_find(book: Book) -> Iterator[dict[str, Any]]:
    """The table of games, kind by kind, the shortest games first."""
    lines = [(chapter.line, chapter) for chapter in book.chapters if chapter.line is not None]
    if len(lines) <= FEW:
        return
    kinds = dict.fromkeys(line.kind for line, _chapter in lines)
    for kind in kinds:
        of_kind = [(line, chapter) for line, chapter in lines if line.kind == kind]
        of_kind.sort(key=lambda pair: (pair[0].minutes, sorting(pair[1].name)))
        yield {
            "title": kind,
            "rows": [
                {
                    "key": chapter.key,
                    "name": chapter.name,
                    "players": list(line.players),
                    "minutes": line.minutes,
                    "needs": line.needs[:1].upper() + line.needs[1:],
                }
                for line, chapter in of_kind
            ],
        }


def names_of(chapters: Iterable[Chapter]) -> list[dict[str, str]]:
    """Every name of a game, with the letter that it stands under, and the name to see instead."""
    rows = []
    for chapter in chapters:
        rows.append({"name": chapter.name, "key": chapter.key, "see": ""})
        rows += [
            {"name": name, "key": chapter.key, "see": chapter.name} for name in chapter.aliases
        ]
    rows.sort(key=lambda row: sorting(row["name"]))
    return [row | {"letter": initial(row["name"])} for row in rows]


# --- sources --------------------------------------------------------------------------------------

WORK = re.compile(r"^.*?”(?:\s+and\s+“[^”]*”)?")  # the titles with which a source begins


def credits_of(chapters: Iterable[Chapter]) -> tuple[Credit, ...]:
    """Every source with the games based on it; those of one work together, with what all of them
    share. Games without a source are the family's own."""
    works: dict[str, list[tuple[str, tuple[str, str]]]] = {}
    for chapter in chapters:
        source = source_in(chapter)
        match = WORK.match(source)
        work = match[0] if match else source
        works.setdefault(work, []).append((source, (chapter.key, chapter.name)))
    own = works.pop("", [])
    credited = [
        Credit(_shared([source for source, _game in group]), tuple(game for _source, game in group))
        for group in works.values()
    ]
    if own:
        credited.append(Credit(_("Games of our own:"), tuple(game for _source, game in own)))
    return tuple(credited)


def source_in(chapter: Chapter) -> str:
    """What a text says of where the game comes from; "" if it says nothing."""
    within, parts = False, []
    for block in tree_of(chapter.text, chapter.key):
        if block[0] == "h":
            within = block[2] == SOURCE
        elif within and block[0] == "p":
            parts.append(plain(block[1]))
    return " ".join(parts)


def _shared(sentences: Sequence[str]) -> str:
    """The beginning that all sentences of a work share, up to where they mention pages."""
    if len(set(sentences)) == 1:
        return sentences[0]
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*sentences, strict=False))
    common = "".join(letters[0] for letters in alike)
    return f"{common[: common.rindex(',')] if ',' in common else common.rstrip()}."
