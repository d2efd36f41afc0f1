"""Awards of an evening besides the places, counted from the standings.

Each has a sentence that says why. There is none where it would mean little: with few people, after
few sets, or if several share it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from django.utils.translation import gettext as _

from rulesets.standings.placings import placings
from tournaments.standings.rows import in_divisions, lines_of_totals
from tournaments.web.wording import spoken_place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tournaments.standings.rows import StandingRow, Standings

Kind = Literal["climb", "set", "role", "start"]
MOST = 4
MOST_NAMES = 2  # at most so many share an award
FEWEST = 5  # people; with fewer, places mean little
FEWEST_SETS = 3
LEAST_CLIMB = 3  # places
LEAST_OF_A_ROLE = 3


@dataclass(frozen=True, slots=True)
class Award:
    """`kind` names its picture; `words` say why."""

    kind: Kind
    title: str
    names: tuple[str, ...]
    words: str


def awards(
    table: Standings, *, low_wins: bool, numbered: Callable[[int], str]
) -> tuple[Award, ...]:
    """The awards of an evening. `numbered` is the name of a set or round in a sentence ("set
    3")."""
    rows = table.rows
    if table.teams or len(_lines(rows)) < FEWEST:
        return ()
    candidates = [*_best_set(rows, numbered, low_wins=low_wins), *_best_of_roles(rows)]
    if table.by_total:  # else nobody's totals say where they stood
        candidates = [
            *_climb(rows, numbered, low_wins=low_wins),
            *candidates,
            *_best_start(rows, numbered, low_wins=low_wins),
        ]
    return tuple(candidates[:MOST])


def _lines(rows: Sequence[StandingRow]) -> Sequence[StandingRow]:
    """One line for each side that has one total together."""
    return tuple(first for first, *_others in lines_of_totals(rows))


def _names(rows: Sequence[StandingRow]) -> tuple[str, ...]:
    return tuple(name for row in rows for name in (row.side or (row.name,)))


def _courses(rows: Sequence[StandingRow]) -> list[tuple[int, ...]]:
    """Everybody's totals after each set, if all have equally many; else empty."""
    played = [row.progress[len(row.progress) - len(row.sets) :] for row in rows]
    lengths = {len(totals) for totals in played}
    return played if len(lengths) == 1 and lengths.pop() >= FEWEST_SETS else []


def _climb(
    rows: Sequence[StandingRow], numbered: Callable[[int], str], *, low_wins: bool
) -> Iterator[Award]:
    """Whoever climbed furthest from the worst place after a set to the final place."""
    lines = _lines(in_divisions(rows))
    # Places, who, from where, after which set; within the division, where there are several.
    climbs: list[tuple[int, int, int, int]] = []
    begin = 0
    for _name, several in groupby(lines, key=lambda row: row.division):
        mine = tuple(several)
        for number, totals in enumerate(zip(*_courses(mine), strict=True), 1):
            ranks = placings(totals, low_wins=low_wins)
            climbs += [
                (place.rank - mine[who].rank, begin + who, place.rank, number)
                for who, place in enumerate(ranks)
            ]
        begin += len(mine)
    if not climbs:
        return
    most = max(climbs)[0]
    best = {who: (rank, number) for up, who, rank, number in climbs if up == most}
    if most < LEAST_CLIMB or len(best) > 1:
        return
    [(who, (rank, number))] = best.items()
    words = _("From place {before} after {set} to place {now}")
    words = words.format(before=rank, set=numbered(number), now=lines[who].rank)
    yield Award("climb", _("The long climb"), _names([lines[who]]), words)


def _best_set(
    rows: Sequence[StandingRow], numbered: Callable[[int], str], *, low_wins: bool
) -> Iterator[Award]:
    """The best score of a single set; none if the lowest wins and a set cost nothing."""
    lines = _lines(rows)
    scores = [
        (points, who, number)
        for who, row in enumerate(lines)
        for number, points in enumerate(row.sets, 1)
        if points is not None
    ]
    if low_wins or len({number for _points, _who, number in scores}) < FEWEST_SETS:
        return
    most = max(points for points, _who, _number in scores)
    best = [(who, number) for points, who, number in scores if points == most]
    if most <= 0 or len({who for who, _number in best}) > MOST_NAMES:
        return
    _who, number = best[0]
    sharers = [lines[index] for index in dict.fromkeys(who for who, _number in best)]
    words = _("{points} in {set}") if len(sharers) == 1 else _("{points} each")
    words = words.format(points=most, set=numbered(number))
    yield Award("set", _("The biggest score"), _names(sharers), words)


def _best_of_roles(rows: Sequence[StandingRow]) -> Iterator[Award]:
    """The best of each role, except the role of the winners."""
    roles: dict[str, list[StandingRow]] = {}
    for row in rows:
        if row.role:
            roles.setdefault(row.role, []).append(row)
    if len(roles) < 2:
        return
    for members in roles.values():
        first = members[0].rank
        best = [row for row in members if row.rank == first]
        if first == 1 or len(members) < LEAST_OF_A_ROLE or len(best) > MOST_NAMES:
            continue
        title = _("Best {role}").format(role=best[0].role_name)
        words = _("{place}, with {total}").format(place=spoken_place(first), total=best[0].total)
        yield Award("role", title, _names(best), words)


def _best_start(
    rows: Sequence[StandingRow], numbered: Callable[[int], str], *, low_wins: bool
) -> Iterator[Award]:
    """Who led first, if somebody else won; none with several divisions."""
    lines = _lines(rows)
    courses = _courses(lines)
    if not courses or any(row.division for row in lines):
        return
    ranks = placings([totals[0] for totals in courses], low_wins=low_wins)
    first = [lines[who] for who, place in enumerate(ranks) if place.rank == 1]
    if len(first) != 1 or first[0].rank == 1:
        return
    words = _("In the lead after {set}, and in place {now} at the end")
    words = words.format(set=numbered(1), now=first[0].rank)
    yield Award("start", _("The flying start"), _names(first), words)
