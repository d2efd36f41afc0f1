"""Score cards: one for each player, laid out from the sheet that the game declares.

The empty card is a form, so that a page only costs what is written on it: a name, a role, a first
seat, and on a completed card its numbers. A card is turned sideways, with a row for each set. All
sizes follow from the room, so that the card fills a page of any paper, or half of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.papers.catalogue import MOST_BLANK, Order, Pages, paper
from tournaments.papers.data import CardPerson, CardSet, Heading
from tournaments.papers.geometry import Box, unbroken
from tournaments.papers.marks import draw_trump
from tournaments.papers.pen import PALE, Pen
from tournaments.papers.theme import Style, figure, occasion
from tournaments.papers.typefaces import Face

if TYPE_CHECKING:
    from rulesets.formats import Format
    from rulesets.formats.card import Hand, Layout, SetRow

MM = 72 / 25.4
WIDE, HIGH = 210 * MM, 148.5 * MM
"""The size of a card at which type has the sizes that are given here."""
NUMBER, SET, TABLE, PARTNER, HANDS, SUM, TOTAL = (8.0, 38.0, 11.0, 27.0, 69.0, 16.0, 17.0)
"""What columns take of its width, as shares of 186."""
MARGIN, HEAD, FOOT = 12 * MM, 22 * MM, 8 * MM
RULE, HEAVY, FINE_RULE, FINE_GREY = 0.35, 0.9, 0.3, 0.45
TRUMP, MARK_GREY = 8.0, 0.42
LABEL = 6.6
STRIP = 24.0
"""The upper part of a hand's box, with its trump; points are written below it."""


def has_score_cards(format: Format) -> bool:
    """Whether everybody carries a score from set to set, on their own card."""
    return format.keeping.credit == "carried"


@paper(
    "cards",
    gettext_lazy("Score cards"),
    gettext_lazy("With name, role and first seat."),
    needs="people",
    options=("only", "single"),
    where=has_score_cards,
    main=True,
    position=10,
    tonight=50,
)
def score_cards(order: Order) -> Pages:
    """Cards with the name and, as far as they are known, role, table and chair."""
    return _cards(order, order.card_people)


@paper(
    "cards-blank",
    gettext_lazy("Blank score cards"),
    gettext_lazy("Not filled in."),
    options=("count", "single"),
    where=has_score_cards,
    position=20,
)
def blank_cards(order: Order) -> Pages:
    """As many blank cards as were ordered."""
    return _cards(order, [CardPerson("")] * max(1, min(order.options.count, MOST_BLANK)))


@paper(
    "cards-done",
    gettext_lazy("Completed score cards"),
    gettext_lazy("Filled in with the results so far."),
    needs="people",
    options=("only", "single"),
    where=has_score_cards,
    position=30,
)
def completed_cards(order: Order) -> Pages:
    """Cards with the points of each set, and the running total."""
    return _cards(order, order.scored_people)


def _cards(order: Order, people: Sequence[CardPerson]) -> Pages:
    """A card for each person, or one blank card for nobody: two on a page, one above the other,
    with a line to cut along. A card alone on its page is turned sideways and fills it."""
    each = 1 if order.options.single else 2
    style = replace(order.style, landscape=each == 1)
    plans = [plan_card(area, order.layout) for area in style.page.rows(each)]
    holders = people or [CardPerson("")]
    groups = [holders[i : i + each] for i in range(0, len(holders), each)]
    draw = partial(_page, order.heading, order.layout, style, plans)
    return Pages(_("Score cards"), [partial(draw, group) for group in groups], style, foot=False)


def _page(
    heading: Heading,
    layout: Layout,
    style: Style,
    plans: Sequence[CardPlan],
    people: Sequence[CardPerson],
    pen: Pen,
) -> None:
    for place, (plan, person) in enumerate(zip(plans, people, strict=False)):
        draw = partial(draw_form, pen, heading, layout, plan)
        pen.form(("card", style, place), style.size, draw)
        _draw_card(pen, heading, layout, plan, person)
    for plan in plans[1:]:
        pen.dashed(0, plan.area.top, style.page.width, plan.area.top)


def _draw_card(
    pen: Pen, heading: Heading, layout: Layout, plan: CardPlan, person: CardPerson
) -> None:
    size = plan.size
    if person.name:
        room = Box(plan.name.x, plan.name.y + size(5), plan.name.width, plan.name.height - size(5))
        pen.fitted(room, person.name, size(14), Face.BOLD, floor=0.6, most_lines=2)
    details = ", ".join(filter(None, (_seat(heading, person), heading.role_name(person.role))))
    if details:
        room = Box(plan.seat.x, plan.seat.y + size(5), plan.seat.width, plan.seat.height - size(5))
        pen.fitted(room, details, size(12), Face.BOLD, floor=0.8, most_lines=2)
    if person.sets or person.total is not None:
        _draw_results(pen, layout, plan, person)


def _seat(heading: Heading, person: CardPerson) -> str:
    if person.table is None:
        return ""
    words = _("Table %(number)d") % {"number": person.table}
    chair = heading.chair_name(person.chair)
    return f"{words}, {chair}" if chair else words


def _draw_results(pen: Pen, layout: Layout, plan: CardPlan, person: CardPerson) -> None:
    """Draw the points of each hand and each set, and the running totals."""
    sums = _running(person.sets)
    if person.total is not None:  # the total that counts, whatever the sets add up to
        last = max((place for place, total in enumerate(sums) if total is not None), default=-1)
        sums[last] = person.total
    for row, set_layout, done, total in zip(
        plan.sets, layout.sets, person.sets, sums, strict=False
    ):
        if done is None:
            continue
        notes = (*done.notes, *[""] * len(row.hands))
        for hand, room, points, note in zip(
            set_layout.hands, row.hands, done.hands, notes, strict=False
        ):
            _draw_points(pen, plan, room, points, note, marked=bool(hand.label))
        place = (
            row.partner
            if layout.partners
            else replace(row.hands[0], width=row.hands[-1].right - row.hands[0].x)
        )
        room = room_for_points(plan, place, marked=layout.partners and not set_layout.partners)
        if done.sat_out:
            pen.fitted(room, _("sat out"), plan.size(10), Face.BOOK_ITALIC, align="center")
        elif layout.partners:
            pen.fitted(room, done.partner, plan.size(10), Face.BOOK, floor=0.6, align="center")
        _draw_points(pen, plan, row.table, done.table)
        _draw_points(pen, plan, row.points, done.total, marked=bool(set_layout.most))
        _draw_points(pen, plan, row.total, total)


def _running(sets: Sequence[CardSet | None]) -> list[int | None]:
    """The total after each set, as far as all before are known."""
    totals: list[int | None] = []
    total = 0
    for card_set in sets:
        points = None if card_set is None else card_set.total
        total += points or 0
        totals.append(None if points is None else total)
    return totals


def _draw_points(
    pen: Pen,
    plan: CardPlan,
    room: Box,
    points: int | None,
    note: str = "",
    *,
    marked: bool = False,
) -> None:
    if points is None:
        return
    inner = room_for_points(plan, room, marked=marked)
    size = min(plan.size(13), inner.height * 0.7)
    if note:
        beside = replace(inner, x=inner.x + inner.width * 0.55, width=inner.width * 0.45)
        inner = replace(inner, width=inner.width * 0.5)
        pen.fitted(beside, note, plan.size(7.5), Face.BOOK, floor=0.6, most_lines=2, grey=0.25)
    pen.fitted(inner, figure(points), size, Face.BOLD, align="center", most_lines=1)


# --- the empty card -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RowPlan:
    """Where the parts of a set lie: its number and name, table, partner, hands, sum and total."""

    row: Box
    name: Box
    table: Box
    partner: Box
    hands: tuple[Box, ...]
    points: Box
    total: Box


@dataclass(frozen=True, slots=True)
class CardPlan:
    """Where everything on a card lies. scale: of all type, 1 on a card of the usual size."""

    area: Box
    scale: float
    title: Box
    name: Box
    seat: Box
    above: Box
    heads: Box
    sets: tuple[RowPlan, ...]
    foot: Box

    def size(self, points: float) -> float:
        """A size of the type scale on this card."""
        return points * self.scale


def plan_card(area: Box, layout: Layout) -> CardPlan:
    """Divide `area` (a page or half of one, margins included) among the parts of the card."""
    scale = min(area.width / WIDE, area.height / HIGH)
    inner = area.inset(MARGIN * scale, MARGIN * 0.7 * scale)
    head = inner.from_top(HEAD * scale)
    foot = Box(inner.x, inner.y, inner.width, FOOT * scale)
    body = inner.below(HEAD * scale).above(FOOT * scale)
    line = head.from_top(30 * scale, 8 * scale)
    title = Box(line.x, line.y, line.width * 0.27, line.height)
    name = Box(line.x + line.width * 0.34, line.y, line.width * 0.3, line.height)
    seat = Box(line.x + line.width * 0.755, line.y, line.width * 0.245, line.height)
    above = Box(line.x + line.width * 0.5, head.top - 11 * scale, line.width * 0.5, 11 * scale)
    heads = Box(inner.x, head.y, inner.width, 22 * scale)
    rows = body.rows(len(layout.sets))
    each = max((len(set_layout.hands) for set_layout in layout.sets), default=1)
    shares = _shares(layout, each)
    sets = tuple(_plan_row(row, shares) for row in rows)
    return CardPlan(area, scale, title, name, seat, above, heads, sets, foot)


def _shares(layout: Layout, each: int) -> tuple[float, ...]:
    """The widths of the columns, out of 186; a column that is not needed leaves its room to the
    next."""
    number = NUMBER + SET if layout.is_named else 2 * NUMBER
    spare = NUMBER + SET - number
    partner = PARTNER + spare if layout.partners else 0.0
    hands = HANDS if layout.partners else HANDS + PARTNER + spare
    return number, TABLE, partner, *[hands / each] * each, SUM, TOTAL


def _plan_row(row: Box, shares: Sequence[float]) -> RowPlan:
    edges = [row.x, *(row.x + row.width * part / 186 for part in accumulate(shares))]
    boxes = [Box(a, row.y, b - a, row.height) for a, b in pairwise(edges)]
    name, table, partner, *hands, points, total = boxes
    return RowPlan(row, name, table, partner, tuple(hands), points, total)


def draw_form(pen: Pen, heading: Heading, layout: Layout, plan: CardPlan) -> None:
    """Draw the empty card: everything except what is written on it."""
    size = plan.size
    pen.fitted(plan.title, layout.title, size(22), Face.DISPLAY, floor=0.5, most_lines=1)
    subtitle, caps = occasion(heading), Face.BOOK_CAPS
    if subtitle:
        pen.fitted(plan.above, subtitle, size(8.5), caps, align="right", floor=0.5, most_lines=1)
    for label, room in ((_("name"), plan.name), (_("first seat"), plan.seat)):
        foot, words = room.y + size(8), label
        end = room.x - size(5)
        pen.text(end, foot, words, size(9.5), Face.BOOK_CAPS, align="right")
        pen.line(room.x, foot - size(2), room.right, foot - size(2), 0.5)
    _draw_heads(pen, plan, layout)
    for place, (row, set_layout) in enumerate(zip(plan.sets, layout.sets, strict=True)):
        if place % 2:
            pen.fill(row.row, PALE)
        _draw_set(pen, plan, row, set_layout, place + 1, layout)
    _draw_rules(pen, plan, layout)
    _draw_foot(pen, plan, layout)


def _draw_heads(pen: Pen, plan: CardPlan, layout: Layout) -> None:
    first, size = plan.sets[0], plan.size
    foot = plan.heads.y + size(4)
    caps = size(9)
    indent = first.row.width * NUMBER / 186
    if layout.is_named:
        pen.text(first.row.x + indent, foot, _("set"), caps, Face.BOOK_CAPS)
    else:
        pen.text(first.name.middle[0], foot, _("set"), caps, Face.BOOK_CAPS, align="center")
    partner = [(_("partner"), first.partner)] if layout.partners else []
    for label, room in (
        (_("table"), first.table),
        *partner,
        (_("set"), first.points),
        (_("total"), first.total),
    ):
        strip = Box(room.x + 1, foot - size(3), room.width - 2, size(13))
        pen.fitted(strip, label, caps, Face.BOOK_CAPS, align="center", most_lines=1)
    for number, room in enumerate(first.hands, 1):
        pen.text(room.middle[0], foot, str(number), caps, Face.TEXT, align="center")
    left, right = first.hands[0].x, first.hands[-1].right
    pen.text((left + right) / 2, foot + size(14), _("hands"), caps, Face.BOOK_CAPS, align="center")
    pen.line(left + size(3), foot + size(11), right - size(3), foot + size(11), 0.4)


def _draw_set(
    pen: Pen, plan: CardPlan, row: RowPlan, set_row: SetRow, number: int, layout: Layout
) -> None:
    """Draw the name of a set, the worth of a trick in it, and the trump of each hand."""
    if layout.is_named:
        _draw_set_name(pen, plan, row, set_row, number)
    else:
        middle = row.row.middle[1] - plan.size(4.5)
        across = row.name.middle[0]
        pen.text(across, middle, str(number), plan.size(13), Face.BOLD, align="center")
    for hand, room in zip(set_row.hands, row.hands, strict=False):
        _draw_trump(pen, plan, hand, room)
    if layout.partners and not set_row.partners:
        _draw_remark(pen, plan, _("no partners"), row.partner)
    if set_row.most:
        _draw_remark(pen, plan, most_words(set_row.most), row.points)


def _draw_set_name(pen: Pen, plan: CardPlan, row: RowPlan, set_row: SetRow, number: int) -> None:
    size, indent = plan.size, row.row.width * NUMBER / 186
    end = row.row.x + indent - size(6)
    middle = row.row.middle[1] - size(4.5)
    pen.text(end, middle, str(number), size(13), Face.BOLD, align="right")
    words = Box(row.name.x + indent, row.name.y, row.name.width - indent - size(4), row.name.height)
    upper = words.from_top(
        words.height * (0.5 if set_row.line else 1.0), size(1.5) if set_row.line else 0.0
    )
    pen.fitted(upper, set_row.name, size(12.5), Face.DISPLAY, floor=0.7, most_lines=2)
    if set_row.line:
        lower = Box(words.x, words.y + size(2), words.width, words.height * 0.5 - size(1))
        pen.fitted(lower, set_row.line, size(8.6), Face.BOOK_ITALIC, floor=0.85, most_lines=2)


def _draw_trump(pen: Pen, plan: CardPlan, hand: Hand, room: Box) -> None:
    """Draw the trump of a hand in grey, as a sign and by name, above the room for points."""
    size = plan.size
    left, mark = room.x + size(1.5), size(TRUMP)
    if hand.symbol:
        draw_trump(pen, hand.symbol, left, room.top - mark - size(3.5), mark, MARK_GREY)
        left += mark + size(1.5)
    strip = Box(left, room.top - size(STRIP), room.right - left - size(1), size(STRIP - 1.5))
    pen.fitted(strip, hand.label, size(LABEL), Face.BOOK, floor=0.9, most_lines=3, grey=MARK_GREY)


def _draw_remark(pen: Pen, plan: CardPlan, text: str, room: Box) -> None:
    size = plan.size
    strip = Box(room.x + size(2), room.top - size(STRIP), room.width - size(3), size(STRIP - 1.5))
    pen.fitted(strip, text, size(LABEL), Face.BOOK, floor=0.9, most_lines=3, grey=MARK_GREY)


def most_words(most: str) -> str:
    """The most that the hands of a set score: each so much, or together within a range."""
    words = _("at most %(most)s a hand") if most.isdecimal() else _("%(most)s in all")
    return words % {"most": most}


def _draw_rules(pen: Pen, plan: CardPlan, layout: Layout) -> None:
    top, foot = plan.sets[0].row.top, plan.sets[-1].row.y
    for place, row in enumerate(plan.sets):
        pen.line(row.row.x, row.row.top, row.row.right, row.row.top, RULE if place else HEAVY)
    first = plan.sets[0]
    pen.line(first.row.x, foot, first.row.right, foot, HEAVY)
    partner = [first.partner.x] if layout.partners else []
    for x in (first.table.x, *partner, *(room.x for room in first.hands[1:])):
        pen.line(x, foot, x, top, FINE_RULE, FINE_GREY)
    for x in (first.hands[0].x, first.points.x, first.total.x, first.row.right):
        pen.line(x, foot, x, top, HEAVY)


def _draw_foot(pen: Pen, plan: CardPlan, layout: Layout) -> None:
    sentences = [_("The last total is the grand total.")]
    if layout.sit_out:
        sentences.append(_("Sitting out a set scores %(points)d.") % {"points": layout.sit_out})
    if layout.usual_hands:
        words = _("However many hands are played before the bell, a set counts as %(hands)d.")
        sentences.append(words % {"hands": layout.usual_hands})
    if layout.source:
        sentences.append(_("The rules: %(source)s.") % {"source": unbroken(layout.source)})
    room = plan.foot.above(plan.size(1))
    pen.fitted(room, " ".join(sentences), plan.size(10), Face.BOOK_ITALIC, floor=0.7, most_lines=1)


def room_for_points(plan: CardPlan, room: Box, *, marked: bool) -> Box:
    """The room for points in a box of the card: below its trump, if it has one."""
    inner = room.inset(plan.size(2), 1)
    return inner.below(plan.size(STRIP - 4)) if marked else inner
