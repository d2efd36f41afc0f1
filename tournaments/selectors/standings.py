"""The standings: a fold over the current reports, kept under the event's version."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.utils.translation import get_language

from rulesets import drive as engine
from tournaments.models import Event, Snapshot
from tournaments.selectors.drive import drive
from tournaments.selectors.explained import any_provisional
from tournaments.selectors.words import role_words

if TYPE_CHECKING:
    from collections.abc import Mapping

KEPT_FOR = 60 * 60 * 12  # seconds
RECENT = 64


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player's line. `sets[i]` is None where the player took no part in set i + 1."""

    entry_id: int
    name: str
    role: str
    role_name: str
    total: int
    rank: int
    shared: bool
    sets: tuple[int | None, ...]
    sit_outs: int
    moved: int  # places up (+) or down (-) since the end of the set before
    progress: tuple[int, ...]  # running total after each set


@dataclass(frozen=True, slots=True)
class Standings:
    """All lines, best first."""

    rows: tuple[StandingRow, ...]
    sets_shown: int  # how many sets have been shown, the one in play included
    finished: bool
    provisional: bool  # some report in it has not been accepted yet
    hidden: int  # how many lines, from the top, the public may not see yet
    hide: bool  # the host has hidden the standings
    version: int

    @property
    def public(self) -> tuple[StandingRow, ...]:
        """What spectators and the wall screen may see."""
        return self.rows[self.hidden :]

    def row(self, entry_id: int) -> StandingRow | None:
        """The line of one entry, or None if there is none."""
        return next((row for row in self.rows if row.entry_id == entry_id), None)

    def hides(self, entry_id: int) -> bool:
        """Whether the public may not see this entry's score yet."""
        return any(row.entry_id == entry_id for row in self.rows[: self.hidden])


# What this process served last. Unpickling a thousand lines from the shared cache would cost more
# than the page; the key names one state of one event, so nothing in here can be out of date.
_recent: dict[str, Standings] = {}


def standings(event: Event) -> Standings:
    """The standings now; of a finished event those that it was finished with."""
    state = f"{event.pk}:{event.version}:{event.changed.timestamp()}"
    key = f"standings:{state}:{get_language()}"
    found = _recent.get(key)
    if found is None:
        found = cache.get(key)
    if found is None:
        found = _kept(event) if event.state == Event.State.FINISHED else computed(event)
        cache.set(key, found, KEPT_FOR)
    if len(_recent) >= RECENT:
        _recent.clear()
    _recent[key] = found
    return _veiled(found, event)


def computed(event: Event) -> Standings:
    """The standings counted from the reports, whatever is cached or kept."""
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


def leads(event: Event, entry_id: int) -> bool:
    """Whether an entry leads, alone or shared, once there is any result to lead by."""
    rows = drive(event)
    begun = any(hand for one in rows.drive.sets for table in one.tables for hand in table.hands)
    if not begun:
        return False
    return any(
        score.rank == 1 and rows.entry_ids[score.player] == entry_id
        for score in engine.standings(rows.drive)
    )


def row_to_json(row: StandingRow) -> dict[str, Any]:
    """A line as a snapshot keeps it."""
    return asdict(row)


def row_from_json(kept: Mapping[str, Any]) -> StandingRow:
    """The reverse of `row_to_json`."""
    lists = {key: tuple(kept[key]) for key in ("sets", "progress")}
    return StandingRow(**{**kept, **lists})


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
    shown = len(rows[0].sets) if rows else 0
    return Standings(
        rows=rows,
        sets_shown=shown,
        finished=True,
        provisional=False,
        hidden=0,
        hide=False,
        version=event.version,
    )


def _veiled(found: Standings, event: Event) -> Standings:
    """Hide what the host has hidden. Shared places are revealed together."""
    if not event.hide_standings:
        return found
    ranks = sorted({row.rank for row in found.rows}, reverse=True)
    open_ranks = set(ranks[: event.revealed])
    hidden = sum(row.rank not in open_ranks for row in found.rows)
    return replace(found, hidden=hidden, hide=True)
