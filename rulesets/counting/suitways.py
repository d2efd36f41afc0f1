"""Every way to lay cards of one suit into runs, from several packs and with wild cards.

A suit's naturals are packed into one integer, five bits a rank (so up to 31 copies): ace in the
lowest field. Which wild card lies in which gap does not matter, only how many are needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rulesets.counting.runtables import LEAST
from rulesets.counting.wilds import LONGEST_RUN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.counting.wilds import MeldRules
    from rulesets.equipment.cards import Card

FIELD = 5
FIELD_MASK = (1 << FIELD) - 1
ONES = sum(1 << FIELD * rank for rank in range(13))
HIGH_ACE = 14


class Run(NamedTuple):
    """A run's naturals: `places` 1 (ace) to 14 (ace above the king), packed as `used`.

    `need` wild cards at least fill its gaps or bring it to three cards.
    """

    places: tuple[int, ...]
    used: int
    need: int
    table: int = -1  # the number of the meld on the table that this lays off on


class TableRun(NamedTuple):
    """A run on the table, its meld's number, from place `low` to `high`."""

    number: int
    low: int
    high: int
    naturals: int


class Way(NamedTuple):
    """Some runs of a suit: the packed naturals `left` out of them, and the wild cards `need`ed.

    `room` is how many wild cards the runs can hold in all, `naturals` how many naturals they have.
    """

    left: int
    need: int
    naturals: int
    room: int
    runs: tuple[Run, ...]


def packed(cards: Iterable[Card]) -> tuple[int, int, int, int]:
    """Natural cards by suit, each suit packed."""
    suits = [0, 0, 0, 0]
    for card in cards:
        suit, rank = divmod(card.index, 13)
        suits[suit] += 1 << FIELD * rank
    return suits[0], suits[1], suits[2], suits[3]


def size_of(held: int) -> int:
    """How many cards a packed suit has."""
    size = 0
    while held:
        size += held & FIELD_MASK
        held >>= FIELD
    return size


def present(held: int) -> int:
    """A packed suit with every field that is not empty set to one."""
    return (held | held >> 1 | held >> 2 | held >> 3 | held >> 4) & ONES


def runs_of(held: int, wilds: int, rules: MeldRules) -> dict[int, list[Run]]:
    """The runs that any naturals of a packed suit make with up to `wilds` wild cards.

    They are listed by their lowest field (an ace's is the lowest of all, also above the king).
    Lone naturals are left out where sets hold any number of cards: with the same wild cards a set
    of that card is allowed whenever the run is, needs no more of them and can hold more.
    """
    places = [rank + 1 for rank in range(13) if held >> FIELD * rank & FIELD_MASK]
    if places[:1] == [1] and rules.ace != "low":
        places = [*places[rules.ace == "high" :], HIGH_ACE]
    found: dict[int, list[Run]] = {}
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
            found.setdefault(lowest, []).append(Run(chosen, used, need))
    return found


def _chains(places: list[int], start: int, wilds: int) -> Iterator[tuple[int, ...]]:
    """Ascending choices of places from `start` with at most `wilds` gaps and 13 in span."""
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


def extensions(held: int, wilds: int, rules: MeldRules, run: TableRun) -> list[tuple[Run, int]]:
    """What a packed suit and up to `wilds` wild cards can add to a run on the table, with its room.

    The first adds nothing. The room is how many more wild cards the run then holds in all.
    """
    places = [rank + 1 for rank in range(13) if held >> FIELD * rank & FIELD_MASK]
    if places[:1] == [1] and rules.ace != "low":
        places = [*places[rules.ace == "high" :], HIGH_ACE]
    below = [0, *(run.low - place for place in reversed(places) if place < run.low)]
    above = [0, *(place - run.high for place in places if place > run.high)]
    found = []
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
            found.append((Run(tuple(added), used, need, run.number), room))
    return found


def suit_ways(
    held: int, wilds: int, rules: MeldRules, table: tuple[TableRun, ...] = ()
) -> list[Way]:
    """Every way to lay off on the runs of one suit on the `table` and to lay new runs.

    Exact: what each run on the table is given is chosen first, in every way; then the new runs.
    """
    if not table:
        return new_run_ways(held, wilds, rules)
    best: dict[tuple[int, int], Way] = {}
    run, others = table[0], table[1:]
    for added, room in extensions(held, wilds, rules, run):
        for way in suit_ways(held - added.used, wilds - added.need, rules, others):
            runs = (added, *way.runs) if added.places or added.need else way.runs
            naturals = way.naturals + len(added.places)
            _keep(best, Way(way.left, way.need + added.need, naturals, way.room + room, runs))
    return list(best.values())


def new_run_ways(held: int, wilds: int, rules: MeldRules) -> list[Way]:
    """Every way to choose disjoint runs of one packed suit, the one without runs first.

    Exact: the lowest card still held either starts no further run, or one of those listed under
    its rank. Of ways that leave the same cards for the same wild cards the roomiest is kept.
    """
    if not held or not rules.runs:
        return [Way(held, 0, 0, 0, ())]
    runs = runs_of(held, wilds, rules)
    known: dict[tuple[int, int], list[Way]] = {}

    def ways(rest: int, budget: int) -> list[Way]:
        if not rest:
            return [Way(0, 0, 0, 0, ())]
        if (rest, budget) in known:
            return known[rest, budget]
        lowest = ((rest & -rest).bit_length() - 1) // FIELD
        alone = rest & FIELD_MASK << FIELD * lowest
        best: dict[tuple[int, int], Way] = {}
        for way in ways(rest ^ alone, budget):
            best[way.left + alone, way.need] = way._replace(left=way.left + alone)
        there = present(rest)
        for run in runs.get(lowest, ()):
            if run.used & there == run.used and run.need <= budget:
                for way in ways(rest - run.used, budget - run.need):
                    _keep(best, _extended(way, run, rules))
        known[rest, budget] = list(best.values())
        return known[rest, budget]

    return ways(held, wilds)


def _extended(way: Way, run: Run, rules: MeldRules) -> Way:
    size = len(run.places)
    room = min(size, LONGEST_RUN - size) if rules.balanced else LONGEST_RUN - size
    return Way(
        way.left, way.need + run.need, way.naturals + size, way.room + room, (run, *way.runs)
    )


def _keep(best: dict[tuple[int, int], Way], way: Way) -> None:
    known = best.get((way.left, way.need))
    if known is None or known.room < way.room:
        best[way.left, way.need] = way
