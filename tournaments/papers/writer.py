"""The writer of papers: draws pages, each with its foot, into a PDF, and binds several papers into
one file."""

from __future__ import annotations

import io
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language
from reportlab.pdfgen.canvas import Canvas

from tournaments.papers.catalogue import Bundle, Order, Pages, Typeset
from tournaments.papers.pen import Pen
from tournaments.papers.structure import Structure, write_structure
from tournaments.papers.theme import SIZES, Marked, Style, Turned, draw_foot
from tournaments.papers.typefaces import SAVING, Face, font

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tournaments.papers.catalogue import Order
    from tournaments.papers.data import Heading, Paper, Progress


EACH = 4  # pages on a sheet
NEST = 8  # sheets that can be folded into each other as one
SIGNATURES = (4, 5, 6, 7, 8)  # possible numbers of sheets in a sewn signature
USUAL = 6


@dataclass(frozen=True, slots=True)
class BoundPaper:
    """A paper within a larger one. `within`: the bookmark above its own."""

    title: str
    pdf: bytes
    within: str = ""


def bind(parts: Iterable[BoundPaper], *, title: str, author: str = "") -> bytes:
    """Return one PDF with the pages of all parts in order, and a bookmark for each.

    The same parts give the same bytes. Raises ValueError if there is nothing to bind.
    """
    import pikepdf  # 5 MB, for the few papers that are bound

    with pikepdf.new() as whole:
        structure = Structure(whole)
        with whole.open_outline() as outline:
            chapters: dict[str, pikepdf.OutlineItem] = {}
            for part in parts:
                mark = pikepdf.OutlineItem(part.title, len(whole.pages))
                with pikepdf.open(io.BytesIO(part.pdf)) as pdf:
                    first = len(whole.pages)
                    whole.pages.extend(pdf.pages)
                    places = {at: (page, None) for at, page in enumerate(whole.pages[first:])}
                    structure.add(pdf, places.get)
                if not part.within:
                    outline.root.append(mark)
                    continue
                if part.within not in chapters:
                    chapters[part.within] = pikepdf.OutlineItem(part.within, mark.destination)
                    outline.root.append(chapters[part.within])
                chapters[part.within].children.append(mark)
        if not len(whole.pages):
            raise ValueError("nothing to bind")
        whole.docinfo["/Title"] = title
        whole.docinfo["/Author"] = author
        whole.docinfo["/Creator"] = "Scorekeeper"
        whole.Root.PageMode = pikepdf.Name.UseOutlines
        structure.finish(get_language() or "en")
        out = io.BytesIO()
        whole.save(out, deterministic_id=True)
    return out.getvalue()


def sheets_for(pages: int) -> int:
    """How many sheets of paper that many pages need."""
    return -(-pages // EACH)


def signatures_of(sheets: int, most: int) -> list[int]:
    """How many sheets each signature has: at most `most`, about equally many; all together if they
    can be folded as one. most: 0 if nothing is sewn."""
    if not most or sheets <= NEST:
        return [sheets] if sheets else []
    count = -(-sheets // most)
    return [sheets // count + (place < sheets % count) for place in range(count)]


def sides_of(pages: int, most: int = 0) -> Iterator[tuple[int | None, int | None]]:
    """The pages on each side of each sheet, signature by signature, each from the outermost sheet
    in: left and right, counted from 0; None for an empty half. Front and back of a sheet follow
    each other. most: sheets of a signature; 0: all sheets are one."""
    begin = 0
    for sheets in signatures_of(sheets_for(pages), most):
        last = begin + sheets * EACH - 1
        for sheet in range(sheets):
            first, opposite = begin + 2 * sheet, last - 2 * sheet
            for left, right in ((opposite, first), (first + 1, opposite - 1)):
                yield left if left < pages else None, right if right < pages else None
        begin += sheets * EACH


def impose(pdf: bytes, paper: Paper, most: int = 0) -> bytes:
    """The pages of a document, two on each side of sheets of `paper`, in signatures of at most
    `most` sheets; the same document gives the same bytes. Print on both sides, turned over the
    short edge."""
    import pikepdf  # 5 MB, for the few papers that are folded

    down, across = SIZES[paper]
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as source, pikepdf.new() as target:
        structure = Structure(target)
        places: dict[int, tuple[Any, Any]] = {}
        xobjects = [target.copy_foreign(page.as_form_xobject()) for page in source.pages]
        boxes = [tuple(map(float, page.mediabox)) for page in source.pages]
        for side in sides_of(len(xobjects), most):
            target.add_blank_page(page_size=(across, down))
            content, forms = [], pikepdf.Dictionary()
            for half, number in enumerate(side):
                if number is not None:
                    forms[f"/P{half}"] = xobjects[number]
                    places[number] = (target.pages[-1], xobjects[number])
                    content.append(_placed(half, boxes[number], across / 2, down))
            page = target.pages[-1]
            page.obj.Resources = pikepdf.Dictionary(XObject=forms)
            page.obj.Contents = target.make_stream("\n".join(content).encode())
        _name_alike(source, target)
        structure.add(source, places.get)
        structure.finish(str(source.Root.get("/Lang", "en")))
        target.Root.ViewerPreferences = pikepdf.Dictionary(
            DisplayDocTitle=True, Duplex=pikepdf.Name.DuplexFlipShortEdge
        )
        target.save(out, deterministic_id=True)
    return out.getvalue()


def lay_out_cards(pdf: bytes, paper: Paper, cards: int = EACH) -> bytes:
    """The pages of a document four to a sheet of `paper`, to be cut apart; a page that is alone is
    repeated. The same document gives the same bytes."""
    import pikepdf  # 5 MB, for the few papers that are cut

    across, down = SIZES[paper]
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as source, pikepdf.new() as target:
        structure = Structure(target)
        places: dict[int, tuple[Any, Any]] = {}
        xobjects = [target.copy_foreign(page.as_form_xobject()) for page in source.pages]
        boxes = [tuple(map(float, page.mediabox)) for page in source.pages]
        numbers = [0] * cards if len(xobjects) == 1 else list(range(len(xobjects)))
        for first in range(0, len(numbers), cards):
            target.add_blank_page(page_size=(across, down))
            content, forms = [], pikepdf.Dictionary()
            for place, number in enumerate(numbers[first : first + cards]):
                forms[f"/P{place}"] = xobjects[number]
                places.setdefault(number, (target.pages[-1], xobjects[number]))
                content.append(
                    _placed(place, boxes[number], across / 2, down / 2, upper=place < cards // 2)
                )
            content.append(_cuts(across, down))
            page = target.pages[-1]
            page.obj.Resources = pikepdf.Dictionary(XObject=forms)
            page.obj.Contents = target.make_stream("\n".join(content).encode())
        _name_alike(source, target)
        structure.add(source, places.get)
        structure.finish(str(source.Root.get("/Lang", "en")))
        target.save(out, deterministic_id=True)
    return out.getvalue()


CUT = 12.0  # points: the marks at the edges of a sheet where it is cut


def _cuts(across: float, down: float) -> str:
    """The operators that draw marks at the middle of each edge."""
    x, y = across / 2, down / 2
    lines = (
        (x, 0, x, CUT), (x, down - CUT, x, down), (0, y, CUT, y), (across - CUT, y, across, y),
    )  # fmt: skip
    strokes = (f"{a:.2f} {b:.2f} m {c:.2f} {d:.2f} l S" for a, b, c, d in lines)
    return " ".join(("q 0.3 w", *strokes, "Q"))


def _name_alike(source: Any, target: Any) -> None:
    """Give a document the properties of another."""
    for key in ("/Title", "/Author", "/Subject", "/Creator", "/Producer"):
        if key in source.docinfo:
            target.docinfo[key] = str(source.docinfo[key])
    if "/Lang" in source.Root:
        target.Root.Lang = str(source.Root.Lang)


def _placed(
    place: int, box: tuple[float, ...], wide: float, high: float, *, upper: bool = False
) -> str:
    """The operators that draw a page in the middle of its place on a sheet, as large as possible:
    those with an even number are on the left."""
    left, foot, right, top = box
    scale = min(wide / (right - left), high / (top - foot))
    x = place % 2 * wide + (wide - scale * (right - left)) / 2 - scale * left
    y = upper * high + (high - scale * (top - foot)) / 2 - scale * foot
    return f"q {scale:.5f} 0 0 {scale:.5f} {x:.3f} {y:.3f} cm /P{place} Do Q"


_SAMPLE: ContextVar[bool] = ContextVar("sample", default=False)


@contextmanager
def first_page_alone() -> Iterator[None]:
    """Papers made inside this block have only their first page."""
    before = _SAMPLE.set(True)
    try:
        yield
    finally:
        _SAMPLE.reset(before)


def render_paper(
    order: Order,
    paper: Pages | Bundle | Typeset,
    progress: Progress | None = None,
) -> bytes:
    """Return the PDF of a paper; the same input gives the same bytes.

    With nothing to print there is one empty page, since no viewer opens a PDF without pages. Raises
    ValueError for an empty bundle.
    """
    if isinstance(paper, Bundle):
        return _bind(order, paper, progress)
    if isinstance(paper, Typeset):
        pdf = paper.print_pages()
        if progress is not None:
            progress(1, 1)
        return pdf
    style = paper.style or order.style
    pages = paper.pages or [lambda _pen: None]
    pen = open_document(order.heading, paper.title, style)
    for number, page in enumerate(pages[:1] if _SAMPLE.get() else pages, start=1):
        if isinstance(page, Marked):
            _mark(pen, page.title, number)
            page = page.page  # noqa: PLW2901
        own = page.style if isinstance(page, Turned) else style
        _begin_page(pen, own)
        with pen.page():
            page(pen)
            if paper.foot:
                draw_foot(pen, order.heading, own, number, len(pages))
        pen.canvas.showPage()
        if progress is not None:
            progress(number, len(pages))
    return close_document(pen)


def open_document(heading: Heading, title: str, style: Style) -> Pen:
    """Open a document whose properties name the event and the paper."""
    font(Face.TEXT)
    canvas = Canvas(
        io.BytesIO(),  # not written to: `close_document` returns the document
        pagesize=SIZES[style.paper],
        invariant=1,
        pageCompression=1,
        initialFontName=Face.TEXT.value,
    )
    canvas.setTitle(_file_title(heading, title))
    canvas.setAuthor(heading.author)
    canvas.setSubject(title)
    canvas.setCreator("Scorekeeper")
    return Pen(canvas)


def close_document(pen: Pen) -> bytes:
    """Close the document and return it."""
    write_structure(pen.canvas, pen.pages, get_language() or "en")
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


def _bind(order: Order, bundle: Bundle, progress: Progress | None) -> bytes:
    """Bind the entries in order. The number of pages is only known with the last entry."""
    before = pages = 0

    def note(done: int, count: int) -> None:
        nonlocal pages
        pages = count
        if progress is not None:
            progress(before + done, before + count)

    def parts() -> Iterator[BoundPaper]:
        nonlocal before, pages
        for entry in bundle.entries:
            pages, own = 0, entry.order
            pdf = render_paper(own, entry.draw(own), note)
            before += pages
            yield BoundPaper(entry.title, pdf, entry.within)
            if _SAMPLE.get():
                return

    title = _file_title(order.heading, bundle.title)
    return bind(parts(), title=title, author=order.heading.author)
