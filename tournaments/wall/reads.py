"""What the wall screen turns through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesets.formats.drive import complete, roles_at
from tournaments.cache.memo import Memo
from tournaments.changes import EVENTS, Steps, places, read_current
from tournaments.games import format_of
from tournaments.log.steps import Touches
from tournaments.models import Event, Link, Seating
from tournaments.scoring.drive import drive
from tournaments.seating.reads import SeatsView, seats
from tournaments.standing.rows import Side, StandingRow
from tournaments.standing.standings import standings
from tournaments.wall.boards import Place, Shown, awaited, seats_matter, shown_pads

if TYPE_CHECKING:
    from datetime import datetime

    from rulesets.formats import Format


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
    missing: tuple[int, ...]  # tables with a result to come
    tied: tuple[int, ...]  # tables that have to cut
    nudged: tuple[int, ...]  # table numbers the host has asked to hurry
    round_ends_at: datetime | None
    join_token: str  # of the spectator link; "" if there is none
    format: Format
    counted: str = ""  # what totals are called; "" for points that people carry along
    after: str = ""  # which sets the standings count, while they are played
    teams: bool = False
    sides: tuple[Side, ...] = ()  # the teams that may be seen
    pads: tuple[Shown, ...] = ()  # none while anything is hidden
    standings_begun: bool = True  # a round has been played
    seats_matter: bool = True  # people still look for where to sit
    awaited: tuple[Place, ...] = ()  # whom the room waits for, at score pads
    low_wins: bool = False


def wall(event: Event) -> WallView:
    """All slides of the wall screen. A fixed number of queries."""
    table = standings(event)
    seating = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("-set_number").first()
    form = format_of(event)
    pads, plays = form.lasts, form.game.plays
    waiting = awaited(event) if pads else ()
    missing, tied = _awaited(event, seating) if seating and not pads else ((), ())
    late = {*missing, *tied}
    nudged = late & _nudged(event, seating) if seating and late else set()
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
        tied=tied,
        nudged=tuple(sorted(nudged)),
        round_ends_at=event.round_ends_at,
        join_token=join.values_list("token", flat=True).first() or "",
        format=form,
        counted=table.counted,
        after=table.after,
        teams=table.teams,
        sides=table.public_sides,
        pads=shown_pads(event) if pads else (),
        standings_begun=any(len(row.progress) > form.lasts for row in table.rows),
        seats_matter=not pads or seats_matter(event),
        awaited=waiting,
        low_wins=plays.wins == "low",
    )


def _awaited(event: Event, seating: Seating) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tables where a result is missing, and those that only have to cut."""
    if event.state != Event.State.PLAYING:
        return (), ()
    rows = drive(event)
    game, record = rows.game, rows.drive.sets[-1]
    missing = [table for table in record.tables if not complete(game, table)]
    tied = []
    if seating.set_number != game.seatings:  # else no set follows: a tie needs no cut
        for table in record.tables:
            roles = roles_at(rows.drive, record, table)
            found = game.result(record.number, roles, table.hands, table.cut)
            if complete(game, table) and not found.winners:
                tied.append(table)
    return tuple(one.table for one in missing), tuple(one.table for one in tied)


_nudges: Memo[frozenset[int]] = Memo(EVENTS)


def _nudged(event: Event, seating: Seating) -> frozenset[int]:
    """Tables asked to hurry in this set."""

    def make() -> frozenset[int]:
        lines = event.log.filter(code="nudge", created__gte=seating.published_at)
        return frozenset(params["table"] for params in lines.values_list("params", flat=True))

    def renew(old: frozenset[int], steps: Steps) -> frozenset[int] | None:
        if places(steps, Touches.DISPUTES) is None:
            return None
        return old.union(step.params["table"] for step in steps if step.code == "nudge")

    return read_current(_nudges, event, make, renew)
