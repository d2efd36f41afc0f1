"""Pages that are one picture: score sheets, score cards, boards."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.papers.data import Heading
from tournaments.papers.drawings import draw_drawing
from tournaments.papers.geometry import Box
from tournaments.papers.rulebook.tags import Element
from tournaments.papers.score_sheets import draw_form, plan_card
from tournaments.papers.scoreboards import board_pages
from tournaments.papers.theme import Page, Style, Turned, draw_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.drawing.vectors import Drawing
    from tournaments.papers.pen import Pen
    from tournaments.papers.rulebook.book import Chapter
    from tournaments.papers.rulebook.looks import Looks
    from tournaments.papers.rulebook.pieces import Place, Sheet


class Whole:
    """A page drawn for a paper of its own, as large as the page of the book allows; one that lies
    sideways is turned."""

    def __init__(
        self, page: Page, style: Style, figure: Element, places: tuple[Place, ...]
    ) -> None:
        self.page, self.style, self.figure, self.places = page, style, figure, places

    def draw(self, sheet: Sheet) -> None:
        """Draw it over the whole page."""
        canvas: Any = sheet.canvas
        across, down = sheet.looks.page
        own = self.page.style if isinstance(self.page, Turned) else self.style
        wide, high = (own.size[1], own.size[0]) if own.landscape else own.size
        scale = min(across / wide, down / high)
        with sheet.part(self.figure):
            canvas.saveState()
            canvas.translate((across - wide * scale) / 2, (down - high * scale) / 2)
            canvas.scale(scale, scale)
            if own.landscape:
                canvas.translate(wide, 0)
                canvas.rotate(90)
            self.page(sheet.pen)
            canvas.restoreState()


def sheets_of(
    chapter: Chapter, looks: Looks, places: tuple[Place, ...], book: str, part: Element
) -> Iterator[Whole]:
    """What a game is scored on."""
    says = _("Score sheet: %(game)s") % {"game": chapter.name}
    style = Style("letter" if looks.paper == "letter" else "a4")
    if chapter.card is not None:
        layout, lying = chapter.card, replace(style, landscape=True)

        def card(pen: Pen) -> None:
            plan = plan_card(lying.page.above(14), layout)
            draw_form(pen, Heading(book), layout, plan)

        yield Whole(Turned(card, lying), style, part.add("Figure", says=says), places)
    elif chapter.sheet is not None:
        for number, page in enumerate(board_pages(chapter.sheet, style)):
            yield Whole(page, style, part.add("Figure", says=says), () if number else places)


def boards_of(
    chapter: Chapter, looks: Looks, places: tuple[Place, ...], part: Element
) -> Iterator[Whole]:
    """What a game is played on, each of its boards on a page."""
    says = _("Board: %(game)s") % {"game": chapter.name}
    style = Style("letter" if looks.paper == "letter" else "a4")
    for number, board in enumerate(chapter.boards):
        page = partial(_board, style, chapter.name, board)
        yield Whole(page, style, part.add("Figure", says=says), () if number else places)


def _board(style: Style, name: str, board: Drawing, pen: Pen) -> None:
    body = draw_title(pen, style.body, name)
    draw_drawing(pen, board, Box(body.x, body.y, body.width, body.height))
