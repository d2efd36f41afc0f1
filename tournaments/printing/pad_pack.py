"""The papers of an evening that keeps score pads: what is needed without a phone, and the results.

Which columns, rows and questions there are is what the boards say that come in.
"""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from rulesets.drawing import Drawing
from tournaments.printing.data import Heading, NameList, Paper, Placing, Progress, Seats
from tournaments.printing.drawings import draw_drawing
from tournaments.printing.geometry import Box
from tournaments.printing.pen import GREY, HAIR, Pen
from tournaments.printing.scoreboards import Sheet, board_pages
from tournaments.printing.seating_charts import chart_pages, list_pages
from tournaments.printing.standings import standings_pages, winners_page
from tournaments.printing.theme import HEADING, Page, Style, draw_title, occasion, write
from tournaments.printing.typefaces import Face

Picture = tuple[str, Drawing]
"""A title and what is drawn below it."""


def pad_pack(
    heading: Heading,
    seats: Seats,
    sheets: Sequence[Sheet],
    *,
    steps: Sequence[str] = (),
    slips: Sequence[Page] = (),
    pictures: Sequence[Picture] = (),
    placings: Sequence[Placing] = (),
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return the pack: how to go on by hand, seats, blank sheets, slips, boards, standings.

    sheets: in the order in which they are wanted; steps: how the game's sheet is kept.
    """
    style = Style(paper, invariant)
    pages: list[Page] = [
        partial(_summary_page, heading, tuple(steps), style),
        *chart_pages(heading, seats, style),
        *list_pages(heading, seats, style),
    ]
    for sheet in sheets:
        pages += board_pages(sheet, style)
    pages += slips
    pages += [partial(_picture_page, heading, picture, style) for picture in pictures]
    if placings:
        pages += standings_pages(heading, placings, style, _("Standings so far"))
    return write(heading, _("Paper pack"), pages, style, progress)


def pad_results(
    heading: Heading,
    placings: Sequence[Placing],
    sheets: Sequence[Sheet],
    *,
    title: str,
    first: bool = False,
    lists: Sequence[NameList] = (),
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return the standings and after them the score sheets; `first` with the winners' page."""
    style = Style(paper, invariant)
    pages: list[Page] = [winners_page(heading, placings, style, lists)] if first else []
    table = _("Final standings") if first else title
    pages += standings_pages(heading, placings, style, table)
    for sheet in sheets:
        pages += board_pages(sheet, style)
    return write(heading, title, pages, style, progress)


def pictures(
    heading: Heading,
    found: Sequence[Picture],
    *,
    title: str,
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return the drawings, each on a page with its title."""
    style = Style(paper, invariant)
    pages: list[Page] = [partial(_picture_page, heading, picture, style) for picture in found]
    return write(heading, title, pages, style, progress)


def _picture_page(heading: Heading, picture: Picture, style: Style, pen: Pen) -> None:
    title, drawing = picture
    draw_drawing(pen, drawing, draw_title(pen, style.body, title, occasion(heading)))


def _summary_page(heading: Heading, steps: Sequence[str], style: Style, pen: Pen) -> None:
    body = draw_title(pen, style.body, _("Without a phone"), occasion(heading))
    general = (
        _("Everybody sits where the chart and the list show it."),
        _("Write every round on the score sheet; the others look at what is written."),
        _("Hand what is written to the host."),
        _("The host enters the rounds later; nothing that is on paper is lost."),
    )
    body = _numbered(pen, body, _("Go on like this"), general)
    if steps:
        _numbered(pen, body.below(16), _("How the sheet is kept"), steps)


def _numbered(pen: Pen, body: Box, title: str, steps: Sequence[str]) -> Box:
    pen.text(body.x, body.top - 12, title, HEADING, Face.DISPLAY)
    pen.line(body.x, body.top - 18, body.right, body.top - 18, HAIR, GREY)
    body = body.below(26)
    for number, step in enumerate(steps, start=1):
        pen.text(body.x + 12, body.top - 11, str(number), 11, Face.BOLD, align="right")
        words = Box(body.x + 22, body.y, body.width - 22, body.height)
        body = body.below(pen.prose(words, step, 11) + 4)
    return body
