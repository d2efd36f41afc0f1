"""The order of a rulebook: cover, what is new, general rules, games, sheets, boards, sources,
about, index, and the contents, which are moved to the front."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from reportlab.platypus import CondPageBreak, Flowable, NextPageTemplate, PageBreak

from tournaments.papers.rulebook.chapters import BOARD, SHEET, chapter_flow, title_block
from tournaments.papers.rulebook.cover import Cover
from tournaments.papers.rulebook.lists import Entry, Letter, Line, Word, initial, sorting
from tournaments.papers.rulebook.markup import bold, dressed, linked
from tournaments.papers.rulebook.pieces import Mark, Place, paragraph, together
from tournaments.papers.rulebook.text import Text, sections_of
from tournaments.papers.rulebook.wholes import boards_of, sheets_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.papers.rulebook.book import Book
    from tournaments.papers.rulebook.looks import Looks
    from tournaments.papers.rulebook.press import Press

COVER, CONTENTS, NEW, GENERAL, GAMES = "~cover", "~contents", "~new", "~general", "~games"
SHEETS, BOARDS, CREDITS, ABOUT, INDEX = "~sheets", "~boards", "~credits", "~about", "~index"
ROOMY = 1.95  # the height of a line of the contents, by the size of the text
TIGHT = 1.5


Part = tuple[str, list[Flowable]]
"""The kind of its pages, and what stands on them."""


def story(book: Book, looks: Looks, press: Press) -> list[Flowable]:
    """Everything that is laid out, in the order in which it is."""
    parts: list[Part] = [
        ("cover", [Cover(book, looks, Place(COVER, book.title, 0), CONTENTS)]),
        ("text", _new(book, looks)),
        ("text", _told(GENERAL, _("General rules"), book.general, looks)),
        *(("text", flow) for flow in _games(book, looks)),
        *(("sheet", [page]) for page in _sheets(book, looks)),
        *(("sheet", [page]) for page in _boards(book, looks)),
        ("text", _credits(book, looks)),
        ("text", _told(ABOUT, _("About this book"), book.about, looks)),
        ("index", _index(book, looks, press)),
        ("full", _contents(book, looks, press)),
    ]
    flow: list[Flowable] = []
    for kind, part in parts:
        if part:
            flow += [NextPageTemplate(kind), PageBreak(), *part] if flow else part
    return flow


def _opened(key: str, title: str, looks: Looks, level: int = 0) -> list[Flowable]:
    return [Mark(Place(key, title, level, title)), title_block(title, looks)]


def _told(key: str, title: str, text: str, looks: Looks) -> list[Flowable]:
    """A part that is a text."""
    if not text:
        return []
    setter = Text(key, looks)
    setter.opening = False
    return [*_opened(key, title, looks), *together(setter.flow(text), looks)]


def _new(book: Book, looks: Looks) -> list[Flowable]:
    """What is new since the last edition, game by game."""
    if not book.since:
        return []
    flow: list[Flowable] = []
    for change in book.changes:
        name = linked(bold(change.name), change.key) if change.key else bold(change.name)
        title = paragraph(name, looks.text)
        title.leads = True
        flow.append(title)
        flow += [paragraph(dressed(told), looks.item(0), "•") for told in change.what]
    if not flow:
        flow = [paragraph(dressed(_("Nothing has changed.")), looks.text)]
    since = paragraph(dressed(_("Since %(edition)s") % {"edition": book.since}), looks.lead)
    return [*_opened(NEW, _("New in this edition"), looks), since, *together(flow, looks)]


def _games(book: Book, looks: Looks) -> Iterator[list[Flowable]]:
    """The chapters, each on a page of its own."""
    parts = any(chapter.part for chapter in book.chapters)
    before = ""
    for place, chapter in enumerate(book.chapters):
        flow = chapter_flow(chapter, looks, 1)
        opening: list[Flowable] = []
        if not place and not parts:
            opening = [Mark(Place(GAMES, _("The games"), 0))]
        if parts and chapter.part != before:
            opening = [Mark(Place(f"{GAMES}{place}", chapter.part, 0))]
            before = chapter.part
        yield [*opening, *flow]


def _sheets(book: Book, looks: Looks) -> Iterator[Flowable]:
    """A score sheet of each game that has one, to be copied."""
    first: tuple[Place, ...] = (Place(SHEETS, _("Score sheets"), 0, ""),)
    for one in book.chapters:
        if one.sheet is not None or one.card is not None:
            own = Place(one.key + SHEET, one.name, 1, "")
            yield from sheets_of(one, looks, (*first, own), book.title)
            first = ()


def _boards(book: Book, looks: Looks) -> Iterator[Flowable]:
    """What games are played on."""
    first: tuple[Place, ...] = (Place(BOARDS, _("Boards"), 0, ""),)
    for one in book.chapters:
        if one.boards:
            yield from boards_of(one, looks, (*first, Place(one.key + BOARD, one.name, 1, "")))
            first = ()


def _credits(book: Book, looks: Looks) -> list[Flowable]:
    """The sources, and which games were told from each."""
    if not book.credits:
        return []
    flow: list[Flowable] = []
    for credit in book.credits:
        first = paragraph(dressed(credit.text), looks.text)
        first.leads = True
        flow += [first, paragraph(dressed(", ".join(credit.games) + "."), looks.caption)]
    return [*_opened(CREDITS, _("Where the games come from"), looks), *together(flow, looks)]


def _index(book: Book, looks: Looks, press: Press) -> list[Flowable]:
    """Games under all their names, and the terms of the general rules, by the alphabet."""
    column = (looks.whole - looks.base * 2) / 2
    flow: list[Flowable] = [
        Mark(Place(INDEX, _("Index"), 0, _("Index"))),
        title_block(_("Index"), looks, across=column),
    ]
    entries = sorted(_entries(book), key=lambda entry: sorting(entry.word))
    for letter, group in groupby(entries, key=lambda entry: initial(entry.word)):
        flow.append(CondPageBreak(looks.base * 5))
        flow.append(Letter(letter, looks))
        flow += [Word(press, entry) for entry in group]
    return flow


def _entries(book: Book) -> Iterator[Entry]:
    for one in book.chapters:
        yield Entry(one.name, (one.key, one.key + SHEET, one.key + BOARD))
        for alias in one.aliases:
            yield Entry(alias, (one.key,), one.name)
    for anchor, title in sections_of(book.general):
        yield Entry(title, (f"{GENERAL}.{anchor}",))


def _contents(book: Book, looks: Looks, press: Press) -> list[Flowable]:
    """What stands where; the lines are drawn closer together where that spares a page."""
    lines = list(_listed(book))
    title = title_block(_("Contents"), looks, across=looks.whole)
    room = looks.height - title.size[1] - looks.base
    height = looks.base * ROOMY
    pages = -(-len(lines) * looks.base * TIGHT // room)
    height = max(
        looks.base * TIGHT, min(height, (room + (pages - 1) * looks.height) / len(lines) - 0.1)
    )
    flow = [Line(press, text, (key,), height, depth=depth) for text, key, depth in lines]
    return [Contents(press, Place(CONTENTS, _("Contents"), None, _("Contents"))), title, *flow]


def _listed(book: Book) -> Iterator[tuple[str, str, int]]:
    """The lines of the contents: what, where, how deep."""
    if book.since:
        yield _("New in this edition"), NEW, 0
    yield _("General rules"), GENERAL, 0
    before = ""
    parts = any(one.part for one in book.chapters)
    if book.chapters and not parts:
        yield _("The games"), GAMES, 0
    for place, one in enumerate(book.chapters):
        if parts and one.part != before:
            yield one.part, f"{GAMES}{place}", 0
            before = one.part
        yield one.name, one.key, 1
    if any(one.sheet is not None or one.card is not None for one in book.chapters):
        yield _("Score sheets"), SHEETS, 0
    if any(one.boards for one in book.chapters):
        yield _("Boards"), BOARDS, 0
    if book.credits:
        yield _("Where the games come from"), CREDITS, 0
    if book.about:
        yield _("About this book"), ABOUT, 0
    yield _("Index"), INDEX, 0


class Contents(Mark):
    """Where the contents begin."""

    def __init__(self, press: Press, place: Place) -> None:
        super().__init__(place)
        self.press = press

    def draw(self) -> None:
        self.press.begin_contents()
        super().draw()
