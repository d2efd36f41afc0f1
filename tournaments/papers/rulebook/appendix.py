"""The score sheets at the end of a rulebook, to be copied: drawn like all other papers, and added
to the pages of the book with their places among its tags and bookmarks."""

from __future__ import annotations

import io
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournaments.papers.data import Heading
from tournaments.papers.pen import Pen
from tournaments.papers.score_sheets import draw_form, plan_card
from tournaments.papers.scoreboards import board_pages
from tournaments.papers.theme import Style, Turned
from tournaments.papers.typefaces import SAVING, Face, font

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.papers.rulebook.book import Book, BookStyle, Chapter, PageStyle
    from tournaments.papers.theme import Page

FOOT = 0.03  # of the height: where the number of a page stands
EDGE = 0.06  # of the width
NUMBER = 9.0


@dataclass(frozen=True, slots=True)
class Appendix:
    """Pages, each with the style it is drawn in and the name of its game; how many pages there are
    before the first one of each game, by the key of its chapter."""

    pages: list[tuple[Page, Style, str]] = field(default_factory=list)
    before: dict[str, int] = field(default_factory=dict)


def appendix_of(book: Book, book_style: BookStyle) -> Appendix:
    """The score sheets of a book."""
    appendix = Appendix()
    for chapter in book.chapters:
        pages = list(_sheets_of(chapter, book.title, book_style))
        if pages:
            appendix.before[chapter.key] = len(appendix.pages)
            appendix.pages.extend((page, style, chapter.name) for page, style in pages)
    return appendix


def _sheets_of(chapter: Chapter, book: str, book_style: BookStyle) -> Iterator[tuple[Page, Style]]:
    style = Style("letter" if book_style.paper == "letter" else "a4")
    if chapter.card is not None:
        layout, lying = chapter.card, replace(style, landscape=True)

        def card(pen: Pen) -> None:
            plan = plan_card(lying.page.above(14), layout)
            draw_form(pen, Heading(book), layout, plan)

        yield card, lying
    elif chapter.sheet is not None:
        for page in board_pages(chapter.sheet, style):
            yield page, page.style if isinstance(page, Turned) else style


def add_appendix(document: Any, appendix: Appendix, page: PageStyle) -> None:
    """Add the pages to an open document (pikepdf), each as a figure of its structure."""
    import pikepdf  # 5 MB, for the few papers that are bound

    if not appendix.pages:
        return
    first = len(document.pages)
    with pikepdf.open(io.BytesIO(_draw(appendix, page, first + 1))) as sheets:
        document.pages.extend(sheets.pages)
    root = document.Root.StructTreeRoot
    parents = pikepdf.NumberTree(root.ParentTree)
    whole = root.K[0] if isinstance(root.K, pikepdf.Array) else root.K
    for number, (_page, _style, name) in enumerate(appendix.pages):
        sheet = document.pages[first + number]
        says = _("Score sheet: %(game)s") % {"game": name}
        figure = document.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.StructElem, S=pikepdf.Name.Figure, P=whole, Pg=sheet.obj, K=0,
                Alt=says,
            )
        )  # fmt: skip
        whole.K.append(figure)
        sheet.contents_add(b"/Figure <</MCID 0>> BDC", prepend=True)
        sheet.contents_add(b"EMC")
        key = int(root.get("/ParentTreeNextKey", 0))
        sheet.obj.StructParents = key
        sheet.obj.Tabs = pikepdf.Name.S
        parents[key] = document.make_indirect(pikepdf.Array([figure]))
        root.ParentTreeNextKey = key + 1
    with document.open_outline() as outline:
        top = pikepdf.OutlineItem(_("Score sheets"), first)
        games = {name: number for number, (_p, _s, name) in reversed([*enumerate(appendix.pages)])}
        for name, number in sorted(games.items(), key=lambda game: game[1]):
            top.children.append(pikepdf.OutlineItem(name, first + number))
        outline.root.append(top)


def _draw(appendix: Appendix, page: PageStyle, first: int) -> bytes:
    """The pages as a document of their own, as large as those of the book."""
    font(Face.TEXT)
    canvas = Canvas(
        io.BytesIO(),
        pagesize=(page.width, page.height),
        invariant=1,
        pageCompression=1,
        initialFontName=Face.TEXT.value,
    )
    pen = Pen(canvas)
    for number, (draw, style, _name) in enumerate(appendix.pages, first):
        across, down = style.size
        if style.landscape:
            across, down = down, across
        scale = min(page.width / across, page.height / down)
        canvas.saveState()
        canvas.translate((page.width - across * scale) / 2, (page.height - down * scale) / 2)
        canvas.scale(scale, scale)
        if style.landscape:
            canvas.translate(across, 0)
            canvas.rotate(90)
        draw(pen)
        canvas.restoreState()
        left = number % 2 == 0
        x = page.width * (EDGE if left else 1 - EDGE)
        pen.text(x, page.height * FOOT, str(number), NUMBER, align="left" if left else "right")
        canvas.showPage()
    document: Any = canvas
    with SAVING:
        written: bytes = document.getpdfdata()
    return written
