"""Score cards: one for each player, laid out from the sheet that the game declares.

The empty card is a form, so that a page costs no more than what is written on it: a name, a role,
a first seat, and for a completed card its numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.papers.card_form import CardPlan, draw_form, plan_card, room_for_points
from tournaments.papers.catalogue import Order, Pages, paper
from tournaments.papers.data import CardPerson, CardSet, Heading
from tournaments.papers.geometry import Box
from tournaments.papers.pen import Pen
from tournaments.papers.print_options import MOST_BLANK
from tournaments.papers.theme import Style, figure
from tournaments.papers.typefaces import Face

if TYPE_CHECKING:
    from rulesets.formats import Format
    from rulesets.formats.sheet import Layout


def has_score_cards(form: Format) -> bool:
    """Whether everybody carries a score from set to set, on a card of his or her own."""
    return not form.lasts


@paper(
    "cards",
    gettext_lazy("Score cards"),
    gettext_lazy("With name, role and first seat."),
    needs="people",
    options=("only", "two"),
    where=has_score_cards,
    main=True,
    position=10,
    tonight=50,
)
def score_cards(order: Order) -> Pages:
    """With the name, and as far as they are known role, table and chair."""
    return _cards(order, order.card_people)


@paper(
    "cards-blank",
    gettext_lazy("Blank score cards"),
    gettext_lazy("With nothing filled in."),
    options=("count", "two"),
    where=has_score_cards,
    position=20,
)
def blank_cards(order: Order) -> Pages:
    """So many of them as were asked for."""
    return _cards(order, [CardPerson("")] * max(1, min(order.options.count, MOST_BLANK)))


@paper(
    "cards-done",
    gettext_lazy("Completed score cards"),
    gettext_lazy("Filled in with the results so far."),
    needs="people",
    options=("only", "two"),
    where=has_score_cards,
    position=30,
)
def completed_cards(order: Order) -> Pages:
    """With the points of each set, and what they come to."""
    return _cards(order, order.scored_people)


def _cards(order: Order, people: Sequence[CardPerson]) -> Pages:
    """A card for each, or one blank card for nobody: one lies on its side and fills the page; two
    stand one above the other, with a line to cut along."""
    each = 2 if order.options.two else 1
    style = replace(order.style, landscape=each == 1)
    plans = [plan_card(area, order.layout) for area in style.page.rows(each)]
    found = people or [CardPerson("")]
    groups = [found[i : i + each] for i in range(0, len(found), each)]
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
        pen.stamp(("card", style, place), style.size, draw)
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
    told = ", ".join(filter(None, (_seat(heading, person), heading.role_name(person.role))))
    if told:
        room = Box(plan.seat.x, plan.seat.y + size(5), plan.seat.width, plan.seat.height - size(5))
        pen.fitted(room, told, size(12), Face.BOLD, floor=0.8, most_lines=2)
    if person.sets or person.total is not None:
        _draw_results(pen, layout, plan, person)


def _seat(heading: Heading, person: CardPerson) -> str:
    if person.table is None:
        return ""
    words = _("Table %(number)d") % {"number": person.table}
    chair = heading.chair_name(person.chair)
    return f"{words}, {chair}" if chair else words


def _draw_results(pen: Pen, layout: Layout, plan: CardPlan, person: CardPerson) -> None:
    """The points of each hand and each set, and what they come to by then."""
    sums = _running(person.sets)
    if person.total is not None:  # what counts, however it came about
        last = max((place for place, total in enumerate(sums) if total is not None), default=-1)
        sums[last] = person.total
    for row, one, done, total in zip(plan.sets, layout.sets, person.sets, sums, strict=False):
        if done is None:
            continue
        notes = (*done.notes, *[""] * len(row.hands))
        for hand, room, points, note in zip(one.hands, row.hands, done.hands, notes, strict=False):
            _draw_points(pen, plan, room, points, note, marked=bool(hand.label))
        if done.sat_out:
            room = room_for_points(plan, row.partner, marked=not one.partners)
            pen.fitted(room, _("sat out"), plan.size(10), Face.BOOK_ITALIC, align="center")
        _draw_points(pen, plan, row.points, done.total, marked=bool(one.most))
        _draw_points(pen, plan, row.total, total)


def _running(sets: Sequence[CardSet | None]) -> list[int | None]:
    """What the sets come to by each of them, as far as all before are known."""
    found: list[int | None] = []
    total = 0
    for one in sets:
        points = None if one is None else one.total
        total += points or 0
        found.append(None if points is None else total)
    return found


def _draw_points(
    pen: Pen,
    plan: CardPlan,
    room: Box,
    points: int | None,
    note: str = "",
    *,
    marked: bool = False,
) -> None:
    if points is not None:
        key = room, points, note
        pen.once(pen.known, key, partial(_write_points, pen, plan, room, points, note, marked))


def _write_points(
    pen: Pen, plan: CardPlan, room: Box, points: int, note: str, marked: bool
) -> None:
    inner = room_for_points(plan, room, marked=marked)
    size = min(plan.size(13), inner.height * 0.7)
    if note:
        beside = replace(inner, x=inner.x + inner.width * 0.55, width=inner.width * 0.45)
        inner = replace(inner, width=inner.width * 0.5)
        pen.fitted(beside, note, plan.size(7.5), Face.BOOK, floor=0.6, most_lines=2, grey=0.25)
    pen.fitted(inner, figure(points), size, Face.BOLD, align="center", most_lines=1)
