"""What the wall screen turns through: seats, standings, score pads, pictures, cut into pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from rulesets.formats.drive import complete, roles_at
from tournaments.boards.drive import drive
from tournaments.boards.seats import SeatsView, seats
from tournaments.cache.memo import Memo
from tournaments.log.event_changes import EVENTS, Steps, read_current, tables_of_steps
from tournaments.log.steps import Touches
from tournaments.models import Event, Link, Seating
from tournaments.models.event_games import format_of
from tournaments.standings.board_displays import (
    AwaitedPlace,
    BoardDisplay,
    awaited,
    board_displays,
    seats_matter,
)
from tournaments.standings.rows import Side, StandingRow
from tournaments.standings.selectors import standings
from tournaments.templatetags.scoreboards import split

if TYPE_CHECKING:
    from datetime import datetime

    from rulesets.formats import Format
    from tournaments.boards.seats import SeatsView, TableSeats
    from tournaments.standings.board_displays import BoardDisplay


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
    pads: tuple[BoardDisplay, ...] = ()  # none while anything is hidden
    standings_begun: bool = True  # a round has been played
    seats_matter: bool = True  # people still look for where to sit
    awaited: tuple[AwaitedPlace, ...] = ()  # whom the room waits for, at score pads
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
        pads=board_displays(event) if pads else (),
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
        if tables_of_steps(steps, Touches.DISPUTES) is None:
            return None
        return old.union(step.params["table"] for step in steps if step.code == "nudge")

    return read_current(_nudges, event, make, renew)


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Slide:
    """One page of the wall. A `now` that the screen has not seen yet is shown at once."""

    template: str
    key: str
    context: dict[str, Any]
    now: str = ""


def pages(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """`items` in pages of at most `size`, as even as they can be."""
    if not items:
        return []
    count = -(-len(items) // size)
    each = -(-len(items) // count)
    return [items[start : start + each] for start in range(0, len(items), each)]


COUPLES_A_PAGE, IN_A_COLUMN, MOST_COUPLES = 10, 5, 40
MOST_TABLES = 24
MOST_COLUMNS = 8  # of a scoreboard that can be read across a hall
FEW_PADS = 2  # of more than these only the boards are turned through
FEW_PEOPLE = 12  # of more than these a picture or a run is too small for a hall
# The most people at a table -> how many tables fit on a page.
ROOM = ((4, 6), (6, 4), (10, 2))
COLUMNS = ((5, 1), (12, 2), (18, 3))  # people at a table -> columns of names


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table with its people in `columns` columns of `rows`."""

    table: TableSeats
    columns: int
    rows: int


def has_many_places(seats: SeatsView) -> bool:
    """Whether there are too many places to show them one by one."""
    return len(seats.tables) > (MOST_COUPLES if seats.couples else MOST_TABLES)


def places_slides(seats: SeatsView) -> Iterator[Slide]:
    """The couples of a long table, or people round tables."""
    parts: list[Sequence[TableSeats]] | list[Sequence[RoundTable]]
    if seats.couples:
        template, parts = "wall/_couples.html", pages(seats.tables, COUPLES_A_PAGE)
    else:
        template, parts = "wall/_tables.html", pages(round_tables(seats.tables), a_page(seats))
    for number, part in enumerate(parts, 1):
        context = {
            "seats": seats,
            "part": part,
            "page": number,
            "pages": len(parts),
            "two": len(part) > IN_A_COLUMN,
            "rows": len(part) if len(part) <= IN_A_COLUMN else -(-len(part) // 2),
            "sit_outs": seats.sit_outs if number == len(parts) else (),
        }
        now = f"seats-{seats.set_number}" if number == 1 else ""
        yield Slide(template, f"seats-{number}", context, now=now)


def a_page(seats: SeatsView) -> int:
    """How many tables fit on a page beside each other."""
    most = max(len(table.seats) for table in seats.tables)
    return next((tables for people, tables in ROOM if most <= people), 1)


def round_tables(tables: Sequence[TableSeats]) -> list[RoundTable]:
    """The tables, with how their names are laid out: alike where they share a page."""
    found = []
    for table in tables:
        people = len(table.seats)
        columns = next((columns for most, columns in COLUMNS if people <= most), 4)
        if len(tables) > 1:
            columns = min(columns, 2)
        found.append(RoundTable(table, columns, -(-people // columns)))
    return found


def pad_slides(view: WallView) -> Iterator[Slide]:
    """The boards of all pads; of few also what lies on the table and the run so far."""
    single = len(view.pads) == 1
    for pad in view.pads:
        if pad.rounds or pad.ending:
            yield from board_slides(view, pad, single=single)
        if len(view.pads) > FEW_PADS or len(pad.run) > FEW_PEOPLE:
            continue
        context = {"pad": pad}
        if pad.picture is not None:
            yield Slide("wall/_picture.html", f"picture-{pad.key}", context)
        if pad.rounds > 1:
            yield Slide("wall/_run.html", f"run-{pad.key}", context)


def board_slides(view: WallView, pad: BoardDisplay, *, single: bool) -> Iterator[Slide]:
    """The scoreboard; what has just been written, and the end of a game, are shown at once."""
    now = ""
    if pad.ending:
        now = f"ending-{pad.key}-{pad.rounds}"
    elif single and not view.teams and pad.rounds:
        now = f"board-{pad.key}-{pad.rounds}"
    grouped = any(column.group for column in pad.board.columns)
    parts = (pad.board,) if grouped else split(pad.board, MOST_COLUMNS)
    for number, board in enumerate(parts, 1):
        context = {"pad": pad, "board": board, "page": number, "pages": len(parts)}
        key = f"board-{pad.key}-{number}"
        yield Slide("wall/_board.html", key, context, now=now if number == 1 else "")
