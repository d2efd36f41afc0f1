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
    """Rank the teams, the best first, those who share a place by name.

    In: everybody with their team; how many of each count (0: as many as the smallest team has);
    whether the lowest sum wins. Out: empty if nobody has a team.
    """
    teams: dict[str, list[Member]] = {}
    for member in sorted(members, key=lambda person: (person.rank, person.name)):
        if member.team:
            teams.setdefault(member.team, []).append(member)
    lines = {team: _join_entrants(people) for team, people in teams.items()}
    most = best or min(map(len, lines.values()), default=0)
    full = [team for team, people in lines.items() if len(people) >= most]
    short = [team for team, people in lines.items() if len(people) < most]
    standings: list[TeamStanding] = []
    for names, ahead, is_full in ((full, 0, True), (short, len(full), False)):
        sums = [sum(person.total for person in lines[team][:most]) for team in names]
        places = placings(sums, low_wins=low_wins)
        standings += [
            TeamStanding(
                team,
                total,
                ahead + place.rank,
                place.shared,
                tuple(lines[team][:most]),
                tuple(lines[team][most:]),
                is_full=is_full,
            )
            for team, total, place in zip(names, sums, places, strict=True)
        ]
    return tuple(sorted(standings, key=lambda standing: (standing.rank, standing.name)))


def _join_entrants(people: Sequence[Member]) -> list[Member]:
    """Return the members of a team, with people of one common total as one."""
    members: list[Member] = []
    place: dict[Hashable, int] = {}
    for person in people:
        at = place.get(person.entrant, -1) if person.entrant is not None else -1
        if at >= 0:
            members[at] = replace(members[at], name=f"{members[at].name} + {person.name}")
            continue
        place[person.entrant] = len(members)
        members.append(person)
    return members
