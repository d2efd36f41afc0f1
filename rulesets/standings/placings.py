"""Standings: equal totals share a place, and the next place is counted past them (1, 2, 2, 4); and
evenings of several games: one table over all their standings.

Plain rows in, plain rows out. Somebody who plays for a side has the line of the side, so partners
each get its points; people who are level get the same. There are three ways to count several games,
of which the host chooses one:

- "places": a point for playing, and one for everybody who finished behind;
- "share": 100 for the best total and 0 for the last, the others in proportion;
- "games": one for every game won.

Only games that are over count: who leads one that goes on has not won it, and may yet be last.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Literal, TypeVar, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


Worth = TypeVar("Worth", int, tuple[bool, int])


@dataclass(frozen=True, slots=True)
class Placing:
    """A rank, and whether somebody else shares it."""

    rank: int
    shared: bool


def placings(totals: Sequence[Worth], *, low_wins: bool = False) -> list[Placing]:
    """Return the place of each total (or of each key that ranks before the total), in the same
    order."""
    counts = Counter(totals)
    rank_of: dict[Worth, int] = {}
    rank = 1
    for total in sorted(counts, reverse=not low_wins):
        rank_of[total] = rank
        rank += counts[total]
    return [Placing(rank_of[total], counts[total] > 1) for total in totals]


# --- several games --------------------------------------------------------------------------------


Way = Literal["places", "share", "games"]
WAYS: tuple[Way, ...] = get_args(Way)
WHOLE = 100  # what the best one gets by share


@dataclass(frozen=True, slots=True)
class GameStanding:
    """A person's line in the standings of one game: who, the place, and the total."""

    person: int
    rank: int
    total: int


@dataclass(frozen=True, slots=True)
class OverallStanding:
    """A person's line in the overall table: the points of each game (None: was not in it), their
    sum, the place, and how many of the games were won."""

    person: int
    points: tuple[int | None, ...]
    total: int
    rank: int
    shared: bool
    won: int

    @property
    def played(self) -> int:
        """Return how many games the person was in."""
        return sum(points is not None for points in self.points)


def overall_standings(
    games: Sequence[Sequence[GameStanding]], way: Way
) -> tuple[OverallStanding, ...]:
    """Rank everybody who was in one of the games, the best first, people who are level in the order
    of their first lines."""
    each = [points_of_game(lines, way) for lines in games]
    first = [{line.person for line in lines if line.rank == 1} for lines in games]
    people = list(dict.fromkeys(line.person for lines in games for line in lines))
    totals = [sum(points.get(person, 0) for points in each) for person in people]
    rows = [
        OverallStanding(
            person,
            tuple(points.get(person) for points in each),
            total,
            place.rank,
            place.shared,
            sum(person in winners for winners in first),
        )
        for person, total, place in zip(people, totals, placings(totals), strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: row.rank))


def points_of_game(lines: Sequence[GameStanding], way: Way) -> Mapping[int, int]:
    """Return the points of one game for each person in it."""
    if way == "games":
        return {line.person: int(line.rank == 1) for line in lines}
    if way == "places":
        return {line.person: 1 + _behind(line, lines) for line in lines}
    return _shares(lines)


def _behind(line: GameStanding, lines: Sequence[GameStanding]) -> int:
    """Return how many people finished behind somebody."""
    return sum(other.rank > line.rank for other in lines)


def _shares(lines: Sequence[GameStanding]) -> Mapping[int, int]:
    """Return how close everybody came to the best, between the best and the last.

    Some games rank people by more than their totals: if a better place does not go with a better
    total, the places decide here too.
    """
    ordered = _is_by_totals(lines)
    value = {line.person: line.total if ordered else -line.rank for line in lines}
    ranks = [line.rank for line in lines]
    best = next((value[line.person] for line in lines if line.rank == min(ranks)), 0)
    last = next((value[line.person] for line in lines if line.rank == max(ranks)), 0)
    span = abs(best - last)
    if not span:
        return {line.person: WHOLE for line in lines}
    near = {person: abs(got - last) for person, got in value.items()}
    return {person: (2 * WHOLE * part + span) // (2 * span) for person, part in near.items()}


def _is_by_totals(lines: Sequence[GameStanding]) -> bool:
    """Return whether the places follow from the totals, whether high or low wins."""
    by_rank = sorted(lines, key=lambda line: line.rank)
    totals = [
        {line.total for line in level}
        for _rank, level in groupby(by_rank, key=lambda row: row.rank)
    ]
    if any(len(level) > 1 for level in totals):
        return False
    steps = [min(after) - min(before) for before, after in pairwise(totals)]
    return all(step > 0 for step in steps) or all(step < 0 for step in steps)
