"""A rulebook set and printed in one pass.

Contents and index are laid out last, when every page is known; the pages of the contents are then
moved behind the cover. They have numbers of their own (ii, iii), so that the book itself begins at
page 1 however long they are, and nothing has to be laid out twice.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

from tournaments.papers.rulebook.furniture import draw_furniture
from tournaments.papers.rulebook.story import story
from tournaments.papers.typefaces import SAVING, Face, font

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from tournaments.papers.data import Progress
    from tournaments.papers.rulebook.book import Book
    from tournaments.papers.rulebook.looks import Looks
    from tournaments.papers.rulebook.pieces import Place


def print_book(book: Book, looks: Looks, progress: Progress | None = None) -> bytes:
    """The whole book as a PDF: with bookmarks, links, labels of its pages, title and language.

    progress: called after each page with the pages done and about how many there will be.
    """
    font(Face.TEXT)
    out = io.BytesIO()
    press = Press(book, looks, out, progress)
    flow = story(book, looks, press)
    press.length = len(flow)
    press.flow = flow
    press.build(flow, canvasmaker=press.canvas)
    return out.getvalue()


class Press(BaseDocTemplate):
    """Lays out the book; knows on which page each place lies once it has been there."""

    def __init__(
        self, book: Book, looks: Looks, out: io.BytesIO, progress: Progress | None
    ) -> None:
        super().__init__(
            out,
            pagesize=looks.page,
            leftMargin=0,
            rightMargin=0,
            topMargin=0,
            bottomMargin=0,
            invariant=int(looks.invariant),
            pageCompression=1,
            title=book.title,
            author=book.family,
            subject=book.edition,
            creator="Scorekeeper",
            lang=book.language,
            initialFontName=Face.TEXT.value,
        )
        self.book, self.looks, self.progress = book, looks, progress
        self.pages: dict[str, int] = {}
        self.places: list[Place] = []
        self.head, self.tab, self.fresh = "", "", False
        self.front = 1  # pages before the one numbered 1, those of the contents not counted
        self.contents = 0  # pages of the contents
        self._last = 0  # the page before them, as they are laid out
        self.length = 0
        self.flow: list[Flowable] = []
        self.addPageTemplates(list(_templates(looks)))

    def canvas(self, filename: Any, **given: Any) -> Canvas:
        """The canvas on which it is drawn, which is put in order before it is saved."""
        return _Bound(filename, press=self, **given)

    @property
    def left_hand(self) -> bool:
        """Whether the page that is laid out will lie on the left of an open book."""
        before = self.front - self._last if self.contents else -self.front
        return (self.page + before) % 2 == 0

    def met(self, place: Place) -> None:
        """Note where a place lies, and what the pages from here on are headed with."""
        self.pages[place.key] = self.page
        self.places.append(place)
        if place.head is not None:
            self.head, self.tab, self.fresh = place.head, place.tab, True

    def number_of(self, key: str) -> str:
        """The number that is printed on the page of a place; "" for one that there is not."""
        page = self.pages.get(key)
        return "" if page is None else self.numbered(page)

    def numbered(self, page: int) -> str:
        """The number of a page as it is laid out: nothing for the cover, roman for contents."""
        if page <= self.front:
            return ""
        if self.contents and page > self._last:
            return roman(self.front + page - self._last)
        return str(page - self.front)

    def begin_contents(self) -> None:
        """From here on pages are those of the contents."""
        self._last, self.contents = self.page - 1, 1

    def afterPage(self) -> None:  # noqa: N802  reportlab's name
        """Head and foot of a page that is laid out; say how far it is."""
        if self.contents:
            self.contents = self.page - self._last
        draw_furniture(self)
        self.fresh = False
        if self.progress is not None:
            done = max(1, self.length - len(self.flow))
            self.progress(self.page, max(self.page, round(self.page * self.length / done)))


class _Bound(Canvas):
    """A canvas that moves the contents behind the cover before it is saved."""

    def __init__(self, filename: Any, *, press: Press, **given: Any) -> None:
        super().__init__(filename, **given)
        self.press = press

    def save(self) -> None:
        """Put the pages in order, label them, and write the document."""
        press = self.press
        document: Any = self
        pages = document._doc.Pages.pages
        count = press.contents
        if (press.front + count) % 2:  # page 1 lies on the right of an open book
            self.showPage()
            count += 1
        moved = pages[-count:]
        del pages[-count:]
        pages[press.front : press.front] = moved
        self.addPageLabel(0, prefix=_("Cover"))
        self.addPageLabel(press.front, style="ROMAN_LOWER", start=press.front + 1)
        self.addPageLabel(press.front + count, style="ARABIC", start=1)
        self.showOutline()
        if press.progress is not None:
            press.progress(len(pages), len(pages))
        with SAVING:  # not over the whole layout: other papers need not wait for a book
            super().save()


def roman(number: int) -> str:
    """A small number in small roman figures."""
    figures = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
    found = ""
    for worth, letters in figures:
        while number >= worth:
            found += letters
            number -= worth
    return found


def _templates(looks: Looks) -> list[PageTemplate]:
    """The kinds of pages: of text, of a whole picture, of the index in columns, and the cover."""
    across, down = looks.page
    left, foot = looks.margin, looks.foot
    bare = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
    text = Frame(left + looks.side, foot, looks.measure, looks.height, id="text", **bare)
    full = Frame(left, foot, looks.whole, looks.height, id="full", **bare)
    sheet = Frame(0, 0, across, down, id="sheet", **bare)
    gap = looks.base * 2
    wide = (looks.whole - gap) / 2
    columns = [
        Frame(left + place * (wide + gap), foot, wide, looks.height, id=f"column{place}", **bare)
        for place in range(2)
    ]
    return [
        PageTemplate(id="cover", frames=[sheet], pagesize=looks.page),
        PageTemplate(id="text", frames=[text], pagesize=looks.page),
        PageTemplate(id="full", frames=[full], pagesize=looks.page),
        PageTemplate(id="sheet", frames=[sheet], pagesize=looks.page),
        PageTemplate(id="index", frames=columns, pagesize=looks.page),
    ]
