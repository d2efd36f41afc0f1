"""An evening of several games on paper: the overall table, and all that is needed for its games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.evenings.reads import evening_view
from tournaments.models import Event
from tournaments.papers import data
from tournaments.papers.catalogue import Bundle, BundleEntry, Order
from tournaments.papers.join_codes import join_codes
from tournaments.papers.pack import entries_for_tonight
from tournaments.papers.place_cards import place_cards
from tournaments.papers.print_options import PrintOptions
from tournaments.papers.selectors import EventOrder
from tournaments.papers.standings import standings
from tournaments.papers.writer import render_paper
from tournaments.words import and_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tournaments.models import Evening


def tonight(evening: Evening, address: str, options: PrintOptions) -> bytes:
    """Everything for tonight in one file: a card for everybody, the guests' code of the evening,
    then game by game what is needed for those that are not over. address: the guests' page."""
    heading = data.Heading(event=evening.name, date=date_format(evening.date, "DATE_FORMAT"))
    ahead = evening.events.exclude(state=Event.State.FINISHED).order_by("pk")
    names = {name for event in ahead for name in event.entries.values_list("name", flat=True)}
    people = [data.CardPerson(name) for name in sorted(names, key=str.casefold)]
    code = data.TableCode(0, address, address.partition("://")[2])
    order = Order(options, heading=heading, people=people, guests_code=code)
    return render_paper(order, Bundle(_("Everything for tonight"), _entries(order, ahead)))


def _entries(order: Order, ahead: Iterable[Event]) -> Iterator[BundleEntry]:
    if order.people:
        yield BundleEntry(_("Place cards"), order, place_cards)
    yield BundleEntry(_("Join codes"), order, join_codes)
    for event in ahead:
        of_event = EventOrder(event, order.options)
        for entry in entries_for_tonight(of_event, without=("place-cards",)):
            yield replace(entry, within=event.name)


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
    order = Order(
        PrintOptions("standings", paper),
        heading=heading,
        placings=placings,
        columns=games,
        standings_title=_("Overall standings"),
    )
    return render_paper(order, standings(order))
