"""A game as a chapter: its title, its head line, the house rules in force, and its text."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.papers.geometry import fit
from tournaments.papers.marks import draw_suits
from tournaments.papers.pen import HAIR, caps_width
from tournaments.papers.rulebook.book import TRACK
from tournaments.papers.rulebook.paragraphs import Span, rows_of, wide
from tournaments.papers.rulebook.pieces import (
    ASCENT,
    LinkTarget,
    ParagraphStyle,
    Strip,
    label,
    led,
    paragraph,
    space,
)
from tournaments.papers.rulebook.tables import cell, shared, table
from tournaments.papers.rulebook.text import Text, figures_in
from tournaments.papers.typefaces import Face, width

if TYPE_CHECKING:
    from tournaments.papers.rulebook.book import BookStyle, Chapter, Figures, HouseRules
    from tournaments.papers.rulebook.paragraphs import SetLine
    from tournaments.papers.rulebook.pieces import Sheet
    from tournaments.papers.rulebook.tags import Element

SCORING, SOURCE = "scoring", "source"
SHEET, BOARD = (
    "~sheet",
    "~board",
)  # after a chapter's key: the link targets of its sheet and its board
TITLE, TITLE_FLOOR = 3.0, 0.6  # the size of a title by that of the text, and how far it may shrink
SINK = 1.3  # lines from the upper edge of the text to a title
LEAD = 1.14  # the size of the sentence below a title


def chapter_flow(
    chapter: Chapter, book_style: BookStyle, level: int, part: Element, language: str = "en"
) -> list[Strip]:
    """Everything of a game except its board and its sheet. `level` is that of its bookmark."""
    place = LinkTarget(chapter.key, chapter.name, level, chapter.name)
    text = Text(
        chapter.key,
        book_style,
        part,
        labels=chapter.labels,
        agreed=_in_force(chapter.house),
        pictures=chapter.pictures,
        skips=frozenset({SOURCE}),
        lowest=level + 1,
        opening=True,
        language=language,
    )
    told = figures_in(chapter.text)
    missing = [one for one in chapter.tables if not any(one.proof <= words for words in told)]

    def figures() -> list[Strip]:
        return [strip for one in missing for strip in _figures(one, book_style, part)]

    flow = [*title_block(chapter.name, book_style, part, place), *_facts(chapter, book_style, part)]
    flow += _house(chapter.house, book_style, part)
    flow += text.flow(chapter.text, {SCORING: figures}, unless=chapter.about)
    return [*flow, *_elsewhere(chapter, book_style, part)]


def title_block(
    title: str, book_style: BookStyle, part: Element, place: LinkTarget, *, ornate: bool = True
) -> list[Strip]:
    """The title of a chapter; `ornate`: that of a game, with the four suits at its end."""
    whole = book_style.measure
    size = book_style.base * (TITLE if ornate else TITLE * 0.8)
    suit = book_style.base * 0.85
    room = whole - suit * (6.5 if ornate else 0)
    fitted = fit(
        title,
        Face.DISPLAY,
        size=size,
        width=room,
        height=size * 3,
        floor=TITLE_FLOOR,
        most_lines=2,
    )
    line_height = book_style.line_height
    lines = len(fitted.lines)
    step = fitted.size * 1.1
    height = (SINK + 1) * line_height + (lines - 1) * step
    element = part.add("H1")

    def draw(sheet: Sheet, x: float, top: float) -> None:
        y = top - (SINK + ASCENT) * line_height
        with sheet.part(element):
            for number, line in enumerate(fitted.lines):
                sheet.pen.text(x - size * 0.03, y - number * step, line, fitted.size, Face.DISPLAY)
        if ornate:
            with sheet.part(None):
                draw_suits(sheet.pen, x + whole, y - (lines - 1) * step, suit)

    strips = [Strip(height, draw, leads=True, places=(place,))]
    return strips if ornate else [*strips, space(line_height * 0.7, leads=True)]


def _facts(chapter: Chapter, book_style: BookStyle, part: Element) -> list[Strip]:
    """The head of a game: what kind it is; players, equipment, time, who wins; other names."""
    bare = not (chapter.about or chapter.facts)
    flow: list[Strip] = [space(book_style.line_height * (0.7 if bare else 0.25), leads=True)]
    if chapter.about:
        style = ParagraphStyle(book_style.base * LEAD, book_style.line_height * 1.06, ragged=True)
        told = [Span(chapter.about, Face.BOOK_ITALIC)]
        flow += led(paragraph(told, style, book_style, part.add("P")))
    if chapter.facts:
        flow.append(_head_line(chapter.facts, book_style, part.add("P")))
    if chapter.aliases:
        told = [Span(_("Also called %(names)s.") % {"names": ", ".join(chapter.aliases)},
                     Face.BOOK_ITALIC)]  # fmt: skip
        style = ParagraphStyle(book_style.base * 0.95, book_style.line_height, ragged=True)
        flow += led(paragraph(told, style, book_style, part.add("P")))
        flow.append(space(book_style.line_height * 0.5, leads=True))
    return flow


def _head_line(
    facts: tuple[tuple[str, str], ...], book_style: BookStyle, element: Element
) -> Strip:
    """Facts side by side between two lines, each below its label."""
    size, small, line_height = (
        book_style.base * 0.95,
        book_style.base * 0.84,
        book_style.line_height,
    )
    widths, values = _columns(facts, size, small, book_style.measure)
    lines = max(len(rows) for rows in values)
    height = (lines + 2) * line_height

    def draw(sheet: Sheet, x: float, top: float) -> None:
        with sheet.part(None):
            for y in (top - line_height * 0.32, top - line_height * (lines + 1.62)):
                sheet.pen.line(x, y, x + book_style.measure, y, HAIR)
        at = x
        for (said, _value), across, rows in zip(facts, widths, values, strict=True):
            with sheet.part(element):
                label(sheet, at, top - line_height * 1.16, said, small)
                for number, row in enumerate(rows):
                    sheet.row(row, at, top - line_height * (2.2 + number), size)
            at += across

    return Strip(height, draw, leads=True)


def _columns(
    facts: tuple[tuple[str, str], ...], size: float, small: float, whole: float
) -> tuple[list[float], list[list[SetLine]]]:
    """The widths of the columns of a head line, and the lines in each, as few as possible: the
    longest column gets what the others leave."""
    natural, least = [], []
    for said, value in facts:
        own = caps_width(said, small, TRACK)
        words = max((width(word, Face.BOOK, size) for word in value.split()), default=0.0)
        natural.append(max(own, wide([Span(value)], size)) + size * 1.2)
        least.append(max(own, words) + size * 1.2)
    if sum(natural) <= whole:
        spare = (whole - sum(natural)) / len(facts)
        choices = [[one + spare for one in natural]]
    else:
        longest = natural.index(max(natural))
        choices = [list(shared(natural, least, whole))]
        for some in product(*zip(natural, least, strict=True)):
            taken = list(some)
            taken[longest] = whole - sum(taken) + taken[longest]
            if taken[longest] >= least[longest]:
                choices.append(taken)
    broken = [
        [
            rows_of([Span(value)], size, across - size * 0.9, ragged=True)
            for (_said, value), across in zip(facts, widths, strict=True)
        ]
        for widths in choices
    ]
    counts = [[len(rows) for rows in values] for values in broken]
    best = min(range(len(choices)), key=lambda at: (max(counts[at]), sum(counts[at])))
    return choices[best], broken[best]


def _in_force(house: tuple[HouseRules, ...]) -> dict[str, str]:
    """The note below each rule that a family plays differently."""
    found: dict[str, list[str]] = {}
    for rules in house:
        for one in rules.agreed:
            told = _("We play: %(value)s") % {"value": one.value}
            found.setdefault(one.key, []).append(f"{told} ({rules.name})" if rules.name else told)
    return {key: "; ".join(lines) for key, lines in found.items()}


def _house(house: tuple[HouseRules, ...], book_style: BookStyle, part: Element) -> list[Strip]:
    """The house rules in force, in a table before the text."""
    flow: list[Strip] = []
    style = ParagraphStyle(book_style.base, book_style.line_height, ragged=True)
    for rules in house:
        name = _("House rules: %(name)s") % {"name": rules.name or _("As agreed")}
        if not rules.agreed:
            name = _("{rules}. They change nothing described here.").format(rules=name)
        title = paragraph([Span(name, Face.BOOK_BOLD)], style, book_style, part.add("P"))
        title[0].before = book_style.line_height * 0.5 if flow else 0.0
        flow += title
        if rules.agreed:
            led(title)
            head = [cell(told) for told in (_("Rule"), _("We play"), _("Usual"))]
            rows = [[cell(told) for told in (one.label, one.value, one.usual)]
                    for one in rules.agreed]  # fmt: skip
            strips = table(head, rows, book_style, part.add("Table"))
            strips[0].before = 0.0
            flow += strips
    return [*flow, space(book_style.line_height * 0.5)] if flow else []


def _figures(figures: Figures, book_style: BookStyle, part: Element) -> list[Strip]:
    """A table under its title."""
    style = ParagraphStyle(book_style.base, book_style.line_height, ragged=True)
    title = led(
        paragraph([Span(figures.title, Face.BOOK_ITALIC)], style, book_style, part.add("P"))
    )
    if title:
        title[0].before = book_style.line_height * 0.5
    rows = [[cell(told) for told in row] for row in figures.rows]
    strips = table([cell(told) for told in figures.head], rows, book_style, part.add("Table"))
    strips[0].before = 0.0
    return [*title, *strips]


def _elsewhere(chapter: Chapter, book_style: BookStyle, part: Element) -> list[Strip]:
    """References to its board and its score sheet."""
    parts: list[Span] = []
    for there, said, where in (
        (bool(chapter.boards), _("The board"), BOARD),
        (chapter.sheet is not None or chapter.card is not None, _("The score sheet"), SHEET),
    ):
        if there:
            parts.append(Span(" · " if parts else " ", Face.BOOK_ITALIC))
            parts.append(Span(said, Face.BOOK_ITALIC, chapter.key + where))
    if not parts:
        return []
    told = [Span(_("At the end of the book:"), Face.BOOK_ITALIC), *parts]
    style = ParagraphStyle(book_style.base * 0.95, book_style.line_height, ragged=True)
    strips = paragraph(told, style, book_style, part.add("P"))
    strips[0].before = book_style.line_height * 0.5
    return strips
