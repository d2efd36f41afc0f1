"""A finished evening as records read it: its summary, with the people of its chairs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rulesets.records.played_evenings import date_order, year_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulesets.records.summaries import EveningSummary

PODIUM = 3  # places; a win is always one, the others only where more sides than these took part
DIGITS = 9  # to which averages are compared: sums of the same numbers may differ beyond them
Kind = tuple[str, str, int]
"""Game, format, deals a round: points compare within one only."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an evening ended for a person or a chair: the number of sides `ahead`, on the same place
    (`level`) and `behind`."""

    ahead: int
    level: int
    behind: int

    @property
    def place(self) -> int:
        """Return the place among the sides, from 1."""
        return self.ahead + 1

    @property
    def sides(self) -> int:
        """Return how many sides took part."""
        return self.ahead + self.level + self.behind + 1

    @property
    def beaten(self) -> float:
        """Return the share of the other sides that finished behind, counting half for those who are
        level: 1 for winning alone, 0 for coming last alone; ½ without any others, as on the average
        over everybody."""
        others = self.sides - 1
        return (self.behind + self.level / 2) / others if others else 0.5

    @property
    def is_win(self) -> bool:
        return not self.ahead

    @property
    def is_podium(self) -> bool:
        return self.is_win or self.place <= PODIUM < self.sides

    @property
    def is_last(self) -> bool:
        """Return whether nobody finished behind, and somebody ahead."""
        return self.ahead > 0 and not self.behind


@dataclass(frozen=True)
class RecordedEvening:
    """A finished event: `date` is ISO, or a year alone; `people` are those of each chair,
    `holders` those who have a prize."""

    key: int
    name: str
    date: str
    summary: EveningSummary
    people: tuple[tuple[int, ...], ...]
    holders: frozenset[int] = frozenset()

    @property
    def game(self) -> str:
        return self.summary.game

    @property
    def year(self) -> int:
        return year_of(self.date)

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How it ended for each chair."""
        chairs = self.summary.chairs
        counts = Counter({chair.side: chair.rank for chair in chairs}.values())
        by_rank, ahead, sides = dict[int, Outcome](), 0, counts.total()
        for rank in sorted(counts):
            level = counts[rank]
            by_rank[rank] = Outcome(ahead, level - 1, sides - ahead - level)
            ahead += level
        return tuple(by_rank[chair.rank] for chair in chairs)

    @cached_property
    def _chairs_in_order(self) -> tuple[int, ...]:
        """All chairs in the order in which people are named: as in the standings, but partners in
        that in which they were entered."""
        chairs = self.summary.chairs
        first: dict[int, int] = {}
        for at, chair in enumerate(chairs):
            first.setdefault(chair.side, at)
        order = sorted(range(len(chairs)), key=lambda at: (first[chairs[at].side], chairs[at].key))
        return tuple(order)

    @cached_property
    def chair_of(self) -> dict[int, int]:
        """The chair of each person, in the order in which people are named."""
        return {who: at for at in self._chairs_in_order for who in self.people[at]}

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """Everybody who won, in the order in which people are named."""
        return tuple(who for who, at in self.chair_of.items() if self.outcomes[at].is_win)

    @property
    def has_one_winner(self) -> bool:
        """Whether one side won alone."""
        chairs = zip(self.summary.chairs, self.outcomes, strict=True)
        return len({chair.side for chair, outcome in chairs if outcome.is_win}) == 1

    def is_shared(self, who: int) -> bool:
        """Whether a person shared a chair."""
        return len(self.people[self.chair_of[who]]) > 1

    def above_room(self, chair: int) -> float | None:
        """Return the mean of a chair's rounds above the room; None without any."""
        sums = self.summary.chairs[chair]
        return sums.above / self.summary.scale / sums.rounds if sums.rounds else None

    def partnerships(self) -> Iterator[tuple[tuple[int, int], int, float]]:
        """Yield all partners, once each: two people in the order in which they were entered, rounds
        together, points above the room."""
        for first, second, rounds, above, second_above in zip(
            *self.summary.partnerships, strict=True
        ):
            points = (above + second_above) / 2 / self.summary.scale
            earlier, later = sorted((first, second), key=lambda at: self.summary.chairs[at].key)
            for who in self.people[earlier]:
                for partner in self.people[later]:
                    yield (who, partner), rounds, points


def in_order(evenings: Iterable[RecordedEvening]) -> list[RecordedEvening]:
    """Sort evenings by date (a year alone comes last in it), then by name."""
    return sorted(
        evenings, key=lambda evening: (date_order(evening.date), evening.name, evening.key)
    )


def commonest_kind(evenings: Sequence[RecordedEvening]) -> Kind | None:
    """Return the kind of most of these evenings, of equal ones the last played; None of nothing."""
    counts = Counter(evening.summary.kind for evening in evenings)
    last = {evening.summary.kind: at for at, evening in enumerate(evenings)}
    return max(counts, key=lambda kind: (counts[kind], last[kind]), default=None)


def is_level(first: float, second: float) -> bool:
    """Whether two averages are the same, as far as sums of fractions can tell."""
    return round(first - second, DIGITS) == 0
