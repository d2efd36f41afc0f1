"""Who has the prizes of an evening, which were named before it was played.

Prizes are given in their order. Whoever has one is passed over where the host wants that: the next
in line has it. Several who are level share a prize, unless one of them has won a cut for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

PrizeKind = Literal["place", "last", "role", "team", "round", "lot"]


@dataclass(frozen=True, slots=True)
class NamedPrize:
    """A prize. `place` is that of the first kind, `group` the role or team of others, `seed` the
    source of a lot, `cut` who won the cut among those level (None: nobody cut)."""

    kind: PrizeKind
    place: int = 0
    group: str = ""
    seed: int = 0
    cut: int | None = None


@dataclass(frozen=True, slots=True)
class Finisher:
    """A line of the final standings: `best_round` is the most that a round brought above the
    average of the room (None: no rounds are known)."""

    key: int
    rank: int
    role: str = ""
    team: str = ""
    best_round: float | None = None


class PrizeHolders(NamedTuple):
    """The keys of those who have a prize, and of those who were `level` for it before a cut: the
    same where nobody cut. Both empty: nobody fits."""

    holders: tuple[int, ...]
    level: tuple[int, ...]


def best_rounds(sets: Sequence[Sequence[int | None]], *, low: bool = False) -> list[float | None]:
    """Return for each line the most that one of its rounds was above the average of all lines in
    that round; `low`: the fewest points are the best."""
    sign = -1 if low else 1
    above: list[list[float]] = [[] for _line in sets]
    for number in range(max(map(len, sets), default=0)):
        points = [
            (at, value)
            for at, line in enumerate(sets)
            if number < len(line) and (value := line[number]) is not None
        ]
        mean = sum(value for _at, value in points) / max(1, len(points))
        for at, value in points:
            above[at].append(sign * (value - mean))
    return [max(values, default=None) for values in above]


def prize_holders(
    prizes: Iterable[NamedPrize],
    finishers: Sequence[Finisher],
    *,
    passes_over: bool,
    others: Collection[int] = (),
) -> list[PrizeHolders]:
    """Return those who have each prize, in the order of the prizes. `others` have something else,
    and take part in no lot if those who have something are passed over."""
    by_prize: list[PrizeHolders] = []
    owners: set[int] = set()
    for prize in prizes:
        free = finishers
        if passes_over:
            rest = {*others} if prize.kind == "lot" else set()
            free = [line for line in finishers if line.key not in owners | rest]
        level = _candidates(prize, free)
        if not level and any(line.rank == prize.place for line in finishers):
            level = _first([line for line in free if line.rank > prize.place], _rank)
        holders = level if prize.cut is None or prize.cut not in level else (prize.cut,)
        by_prize.append(PrizeHolders(holders, level))
        owners.update(holders)
    return by_prize


def _candidates(prize: NamedPrize, finishers: Sequence[Finisher]) -> tuple[int, ...]:
    """Return those who are level at the head of the line for a prize."""
    if prize.kind == "place":
        return tuple(line.key for line in finishers if line.rank == prize.place)
    if prize.kind == "last":
        return _first(finishers, lambda line: -line.rank)
    if prize.kind == "role":
        return _first([line for line in finishers if line.role == prize.group], _rank)
    if prize.kind == "team":
        return _first([line for line in finishers if line.team == prize.group], _rank)
    if prize.kind == "round":
        players = [line for line in finishers if line.best_round is not None]
        return _first(players, lambda line: -round(line.best_round or 0, 9))
    keys = sorted(line.key for line in finishers)
    draw = Random(prize.seed)  # noqa: S311  a lot that can be drawn again
    return (draw.choice(keys),) if keys else ()


def _rank(line: Finisher) -> float:
    return line.rank


def _first(finishers: Sequence[Finisher], order: Callable[[Finisher], float]) -> tuple[int, ...]:
    least = min(map(order, finishers), default=0)
    return tuple(line.key for line in finishers if order(line) == least)
