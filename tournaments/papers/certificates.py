"""Certificates: one for each person, sideways, to hang on a wall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.data import Heading, Placing
from tournaments.papers.geometry import Box
from tournaments.papers.pen import Pen
from tournaments.papers.suits import draw_suit
from tournaments.papers.theme import Style, figure
from tournaments.papers.typefaces import Face

MM = 72 / 25.4
WIDE, HIGH = 297 * MM, 210 * MM
"""The size of a certificate at which everything has the sizes that are given here."""
OUTER, INNER = 12.0, 14.2  # millimetres from the edge
SUIT = 11.0
FEW = 12  # what is written as a word


@paper(
    "certificates",
    gettext_lazy("Certificates"),
    gettext_lazy("For those who came out best."),
    needs="winners",
    part="end",
    position=40,
)
def certificates(order: Order) -> Pages:
    """One for each of those who are honoured: name, place, points, event."""
    style, best = replace(order.style, landscape=True), order.honoured
    count, second = len(order.placings or best), _second(best)
    pages = [partial(_page, order.heading, one, count, second, style) for one in best]
    return Pages(_("Certificates"), pages, style, foot=False)


def _second(placings: Sequence[Placing]) -> Placing | None:
    """Who came after the first, where that is told."""
    return next((one for one in placings if one.rank > 1 and not one.team), None)


def _page(
    heading: Heading,
    placing: Placing,
    players: int,
    second: Placing | None,
    style: Style,
    pen: Pen,
) -> None:
    scale = min(style.size[0] / WIDE, style.size[1] / HIGH)
    pen.form(("certificate", style), style.size, partial(_draw_form, pen, heading, style, scale))
    page = style.page
    inner = page.inset(40 * MM * scale, 0)

    def strip(top: float, height: float) -> Box:
        """A strip of the page, in millimetres of the usual size."""
        return inner.from_top(height * MM * scale, top * MM * scale)

    name, head = strip(70, 30), Face.DISPLAY
    pen.fitted(name, placing.name, 62 * scale, head, align="center", floor=0.6, most_lines=2)
    place = _place(placing, players)
    pen.fitted(
        strip(112, 18), place, 38 * scale, Face.BOOK, align="center", floor=0.5, most_lines=1
    )
    told = _told(heading, placing, second)
    pen.fitted(strip(132, 12), told, 19 * scale, Face.BOOK, align="center", floor=0.5, most_lines=1)


def _draw_form(pen: Pen, heading: Heading, style: Style, scale: float) -> None:
    """What all certificates of an event have: the frame, the occasion, lines to sign on."""
    page, unit = style.page, MM * scale
    for edge, line in ((OUTER, 1.6), (INNER, 0.5)):
        pen.frame(page.inset(edge * unit), line * scale)
    side, off = SUIT * unit, (27 - SUIT / 2) * unit
    for suit, x, y in (
        ("S", off, page.top - off - side),
        ("H", page.right - off - side, page.top - off - side),
        ("C", off, off),
        ("D", page.right - off - side, off),
    ):
        draw_suit(pen, suit, x, y, side)
    inner = page.inset(40 * unit, 0)
    event = inner.from_top(9 * unit, 41 * unit)
    pen.fitted(event, heading.event, 17 * scale, Face.BOOK_CAPS, align="center", floor=0.5)
    told = ", ".join(filter(None, (heading.game, heading.date, heading.place)))
    room = inner.from_top(9 * unit, 51 * unit)
    pen.fitted(room, told, 17 * scale, Face.BOOK_ITALIC, align="center", floor=0.5, most_lines=1)
    middle, rule = page.middle[0], page.top - 106 * unit
    pen.line(middle - 42 * unit, rule, middle + 42 * unit, rule, 0.6)
    y = page.top - 170 * unit
    for side_of, label in ((-1, _("the host")), (1, _("the scorekeeper"))):
        x = middle + side_of * 60.5 * unit
        pen.line(x - 34 * unit, y, x + 34 * unit, y, 0.5)
        words = Box(x - 34 * unit, y - 9 * unit, 68 * unit, 7 * unit)
        pen.fitted(words, label, 11 * scale, Face.BOOK_CAPS, align="center", most_lines=1)


def _place(placing: Placing, players: int) -> str:
    """ "First of 23"."""
    params = {"place": _ordinal(placing.rank), "players": players, "team": placing.team}
    if placing.team and placing.shared:
        return _("with “%(team)s”, who share the first place") % params
    if placing.team:
        return _("with “%(team)s”, who won") % params
    if placing.shared:
        return _("%(place)s of %(players)d, shared") % params
    return _("%(place)s of %(players)d") % params


def _ordinal(rank: int) -> str:
    """ "First"; beyond ten, a number."""
    words = (
        _("First"),
        _("Second"),
        _("Third"),
        _("Fourth"),
        _("Fifth"),
        _("Sixth"),
        _("Seventh"),
        _("Eighth"),
        _("Ninth"),
        _("Tenth"),
    )
    return words[rank - 1] if rank <= len(words) else _("Place %(number)d") % {"number": rank}


def _told(heading: Heading, placing: Placing, second: Placing | None) -> str:
    """What somebody came to; of the first, by how much that was ahead."""
    result = heading.result(figure(placing.total))
    if placing.rank > 1 or placing.shared or placing.team or second is None:
        return result
    ahead = abs(placing.total - second.total)
    if not ahead:
        return result
    words = _fewer(ahead) if placing.total < second.total else _more(ahead)
    return f"{result}, {words}"


def _more(count: int) -> str:
    text = _("%(count)s more than the second")
    return text % {"count": _number(count)}


def _fewer(count: int) -> str:
    text = _("%(count)s fewer than the second")
    return text % {"count": _number(count)}


def _number(count: int) -> str:
    """A small number as a word."""
    words = (
        _("one"),
        _("two"),
        _("three"),
        _("four"),
        _("five"),
        _("six"),
        _("seven"),
        _("eight"),
        _("nine"),
        _("ten"),
        _("eleven"),
        _("twelve"),
    )
    return words[count - 1] if count <= FEW else str(count)
