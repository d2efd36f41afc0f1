"""The standings: counted from the current reports and cached under the event's version; for a
finished event from its snapshot."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import connection
from django.db.models import F, Func, TextField, Value
from django.db.models.functions import Cast
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.hall import Hall
from tournaments.cache.gc_control import pause_gc
from tournaments.cache.memo import Memo
from tournaments.models import Event, Snapshot
from tournaments.models.event_games import format_of
from tournaments.standings.board_points import BoardPoints
from tournaments.standings.personal_points import PersonalPoints
from tournaments.standings.player_sets import from_json
from tournaments.standings.rows import (
    Count,
    StandingRow,
    Standings,
    lines_of_totals,
    row_from_json,
)
from tournaments.web.labels import best_words, counted_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from django.db.models import Expression

    from rulesets.formats import Format
    from tournaments.boards.event_board import EventBoard
    from tournaments.standings.player_sets import PlayerSet
    from tournaments.standings.rows import Points, StandingRow


_KEY = re.compile(r'\s*[{,]\s*"(\d+)"\s*:\s*')


# How points are counted and explained: where they were made, or with whoever carries them.
_OF_BOARDS, _OF_PEOPLE = BoardPoints(), PersonalPoints()
POINTS: ByKeeping[Points] = ByKeeping(
    table=_OF_BOARDS, set=_OF_PEOPLE, hands=_OF_PEOPLE, room=_OF_BOARDS
)


def credit_of(event: Event) -> Points:
    """How an event's points are counted."""
    return POINTS(event)


def boards(event: Event, hall: Hall | None = None) -> tuple[EventBoard, ...]:
    """The boards from which an event's standings are counted; empty if people carry scores, and
    before the first seats are shown. `hall`: as it was read elsewhere."""
    return credit_of(event).boards(hall or Hall.of(event))


def only_board(event: Event) -> EventBoard | None:
    """The board of an event with a single table's board; None for all others."""
    if format_of(event).keeping.moves:
        return None
    all_boards = boards(event)
    return all_boards[0] if len(all_boards) == 1 else None


def snapshot_rows(event: Event) -> tuple[StandingRow, ...]:
    """The standings in the snapshot, read without the rest of it, which is a hundred times as large
    for a hall."""
    if Event._meta.get_field("snapshot").is_cached(event):  # read with the event
        rows = event.snapshot.standings
    else:
        rows = Snapshot.objects.values_list("standings", flat=True).get(event=event)
    return tuple(map(row_from_json, rows))


def snapshot_sets(event: Event, entry_id: int) -> tuple[PlayerSet, ...]:
    """The explanation of one entry in the snapshot; empty if it took no part."""
    text = _players(event, _under(entry_id))
    return from_json(json.loads(text)) if text else ()


def iterate_snapshot(event: Event) -> Iterator[tuple[int, tuple[PlayerSet, ...]]]:
    """The explanations in the snapshot, with the entry id, one at a time."""
    text = _players(event, Cast("players", TextField())) or ""
    read, place = json.JSONDecoder().raw_decode, 0
    while match := _KEY.match(text, place):
        sets, place = read(text, match.end())
        yield int(match[1]), from_json(sets)


def _players(event: Event, expression: Expression) -> str | None:
    text: str | None = Snapshot.objects.values_list(expression, flat=True).get(event=event)
    return text


def _under(entry_id: int) -> Expression:
    """The part of the JSON under an entry's id, as text. Django's own lookup takes a number for an
    index."""
    if connection.vendor == "sqlite":
        path = Value(f'$."{entry_id}"')
        return Func(F("players"), path, function="JSON_EXTRACT", output_field=TextField())
    key = Value(str(entry_id))
    named = "jsonb_extract_path_text"
    return Func(F("players"), key, function=named, output_field=TextField())


EVENTS = 64
FINALISTS = 2  # of a bracket


# What this process served last. A list of a thousand lines would cost more to be read from a cache
# that all processes share than it costs to be counted.
_memo: Memo[Standings] = Memo(EVENTS)


def standings(event: Event) -> Standings:
    """The standings now; for a finished event those of its snapshot."""

    def make() -> Standings:
        return (
            _cached_standings(event)
            if event.state == Event.State.FINISHED
            else _counted(Hall.of(event))
        )

    table = _memo.get((event.pk, get_language()), (event.version, event.changed), make)
    return _veiled(table, event)


def computed(event: Event, hall: Hall | None = None) -> Standings:
    """The standings counted from the reports, whatever is cached or in a snapshot: in `hall`, or as
    it is now."""
    return _counted(hall or Hall.now(event))


@pause_gc()
def _counted(hall: Hall) -> Standings:
    return _standings(hall.event, credit_of(hall.event).count(hall))


def _standings(event: Event, count: Count) -> Standings:
    format, sets = format_of(event), max((len(row.sets) for row in count.rows), default=0)
    first = lines_of_totals(row for row in count.rows if row.rank == 1)
    by_total = not format.in_set(sets).eliminates
    rows = count.rows
    if not by_total and count.begun and event.state != Event.State.FINISHED:
        rows = _with_status(format, rows, len(first))
    return Standings(
        rows=rows,
        sets_shown=count.shown,
        finished=event.state == Event.State.FINISHED,
        provisional=count.provisional,
        hidden=0,
        hide=False,
        version=event.version,
        begun=count.begun,
        has_leader=by_total or len(first) == 1,
        by_total=by_total,
        counted=counted_in(event),
        best=best_words(event),
        teams=format.keeping.credit == "team" and any(row.role for row in count.rows),
        after=count.after,
        by_team=credit_of(event).teams(event, count.rows) if count.begun else (),
    )


def _with_status(
    format: Format, rows: Sequence[StandingRow], contestants: int
) -> tuple[StandingRow, ...]:
    """The lines of a knockout in which so many contestants are still in: none of them has a place
    yet, unless it is a single one."""
    if contestants < 2:
        return tuple(rows)
    is_final = format.facts.bracket and contestants == FINALISTS
    status = _("in the final") if is_final else _("still in")
    return tuple(replace(row, status=status) if row.rank == 1 else row for row in rows)


def _cached_standings(event: Event) -> Standings:
    rows = snapshot_rows(event)
    sets = max((len(row.sets) for row in rows), default=0)
    # Not the totals: stakes make one before the first round.
    begun = any(points is not None for row in rows for points in row.points)
    return _standings(event, Count(rows, sets, provisional=False, begun=begun))


def _veiled(table: Standings, event: Event) -> Standings:
    """The standings with the places hidden that the host has hidden. Shared places are revealed
    together."""
    if not event.hide_standings:
        return table
    order = reveal_order(table.rows, event.reveal_from)
    closed = set(order[event.revealed :])
    if not event.revealed:
        closed.update(row.rank for row in table.rows)
    hidden = sum(row.rank in closed for row in table.rows)
    return replace(table, hidden=hidden, hide=True, reveal_order=order)


def reveal_order(rows: Sequence[StandingRow], first: int) -> tuple[int, ...]:
    """The places in the order in which they are revealed, from `first` (0: the last) upwards; the
    places behind `first` are all revealed with it."""
    ranks = sorted({row.rank for row in rows}, reverse=True)
    return tuple(rank for rank in ranks if not first or rank <= first)
