"""Those who sit out, as a list under a seating chart or on pages of its own."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from tournaments.papers.data import Heading, Seats, SittingOut
from tournaments.papers.geometry import Box
from tournaments.papers.pen import GREY, HAIR, THIN, Pen
from tournaments.papers.people import draw_legend, draw_person
from tournaments.papers.theme import BODY, SMALL, Page, Style, draw_title, occasion
from tournaments.papers.typefaces import Face

SITTING_OUT_ROW = 17.0


def sitting_out_pages(heading: Heading, seats: Seats, style: Style) -> list[Page]:
    """Return pages of their own for those who sit out."""
    each = int((style.body.height - 90) // SITTING_OUT_ROW)
    people = seats.sitting_out
    return [
        partial(_sitting_out_page, heading, seats, people[i : i + each], style)
        for i in range(0, len(people), each)
    ]


def sitting_out_height(people: Sequence[SittingOut]) -> float:
    """What the list of those who sit out takes on a page."""
    return 26 + SITTING_OUT_ROW * len(people)


def _sitting_out_page(
    heading: Heading, seats: Seats, people: Sequence[SittingOut], style: Style, pen: Pen
) -> None:
    body = draw_title(pen, style.body, seats.title, occasion(heading))
    draw_legend(pen, heading, body.right, body.top - 2)
    draw_sitting_out(pen, heading, body.below(14), people)


def draw_sitting_out(pen: Pen, heading: Heading, box: Box, people: Sequence[SittingOut]) -> None:
    """Draw the list from the top of `box`: names, and why they wait."""
    pen.text(box.x, box.top - 12, _("Sitting out"), 12, Face.DISPLAY)
    pen.line(box.x, box.top - 18, box.right, box.top - 18, THIN)
    for place, person in enumerate(people):
        row = box.from_top(SITTING_OUT_ROW, 22 + place * SITTING_OUT_ROW)
        names, reasons = row.inset(2, 1).columns(2, 12)
        draw_person(pen, heading, names, person.name, person.role, BODY, Face.BOLD)
        pen.fitted(reasons, person.reason, SMALL, grey=GREY, most_lines=2)
        pen.line(row.x, row.y, row.right, row.y, HAIR, 0.75)
