"""The paper pack: all that is needed if the power or the network goes away.

How to go on and to score by hand, the seats as a map and as a list, sheets to write on, report
slips, what is played on, and the standings so far; each block where there is something to show.
"""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from tournaments.papers.board_sheets import Picture, picture_pages
from tournaments.papers.data import (
    Heading,
    Paper,
    Placing,
    Progress,
    Question,
    Seats,
    Section,
    Slip,
)
from tournaments.papers.geometry import Box
from tournaments.papers.pen import GREY, HAIR, Pen
from tournaments.papers.scoreboards import Sheet, sheet_pages
from tournaments.papers.seating_charts import chart_pages, list_pages
from tournaments.papers.slips import slip_pages
from tournaments.papers.standings import standings_pages
from tournaments.papers.suits import draw_trump
from tournaments.papers.theme import HEADING, Page, Style, draw_title, occasion, write
from tournaments.papers.typefaces import Face

LEAD = 13.0
TEXT = 11.0
BETWEEN = 14.0


def paper_pack(
    heading: Heading,
    seats: Seats,
    sections: Sequence[Section],
    *,
    title: str = "",
    sheets: Sequence[Sheet] = (),
    slips: Sequence[Slip] = (),
    pictures: Sequence[Picture] = (),
    placings: Sequence[Placing] = (),
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return the pack. title: of its first page, with the sections of the summary."""
    style = Style(paper, invariant)
    pages: list[Page] = [
        partial(_summary_page, heading, title or seats.title, tuple(sections), style),
        *chart_pages(heading, seats, style),
        *list_pages(heading, seats, style),
    ]
    pages += sheet_pages(sheets, style)
    pages += slip_pages(heading, slips, style)
    pages += picture_pages(heading, pictures, style)
    if placings:
        pages += standings_pages(heading, placings, style, _("Standings so far"))
    return write(heading, _("Paper pack"), pages, style, progress)


def _summary_page(
    heading: Heading, title: str, sections: Sequence[Section], style: Style, pen: Pen
) -> None:
    body = draw_title(pen, style.body, title, occasion(heading))
    for section in sections:
        body = _draw_section(pen, body, section).below(BETWEEN)


def _draw_section(pen: Pen, body: Box, section: Section) -> Box:
    pen.text(body.x, body.top - 12, section.title, HEADING, Face.DISPLAY)
    pen.line(body.x, body.top - 18, body.right, body.top - 18, HAIR, GREY)
    body = body.below(26)
    if section.lead:
        body = body.below(pen.prose(body, section.lead, LEAD, Face.BOLD) + 3)
    for line in section.lines:
        body = body.below(pen.prose(body, line, TEXT) + 3)
    for number, deal in enumerate(section.deals, start=1):
        row = body.from_top(22)
        pen.text(row.x, row.y + 6.5, _("Hand %(number)d") % {"number": number}, TEXT, grey=GREY)
        draw_trump(pen, deal.sign, row.x + 62, row.y + 4, 14)
        pen.text(row.x + 88, row.y + 6.5, deal.label, TEXT, Face.BOLD)
        body = body.below(22)
    for question in section.questions:
        body = _draw_question(pen, body, question)
    for number, step in enumerate(section.steps, start=1):
        pen.text(body.x + 12, body.top - 11, str(number), TEXT, Face.BOLD, align="right")
        words = Box(body.x + 22, body.y, body.width - 22, body.height)
        body = body.below(pen.prose(words, step, TEXT) + 4)
    return body


def _draw_question(pen: Pen, body: Box, question: Question) -> Box:
    body = body.below(pen.prose(body, question.label, TEXT, Face.BOLD))
    if question.help:
        body = body.below(pen.prose(body, question.help, 10))
    if question.sum:
        body = body.below(pen.prose(body, question.sum, 10, grey=GREY))
    return body.below(5)
