"""The lines of standings, and how their points are counted; a snapshot stores the lines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right, insort
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.utils.translation import ngettext

from rulesets.engine.roster import AND
from tournaments.standings.team_ranking import best_words
from tournaments.web.collation import sorted_by_name
from tournaments.web.wording import written_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rulesets.engine.text import Phrase
    from rulesets.formats import Format
    from tournaments.boards.event_board import EventBoard
    from tournaments.boards.hall import Hall
    from tournaments.models import Event
    from tournaments.standings.player_sets import PlayerSet
    from tournaments.standings.team_ranking import TeamRow


MOST_NAMES = 20  # of a team; more cannot be read on a wall screen


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player's line. `sets[i]` is None if the player took no part in set i + 1.

    On a board a set is a round: `sets` is what each round brought the player (or the player's
    team), `role` and `role_name` are the team's, and everybody of a team has its line.
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
    progress: tuple[int, ...]  # running total after each set; of a board from its opening on
    table: str = ""  # the board of the line, if there are several
    side: tuple[str, ...] = ()  # everybody who shares the total with a partner
    lost: int = 0  # how deductions, and a stage that counts in part, have changed the total
    made: tuple[int | None, ...] = ()  # points of the game by set, if something else is carried
    decision: str = ""  # the tie-break that puts the line before the next: "by wins: 5 to 4"
    mean: str = ""  # the average of a set, if it ranks people: "24.5 a set"
    team: str = ""  # the name that the player carries, besides any role
    division: str = ""  # in which the place is, if there are several: "Division A"
    left: str = ""  # that somebody of the line has left: "has left", "Bo has left"
    joined: int | None = None  # the total with which the player joined a game that went on
    status: str = ""  # of a knockout that goes on: "still in", "in the final"

    @property
    def shift(self) -> int | None:
        """Places up (+) or down (-) since the end of the set before; None if there was none."""
        return self.moved if self.moved or len(self.sets) > 1 else None

    @property
    def note(self) -> str:
        """What the place depends on besides the total, and who has left."""
        return " · ".join(filter(None, (self.mean, self.decision, self.left)))

    @property
    def points(self) -> tuple[int | None, ...]:
        """What each set brought in points of the game."""
        return self.made or self.sets

    @property
    def place(self) -> str:
        """The place in words: "4=" if it is shared, "still in" of a knockout that goes on."""
        return self.status or written_place(self.rank, shared=self.shared)

    @property
    def partners(self) -> str:
        """The others who share the total."""
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
    def shift(self) -> int | None:
        """Places up or down since the end of the set before; None if there was none."""
        return self.rows[0].shift

    @property
    def place(self) -> str:
        """The place in words: "1=" if it is shared."""
        return written_place(self.rank, shared=self.shared)

    @property
    def names(self) -> str:
        """The names of the team, or how many there are if they would not fit on a wall screen."""
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
    begun: bool = True  # something counts; before that nobody has a place
    has_leader: bool = True  # whoever stands first leads, and is not one of several still in
    by_total: bool = True  # places follow the totals, and not how far everybody came
    counted: str = ""  # what the totals are, in the game's own words; "" for a drive's points
    best: str = ""  # who wins, where it is not whoever has most
    after: str = ""  # which sets count, while they are played: "After set 3"
    teams: bool = False  # the lines are those of teams: everybody in one has the same
    reveal_order: tuple[int, ...] = ()  # of places, while the standings are hidden
    by_team: tuple[TeamRow, ...] = ()  # the ranking of the teams whose names people carry

    @property
    def lines(self) -> Sequence[StandingRow]:
        """All lines in the order of reading: divisions one after the other, by name while nobody
        has a place."""
        return in_divisions(self.rows) if self.begun else by_name(self.rows)

    @property
    def public_lines(self) -> Sequence[StandingRow]:
        """The lines that spectators may see, in the order of reading."""
        return in_divisions(self.public) if self.begun else by_name(self.rows)

    @property
    def divided(self) -> bool:
        """Whether places are within divisions."""
        return any(row.division for row in self.rows)

    @property
    def public(self) -> tuple[StandingRow, ...]:
        """The lines that spectators and the wall screen may see."""
        return self.rows[self.hidden :]

    @property
    def best_of_team(self) -> str:
        """How many people of each team count, in words."""
        return best_words(self.by_team)

    @property
    def public_by_team(self) -> tuple[TeamRow, ...]:
        """The ranking of teams over people for spectators and the wall screen; empty as long as any
        line is hidden, which it would give away."""
        return () if self.hidden else self.by_team

    @property
    def sides(self) -> tuple[Side, ...]:
        """The teams, best first; empty if everybody plays alone."""
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


def by_name(rows: Sequence[StandingRow]) -> Sequence[StandingRow]:
    """The lines by name, for as long as nobody has a place."""
    return sorted_by_name(rows, lambda row: row.name)


def in_divisions(rows: Sequence[StandingRow]) -> Sequence[StandingRow]:
    """The lines with those of each division together, if there are divisions."""
    return sorted(rows, key=lambda row: row.division)


def sides(rows: Sequence[StandingRow]) -> tuple[Side, ...]:
    """The teams of lines that are sorted by team."""
    teams = [tuple(members) for _team, members in groupby(rows, key=lambda row: row.role)]
    ranks = [members[0].rank for members in teams]
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
        for members in teams
        for first in members[:1]
    )


def lines_of_totals(rows: Iterable[StandingRow]) -> list[tuple[StandingRow, ...]]:
    """The lines of each total: several for partners who share one, in the order in which they were
    entered, one for everybody else."""
    groups: dict[tuple[str, tuple[str, ...] | int], list[StandingRow]] = {}
    for row in rows:
        groups.setdefault((row.table, row.side or row.entry_id), []).append(row)
    return [tuple(sorted(group, key=lambda row: row.entry_id)) for group in groups.values()]


def places_of_totals(rows: Iterable[StandingRow]) -> list[tuple[StandingRow, ...]]:
    """The lines of each total as `lines_of_totals` has them, the first of each with the place among
    the totals of its division: partners take one place together."""
    lines = lines_of_totals(rows)
    ranks: dict[str, list[int]] = {}
    for first, *_mates in lines:
        insort(ranks.setdefault(first.division, []), first.rank)
    placed = []
    for first, *mates in lines:
        among = ranks[first.division]
        at = bisect_left(among, first.rank)
        shared = bisect_right(among, first.rank) > at + 1
        placed.append((replace(first, rank=1 + at, shared=shared), *mates))
    return placed


def by_contestant(
    rows: Sequence[StandingRow], *, teams: bool
) -> list[tuple[str, tuple[StandingRow, ...]]]:
    """The name and the lines of each team, else of each pair of partners and of everybody alone."""
    if teams:
        return [(side.name, side.rows) for side in sides(rows)]
    return [(AND.join(lines[0].side) or lines[0].name, lines) for lines in lines_of_totals(rows)]


def first_names(rows: Sequence[StandingRow], *, teams: bool) -> tuple[str, ...]:
    """The names of those in the first place: of a team its own, of partners both in one."""
    first = [row for row in rows if row.rank == 1]
    return tuple(name for name, _lines in by_contestant(first, teams=teams))


def is_played(rows: Iterable[StandingRow]) -> bool:
    """Whether anything counts; if not, nobody has won. Old score cards may have places alone."""
    rows = tuple(rows)
    has_scores = any(score is not None for row in rows for score in row.sets)
    return has_scores or len({row.rank for row in rows}) > 1


def row_to_json(row: StandingRow) -> dict[str, Any]:
    """A line as JSON for a snapshot."""
    return asdict(row)


def row_from_json(stored: Mapping[str, Any]) -> StandingRow:
    """A line from a snapshot's JSON."""
    lists = {key: tuple(stored.get(key, ())) for key in ("sets", "progress", "side", "made")}
    return StandingRow(**{**stored, **lists})


def in_division(name: str, division: str) -> str:
    """A name with its division, to say where a place counts."""
    return f"{name} ({division})" if division else name


# -- whose points they are -------------------------------------------------------------------

Run = tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Count:
    """Everybody's line, best first; how many sets (or rounds of boards) they cover, whether
    anything in them may still change, whether anything counts yet, and what they cover in words."""

    rows: tuple[StandingRow, ...]
    shown: int
    provisional: bool
    begun: bool
    after: str = ""


class Points(ABC):
    """How the points of an event are credited, counted and explained."""

    @abstractmethod
    def boards(self, hall: Hall) -> tuple[EventBoard, ...]:
        """The boards from which the standings are counted."""

    @abstractmethod
    def count(self, hall: Hall) -> Count:
        """The standings as they stand."""

    @abstractmethod
    def reasons(self, hall: Hall) -> Iterator[tuple[int, tuple[PlayerSet, ...]]]:
        """The explanation of every entry's score, with the entry id."""

    @abstractmethod
    def reasons_of(self, hall: Hall, entry_id: int) -> tuple[PlayerSet, ...]:
        """The explanation of one entry's score."""

    @abstractmethod
    def hides_reasons(self, table: Standings, entry_id: int) -> bool:
        """Whether the public may not see the explanation of an entry's score yet."""

    def columns(self, format: Format, rows: Sequence[StandingRow]) -> tuple[Phrase, ...]:
        """The headings above the points of a line; empty if the boards show them."""
        return ()

    def progress(self, row: StandingRow) -> tuple[int, ...]:
        """A line's totals from set to set, to be drawn small beside it; empty if `run` draws them
        large."""
        return ()

    def run(self, name: str, row: StandingRow) -> Run:
        """A line's totals from the start on, to be drawn large; empty if `progress` is drawn beside
        it."""
        return ()

    def teams(self, event: Event, rows: Sequence[StandingRow]) -> tuple[TeamRow, ...]:
        """The ranking of teams over people; empty if boards have sides of their own."""
        return ()
