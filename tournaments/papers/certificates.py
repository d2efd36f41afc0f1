"""Certificates: one for each person, sideways, to hang on a wall."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from tournaments.papers.data import Heading, Paper, Placing, Progress
from tournaments.papers.geometry import Box
from tournaments.papers.ornaments import draw_border, draw_wreath
from tournaments.papers.pen import BOLD_LINE, GREY, THIN, Pen
from tournaments.papers.suits import draw_suits
from tournaments.papers.theme import SMALL, Page, Style, figure, write
from tournaments.papers.typefaces import Face


def certificates(
    heading: Heading,
    placings: Sequence[Placing],
    *,
    players: int | None = None,
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return a certificate for each of `placings`: name, place, points, event.

    players: how many took part, where that is more than those who get a certificate.
    """
    style = Style(paper, invariant, landscape=True)
    count = len(placings) if players is None else players
    pages: list[Page] = [partial(_page, heading, placing, count, style) for placing in placings]
    return write(heading, _("Certificates"), pages, style, progress, foot=False)


def _page(heading: Heading, placing: Placing, players: int, style: Style, pen: Pen) -> None:
    frame = style.page.inset(30)
    draw_border(pen, frame)
    inner = frame.inset(84, 42)
    pen.fitted(inner.from_top(50), _("Certificate"), 44, Face.DISPLAY, align="center")
    middle = inner.middle[0]
    draw_suits(pen, middle + 33, inner.top - 70, 13)
    for edge in (-1, 1):
        y = inner.top - 63.5
        pen.line(middle + edge * 50, y, middle + edge * 190, y, THIN)
    event = inner.from_top(30, 84)
    pen.fitted(event, heading.event, 18, align="center", floor=0.6, most_lines=2)
    name = inner.from_top(96, 122)
    pen.fitted(name, placing.name, 50, Face.DISPLAY, align="center", floor=0.6, most_lines=3)
    pen.line(inner.x + 60, name.y - 7, inner.right - 60, name.y - 7, THIN)
    pen.fitted(inner.from_top(40, 232), _place(placing, players), 25, Face.DISPLAY, align="center")
    told = heading.result(figure(placing.total))
    if heading.game:
        told = " · ".join((_("at %(game)s") % {"game": heading.game}, told))
    pen.fitted(inner.from_top(24, 272), told, 15, align="center", most_lines=1)
    draw_wreath(pen, middle, inner.y + 50, 50, str(placing.rank))
    _draw_signatures(pen, heading, Box(inner.x, inner.y, inner.width, 30))


def _place(placing: Placing, players: int) -> str:
    params = {"place": placing.rank, "players": players, "team": placing.team}
    if placing.team and placing.shared:
        return _("and “%(team)s” share the first place") % params
    if placing.team:
        return _("and “%(team)s” won") % params
    if placing.shared:
        return _("shares place %(place)d of %(players)d") % params
    return _("took place %(place)d of %(players)d") % params


def _draw_signatures(pen: Pen, heading: Heading, strip: Box) -> None:
    """Draw the occasion on the left and a line for the host's name on the right."""
    left, _middle, right = strip.columns(3, 16)
    when = " · ".join(part for part in (heading.date, heading.place) if part)
    for column, label in ((left, _("Date and place")), (right, _("Host"))):
        pen.line(column.x, column.y + 12, column.right, column.y + 12, BOLD_LINE / 2)
        pen.fitted(
            Box(column.x, column.y - 2, column.width, 11), label, SMALL, grey=GREY, align="center"
        )
    room = Box(left.x, left.y + 14, left.width, 26)
    pen.fitted(room, when, 11.5, align="center", floor=0.7, most_lines=2)
