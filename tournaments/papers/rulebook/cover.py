"""The cover, a fan of four aces in a double frame, and the sources of the games."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.papers.geometry import Box
from tournaments.papers.marks import draw_suit
from tournaments.papers.pen import BOLD_LINE, HAIR, THIN, Pen
from tournaments.papers.rulebook.book import Credit
from tournaments.papers.rulebook.chapters import SOURCE
from tournaments.papers.rulebook.paragraphs import plain
from tournaments.papers.typefaces import Face
from tournaments.rules.rule_text import tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.papers.rulebook.book import Book, Chapter
    from tournaments.papers.rulebook.pieces import Sheet
    from tournaments.papers.rulebook.tags import Element


FAN = (("S", 27.0), ("H", 9.0), ("C", -9.0), ("D", -27.0))
ASPECT = 0.7  # the width of a card, by its height


def draw_cover(sheet: Sheet, book: Book, element: Element) -> None:
    """The whole first page."""
    pen, (across, down) = sheet.pen, sheet.book_style.page
    page = Box(0, 0, across, down)
    unit = min(across, down * 0.7) / 420
    with sheet.part(None):
        _frame(pen, page.inset(across * 0.062, across * 0.062), unit)
        _fan(
            pen, across / 2, down * 0.415, min(150 * unit, page.inset(across * 0.14).height * 0.24)
        )
    _words(sheet, book, page.inset(across * 0.14), unit, element)


def _words(sheet: Sheet, book: Book, inner: Box, unit: float, element: Element) -> None:
    pen, down = sheet.pen, sheet.book_style.page[1]
    middle, foot = inner.middle[0], down * 0.2
    with sheet.part(None):
        y = foot + 36 * unit
        pen.line(middle - 40 * unit, y, middle + 40 * unit, y, THIN)

    def set_line(
        y: float, height: float, text: str, size: float, face: Face, lines: int = 1, kind: str = "P"
    ) -> None:
        if text:
            box = Box(inner.x, y, inner.width, height)
            with sheet.part(element.add(kind)):
                pen.fitted(box, text, size, face, align="center", floor=0.85, most_lines=lines)

    set_line(down * 0.86, 18 * unit, book.family, 13 * unit, Face.BOOK)
    title = down * 0.665, down * 0.18
    set_line(*title, book.title, 44 * unit, Face.DISPLAY, 4, kind="Title")
    set_line(foot + 4 * unit, 26 * unit, book.edition, 14 * unit, Face.BOOK_ITALIC, 2)
    set_line(foot - 22 * unit, 22 * unit, book.year, 18 * unit, Face.DISPLAY)


def _frame(pen: Pen, box: Box, unit: float) -> None:
    """A thick and a thin line, with a suit in each corner."""
    pen.frame(box, 2.6 * unit)
    inner = box.inset(6 * unit)
    pen.frame(inner, HAIR)
    side = 26 * unit
    corners = ((box.x, box.top), (box.right, box.top), (box.x, box.y), (box.right, box.y))
    for suit, (x, y) in zip("SHDC", corners, strict=True):
        middle_x = x + (9 * unit if x < box.middle[0] else -9 * unit)
        middle_y = y + (9 * unit if y < box.middle[1] else -9 * unit)
        pen.fill(Box(middle_x - side * 0.72, middle_y - side * 0.72, side * 1.44, side * 1.44), 1.0)
        draw_suit(pen, suit, middle_x - side / 2, middle_y - side / 2, side)


def _fan(pen: Pen, x: float, y: float, height: float) -> None:
    """Four aces, spread round a point below them."""
    canvas: Any = pen.canvas
    for suit, turn in FAN:
        canvas.saveState()
        canvas.translate(x, y - height * 0.62)
        canvas.rotate(turn)
        _ace(pen, Box(-height * ASPECT / 2, height * 0.28, height * ASPECT, height), suit)
        canvas.restoreState()


def _ace(pen: Pen, card: Box, suit: str) -> None:
    canvas = pen.canvas
    pen.fill(card, 1.0, radius=card.width * 0.09)
    pen.frame(card, BOLD_LINE * 0.8, radius=card.width * 0.09)
    big, small = card.width * 0.44, card.width * 0.15
    draw_suit(pen, suit, card.middle[0] - big / 2, card.middle[1] - big / 2, big)
    for turned in (False, True):
        canvas.saveState()
        if turned:
            canvas.translate(*card.middle)
            canvas.rotate(180)
            canvas.translate(-card.middle[0], -card.middle[1])
        size = card.width * 0.19
        left = card.x + card.width * 0.06
        pen.text(left + small / 2, card.top - size * 1.05, "A", size, Face.DISPLAY, align="center")
        draw_suit(pen, suit, left, card.top - size * 1.3 - small, small)
        canvas.restoreState()


WORK = re.compile(r"^.*?”(?:\s+and\s+“[^”]*”)?")  # the titles with which a source begins


def credits_of(chapters: Iterable[Chapter]) -> tuple[Credit, ...]:
    """Every source with the games based on it; those of one work together, with what all of them
    share. Games without a source are the family's own."""
    works: dict[str, list[tuple[str, str]]] = {}
    for chapter in chapters:
        told = source_in(chapter.text)
        found = WORK.match(told)
        works.setdefault(found[0] if found else told, []).append((told, chapter.name))
    own = works.pop("", [])
    found_in = [
        Credit(_shared([told for told, _name in group]), tuple(name for _told, name in group))
        for group in works.values()
    ]
    if own:
        found_in.append(Credit(_("Games of our own:"), tuple(name for _told, name in own)))
    return tuple(found_in)


def source_in(text: str) -> str:
    """The text under "Source"; "" without one."""
    within, parts = False, []
    for token in tokens_of(text, {}):
        if token.type == "heading_open":
            within = token.attrs.get("id") == SOURCE
        elif within and token.type == "inline" and token.level == 1 and token.children:
            parts.append(plain(token.children))
    return " ".join(part for part in parts[1:] if part) if len(parts) > 1 else ""


def _shared(sentences: list[str]) -> str:
    """The beginning that all sentences of a work share, up to where they mention pages."""
    if len(set(sentences)) == 1:
        return sentences[0]
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*sentences, strict=False))
    common = "".join(letters[0] for letters in alike)
    return f"{common[: common.rindex(',')] if ',' in common else common.rstrip()}."
