"""How the papers of an evening with score pads are made: one function for each paper."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.printing import board_sheets, books, pad_pack, pad_slips, scoreboards, standings
from tournaments.printing.theme import Style
from tournaments.selectors import padpapers
from tournaments.selectors import papers as values
from tournaments.services.errors import refusal
from tournaments.services.papermakers import seats_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.models import Event
    from tournaments.printing.data import Progress
    from tournaments.printing.scoreboards import Sheet
    from tournaments.services.wishes import Wish


def sheet(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return _boards(event, padpapers.sheets(event), wish, progress)


def sheet_blank(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return _boards(event, padpapers.blank_sheets(event, wish.lines), wish, progress)


def worksheet(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return _boards(event, _found(padpapers.worksheets(event, wish.round)), wish, progress)


def worksheet_blank(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    found = _found(padpapers.worksheets(event, wish.round, blank=True))
    return _boards(event, found, wish, progress)


def _found(sheets: Sequence[Sheet]) -> Sequence[Sheet]:
    if not sheets:
        raise refusal("paper.round", "There is no such round.", "round")
    return sheets


def _boards(event: Event, sheets: Sequence[Sheet], wish: Wish, progress: Progress | None) -> bytes:
    return scoreboards.score_boards(
        values.heading(event), sheets, paper=wish.paper, progress=progress
    )


def board(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return pad_pack.pictures(
        values.heading(event),
        padpapers.pictures(event),
        title=_("Picture of the game"),
        paper=wish.paper,
        progress=progress,
    )


def board_blank(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    ((title, drawing),) = padpapers.blank_picture(event)
    return board_sheets.board_sheet(
        values.heading(event),
        drawing,
        title=title,
        paper=wish.paper,
        poster=wish.poster,
        progress=progress,
    )


def book(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return books.books(
        values.heading(event), padpapers.books(event), paper=wish.paper, progress=progress
    )


def slips(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return pad_slips.pad_slips(
        values.heading(event), padpapers.slips(event), paper=wish.paper, progress=progress
    )


def pack(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    heading, shown = values.heading(event), seats_shown(event)
    return pad_pack.pad_pack(
        heading,
        values.seats_on_paper(event, shown),
        [
            *(replace(one, written=True, lines=0) for one in padpapers.sheets(event)),
            *padpapers.worksheets(event, blank=True),
            *padpapers.blank_sheets(event),
        ],
        steps=padpapers.steps(event),
        slips=pad_slips.slip_pages(heading, padpapers.slips(event), Style(wish.paper)),
        pictures=padpapers.blank_picture(event),
        placings=values.placings(event) if padpapers.has_results(event) else (),
        paper=wish.paper,
        progress=progress,
    )


def standing(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return _results(event, wish, progress, _("Standings"), first=False)


def results(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return _results(event, wish, progress, _("Results"), first=True)


def _results(
    event: Event, wish: Wish, progress: Progress | None, title: str, *, first: bool
) -> bytes:
    return pad_pack.pad_results(
        values.heading(event),
        values.placings(event),
        padpapers.sheets(event),
        title=title,
        first=first,
        lists=padpapers.all_team_lists(event),
        paper=wish.paper,
        progress=progress,
    )


def winners(event: Event, wish: Wish, _progress: Progress | None) -> bytes:
    return standings.winners(
        values.heading(event),
        values.placings(event),
        lists=padpapers.all_team_lists(event),
        paper=wish.paper,
    )
