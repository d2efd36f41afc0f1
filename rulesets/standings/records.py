"""A person's evenings as lines of standings: best and worst totals and rounds. Everything else is
counted by `rulesets.records`.

An evening is the final standings of one event: a line for each person. People with one common total
(a team, partners) are a side. Totals of different games are never added up, because they cannot be
compared; over several games only places and rounds count.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

PODIUM = 3  # places; a win is always one, the others only where more sides than these took part


@dataclass(frozen=True, slots=True)
class FinalStanding:
    """A person's line at the end of an evening.

    `rounds` are the points of each round (or set), None if the person took no part; rounds are won
    among the people at one `table`. `partners` share the total of one `side`. `joined`: came to a
    game that went on, with a total that was given and not made.
    """

    who: int
    side: Hashable
    rank: int
    total: int
    rounds: tuple[int | None, ...] = ()
    table: str = ""
    sat_out: int = 0
    joined: bool = False


@dataclass(frozen=True, slots=True)
class EveningStandings:
    """The final standings of an event. `low`: the lowest points win. `reseated`: tables changed
    before the end, so it is unknown who won a round."""

    key: int
    year: int
    game: str
    lines: tuple[FinalStanding, ...]
    low: bool = False
    reseated: bool = False

    def line(self, who: int) -> FinalStanding | None:
        return next((line for line in self.lines if line.who == who), None)


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


@dataclass(frozen=True, slots=True)
class EveningResult(Outcome):
    """How an evening ended for one person, with what they made.

    `rounds` are those that the person played, `numbers` which they were (from 1). `won` says for
    each round whether it was won; None for one that the person did not play, or if it is unknown.
    `field` is everybody's average per round.
    """

    key: int
    year: int
    game: str
    total: int
    rounds: tuple[int, ...]
    numbers: tuple[int, ...]
    won: tuple[bool | None, ...]
    field: float
    sat_out: int
    joined: bool = False


def evening_result(evening: EveningStandings, who: int) -> EveningResult | None:
    """Return how an evening ended for a person; None for somebody who is not in it."""
    mine = evening.line(who)
    if mine is None:
        return None
    others = {line.side: line.rank for line in evening.lines if line.side != mine.side}.values()
    brought = [points for line in evening.lines for points in line.rounds if points is not None]
    return EveningResult(
        key=evening.key,
        year=evening.year,
        game=evening.game,
        ahead=sum(rank < mine.rank for rank in others),
        level=sum(rank == mine.rank for rank in others),
        behind=sum(rank > mine.rank for rank in others),
        total=mine.total,
        rounds=tuple(points for points in mine.rounds if points is not None),
        numbers=tuple(at for at, points in enumerate(mine.rounds, 1) if points is not None),
        won=rounds_won(evening, mine),
        field=sum(brought) / len(brought) if brought else 0.0,
        sat_out=mine.sat_out,
        joined=mine.joined,
    )


def rounds_won(evening: EveningStandings, mine: FinalStanding) -> tuple[bool | None, ...]:
    """Return whether each round was won: nobody at the table scored more (or less, if the lowest
    wins), and somebody did worse. None for a round that was not played, or if it is unknown."""
    if evening.reseated:
        return (None,) * len(mine.rounds)
    best = min if evening.low else max
    table = [line.rounds for line in evening.lines if line.table == mine.table]
    results: list[bool | None] = []
    for number, points in enumerate(mine.rounds):
        column = [rounds[number] for rounds in table if number < len(rounds)]
        scores = [score for score in column if score is not None]
        alike = points is None or min(scores) == max(scores)
        results.append(None if points is None else not alike and points == best(scores))
    return tuple(results)


@dataclass(frozen=True, slots=True)
class Tally:
    """The totals of several evenings. Averages are None if there is nothing to average."""

    evenings: int = 0
    wins: int = 0
    shared_wins: int = 0  # of the wins
    podium: int = 0
    last_places: int = 0
    beaten: float | None = None  # mean part of the others left behind
    place: float | None = None  # mean place
    rounds: int = 0
    rounds_won: int = 0
    sat_out: int = 0


def tally(results: Iterable[EveningResult]) -> Tally:
    """Add up evenings, of any games."""
    evenings = list(results)
    outcomes = [won for evening in evenings for won in evening.won if won is not None]
    return Tally(
        evenings=len(evenings),
        wins=sum(evening.is_win for evening in evenings),
        shared_wins=sum(evening.is_win and evening.level > 0 for evening in evenings),
        podium=sum(evening.is_podium for evening in evenings),
        last_places=sum(evening.is_last for evening in evenings),
        beaten=mean([evening.beaten for evening in evenings]),
        place=mean([evening.place for evening in evenings]),
        rounds=sum(len(evening.rounds) for evening in evenings),
        rounds_won=sum(outcomes),
        sat_out=sum(evening.sat_out for evening in evenings),
    )


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The score of one round: the evening's `key`, and the `number` of the round in it."""

    points: int
    key: int
    number: int


@dataclass(frozen=True, slots=True)
class Scores:
    """The totals and rounds of one game; `field` is everybody's average over the rounds played.
    `best` and `worst` are None for who was never there from the first round on."""

    best: EveningResult | None
    worst: EveningResult | None
    best_round: RoundResult | None
    worst_round: RoundResult | None
    mean: float | None
    field: float | None


def scores(results: Sequence[EveningResult], *, low: bool = False) -> Scores:
    """Return the best, worst and average totals and rounds of evenings of one game (at least one);
    the first of equal ones."""
    rounds = [points for evening in results for points in evening.rounds]
    round_results = [
        RoundResult(points, evening.key, number)
        for evening in results
        for points, number in zip(evening.rounds, evening.numbers, strict=True)
    ]
    sign = -1 if low else 1
    whole = [evening for evening in results if not evening.joined]
    everybody = sum(evening.field * len(evening.rounds) for evening in results)
    return Scores(
        best=max(whole, key=lambda evening: sign * evening.total, default=None),
        worst=min(whole, key=lambda evening: sign * evening.total, default=None),
        best_round=max(round_results, key=lambda score: sign * score.points, default=None),
        worst_round=min(round_results, key=lambda score: sign * score.points, default=None),
        mean=mean(rounds),
        field=everybody / len(rounds) if rounds else None,
    )


def by_game(results: Iterable[EveningResult]) -> dict[str, list[EveningResult]]:
    """Group results by game, the most played game first; their order within a game stays."""
    groups: dict[str, list[EveningResult]] = {}
    for result in results:
        groups.setdefault(result.game, []).append(result)
    return dict(sorted(groups.items(), key=lambda pair: (-len(pair[1]), pair[0])))


def by_year(results: Iterable[EveningResult]) -> dict[int, list[EveningResult]]:
    """Group results by year, the oldest first."""
    ordered = sorted(results, key=lambda result: result.year)
    return {year: list(group) for year, group in groupby(ordered, key=lambda result: result.year)}


def longest_run(won: Iterable[bool | None]) -> int:
    """Return the longest run of wins; evenings not played (None) neither count nor end a run."""
    longest = run = 0
    for is_win in won:
        if is_win is not None:
            run = run + 1 if is_win else 0
            longest = max(longest, run)
    return longest


def mean(values: Sequence[float]) -> float | None:
    """Return the average; None of nothing."""
    return sum(values) / len(values) if values else None
