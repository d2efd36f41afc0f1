"""The best layout of any hand: several packs, wild cards with limits, lay-offs on the table.

Why it is exact. Each suit's runs are chosen among all ways there are (`suitways`); what they leave
goes into sets by an exact knapsack over the ranks (`setparts`). Suits and ranks meet only in the
number of cards that all suits together leave of each rank, and in the wild cards. So the suits are
taken one after the other, and of the layouts that leave the same cards of each rank for the same
wild cards the one whose runs can hold more wild cards is kept: nothing else about it matters.
Wild cards differ only in what they count when left over; the dearest are laid first.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rulesets.counting.runtables import LEAST
from rulesets.counting.setparts import (
    NO_LIMIT,
    SetChoice,
    Sets,
    best_sets,
    counts_in,
    left_over,
    of_any_suits,
    of_different_suits,
)
from rulesets.counting.suitways import FIELD, FIELD_MASK, TableRun, Way, size_of, suit_ways
from rulesets.counting.values import PIPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.counting.wilds import MeldRules

Packed = tuple[int, int, int, int]
LOW_FIELDS = 7  # the ranks are looked up in two halves
LOW_HALF = (1 << FIELD * LOW_FIELDS) - 1
NEED = 6  # bits for the wild cards needed, below the ranks in a state's key
NEED_MASK = (1 << NEED) - 1
LARGE = 14  # naturals in a hand from which runs without gaps are tried first
MOST_KEPT = 50_000  # entries in a cache before it starts anew


class TableSet(NamedTuple):
    """A set on the table: its meld's number, rank (0 to 12; -1: unknown) and room for wilds."""

    number: int
    rank: int
    room: int


class Table(NamedTuple):
    """What lies on the table: runs by suit, sets, their ranks as full fields and their room.

    `owed`: ranks (0 to 12) and how many of the hand's naturals of each must stay outside runs,
    because a set takes that many; which suits these are is left open.
    """

    runs: tuple[tuple[TableRun, ...], ...] = ((), (), (), ())
    sets: tuple[TableSet, ...] = ()
    open_ranks: int = 0
    room: int = 0
    owed: tuple[tuple[int, int], ...] = ()


class Layout(NamedTuple):
    """A least layout: what is left over counts `least`.

    `ways` are the runs by suit, `need` the wild cards they need.
    """

    least: int
    ways: tuple[Way, ...]
    need: int


# Of some suits: the room for wild cards in their runs, the naturals in these, and the ways.
State = tuple[int, int, tuple["Way", ...]]

NOTHING = Table()


class LayoutSolver:
    """Finds least layouts under one game's rules and values; keeps what it has looked up.

    Without `new_melds` cards can only be added to what lies on the table.
    """

    def __init__(
        self, rules: MeldRules, values: tuple[int, ...] = PIPS, *, new_melds: bool = True
    ) -> None:
        if len(values) != 13 or min(values) < 0:
            raise ValueError("thirteen values, none negative, are wanted")
        self.rules = rules
        self.values = values
        self.new_melds = new_melds
        self._run_rules = rules if new_melds else replace(rules, runs=False)
        self._ways: dict[tuple[int, int], list[Way]] = {}
        self._halves: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def least(
        self, suits: Packed, wild_values: Sequence[int] = (), table: Table = NOTHING
    ) -> Layout:
        """The layout of packed naturals and wild cards (what each counts) that leaves least."""
        wilds = len(wild_values)
        cheapest = [0]
        for value in sorted(wild_values):
            cheapest.append(cheapest[-1] + value)
        total = sum(map(size_of, suits))
        best, chosen = NO_LIMIT, Layout(0, (), 0)
        # Large hands have very many runs with gaps; most lie down whole without any.
        for gaps in (0, 1, wilds) if wilds > 1 and total >= LARGE else (wilds,):
            for key, state in self._states(suits, wilds, gaps, table).items():
                if table.owed and not _pays(key >> NEED, table.owed):
                    continue
                count = self._count(key, state, total, wilds, cheapest, table)
                if count < best:
                    best, chosen = count, Layout(count, state[2], key & NEED_MASK)
                    if not count:
                        return chosen
        return chosen

    def _states(self, suits: Packed, wilds: int, gaps: int, table: Table) -> dict[int, State]:
        """The layouts of all suits' runs worth a look, by what they leave of each rank.

        The runs of a suit need at most `gaps` of the wild cards.
        """
        states: dict[int, State] = {0: (table.room, 0, ())}
        for suit, held in enumerate(suits):
            ways = self._suit_ways(held, gaps, table.runs[suit])
            # Where a set may not hold a suit twice, what each suit leaves is kept apart.
            shift = NEED + 13 * FIELD * suit * self.rules.one_of_each_suit
            if len(ways) == 1 and not ways[0].runs:
                only, added = ways[0], ways[0].left << shift
                states = {
                    key + added: (room + only.room, naturals, (*before, only))
                    for key, (room, naturals, before) in states.items()
                }
                continue
            following: dict[int, State] = {}
            for key, (room, naturals, before) in states.items():
                for way in ways:
                    if (key & NEED_MASK) + way.need > wilds:
                        continue
                    after = key + (way.left << shift) + way.need
                    known = following.get(after)
                    if known is None or known[0] < room + way.room:
                        now = room + way.room, naturals + way.naturals, (*before, way)
                        following[after] = now
            states = following
        return states

    def _suit_ways(self, held: int, wilds: int, runs: tuple[TableRun, ...]) -> list[Way]:
        if runs:
            return suit_ways(held, wilds, self._run_rules, runs)
        found = self._ways.get((held, wilds))
        if found is None:
            if len(self._ways) > MOST_KEPT:
                self._ways.clear()
            found = self._ways[held, wilds] = suit_ways(held, wilds, self._run_rules)
        return found

    def _count(
        self,
        key: int,
        state: State,
        total: int,
        wilds: int,
        cheapest: Sequence[int],
        table: Table,
    ) -> int:
        """The least count for a state, sets included."""
        budget = wilds - (key & NEED_MASK)
        if self.rules.one_of_each_suit:
            return self._by_suits(state, budget, wilds, cheapest, table)
        held = (key >> NEED) & ~table.open_ranks
        low = self._half(held & LOW_HALF, 0, budget)
        high = self._half(held >> FIELD * LOW_FIELDS, LOW_FIELDS, budget)
        least = low[0] + high[budget]
        for spent in range(1, budget + 1):
            least = min(least, low[spent] + high[budget - spent])
        value, dead = least >> 8, least & 0xFF
        if not wilds:
            return value
        in_sets = total - state[1] - dead
        room = state[0] + (in_sets if self.rules.balanced else NO_LIMIT * (in_sets > 0))
        return value + cheapest[self._wilds_left(wilds, budget, room)]

    def _half(self, held: int, first: int, budget: int) -> tuple[int, ...]:
        """For 0 to `budget` wild cards: least value x 256 + number of naturals left over."""
        found = self._halves.get((held, first, budget))
        if found is None:
            if len(self._halves) > MOST_KEPT:
                self._halves.clear()
            ranks = [(first + rank, count) for rank, count in counts_in(held)]
            found = self._halves[held, first, budget] = self._left_of(ranks, budget)
        return found

    def _left_of(self, ranks: Sequence[tuple[int, int]], budget: int) -> tuple[int, ...]:
        """As `_half`, for ranks and their counts: each is a set whole or not at all."""
        best = [0] * (budget + 1)
        for rank, count in ranks:
            dead = count * self.values[rank] << 8 | count
            need = self.rules.wilds_needed(count) if self.new_melds else None
            if need is None or need > budget:
                best = [score + dead for score in best]
            elif need:
                kept = [score + dead for score in best[:need]]
                both = zip(best[need:], best, strict=False)
                best = kept + [min(score + dead, less) for score, less in both]
        return tuple(best)

    def _choices(self, held: int) -> list[list[SetChoice]]:
        """What each rank's cards may become, where sets may hold any suits."""
        if not self.new_melds:
            return [[left_over(rank, count)] for rank, count in counts_in(held)]
        return [of_any_suits(rank, count, self.rules) for rank, count in counts_in(held)]

    def _by_suits(
        self, state: State, budget: int, wilds: int, cheapest: Sequence[int], table: Table
    ) -> int:
        """The least count for a state where no set may hold a suit twice."""
        return min(
            sets.value
            + cheapest[self._wilds_left(wilds, budget - sets.spent, state[0] + sets.room)]
            for sets in self.sets_of(state[2], budget, table)
        )

    def _wilds_left(self, wilds: int, spare: int, room: int) -> int:
        """Wild cards left over: `spare` of them are needed nowhere, `room` is there for all."""
        if self.new_melds and not self.rules.least_naturals and spare >= LEAST:
            return 0
        return max(0, wilds - room)

    def sets_of(self, ways: Sequence[Way], budget: int, table: Table = NOTHING) -> list[Sets]:
        """The choices of sets among what the runs leave, with up to `budget` wild cards."""
        held = sum(way.left for way in ways) & ~table.open_ranks
        if not self.rules.one_of_each_suit:
            return best_sets(self._choices(held), self.values, budget)
        by_suit = [
            of_different_suits(
                rank,
                tuple(way.left >> FIELD * rank & FIELD_MASK for way in ways),
                self.rules,
            )
            for rank, _ in counts_in(held)
        ]
        return best_sets(by_suit, self.values, budget)

    def finish(self, layout: Layout, wild_values: Sequence[int], table: Table = NOTHING) -> Sets:
        """The sets that go with a layout found by `least`."""
        wilds, budget = len(wild_values), len(wild_values) - layout.need
        dearest_last = sorted(wild_values)
        run_room = table.room + sum(way.room for way in layout.ways)
        laid = sum(size_of(way.left & table.open_ranks) for way in layout.ways)

        def count(sets: Sets) -> int:
            room = run_room + sets.room + laid
            left = self._wilds_left(wilds, budget - sets.spent, room)
            return sets.value + sum(dearest_last[:left])

        return min(self.sets_of(layout.ways, budget, table), key=count)


def _pays(held: int, owed: Sequence[tuple[int, int]]) -> bool:
    """Whether packed cards outside runs have all that the sets are owed."""
    return all(held >> FIELD * rank & FIELD_MASK >= count for rank, count in owed)


@cache
def layout_solver(
    rules: MeldRules, values: tuple[int, ...] = PIPS, new_melds: bool = True
) -> LayoutSolver:
    """The solver for a game's rules and values; every caller shares its look-ups."""
    return LayoutSolver(rules, values, new_melds=new_melds)
