"""A rulebook of all games, and what is read back from its pages."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import Destination

from rulesets import games
from tests.rulesets.every_game import HOUSE
from tournaments.models.event_games import format_of
from tournaments.papers.editions import selectors
from tournaments.papers.rulebook.book import Book, BookStyle, Change
from tournaments.papers.rulebook.book_writer import print_book
from tournaments.papers.rulebook.cover import credits_of
from tournaments.papers.rulebook.game_chapters import chapter_of
from tournaments.papers.rulebook.lists import sorting
from tournaments.web.labels import how_many

LOOKS = {
    "A4": BookStyle("a4"),
    "Letter": BookStyle("letter"),
    "A5": BookStyle("a5"),
    "A4 large": BookStyle("a4", "large"),
    "A5 large": BookStyle("a5", "large"),
    "A4 folded": BookStyle("a4", "usual", folded=True),
}


def every_look(test: Any) -> Any:
    """For a test of a book on every paper: usually the two that differ most."""
    of_all = pytest.mark.parametrize("name", LOOKS)(test)
    return pytest.mark.exhaustive(keep=("A4", "A5"))(of_all)


HOUSE_RULES = {"hearts": [("Kelowna <Hearts>", {"target": 75})]}


def chapter(game: Any, **given: Any) -> Any:
    rules = HOUSE_RULES.get(game.slug, ())
    return chapter_of(game, format_of(game), how_many(game), rules, **given)


WHOLE = "A4"  # what is printed of all games; of the others some are enough
EACH = 6
# With house rules, with a board, with pictures, of another source, with wide tables.
SOME = ("hearts", "rummoli", "chicken-foot", "garby-blackjack", "sticks")


@cache
def book(name: str = WHOLE) -> Book:
    every = [*(games.load(slug) for slug in games.slugs()), *HOUSE]
    if name != WHOLE:
        chosen = {*SOME, *games.slugs()[::EACH]}
        every = [one for one in every if one.slug in chosen or one in HOUSE[:1]]
    every.sort(key=lambda one: sorting(one.name))
    chapters = selectors.with_common(every, map(chapter, every))
    return Book(
        title="The Łódź Family’s Book of Games & Rules",
        family="The Łódź family",
        year="2026",
        edition="Seventh edition",
        chapters=chapters,
        general=selectors.text("general"),
        about=selectors.text("about"),
        credits=credits_of(chapters),
        changes=(Change(chapters[0].name, ("Rewritten:  “Play”.",), chapters[0].key),),
        since="Sixth edition",
    )


@cache
def printed(name: str) -> bytes:
    return print_book(book(name), LOOKS[name])


@dataclass(frozen=True)
class Read:
    """A PDF as pypdf reads it: the text of its pages, their labels, its bookmarks with the page
    and the depth of each, and where the links of each page lead."""

    reader: PdfReader
    pages: tuple[str, ...]
    labels: tuple[str, ...]
    bookmarks: tuple[tuple[str, int, int], ...]
    links: tuple[tuple[int, ...], ...]

    def page_of(self, title: str, depth: int) -> int:
        """The page of a bookmark."""
        return next(at for told, at, level in self.bookmarks if (told, level) == (title, depth))

    def part(self, title: str) -> range:
        """The pages from a bookmark of the first level to the next."""
        tops = [(told, at) for told, at, level in self.bookmarks if level == 0]
        place = [told for told, _at in tops].index(title)
        end = tops[place + 1][1] if place + 1 < len(tops) else len(self.pages)
        return range(tops[place][1], end)


@cache
def read(name: str) -> Read:
    reader = PdfReader(io.BytesIO(printed(name)))
    numbers = {page.indirect_reference.idnum: at for at, page in enumerate(reader.pages)}
    links = tuple(
        tuple(
            numbers[one.get_object()["/Dest"][0].idnum]
            for one in page.get("/Annots", ())
            if "/Dest" in one.get_object()
        )
        for page in reader.pages
    )
    return Read(
        reader,
        tuple(page.extract_text() for page in reader.pages),
        tuple(reader.page_labels),
        tuple(_bookmarks(reader, reader.outline, 0)),
        links,
    )


def _bookmarks(reader: PdfReader, found: Any, depth: int) -> Any:
    for one in found:
        if isinstance(one, Destination):
            yield str(one.title), reader.get_destination_page_number(one), depth
        else:
            yield from _bookmarks(reader, one, depth + 1)
