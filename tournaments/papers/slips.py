"""Report slips: what a table or a couple reports of a round, or of all the deals of a seating.

The questions are the game's own fields; only their layout is decided here. For one round they are
below each other, to be ticked and filled in; for several deals each deal has a line, with a column
for each answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.engine.text import as_is
from tournaments.papers import data
from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.data import Ask, Heading, Slip, TableSeats
from tournaments.papers.geometry import Box
from tournaments.papers.marks import draw_trump
from tournaments.papers.pen import BOLD_LINE, GREY, HAIR, PALE, THIN, Pen
from tournaments.papers.people import draw_person
from tournaments.papers.theme import BODY, FINE, SMALL, Page, Style, occasion
from tournaments.papers.typefaces import Face, width
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from rulesets.engine.answers import Cells
    from rulesets.engine.fields import Field


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
NOTE = 15.0
SLIPS_A_PAGE = 2
"""Slips of several deals: half a page each."""
APART = 36.0


@paper(
    "slips",
    gettext_lazy("Report slips"),
    gettext_lazy("Blank, to fill in at the tables."),
    needs="seats",
    position=100,
)
def report_slips(order: Order) -> Pages:
    """As many slips on a page as fit, with lines to cut along."""
    return Pages(_("Report slips"), slip_pages(order.heading, order.slips, order.style))


def slip_pages(heading: Heading, slips: Sequence[Slip], style: Style) -> list[Page]:
    """Return the pages of the slips, for a document of their own or within a larger one."""
    large = [slip for slip in slips if slip.deals]
    pages: list[Page] = [
        partial(_large_page, heading, large[i : i + SLIPS_A_PAGE], style)
        for i in range(0, len(large), SLIPS_A_PAGE)
    ]
    small = [slip for slip in slips if not slip.deals]
    return pages + [partial(_page, heading, group, style) for group in _groups(small, style.body)]


def _groups(slips: Sequence[Slip], body: Box) -> list[list[Slip]]:
    """The slips of each page, as many as fit together."""
    groups: list[list[Slip]] = []
    used = 0.0
    for slip in slips:
        needed = height(slip, body.width)
        if not groups or used + GAP + needed > body.height:
            groups.append([])
            used = -GAP
        groups[-1].append(slip)
        used += GAP + needed
    return groups


def height(slip: Slip, across: float) -> float:
    """The height of a slip on a page of that width."""
    answers = sum(_rows(ask, across) * LINE + 5 for ask in slip.questions)
    return HEAD + _note_height(slip, across) + answers + FEET


def _note_height(slip: Slip, across: float) -> float:
    """The height of the note: none, one line or two."""
    if not slip.note:
        return 0.0
    return NOTE if width(slip.note, Face.TEXT, SMALL) <= across else NOTE + 10


@dataclass(frozen=True, slots=True)
class AnswerPlace:
    """The place of one answer: its row (from 0), where it begins, its text, and the text's
    width."""

    row: int
    x: float
    text: str
    label: float


def _places(ask: Ask, room: float) -> list[AnswerPlace]:
    """The places of a question's answers, in as many rows as needed."""
    texts = ask.choices or ask.boxes
    labels = [min(width(text, Face.TEXT, BODY), WIDEST) for text in texts]
    if len(texts) > IN_LINE or ask.boxes:
        labels = [max(labels, default=0.0)] * len(texts)  # so that answers are aligned
    places: list[AnswerPlace] = []
    row, x = 0, 0.0
    for text, label in zip(texts, labels, strict=True):
        taken = label + (TICK + 22 if ask.choices else WRITE + 22)
        if x and x + taken > room:
            row, x = row + 1, 0.0
        places.append(AnswerPlace(row, x, text, label))
        x += taken
    return places


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
    _draw_head(pen, heading, slip, box)
    top = HEAD
    if slip.note:
        tall = _note_height(slip, box.width)
        pen.fitted(box.from_top(tall - 3, top - 5), slip.note, SMALL, most_lines=2)
        top += tall
    for ask in slip.questions:
        tall = _rows(ask, box.width) * LINE + 5
        _draw_ask(pen, ask, box.from_top(tall, top))
        top += tall
    _draw_signatures(pen, box)


def _draw_head(pen: Pen, heading: Heading, slip: Slip, box: Box) -> None:
    """Draw whose slip it is, and for which round, or blanks for what is not known."""
    head = box.from_top(24)
    title = Box(head.x, head.y, head.width * 0.24, head.height)
    pen.fitted(title, slip.title, 18, Face.DISPLAY, most_lines=1)
    share = 0.48 if slip.people else 0.1
    people = Box(title.right + 8, head.y, head.width * share, head.height)
    pen.fitted(people, slip.people, 11, Face.BOLD, most_lines=2)
    right = Box(people.right + 8, head.y, head.right - people.right - 8, head.height)
    if slip.round:
        pen.fitted(right, slip.round, 12, Face.DISPLAY, align="right", most_lines=1)
    else:
        pen.text(
            right.right - 52,
            right.y + 4,
            heading.stage or _("Round"),
            12,
            Face.DISPLAY,
            align="right",
        )
        pen.line(right.right - 46, right.y + 3, right.right, right.y + 3, HAIR)
    pen.line(box.x, head.y - 3, box.right, head.y - 3, BOLD_LINE)
    strip = box.from_top(10, 29)
    pen.fitted(strip, occasion(heading), FINE, grey=GREY, most_lines=1)


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


def _draw_choice(pen: Pen, place: AnswerPlace, line: Box) -> None:
    square = Box(line.x, line.middle[1] - TICK / 2, TICK, TICK)
    pen.frame(square, THIN)
    words = Box(square.right + 5, line.y + 1, place.label + 0.1, line.height - 2)
    pen.fitted(words, place.text, BODY)


def _draw_box(pen: Pen, place: AnswerPlace, line: Box, right: float) -> None:
    if place.text:
        words = Box(line.x, line.y + 1, place.label + 0.1, line.height - 2)
        pen.fitted(words, place.text, BODY)
    left = line.x + place.label + (6 if place.text else 0)
    pen.frame(Box(left, line.y + 2.5, min(WRITE, right - left), line.height - 5), THIN, radius=2)


def _large_page(heading: Heading, slips: Sequence[Slip], style: Style, pen: Pen) -> None:
    halves = style.body.rows(SLIPS_A_PAGE, APART)
    if len(slips) == SLIPS_A_PAGE:
        cut = halves[0].y - APART / 2
        pen.dashed(0, cut, style.page.width, cut)
    for half, slip in zip(halves, slips, strict=False):
        _draw_large(pen, heading, slip, half)


def _draw_large(pen: Pen, heading: Heading, slip: Slip, box: Box) -> None:
    head = box.from_top(30)
    name = Box(head.x, head.y, head.width * 0.3, head.height)
    pen.fitted(name, slip.title, 20, Face.DISPLAY, most_lines=1)
    right = Box(head.x + head.width * 0.32, head.y, head.width * 0.68, head.height)
    pen.fitted(right.from_top(15), slip.round, 12, Face.DISPLAY, align="right", most_lines=1)
    pen.fitted(right.from_top(12, 16), occasion(heading), SMALL, align="right", grey=GREY)
    pen.line(box.x, head.y - 3, box.right, head.y - 3, BOLD_LINE)
    if slip.chairs is not None:
        _draw_chairs(pen, heading, box.from_top(40, 38), slip.chairs)
    pen.fitted(box.from_top(14, 82), slip.note, SMALL, most_lines=1)
    _draw_grid(pen, heading, slip, box.below(100).above(30))
    _draw_signatures(pen, box)


def _draw_chairs(pen: Pen, heading: Heading, strip: Box, table: TableSeats) -> None:
    """Draw who sits in which chair, in four boxes side by side."""
    for chair, (cell, person) in enumerate(
        zip(strip.columns(len(table.people), 6), table.people, strict=True)
    ):
        pen.frame(cell, HAIR, radius=4)
        label = heading.chair_name(chair)
        if chair == table.dealer:
            label = _("%(chair)s · deals first") % {"chair": label}
        inner = cell.inset(6, 3)
        pen.fitted(inner.from_top(9), label, FINE, grey=GREY, most_lines=1)
        if person is not None:
            room = inner.below(10)
            draw_person(pen, heading, room, person.name, person.role, BODY, Face.BOLD)


def _draw_grid(pen: Pen, heading: Heading, slip: Slip, grid: Box) -> None:
    """Draw a line for each deal and a column for each answer."""
    columns = [(ask, who) for ask in slip.questions for who in ask.boxes or ("",)]
    named = any(deal.label for deal in slip.deals)
    label = 178.0 if named else 110.0 if slip.chairs and slip.chairs.dealer is not None else 40.0
    head = 44.0
    each = (grid.width - label) / max(len(columns), 1)
    pen.fill(grid.from_top(head), PALE)
    _draw_grid_head(pen, Box(grid.x + label, grid.top - head, grid.width - label, head), columns)
    rows = grid.below(head).rows(len(slip.deals))
    dealer = slip.chairs.dealer if slip.chairs else None
    for number, (row, deal) in enumerate(zip(rows, slip.deals, strict=True)):
        middle = row.middle[1]
        pen.line(row.x, row.top, row.right, row.top, HAIR)
        pen.text(row.x + 8, middle - 4, str(number + 1), 12, Face.DISPLAY)
        draw_trump(pen, deal.sign, row.x + 24, middle - 6, 12)
        words = Box(row.x + 44, row.y + 2, label - 48, row.height - 4)
        if dealer is not None:
            chair = heading.chair_name((dealer + number) % len(heading.chairs))
            half = words.rows(2) if deal.label else [words, words]
            pen.fitted(half[0].inset(0, 1), deal.label, 9.5, most_lines=2)
            deals = _("%(chair)s deals") % {"chair": chair}
            pen.fitted(half[1].inset(0, 1), deals, SMALL, grey=GREY, most_lines=1)
        else:
            pen.fitted(words, deal.label, 9.5, most_lines=2)
    for place in range(len(columns)):
        x = grid.x + label + place * each
        new = place == 0 or columns[place][0] is not columns[place - 1][0]
        pen.line(x, grid.y, x, grid.top if new else grid.top - head / 2, THIN if new else HAIR)
    pen.frame(grid, BOLD_LINE)


def _draw_grid_head(pen: Pen, head: Box, questions: Sequence[tuple[Ask, str]]) -> None:
    """Draw each question above its columns, and below it who answers or the choices."""
    each = head.width / max(len(questions), 1)
    upper, lower = head.rows(2)
    for place, (ask, who) in enumerate(questions):
        x = head.x + place * each
        under = Box(x, lower.y, each, lower.height).inset(4, 2)
        text = who or " / ".join(ask.choices)
        pen.fitted(under, text, SMALL, align="center", most_lines=2)
        if place and questions[place - 1][0] is ask:
            continue
        count = sum(other is ask for other, _who in questions)
        over = Box(x, upper.y, each * count, upper.height).inset(4, 1)
        pen.fitted(over, ask.label, 9.5, Face.BOLD, align="center", most_lines=2)


def _draw_signatures(pen: Pen, box: Box) -> None:
    """Draw two lines at the foot: who reports, and who agrees."""
    for column, label in zip(box.columns(2, 30), (_("Reported by"), _("Agreed by")), strict=True):
        used = pen.text(column.x, column.y + 3, label, SMALL, grey=GREY)
        pen.line(column.x + used + 6, column.y + 1, column.right, column.y + 1, HAIR)


COUPLE = "couple"  # the field for who sits there; the slip says so anyway
Names = tuple[str, ...]


def slip_questions(
    fields: Sequence[Field], names: Names, sides: Names = ()
) -> tuple[data.Ask, ...]:
    """The questions of a slip for people with these names: all except rare ones."""
    words = {field.key: dict(field.choices) for field in fields}
    questions = []
    for field in fields:
        if field.rare or not field.kind.on_slips or field.key == COUPLE:
            continue
        hint = ""
        if field.when is not None:
            decider, values = field.when
            labels = words.get(decider, {})
            hint = ", ".join(translate(labels[value]) for value in values if value in labels)
        cells = _cells(field, names, sides)
        hint = hint or translate(cells.hint)
        choices, boxes = (tuple(map(translate, words)) for words in (cells.ticks, cells.boxes))
        label = translate(field.label)
        if field.total is not None:
            label = f"{label} (= {field.total})"
        questions.append(data.Ask(label, choices, boxes, hint))
    return tuple(questions)


def _cells(field: Field, names: Names, sides: Names) -> Cells:
    """The choices to tick, and the boxes to fill in; each of several people has one."""
    people, teams = tuple(map(as_is, names)), tuple(map(as_is, sides))
    if field.per == "table":
        return field.kind.cells(field, people, teams)
    return field.kind.cells_of_each(teams if field.per == "side" and teams else people)
