"""A rulebook of all games, and what is read back from its pages."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pypdfium2
from pypdf import PdfReader
from pypdf.generic import Destination

from rulesets import games
from tests.rulesets.every_game import HOUSE
from tournaments.models.event_games import format_of
from tournaments.papers.editions import selectors
from tournaments.papers.rulebook.book import Book, BookStyle, Change, Chapter
from tournaments.papers.rulebook.book_writer import print_book
from tournaments.papers.rulebook.game_chapters import chapter_of
from tournaments.papers.rulebook.lists import credits_of, sorting
from tournaments.web.labels import how_many

LOOKS = {
    "A4": BookStyle("a4"),
    "Letter": BookStyle("letter"),
    "A5": BookStyle("a5"),
    "A4 large": BookStyle("a4", "large"),
    "A5 large": BookStyle("a5", "large"),
    "A4 folded": BookStyle("a4", "usual", "booklet"),
    "cards": BookStyle("a4", "usual", "cards"),
}
HOUSE_RULES = {"hearts": [("Kelowna <Hearts>", {"target": 75})]}
WHOLE = "A4"  # what is printed of all games; of the others some are enough:
# with house rules, with a board, with pictures, of another source, with wide tables.
SOME = ("hearts", "rummoli", "chicken-foot", "garby-blackjack", "sticks")


def chapter(game: Any, **values: Any) -> Chapter:
    rules = HOUSE_RULES.get(game.slug, ())
    return chapter_of(game, format_of(game), how_many(game), rules, **values)


def a_book(*chapters: Chapter, **values: Any) -> Book:
    """A book of these chapters."""
    usual = {
        "title": "T",
        "family": "F",
        "year": "2026",
        "edition": "First",
        "chapters": chapters,
        "front": (Chapter("~front", "G", "", "# G\n\n## Play {#play}\n\nGo.\n"),),
        "about": "# A\n\nB.\n",
    }
    return Book(**{**usual, **values})


@cache
def book(name: str = WHOLE) -> Book:
    every = [*(games.load(slug) for slug in games.slugs()), *HOUSE]
    if name != WHOLE:
        every = [one for one in every if one.slug in SOME or one in HOUSE[:1]]
    every.sort(key=lambda value: sorting(value.name))
    # The sheets at the end are drawn by others: a few books have them.
    chapters = [
        chapter(one, sheets=name != WHOLE, text=games.text_of(one) if name == "cards" else "")
        for one in every
    ]
    if name != "cards":
        chapters = list(selectors.with_common(every, chapters))
    return a_book(
        *chapters,
        title="The Łódź Family’s Book of Games & Rules",
        family="The Łódź family",
        edition="Seventh edition",
        front=selectors.front_chapters(every),
        about=selectors.text("about"),
        credits=credits_of(chapters),
        changes=(Change(chapters[0].name, ("Rewritten:  “Play”.",), chapters[0].key),),
        since="Sixth edition",
        dedication="For all who said: at home we play it another way.",
        glossary=selectors.glossary(),
    )


@cache
def printed(name: str) -> bytes:
    return print_book(book(name), LOOKS[name]).pdf


@dataclass(frozen=True)
class Read:
    """A PDF as pypdf reads it; the text of its pages, which PDFium reads thirty times as fast; its
    bookmarks with the page and the depth of each."""

    reader: PdfReader
    pages: tuple[str, ...]
    bookmarks: tuple[tuple[str, int, int], ...]

    def page_of(self, title: str) -> int:
        """The page of a bookmark of the first level."""
        return next(at for words, at, depth in self.bookmarks if (words, depth) == (title, 0))

    def part(self, title: str) -> range:
        """The pages from a bookmark of the first level to the next."""
        tops = [(words, at) for words, at, depth in self.bookmarks if depth == 0]
        place = [words for words, _at in tops].index(title)
        end = tops[place + 1][1] if place + 1 < len(tops) else len(self.pages)
        return range(tops[place][1], end)


def words_of(pdf: bytes) -> Iterator[str]:
    """The text of each page."""
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            yield page.get_textpage().get_text_bounded()


def read_pdf(pdf: bytes) -> Read:
    reader = PdfReader(io.BytesIO(pdf))
    return Read(
        reader,
        tuple(words_of(pdf)),
        tuple(_bookmarks(reader, reader.outline, 0)),
    )


@cache
def read(name: str) -> Read:
    return read_pdf(printed(name))


def _bookmarks(reader: PdfReader, found: Any, depth: int) -> Any:
    for one in found:
        if isinstance(one, Destination):
            yield str(one.title), reader.get_destination_page_number(one), depth
        else:
            yield from _bookmarks(reader, one, depth + 1)
