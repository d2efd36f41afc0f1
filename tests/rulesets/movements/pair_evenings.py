"""Evenings of fixed pairs, round by round, for the tests of the movements that keep partners."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from rulesets.movements.movement import PlannedMovement
from rulesets.movements.seating import Guest, Past, Seating, as_past

Pair = frozenset[int]


def crowd(*people: int, keeps: Iterable[int] = ()) -> list[Guest]:
    return [Guest(person, "", person in keeps) for person in people]


def assert_all_placed(seating: Seating, guests: Iterable[Guest], tables: int | None = None) -> None:
    """Everybody has one chair or sits out; at so many tables, if that is said."""
    placed = [who for table in seating.tables for who in table]
    placed += [out.id for out in seating.sitting_out]
    assert sorted(placed) == sorted(guest.id for guest in guests)
    assert tables in (None, len(seating.tables))


def partners(seating: Seating | Past) -> set[Pair]:
    return {frozenset(side) for table in seating.tables for side in (table[::2], table[1::2])}


def meetings(rounds: Iterable[Past]) -> Counter[frozenset[Pair]]:
    return Counter(
        frozenset((frozenset(table[::2]), frozenset(table[1::2])))
        for played in rounds
        for table in played.tables
    )


def in_order(points: Counter[int], people: Iterable[int]) -> list[list[int]]:
    """People by what they carry, the best first."""
    groups: dict[int, list[int]] = {}
    for person in people:
        groups.setdefault(points[person], []).append(person)
    return [groups[total] for total in sorted(groups, reverse=True)]


class PairEvening:
    """Rounds seated by a movement; North and South mostly win, by lot."""

    def __init__(self, movement: Any, seed: int | str = 1, **questions: Any) -> None:
        self.movement, self.seed, self.asked = movement, seed, questions
        self.past: list[Past] = []
        self.points: Counter[int] = Counter()

    def seat(self, guests: Sequence[Guest]) -> Seating:
        """The next round, which is not played yet."""
        ahead = isinstance(self.movement.movement, PlannedMovement)
        rng = random.Random(self.seed if ahead else f"{self.seed} {len(self.past)}")
        more = {} if ahead else {"order": in_order(self.points, sorted(g.id for g in guests))}
        seating: Seating = self.movement.next_seats(
            guests, self.past, (), rng=rng, **self.asked, **more
        )
        assert_all_placed(seating, guests)
        return seating

    def play(self, guests: Sequence[Guest]) -> Seating:
        """The next round, played to its end."""
        seating = self.seat(guests)
        chance = random.Random(f"{self.seed} {len(self.past)} results")
        for table in seating.tables:
            for person in chance.choice((table[::2], table[::2], table[1::2])):
                self.points[person] += 1
        self.past.append(as_past(seating))
        return seating
