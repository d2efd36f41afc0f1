"""An evening of several games on paper: the overall table, and all that is needed for its games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.evenings.reads import evening_view
from tournaments.models import Event
from tournaments.papers import data
from tournaments.papers.binding import Part, bound
from tournaments.papers.join_codes import join_codes
from tournaments.papers.place_cards import place_cards
from tournaments.papers.register import parts_of_tonight
from tournaments.papers.standings import standings
from tournaments.words import and_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.models import Evening
    from tournaments.papers.wishes import Wish


def tonight(evening: Evening, address: str, wish: Wish) -> bytes:
    """Everything for tonight in one file: a card for everybody, the guests' code of the evening,
    then game by game what is needed for those that are not over. address: the guests' page."""
    title = " · ".join((_("Everything for tonight"), evening.name))
    return bound(_parts(evening, address, wish), title=title)


def _parts(evening: Evening, address: str, wish: Wish) -> Iterator[Part]:
    heading = data.Heading(event=evening.name, date=date_format(evening.date, "DATE_FORMAT"))
    ahead = evening.events.exclude(state=Event.State.FINISHED).order_by("pk")
    names = {name for event in ahead for name in event.entries.values_list("name", flat=True)}
    people = [data.CardPerson(name) for name in sorted(names, key=str.casefold)]
    if people:
        yield Part(_("Place cards"), place_cards(heading, people, paper=wish.paper))
    code = data.TableCode(0, address, address.partition("://")[2])
    yield Part(_("Join codes"), join_codes(heading, code, (), paper=wish.paper))
    for event in ahead:
        for part in parts_of_tonight(event, wish, without=("place-cards",)):
            yield replace(part, within=event.name)


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
