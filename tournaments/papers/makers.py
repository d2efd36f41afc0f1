"""How papers are made: one function for each. What the format or the game lacks is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from rulesets.formats.sheet import layout
from tournaments.access.writes import ensure_links
from tournaments.errors import refusal
from tournaments.games import drive_in, format_of, game_of, sheet_text_of
from tournaments.papers import (
    board_sheets,
    board_values,
    books,
    certificates,
    cheat_sheets,
    join_codes,
    place_cards,
    score_sheets,
    scoreboards,
    seating_charts,
    sections,
    slip_values,
    standings,
    table_cards,
    values,
)
from tournaments.papers.pack import paper_pack
from tournaments.papers.slips import report_slips
from tournaments.papers.theme import Style, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.models import Event
    from tournaments.papers.data import NameList, Paper, Progress
    from tournaments.papers.scoreboards import Sheet
    from tournaments.papers.wishes import Wish
    from tournaments.seating.reads import SeatsView

MOST_BLANK = 500
CERTIFIED = 3  # places that get a certificate


def seats_shown(event: Event) -> SeatsView:
    """The seats that are wanted on paper. Raises Refused where there are none."""
    shown = values.newest_seats(event)
    if shown is None:
        raise refusal("paper.seats", "Draw seats first.", "kind")
    return shown


def cards_blank(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return score_sheets.blank_cards(
        values.heading(event),
        layout(drive_in(event)),
        max(1, min(wish.count, MOST_BLANK)),
        cards_per_page=2 if wish.two else 1,
        paper=wish.paper,
        progress=progress,
    )


def cards(event: Event, wish: Wish, progress: Progress | None, *, done: bool = False) -> bytes:
    return score_sheets.score_cards(
        values.heading(event),
        layout(drive_in(event)),
        values.people(event, only=wish.only, done=done),
        cards_per_page=2 if wish.two else 1,
        paper=wish.paper,
        progress=progress,
    )


def cards_done(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return cards(event, wish, progress, done=True)


def chart(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    seats = values.seats_on_paper(event, seats_shown(event))
    return seating_charts.seating_chart(
        values.heading(event), seats, paper=wish.paper, progress=progress
    )


def where(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    seats = values.seats_on_paper(event, seats_shown(event))
    return seating_charts.where_do_i_sit(
        values.heading(event), seats, paper=wish.paper, progress=progress
    )


def names(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    people = values.people(event, only=wish.only, first=False)
    return place_cards.place_cards(
        values.heading(event), people, paper=wish.paper, progress=progress
    )


def codes(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    ensure_links(event)
    found = values.table_codes(event, wish.base)
    if not found:
        raise refusal("paper.seats", "Draw seats first.", "kind")
    return table_cards.table_cards(
        values.heading(event),
        found,
        shape="tent" if wish.tent else "flat",
        paper=wish.paper,
        progress=progress,
    )


def joined(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    """The codes to join by, for the wall."""
    ensure_links(event)
    return join_codes.join_codes(
        values.heading(event),
        values.guests_code(event, wish.base),
        values.table_codes(event, wish.base),
        paper=wish.paper,
        progress=progress,
    )


def rules(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    """The rules of the game in short, in two columns."""
    heading, style = values.heading(event), Style(wish.paper)
    title = _("%(game)s in short") % {"game": game_of(event).name}
    pages = sections.section_pages(
        heading, title, values.short_rules(event), style, columns=2, sizes=sections.SHORT
    )
    return write(heading, title, pages, style, progress)


def cheat_sheet(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    """What the game shares with others, on one page."""
    del progress
    text = sheet_text_of(game_of(event))
    return cheat_sheets.cheat_sheet(text, wish.paper, values.heading(event))


def _sheets(event: Event, sheets: Sequence[Sheet], wish: Wish, progress: Progress | None) -> bytes:
    paper: Paper = "a6" if wish.pocket else wish.paper
    return scoreboards.score_boards(values.heading(event), sheets, paper=paper, progress=progress)


def sheet(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return _sheets(event, board_values.sheets(event), wish, progress)


def sheet_blank(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return _sheets(event, board_values.blank_sheets(event, wish.lines), wish, progress)


def worksheet(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return _sheets(event, _found(board_values.worksheets(event, wish.round)), wish, progress)


def worksheet_blank(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    found = _found(board_values.worksheets(event, wish.round, blank=True))
    return _sheets(event, found, wish, progress)


def _found(sheets: Sequence[Sheet]) -> Sequence[Sheet]:
    if not sheets:
        raise refusal("paper.round", "There is no such round.", "round")
    return sheets


def board(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return board_sheets.pictures(
        values.heading(event),
        board_values.pictures(event),
        title=_("Picture of the game"),
        paper=wish.paper,
        progress=progress,
    )


def board_blank(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return board_sheets.board_sheets(
        values.heading(event),
        board_values.blank_pictures(event),
        paper=wish.paper,
        poster=wish.poster,
        progress=progress,
    )


def book(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return books.books(
        values.heading(event), board_values.books(event), paper=wish.paper, progress=progress
    )


def slips(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    shown = seats_shown(event)
    return report_slips(
        values.heading(event),
        slip_values.slips(event, shown.set_number, values.seats_on_paper(event, shown)),
        paper=wish.paper,
        progress=progress,
    )


def pack(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    """Everything at once; sheets and pictures where boards last the evening."""
    shown, lasts = seats_shown(event), format_of(event).lasts
    seats, number = values.seats_on_paper(event, shown), shown.set_number
    begun = board_values.has_results(event) if lasts else True
    return paper_pack(
        values.heading(event),
        seats,
        slip_values.sections(event, number),
        title=_("Without a phone") if lasts else seats.title,
        sheets=board_values.all_sheets(event) if lasts else (),
        slips=slip_values.slips(event, number, seats, ahead=False),
        pictures=board_values.blank_pictures(event) if lasts else (),
        placings=values.placings(event) if begun else (),
        paper=wish.paper,
        progress=progress,
    )


def _sheets_kept(event: Event) -> Sequence[Sheet]:
    return board_values.sheets(event) if format_of(event).lasts else ()


def _lists(event: Event) -> Sequence[NameList]:
    return board_values.all_team_lists(event) if format_of(event).lasts else ()


def standing(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return standings.standings(
        values.heading(event),
        values.placings(event),
        sheets=_sheets_kept(event),
        title=values.title_of_standings(event),
        paper=wish.paper,
        progress=progress,
    )


def results(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return standings.results(
        values.heading(event),
        values.placings(event),
        sheets=_sheets_kept(event),
        lists=_lists(event),
        paper=wish.paper,
        progress=progress,
    )


def certified(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    best = values.honoured(event, CERTIFIED)
    count = len(values.placings(event))
    return certificates.certificates(
        values.heading(event), best, players=count, paper=wish.paper, progress=progress
    )


def winners(event: Event, wish: Wish, _progress: Progress | None) -> bytes:
    return standings.winners(
        values.heading(event), values.placings(event), lists=_lists(event), paper=wish.paper
    )
