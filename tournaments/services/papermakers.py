"""How the papers of a drive, and those of every event, are made: one function for each paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets import games, sheet
from tournaments.printing import (
    certificates,
    place_cards,
    score_sheets,
    seating_charts,
    standings,
    table_cards,
)
from tournaments.printing import pack as packs
from tournaments.selectors import papers as values
from tournaments.services.access import ensure_links
from tournaments.services.errors import refusal

if TYPE_CHECKING:
    from tournaments.models import Event
    from tournaments.printing.data import Progress
    from tournaments.selectors.seats import SeatsView
    from tournaments.services.wishes import Wish

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
        sheet.layout(games.load(event.game)),
        max(1, min(wish.count, MOST_BLANK)),
        cards_per_page=2 if wish.two else 1,
        paper=wish.paper,
        progress=progress,
    )


def cards(event: Event, wish: Wish, progress: Progress | None, *, done: bool = False) -> bytes:
    return score_sheets.score_cards(
        values.heading(event),
        sheet.layout(games.load(event.game)),
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


def slips(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    game, shown = games.load(event.game), seats_shown(event)
    return packs.report_slips(
        values.heading(event),
        game.stage(shown.set_number),
        values.seats_on_paper(event, shown),
        sides=game.sides,
        paper=wish.paper,
        progress=progress,
    )


def pack(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    game, shown = games.load(event.game), seats_shown(event)
    return packs.paper_pack(
        values.heading(event),
        game.stage(shown.set_number),
        values.seats_on_paper(event, shown),
        sides=game.sides,
        placings=values.placings(event),
        sit_out=game.sit_out,
        paper=wish.paper,
        progress=progress,
    )


def standing(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return standings.standings(
        values.heading(event), values.placings(event), paper=wish.paper, progress=progress
    )


def results(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return standings.results(
        values.heading(event), values.placings(event), paper=wish.paper, progress=progress
    )


def certified(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    best = values.honoured(event, CERTIFIED)
    count = len(values.placings(event))
    return certificates.certificates(
        values.heading(event), best, players=count, paper=wish.paper, progress=progress
    )


def winners(event: Event, wish: Wish, _progress: Progress | None) -> bytes:
    return standings.winners(values.heading(event), values.placings(event), paper=wish.paper)
