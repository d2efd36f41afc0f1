"""Score cards: one for each player, laid out from the sheet that the game declares.

The empty card is drawn once and used again on every page, so that a page costs no more than what
is written on it: a name, a role, a first seat, and for a completed card its numbers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.pdfbase.pdfdoc import PDFResourceDictionary

from rulesets.formats import sheet
from tournaments.papers.card_form import CardPlan, Cell, draw_form, plan_card
from tournaments.papers.data import CardPerson, Heading, Paper, Progress
from tournaments.papers.documents import end_page
from tournaments.papers.geometry import Box
from tournaments.papers.kept_forms import lay
from tournaments.papers.pen import GREY, Pen
from tournaments.papers.theme import FINE, Style, figure, finished, new_pen, occasion, page_numbers
from tournaments.papers.typefaces import Face

CardsPerPage = Literal[1, 2]


@dataclass(frozen=True, slots=True)
class _Slot:
    """A place for a card on the page: its plan, the name of the form drawn there, and what points
    were drawn as, by where they stand."""

    plan: CardPlan
    form: str
    drawn: dict[tuple[Box, int], str] = field(default_factory=dict)


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
    cards_per_page: 2 sets two smaller cards side by side on a sheet turned sideways, with a line
    to cut along. progress: called after each page.
    """
    style = Style(paper, invariant, landscape=cards_per_page == 2)
    pen = new_pen(heading, _("Score cards"), style)
    slots = _define_slots(pen, heading, layout, style, cards_per_page)
    # The pages are too short to gain from compression; fonts and forms are compressed at the end.
    pen.canvas.setPageCompression(0)
    _draw_pages(pen, heading, slots, people or [CardPerson("")], style, progress)
    pen.canvas.setPageCompression(1)
    return finished(pen)


def _draw_pages(
    pen: Pen,
    heading: Heading,
    slots: Sequence[_Slot],
    people: Sequence[CardPerson],
    style: Style,
    progress: Progress | None,
) -> None:
    each = len(slots)
    pages = -(-len(people) // each)
    numbered = page_numbers(pages)
    table = _("Table %(number)d")
    close = _page_closer(pen, slots, style)
    cut = style.page.middle[0]
    for number in range(1, pages + 1):
        if each > 1:
            pen.dashed(cut, 0, cut, style.page.height)
        group = people[(number - 1) * each : number * each]
        for slot, person in zip(slots, group, strict=False):
            _draw_card(pen, heading, slot, person, table)
            x, y = slot.plan.page_number
            size = slot.plan.size(FINE)
            pen.text(x, y, numbered(number), size, align="right", grey=GREY)
        close()
        if progress is not None:
            progress(number, pages)


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


def _define_slots(
    pen: Pen, heading: Heading, layout: sheet.Layout, style: Style, count: int
) -> list[_Slot]:
    """The empty card once for each place on the page, as a form."""
    slots, forms = [], {}
    for number, area in enumerate(style.page.columns(count)):
        plan = plan_card(area, layout, small=count > 1)
        name = f"card{number}"
        forms[name] = partial(draw_form, pen, heading, layout, plan)
        slots.append(_Slot(plan, name))
    key = ("card", occasion(heading), layout, style.paper, count, get_language())
    lay(pen, key, style.size, forms)
    return slots


def _page_closer(pen: Pen, slots: Sequence[_Slot], style: Style) -> Callable[[], None]:
    """Return what ends a page: all pages share one set of resources and one page size."""
    canvas: Any = pen.canvas
    resources = PDFResourceDictionary(XObject=canvas._doc.xobjDict([slot.form for slot in slots]))
    resources.basicFonts()
    across, down = style.size
    shared = canvas._doc.Reference(resources, "CardResources")
    return partial(end_page, canvas, shared, f"[0 0 {across:g} {down:g}]".encode())


def _draw_card(pen: Pen, heading: Heading, slot: _Slot, person: CardPerson, table: str) -> None:
    pen.canvas.doForm(slot.form)
    plan = slot.plan
    if person.name:
        pen.fitted(plan.name, person.name, plan.size(14), Face.BOLD, floor=0.6, most_lines=2)
    role = heading.role_name(person.role)
    if role:
        pen.fitted(plan.role, role, plan.size(11), Face.BOLD, most_lines=2)
    if person.table is not None:
        pen.fitted(plan.seat, _seat(heading, person, table), plan.size(11), Face.BOLD, most_lines=2)
    if person.sets or person.total is not None:
        _draw_results(pen, slot, person)


def _seat(heading: Heading, person: CardPerson, table: str) -> str:
    words = table % {"number": person.table}
    chair = heading.chair_name(person.chair)
    return f"{words} · {chair}" if chair else words


def _draw_results(pen: Pen, slot: _Slot, person: CardPerson) -> None:
    plan = slot.plan
    for box, summed, done in zip(plan.sets, plan.grand.rows, person.sets, strict=False):
        if done is None:
            continue
        for cell, points in zip(box.rows, done.hands, strict=False):
            _draw_points(pen, slot, cell.score, points)
        for cell, note in zip(box.rows, done.notes, strict=False):
            _draw_note(pen, plan, cell, note)
        if done.sat_out:
            _draw_note(pen, plan, box.total, _("sat out"))
        _draw_points(pen, slot, box.total.score, done.total)
        _draw_points(pen, slot, summed.score, done.total)
    _draw_points(pen, slot, plan.grand.total.score, person.total)


def _draw_note(pen: Pen, plan: CardPlan, cell: Cell, note: str) -> None:
    if note:
        size = plan.size(8)
        pen.fitted(cell.note, note, size, align="right", grey=0.25, floor=0.8, most_lines=2)


def _draw_points(pen: Pen, slot: _Slot, cell: Box, points: int | None) -> None:
    if points is not None:
        pen.once(slot.drawn, (cell, points), partial(_write_points, pen, slot.plan, cell, points))


def _write_points(pen: Pen, plan: CardPlan, cell: Box, points: int) -> None:
    size = min(plan.size(11.5), cell.height * 0.62)
    pen.fitted(cell, figure(points), size, Face.BOLD, align="center", most_lines=1)
