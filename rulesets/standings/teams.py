"""Teams over individuals: people play for a team, and the best of each team add up to a second
ranking.

Equally many members of every team count, the best ones. A team with fewer people comes after those
with enough. Equal sums share a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulesets.standings.placings import placings

if TYPE_CHECKING:
    from collections.abc import Hashable


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a team (or of none: ""): the total and the place among all people. People with
    one common `entrant`, such as fixed partners, count as one."""

    name: str
    team: str
    total: int
    rank: int
    entrant: Hashable = None


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team's place: the sum of the members who are `counted`, the best first; its `others`;
    `is_full` if it has as many as should count."""

    name: str
    total: int
    rank: int
    shared: bool
    counted: tuple[Member, ...]
    others: tuple[Member, ...] = ()
    is_full: bool = True


def rank_teams(
    members: Iterable[Member], best: int = 0, *, low_wins: bool = False
) -> tuple[TeamStanding, ...]:
    """The teams, the best first, those who share a place by name.

    In: everybody with their team; how many of each count (0: as many as the smallest team has);
    whether the lowest sum wins. Out: empty if nobody has a team.
    """
    teams: dict[str, list[Member]] = {}
    for member in sorted(members, key=lambda one: (one.rank, one.name)):
        if member.team:
            teams.setdefault(member.team, []).append(member)
    lines = {team: _one_of_each(people) for team, people in teams.items()}
    wanted = best or min(map(len, lines.values()), default=0)
    full = [team for team, people in lines.items() if len(people) >= wanted]
    short = [team for team, people in lines.items() if len(people) < wanted]
    found: list[TeamStanding] = []
    for names, ahead, is_full in ((full, 0, True), (short, len(full), False)):
        sums = [sum(one.total for one in lines[team][:wanted]) for team in names]
        places = placings(sums, low_wins=low_wins)
        found += [
            TeamStanding(
                team,
                total,
                ahead + place.rank,
                place.shared,
                tuple(lines[team][:wanted]),
                tuple(lines[team][wanted:]),
                is_full=is_full,
            )
            for team, total, place in zip(names, sums, places, strict=True)
        ]
    return tuple(sorted(found, key=lambda one: (one.rank, one.name)))


def _one_of_each(people: Sequence[Member]) -> list[Member]:
    """The members of a team, counting those with one common total once."""
    found: list[Member] = []
    place: dict[Hashable, int] = {}
    for one in people:
        at = place.get(one.entrant, -1) if one.entrant is not None else -1
        if at >= 0:
            found[at] = replace(found[at], name=f"{found[at].name} + {one.name}")
            continue
        place[one.entrant] = len(found)
        found.append(one)
    return found
