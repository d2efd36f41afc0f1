"""The paper pack: all that is needed if the power or the network goes away.

How to go on and to score by hand, the seats as a map and as a list, sheets to write on, report
slips, what is played on, and the standings so far; each block where there is something to show.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.papers.board_sheets import Picture, picture_pages
from tournaments.papers.data import Heading, Paper, Placing, Progress, Seats, Section, Slip
from tournaments.papers.scoreboards import Sheet, sheet_pages
from tournaments.papers.seating_charts import chart_pages, list_pages
from tournaments.papers.sections import section_pages
from tournaments.papers.slips import slip_pages
from tournaments.papers.standings import standings_pages
from tournaments.papers.theme import Style, marked, write


def paper_pack(
    heading: Heading,
    seats: Seats,
    sections: Sequence[Section],
    *,
    title: str = "",
    sheets: Sequence[Sheet] = (),
    slips: Sequence[Slip] = (),
    pictures: Sequence[Picture] = (),
    placings: Sequence[Placing] = (),
    paper: Paper = "a4",
    invariant: bool = False,
    progress: Progress | None = None,
) -> bytes:
    """Return the pack. title: of its first page, with the sections of the summary."""
    style = Style(paper, invariant)
    named = title or seats.title
    pages = [
        *marked(named, section_pages(heading, named, sections, style)),
        *marked(_("Seating chart"), chart_pages(heading, seats, style)),
    ]
    if len(seats.tables) > 1 or seats.sitting_out:  # else the chart tells it all
        pages += marked(_("Where do I sit?"), list_pages(heading, seats, style))
    pages += marked(_("Score sheets"), sheet_pages(sheets, style))
    pages += marked(_("Report slips"), slip_pages(heading, slips, style))
    pages += marked(_("What is played on"), picture_pages(heading, pictures, style))
    if placings:
        named = _("Standings so far")
        pages += marked(named, standings_pages(heading, placings, style, named))
    return write(heading, _("Paper pack"), pages, style, progress)
