"""The sources of the games, each once, from what the texts themselves say of them."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.papers.rulebook.book import Credit
from tournaments.papers.rulebook.chapters import SOURCE
from tournaments.papers.rulebook.markup import plain
from tournaments.rule_text import tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.papers.rulebook.book import Chapter

WORK = re.compile(r"^.*?”(?:\s+and\s+“[^”]*”)?")  # the titles with which a source begins


def credits_of(chapters: Iterable[Chapter]) -> tuple[Credit, ...]:
    """Every source with the games that were told from it; those of one work together, with what
    is said of all of them. Games that name no source are the family's own."""
    works: dict[str, list[tuple[str, str]]] = {}
    for chapter in chapters:
        told = source_in(chapter.text)
        found = WORK.match(told)
        works.setdefault(found[0] if found else told, []).append((told, chapter.name))
    own = works.pop("", [])
    found_in = [
        Credit(_shared([told for told, _name in group]), tuple(name for _told, name in group))
        for group in works.values()
    ]
    if own:
        found_in.append(Credit(_("Games of our own:"), tuple(name for _told, name in own)))
    return tuple(found_in)


def source_in(text: str) -> str:
    """What a text says under "Source"; "" where it says nothing."""
    within, parts = False, []
    for token in tokens_of(text, {}):
        if token.type == "heading_open":
            within = token.attrs.get("id") == SOURCE
        elif within and token.type == "inline" and token.level == 1 and token.children:
            parts.append(plain(token.children))
    return " ".join(part for part in parts[1:] if part) if len(parts) > 1 else ""


def _shared(told: list[str]) -> str:
    """What all sentences of a work have in common, up to where they go on about single pages."""
    if len(set(told)) == 1:
        return told[0]
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*told, strict=False))
    common = "".join(letters[0] for letters in alike)
    return f"{common[: common.rindex(',')] if ',' in common else common.rstrip()}."
