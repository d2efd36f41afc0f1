"""The standings: counted from the current reports, kept under the event's version."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import get_language

from rulesets.formats import drive as engine
from tournaments.cache.memo import Memo
from tournaments.games import format_of
from tournaments.garbage import unsearched
from tournaments.models import Event
from tournaments.scoring.drive import drive
from tournaments.scoring.pads import pads, read_pads
from tournaments.standing.board_rows import board_rows
from tournaments.standing.kept import kept_rows
from tournaments.standing.rows import StandingRow, Standings
from tournaments.standing.set_rows import after, any_provisional, set_rows
from tournaments.words import best_words, counted_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tournaments.scoring.pad import Pad

EVENTS = 64


# What this process served last. A list of a thousand lines would cost more to be read from a cache
# that all processes share than it costs to be counted.
_memo: Memo[Standings] = Memo(EVENTS)


def standings(event: Event) -> Standings:
    """The standings now; of a finished event those that it was finished with."""

    def make() -> Standings:
        return _kept(event) if event.state == Event.State.FINISHED else _counted(event, pads)

    found = _memo.get((event.pk, get_language()), (event.version, event.changed), make)
    return _veiled(found, event)


def computed(event: Event, found: Sequence[Pad] = ()) -> Standings:
    """The standings counted from the reports, whatever is cached or kept; from boards that were
    `found`, where there are some."""
    return _counted(event, lambda event: found or read_pads(event))


@unsearched()
def _counted(event: Event, boards: Callable[[Event], Sequence[Pad]]) -> Standings:
    """The standings now. `boards` reads those that last: in turns anew, else as a page may have
    read them already."""
    if format_of(event).lasts:
        found = boards(event)
        shown = max((len(pad.rounds) for pad in found), default=0)
        loose = not all(one.accepted for pad in found for one in pad.rounds)
        return _standings(event, board_rows(event, found), shown, provisional=loose)
    rows = drive(event)
    counts = engine.counting(rows.drive, live=event.live_standings)
    shown = len(counts.sets)
    loose = any_provisional(event, through=shown)
    lines = set_rows(event, replace(rows, drive=counts))
    return _standings(event, lines, shown, provisional=loose, after=after(event, rows.drive))


def _standings(
    event: Event, rows: tuple[StandingRow, ...], shown: int, *, provisional: bool, **more: str
) -> Standings:
    return Standings(
        rows=rows,
        sets_shown=shown,
        finished=event.state == Event.State.FINISHED,
        provisional=provisional,
        hidden=0,
        hide=False,
        version=event.version,
        counted=counted_in(event),
        best=best_words(event),
        teams=format_of(event).room and any(row.role for row in rows),
        **more,
    )


def _kept(event: Event) -> Standings:
    rows = kept_rows(event)
    shown = max((len(row.sets) for row in rows), default=0)
    return _standings(event, rows, shown, provisional=False)


def _veiled(found: Standings, event: Event) -> Standings:
    """Hide what the host has hidden. Shared places are revealed together."""
    if not event.hide_standings:
        return found
    ranks = sorted({row.rank for row in found.rows}, reverse=True)
    open_ranks = set(ranks[: event.revealed])
    hidden = sum(row.rank not in open_ranks for row in found.rows)
    return replace(found, hidden=hidden, hide=True)
