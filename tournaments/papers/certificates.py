"""Certificates: one for each person, sideways, to hang on a wall."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from tournaments.papers.data import Heading, Paper, Placing, Progress
from tournaments.papers.geometry import Box
from tournaments.papers.pen import BOLD_LINE, GREY, HAIR, THIN, Pen
from tournaments.papers.suits import draw_suit
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
    frame = style.page.inset(34)
    pen.frame(frame, 2.4)
    pen.frame(frame.inset(6), HAIR)
    for suit, (x, y) in zip("SHCD", _corners(frame), strict=True):
        draw_suit(pen, suit, x, y, 22)
    inner = frame.inset(90, 46)
    pen.fitted(inner.from_top(44, 6), _("Certificate"), 38, Face.DISPLAY, align="center")
    event = inner.from_top(26, 62)
    pen.fitted(event, heading.event, 17, grey=GREY, align="center", floor=0.5, most_lines=2)
    name = inner.from_top(100, 108)
    pen.fitted(name, placing.name, 46, Face.DISPLAY, align="center", floor=0.6, most_lines=3)
    pen.line(inner.x + 60, name.y - 8, inner.right - 60, name.y - 8, THIN)
    pen.fitted(inner.from_top(44, 226), _place(placing, players), 25, Face.DISPLAY, align="center")
    points = heading.result(figure(placing.total))
    pen.fitted(inner.from_top(24, 274), points, 15, align="center", most_lines=1)
    _draw_signatures(pen, heading, Box(inner.x, inner.y, inner.width, 30))


def _corners(frame: Box) -> tuple[tuple[float, float], ...]:
    inner = frame.inset(26)
    return (
        (inner.x, inner.top - 22),
        (inner.right - 22, inner.top - 22),
        (inner.x, inner.y),
        (inner.right - 22, inner.y),
    )


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
    left, right = strip.columns(2, 80)
    when = " · ".join(part for part in (heading.date, heading.place) if part)
    for column, label in ((left, _("Date and place")), (right, _("Host"))):
        pen.line(column.x, column.y + 12, column.right, column.y + 12, BOLD_LINE / 2)
        pen.text(column.x, column.y, label, SMALL, grey=GREY)
    room = Box(left.x, left.y + 14, left.width, 15)
    pen.fitted(room, when, 11, floor=0.6, most_lines=1)
