"""The standings: a fold over the current reports, kept under the event's version."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.models import Event


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
    sets_shown: int  # how many sets have any result
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


def standings(event: Event) -> Standings:
    """The standings now; of a finished event those it was finished with."""
    raise NotImplementedError
