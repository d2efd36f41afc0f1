"""Print a rulebook: its values, the lengths of its chapters, its pages, and the file."""

from __future__ import annotations

import io
from datetime import UTC
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy

from tournaments.papers.rulebook.appendix import Appendix, add_appendix, appendix_of
from tournaments.papers.rulebook.compaction import pack
from tournaments.papers.rulebook.layout import number_pages
from tournaments.papers.rulebook.typesetter import run_typesetter
from tournaments.papers.rulebook.values import values_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from tournaments.papers.data import Progress
    from tournaments.papers.rulebook.book import Book, BookStyle, PageStyle

STEPS = (
    gettext_lazy("The rules of all games are being read."),
    gettext_lazy("Chapters are being measured."),
    gettext_lazy("Pages are being set."),
    gettext_lazy("The file is being written."),
)
"""What is done one after the other; progress counts the steps that are done."""


class PrintedBook(NamedTuple):
    """The PDF of a book, how many pages it has, and the page of each of its games, by key."""

    pdf: bytes
    pages: int
    games: dict[str, int]


def print_book(
    book: Book,
    book_style: BookStyle,
    progress: Progress | None = None,
    date: datetime | None = None,
) -> PrintedBook:
    """The whole book as a PDF that conforms to PDF/UA-1, with bookmarks, links, title, language and
    the date of the edition; the same book gives the same bytes.

    progress: called with the steps done and how many there are, about twice a second; what it
    raises ends the printing. Raises BookFailed.
    """

    def step(done: int) -> Callable[[], None]:
        def note() -> None:
            if progress is not None:
                progress(done, len(STEPS))

        note()
        return note

    step(0)
    is_book = book_style.kind != "cards"
    appendix = appendix_of(book, book_style) if is_book else Appendix()
    values = values_of(book, book_style, appendix.before)
    if is_book:
        number_pages(values, book_style.page, step(1))
    pdf = run_typesetter("pdf", values, step(2))
    step(3)
    starts = (
        {chapter.key: values["pages"][chapter.key] for chapter in book.chapters} if is_book else {}
    )
    finished = finish_pdf(pdf, book.edition, book_style.page, date, appendix)
    printed = PrintedBook(*finished, starts)
    if progress is not None:
        progress(len(STEPS), len(STEPS))
    return printed


def finish_pdf(
    pdf: bytes,
    description: str,
    page: PageStyle,
    date: datetime | None,
    appendix: Appendix | None = None,
) -> tuple[bytes, int]:
    """Return the file with its score sheets, its dates (in UTC) and its description, and how many
    pages it has. It is written as small as it can be: Typst writes tags without object streams."""
    import pikepdf  # 5 MB, for the few papers that are bound

    with pikepdf.open(io.BytesIO(pdf)) as document:
        if appendix is not None:
            add_appendix(document, appendix, page)
        date = date.astimezone(UTC) if date is not None else None
        for key in ("/CreationDate", "/ModDate"):
            if date is not None:
                document.docinfo[key] = f"D:{date:%Y%m%d%H%M%S}Z"
            elif key in document.docinfo:
                del document.docinfo[key]
        with document.open_metadata(set_pikepdf_as_editor=False) as metadata:
            metadata["dc:description"] = description
            metadata["xmp:CreatorTool"] = "Scorekeeper"
            if date is not None:
                metadata["xmp:CreateDate"] = metadata["xmp:ModifyDate"] = (
                    f"{date:%Y-%m-%dT%H:%M:%SZ}"
                )
        return pack(document), len(document.pages)
