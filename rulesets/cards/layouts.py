"""The best layout of any hand: several packs, wild cards with limits, lay-offs on the table.

Why it is exact. Each suit's runs are chosen among all ways there are; what they leave goes into
sets by an exact knapsack over the ranks (`meld_ways`). Suits and ranks meet only in the number of
cards that all suits together leave of each rank, and in the wild cards. So the suits are
taken one after the other, and of the layouts that leave the same cards of each rank for the same
wild cards the one whose runs can hold more wild cards stays: nothing else about it matters.
Wild cards differ only in their count when left over; the dearest are laid first.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rulesets.cards.card_rules import (
    LEAST,
    LONGEST_RUN,
    PIPS,
    SUITS_IN_A_SET,
    CardValues,
    MeldRules,
)
from rulesets.cards.deck import CARDS
from rulesets.cards.meld_ways import (
    FIELD,
    FIELD_MASK,
    HIGH_ACE,
    NO_LIMIT,
    RunOnTable,
    SetChoice,
    Sets,
    SuitWay,
    best_sets,
    counts_in,
    no_set,
    of_any_suits,
    of_different_suits,
    pack_suits,
    size_of,
    suit_ways,
)
from rulesets.cards.melds import Arrangement, LayOff, Meld, without

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.cards.deck import Card
    from rulesets.cards.meld_ways import SuitRun


# --- the least layout -----------------------------------------------------------------------------


Packed = tuple[int, int, int, int]
LOW_FIELDS = 7  # the ranks are looked up in two halves
LOW_HALF = (1 << FIELD * LOW_FIELDS) - 1
NEED = 6  # bits for the wild cards needed, below the ranks in a state's key
NEED_MASK = (1 << NEED) - 1
LARGE = 14  # naturals in a hand from which runs without gaps are tried first
CACHE_SIZE = 50_000  # entries in a cache before it starts anew


class SetOnTable(NamedTuple):
    """A set on the table: its meld's number, rank (0 to 12; -1: unknown) and room for wilds."""

    number: int
    rank: int
    room: int


class TableMelds(NamedTuple):
    """The melds on the table: runs by suit, sets, their ranks as full fields and their room.

    `owed`: ranks (0 to 12) and how many of the hand's naturals of each must stay outside runs,
    because a set takes that many; which suits these are is left open.
    """

    runs: tuple[tuple[RunOnTable, ...], ...] = ((), (), (), ())
    sets: tuple[SetOnTable, ...] = ()
    open_ranks: int = 0
    room: int = 0
    owed: tuple[tuple[int, int], ...] = ()


class LeastLayout(NamedTuple):
    """A least layout: what is left over counts `least`.

    `ways` are the runs by suit, `need` the wild cards they need.
    """

    least: int
    ways: tuple[SuitWay, ...]
    need: int


# Of some suits: the room for wild cards in their runs, the naturals in these, and the ways.
State = tuple[int, int, tuple["SuitWay", ...]]

EMPTY_TABLE = TableMelds()


class LayoutSolver:
    """A solver of least layouts under one game's rules and values; it remembers its look-ups.

    Without `new_melds` cards can only be added to the melds on the table.
    """

    def __init__(
        self, rules: MeldRules, values: tuple[int, ...] = PIPS, *, new_melds: bool = True
    ) -> None:
        if len(values) != 13 or min(values) < 0:
            raise ValueError("there must be thirteen values, none negative")
        self.rules = rules
        self.values = values
        self.new_melds = new_melds
        self._run_rules = rules if new_melds else replace(rules, runs=False)
        self._ways: dict[tuple[int, int], list[SuitWay]] = {}
        self._halves: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def least(
        self, suits: Packed, wild_values: Sequence[int] = (), table: TableMelds = EMPTY_TABLE
    ) -> LeastLayout:
        """Return the layout of packed naturals and wild cards (what each counts) that leaves
        least."""
        wilds = len(wild_values)
        cheapest = [0]
        for value in sorted(wild_values):
            cheapest.append(cheapest[-1] + value)
        total = sum(map(size_of, suits))
        best, chosen = NO_LIMIT, LeastLayout(0, (), 0)
        # Large hands have very many runs with gaps; most lie down whole without any.
        for gaps in (0, 1, wilds) if wilds > 1 and total >= LARGE else (wilds,):
            for key, state in self._states(suits, wilds, gaps, table).items():
                if table.owed and not _covers(key >> NEED, table.owed):
                    continue
                count = self._count(key, state, total, wilds, cheapest, table)
                if count < best:
                    best, chosen = count, LeastLayout(count, state[2], key & NEED_MASK)
                    if not count:
                        return chosen
        return chosen

    def _states(self, suits: Packed, wilds: int, gaps: int, table: TableMelds) -> dict[int, State]:
        """Return the layouts of all suits' runs worth a look, by what they leave of each rank.

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
                    rival = following.get(after)
                    if rival is None or rival[0] < room + way.room:
                        now = room + way.room, naturals + way.naturals, (*before, way)
                        following[after] = now
            states = following
        return states

    def _suit_ways(self, held: int, wilds: int, runs: tuple[RunOnTable, ...]) -> list[SuitWay]:
        if runs:
            return suit_ways(held, wilds, self._run_rules, runs)
        ways = self._ways.get((held, wilds))
        if ways is None:
            if len(self._ways) > CACHE_SIZE:
                self._ways.clear()
            ways = self._ways[held, wilds] = suit_ways(held, wilds, self._run_rules)
        return ways

    def _count(
        self,
        key: int,
        state: State,
        total: int,
        wilds: int,
        cheapest: Sequence[int],
        table: TableMelds,
    ) -> int:
        """Return the least count for a state, sets included."""
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
        """Return for 0 to `budget` wild cards: least value x 256 + number of naturals left over."""
        scores = self._halves.get((held, first, budget))
        if scores is None:
            if len(self._halves) > CACHE_SIZE:
                self._halves.clear()
            ranks = [(first + rank, count) for rank, count in counts_in(held)]
            scores = self._halves[held, first, budget] = self._left_of(ranks, budget)
        return scores

    def _left_of(self, ranks: Sequence[tuple[int, int]], budget: int) -> tuple[int, ...]:
        """Return the same as `_half`, for ranks and their counts: each is a set whole or not at
        all."""
        best = [0] * (budget + 1)
        for rank, count in ranks:
            dead = count * self.values[rank] << 8 | count
            need = self.rules.wilds_needed(count) if self.new_melds else None
            if need is None or need > budget:
                best = [score + dead for score in best]
            elif need:
                scores = [score + dead for score in best[:need]]
                both = zip(best[need:], best, strict=False)
                best = scores + [min(score + dead, less) for score, less in both]
        return tuple(best)

    def _choices(self, held: int) -> list[list[SetChoice]]:
        """Return the choices for each rank's cards, where sets may hold any suits."""
        if not self.new_melds:
            return [[no_set(rank, count)] for rank, count in counts_in(held)]
        return [of_any_suits(rank, count, self.rules) for rank, count in counts_in(held)]

    def _by_suits(
        self, state: State, budget: int, wilds: int, cheapest: Sequence[int], table: TableMelds
    ) -> int:
        """Return the least count for a state where no set may hold a suit twice."""
        return min(
            sets.value
            + cheapest[self._wilds_left(wilds, budget - sets.spent, state[0] + sets.room)]
            for sets in self.sets_of(state[2], budget, table)
        )

    def _wilds_left(self, wilds: int, spare: int, room: int) -> int:
        """Return the wild cards left over: `spare` of them are needed nowhere, `room` is there for
        all."""
        if self.new_melds and not self.rules.least_naturals and spare >= LEAST:
            return 0
        return max(0, wilds - room)

    def sets_of(
        self, ways: Sequence[SuitWay], budget: int, table: TableMelds = EMPTY_TABLE
    ) -> list[Sets]:
        """Return the choices of sets among what the runs leave, with up to `budget` wild cards."""
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

    def finish(
        self, layout: LeastLayout, wild_values: Sequence[int], table: TableMelds = EMPTY_TABLE
    ) -> Sets:
        """Return the sets that go with a layout found by `least`."""
        wilds, budget = len(wild_values), len(wild_values) - layout.need
        dearest_last = sorted(wild_values)
        run_room = table.room + sum(way.room for way in layout.ways)
        laid = sum(size_of(way.left & table.open_ranks) for way in layout.ways)

        def count(sets: Sets) -> int:
            room = run_room + sets.room + laid
            left = self._wilds_left(wilds, budget - sets.spent, room)
            return sets.value + sum(dearest_last[:left])

        return min(self.sets_of(layout.ways, budget, table), key=count)


def _covers(held: int, owed: Sequence[tuple[int, int]]) -> bool:
    """Return whether packed cards outside runs have all that the sets are owed."""
    return all(held >> FIELD * rank & FIELD_MASK >= count for rank, count in owed)


@cache
def layout_solver(
    rules: MeldRules, values: tuple[int, ...] = PIPS, new_melds: bool = True
) -> LayoutSolver:
    """Return the solver for a game's rules and values; every caller shares its look-ups."""
    return LayoutSolver(rules, values, new_melds=new_melds)


# --- card by card: which lies where, and what every wild card stands for --------------------------


MOST_CARDS = 26


class Pile:
    """Cards that belong together while wild cards are still being added.

    `meld` is the number of the meld on the table to which they are added, -1 for a new one.
    `places`: what the naturals of a run stand for, or the rank of a set on the table.
    """

    def __init__(self, naturals: Sequence[Card], suit: int | None, meld: int = -1) -> None:
        self.naturals = list(naturals)
        self.wilds: list[Card] = []
        self.suit = suit
        self.meld = meld
        self.room = 0
        self.places: tuple[int, ...] = ()
        self.edges: tuple[int, int] | None = None  # of the run on the table

    def ranks(self, rules: MeldRules) -> list[int]:
        """Return the places of a run that this pile fills, ascending."""
        filled = set(self.places)
        if self.edges:
            filled |= set(range(self.edges[0], self.edges[1] + 1))
        length = len(filled) + len(self.wilds)
        low, high = min(filled), max(filled)
        top = LONGEST_RUN if rules.ace == "low" else HIGH_ACE
        while high - low + 1 < length and high < top:
            high += 1
        low = high - length + 1
        own = set(range(low, high + 1))
        if self.edges:
            own -= set(range(self.edges[0], self.edges[1] + 1))
        return sorted(own)

    def laid(self, rules: MeldRules) -> tuple[tuple[Card, ...], tuple[int, ...]]:
        """Return the cards in order and the rank each stands for."""
        if self.suit is None:
            cards = (*self.naturals, *self.wilds)
            rank = self.naturals[0].rank if self.naturals else sum(self.places)
            return cards, (rank,) * len(cards)
        by_place = dict(zip(self.places, self.naturals, strict=True))
        spare = iter(self.wilds)
        ranks = self.ranks(rules)
        return tuple(by_place[rank] if rank in by_place else next(spare) for rank in ranks), tuple(
            ranks
        )


def best_layout(
    cards: Sequence[Card],
    rules: MeldRules,
    values: CardValues | None = None,
    wild_ranks: frozenset[int] | None = None,
) -> Arrangement:
    """Return the melds of any hand that leave the least count over, with wild cards and several
    packs.

    `values` are what the cards left over count (gin's by default; a joker must have one there).
    `wild_ranks` replaces the rules' and the values' own for one round. Up to 26 cards; raises
    ValueError for more and LookupError for a joker without a value.
    """
    if wild_ranks is not None:
        rules = rules.with_wild(wild_ranks)
    return arrange(cards, rules, values or CardValues(), EMPTY_TABLE)


def arrange(
    cards: Sequence[Card],
    rules: MeldRules,
    values: CardValues,
    table: TableMelds,
    *,
    new_melds: bool = True,
) -> Arrangement:
    """Return the least layout of a hand beside a table; as `best_layout` otherwise."""
    if len(cards) > MOST_CARDS:
        raise ValueError(f"a hand of more than {MOST_CARDS} cards is not arranged")
    naturals = [card for card in cards if rules.is_natural(card)]
    wilds = [card for card in cards if rules.is_wild(card)]
    wilds.sort(key=lambda card: values.value(card, rules.wild_ranks), reverse=True)
    wild_values = [values.value(card, rules.wild_ranks) for card in wilds]
    solver = layout_solver(rules, values.ranks, new_melds)
    layout = solver.least(pack_suits(naturals), wild_values, table)
    sets = solver.finish(layout, wild_values, table)
    piles = [
        pile
        for suit, way in enumerate(layout.ways)
        for pile in _run_piles(suit, way, wilds, table, rules)
    ]
    rest = without(naturals, [card for pile in piles for card in pile.naturals])
    for choice in sets.choices:
        piles += _set_piles(choice, rest, wilds, rules)
    piles += _table_piles(rest, table)
    may_stand_alone = new_melds and not rules.least_naturals and len(wilds) >= LEAST
    if may_stand_alone and sum(pile.room for pile in piles) < len(wilds):
        piles.insert(0, Pile((), None))
        piles[0].room = len(wilds)
    _spread(piles, wilds)
    return _arrangement(cards, piles, rules, values)


def _run_piles(
    suit: int, way: SuitWay, wilds: list[Card], table: TableMelds, rules: MeldRules
) -> list[Pile]:
    """Return the runs of a suit with the wild cards they need, and the table's runs, even if
    unchanged."""
    piles = []
    waiting = {run.number: run for run in table.runs[suit]}
    for run in way.runs:
        pile = _run_pile(suit, run, wilds)
        on_table = waiting.pop(run.table, None)
        size, naturals = len(run.places), len(run.places)
        if on_table:
            pile.edges = (on_table.low, on_table.high)
            size += on_table.high - on_table.low + 1
            naturals += on_table.naturals
        pile.room = _room_in_run(size + run.need, naturals, rules)
        piles.append(pile)
    for number, untouched in waiting.items():
        pile = Pile((), suit, number)
        pile.edges = (untouched.low, untouched.high)
        size = untouched.high - untouched.low + 1
        pile.room = _room_in_run(size, untouched.naturals, rules)
        piles.append(pile)
    return piles


def _room_in_run(size: int, naturals: int, rules: MeldRules) -> int:
    """Return how many wild cards more a run of so many cards can hold."""
    room = LONGEST_RUN - size
    return min(room, 2 * naturals - size) if rules.balanced else room


def _run_pile(suit: int, run: SuitRun, wilds: list[Card]) -> Pile:
    pile = Pile([CARDS[13 * suit + (place - 1) % 13] for place in run.places], suit, run.table)
    pile.places = run.places
    pile.wilds = [wilds.pop(0) for _ in range(run.need)]
    return pile


def _set_piles(
    choice: SetChoice, rest: Sequence[Card], wilds: list[Card], rules: MeldRules
) -> list[Pile]:
    """Return the sets of one rank; where suits must differ, suits held often go first, one to each
    set."""
    held = sorted(card for card in rest if card.rank == choice.rank + 1)
    if not choice.sets:
        return []
    piles = _deal(choice, held) if rules.one_of_each_suit else [Pile(held, None)]
    for pile in piles:
        size = len(pile.naturals)
        need = max(0, LEAST - size)
        pile.wilds = [wilds.pop(0) for _ in range(need)]
        room = SUITS_IN_A_SET - size if rules.one_of_each_suit else MOST_CARDS
        pile.room = (min(room, size) if rules.balanced else room) - need
    return piles


def _deal(choice: SetChoice, held: list[Card]) -> list[Pile]:
    """Deal `taken` cards in turn over the sets: one suit after the other, so no set has two."""
    usable: list[Card] = []
    for suit in range(4):
        usable += [card for card in held if card.suit == suit][: choice.sets]
    piles = [Pile((), None) for _ in range(choice.sets)]
    for place, card in enumerate(usable[: choice.taken]):
        piles[place % choice.sets].naturals.append(card)
    return piles


def _table_piles(rest: Sequence[Card], table: TableMelds) -> list[Pile]:
    """Return the additions to the sets on the table; each is also a place for wild cards.

    Of two sets of one rank the first takes the cards: they count the same on either.
    """
    piles = []
    served: set[int] = set()
    for number, rank, room in table.sets:
        added = [card for card in rest if card.rank == rank + 1 and rank not in served]
        served.add(rank)
        pile = Pile(added, None, number)
        pile.places = (rank + 1,)
        pile.room = room + len(added)
        piles.append(pile)
    return piles


def _spread(piles: Sequence[Pile], wilds: list[Card]) -> None:
    """Lay the wild cards that no gap needs, the dearest first, wherever there is room."""
    for pile in piles:
        while wilds and pile.room > 0:
            pile.wilds.append(wilds.pop(0))
            pile.room -= 1


def _arrangement(
    cards: Sequence[Card], piles: Sequence[Pile], rules: MeldRules, values: CardValues
) -> Arrangement:
    melds: list[Meld] = []
    lay_offs: list[LayOff] = []
    for pile in piles:
        if not pile.naturals and not pile.wilds:
            continue
        laid, ranks = pile.laid(rules)
        if pile.meld >= 0:
            lay_offs.append(LayOff(pile.meld, laid, ranks))
        else:
            melds.append(Meld("set" if pile.suit is None else "run", laid, ranks, pile.suit))
    used = [card for part in melds for card in part.cards]
    used += [card for part in lay_offs for card in part.cards]
    left = without(cards, used)
    count = sum(values.value(card, rules.wild_ranks) for card in left)
    return Arrangement(count, tuple(melds), left, tuple(lay_offs))
