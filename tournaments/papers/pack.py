"""Papers that are made of others: everything for tonight, and what is needed if the power or the
network fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.papers.board_sheets import picture_pages
from tournaments.papers.catalogue import Bundle, BundleEntry, Order, Pages, paper, papers
from tournaments.papers.scoreboards import sheet_pages
from tournaments.papers.seating_charts import chart_pages, list_pages
from tournaments.papers.sections import section_pages
from tournaments.papers.slips import slip_pages
from tournaments.papers.standings import standings_pages
from tournaments.papers.theme import marked

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from tournaments.papers.catalogue import Order


@paper(
    "tonight",
    gettext_lazy("Everything for tonight"),
    gettext_lazy(
        "Cards, charts, sheets, short rules and codes in one file, in the order you need them."
    ),
    part="whole",
    main=True,
    position=10,
)
def everything_for_tonight(order: Order) -> Bundle:
    """The papers of the catalogue that belong to it, as far as they can be made by now."""
    return Bundle(_("Everything for tonight"), entries_for_tonight(order))


def entries_for_tonight(order: Order, without: Container[str] = ()) -> Iterator[BundleEntry]:
    """The papers that are needed tonight, in order, except those named in `without`."""
    needed = [each for each in papers().values() if each.tonight and each.kind not in without]
    for each in sorted(needed, key=lambda each: each.tonight):
        if each.is_offered(order.format) and not each.missing(order) and not each.redundant(order):
            yield BundleEntry(str(each.title), order, each.draw)


@paper(
    "pack",
    gettext_lazy("Paper pack"),
    gettext_lazy(
        "Seats, blank report slips, standings and how to score by hand, in case the power goes."
    ),
    needs="seats",
    part="whole",
    main=True,
    position=20,
)
def paper_pack(order: Order) -> Pages:
    """How to go on and score by hand, the seats as a map and as a list, blank sheets, report slips,
    the boards of the game, and the standings so far; each if there is any."""
    heading, seats, style = order.heading, order.seats, order.style
    title = _("Without a phone") if order.all_sheets else seats.title
    pages = [
        *marked(title, section_pages(heading, title, order.instructions, style)),
        *marked(_("Seating chart"), chart_pages(heading, seats, style)),
    ]
    if len(seats.tables) > 1 or seats.sitting_out:  # else the chart says it all
        pages += marked(_("Where do I sit?"), list_pages(heading, seats, style))
    pages += marked(_("Score sheets"), sheet_pages(order.all_sheets, style))
    pages += marked(_("Report slips"), slip_pages(heading, order.next_slips, style))
    pages += marked(_("Boards"), picture_pages(heading, order.blank_pictures, style))
    if order.placings_so_far:
        title = _("Standings so far")
        pages += marked(title, standings_pages(heading, order.placings_so_far, style, title))
    return Pages(_("Paper pack"), pages)
