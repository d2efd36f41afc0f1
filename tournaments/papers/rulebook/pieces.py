"""The pieces of a page of the rulebook: strips across it, one below the other."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.papers.board_sheets import Lettering, draw_drawing
from tournaments.papers.data import Heading
from tournaments.papers.geometry import Box
from tournaments.papers.pen import Pen
from tournaments.papers.rulebook.book import INDENT, TRACK
from tournaments.papers.rulebook.paragraphs import Span, is_address, rows_of
from tournaments.papers.rulebook.tags import Element
from tournaments.papers.score_sheets import draw_form, plan_card
from tournaments.papers.scoreboards import board_pages
from tournaments.papers.theme import Page, Style, Turned, draw_title
from tournaments.papers.typefaces import Face, width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from reportlab.pdfgen.canvas import Canvas

    from rulesets.drawing.vectors import Drawing
    from tournaments.papers.rulebook.book import BookStyle, Chapter
    from tournaments.papers.rulebook.paragraphs import SetLine


ASCENT = 0.76  # from the top of a line to its baseline, by the line height
HEADING = 1.22  # the size of a heading, by that of the text
CAPTION = 0.92
FINE, CLOSE = 0.93, 0.94  # size and line height of what few will read
BAR = 2.0  # the line beside what a family plays differently


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """A place for links, bookmarks, contents and running heads.

    `level` of its bookmark (None: it has none). `head` is the running head from here on (None:
    unchanged).
    """

    key: str
    title: str
    level: int | None = None
    head: str | None = None


class Sheet:
    """The page being drawn: where its text begins, and what is known of all others.

    pages: the page (counted from 0) of each link target; labels: the number printed on each page.
    """

    def __init__(
        self,
        canvas: Canvas,
        book_style: BookStyle,
        pages: Mapping[str, int],
        labels: Sequence[str],
    ) -> None:
        self.canvas, self.pen, self.book_style = canvas, Pen(canvas), book_style
        self.pages, self.labels = pages, labels
        self.x = 0.0
        self.number, self.tags = -1, 0

    def begin_page(self) -> None:
        """Begin a new page."""
        self.number, self.tags = self.number + 1, 0

    @contextmanager
    def part(self, element: Element | None) -> Iterator[None]:
        """What is drawn inside this block belongs to an element of the text, or to none: an
        ornament, a running head."""
        if element is None:
            self.canvas.addLiteral("/Artifact BMC")
        else:
            self.canvas.addLiteral(f"/{element.kind} <</MCID {self.tags}>> BDC")
            element.parts.append((self.number, self.tags))
            self.tags += 1
        yield
        self.canvas.addLiteral("EMC")

    def number_of(self, key: str) -> str:
        """The number printed on the page of a link target; "" if there is none."""
        page = self.pages.get(key)
        return "" if page is None else self.labels[page]

    def mark(self, place: LinkTarget, y: float) -> None:
        """Set a bookmark."""
        canvas: Any = self.canvas
        canvas.bookmarkPage(place.key, fit="FitH", top=round(y + 6, 1))
        if place.level is not None:
            canvas.addOutlineEntry(place.title, place.key, place.level, closed=True)

    def link(self, to: str, x: float, y: float, wide: float, size: float) -> None:
        """Link words to a place in the book or to an address."""
        canvas: Any = self.canvas
        area = (x, y - size * 0.25, x + wide, y + size * 0.8)
        if is_address(to):
            canvas.linkURL(to, area, relative=0, thickness=0)
        elif to in self.pages:
            canvas.linkRect("", to, area, relative=0, thickness=0)

    def row(self, row: SetLine, x: float, y: float, size: float) -> None:
        """Draw a line of words on the baseline y."""
        self.pen.words(x, y, ((one.text, one.face, one.spaced) for one in row.words), size, row.gap)
        at = x
        for one in row.words:
            at += row.gap if one.spaced else 0.0
            if one.to:
                self.link(one.to, at, y, one.width, size)
            at += one.width


@dataclass(slots=True)
class Strip:
    """A part of a page, as wide as a full line.

    `before`: the space above it, which is dropped at the top of a page. `leads`: it stays with what
    follows. `draw` gets the sheet, the left and the upper edge. `plain`: the words in it.
    """

    height: float
    draw: Callable[[Sheet, float, float], None]
    before: float = 0.0
    leads: bool = False
    places: tuple[LinkTarget, ...] = ()
    plain: str = ""
    row: SetLine | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """How a paragraph is set: its size, line height, left margin and indent, and the bullet before
    its first line. `barred`: with a vertical line beside it. `centred`: in the middle."""

    size: float
    line_height: float
    left: float = 0.0
    indent: float = 0.0
    bullet: str = ""
    gap: float = 0.0  # between the bullet and the text
    ragged: bool = False
    barred: bool = False
    centred: bool = False


def text_style(
    book_style: BookStyle, *, indented: bool = False, fine: bool = False
) -> ParagraphStyle:
    """The style of running text; the first paragraph after anything else is not indented. `fine`: a
    little smaller, for what few will read."""
    size, line_height = (
        (book_style.base * FINE, book_style.line_height * CLOSE)
        if fine
        else (book_style.base, book_style.line_height)
    )
    return ParagraphStyle(size, line_height, indent=size * INDENT if indented else 0.0)


def paragraph(
    spans: Sequence[Span],
    style: ParagraphStyle,
    book_style: BookStyle,
    element: Element,
    *,
    language: str = "en",
    label: Element | None = None,
) -> list[Strip]:
    """A paragraph line by line; no line of it is alone on a page.

    label: the element of its bullet.
    """
    rows = rows_of(
        spans,
        style.size,
        book_style.measure - style.left,
        indent=style.indent,
        ragged=style.ragged or style.centred,
        language=language,
    )
    last = len(rows) - 1
    found = []
    for place, row in enumerate(rows):
        draw = _line(row, style, book_style, element, label if not place else None, first=not place)
        leads = place < last and (place == 0 or place == last - 1)
        found.append(Strip(style.line_height, draw, leads=leads, row=row))
    if found:
        found[0].plain = "".join(one.text for one in spans)
    return found


def _line(
    row: SetLine,
    style: ParagraphStyle,
    book_style: BookStyle,
    element: Element,
    label: Element | None,
    *,
    first: bool,
) -> Callable[[Sheet, float, float], None]:
    def draw(sheet: Sheet, x: float, top: float) -> None:
        y = top - style.line_height * ASCENT
        left = x + style.left + (style.indent if first else 0.0)
        if style.centred:
            left += (book_style.measure - style.left - row.width) / 2
        if first and style.bullet:
            wide = width(style.bullet, Face.BOOK, style.size)
            with sheet.part(label):
                sheet.pen.text(left - style.gap - wide, y, style.bullet, style.size, Face.BOOK)
        if style.barred:
            with sheet.part(None):
                at = left - BAR * 3
                sheet.pen.line(at, top - style.line_height, at, top, BAR)
        with sheet.part(element):
            sheet.row(row, left, y, style.size)

    return draw


def heading(
    spans: Sequence[Span],
    book_style: BookStyle,
    element: Element,
    place: LinkTarget | None,
    *,
    minor: bool,
) -> list[Strip]:
    """A heading within a chapter: of a section, or below one."""
    size = book_style.base * (1.04 if minor else HEADING)
    face = Face.BOOK_BOLD if minor else Face.DISPLAY
    dressed = [Span(one.text, face, one.to) for one in spans]
    rows = rows_of(dressed, size, book_style.measure, ragged=True)
    found = []
    for number, row in enumerate(rows):

        def draw(sheet: Sheet, x: float, top: float, row: SetLine = row) -> None:
            with sheet.part(element):
                sheet.row(row, x, top - book_style.line_height * ASCENT, size)

        before = book_style.line_height * (0.5 if minor else 1.0) if not number else 0.0
        found.append(Strip(book_style.line_height, draw, before, leads=True))
    if found and place is not None:
        found[0].places = (place,)
    if found:
        found[0].plain = "".join(one.text for one in spans)
    return found


def picture(drawing: Drawing, book_style: BookStyle, most: float, figure: Element) -> Strip:
    """A drawing as large as the measure and `most` points of height allow, its words no larger
    than the text."""
    scale = min(book_style.measure / drawing.width, most / drawing.height)
    high = drawing.height * scale
    lettering = Lettering(
        {"text": Face.TEXT, "bold": Face.BOLD, "display": Face.BOLD},
        book_style.base,
    )

    def draw(sheet: Sheet, x: float, top: float) -> None:
        with sheet.part(figure):
            box = Box(x, top - high, book_style.measure, high)
            draw_drawing(sheet.pen, drawing, box, lettering=lettering)

    height = (int(high / book_style.line_height * 2) + 1) * book_style.line_height / 2
    return Strip(height, draw, before=book_style.line_height * 0.5)


def space(height: float, *, leads: bool = False) -> Strip:
    """Room in which nothing is drawn."""
    return Strip(height, lambda _sheet, _x, _top: None, leads=leads)


def label(sheet: Sheet, x: float, y: float, text: str, size: float) -> None:
    """Draw small capitals on a line of their own."""
    sheet.pen.caps(x, y, text, size, track=TRACK)


def led(strips: list[Strip]) -> list[Strip]:
    """The strips, kept together with what follows."""
    for one in strips:
        one.leads = True
    return strips


class Whole:
    """A page made for another paper, as large as the page of the book allows; one that is sideways
    is turned."""

    def __init__(
        self, page: Page, style: Style, figure: Element, places: tuple[LinkTarget, ...]
    ) -> None:
        self.page, self.style, self.figure, self.places = page, style, figure, places

    def draw(self, sheet: Sheet) -> None:
        """Draw it over the whole page."""
        canvas: Any = sheet.canvas
        across, down = sheet.book_style.page
        own = self.page.style if isinstance(self.page, Turned) else self.style
        wide, high = (own.size[1], own.size[0]) if own.landscape else own.size
        scale = min(across / wide, down / high)
        with sheet.part(self.figure):
            canvas.saveState()
            canvas.translate((across - wide * scale) / 2, (down - high * scale) / 2)
            canvas.scale(scale, scale)
            if own.landscape:
                canvas.translate(wide, 0)
                canvas.rotate(90)
            self.page(sheet.pen)
            canvas.restoreState()


def sheets_of(
    chapter: Chapter,
    book_style: BookStyle,
    places: tuple[LinkTarget, ...],
    book: str,
    part: Element,
) -> Iterator[Whole]:
    """The score sheet or card of a game."""
    says = _("Score sheet: %(game)s") % {"game": chapter.name}
    style = Style("letter" if book_style.paper == "letter" else "a4")
    if chapter.card is not None:
        layout, lying = chapter.card, replace(style, landscape=True)

        def card(pen: Pen) -> None:
            plan = plan_card(lying.page.above(14), layout)
            draw_form(pen, Heading(book), layout, plan)

        yield Whole(Turned(card, lying), style, part.add("Figure", says=says), places)
    elif chapter.sheet is not None:
        for number, page in enumerate(board_pages(chapter.sheet, style)):
            yield Whole(page, style, part.add("Figure", says=says), () if number else places)


def boards_of(
    chapter: Chapter, book_style: BookStyle, places: tuple[LinkTarget, ...], part: Element
) -> Iterator[Whole]:
    """The boards of a game, each on a page."""
    says = _("Board: %(game)s") % {"game": chapter.name}
    style = Style("letter" if book_style.paper == "letter" else "a4")
    for number, board in enumerate(chapter.boards):
        page = partial(_board, style, chapter.name, board)
        yield Whole(page, style, part.add("Figure", says=says), () if number else places)


def _board(style: Style, name: str, board: Drawing, pen: Pen) -> None:
    body = draw_title(pen, style.body, name)
    draw_drawing(pen, board, Box(body.x, body.y, body.width, body.height))
