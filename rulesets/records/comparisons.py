"""Some people among themselves: their places, who was ahead of whom; and two of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.records.house import House
    from rulesets.records.recorded_evenings import RecordedEvening
    from rulesets.records.summaries import EveningDetails

MOST_AMONG = 12


@dataclass(frozen=True, slots=True)
class AmongFigures:
    """Somebody among some people: the evenings with all of them, how many ended ahead of all the
    others, the mean share of them beaten; rounds with each at one table. `places` says how often
    each place among them was reached, `ahead_of` how many evenings ended ahead of each other."""

    who: int
    evenings: int
    ahead: int
    beaten: float | None
    tables: Mapping[int, int]
    places: Mapping[int, int]
    ahead_of: Mapping[int, int]


def evenings_with(house: House, people: Sequence[int], *, alone: bool = False) -> list[int]:
    """Return the places of the evenings with all of these people; with `alone` without those in
    which one of them shared a chair."""
    return [
        at
        for at, evening in enumerate(house.evenings)
        if evening.chair_of.keys() >= set(people)
        and not (alone and any(evening.is_shared(who) for who in people))
    ]


def among(
    house: House,
    people: Sequence[int],
    details: Mapping[int, EveningDetails],
    *,
    alone: bool = False,
) -> tuple[AmongFigures, ...]:
    """Compare people in the evenings with all of them. `details` by key of the evening."""
    evenings = [house.evenings[at] for at in evenings_with(house, people, alone=alone)]
    return tuple(_among(evenings, who, people, details) for who in people)


def _among(
    evenings: Sequence[RecordedEvening],
    who: int,
    people: Sequence[int],
    details: Mapping[int, EveningDetails],
) -> AmongFigures:
    ahead, shares = 0, list[float]()
    tables, places, ahead_of = Counter[int](), Counter[int](), Counter[int]()
    for evening in evenings:
        chairs = evening.summary.chairs
        own = evening.chair_of[who]
        ranks = {chairs[evening.chair_of[other]].side: chairs[evening.chair_of[other]].rank
                 for other in people}  # fmt: skip
        mine = chairs[own].rank
        others = [rank for side, rank in ranks.items() if side != chairs[own].side]
        ahead += bool(others) and all(rank > mine for rank in others)
        places[1 + sum(rank < mine for rank in others)] += 1
        if others:
            behind = sum(rank > mine for rank in others) + sum(r == mine for r in others) / 2
            shares.append(behind / len(others))
        by_pair = {frozenset(pair): rounds for *pair, rounds in details[evening.key].encounters}
        for other in people:
            chair = evening.chair_of[other]
            tables[other] += by_pair.get(frozenset((own, chair)), 0)
            ahead_of[other] += chairs[chair].rank > mine
    mean = sum(shares) / len(shares) if shares else None
    return AmongFigures(who, len(evenings), ahead, mean, tables, places, ahead_of)


Meeting = Literal["ahead", "level", "behind", "together"]


@dataclass(frozen=True, slots=True)
class Duel:
    """Two people: how each evening with both ended for the first of them (places in the house's
    order); evenings in one chair are in none."""

    first: int
    second: int
    results: tuple[tuple[int, Meeting], ...]

    def counts(self, house: House, game: str = "") -> Counter[Meeting]:
        """Return how often each came, in all games or one."""
        return Counter(
            how for at, how in self.results if not game or house.evenings[at].game == game
        )


def duel(house: House, first: int, second: int) -> Duel:
    """Return two people against each other."""
    return Duel(first, second, tuple(_meetings(house, first, second)))


def _meetings(house: House, first: int, second: int) -> Iterator[tuple[int, Meeting]]:
    for at in evenings_with(house, (first, second)):
        evening = house.evenings[at]
        mine, theirs = (evening.chair_of[who] for who in (first, second))
        if mine == theirs:
            continue
        own, other = evening.summary.chairs[mine], evening.summary.chairs[theirs]
        if own.side == other.side:
            yield at, "together"
        elif own.rank == other.rank:
            yield at, "level"
        else:
            yield at, "ahead" if own.rank < other.rank else "behind"
