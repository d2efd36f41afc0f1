"""What is printed of an event, as the plain values that the printer takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from rulesets import games
from tournaments.models import Event, Link
from tournaments.printing import data
from tournaments.selectors import padpapers
from tournaments.selectors.explained import PlayerSet, explanations, from_json
from tournaments.selectors.pads import COUPLE, is_scheme
from tournaments.selectors.people import entries
from tournaments.selectors.seats import SeatsView, seats
from tournaments.selectors.standings import standings
from tournaments.selectors.words import compass, role_word

POINTS = "points"

if TYPE_CHECKING:
    from collections.abc import Iterable


def heading(event: Event) -> data.Heading:
    """What stands on every page."""
    game = games.load(event.game)
    scheme = game.scheme
    couples = scheme is not None and scheme.rows == COUPLE
    chairs = len(game.chairs) if scheme is None else 0 if couples else scheme.players[1]
    return data.Heading(
        event=event.name,
        date=date_format(event.date, "DATE_FORMAT"),
        place=event.place,
        role_names={role: role_word(event, role, many=couples) for role in game.roles},
        chairs=tuple(compass(game, chair) for chair in range(chairs)),
        at="place" if couples else "table",
        counted="" if scheme is None or scheme.unit == POINTS else _(scheme.counted),
        stage="" if scheme is None else _("Round"),
    )


def newest_seats(event: Event) -> SeatsView | None:
    """The seats that are wanted on paper: those drawn for the next set, else those in play."""
    return seats(event, draft=True) or seats(event)


def seats_on_paper(event: Event, shown: SeatsView) -> data.Seats:
    """One set's seats."""
    if is_scheme(event):
        return padpapers.chart(event, shown)
    return data.Seats(
        title=shown.title,
        tables=tuple(
            data.TableSeats(
                table.number,
                tuple(data.SeatedPerson(seat.name, seat.role) for seat in table.seats),
            )
            for table in shown.tables
        ),
        sitting_out=tuple(data.SittingOut(out.name, "", out.reason) for out in shown.sit_outs),
    )


def people(
    event: Event, *, only: int | None = None, done: bool = False, first: bool = True
) -> list[data.CardPerson]:
    """Everybody (or only one entry) by name, with role and seat; `done` adds what was scored.

    `first`: the seat of the first set, as score cards carry it; else that of the newest set.
    """
    shown = (seats(event, 1) or seats(event, 1, draft=True)) if first else newest_seats(event)
    places = {
        seat.entry_id: (table.number, seat.chair)
        for table in (shown.tables if shown else ())
        for seat in table.seats
    }
    scored = explained(event) if done else {}
    totals = {row.entry_id: row.total for row in standings(event).rows} if done else {}
    return [
        data.CardPerson(
            name=row.name,
            role=row.role,
            table=places.get(row.entry_id, (None, None))[0],
            chair=places.get(row.entry_id, (None, None))[1],
            sets=card_sets(event, scored.get(row.entry_id, ())) if done else (),
            total=totals.get(row.entry_id),
        )
        for row in entries(event)
        if only is None or row.entry_id == only
    ]


def explained(event: Event) -> dict[int, tuple[PlayerSet, ...]]:
    """Everybody's points by entry; of a finished event those that it was finished with."""
    snapshot = getattr(event, "snapshot", None)
    if event.state == Event.State.FINISHED and snapshot:
        return {int(pk): from_json(kept) for pk, kept in snapshot.players.items()}
    return dict(explanations(event))


def card_sets(event: Event, played: Iterable[PlayerSet]) -> tuple[data.CardSet | None, ...]:
    """The boxes of one score card; None for a set that was not played."""
    game = games.load(event.game)
    boxes: list[data.CardSet | None] = [None] * len(game.stages)
    for one in played:
        if one.points is None or not 1 <= one.number <= len(boxes):
            continue
        hands = [hand.points for hand in one.hands]
        whole = len(hands) == game.hands_per_stage and None not in hands
        boxes[one.number - 1] = data.CardSet(
            hands=tuple(hands),
            total=one.points if whole or not hands else None,
            sat_out=one.table is None,
            notes=tuple(forfeits(hand.lines) for hand in one.hands),
        )
    return tuple(boxes)


def forfeits(lines: Iterable[object]) -> str:
    """What a hand cost, to stand beside its points; empty if nothing."""
    lost = sum(min(0, getattr(line, "points", 0)) for line in lines)
    return f"−{-lost}" if lost else ""


def placings(event: Event) -> list[data.Placing]:
    """The standings: of the teams where teams play, else of everybody."""
    found = standings(event)
    if found.teams:
        return [
            data.Placing(side.rank, side.name, "", side.total, side.rows[0].sets, side.shared)
            for side in found.sides
        ]
    return [
        data.Placing(
            rank=row.rank,
            name=row.name,
            role=row.role,
            total=row.total,
            sets=row.sets,
            shared=row.shared,
            sit_outs=row.sit_outs,
        )
        for row in found.rows
    ]


def honoured(event: Event, places: int) -> list[data.Placing]:
    """Who gets a certificate: the first places, or everybody in the team that won."""
    found = standings(event)
    if not found.teams:
        return [one for one in placings(event) if one.rank <= places]
    return [
        data.Placing(1, row.name, row.role, side.total, shared=side.shared, team=side.name)
        for side in found.sides
        if side.rank == 1
        for row in side.rows
    ]


def table_codes(event: Event, base: str) -> list[data.TableCode]:
    """The open links of the tables; `base` is the address that phones reach this machine by."""
    links = event.links.filter(kind=Link.Kind.TABLE, revoked_at=None).order_by("table_number")
    return [
        data.TableCode(
            number=link.table_number or 0,
            url=(url := base + reverse("table", args=[link.token])),
            short=url.partition("://")[2],
        )
        for link in links
    ]
