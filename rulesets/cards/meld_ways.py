"""Every way to lay cards into melds, from several packs and with wild cards: runs, then sets.

A suit's naturals are packed into one integer, five bits a rank (so up to 31 copies): ace in the
lowest field. Which wild card fills which gap does not matter, only how many are needed.

The cards outside runs are put into sets; the rest depends on the wild cards spent. Ranks do not
touch each other there, except that they share the wild cards: a small knapsack, solved over all
ranks at once and exactly, because it has an entry for every number of wild cards up to the budget.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rulesets.cards.card_rules import LEAST, LONGEST_RUN, SUITS_IN_A_SET

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulesets.cards.card_rules import MeldRules
    from rulesets.cards.deck import Card


# --- runs of one suit -----------------------------------------------------------------------------


FIELD = 5
FIELD_MASK = (1 << FIELD) - 1
ONES = sum(1 << FIELD * rank for rank in range(13))
HIGH_ACE = 14


class SuitRun(NamedTuple):
    """A run's naturals: `places` 1 (ace) to 14 (ace above the king), packed as `used`.

    `need` wild cards at least fill its gaps or bring it to three cards.
    """

    places: tuple[int, ...]
    used: int
    need: int
    table: int = -1  # the number of the meld on the table that this lays off on


class RunOnTable(NamedTuple):
    """A run on the table, its meld's number, from place `low` to `high`."""

    number: int
    low: int
    high: int
    naturals: int


class SuitWay(NamedTuple):
    """Some runs of a suit: the packed naturals `left` out of them, and the wild cards `need`ed.

    `room` is how many wild cards the runs can hold in all, `naturals` how many naturals they have.
    """

    left: int
    need: int
    naturals: int
    room: int
    runs: tuple[SuitRun, ...]


def pack_suits(cards: Iterable[Card]) -> tuple[int, int, int, int]:
    """Return natural cards by suit, each suit packed."""
    suits = [0, 0, 0, 0]
    for card in cards:
        suit, rank = divmod(card.index, 13)
        suits[suit] += 1 << FIELD * rank
    return suits[0], suits[1], suits[2], suits[3]


def size_of(held: int) -> int:
    """Return how many cards a packed suit has."""
    size = 0
    while held:
        size += held & FIELD_MASK
        held >>= FIELD
    return size


def present(held: int) -> int:
    """Return a packed suit with every field that is not empty set to one."""
    return (held | held >> 1 | held >> 2 | held >> 3 | held >> 4) & ONES


def runs_of(held: int, wilds: int, rules: MeldRules) -> dict[int, list[SuitRun]]:
    """Return the runs that any naturals of a packed suit make with up to `wilds` wild cards.

    They are listed by their lowest field (an ace's is the lowest of all, also above the king).
    Lone naturals are left out where sets hold any number of cards: with the same wild cards a set
    of that card is allowed whenever the run is, needs no more of them and can hold more.
    """
    places = [rank + 1 for rank in range(13) if held >> FIELD * rank & FIELD_MASK]
    if places[:1] == [1] and rules.ace != "low":
        places = [*places[rules.ace == "high" :], HIGH_ACE]
    runs: dict[int, list[SuitRun]] = {}
    for start in range(len(places)):
        for chosen in _chains(places, start, wilds):
            size = len(chosen)
            need = max(chosen[-1] - chosen[0] + 1 - size, LEAST - size)
            if need > wilds or not rules.allows(size, need):
                continue
            if size == 1 and (not rules.one_of_each_suit or need != LEAST - 1):
                continue
            used = sum(1 << FIELD * ((place - 1) % 13) for place in chosen)
            lowest = (used & -used).bit_length() // FIELD
            runs.setdefault(lowest, []).append(SuitRun(chosen, used, need))
    return runs


def _chains(places: list[int], start: int, wilds: int) -> Iterator[tuple[int, ...]]:
    """Yield ascending choices of places from `start` with at most `wilds` gaps and 13 in span."""
    first = places[start]
    stack: list[tuple[tuple[int, ...], int]] = [((first,), start)]
    while stack:
        chosen, last = stack.pop()
        yield chosen
        for following in range(last + 1, len(places)):
            span = places[following] - first + 1
            if span - len(chosen) - 1 > wilds or span > LONGEST_RUN:
                break
            stack.append(((*chosen, places[following]), following))


def extensions(
    held: int, wilds: int, rules: MeldRules, run: RunOnTable
) -> list[tuple[SuitRun, int]]:
    """Return the additions of a packed suit and up to `wilds` wild cards to a run on the table,
    with its room.

    The first adds nothing. The room is how many more wild cards the run then holds in all.
    """
    places = [rank + 1 for rank in range(13) if held >> FIELD * rank & FIELD_MASK]
    if places[:1] == [1] and rules.ace != "low":
        places = [*places[rules.ace == "high" :], HIGH_ACE]
    below = [0, *(run.low - place for place in reversed(places) if place < run.low)]
    above = [0, *(place - run.high for place in places if place > run.high)]
    ways = []
    for down in _chains(below, 0, wilds):
        for up in _chains(above, 0, wilds):
            size = len(down) + len(up) - 2
            need = down[-1] + up[-1] - size
            length = run.high - run.low + 1 + size + need
            naturals = run.naturals + size
            on_table = run.high - run.low + 1 - run.naturals
            if need > wilds or length > LONGEST_RUN or not rules.allows(naturals, on_table + need):
                continue
            added = sorted((*(run.low - down_by for down_by in down[1:]),
                            *(run.high + up_by for up_by in up[1:])))  # fmt: skip
            used = sum(1 << FIELD * ((place - 1) % 13) for place in added)
            room = LONGEST_RUN - length + need
            room = min(room, naturals - on_table) if rules.balanced else room
            ways.append((SuitRun(tuple(added), used, need, run.number), room))
    return ways


def suit_ways(
    held: int, wilds: int, rules: MeldRules, table: tuple[RunOnTable, ...] = ()
) -> list[SuitWay]:
    """Return every way to lay off on the runs of one suit on the `table` and to lay new runs.

    Exact: what each run on the table is given is chosen first, in every way; then the new runs.
    """
    if not table:
        return new_run_ways(held, wilds, rules)
    best: dict[tuple[int, int], SuitWay] = {}
    run, others = table[0], table[1:]
    for added, room in extensions(held, wilds, rules, run):
        for way in suit_ways(held - added.used, wilds - added.need, rules, others):
            runs = (added, *way.runs) if added.places or added.need else way.runs
            naturals = way.naturals + len(added.places)
            _keep(best, SuitWay(way.left, way.need + added.need, naturals, way.room + room, runs))
    return list(best.values())


def new_run_ways(held: int, wilds: int, rules: MeldRules) -> list[SuitWay]:
    """Return every way to choose disjoint runs of one packed suit, the one without runs first.

    Exact: the lowest card still held either starts no further run, or one of those listed under
    its rank. Of ways that leave the same cards for the same wild cards the roomiest stays.
    """
    if not held or not rules.runs:
        return [SuitWay(held, 0, 0, 0, ())]
    runs = runs_of(held, wilds, rules)
    memo: dict[tuple[int, int], list[SuitWay]] = {}

    def ways(rest: int, budget: int) -> list[SuitWay]:
        if not rest:
            return [SuitWay(0, 0, 0, 0, ())]
        if (rest, budget) in memo:
            return memo[rest, budget]
        lowest = ((rest & -rest).bit_length() - 1) // FIELD
        alone = rest & FIELD_MASK << FIELD * lowest
        best: dict[tuple[int, int], SuitWay] = {}
        for way in ways(rest ^ alone, budget):
            best[way.left + alone, way.need] = way._replace(left=way.left + alone)
        there = present(rest)
        for run in runs.get(lowest, ()):
            if run.used & there == run.used and run.need <= budget:
                for way in ways(rest - run.used, budget - run.need):
                    _keep(best, _extend(way, run, rules))
        memo[rest, budget] = list(best.values())
        return memo[rest, budget]

    return ways(held, wilds)


def _extend(way: SuitWay, run: SuitRun, rules: MeldRules) -> SuitWay:
    size = len(run.places)
    room = min(size, LONGEST_RUN - size) if rules.balanced else LONGEST_RUN - size
    return SuitWay(
        way.left, way.need + run.need, way.naturals + size, way.room + room, (run, *way.runs)
    )


def _keep(best: dict[tuple[int, int], SuitWay], way: SuitWay) -> None:
    rival = best.get((way.left, way.need))
    if rival is None or rival.room < way.room:
        best[way.left, way.need] = way


# --- sets of one rank -----------------------------------------------------------------------------


NO_LIMIT = 10**6  # wild cards that sets of any size can hold


class SetChoice(NamedTuple):
    """How one rank's cards go into sets.

    `sets` of them hold `taken` naturals in all; they need `need` wild cards, have `room` for so
    many, and `dead` naturals of the rank are left over.
    """

    rank: int
    sets: int
    taken: int
    need: int
    room: int
    dead: int


class Sets(NamedTuple):
    """A choice for all ranks: the naturals left over count `value` and are `dead` in number."""

    value: int
    dead: int
    spent: int
    room: int
    choices: tuple[SetChoice, ...]


def no_set(rank: int, count: int) -> SetChoice:
    """Return the choice to make no set of a rank's `count` cards."""
    return SetChoice(rank, 0, 0, 0, 0, count)


def of_any_suits(rank: int, count: int, rules: MeldRules) -> list[SetChoice]:
    """Return the choices for `count` cards of a rank where a set may hold any number and suit.

    Then one set of all is at least as good as any other: each more natural lowers the need for
    wild cards, and raises the room.
    """
    none = no_set(rank, count)
    need = rules.wilds_needed(count)
    if need is None:
        return [none]
    together = SetChoice(rank, 1, count, need, count if rules.balanced else NO_LIMIT, 0)
    return [together] if need == 0 else [none, together]


@cache
def of_different_suits(
    rank: int, counts: tuple[int, ...], rules: MeldRules
) -> tuple[SetChoice, ...]:
    """Return the choices where each set holds a suit once: so many sets with so many naturals.

    `counts` are the copies of the rank by suit. k sets can take min(copies, k) of a suit, and
    those can be dealt over the sets evenly, which asks for the fewest wild cards. Taking fewer
    naturals than possible makes room for wild cards, which may count more.
    """
    total = sum(counts)
    choices = [no_set(rank, total)]
    for sets in range(1, total + 1):
        for taken in range(sets, sum(min(copies, sets) for copies in counts) + 1):
            sizes = [taken // sets + (place < taken % sets) for place in range(sets)]
            needs = [max(0, LEAST - size) for size in sizes]
            if all(map(rules.allows, sizes, needs)):
                rooms = (_room(size, rules) for size in sizes)
                choices.append(SetChoice(rank, sets, taken, sum(needs), sum(rooms), total - taken))
    return tuple(choices)


def _room(size: int, rules: MeldRules) -> int:
    """Return the wild cards that a set of `size` different suits may hold."""
    wilds = SUITS_IN_A_SET - size
    while not rules.allows(size, wilds):
        wilds -= 1
    return wilds


def best_sets(
    ranks: Iterable[Sequence[SetChoice]], values: Sequence[int], wilds: int
) -> list[Sets]:
    """Return the choices worth a look with up to `wilds` wild cards spent, least value first.

    A choice that is beaten in value, wild cards spent and room at once is dropped: room beyond
    the wild cards there are counts as equal.
    """
    states = {(0, 0): Sets(0, 0, 0, 0, ())}
    for choices in ranks:
        following: dict[tuple[int, int], Sets] = {}
        for before in states.values():
            for after in _each(before, choices, values, wilds):
                key = (after.spent, min(after.room, wilds))
                if key not in following or after.value < following[key].value:
                    following[key] = after
        states = following
    return sorted(states.values(), key=lambda sets: sets.value)


def _each(
    before: Sets, choices: Sequence[SetChoice], values: Sequence[int], wilds: int
) -> Iterator[Sets]:
    for choice in choices:
        spent = before.spent + choice.need
        if spent <= wilds:
            value = before.value + choice.dead * values[choice.rank]
            room = before.room + choice.room
            yield Sets(value, before.dead + choice.dead, spent, room, (*before.choices, choice))


def counts_in(held: int) -> list[tuple[int, int]]:
    """Return the ranks (0 to 12) of a packed suit or hand and how often each is held."""
    counts = []
    rank = 0
    while held:
        if held & FIELD_MASK:
            counts.append((rank, held & FIELD_MASK))
        held >>= FIELD
        rank += 1
    return counts
