"""Packing people into tables of two men and two ladies, wishes granted.

First a randomised search with backtracking places those who have a wish, the hardest first; it is
exact as long as its budget lasts. Where it finds nothing, a local search by swaps leaves as few
wishes as it can ungranted.
"""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulesets.movements.wishes import Pair, Wishes

Packing = list[list[int]]

# The budgets: looks at a table in the search (beyond one placing of everybody), swaps tried.
_LOOKS = 150_000
_SWAPS = 300
_TABLES_TRIED = 20


@dataclass(frozen=True, slots=True)
class _Block:
    """People who are placed as one, what they need, and whom they must not meet."""

    people: tuple[int, ...]
    men: int
    ladies: int
    foes: frozenset[int]
    keepers: int


def pack(
    men: Sequence[int],
    ladies: Sequence[int],
    wishes: Wishes,
    keepers: Collection[int],
    rng: random.Random,
) -> Packing | None:
    """Search for tables that grant every wish; None where the search finds none.

    In: two men and two ladies a table; the wishes; those who keep a chair, who are spread over
    different tables when there are enough. Out: for each table its men, then its ladies.
    """
    tables = len(men) // 2
    roles = {person: index for index, people in enumerate((men, ladies)) for person in people}
    kept = [person for person in roles if person in keepers]
    blocks = _blocks(roles, wishes, kept if len(kept) <= tables else (), rng)
    placed = None
    if kept and len(kept) <= tables:
        placed = _search(blocks, tables, rng, spread=True)
    if placed is None:
        placed = _search(blocks, tables, rng, spread=False)
    return None if placed is None else _fill_up(placed, men, ladies, rng)


def _blocks(
    roles: Mapping[int, int], wishes: Wishes, kept: Collection[int], rng: random.Random
) -> list[_Block]:
    """Those who cannot be put just anywhere, the hardest to place first."""
    groups = [tuple(sorted(group & roles.keys())) for group in wishes.groups]
    grouped = {person for group in groups for person in group}
    special = sorted((wishes.foes.keys() & roles.keys() | set(kept)) - grouped)
    blocks = []
    for people in [group for group in groups if group] + [(person,) for person in special]:
        men = sum(1 for person in people if roles[person] == 0)
        foes = frozenset().union(*(wishes.foes.get(person, ()) for person in people))
        keepers = sum(1 for person in people if person in kept)
        blocks.append(_Block(people, men, len(people) - men, foes, keepers))
    rng.shuffle(blocks)
    blocks.sort(key=lambda block: (-len(block.people), -len(block.foes), -block.keepers))
    return blocks


def _search(
    blocks: Sequence[_Block], tables: int, rng: random.Random, *, spread: bool
) -> list[set[int]] | None:
    """Place the blocks by depth-first search without recursion; None if there is no way in budget.

    `spread` forbids two blocks with a keeper at one table.
    """
    order = list(range(tables))
    rng.shuffle(order)
    state = _State(blocks, order, tables, spread=spread)
    ways: list[Iterator[int]] = []
    chosen: list[int] = []
    nodes = _LOOKS // (tables + 10) + 2 * len(blocks)
    while len(chosen) < len(blocks):
        if len(ways) == len(chosen):
            ways.append(state.ways(len(chosen), rng.randrange(tables)))
        table = next(ways[-1], None)
        nodes -= 1
        if nodes < 0:
            return None
        if table is not None:
            state.change(len(chosen), table, 1)
            chosen.append(table)
            continue
        ways.pop()
        if not chosen:
            return None
        state.change(len(chosen) - 1, chosen.pop(), -1)
    return state.people


class _State:
    """What has been placed so far."""

    def __init__(
        self, blocks: Sequence[_Block], order: Sequence[int], tables: int, *, spread: bool
    ) -> None:
        self.blocks = blocks
        self.order = order
        self.men = [2] * tables
        self.ladies = [2] * tables
        self.keepers = [0] * tables
        self.people: list[set[int]] = [set() for _ in range(tables)]
        self.spread = spread

    def ways(self, number: int, start: int) -> Iterator[int]:
        """The tables where a block fits; of the empty ones, which are all alike, only one."""
        block = self.blocks[number]
        empty_tried = False
        for step in range(len(self.order)):
            table = self.order[(start + step) % len(self.order)]
            if self.men[table] < block.men or self.ladies[table] < block.ladies:
                continue
            people = self.people[table]
            if not people:
                if empty_tried:
                    continue
                empty_tried = True
            elif not block.foes.isdisjoint(people):
                continue
            if self.spread and block.keepers and self.keepers[table]:
                continue
            yield table

    def change(self, number: int, table: int, sign: int) -> None:
        """Place a block at a table (sign 1) or take it away (sign -1)."""
        block = self.blocks[number]
        self.men[table] -= sign * block.men
        self.ladies[table] -= sign * block.ladies
        self.keepers[table] += sign * block.keepers
        if sign > 0:
            self.people[table].update(block.people)
        else:
            self.people[table].difference_update(block.people)


def _fill_up(
    placed: Sequence[Collection[int]],
    men: Sequence[int],
    ladies: Sequence[int],
    rng: random.Random,
) -> Packing:
    """Give everybody else a place at random: two men, then two ladies, per table."""
    taken = set().union(*placed)
    spare = []
    for people in (men, ladies):
        free = [person for person in people if person not in taken]
        rng.shuffle(free)
        spare.append(free)
    male = set(men)
    packing = []
    for block in placed:
        gentlemen = sorted(person for person in block if person in male)
        others = sorted(person for person in block if person not in male)
        while len(gentlemen) < 2:
            gentlemen.append(spare[0].pop())
        while len(others) < 2:
            others.append(spare[1].pop())
        packing.append(gentlemen + others)
    return packing


class _Swapping:
    """A full room whose people are swapped to grant more wishes."""

    def __init__(self, packing: Packing, wishes: Wishes) -> None:
        self.packing = packing
        self.foes = wishes.foes
        self.where = {person: table for table, people in enumerate(packing) for person in people}
        self.friends: dict[int, set[int]] = {}
        for one, two in wishes.together:
            self.friends.setdefault(one, set()).add(two)
            self.friends.setdefault(two, set()).add(one)

    def swap(self, one: int, two: int) -> None:
        """Let two people change places."""
        here, there = self.where[one], self.where[two]
        self.packing[here][self.packing[here].index(one)] = two
        self.packing[there][self.packing[there].index(two)] = one
        self.where[one], self.where[two] = there, here

    def ungranted(self, person: int) -> int:
        """How many wishes that concern a person are not granted."""
        table, where = self.where[person], self.where
        close = sum(1 for foe in self.foes.get(person, ()) if where.get(foe) == table)
        friends = self.friends.get(person, ())
        return close + sum(1 for friend in friends if where.get(friend, table) != table)

    def try_table(self, person: int, table: int) -> None:
        """Swap a person with somebody of the same role at a table, unless that grants less."""
        here = self.where[person]
        half = slice(0, 2) if self.packing[here].index(person) < 2 else slice(2, 4)
        for other in self.packing[table][half] if table != here else ():
            before = self.ungranted(person) + self.ungranted(other)
            self.swap(person, other)
            if self.ungranted(person) + self.ungranted(other) <= before:
                return
            self.swap(person, other)


def pack_nearly(
    men: Sequence[int], ladies: Sequence[int], wishes: Wishes, rng: random.Random
) -> Packing:
    """Pack so that few wishes stay ungranted: swaps from a random start, never for the worse."""
    packing = _fill_up([()] * (len(men) // 2), men, ladies, rng)
    room = _Swapping(packing, wishes)
    for _ in range(_SWAPS):
        close, parted = ungranted(room.where, wishes)
        broken = [pair for pair in close + parted if {*pair} <= room.where.keys()]
        if not broken:
            break
        one, two = rng.choice(broken)
        if rng.random() < 0.5:
            one, two = two, one
        if room.where[one] != room.where[two]:
            room.try_table(one, room.where[two])
            continue
        for table in rng.sample(range(len(packing)), min(len(packing), _TABLES_TRIED)):
            room.try_table(one, table)
    return packing


def ungranted(where: Mapping[int, int], wishes: Wishes) -> tuple[list[Pair], list[Pair]]:
    """The pairs to be apart who share a table, and the pairs to be together who do not.

    In: the table of everyone who plays. A pair that is to be apart is so if one sits out; a pair
    to be together is not, unless both sit out.
    """
    close = [
        (one, two) for one, two in wishes.apart if one in where and where[one] == where.get(two, -1)
    ]
    parted = [
        (one, two) for one, two in wishes.together if where.get(one, -1) != where.get(two, -1)
    ]
    return close, parted
