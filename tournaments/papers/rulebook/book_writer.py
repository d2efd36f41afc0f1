"""Lay out a rulebook, then draw it.

First all pages except the contents and the index are filled, which says what is on which page.
Pages of the contents have numbers of their own (ii, iii), so that the book itself begins at page 1
however long they are.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournaments.papers.pen import Align, caps_width
from tournaments.papers.rulebook.book import TRACK
from tournaments.papers.rulebook.chapters import title_block
from tournaments.papers.rulebook.cover import draw_cover
from tournaments.papers.rulebook.lists import Passage, column, contents, in_columns, index_lines
from tournaments.papers.rulebook.pieces import LinkTarget, Sheet
from tournaments.papers.rulebook.story import (
    CONTENTS,
    COVER,
    GENERAL,
    INDEX,
    PAGE,
    body,
    entries,
    listed,
)
from tournaments.papers.rulebook.tags import Element, tag_document
from tournaments.papers.typefaces import SAVING, Face, font
from tournaments.papers.typesetting import fill_pages, height_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from tournaments.papers.data import Progress
    from tournaments.papers.rulebook.book import Book, BookStyle
    from tournaments.papers.rulebook.pieces import Strip, Whole
    from tournaments.papers.rulebook.story import Opening

TIGHT = 0.5  # of the space above a heading, if that saves a page
BACK = ("~",)  # the beginning of keys of parts that are no games
_OUTER: dict[bool, Align] = {True: "left", False: "right"}
RISE, DROP = 2.1, 1.2  # lines from the text to its head, and to a number below it
APART = 2.6  # lines from the outer edge to the words of a running head
EDGE = 0.03  # the distance of the number from the edges of a page that is one picture


@dataclass(slots=True)
class Page:
    """A page of the layout: its strips, each with its distance from the left and upper edge of the
    text, or a drawing over the whole page. `head`: the running head; `opens`: it begins a part."""

    strips: list[tuple[Strip, float, float]] = field(default_factory=list)
    whole: Whole | None = None
    head: str = ""
    opens: bool = False

    @property
    def places(self) -> list[LinkTarget]:
        """The link targets on it."""
        if self.whole is not None:
            return list(self.whole.places)
        return [place for strip, _x, _y in self.strips for place in strip.places]

    @property
    def full(self) -> float:
        """How far down its text reaches, in points."""
        return max((y + strip.height for strip, _x, y in self.strips), default=0.0)


@dataclass(slots=True)
class Volume:
    """The layout of a book: its pages from the cover on, the number printed on each, the page of
    every link target, and how many pages there are before page 1."""

    pages: list[Page]
    labels: list[str]
    where: dict[str, int]
    front: int
    root: Element


def print_book(
    book: Book,
    book_style: BookStyle,
    progress: Progress | None = None,
    made: datetime | None = None,
) -> bytes:
    """The whole book as a PDF: tagged, with bookmarks, links, page labels, title, language and the
    date of the edition.

    progress: called after each page with the pages done and the number of pages. made: when the
    edition was made.
    """
    volume = lay_out(book, book_style)
    pdf = _draw_pages(volume, book, book_style, progress)
    pdf = tag_document(pdf, volume.root, book, made)
    if progress is not None:
        progress(len(volume.pages), len(volume.pages))
    return pdf


def lay_out(book: Book, book_style: BookStyle) -> Volume:
    """The layout of all pages."""
    root = Element("Document")
    cover, front = root.add("Sect"), root.add("Sect")
    own = _contents(book, book_style, front)
    pages = [page for part in body(book, book_style, root) for page in _pages_of(part, book_style)]
    # Page 1 is on the right of an open book; an extra page goes after the cover.
    before = [Page()] + [Page()] * ((1 + len(own)) % 2) + own
    labels = [""] + [roman(number) for number in range(2, len(before) + 1)]
    labels += [str(number) for number in range(1, len(pages) + 1)]
    where = _where([*before, *pages])
    passages = _passages(pages, len(before))
    words = list(entries(book, passages))
    for key in (key for one in words for key in one.keys if key.startswith(PAGE)):
        where[key] = int(key.removeprefix(PAGE))
    index = _index(words, book_style, root.add("Sect"), where, labels)
    labels += [str(number) for number in range(len(pages) + 1, len(pages) + len(index) + 1)]
    every = [*before, *pages, *index]
    where |= _where(every) | {COVER: 0}
    volume = Volume(every, labels, where, len(before), root)
    volume.root.parts[0] = cover
    return volume


def _contents(book: Book, book_style: BookStyle, part: Element) -> list[Page]:
    title = title_block(
        _("Contents"),
        book_style,
        part,
        LinkTarget(CONTENTS, _("Contents"), 0, _("Contents")),
        ornate=False,
    )
    room = book_style.height - height_of(title)
    return _filled([*title, *contents(list(listed(book)), book_style, part, room)], book_style)


def _index(
    words: list[Any], book_style: BookStyle, part: Element, where: dict[str, int], labels: list[str]
) -> list[Page]:
    """The index in two columns."""

    def number_of(key: str) -> str:
        return labels[where[key]] if key in where else ""

    title = title_block(
        _("Index"), book_style, part, LinkTarget(INDEX, _("Index"), 0, _("Index")), ornate=False
    )
    lines = index_lines(words, book_style, part, number_of)
    above = height_of(title)
    found = []
    for number, sides in enumerate(in_columns(lines, book_style.height, book_style.height - above)):
        page = Page(head=_("Index"), opens=not number)
        if not number:
            page.strips = _placed(title, 0.0, 0.0)
        for side, strips in enumerate(sides):
            left = side * (book_style.measure - column(book_style))
            page.strips += _placed(strips, left, 0.0 if number else above)
        found.append(page)
    return found


def _pages_of(part: Opening, book_style: BookStyle) -> list[Page]:
    if part.whole is not None:
        return [Page(whole=part.whole)]
    return _filled(part.strips, book_style)


def _filled(strips: Sequence[Strip], book_style: BookStyle) -> list[Page]:
    """The pages of a part. All except the first, which has its number below the text, are a line
    longer if that saves a page, or longer with half the space above headings and tables."""
    longer = book_style.height + book_style.line_height
    tight = [replace(one, before=one.before * TIGHT) for one in strips]
    choices = [
        (lines, fill_pages(lines, room, first=book_style.height))
        for lines, room in ((strips, book_style.height), (strips, longer), (tight, longer))
    ]
    strips, parts = min(choices, key=lambda choice: len(choice[1]))
    head = ""
    found = []
    for number, part in enumerate(parts):
        page = Page(_placed([strips[at] for at in part], 0.0, 0.0), head=head, opens=not number)
        told = [place.head for place in page.places if place.head is not None]
        head = told[-1] if told else head
        page.head = page.head or head
        found.append(page)
    return found


def _placed(strips: Sequence[Strip], x: float, y: float) -> list[tuple[Strip, float, float]]:
    found = []
    for place, strip in enumerate(strips):
        y += strip.before if place else 0.0
        found.append((strip, x, y))
        y += strip.height
    return found


def _where(pages: Sequence[Page]) -> dict[str, int]:
    """The page of each link target."""
    return {place.key: number for number, page in enumerate(pages) for place in page.places}


def _passages(pages: Sequence[Page], first: int) -> list[Passage]:
    """The words of the texts, paragraph by paragraph, for the index."""
    found = []
    chapter = ""
    for number, page in enumerate(pages, first):
        for strip, _x, _y in page.strips:
            for place in strip.places:
                if place.head is not None:
                    chapter = place.key
            game = not chapter.startswith(BACK) or chapter == GENERAL
            if strip.plain and game:
                headed = strip.row is None and bool(strip.places)
                found.append(Passage(strip.plain, number, chapter, headed))
    return found


def _draw_pages(
    volume: Volume, book: Book, book_style: BookStyle, progress: Progress | None
) -> bytes:
    font(Face.BOOK)
    out = io.BytesIO()
    canvas = Canvas(
        out,
        pagesize=book_style.page,
        invariant=int(book_style.invariant),
        pageCompression=1,
        lang=book.language,
        initialFontName=Face.BOOK.value,
    )
    canvas.setTitle(book.title)
    canvas.setAuthor(book.family)
    canvas.setSubject(book.edition)
    canvas.setCreator("Scorekeeper")
    sheet = Sheet(canvas, book_style, volume.where, volume.labels)
    led_to: dict[int, list[str]] = {}
    for key, number in volume.where.items():
        if key.startswith(PAGE):
            led_to.setdefault(number, []).append(key)
    for number, page in enumerate(volume.pages):
        sheet.begin_page()
        if not number:
            sheet.mark(LinkTarget(COVER, book.title, 0), book_style.page[1])
            draw_cover(sheet, book, volume.root.parts[0])  # type: ignore[arg-type]
        else:
            _draw(sheet, page, number, volume.labels[number], book)
        for key in led_to.get(number, ()):
            canvas.bookmarkPage(key, fit="FitH", top=book_style.page[1])
        canvas.showPage()
        if progress is not None and number < len(volume.pages) - 1:
            progress(number + 1, len(volume.pages))
    canvas.addPageLabel(0, prefix=_("Cover"))
    canvas.addPageLabel(1, style="ROMAN_LOWER", start=2)
    canvas.addPageLabel(volume.front, style="ARABIC", start=1)
    canvas.showOutline()
    with SAVING:  # not during the whole layout: other papers need not wait for a book
        canvas.save()
    return out.getvalue()


def _draw(sheet: Sheet, page: Page, number: int, label: str, book: Book) -> None:
    """Draw a page other than the cover: its content, and the running head."""
    book_style = sheet.book_style
    left_hand = number % 2 == 1
    sheet.x = book_style.left(left_hand=left_hand)
    if page.whole is not None:
        for place in page.whole.places:
            sheet.mark(place, book_style.page[1])
        page.whole.draw(sheet)
        _draw_number(sheet, label, left_hand=left_hand)
        return
    if not page.strips:
        return
    for strip, x, y in page.strips:
        for place in strip.places:
            sheet.mark(place, book_style.head - y)
        strip.draw(sheet, sheet.x + x, book_style.head - y)
    words = book.title if left_hand else page.head
    _draw_furniture(sheet, label, words, left_hand=left_hand, opens=page.opens)


def _draw_furniture(sheet: Sheet, number: str, words: str, *, left_hand: bool, opens: bool) -> None:
    """Draw the running head with the number at the outer edge; where a chapter opens, only the
    number, below the text. `words`: the book's title on the left, the chapter's on the right."""
    with sheet.part(None):
        if opens:
            _below(sheet, number)
        else:
            _above(sheet, number, words, left_hand=left_hand)


def _below(sheet: Sheet, number: str) -> None:
    book_style = sheet.book_style
    y = book_style.foot - book_style.line_height * DROP
    sheet.pen.text(
        sheet.x + book_style.measure / 2, y, number, book_style.base, Face.BOOK, align="center"
    )


def _above(sheet: Sheet, number: str, words: str, *, left_hand: bool) -> None:
    """Draw words and number in the order of reading."""
    book_style, pen = sheet.book_style, sheet.pen
    y = book_style.head + book_style.line_height * RISE
    room = book_style.measure - book_style.line_height * APART
    size = book_style.caps
    size *= min(1.0, room / max(1.0, caps_width(words, size, TRACK)))
    if left_hand:
        pen.text(sheet.x, y, number, book_style.base, Face.BOOK)
        pen.caps(sheet.x + book_style.line_height * APART, y, words, size, track=TRACK)
    else:
        right = sheet.x + book_style.measure
        pen.caps(right - book_style.line_height * APART, y, words, size, track=TRACK, align="right")
        pen.text(right, y, number, book_style.base, Face.BOOK, align="right")


def _draw_number(sheet: Sheet, number: str, *, left_hand: bool) -> None:
    """The number of a page that is one picture, in its outer corner."""
    across, down = sheet.book_style.page
    x = across * 0.06 if left_hand else across * 0.94
    with sheet.part(None):
        size, align = sheet.book_style.base * 0.9, _OUTER[left_hand]
        sheet.pen.text(x, down * EDGE, number, size, Face.BOOK, align=align)


def roman(number: int) -> str:
    """A small number in lower-case Roman numerals."""
    figures = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
    found = ""
    for worth, letters in figures:
        while number >= worth:
            found += letters
            number -= worth
    return found
