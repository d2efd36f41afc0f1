"""The writer of papers: draws pages, each with its foot, into a PDF, and binds several papers into
one file."""

from __future__ import annotations

import io
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from reportlab.pdfgen.canvas import Canvas

from tournaments.papers.binding import Part, bind
from tournaments.papers.catalogue import Bundle, Pages
from tournaments.papers.pen import Pen
from tournaments.papers.theme import SIZES, Marked, Style, Turned, draw_foot
from tournaments.papers.typefaces import SAVING, Face, font

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.papers.catalogue import Order
    from tournaments.papers.data import Heading, Progress

_SAMPLE: ContextVar[bool] = ContextVar("sample", default=False)


@contextmanager
def first_page_alone() -> Iterator[None]:
    """Papers made within have their first page alone, and the same input gives the same bytes."""
    before = _SAMPLE.set(True)
    try:
        yield
    finally:
        _SAMPLE.reset(before)


def render_paper(
    order: Order,
    paper: Pages | Bundle,
    progress: Progress | None = None,
    *,
    invariant: bool = False,
) -> bytes:
    """Return the PDF of a paper. invariant: the same input gives the same bytes.

    With nothing to print there is one empty page: a PDF without any opens nowhere. Raises
    ValueError for a bundle of nothing.
    """
    if isinstance(paper, Bundle):
        return _bind(order, paper, progress, invariant=invariant)
    style = paper.style or order.style
    pages = paper.pages or [lambda _pen: None]
    pen = open_document(order.heading, paper.title, style, invariant=invariant)
    for number, page in enumerate(pages[:1] if _SAMPLE.get() else pages, start=1):
        if isinstance(page, Marked):
            _mark(pen, page.title, number)
            page = page.page  # noqa: PLW2901
        own = page.style if isinstance(page, Turned) else style
        _begin_page(pen, own)
        page(pen)
        if paper.foot:
            draw_foot(pen, order.heading, own, number, len(pages))
        pen.canvas.showPage()
        if progress is not None:
            progress(number, len(pages))
    return close_document(pen)


def open_document(heading: Heading, title: str, style: Style, *, invariant: bool = False) -> Pen:
    """Open a document whose properties name the event and what is printed."""
    font(Face.TEXT)
    canvas = Canvas(
        io.BytesIO(),  # which nothing is written to: `close_document` returns the document
        pagesize=SIZES[style.paper],
        invariant=1 if invariant or _SAMPLE.get() else 0,
        pageCompression=1,
        initialFontName=Face.TEXT.value,
    )
    canvas.setTitle(_file_title(heading, title))
    canvas.setAuthor(heading.place)
    canvas.setSubject(title)
    canvas.setCreator("Scorekeeper")
    return Pen(canvas)


def close_document(pen: Pen) -> bytes:
    """Close the document and return it."""
    document: Any = pen.canvas
    with SAVING:
        written: bytes = document.getpdfdata()
    return written


def _file_title(heading: Heading, title: str) -> str:
    return f"{title} · {heading.event}" if heading.event else title


def _begin_page(pen: Pen, style: Style) -> None:
    across, down = style.size
    pen.canvas.setPageSize((across * style.scale, down * style.scale))
    if style.scale != 1.0:
        pen.canvas.scale(style.scale, style.scale)


def _mark(pen: Pen, title: str, number: int) -> None:
    key = f"page-{number}"
    pen.canvas.bookmarkPage(key)
    pen.canvas.addOutlineEntry(title, key)
    pen.canvas.showOutline()


def _bind(order: Order, bundle: Bundle, progress: Progress | None, *, invariant: bool) -> bytes:
    """The entries in their order. The pages add up as they come: how many there will be shows
    only with the last entry."""
    before = pages = 0

    def note(done: int, count: int) -> None:
        nonlocal pages
        pages = count
        if progress is not None:
            progress(before + done, before + count)

    def parts() -> Iterator[Part]:
        nonlocal before, pages
        for entry in bundle.entries:
            pages, own = 0, entry.order
            pdf = render_paper(own, entry.draw(own), note, invariant=invariant)
            before += pages
            yield Part(entry.title, pdf, entry.within)
            if _SAMPLE.get():
                return

    title = _file_title(order.heading, bundle.title)
    return bind(parts(), title=title, author=order.heading.place)
