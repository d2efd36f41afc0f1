"""Score cards: one for each player, laid out from the sheet that the game declares.

The empty card is a form, so that a page costs no more than what is written on it: a name, a role,
a first seat, and for a completed card its numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from django.utils.translation import gettext as _

from rulesets.formats import sheet
from tournaments.papers.card_form import CardPlan, draw_form, plan_card, room_for_points
from tournaments.papers.data import CardPerson, CardSet, Heading, Paper, Progress
from tournaments.papers.geometry import Box
from tournaments.papers.pen import Pen
from tournaments.papers.theme import Page, Style, figure, write
from tournaments.papers.typefaces import Face

CardsPerPage = Literal[1, 2]


def score_cards(
    heading: Heading,
    layout: sheet.Layout,
    people: Sequence[CardPerson],
    *,
    cards_per_page: CardsPerPage = 1,
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return one score card for each of `people`, one or two on a page.

    layout: the game's sheet, blank. A person with a name only gets the name; role, table and
    chair are filled in where they are known, sets and total where the card is completed. For
    nobody there is one blank card.
    cards_per_page: 1 lies on its side and fills the page; 2 stand one above the other, with a line
    to cut along. progress: called after each page.
    """
    style = Style(paper, invariant, landscape=cards_per_page == 1)
    plans = [plan_card(area, layout) for area in style.page.rows(cards_per_page)]
    found = people or [CardPerson("")]
    groups = [found[i : i + cards_per_page] for i in range(0, len(found), cards_per_page)]
    pages: list[Page] = [partial(_page, heading, layout, style, plans, group) for group in groups]
    return write(heading, _("Score cards"), pages, style, progress, foot=False)


def blank_cards(
    heading: Heading,
    layout: sheet.Layout,
    count: int = 1,
    *,
    cards_per_page: CardsPerPage = 1,
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return `count` score cards with nothing filled in (count ≥ 1)."""
    return score_cards(
        heading,
        layout,
        [CardPerson("")] * count,
        cards_per_page=cards_per_page,
        paper=paper,
        invariant=invariant,
        progress=progress,
    )


def _page(
    heading: Heading,
    layout: sheet.Layout,
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
    pen: Pen, heading: Heading, layout: sheet.Layout, plan: CardPlan, person: CardPerson
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


def _draw_results(pen: Pen, layout: sheet.Layout, plan: CardPlan, person: CardPerson) -> None:
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
    if points is None:
        return
    inner = room_for_points(plan, room, marked=marked)
    size = min(plan.size(13), inner.height * 0.7)
    if note:
        beside = replace(inner, x=inner.x + inner.width * 0.55, width=inner.width * 0.45)
        inner = replace(inner, width=inner.width * 0.5)
        pen.fitted(beside, note, plan.size(7.5), Face.BOOK, floor=0.6, most_lines=2, grey=0.25)
    pen.fitted(inner, figure(points), size, Face.BOLD, align="center", most_lines=1)
