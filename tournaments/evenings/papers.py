"""The overall table of an evening on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.evenings.reads import evening_view
from tournaments.papers import data
from tournaments.papers.standings import standings
from tournaments.words import and_list

if TYPE_CHECKING:
    from tournaments.models import Evening


def overall_paper(evening: Evening, paper: data.Paper = "a4") -> bytes:
    """The overall table with the points of each game, and which game is which."""
    shown = evening_view(evening)
    heading = data.Heading(
        event=evening.name,
        date=date_format(evening.date, "DATE_FORMAT"),
        counted=_("Games won") if evening.way == evening.Way.GAMES else _("Points"),
        stage=_("Game"),
        best=shown.counts,
    )
    placings = [
        data.Placing(row.rank, row.name, "", row.total, row.points, shared=row.shared)
        for row in shown.rows
    ]
    named = tuple(
        " · ".join((f"{game.column}  {game.name}", and_list(game.leaders)))
        for game in shown.counted
    )
    title = _("Games, and who is in front") if shown.loose else _("Games, and who won")
    games = (data.NameList(title, named),) if named else ()
    return standings(heading, placings, lists=games, title=_("Overall standings"), paper=paper)
