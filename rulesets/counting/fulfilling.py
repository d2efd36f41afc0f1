"""Whether a hand fulfils a contract, and how it does so with the least left over.

Why it is exact. Every way to choose the runs is tried: suit, place, and for each place a natural
or a wild card, also where the natural is held, since it may be worth more in a set and the wild
card less in the hand. After that only the number of naturals of each rank matters for sets, and
every rank and every number of naturals is tried for each. The search ends early only when the
dearest cards there are fill every place.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from rulesets.counting.suitways import FIELD, FIELD_MASK, HIGH_ACE, present, size_of
from rulesets.counting.values import PIPS
from rulesets.counting.wilds import LONGEST_RUN, SUITS_IN_A_SET

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.counting.contracts import Contract
    from rulesets.counting.packs import Packed
    from rulesets.counting.wilds import MeldRules

MOST_KEPT = 50_000


class RunGroup(NamedTuple):
    """A run of `size` from place `low`; `places` are the naturals', packed as `used`."""

    suit: int
    low: int
    size: int
    places: tuple[int, ...]
    used: int
    value: int


class SetGroup(NamedTuple):
    """A set of `size` of rank 0 to 12 with so many naturals (rank -1: only wild cards)."""

    rank: int
    size: int
    naturals: int


class Fulfilled(NamedTuple):
    """A way to fulfil a contract: what its naturals count, its wild cards, its groups."""

    value: int
    wilds: int
    runs: tuple[RunGroup, ...]
    sets: tuple[SetGroup, ...]


class ContractSolver:
    """Fulfils one contract under one game's rules and values."""

    def __init__(
        self, contract: Contract, rules: MeldRules, values: tuple[int, ...] = PIPS
    ) -> None:
        if contract.runs and not rules.runs:
            raise ValueError("this game has no runs")
        self.contract = contract
        self.rules = rules
        self.values = values
        self._run_sizes, self._set_sizes = contract.runs, contract.sets
        self._slots = sum(contract.runs) + sum(contract.sets)
        self._options: dict[tuple[int, int, int], list[RunGroup]] = {}

    def best(self, suits: Packed, wild_values: Sequence[int] = ()) -> Fulfilled | None:
        """The way that leaves least over of packed naturals and wild cards; None if there is none.

        Each group has exactly the size that the contract asks.
        """
        worth = [0]
        for value in sorted(wild_values, reverse=True):
            worth.append(worth[-1] + value)
        dearest = max([*self.values, *wild_values])
        best: Fulfilled | None = None
        most = -1
        for found in self._ways(suits, len(wild_values), None):
            used = found.value + worth[found.wilds]
            if used > most:
                best, most = found, used
                if most >= dearest * self._slots:
                    break
        return best

    def ways(self, suits: Packed, wilds: int) -> Iterator[Fulfilled]:
        """Every way, also with runs longer than asked where the limits make a shorter one illegal.

        A longer run that is legal can be cut down at its ends, wild cards first, until it has the
        size asked or as few naturals as the limits allow: these are the longest needed here.
        """
        strict = self.rules.balanced or self.rules.least_naturals > 1
        longest = max(2 * wilds, self.rules.least_naturals + wilds) if strict else 0
        return self._ways(suits, wilds, min(longest, LONGEST_RUN))

    def _ways(self, suits: Packed, wilds: int, longest: int | None) -> Iterator[Fulfilled]:
        if sum(map(size_of, suits)) + wilds < self._slots:
            return
        for runs, rest, spare, value in self._with_runs(0, suits, wilds, longest or 0, ()):
            if not self._set_sizes:
                yield Fulfilled(value, wilds - spare, runs, ())
                continue
            for sets, left, worth in self._with_sets(0, self._copies(rest), spare, 0):
                yield Fulfilled(value + worth, wilds - left, runs, sets)

    def _with_runs(
        self, number: int, suits: Packed, wilds: int, longest: int, before: tuple[RunGroup, ...]
    ) -> Iterator[tuple[tuple[RunGroup, ...], Packed, int, int]]:
        """The runs from the `number`-th on: groups, what is left, wild cards left, value."""
        if number == len(self._run_sizes):
            yield before, suits, wilds, sum(run.value for run in before)
            return
        size = self._run_sizes[number]
        first, last = 0, 3
        if before and self.contract.one_suit:
            first = last = before[0].suit
        elif before and self._run_sizes[number - 1] == size and not longest:
            first = before[-1].suit  # equal runs are interchangeable
        for suit in range(first, last + 1):
            there = present(suits[suit])
            for wanted in range(size, max(size, longest) + 1):
                for run in self._runs(suit, there, wanted, min(wilds, wanted)):
                    rest = list(suits)
                    rest[suit] -= run.used
                    spare = wilds - wanted + len(run.places)
                    left = (rest[0], rest[1], rest[2], rest[3])
                    yield from self._with_runs(number + 1, left, spare, longest, (*before, run))

    def _runs(self, suit: int, there: int, size: int, wilds: int) -> list[RunGroup]:
        """Every run of a size that a suit's cards make with up to so many wild cards."""
        key = (there * 4 + suit, size, wilds)
        found = self._options.get(key)
        if found is None:
            if len(self._options) > MOST_KEPT:
                self._options.clear()
            found = self._options[key] = list(self._all_runs(suit, there, size, wilds))
        return found

    def _all_runs(self, suit: int, there: int, size: int, wilds: int) -> Iterator[RunGroup]:
        lowest = 2 if self.rules.ace == "high" else 1
        highest = LONGEST_RUN if self.rules.ace == "low" else HIGH_ACE
        for low in range(lowest, highest - size + 2):
            window = range(low, low + size)
            held = [place for place in window if there >> FIELD * ((place - 1) % 13) & 1]
            for naturals in range(len(held), size - wilds - 1, -1):
                if not self.rules.allows(naturals, size - naturals):
                    continue
                for places in combinations(held, naturals):
                    ranks = [(place - 1) % 13 for place in places]
                    used = sum(1 << FIELD * rank for rank in ranks)
                    value = sum(self.values[rank] for rank in ranks)
                    yield RunGroup(suit, low, size, places, used, value)

    def _copies(self, suits: Packed) -> list[tuple[int, ...]]:
        """By rank: the copies of each suit where suits must differ in a set, else their sum."""
        if not self.rules.one_of_each_suit:
            total = sum(suits)
            return [(total >> FIELD * rank & FIELD_MASK,) for rank in range(13)]
        return [tuple(suit >> FIELD * rank & FIELD_MASK for suit in suits) for rank in range(13)]

    def _with_sets(
        self, number: int, copies: list[tuple[int, ...]], wilds: int, first: int
    ) -> Iterator[tuple[tuple[SetGroup, ...], int, int]]:
        """The sets from the `number`-th on: groups, wild cards left, value of the naturals."""
        if number == len(self._set_sizes):
            yield (), wilds, 0
            return
        size = self._set_sizes[number]
        if self.rules.one_of_each_suit and size > SUITS_IN_A_SET:
            return
        again = number + 1 < len(self._set_sizes) and self._set_sizes[number + 1] == size
        for rank in range(first, 13):
            held = copies[rank]
            most = sum(map(bool, held)) if self.rules.one_of_each_suit else held[0]
            if most + wilds < size:
                continue
            for naturals in range(min(most, size), max(1, size - wilds) - 1, -1):
                if not self.rules.allows(naturals, size - naturals):
                    break
                copies[rank] = _less(held, naturals)
                following = self._with_sets(
                    number + 1, copies, wilds - size + naturals, rank if again else 0
                )
                for groups, left, value in following:
                    worth = value + naturals * self.values[rank]
                    yield (SetGroup(rank, size, naturals), *groups), left, worth
            copies[rank] = held
        if wilds >= size and not self.rules.least_naturals:
            rank = 13 if again else 0
            for groups, left, value in self._with_sets(number + 1, copies, wilds - size, rank):
                yield (SetGroup(-1, size, 0), *groups), left, value


@cache
def contract_solver(
    contract: Contract, rules: MeldRules, values: tuple[int, ...] = PIPS
) -> ContractSolver:
    """The solver for a contract under a game's rules and values; every caller shares it."""
    return ContractSolver(contract, rules, values)


def _less(copies: tuple[int, ...], taken: int) -> tuple[int, ...]:
    """The copies that remain; where suits differ, those held most often are taken first."""
    if len(copies) == 1:
        return (copies[0] - taken,)
    order = sorted(range(len(copies)), key=lambda suit: -copies[suit])[:taken]
    return tuple(held - (suit in order) for suit, held in enumerate(copies))
