"""The paper pack: all that a set needs if the power or the network goes away.

A summary of the set and how it is scored by hand, the seats as a map and as a list, a blank
report slip for every table, and the standings so far. What a slip asks is what the game's own
questions ask.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from rulesets.game import Question, Stage
from tournaments.printing.data import Heading, Paper, Placing, Progress, Seats, TableSeats
from tournaments.printing.geometry import Box
from tournaments.printing.pen import BOLD_LINE, GREY, HAIR, PALE, THIN, Pen
from tournaments.printing.people import draw_person
from tournaments.printing.seating_charts import chart_pages, list_pages
from tournaments.printing.standings import standings_pages
from tournaments.printing.suits import draw_trump
from tournaments.printing.theme import (
    BODY,
    FINE,
    HEADING,
    SMALL,
    Page,
    Style,
    draw_title,
    occasion,
    write,
)
from tournaments.printing.typefaces import Face

Sides = tuple[tuple[int, ...], ...]
SLIPS_A_PAGE = 2


@dataclass(frozen=True, slots=True)
class Answer:
    """One number that a slip asks for: the question, and who answers it ("North + South")."""

    question: Question
    who: str


def paper_pack(
    heading: Heading,
    stage: Stage,
    seats: Seats,
    *,
    sides: Sides = ((0, 2), (1, 3)),
    placings: Sequence[Placing] = (),
    sit_out: int = 0,
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return the pack for one set.

    stage: the set as the game declares it; sides: the chairs of each side; placings: standings so
    far, left out if empty; sit_out: points a hand for those who sit out (for the summary).
    """
    style = Style(paper, invariant)
    pages: list[Page] = [
        partial(_summary_page, heading, stage, seats, sit_out, style),
        *chart_pages(heading, seats, style),
        *list_pages(heading, seats, style),
        *slip_pages(heading, stage, seats, sides, style),
    ]
    if placings:
        pages += standings_pages(heading, placings, style, _("Standings so far"))
    return write(heading, _("Paper pack"), pages, style, progress)


def report_slips(
    heading: Heading,
    stage: Stage,
    seats: Seats,
    *,
    sides: Sides = ((0, 2), (1, 3)),
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return the blank report slips alone, one for each table, two on a page."""
    style = Style(paper, invariant)
    pages = slip_pages(heading, stage, seats, sides, style)
    return write(heading, _("Report slips"), pages, style, progress)


def answers(heading: Heading, stage: Stage, sides: Sides) -> tuple[Answer, ...]:
    """Return what a table reports of one hand of `stage`, number by number."""
    found: list[Answer] = []
    for question in stage.questions:
        if question.per == "side":
            who = [" + ".join(heading.chair_name(chair) for chair in side) for side in sides]
        elif question.per == "player":
            who = [heading.chair_name(chair) for chair in sorted(sum(sides, ()))]
        else:
            who = [""]
        found += [Answer(question, name) for name in who]
    return tuple(found)


def slip_pages(
    heading: Heading, stage: Stage, seats: Seats, sides: Sides, style: Style
) -> list[Page]:
    """Return the pages of the report slips, two tables a page."""
    asked = answers(heading, stage, sides)
    tables = seats.tables
    return [
        partial(_slip_page, heading, stage, seats.title, tables[i : i + 2], asked, style)
        for i in range(0, len(tables), SLIPS_A_PAGE)
    ]


def _summary_page(
    heading: Heading, stage: Stage, seats: Seats, sit_out: int, style: Style, pen: Pen
) -> None:
    body = draw_title(pen, style.body, seats.title, occasion(heading))
    body = _draw_scoring(pen, stage, sit_out, body)
    body = _draw_hands(pen, stage, body)
    body = _draw_questions(pen, stage, body)
    _draw_steps(pen, body)


def _section(pen: Pen, body: Box, title: str) -> Box:
    pen.text(body.x, body.top - 12, title, HEADING, Face.DISPLAY)
    pen.line(body.x, body.top - 18, body.right, body.top - 18, HAIR, GREY)
    return body.below(26)


def _draw_scoring(pen: Pen, stage: Stage, sit_out: int, body: Box) -> Box:
    body = _section(pen, body, _("How this set scores"))
    lines = [
        stage.line + ".",
        _("Partners sit across from each other.")
        if stage.partners
        else _("There are no partners: everybody plays alone."),
        _("Possible in one hand, all together: %(maximum)s.") % {"maximum": stage.maximum},
    ]
    if sit_out:
        words = _("Who sits out takes %(points)d points for every hand.")
        lines.append(words % {"points": sit_out})
    for number, line in enumerate(lines):
        size = 13.0 if number == 0 else 11.0
        face = Face.BOLD if number == 0 else Face.TEXT
        body = body.below(pen.prose(body, line, size, face) + 3)
    return body.below(14)


def _draw_hands(pen: Pen, stage: Stage, body: Box) -> Box:
    body = _section(pen, body, _("The hands"))
    for number, (label, mark) in enumerate(zip(stage.hands, stage.trumps, strict=True), start=1):
        row = body.from_top(22)
        pen.text(row.x, row.y + 6.5, _("Hand %(number)d") % {"number": number}, 11, grey=GREY)
        draw_trump(pen, mark, row.x + 62, row.y + 4, 14)
        pen.text(row.x + 88, row.y + 6.5, label, 11, Face.BOLD)
        body = body.below(22)
    return body.below(14)


def _draw_questions(pen: Pen, stage: Stage, body: Box) -> Box:
    body = _section(pen, body, _("What each table reports after a hand"))
    for question in stage.questions:
        body = body.below(pen.prose(body, question.label, 11, Face.BOLD))
        body = body.below(pen.prose(body, question.help, 10))
        if question.total is not None:
            words = _("The numbers of the table add up to %(total)d.")
            text = words % {"total": question.total}
            body = body.below(pen.prose(body, text, 10, grey=GREY))
        body = body.below(5)
    return body.below(12)


def _draw_steps(pen: Pen, body: Box) -> None:
    body = _section(pen, body, _("Without a phone"))
    steps = (
        _("Fill in the slip of your table after each hand; both sides look at the numbers."),
        _("Write your points for the hand on your own score card."),
        _("After the last hand add up the set, and hand the slip to the host."),
        _("The host enters the slips later; nothing that is on paper is lost."),
    )
    for number, step in enumerate(steps, start=1):
        pen.text(body.x + 12, body.top - 11, str(number), 11, Face.BOLD, align="right")
        words = Box(body.x + 22, body.y, body.width - 22, body.height)
        body = body.below(pen.prose(words, step, 11) + 4)


def _slip_page(
    heading: Heading,
    stage: Stage,
    title: str,
    tables: Sequence[TableSeats],
    asked: tuple[Answer, ...],
    style: Style,
    pen: Pen,
) -> None:
    halves = style.body.rows(SLIPS_A_PAGE, 36)
    if len(tables) == SLIPS_A_PAGE:
        cut = halves[0].y - 18
        pen.dashed(0, cut, style.page.width, cut)
    for half, table in zip(halves, tables, strict=False):
        _draw_slip(pen, heading, stage, title, half, table, asked)


def _draw_slip(
    pen: Pen,
    heading: Heading,
    stage: Stage,
    title: str,
    box: Box,
    table: TableSeats,
    asked: tuple[Answer, ...],
) -> None:
    head = box.from_top(30)
    number = _("Table %(number)d") % {"number": table.number}
    name = Box(head.x, head.y, head.width * 0.3, head.height)
    pen.fitted(name, number, 20, Face.DISPLAY, most_lines=1)
    right = Box(head.x + head.width * 0.32, head.y, head.width * 0.68, head.height)
    pen.fitted(right.from_top(15), title, 12, Face.DISPLAY, align="right", most_lines=1)
    pen.fitted(right.from_top(12, 16), occasion(heading), SMALL, align="right", grey=GREY)
    pen.line(box.x, head.y - 3, box.right, head.y - 3, BOLD_LINE)
    _draw_slip_people(pen, heading, box.from_top(40, 38), table)
    pen.fitted(box.from_top(14, 82), stage.line, SMALL, most_lines=1)
    grid = box.below(100).above(30)
    _draw_slip_grid(pen, heading, stage, grid, table, asked)
    _draw_signatures(pen, box)


def _draw_slip_people(pen: Pen, heading: Heading, strip: Box, table: TableSeats) -> None:
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


def _draw_slip_grid(
    pen: Pen,
    heading: Heading,
    stage: Stage,
    grid: Box,
    table: TableSeats,
    asked: tuple[Answer, ...],
) -> None:
    """Draw a line for each hand and a column for each number that is asked."""
    label = 178.0
    head = 44.0
    each = (grid.width - label) / max(len(asked), 1)
    pen.fill(grid.from_top(head), PALE)
    _draw_slip_head(pen, Box(grid.x + label, grid.top - head, grid.width - label, head), asked)
    rows = grid.below(head).rows(len(stage.hands))
    for number, (row, hand, mark) in enumerate(zip(rows, stage.hands, stage.trumps, strict=True)):
        middle = row.middle[1]
        pen.line(row.x, row.top, row.right, row.top, HAIR)
        pen.text(row.x + 8, middle - 4, str(number + 1), 12, Face.DISPLAY)
        draw_trump(pen, mark, row.x + 24, middle - 6, 12)
        words = Box(row.x + 44, row.y + 2, label - 48, row.height - 4)
        if table.dealer is not None:
            dealer = heading.chair_name((table.dealer + number) % len(table.people))
            deals = _("%(chair)s deals") % {"chair": dealer}
            half = words.rows(2)
            pen.fitted(half[0].inset(0, 1), hand, 9.5, most_lines=2)
            pen.fitted(half[1].inset(0, 1), deals, SMALL, grey=GREY, most_lines=1)
        else:
            pen.fitted(words, hand, 9.5, most_lines=2)
    for place in range(len(asked)):
        x = grid.x + label + place * each
        new = place == 0 or asked[place].question is not asked[place - 1].question
        pen.line(x, grid.y, x, grid.top if new else grid.top - head / 2, THIN if new else HAIR)
    pen.frame(grid, BOLD_LINE)


def _draw_slip_head(pen: Pen, head: Box, asked: tuple[Answer, ...]) -> None:
    """Draw each question over its columns, and under it who answers."""
    each = head.width / max(len(asked), 1)
    upper, lower = head.rows(2)
    for place, answer in enumerate(asked):
        x = head.x + place * each
        under = Box(x, lower.y, each, lower.height).inset(4, 2)
        pen.fitted(under, answer.who, SMALL, align="center", most_lines=2)
        if place and asked[place - 1].question is answer.question:
            continue
        count = sum(other.question is answer.question for other in asked)
        over = Box(x, upper.y, each * count, upper.height).inset(4, 1)
        question = answer.question
        text = question.label
        if question.total is not None:
            text = f"{text} (= {question.total})"
        pen.fitted(over, text, 9.5, Face.BOLD, align="center", most_lines=2)


def _draw_signatures(pen: Pen, box: Box) -> None:
    """Draw two lines at the foot: who reports, and who agrees."""
    for column, label in zip(box.columns(2, 30), (_("Reported by"), _("Agreed by")), strict=True):
        used = pen.text(column.x, column.y + 3, label, SMALL, grey=GREY)
        pen.line(column.x + used + 6, column.y + 1, column.right, column.y + 1, HAIR)
