"""Evenings under one name as a season: points by place, or one of the ways of an evening of several
games; the best evenings count; who can still win, and what it takes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cmp_to_key
from typing import TYPE_CHECKING

from rulesets.standings.placings import WHOLE, GameStanding, Way, points_of_game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LAST = 0  # stands for no place with points: being there is enough
BEYOND = (
    1_000_000  # a place behind all that have points: it decides last among people who are level
)


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How a season counts: `way` is one of `placings`, or the points of the first places. The
    `best` evenings count (0: all), `least` are needed to be ranked, `left` are still to be
    played."""

    way: Way | tuple[int, ...]
    best: int = 0
    least: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """Somebody's season. `points` by evening (None: was not there), `counted` those that count;
    `rank` is None without enough evenings. `needs` are the places it takes in further evenings (0:
    any), None for who cannot win any more."""

    who: int
    points: tuple[int | None, ...]
    counted: tuple[bool, ...]
    total: int
    rank: int | None
    can_win: bool
    needs: tuple[int, ...] | None
    most: int

    @property
    def evenings(self) -> int:
        return sum(points is not None for points in self.points)


@dataclass(slots=True)
class _Run:
    """Somebody's season, as it stands or as it could become."""

    who: int
    points: list[int]
    places: Counter[int] = field(default_factory=Counter)

    def total(self, rules: SeasonRules) -> int:
        ordered = sorted(self.points, reverse=True)
        return sum(ordered[: rules.best] if rules.best else ordered)

    def with_places(self, places: Sequence[int], points: Sequence[int]) -> _Run:
        """Return the season with these further places, and the points for them."""
        more = Counter(place or BEYOND for place in places)
        return _Run(self.who, [*self.points, *points], self.places + more)


def season(evenings: Sequence[Sequence[GameStanding]], rules: SeasonRules) -> list[SeasonLine]:
    """Rank everybody of a season, the best first, those with too few evenings last."""
    table = _Season(evenings, rules)
    lines = [table.line(who) for who in table.runs]
    return sorted(
        lines, key=lambda line: (line.rank is None, line.rank or 0, -line.total, line.who)
    )


class _Season:
    def __init__(self, evenings: Sequence[Sequence[GameStanding]], rules: SeasonRules) -> None:
        self.rules = rules
        self.places = [_places(evening) for evening in evenings]
        self.points = [
            _points(evening, places, rules.way)
            for evening, places in zip(evenings, self.places, strict=True)
        ]
        people = dict.fromkeys(who for places in self.places for who in places)
        self.runs = {
            who: _Run(
                who,
                [points[who] for points in self.points if who in points],
                Counter(places[who] for places in self.places if who in places),
            )
            for who in people
        }
        self.field = max((len(places) for places in self.places), default=0)
        self.ranked = [run for run in self.runs.values() if len(run.points) >= rules.least]
        self.ranks = self._ranks()

    def line(self, who: int) -> SeasonLine:
        run, rules = self.runs[who], self.rules
        rank = self.ranks.get(who)
        needs = self.needs(run)
        points = tuple(evening.get(who) for evening in self.points)
        best = run.with_places((), [self.worth(1)] * rules.left)
        return SeasonLine(
            who=who,
            points=points,
            counted=_counted(points, rules.best),
            total=run.total(rules),
            rank=rank,
            can_win=self.can_win(run),
            needs=needs,
            most=best.total(rules),
        )

    def worth(self, place: int) -> int:
        """Return the points of a place in a further evening, with as many people as ever came."""
        way = self.rules.way
        if isinstance(way, tuple):
            return way[place - 1] if 0 < place <= len(way) else 0
        if place == LAST:
            return 1 if way == "places" else 0
        if way == "places":
            return max(0, self.field - place + 1)
        return {"share": WHOLE, "games": 1}[way] if place == 1 else 0

    @property
    def last_place(self) -> int:
        """The last place that has points."""
        way = self.rules.way
        if isinstance(way, tuple):
            return max((place for place, points in enumerate(way, 1) if points > 0), default=0)
        return self.field if way == "places" else 1

    # --- places -----------------------------------------------------------------------------------

    def _ranks(self) -> dict[int, int]:
        """Return the rank of everybody with enough evenings."""
        order = sorted(self.ranked, key=cmp_to_key(self._compare))
        ranks: dict[int, int] = {}
        groups: list[list[_Run]] = []
        for run in order:
            if groups and self._compare(groups[-1][0], run) == 0:
                groups[-1].append(run)
            else:
                groups.append([run])
        for group in groups:
            for part in self._by_last_meeting(group):
                rank = len(ranks) + 1
                ranks.update({run.who: rank for run in part})
        return ranks

    def _compare(self, first: _Run, second: _Run) -> int:
        """Compare two seasons by points, then by wins, seconds, …; below 0 if the first is
        better."""
        key, other = (run.total(self.rules) for run in (first, second))
        if key != other:
            return other - key
        for place in sorted({*first.places, *second.places}):
            if first.places[place] != second.places[place]:
                return second.places[place] - first.places[place]
        return 0

    def _by_last_meeting(self, group: Sequence[_Run]) -> list[list[_Run]]:
        """Separate people who are level by the last evening at which all of them were."""
        people = [run.who for run in group]
        last = next(
            (places for places in reversed(self.places) if all(who in places for who in people)),
            None,
        )
        if len(group) < 2 or last is None:
            return [list(group)]
        by_place: dict[int, list[_Run]] = {}
        for run in sorted(group, key=lambda run: last[run.who]):
            by_place.setdefault(last[run.who], []).append(run)
        if len(by_place) < 2:
            return [list(group)]
        return [part for level in by_place.values() for part in self._by_last_meeting(level)]

    # --- who can still win ------------------------------------------------------------------------

    def _is_first(self, run: _Run) -> bool:
        """Whether nobody who is ranked would be above somebody, if the others stay away."""
        rivals = [other for other in self.ranked if other.who != run.who]
        if any(self._compare(other, run) < 0 for other in rivals):
            return False
        level = [other for other in rivals if self._compare(other, run) == 0]
        return not level or run in self._by_last_meeting([run, *level])[0]

    def can_win(self, run: _Run) -> bool:
        """Whether winning all that is left, with the others away, would leave nobody above."""
        left = self.rules.left
        if len(run.points) + left < self.rules.least:
            return False
        return self._is_first(run.with_places([1] * left, [self.worth(1)] * left))

    def needs(self, run: _Run) -> tuple[int, ...] | None:
        """Return the least that it takes: wins and the worst place that does, then 0 for each
        further evening that ranking needs."""
        left, least = self.rules.left, self.rules.least
        if not self.can_win(run):
            return None
        for count in range(left + 1):
            missing = max(0, least - len(run.points) - count)
            if count + missing > left:
                continue
            for last in range(self.last_place, 0, -1) if count else (LAST,):
                places = [1] * (count - 1) + [last] if count else []
                places += [LAST] * missing
                if self._is_first(run.with_places(places, [self.worth(place) for place in places])):
                    return tuple(places)
        return None


def _places(evening: Sequence[GameStanding]) -> dict[int, int]:
    return {line.person: line.rank for line in evening}


def _points(
    evening: Sequence[GameStanding], places: Mapping[int, int], way: Way | tuple[int, ...]
) -> dict[int, int]:
    """Return what an evening brings everybody."""
    if not isinstance(way, tuple):
        return dict(points_of_game(evening, way))
    return {who: way[place - 1] if place <= len(way) else 0 for who, place in places.items()}


def _counted(points: Sequence[int | None], best: int) -> tuple[bool, ...]:
    """Return which evenings count: the best, of equal ones the later."""
    there = [at for at, value in enumerate(points) if value is not None]
    there.sort(key=lambda at: (points[at] or 0, at), reverse=True)
    chosen = set(there[:best] if best else there)
    return tuple(at in chosen for at in range(len(points)))
