"""Whether a hand fulfils a contract, and how with the least left over: the contract alone, or with
all else that may be laid down beside it.

Why it is exact. Every way to choose the runs is tried: suit, place, and for each place a natural
or a wild card, also where the natural is held, since it may be worth more in a set and the wild
card less in the hand. After that only the number of naturals of each rank matters for sets, and
every rank and every number of naturals is tried for each. The search ends early only when the
dearest cards there are fill every place.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

from rulesets.cards.card_rules import LONGEST_RUN, PIPS, SUITS_IN_A_SET, CardValues
from rulesets.cards.deck import CARDS
from rulesets.cards.layoffs import lay_off, refuse_one_of_each_suit
from rulesets.cards.layouts import MOST_CARDS, TableMelds, layout_solver
from rulesets.cards.meld_ways import (
    FIELD,
    FIELD_MASK,
    HIGH_ACE,
    NO_LIMIT,
    RunOnTable,
    pack_suits,
    present,
    size_of,
)
from rulesets.cards.melds import Arrangement, Meld, without

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.cards.card_rules import Contract, MeldRules
    from rulesets.cards.deck import Card
    from rulesets.cards.layouts import LayoutSolver, LeastLayout, Packed


# --- the ways to fulfil it ------------------------------------------------------------------------


CACHE_SIZE = 50_000


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


class Fulfilment(NamedTuple):
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

    def best(self, suits: Packed, wild_values: Sequence[int] = ()) -> Fulfilment | None:
        """Return the way that leaves least over of packed naturals and wild cards; None if there is
        none.

        Each group has exactly the size that the contract asks.
        """
        worth = [0]
        for value in sorted(wild_values, reverse=True):
            worth.append(worth[-1] + value)
        dearest = max([*self.values, *wild_values])
        best: Fulfilment | None = None
        most = -1
        for way in self._ways(suits, len(wild_values), None):
            used = way.value + worth[way.wilds]
            if used > most:
                best, most = way, used
                if most >= dearest * self._slots:
                    break
        return best

    def ways(self, suits: Packed, wilds: int) -> Iterator[Fulfilment]:
        """Return every way, also with runs longer than asked where the limits make a shorter one
        illegal.

        A longer run that is legal can be cut down at its ends, wild cards first, until it has the
        size asked or as few naturals as the limits allow: these are the longest needed here.
        """
        strict = self.rules.balanced or self.rules.least_naturals > 1
        longest = max(2 * wilds, self.rules.least_naturals + wilds) if strict else 0
        return self._ways(suits, wilds, min(longest, LONGEST_RUN))

    def _ways(self, suits: Packed, wilds: int, longest: int | None) -> Iterator[Fulfilment]:
        if sum(map(size_of, suits)) + wilds < self._slots:
            return
        for runs, rest, spare, value in self._with_runs(0, suits, wilds, longest or 0, ()):
            if not self._set_sizes:
                yield Fulfilment(value, wilds - spare, runs, ())
                continue
            for sets, left, worth in self._with_sets(0, self._copies(rest), spare, 0):
                yield Fulfilment(value + worth, wilds - left, runs, sets)

    def _with_runs(
        self, number: int, suits: Packed, wilds: int, longest: int, before: tuple[RunGroup, ...]
    ) -> Iterator[tuple[tuple[RunGroup, ...], Packed, int, int]]:
        """Yield the runs from the `number`-th on: groups, what is left, wild cards left, value."""
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
            for length in range(size, max(size, longest) + 1):
                for run in self._runs(suit, there, length, min(wilds, length)):
                    rest = list(suits)
                    rest[suit] -= run.used
                    spare = wilds - length + len(run.places)
                    left = (rest[0], rest[1], rest[2], rest[3])
                    yield from self._with_runs(number + 1, left, spare, longest, (*before, run))

    def _runs(self, suit: int, there: int, size: int, wilds: int) -> list[RunGroup]:
        """Return every run of a size that a suit's cards make with up to so many wild cards."""
        key = (there * 4 + suit, size, wilds)
        runs = self._options.get(key)
        if runs is None:
            if len(self._options) > CACHE_SIZE:
                self._options.clear()
            runs = self._options[key] = list(self._all_runs(suit, there, size, wilds))
        return runs

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
        """Return by rank the copies of each suit if suits must differ in a set, else their sum."""
        if not self.rules.one_of_each_suit:
            total = sum(suits)
            return [(total >> FIELD * rank & FIELD_MASK,) for rank in range(13)]
        return [tuple(suit >> FIELD * rank & FIELD_MASK for suit in suits) for rank in range(13)]

    def _with_sets(
        self, number: int, copies: list[tuple[int, ...]], wilds: int, first: int
    ) -> Iterator[tuple[tuple[SetGroup, ...], int, int]]:
        """Yield the sets from the `number`-th on: groups, wild cards left, value of the
        naturals."""
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
    """Return the solver for a contract under a game's rules and values; every caller shares it."""
    return ContractSolver(contract, rules, values)


def _less(copies: tuple[int, ...], taken: int) -> tuple[int, ...]:
    """Return the copies that remain; where suits differ, those held most often are taken first."""
    if len(copies) == 1:
        return (copies[0] - taken,)
    order = sorted(range(len(copies)), key=lambda suit: -copies[suit])[:taken]
    return tuple(held - (suit in order) for suit, held in enumerate(copies))


# --- card by card ---------------------------------------------------------------------------------


Extra = Literal["none", "longer", "melds"]
# Up to six wild cards leave some thousand ways to lay a contract; with more it can be millions.
MOST_WAYS = 20_000


def fulfil(
    cards: Sequence[Card],
    contract: Contract,
    rules: MeldRules,
    values: CardValues | None = None,
    extra: Extra = "none",
) -> Arrangement | None:
    """Return how a hand fulfils a contract with the least count left over; None if it does not.

    `extra`: what may be laid down besides. "none": every group has just the size asked (Metzker:
    Desert Rummy, Sticks). "longer": groups may be longer. "melds": also further melds (Push, in
    the turns after). The melds come in the contract's order of runs, then sets, then the further
    ones. Raises ValueError for more than 26 cards, where wild cards leave over `MOST_WAYS` ways
    to choose from (not for "none"), for a contract with runs in a game without,
    and, except for "none", where no suit may stand twice in a set; LookupError for a joker
    without a value.

    Exact: `fulfilling` tries every way to lay the groups, and `_way_with_more` finds the one that
    leaves least once all else is laid down.
    """
    if len(cards) > MOST_CARDS:
        raise ValueError(f"a hand of more than {MOST_CARDS} cards is not arranged")
    table = values or CardValues()
    naturals = [card for card in cards if rules.is_natural(card)]
    wilds = sorted(
        (card for card in cards if rules.is_wild(card)),
        key=lambda card: table.value(card, rules.wild_ranks),
        reverse=True,
    )
    solver = contract_solver(contract, rules, table.ranks)
    if extra == "none":
        wild_values = [table.value(card, rules.wild_ranks) for card in wilds]
        fulfilment = solver.best(pack_suits(naturals), wild_values)
        return (
            None if fulfilment is None else _lay(fulfilment, cards, naturals, wilds, rules, table)
        )
    refuse_one_of_each_suit(rules)
    further = layout_solver(rules, table.ranks, extra == "melds")
    wild_values = [table.value(card, rules.wild_ranks) for card in wilds]
    best = _way_with_more(solver, further, pack_suits(naturals), wild_values)
    if best is None:
        return None
    alone = _lay(best[0], cards, naturals, wilds, rules, table, best[1])
    more = lay_off(alone.left, alone.melds, rules, table, new_melds=extra == "melds")
    return _join(alone, more)


def _way_with_more(
    solver: ContractSolver, further: LayoutSolver, suits: Packed, wild_values: Sequence[int]
) -> tuple[Fulfilment, LeastLayout] | None:
    """Return the way to fulfil a contract that leaves least beside further cards, and their layout.

    A way says of a set only how many naturals it has. Which suits these are matters here, as what
    the set leaves may extend a run or make one; so the set's cards stay in the hand, and it is
    `owed` so many of its rank, which the layout must leave outside runs. `wild_values` with the
    dearest first, which are laid first. Raises ValueError rather than try more than `MOST_WAYS`.
    """
    best: tuple[Fulfilment, LeastLayout] | None = None
    for number, way in enumerate(solver.ways(suits, len(wild_values))):
        if number == MOST_WAYS:
            raise ValueError(
                f"{len(wild_values)} wild cards fit in too many ways to try them all;"
                " leave some out, or count the contract alone"
            )
        rest = list(suits)
        for run in way.runs:
            rest[run.suit] -= run.used
        left = (rest[0], rest[1], rest[2], rest[3])
        layout = further.least(left, wild_values[way.wilds :], _table_of(way, further.rules))
        if best is None or layout.least < best[1].least:
            best = way, layout
            if not layout.least:
                break
    return best


def _table_of(way: Fulfilment, rules: MeldRules) -> TableMelds:
    """Return a contract's groups as a table to add to; the sets' naturals are still in the hand."""
    runs: list[list[RunOnTable]] = [[], [], [], []]
    for number, run in enumerate(way.runs):
        on_table = RunOnTable(number, run.low, run.low + run.size - 1, len(run.places))
        runs[run.suit].append(on_table)
    owed: Counter[int] = Counter()
    open_ranks, room = 0, 0
    for group in way.sets:
        # Naturals outside runs make room as they come, so only the room taken counts here.
        room += group.naturals - group.size if rules.balanced else NO_LIMIT
        if group.rank >= 0:
            owed[group.rank] += group.naturals
            open_ranks |= FIELD_MASK << FIELD * group.rank
    by_suit = (tuple(runs[0]), tuple(runs[1]), tuple(runs[2]), tuple(runs[3]))
    return TableMelds(by_suit, open_ranks=open_ranks, room=room, owed=tuple(owed.items()))


def _lay(
    fulfilment: Fulfilment,
    cards: Sequence[Card],
    naturals: Sequence[Card],
    wilds: Sequence[Card],
    rules: MeldRules,
    values: CardValues,
    beside: LeastLayout | None = None,
) -> Arrangement:
    """Return the groups of a way as melds; the dearest wild cards are laid.

    The sets take their naturals from those that the runs laid `beside` them do not need.
    """
    spare = list(wilds)
    melds = [_run(run, spare) for run in fulfilment.runs]
    rest = list(without(naturals, [c for m in melds for c in m.cards if not rules.is_wild(c)]))
    for suit, further in enumerate(beside.ways if beside else ()):
        for run in further.runs:
            rest = list(without(rest, (CARDS[13 * suit + (p - 1) % 13] for p in run.places)))
    melds += [_set(group, rest, spare, rules) for group in fulfilment.sets]
    left = without(cards, [card for meld in melds for card in meld.cards])
    count = sum(values.value(card, rules.wild_ranks) for card in left)
    return Arrangement(count, tuple(melds), left)


def _run(run: RunGroup, spare: list[Card]) -> Meld:
    ranks = tuple(range(run.low, run.low + run.size))
    cards = tuple(
        CARDS[13 * run.suit + (rank - 1) % 13] if rank in run.places else spare.pop(0)
        for rank in ranks
    )
    return Meld("run", cards, ranks, run.suit)


def _set(group: SetGroup, rest: list[Card], spare: list[Card], rules: MeldRules) -> Meld:
    """Return a set; its naturals leave `rest`, where suits must differ from those held most
    often."""
    held = [card for card in rest if card.rank == group.rank + 1]
    if rules.one_of_each_suit:
        held = sorted(set(held), key=lambda card: -held.count(card))
    naturals = sorted(held[: group.naturals])
    for card in naturals:
        rest.remove(card)
    cards = (*naturals, *(spare.pop(0) for _ in range(group.size - group.naturals)))
    return Meld("set", cards, (group.rank + 1,) * group.size)


def _join(alone: Arrangement, more: Arrangement) -> Arrangement:
    """Return the contract's melds with what was added to them, then the further melds."""
    melds = list(alone.melds)
    for added in more.lay_offs:
        meld = melds[added.meld]
        pairs = sorted(
            (
                *zip(meld.ranks, meld.cards, strict=True),
                *zip(added.ranks, added.cards, strict=True),
            ),
            key=lambda pair: pair[0],
        )
        cards, ranks = tuple(card for _, card in pairs), tuple(rank for rank, _ in pairs)
        melds[added.meld] = Meld(meld.kind, cards, ranks, meld.suit)
    return Arrangement(more.count, (*melds, *more.melds), more.left)
