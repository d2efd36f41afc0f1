"""The standings: counted from the current reports, kept under the event's version."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.utils.translation import get_language

from rulesets import drive as engine
from rulesets import games
from tournaments.models import Event, Snapshot
from tournaments.selectors.drive import drive
from tournaments.selectors.explained import any_provisional
from tournaments.selectors.pads import is_scheme, pads, read_pads
from tournaments.selectors.padstandings import best_at, pad_standings
from tournaments.selectors.standingrows import (
    Side,
    StandingRow,
    Standings,
    row_from_json,
    row_to_json,
)
from tournaments.selectors.words import counted_in, role_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.selectors.pads import Pad

__all__ = [
    "Side",
    "StandingRow",
    "Standings",
    "computed",
    "leads",
    "row_from_json",
    "row_to_json",
    "standings",
]

KEPT_FOR = 60 * 60 * 12  # seconds
RECENT = 64


# What this process served last. Unpickling a thousand lines from the shared cache would cost more
# than the page; the key names one state of one event, so nothing in here can be out of date.
_recent: dict[str, Standings] = {}


def standings(event: Event) -> Standings:
    """The standings now; of a finished event those that it was finished with."""
    state = f"{event.pk}:{event.version}:{event.changed.timestamp()}"
    key = f"standings:2:{state}:{get_language()}"
    found = _recent.get(key)
    if found is None:
        found = cache.get(key)
    if found is None:
        found = _kept(event) if event.state == Event.State.FINISHED else _now(event)
        cache.set(key, found, KEPT_FOR)
    if len(_recent) >= RECENT:
        _recent.clear()
    _recent[key] = found
    return _veiled(found, event)


def computed(event: Event) -> Standings:
    """The standings counted from the reports, whatever is cached or kept."""
    return _of_pads(event, read_pads(event)) if is_scheme(event) else _of_drive(event)


def leads(event: Event, entry_id: int) -> bool:
    """Whether an entry leads, alone or shared, once there is any result to lead by.

    Where each table keeps a pad of its own: at the newest table that the entry plays at.
    """
    if is_scheme(event):
        mine = [pad for pad in read_pads(event) if entry_id in pad.entry_ids]
        return bool(mine) and mine[-1].index(entry_id) in best_at(mine[-1])
    rows = drive(event)
    begun = any(hand for one in rows.drive.sets for table in one.tables for hand in table.hands)
    if not begun:
        return False
    return any(
        score.rank == 1 and rows.entry_ids[score.player] == entry_id
        for score in engine.standings(rows.drive)
    )


def _now(event: Event) -> Standings:
    """The same as `computed`, for use outside of turns: pads may have been read already."""
    return _of_pads(event, pads(event)) if is_scheme(event) else _of_drive(event)


def _of_pads(event: Event, found: Sequence[Pad]) -> Standings:
    scheme = games.load(event.game).scheme
    return Standings(
        rows=pad_standings(event, found),
        sets_shown=max((len(pad.rounds) for pad in found), default=0),
        finished=event.state == Event.State.FINISHED,
        provisional=any_provisional(event),
        hidden=0,
        hide=False,
        version=event.version,
        counted=counted_in(event.game),
        teams=bool(scheme and scheme.teams and found),
    )


def _of_drive(event: Event) -> Standings:
    rows = drive(event)
    words = role_words(event)
    now = engine.standings(rows.drive)
    before = _ranks_before(rows.drive)
    lines = tuple(
        StandingRow(
            entry_id=rows.entry_ids[score.player],
            name=rows.drive.players[score.player].name,
            role=rows.drive.players[score.player].role,
            role_name=words.get(rows.drive.players[score.player].role, ""),
            total=score.total,
            rank=score.rank,
            shared=score.shared,
            sets=score.sets,
            sit_outs=score.sit_outs,
            moved=before[score.player] - score.rank if before else 0,
            progress=tuple(accumulate(points or 0 for points in score.sets)),
        )
        for score in now
    )
    return Standings(
        rows=lines,
        sets_shown=len(rows.drive.sets),
        finished=event.state == Event.State.FINISHED,
        provisional=any_provisional(event),
        hidden=0,
        hide=False,
        version=event.version,
    )


def _ranks_before(whole: engine.Drive) -> dict[int, int]:
    """The ranks at the end of the set before the newest one that has a result."""
    sets = list(whole.sets)
    while sets and not any(hand for table in sets[-1].tables for hand in table.hands):
        sets.pop()
    if len(sets) < 2:
        return {}
    earlier = replace(whole, sets=tuple(sets[:-1]))
    return {score.player: score.rank for score in engine.standings(earlier)}


def _kept(event: Event) -> Standings:
    snapshot = Snapshot.objects.get(event=event)
    rows = tuple(row_from_json(row) for row in snapshot.standings)
    shown = max((len(row.sets) for row in rows), default=0)
    scheme = games.load(event.game).scheme
    return Standings(
        rows=rows,
        sets_shown=shown,
        finished=True,
        provisional=False,
        hidden=0,
        hide=False,
        version=event.version,
        counted=counted_in(event.game),
        teams=bool(scheme and scheme.teams),
    )


def _veiled(found: Standings, event: Event) -> Standings:
    """Hide what the host has hidden. Shared places are revealed together."""
    if not event.hide_standings:
        return found
    ranks = sorted({row.rank for row in found.rows}, reverse=True)
    open_ranks = set(ranks[: event.revealed])
    hidden = sum(row.rank not in open_ranks for row in found.rows)
    return replace(found, hidden=hidden, hide=True)
