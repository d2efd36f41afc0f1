"""An evening of several games as a spreadsheet: the overall table, and each game's standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.evenings.reads import evening_view
from tournaments.events.sheets import bound, harmless, headed, standings_sheet
from tournaments.games import played_as

if TYPE_CHECKING:
    from tablib import Dataset

    from tournaments.models import Evening


def overall_workbook(evening: Evening) -> bytes:
    """All of it as XLSX: the overall table first, then the games in the order they began."""
    sheets = [overall_sheet(evening)]
    for number, event in enumerate(evening.events.order_by("pk"), 1):
        sheet = standings_sheet(event)
        sheet.title = f"{number} {played_as(event)}"
        sheets.append(sheet)
    return bound(sheets)


def overall_sheet(evening: Evening) -> Dataset:
    """Everybody's place, total, games won, and what each game that counts brought."""
    view = evening_view(evening)
    head = [_("Place"), _("Name"), _("Total"), _("Games won")]
    sheet = headed(_("Overall"), [*head, *(game.name for game in view.counted)])
    for row in view.rows:
        brought = ("" if points is None else points for points in row.points)
        sheet.append(
            [harmless(cell) for cell in (row.rank, row.name, row.total, row.won, *brought)]
        )
    return sheet
