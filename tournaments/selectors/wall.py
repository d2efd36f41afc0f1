"""What the wall screen turns through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesets import games
from tournaments.models import Event, Link, Seating
from tournaments.selectors.hands import set_hands, unfinished
from tournaments.selectors.pads import is_scheme
from tournaments.selectors.padshow import Place, Shown, awaited, seats_matter, shown_pads
from tournaments.selectors.seats import SeatsView, seats
from tournaments.selectors.standings import Side, StandingRow, standings

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class WallView:
    event_name: str
    place: str
    version: int
    state: str
    seats: SeatsView | None  # the newest published
    standings: tuple[StandingRow, ...]  # what may be seen
    hidden: int  # how many places are still hidden
    revealed: tuple[StandingRow, ...]  # the place revealed last, larger
    provisional: bool
    missing: tuple[int, ...]  # table numbers
    nudged: tuple[int, ...]  # table numbers the host has asked to hurry
    round_ends_at: datetime | None
    join_token: str  # of the spectator link; "" if there is none
    counted: str = ""  # what totals are called, by score pads; "" for a drive's points
    teams: bool = False
    sides: tuple[Side, ...] = ()  # the teams that may be seen
    pads: tuple[Shown, ...] = ()  # none while anything is hidden
    standings_begun: bool = True  # a round has been played
    seats_matter: bool = True  # people still look for where to sit
    awaited: tuple[Place, ...] = ()  # whom the room waits for, at score pads


def wall(event: Event) -> WallView:
    """All slides of the wall screen. A fixed number of queries."""
    table = standings(event)
    seating = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("-set_number").first()
    pads = is_scheme(event)
    waiting = awaited(event) if pads else ()
    missing = _missing(event, seating) if seating and not pads else ()
    nudged = set(missing) & _nudged(event, seating) if seating and missing else set()
    nudged |= {place.number for place in waiting if place.nudged}
    join = Link.objects.filter(event=event, kind=Link.Kind.SPECTATOR, revoked_at=None)
    public = table.public
    newest = public[0].rank if public and table.hide and event.revealed else None
    return WallView(
        event_name=event.name,
        place=event.place,
        version=event.version,
        state=event.state,
        seats=seats(event),
        standings=public,
        hidden=table.hidden,
        revealed=tuple(row for row in public if row.rank == newest),
        provisional=table.provisional,
        missing=missing,
        nudged=tuple(sorted(nudged)),
        round_ends_at=event.round_ends_at,
        join_token=join.values_list("token", flat=True).first() or "",
        counted=table.counted,
        teams=table.teams,
        sides=table.public_sides,
        pads=shown_pads(event) if pads else (),
        standings_begun=any(len(row.progress) > 1 for row in table.rows),
        seats_matter=not pads or seats_matter(event),
        awaited=waiting,
    )


def _missing(event: Event, seating: Seating) -> tuple[int, ...]:
    if event.state != Event.State.PLAYING:
        return ()
    game = games.load(event.game)
    tables = set_hands(seating)
    if seating.set_number == len(game.stages):  # no set follows: a tie needs no cut
        tables = [table for table in tables if None in table.payloads(game)]
        return tuple(table.table.number for table in tables)
    return tuple(table.table.number for table in unfinished(game, tables))


def _nudged(event: Event, seating: Seating) -> set[int]:
    """Tables asked to hurry in this set."""
    lines = event.log.filter(code="nudge", created__gte=seating.published_at)
    return {params["table"] for params in lines.values_list("params", flat=True)}
