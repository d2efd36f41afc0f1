"""How a printed page looks: its size and margins, the type scale, its head and its foot."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.papers.data import Heading, Paper
from tournaments.papers.geometry import Box
from tournaments.papers.marks import draw_suits
from tournaments.papers.pen import BOLD_LINE, GREY, HAIR, Pen
from tournaments.papers.typefaces import Face, width

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

FOOT = 21.0
FOOT_LINE = 35.0
"""From the edge of the paper to the foot: 12 mm, which every printer reaches."""

TITLE_ROOM = 58.0
"""What `draw_title` takes from a page, subtitle included."""

TITLE = 21.0
HEADING = 13.0
BODY = 10.0
SMALL = 8.5
FINE = 7.5


@dataclass(frozen=True, slots=True)
class Style:
    """The paper and its orientation."""

    paper: Paper = "a4"
    landscape: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the page, in the points of its own scale."""
        across, down = (each / self.scale for each in SIZES[self.paper])
        return (down, across) if self.landscape else (across, down)

    @property
    def scale(self) -> float:
        """The size of such a point on paper."""
        return SCALES.get(self.paper, 1.0)

    @property
    def page(self) -> Box:
        """The whole sheet."""
        return Box(0, 0, *self.size)

    @property
    def body(self) -> Box:
        """The page without margins and foot."""
        upright = self.margin - 6
        return self.page.inset(self.margin, upright).above(FOOT_LINE + FOOT - upright)

    @property
    def margin(self) -> float:
        """The margin at the sides; smaller on small paper."""
        return SMALL_MARGINS.get(self.paper, MARGIN)


Page = Callable[[Pen], None]
"""Draws one page, foot excepted."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A page with a style of its own within a document: one that is sideways."""

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


def draw_foot(pen: Pen, heading: Heading, style: Style, number: int, count: int) -> None:
    """Draw the foot of a page: event, date and place, page n of m."""
    draw_occasion(pen, heading, style, page_number(count, count))
    draw_number(pen, style, page_number(number, count))


def draw_occasion(pen: Pen, heading: Heading, style: Style, longest: str) -> None:
    """Draw what the feet of all pages share: a line, and the event, with room for a page number."""
    margin, page, y = style.margin, style.page, FOOT_LINE
    pen.line(page.x + margin, y + 11, page.right - margin, y + 11, HAIR, GREY)
    room = page.width - 2 * margin - width(longest, Face.TEXT, FINE) - 20
    strip = Box(page.x + margin, y - 3.5, room, 11)
    pen.fitted(strip, occasion(heading), FINE, grey=GREY, floor=0.6, most_lines=1)


def draw_number(pen: Pen, style: Style, numbered: str) -> None:
    """Draw the number of a page in its foot."""
    x = style.page.right - style.margin
    pen.text(x, FOOT_LINE, numbered, FINE, align="right", grey=GREY)


def occasion(heading: Heading) -> str:
    """Event, date and place in one line, without those that are not known."""
    return " · ".join(part for part in (heading.event, heading.date, heading.place) if part)


def page_number(number: int, count: int) -> str:
    """Return "Page 2 of 9" in the language of the moment."""
    return page_numbers(count)(number)


def page_numbers(count: int) -> Callable[[int], str]:
    """Return a function that numbers the pages of a document of `count` pages, translated once."""
    words = _("Page %(number)d of %(count)d")
    return lambda number: words % {"number": number, "count": count}


def figure(points: int | None) -> str:
    """Return points as they are printed: with a true minus sign; a dash for None."""
    return "–" if points is None else str(points).replace("-", "−")


def draw_title(pen: Pen, box: Box, title: str, subtitle: str = "") -> Box:
    """Draw a page's title with the four suits beside it; return what is left of `box` below."""
    below = draw_title_rule(pen, box, has_subtitle=bool(subtitle))
    draw_title_words(pen, box, title, subtitle)
    return below


def draw_title_rule(pen: Pen, box: Box, *, has_subtitle: bool) -> Box:
    """Draw what all titles have: the suits, and the line under the title and its subtitle; return
    what is left of the box."""
    draw_suits(pen, box.right, box.top - 19, 11.0, 0.0)
    used = 46.0 if has_subtitle else 32.0
    pen.line(box.x, box.top - used, box.right, box.top - used, BOLD_LINE)
    return box.below(used + 12)


def draw_title_words(pen: Pen, box: Box, title: str, subtitle: str = "") -> None:
    """Draw the title and the subtitle below it."""
    words = Box(box.x, box.top - 26, box.width - min(80, box.width / 4), 26)
    with pen.element("H1"):
        pen.fitted(words, title, TITLE, Face.DISPLAY, most_lines=2, floor=0.6)
    if subtitle:
        strip = Box(box.x, box.top - 42, box.width, 13)
        pen.fitted(strip, subtitle, BODY, grey=GREY, most_lines=1)
