"""Report slips of a game with a memory: what a table or a couple tells of a round, to be ticked.

What is asked is what the game's own fields ask; only how the answers are laid out is known here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from tournaments.printing.data import Ask, Heading, Paper, Progress, Slip
from tournaments.printing.geometry import Box
from tournaments.printing.pen import BOLD_LINE, GREY, HAIR, THIN, Pen
from tournaments.printing.theme import BODY, FINE, SMALL, Page, Style, occasion, write
from tournaments.printing.typefaces import Face, width

HEAD = 46.0
LINE = 23.0
FEET = 30.0
GAP = 34.0
LABEL = 0.3
"""Share of the width that the questions take."""
TICK = 10.0
WRITE = 44.0
"""Width of a box that a number is written into."""
WIDEST = 112.0
IN_LINE = 4
"""More answers than these stand in columns."""


def pad_slips(
    heading: Heading,
    slips: Sequence[Slip],
    *,
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return the slips, as many on a page as fit, with lines to cut along."""
    style = Style(paper, invariant)
    return write(heading, _("Report slips"), slip_pages(heading, slips, style), style, progress)


def slip_pages(heading: Heading, slips: Sequence[Slip], style: Style) -> list[Page]:
    """Return the pages of the slips, for a document of their own or within a larger one."""
    body = style.body
    groups: list[list[Slip]] = []
    used = 0.0
    for slip in slips:
        needed = height(slip, body.width)
        if not groups or used + GAP + needed > body.height:
            groups.append([])
            used = -GAP
        groups[-1].append(slip)
        used += GAP + needed
    return [partial(_page, heading, group, style) for group in groups]


def height(slip: Slip, across: float) -> float:
    """How tall a slip is on a page so wide."""
    return HEAD + sum(_rows(ask, across) * LINE + 5 for ask in slip.asked) + FEET


@dataclass(frozen=True, slots=True)
class Place:
    """One answer in its room: its row (from 0), where it begins, its text, the width of that."""

    row: int
    x: float
    text: str
    label: float


def _places(ask: Ask, room: float) -> list[Place]:
    """Where the answers of a question stand, one after the other in as many rows as it takes."""
    texts = ask.choices or ask.boxes
    labels = [min(width(text, Face.TEXT, BODY), WIDEST) for text in texts]
    if len(texts) > IN_LINE:
        labels = [max(labels)] * len(texts)  # so that they stand below each other
    found: list[Place] = []
    row, x = 0, 0.0
    for text, label in zip(texts, labels, strict=True):
        taken = label + (TICK + 22 if ask.choices else WRITE + 22)
        if x and x + taken > room:
            row, x = row + 1, 0.0
        found.append(Place(row, x, text, label))
        x += taken
    return found


def _rows(ask: Ask, across: float) -> int:
    places = _places(ask, across * (1 - LABEL))
    return 1 + max((place.row for place in places), default=0)


def _page(heading: Heading, slips: Sequence[Slip], style: Style, pen: Pen) -> None:
    top = 0.0
    for place, slip in enumerate(slips):
        tall = height(slip, style.body.width)
        box = style.body.from_top(tall, top)
        if place:
            cut = box.top + GAP / 2
            pen.dashed(0, cut, style.page.width, cut)
        _draw_slip(pen, heading, slip, box)
        top += tall + GAP


def _draw_slip(pen: Pen, heading: Heading, slip: Slip, box: Box) -> None:
    head = box.from_top(24)
    title = Box(head.x, head.y, head.width * 0.24, head.height)
    pen.fitted(title, slip.title, 18, Face.DISPLAY, most_lines=1)
    people = Box(title.right + 8, head.y, head.width * 0.48, head.height)
    pen.fitted(people, slip.people, 11, Face.BOLD, most_lines=2)
    right = Box(people.right + 8, head.y, head.right - people.right - 8, head.height)
    if slip.round:
        pen.fitted(right, slip.round, 12, Face.DISPLAY, align="right", most_lines=1)
    else:
        pen.text(right.right - 52, right.y + 4, _("Round"), 12, Face.DISPLAY, align="right")
        pen.line(right.right - 46, right.y + 3, right.right, right.y + 3, HAIR)
    pen.line(box.x, head.y - 3, box.right, head.y - 3, BOLD_LINE)
    strip = box.from_top(10, 29)
    pen.fitted(strip, occasion(heading), FINE, grey=GREY, most_lines=1)
    top = HEAD
    for ask in slip.asked:
        tall = _rows(ask, box.width) * LINE + 5
        _draw_ask(pen, ask, box.from_top(tall, top))
        top += tall
    _draw_signatures(pen, box)


def _draw_ask(pen: Pen, ask: Ask, strip: Box) -> None:
    label = Box(strip.x, strip.top - LINE, strip.width * LABEL - 8, LINE)
    if ask.hint:
        upper, lower = label.rows(2)
        pen.fitted(upper, ask.label, BODY, Face.BOLD, most_lines=1)
        pen.fitted(lower, ask.hint, FINE, grey=GREY, most_lines=1)
    else:
        pen.fitted(label, ask.label, BODY, Face.BOLD, most_lines=2)
    left = strip.x + strip.width * LABEL
    for place in _places(ask, strip.width * (1 - LABEL)):
        line = Box(left + place.x, strip.top - (place.row + 1) * LINE, 0, LINE)
        if ask.choices:
            _draw_choice(pen, place, line)
        else:
            _draw_box(pen, place, line, strip.right)
    pen.line(strip.x, strip.y, strip.right, strip.y, HAIR, 0.75)


def _draw_choice(pen: Pen, place: Place, line: Box) -> None:
    square = Box(line.x, line.middle[1] - TICK / 2, TICK, TICK)
    pen.frame(square, THIN)
    words = Box(square.right + 5, line.y + 1, place.label + 0.1, line.height - 2)
    pen.fitted(words, place.text, BODY)


def _draw_box(pen: Pen, place: Place, line: Box, right: float) -> None:
    if place.text:
        words = Box(line.x, line.y + 1, place.label + 0.1, line.height - 2)
        pen.fitted(words, place.text, BODY)
    left = line.x + place.label + (6 if place.text else 0)
    pen.frame(Box(left, line.y + 2.5, min(WRITE, right - left), line.height - 5), THIN, radius=2)


def _draw_signatures(pen: Pen, box: Box) -> None:
    """Draw two lines at the foot: who reports, and who agrees."""
    for column, label in zip(box.columns(2, 30), (_("Reported by"), _("Agreed by")), strict=True):
        used = pen.text(column.x, column.y + 3, label, SMALL, grey=GREY)
        pen.line(column.x + used + 6, column.y + 1, column.right, column.y + 1, HAIR)
