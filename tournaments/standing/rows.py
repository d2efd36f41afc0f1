"""The lines of a standings list, whatever game they come from, and as a snapshot keeps them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.utils.translation import ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_NAMES = 20  # of a team, that can be read from a wall


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player's line. `sets[i]` is None where the player took no part in set i + 1.

    On a score pad a set is a round: `sets` is what each round brought the player (or the
    player's team), `role` and `role_name` are the team's, and everybody of a team has its line.
    """

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
    progress: tuple[int, ...]  # running total after each set; of a score pad from its opening on
    table: str = ""  # the pad that the line comes from, where there are several
    side: tuple[str, ...] = ()  # everybody whose total it is, where partners have one together

    @property
    def partners(self) -> str:
        """The others on the side."""
        return ", ".join(name for name in self.side if name != self.name)


@dataclass(frozen=True, slots=True)
class Side:
    """A team with everybody in it."""

    name: str
    total: int
    rank: int
    shared: bool  # level with another team
    moved: int
    progress: tuple[int, ...]
    rows: tuple[StandingRow, ...]

    @property
    def names(self) -> str:
        """Everybody in it, or how many there are where no wall could hold their names."""
        if len(self.rows) > MOST_NAMES:
            return ngettext("{n} player", "{n} players", len(self.rows)).format(n=len(self.rows))
        return ", ".join(row.name for row in self.rows)


@dataclass(frozen=True, slots=True)
class Standings:
    """All lines, best first."""

    rows: tuple[StandingRow, ...]
    sets_shown: int  # how many sets count; of boards that last, how many rounds there are
    finished: bool
    provisional: bool  # some report in it has not been accepted yet
    hidden: int  # how many lines, from the top, the public may not see yet
    hide: bool  # the host has hidden the standings
    version: int
    counted: str = ""  # what the totals are, in the game's own words; "" for a drive's points
    best: str = ""  # who wins, where it is not whoever has most
    after: str = ""  # which sets count, while they are played: "After set 3"
    teams: bool = False  # the lines are those of teams: everybody in one has the same

    @property
    def public(self) -> tuple[StandingRow, ...]:
        """What spectators and the wall screen may see."""
        return self.rows[self.hidden :]

    @property
    def sides(self) -> tuple[Side, ...]:
        """The teams, best first; none where everybody plays alone."""
        return sides(self.rows) if self.teams else ()

    @property
    def public_sides(self) -> tuple[Side, ...]:
        """The teams that spectators and the wall screen may see."""
        return sides(self.public) if self.teams else ()

    def row(self, entry_id: int) -> StandingRow | None:
        """The line of one entry, or None if there is none."""
        return next((row for row in self.rows if row.entry_id == entry_id), None)

    def hides(self, entry_id: int) -> bool:
        """Whether the public may not see this entry's score yet."""
        return any(row.entry_id == entry_id for row in self.rows[: self.hidden])


def sides(rows: Sequence[StandingRow]) -> tuple[Side, ...]:
    """The teams of lines that stand team by team."""
    found = [tuple(members) for _team, members in groupby(rows, key=lambda row: row.role)]
    ranks = [members[0].rank for members in found]
    return tuple(
        Side(
            name=first.role_name,
            total=first.total,
            rank=first.rank,
            shared=ranks.count(first.rank) > 1,
            moved=first.moved,
            progress=first.progress,
            rows=members,
        )
        for members in found
        for first in members[:1]
    )


def row_to_json(row: StandingRow) -> dict[str, Any]:
    """A line as a snapshot keeps it."""
    return asdict(row)


def row_from_json(kept: Mapping[str, Any]) -> StandingRow:
    """The reverse of `row_to_json`."""
    lists = {key: tuple(kept.get(key, ())) for key in ("sets", "progress", "side")}
    return StandingRow(**{**kept, **lists})
