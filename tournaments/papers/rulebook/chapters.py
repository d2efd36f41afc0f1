"""A game as a chapter: its title, its head line, the house rules in force, and its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.papers.fitting import LEADING, Fitted, fit
from tournaments.papers.geometry import Box
from tournaments.papers.pen import BOLD_LINE, GREY, HAIR, Pen
from tournaments.papers.rulebook.markup import bold, dressed, linked
from tournaments.papers.rulebook.pieces import Drawn, Mark, Place, paragraph, together
from tournaments.papers.rulebook.tables import cell, grid, head_cell, shared
from tournaments.papers.rulebook.text import Text, figures_in
from tournaments.papers.suits import draw_suits
from tournaments.papers.typefaces import Face, width

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from tournaments.papers.rulebook.book import Chapter, Figures, HouseRules
    from tournaments.papers.rulebook.looks import Looks

SCORING, SOURCE = "scoring", "source"
SHEET, BOARD = "~sheet", "~board"  # behind a chapter's key: where its sheet and its board are


def chapter_flow(chapter: Chapter, looks: Looks, level: int) -> list[Flowable]:
    """Everything of a game but its board and its sheet. `level`: of its bookmark."""
    place = Place(chapter.key, chapter.name, level, chapter.name, tab_of(chapter.name))
    text = Text(
        chapter.key,
        looks,
        labels=chapter.labels,
        agreed=_in_force(chapter.house),
        pictures=chapter.pictures,
        skips=frozenset({SOURCE}),
        lowest=level + 1,
    )
    told = figures_in(chapter.text)
    missing = [table for table in chapter.tables if not any(table.proof <= words for words in told)]
    figures = [one for table in missing for one in _figures(table, looks)]
    body = text.flow(chapter.text, {SCORING: figures}, unless=chapter.about)
    opening = [Mark(place), title_block(chapter.name, looks), *_facts(chapter, looks)]
    return [
        *opening,
        *together([*_house(chapter.house, looks), *body, *_elsewhere(chapter, looks)], looks),
    ]


def tab_of(name: str) -> str:
    """What stands at the edge of a game's pages: the first letter of its name, or "#"."""
    first = next((char for char in name if char.isalnum()), "")
    return first.upper() if first.isalpha() else "#" if first else ""


def title_block(title: str, looks: Looks, *, across: float = 0.0) -> Drawn:
    """The title of a chapter, with the four suits and a rule, over the whole width of the page, or
    over a column that is so wide."""
    side = 0.0 if across else looks.side
    whole = across or looks.whole
    size, suit = looks.title, looks.title * 0.42
    room = whole - suit * 7
    fitted = fit(
        title, Face.DISPLAY, size=size, width=room, height=size * 2.6, floor=0.62, most_lines=2
    )
    height = fitted.height + size * 0.42

    def draw(pen: Pen, box: Box) -> None:
        left = box.x - side
        words = Box(left, box.top - fitted.height, room, fitted.height)
        pen.fitted(words, title, size, Face.DISPLAY, floor=0.62, most_lines=2)
        draw_suits(pen, box.right, box.top - fitted.height + fitted.size * 0.28, suit)
        y = box.top - fitted.height - size * 0.14
        pen.line(left, y, box.right, y, BOLD_LINE)

    return Drawn(across or looks.measure, height, draw)


def _facts(chapter: Chapter, looks: Looks) -> list[Flowable]:
    """The head line: players, equipment, time, who wins; what it is also called."""
    flow: list[Flowable] = [_strip(chapter.facts, looks)] if chapter.facts else []
    if chapter.about:
        flow.append(paragraph(dressed(chapter.about), looks.lead))
    if chapter.aliases:
        told = _("Also called %(names)s.") % {"names": ", ".join(chapter.aliases)}
        flow.append(paragraph(dressed(told), looks.caption))
    return flow


def _strip(facts: tuple[tuple[str, str], ...], looks: Looks) -> Drawn:
    """Facts side by side, each below its label; in two rows on a narrow page."""
    across = 2 if looks.narrow or looks.size == "large" else len(facts)
    rows = [facts[at : at + across] for at in range(0, len(facts), across)]
    label, size = looks.fine, looks.base * 0.95
    widths = [_shares(row, size, looks.whole) for row in rows]
    fitted = [
        [_fact(value, size, wide) for (_label, value), wide in zip(row, shares, strict=True)]
        for row, shares in zip(rows, widths, strict=True)
    ]
    heights = [label * 1.45 + max(one.height for one in row) + size * 0.35 for row in fitted]
    height = sum(heights) + size * 1.1

    def draw(pen: Pen, box: Box) -> None:
        left, top = box.x - looks.side, box.top
        for row, shares, values, tall in zip(rows, widths, fitted, heights, strict=True):
            x = left
            for (told, _value), wide, value in zip(row, shares, values, strict=True):
                pen.text(x, top - label, told, label, grey=GREY)
                y = top - label * 1.45 - value.size * 0.86
                for line in value.lines:
                    pen.text(x, y, line, value.size, Face.BOLD)
                    y -= value.size * LEADING
                x += wide
            top -= tall
        y = box.y + size * 0.8
        pen.line(left, y, left + looks.whole, y, HAIR)

    return Drawn(looks.measure, height, draw)


def _shares(row: tuple[tuple[str, str], ...], size: float, whole: float) -> list[float]:
    """The widths of the columns of a head line: as wide as what stands in them, if they all fit."""
    natural = [width(value, Face.BOLD, size) + size * 2 for _label, value in row]
    longest = [
        max(width(word, Face.BOLD, size) for word in value.split()) + size for _label, value in row
    ]
    if sum(natural) > whole:
        natural = shared(natural, longest, whole)
    spare = max(0.0, whole - sum(natural)) / len(row)
    return [one + spare for one in natural]


def _fact(value: str, size: float, wide: float) -> Fitted:
    return fit(
        value, Face.BOLD, size=size, width=wide - size, height=size * 3.7, floor=1.0, most_lines=3
    )


def _in_force(house: tuple[HouseRules, ...]) -> dict[str, str]:
    """What stands below each rule that a family plays otherwise, as markup."""
    found: dict[str, list[str]] = {}
    for rules in house:
        for one in rules.agreed:
            told = _("We play: %(value)s") % {"value": one.value}
            named = f"  {dressed(f'({rules.name})')}" if rules.name else ""
            found.setdefault(one.key, []).append(bold(told) + named)
    return {key: "<br/>".join(lines) for key, lines in found.items()}


def _house(house: tuple[HouseRules, ...], looks: Looks) -> list[Flowable]:
    """The house rules in force, in a table before the text."""
    flow: list[Flowable] = []
    for rules in house:
        name = rules.name or _("As agreed")
        head = [
            head_cell(told)
            for told in (_("House rules: %(name)s") % {"name": name}, _("We play"), _("Usual"))
        ]
        rows = [[cell(told) for told in (one.label, one.value, one.usual)] for one in rules.agreed]
        if rows:
            flow.append(grid(head, rows, looks))
        else:
            told = _("House rules: %(name)s. They change nothing of what is told here.")
            flow.append(paragraph(bold(told % {"name": name}), looks.text))
    return flow


def _figures(figures: Figures, looks: Looks) -> list[Flowable]:
    """A table under its title."""
    title = paragraph(bold(figures.title), looks.cell)
    title.leads = True
    rows = [[cell(told) for told in row] for row in figures.rows]
    return [title, grid([head_cell(told) for told in figures.head], rows, looks)]


def _elsewhere(chapter: Chapter, looks: Looks) -> list[Flowable]:
    """Where its board and its score sheet are."""
    parts = []
    if chapter.boards:
        parts.append(linked(dressed(_("The board")), chapter.key + BOARD))
    if chapter.sheet is not None or chapter.card is not None:
        parts.append(linked(dressed(_("The score sheet")), chapter.key + SHEET))
    if not parts:
        return []
    told = dressed(_("At the end of the book:"))
    return [paragraph(f"{told} {' · '.join(parts)}", looks.caption)]
