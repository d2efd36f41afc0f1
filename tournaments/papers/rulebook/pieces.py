"""The pieces that a page of the rulebook is made of, besides paragraphs and tables."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from reportlab.platypus import CondPageBreak, Flowable, Paragraph, Spacer, Table

from tournaments.papers.drawings import draw_drawing
from tournaments.papers.fitting import fit
from tournaments.papers.geometry import Box
from tournaments.papers.pen import Pen
from tournaments.papers.typefaces import Face

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from reportlab.lib.styles import ParagraphStyle

    from rulesets.show.drawing import Drawing
    from tournaments.papers.rulebook.looks import Looks

SENTENCE = 130  # letters that are no more than an introduction
LINES = 3  # of what follows a heading, that stand on its page at least


@dataclass(frozen=True, slots=True)
class Place:
    """A place that links, bookmarks, contents and running heads know.

    `level` of its bookmark (None: it has none). `head` is what stands over the pages from here on
    (None: as before), `tab` the letters at their edge.
    """

    key: str
    title: str
    level: int | None = None
    head: str | None = None
    tab: str = ""

    def set(self, canvas: Any, above: float) -> None:
        """Bookmark where the canvas stands, from so much above it; the document notes the page."""
        _x, y = canvas.absolutePosition(0, above)
        canvas.bookmarkPage(self.key, fit="FitH", top=round(y + 12, 1))
        if self.level is not None:
            canvas.addOutlineEntry(self.title, self.key, self.level, closed=True)
        canvas._doctemplate.met(self)


class Mark(Flowable):
    """A place where nothing is drawn."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place

    def wrap(self, _across: float, _down: float) -> tuple[float, float]:
        return 0.0, 0.0

    def draw(self) -> None:
        self.place.set(self.canv, 0)


class Heading(Paragraph):
    """A heading above what follows it."""

    def __init__(self, markup: str, style: ParagraphStyle, place: Place | None) -> None:
        super().__init__(markup, style)
        self.place = place

    def draw(self) -> None:
        if self.place is not None:
            self.place.set(self.canv, self.height)
        super().draw()


class Aside(Flowable):
    """A heading in the margin beside what follows it; takes no room of its own."""

    def __init__(self, text: str, looks: Looks, place: Place | None) -> None:
        super().__init__()
        self.looks, self.place = looks, place
        self.spaceBefore = looks.heading(2).spaceBefore
        self.fitted = fit(
            text,
            Face.BOLD,
            size=looks.base * 1.05,
            width=looks.side - 14,
            height=looks.base * 4.2,
            floor=0.98,
            most_lines=4,
        )
        self.tall = self.fitted.height + looks.base * 0.4

    def wrap(self, across: float, _down: float) -> tuple[float, float]:
        return across, 0.0

    def draw(self) -> None:
        if self.place is not None:
            self.place.set(self.canv, 0)
        pen = Pen(self.canv)
        y = -self.looks.base * 1.04
        for line in self.fitted.lines:
            pen.text(-self.looks.side, y, line, self.fitted.size, Face.BOLD)
            y -= self.fitted.size * 1.2


class Picture(Flowable):
    """A drawing, as large as the measure and a part of the page allow."""

    def __init__(self, drawing: Drawing, most: tuple[float, float]) -> None:
        super().__init__()
        self.drawing = drawing
        across, down = most
        scale = min(across / drawing.width, down / drawing.height)
        self.size = drawing.width * scale, drawing.height * scale
        self.across = across
        self.spaceBefore = self.spaceAfter = 4.0

    def wrap(self, _across: float, _down: float) -> tuple[float, float]:
        return self.across, self.size[1]

    def draw(self) -> None:
        draw_drawing(Pen(self.canv), self.drawing, Box(0, 0, self.across, self.size[1]))


class Drawn(Flowable):
    """Something of a known height that a function draws, from the left margin on."""

    def __init__(self, across: float, height: float, draw: Callable[[Pen, Box], None]) -> None:
        super().__init__()
        self.size = across, height
        self.draws = draw

    def wrap(self, _across: float, _down: float) -> tuple[float, float]:
        return self.size

    def draw(self) -> None:
        self.draws(Pen(self.canv), Box(0, 0, *self.size))


class Beside(Paragraph):
    """A paragraph with a bar in front of it: what a family plays otherwise."""

    def draw(self) -> None:
        pen = Pen(self.canv)
        indent = self.style.leftIndent
        pen.line(indent - 7, -2, indent - 7, self.height + 1, 2.2)
        super().draw()


def paragraph(markup: str, style: ParagraphStyle, bullet: str | None = None) -> Paragraph:
    """A paragraph of markup."""
    return Paragraph(markup, style, bulletText=bullet)


def together(flow: Sequence[Flowable], looks: Looks) -> list[Flowable]:
    """The same, with a new page wherever a heading would stand alone at the foot of one, or where
    something small would be torn."""
    found: list[Flowable] = []
    bound = False
    for one, following in pairwise(flow):
        if _introduces(one, following):
            one.leads = True
    for place, one in enumerate(flow):
        if not bound and _leads(one):
            found.append(CondPageBreak(_room(flow, place, looks)))
        elif not bound and (needed := _whole(one, looks)):
            found.append(CondPageBreak(needed))
        found.append(one)
        if isinstance(one, Aside) and _is_wide(flow[place + 1 : place + 2]):
            found.append(Spacer(1, one.tall))
        bound = _leads(one)
    return found


def _is_wide(following: Sequence[Flowable]) -> bool:
    """Whether a table follows that reaches into the margin, where the heading stands."""
    return any(isinstance(one, Table) and one.hAlign == "RIGHT" for one in following)


def _introduces(one: Flowable, following: Flowable) -> bool:
    """Whether it is a sentence before a table or a picture."""
    if not isinstance(one, Paragraph) or isinstance(following, Paragraph | Mark | Aside | Drawn):
        return False
    return len(one.getPlainText()) < SENTENCE


def _leads(one: Flowable) -> bool:
    """Whether it must not stand without what follows."""
    return isinstance(one, Mark | Aside | Heading) or bool(getattr(one, "leads", False))


def _whole(one: Flowable, looks: Looks) -> float:
    """The height of what is not worth tearing."""
    if isinstance(one, Picture):
        return one.size[1]
    least: Callable[[Looks], float] | None = getattr(one, "least", None)
    return least(looks) if least is not None else 0.0


def _room(flow: Sequence[Flowable], place: int, looks: Looks) -> float:
    """What a heading needs at least, with the beginning of what follows it."""
    needed = 0.0
    for one in flow[place:]:
        if isinstance(one, Mark | Aside):
            needed += one.getSpaceBefore() if isinstance(one, Aside) else 0.0
        elif _leads(one):
            needed += one.wrap(looks.measure, looks.height)[1] + one.getSpaceBefore()
        else:
            own = _whole(one, looks)
            return needed + (own or LINES * looks.text.leading + 2)
    return needed
