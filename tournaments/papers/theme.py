"""How a printed page looks: its size and margins, the type scale, its head and its foot."""

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournaments.papers.data import Heading, Paper, Progress
from tournaments.papers.geometry import Box
from tournaments.papers.pen import BOLD_LINE, GREY, HAIR, Pen
from tournaments.papers.suits import draw_suits
from tournaments.papers.typefaces import SAVING, Face, font, width

SIZES: dict[Paper, tuple[float, float]] = {
    "a4": (595.276, 841.89),
    "letter": (612.0, 792.0),
    "a5": (419.528, 595.276),
    "a6": (297.638, 419.528),
}
"""Width and height in points, upright."""

MARGIN = 40.0
SMALL_MARGINS: dict[Paper, float] = {"a5": 32.0, "a6": 32.0}
SCALES: dict[Paper, float] = {"a6": 0.5**0.5}
"""Paper for the pocket, on which everything is as much smaller as it would be copied down to it."""

FOOT = 18.0

TITLE_ROOM = 58.0
"""What `draw_title` takes from a page, subtitle included."""

TITLE = 21.0
HEADING = 13.0
BODY = 10.0
SMALL = 8.5
FINE = 7.5

_SAMPLE: ContextVar[bool] = ContextVar("sample", default=False)


@dataclass(frozen=True, slots=True)
class Style:
    """What the callers choose: the paper, and whether the same input gives the same bytes."""

    paper: Paper = "a4"
    invariant: bool = False
    landscape: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the page, in the points that everything on it is measured in."""
        across, down = (each / self.scale for each in SIZES[self.paper])
        return (down, across) if self.landscape else (across, down)

    @property
    def scale(self) -> float:
        """How large such a point is on paper."""
        return SCALES.get(self.paper, 1.0)

    @property
    def page(self) -> Box:
        """The whole sheet."""
        return Box(0, 0, *self.size)

    @property
    def body(self) -> Box:
        """What the margins and the foot leave."""
        return self.page.inset(self.margin, self.margin - 6).above(FOOT)

    @property
    def margin(self) -> float:
        """What stays free at the sides; less on small paper."""
        return SMALL_MARGINS.get(self.paper, MARGIN)


Page = Callable[[Pen], None]
"""Draws one page, foot excepted."""


@contextmanager
def first_page_alone() -> Iterator[None]:
    """Papers made within have their first page alone, and the same input gives the same bytes."""
    before = _SAMPLE.set(True)
    try:
        yield
    finally:
        _SAMPLE.reset(before)


def sampled() -> bool:
    """Whether nobody will see more than the first page."""
    return _SAMPLE.get()


@dataclass(frozen=True, slots=True)
class Turned:
    """A page of a style of its own within a document: one that lies sideways."""

    page: Page
    style: Style

    def __call__(self, pen: Pen) -> None:
        self.page(pen)


@dataclass(frozen=True, slots=True)
class Marked:
    """A page with a bookmark: the first one of a part of a larger document."""

    page: Page
    title: str

    def __call__(self, pen: Pen) -> None:
        self.page(pen)


def marked(title: str, pages: Sequence[Page]) -> list[Page]:
    """The pages of a part, the first of them with a bookmark."""
    return [Marked(pages[0], title), *pages[1:]] if pages else []


def new_pen(heading: Heading, title: str, style: Style) -> Pen:
    """Open a document whose properties name the event and what is printed."""
    font(Face.TEXT)
    canvas = Canvas(
        io.BytesIO(),  # which nothing is written to: `finished` returns the document
        pagesize=SIZES[style.paper],
        invariant=1 if style.invariant or _SAMPLE.get() else 0,
        pageCompression=1,
        initialFontName=Face.TEXT.value,
    )
    canvas.setTitle(f"{title} · {heading.event}" if heading.event else title)
    canvas.setAuthor(heading.place)
    canvas.setSubject(title)
    canvas.setCreator("Scorekeeper")
    return Pen(canvas)


def finished(pen: Pen) -> bytes:
    """Close the document and return it."""
    document: Any = pen.canvas
    with SAVING:
        written: bytes = document.getpdfdata()
    return written


def write(
    heading: Heading,
    title: str,
    pages: Sequence[Page],
    style: Style,
    progress: Progress | None = None,
    *,
    foot: bool = True,
) -> bytes:
    """Draw the pages one after the other, each with its foot, and return the PDF.

    With nothing to print there is one empty page: a PDF without any opens nowhere.
    """
    pages = pages or [lambda _pen: None]
    pen = new_pen(heading, title, style)
    for number, page in enumerate(pages[:1] if _SAMPLE.get() else pages, start=1):
        if isinstance(page, Marked):
            _mark(pen, page.title, number)
            page = page.page  # noqa: PLW2901
        own = page.style if isinstance(page, Turned) else style
        turn_to(pen, own)
        page(pen)
        if foot:
            draw_foot(pen, heading, own, number, len(pages))
        pen.canvas.showPage()
        if progress is not None:
            progress(number, len(pages))
    return finished(pen)


def turn_to(pen: Pen, style: Style) -> None:
    """Begin a page of a style."""
    across, down = style.size
    pen.canvas.setPageSize((across * style.scale, down * style.scale))
    if style.scale != 1.0:
        pen.canvas.scale(style.scale, style.scale)


def _mark(pen: Pen, title: str, number: int) -> None:
    key = f"page-{number}"
    pen.canvas.bookmarkPage(key)
    pen.canvas.addOutlineEntry(title, key)
    pen.canvas.showOutline()


def draw_foot(pen: Pen, heading: Heading, style: Style, number: int, count: int) -> None:
    """Draw the foot of a page: event, date and place, page n of m."""
    draw_occasion(pen, heading, style, page_number(count, count))
    draw_number(pen, style, page_number(number, count))


def draw_occasion(pen: Pen, heading: Heading, style: Style, longest: str) -> None:
    """Draw what the feet of all pages have: a line, and the event beside room for a page's
    number."""
    margin, page = style.margin, style.page
    y = margin - 14
    pen.line(page.x + margin, y + 11, page.right - margin, y + 11, HAIR, GREY)
    room = page.width - 2 * margin - width(longest, Face.TEXT, FINE) - 20
    strip = Box(page.x + margin, y - 3.5, room, 11)
    pen.fitted(strip, occasion(heading), FINE, grey=GREY, floor=0.6, most_lines=1)


def draw_number(pen: Pen, style: Style, numbered: str) -> None:
    """Draw the number of a page in its foot."""
    x, y = style.page.right - style.margin, style.margin - 14
    pen.text(x, y, numbered, FINE, align="right", grey=GREY)


def occasion(heading: Heading) -> str:
    """Event, date and place in one line, without those that are not known."""
    return " · ".join(part for part in (heading.event, heading.date, heading.place) if part)


def page_number(number: int, count: int) -> str:
    """Return "Page 2 of 9" in the language of the moment."""
    return page_numbers(count)(number)


def page_numbers(count: int) -> Callable[[int], str]:
    """Return what numbers the pages of a document of `count` pages, translated once for all."""
    words = _("Page %(number)d of %(count)d")
    return lambda number: words % {"number": number, "count": count}


def figure(points: int | None) -> str:
    """Return points as they are printed: with a true minus sign; a dash for none."""
    return "–" if points is None else str(points).replace("-", "−")


def draw_title(pen: Pen, box: Box, title: str, subtitle: str = "") -> Box:
    """Draw a page's title with the four suits beside it; return what is left of `box` below."""
    below = draw_title_rule(pen, box, told=bool(subtitle))
    draw_title_words(pen, box, title, subtitle)
    return below


def draw_title_rule(pen: Pen, box: Box, *, told: bool) -> Box:
    """Draw what all titles have: the suits, and the line under the title and what is `told` below
    it; return what is left."""
    draw_suits(pen, box.right, box.top - 19, 11.0, 0.0)
    used = 46.0 if told else 32.0
    pen.line(box.x, box.top - used, box.right, box.top - used, BOLD_LINE)
    return box.below(used + 12)


def draw_title_words(pen: Pen, box: Box, title: str, subtitle: str = "") -> None:
    """Draw the title and what stands below it."""
    words = Box(box.x, box.top - 26, box.width - min(80, box.width / 4), 26)
    pen.fitted(words, title, TITLE, Face.DISPLAY, most_lines=2, floor=0.6)
    if subtitle:
        strip = Box(box.x, box.top - 42, box.width, 13)
        pen.fitted(strip, subtitle, BODY, grey=GREY, most_lines=1)
