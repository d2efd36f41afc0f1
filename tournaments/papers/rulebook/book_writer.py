"""Print a rulebook: its values, the lengths of its chapters, its pages, and the file."""

from __future__ import annotations

import hashlib
import io
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from django.core.cache import cache
from django.utils.translation import gettext_lazy

from tournaments.papers.rulebook.appendix import Appendix, add_appendix, appendix_of
from tournaments.papers.rulebook.typesetter import measure, run_typesetter
from tournaments.papers.rulebook.values import values_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from tournaments.papers.data import Progress
    from tournaments.papers.rulebook.book import Book, BookStyle, PageStyle
    from tournaments.papers.rulebook.values import Values

STEPS = (
    gettext_lazy("The rules of all games are being read."),
    gettext_lazy("Chapters are being measured."),
    gettext_lazy("Pages are being set."),
    gettext_lazy("The file is being written."),
)
"""What is done one after the other; progress counts the steps that are done."""

SCALES = (0.97, 0.945, 0.915)  # how much smaller the type of a chapter may be to save a page
KEPT = 30 * 24 * 60 * 60  # seconds that a chapter's length is remembered
EDITION = 1  # of the template, as far as lengths depend on it

Fit = tuple[int, float]
"""How many pages a chapter takes, and at which scale of its type."""


class PrintedBook(NamedTuple):
    """The PDF of a book, and how many pages it has."""

    pdf: bytes
    pages: int


def print_book(
    book: Book,
    book_style: BookStyle,
    progress: Progress | None = None,
    made: datetime | None = None,
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
        _fit(values, book_style.page, step(1))
    pdf = run_typesetter("pdf", values, step(2))
    step(3)
    printed = _finish(pdf, book, appendix, book_style.page, made)
    if progress is not None:
        progress(len(STEPS), len(STEPS))
    return printed


def _fit(values: Values, page: PageStyle, go_on: Callable[[], None]) -> None:
    """Enter into the values how long the chapters are, and which are set a little smaller.

    How long a chapter is depends on nothing but itself, so it is remembered.
    """
    chapters = {chapter["key"]: chapter for chapter in values["chapters"]}
    names = {key: _name_of(chapter, values) for key, chapter in chapters.items()}
    known: dict[str, Fit] = cache.get_many(names.values())
    new = [chapter for key, chapter in chapters.items() if names[key] not in known]
    fits = _measured(new, values, page, go_on) if new else {}
    cache.set_many({names[key]: fit for key, fit in fits.items()}, KEPT)
    for key, name in names.items():
        pages, scale = fits[key] if key in fits else known[name]
        values["lengths"][key] = pages
        if scale < 1:
            values["scales"][key] = scale


def _name_of(chapter: Values, values: Values) -> str:
    """The name under which a chapter's length is remembered."""
    drawn = [values["pictures"][key]["ratio"] for key in _pictures_in(chapter["blocks"], values)]
    whole = json.dumps([chapter, values["style"], values["lang"], values["words"], drawn, EDITION])
    return f"chapter-length:{hashlib.sha256(whole.encode()).hexdigest()}"


def _pictures_in(blocks: Iterable[Any], values: Values) -> list[str]:
    return [
        block[1] for block in blocks if block[0] == "picture" and block[1] in values["pictures"]
    ]


def _measured(
    chapters: list[Values], values: Values, page: PageStyle, go_on: Callable[[], None]
) -> dict[str, Fit]:
    """The lengths of chapters, and the largest type that saves a page where little is left over."""
    lengths = measure(values | {"chapters": chapters}, go_on)
    fits: dict[str, Fit] = {key: (pages, 1.0) for key, (pages, _full) in lengths.items()}
    copies, scales = [], {}
    for chapter in chapters:
        key = chapter["key"]
        pages, full = lengths[key]
        if pages > 1 and full < page.spare * (pages - 1):
            for scale in SCALES:
                name = f"{key}~{scale}"
                copies.append(_copied(chapter, name))
                scales[name] = scale
    if copies:
        smaller = measure(values | {"chapters": copies, "scales": scales}, go_on)
        for name, (pages, _full) in smaller.items():
            key = name.rpartition("~")[0]
            if pages < fits[key][0]:
                fits[key] = (pages, scales[name])
    return fits


def _copied(chapter: Values, name: str) -> Values:
    """A chapter under another name, to be measured again."""
    return chapter | {"key": name, "place": chapter["key"]}


def _finish(
    pdf: bytes, book: Book, appendix: Appendix, page: PageStyle, made: datetime | None
) -> PrintedBook:
    """The file with its score sheets and dates, written as small as it can be: Typst writes tags
    without object streams."""
    import pikepdf  # 5 MB, for the few papers that are bound

    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        add_appendix(document, appendix, page)
        for key in ("/CreationDate", "/ModDate"):
            if made is not None:
                document.docinfo[key] = f"D:{made:%Y%m%d%H%M%S}Z"
            elif key in document.docinfo:
                del document.docinfo[key]
        with document.open_metadata(set_pikepdf_as_editor=False) as known:
            known["dc:description"] = book.edition
            known["xmp:CreatorTool"] = "Scorekeeper"
            if made is not None:
                known["xmp:CreateDate"] = known["xmp:ModifyDate"] = f"{made:%Y-%m-%dT%H:%M:%SZ}"
        document.save(
            out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate
        )
        return PrintedBook(out.getvalue(), len(document.pages))
