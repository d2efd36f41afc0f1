"""The first draw: random partners, one of each role, with wishes granted if possible.

A wish is a pair of ids: people to keep together at one table, or apart. Pairs with somebody who is
not present do not matter. Wishes that cannot be granted together are dropped one by one, with a
note for each; wishes to be apart win.

People are packed into tables of two men and two ladies. First a randomised search with backtracking
places those with a wish, the hardest first; it is exact as long as its budget lasts. If it finds
nothing, a local search by swaps leaves as few wishes as possible ungranted.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulesets.engine.text import Phrase
from rulesets.movements.seating import (
    GENTLEMAN,
    ROLES,
    Guest,
    Note,
    Past,
    Seating,
    SitOut,
    other_role,
)
from rulesets.movements.sit_outs import balance, role_note
from rulesets.movements.team_mates import name_mates, pair_mates

if TYPE_CHECKING:
    from rulesets.movements.movement import SeatingRequest

# --- wishes ---------------------------------------------------------------------------------------


Pair = tuple[int, int]


@dataclass(slots=True)
class DrawRequests:
    """The wishes that can be granted together, as far as the people alone decide it.

    `groups` are sets of two to four people for one table; `group_of` finds a person's group; `foes`
    are the people with whom a person must not share a table.
    """

    apart: list[Pair] = field(default_factory=list)
    together: list[Pair] = field(default_factory=list)
    foes: dict[int, set[int]] = field(default_factory=dict)
    group_of: dict[int, frozenset[int]] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)

    @property
    def groups(self) -> list[frozenset[int]]:
        """Each group once, in a fixed order."""
        return sorted(set(self.group_of.values()), key=sorted)


def sort_requests(
    roles: Mapping[int, str], apart: Iterable[Pair], together: Iterable[Pair]
) -> DrawRequests:
    """Sort the wishes of a draw.

    In: the role of everybody present; the pairs. Out: the wishes, with a note for each pair that
    contradicts another or the make-up of a table (two of each role).
    """
    wishes = DrawRequests()
    for first, second in apart:
        if first == second:
            wishes.notes.append(not_apart(first, second))
        elif first in roles and second in roles:
            wishes.apart.append((first, second))
            wishes.foes.setdefault(first, set()).add(second)
            wishes.foes.setdefault(second, set()).add(first)
    for first, second in together:
        if first == second or first not in roles or second not in roles:
            continue
        merged = wishes.group_of.get(first, frozenset((first,))) | wishes.group_of.get(
            second, frozenset((second,))
        )
        if _fits(merged, roles, wishes.foes):
            wishes.together.append((first, second))
            for person in merged:
                wishes.group_of[person] = merged
        else:
            wishes.notes.append(
                Note(
                    "together.impossible",
                    Phrase(
                        "{person} and {other} cannot share a table: a table has two of each "
                        "role, and people kept apart stay apart.",
                        {"person": first, "other": second},
                    ),
                )
            )
    return wishes


def part_teams(
    requests: DrawRequests, teams: Mapping[int, str], roles: Mapping[int, str]
) -> set[Pair]:
    """Seat apart the team-mates who are here and did not ask to be together. Out: those people."""
    here = {person: team for person, team in teams.items() if person in roles}
    mates = {
        (first, second)
        for first, second in pair_mates(here)
        if requests.group_of.get(first, first) != requests.group_of.get(second, second)
    } - {pair for wish in requests.apart for pair in (wish, wish[::-1])}
    for first, second in sorted(mates):
        requests.apart.append((first, second))
        requests.foes.setdefault(first, set()).add(second)
        requests.foes.setdefault(second, set()).add(first)
    return mates


def _fits(group: frozenset[int], roles: Mapping[int, str], foes: Mapping[int, set[int]]) -> bool:
    """Whether people can be at one table."""
    men = sum(1 for person in group if roles[person] == GENTLEMAN)
    if men > 2 or len(group) - men > 2:
        return False
    return all(group.isdisjoint(foes.get(person, ())) for person in group)


def not_apart(person: int, other: int) -> Note:
    """The note that two people share a table against a wish."""
    return Note(
        "apart.not_kept",
        Phrase("{person} and {other} could not be kept apart.", {"person": person, "other": other}),
    )


def not_together(person: int, other: int) -> Note:
    """The note that two people do not share a table against a wish."""
    return Note(
        "together.not_kept",
        Phrase(
            "{person} and {other} could not be seated together.", {"person": person, "other": other}
        ),
    )


# --- packing people into tables -------------------------------------------------------------------


Packing = list[list[int]]

# The budgets: looks at a table in the search (beyond one placing of everybody), swaps tried.
_SEARCH_STEPS = 150_000
_SWAPS = 300
_TABLES_TRIED = 20


@dataclass(frozen=True, slots=True)
class _Block:
    """People who are placed together, what they need, and whom they must not meet."""

    people: tuple[int, ...]
    men: int
    ladies: int
    foes: frozenset[int]
    keepers: int


def pack(
    men: Sequence[int],
    ladies: Sequence[int],
    requests: DrawRequests,
    keepers: Collection[int],
    rng: random.Random,
) -> Packing | None:
    """Search for tables that grant every wish; None if the search finds none.

    In: two men and two ladies per table; the wishes; the people who keep a chair, who are spread
    over different tables if there are enough. Out: for each table its men, then its ladies.
    """
    tables = len(men) // 2
    roles = {person: index for index, people in enumerate((men, ladies)) for person in people}
    present_keepers = [person for person in roles if person in keepers]
    blocks = _blocks(
        roles, requests, present_keepers if len(present_keepers) <= tables else (), rng
    )
    placed = None
    if present_keepers and len(present_keepers) <= tables:
        placed = _search(blocks, tables, rng, spread=True)
    if placed is None:
        placed = _search(blocks, tables, rng, spread=False)
    return None if placed is None else _fill_up(placed, men, ladies, rng)


def _blocks(
    roles: Mapping[int, int],
    requests: DrawRequests,
    chair_keepers: Collection[int],
    rng: random.Random,
) -> list[_Block]:
    """The people who cannot be placed just anywhere, the hardest to place first."""
    groups = [tuple(sorted(group & roles.keys())) for group in requests.groups]
    grouped = {person for group in groups for person in group}
    special = sorted((requests.foes.keys() & roles.keys() | set(chair_keepers)) - grouped)
    blocks = []
    for people in [group for group in groups if group] + [(person,) for person in special]:
        men = sum(1 for person in people if roles[person] == 0)
        foes = frozenset().union(*(requests.foes.get(person, ()) for person in people))
        keepers = sum(1 for person in people if person in chair_keepers)
        blocks.append(_Block(people, men, len(people) - men, foes, keepers))
    rng.shuffle(blocks)
    blocks.sort(key=lambda block: (-len(block.people), -len(block.foes), -block.keepers))
    return blocks


def _search(
    blocks: Sequence[_Block], tables: int, rng: random.Random, *, spread: bool
) -> list[set[int]] | None:
    """Place the blocks by depth-first search without recursion; None if the budget runs out.

    `spread` forbids two blocks with a keeper at one table.
    """
    order = list(range(tables))
    rng.shuffle(order)
    state = _State(blocks, order, tables, spread=spread)
    ways: list[Iterator[int]] = []
    chosen: list[int] = []
    nodes = _SEARCH_STEPS // (tables + 10) + 2 * len(blocks)
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
    """The blocks placed so far."""

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
    """Give everybody else a random place: two men, then two ladies, per table."""
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


class _Swaps:
    """A full room whose people are swapped to grant more wishes."""

    def __init__(self, packing: Packing, requests: DrawRequests) -> None:
        self.packing = packing
        self.foes = requests.foes
        self.where = {person: table for table, people in enumerate(packing) for person in people}
        self.friends: dict[int, set[int]] = {}
        for first, second in requests.together:
            self.friends.setdefault(first, set()).add(second)
            self.friends.setdefault(second, set()).add(first)

    def swap(self, person: int, other: int) -> None:
        """Let two people change places."""
        here, there = self.where[person], self.where[other]
        self.packing[here][self.packing[here].index(person)] = other
        self.packing[there][self.packing[there].index(other)] = person
        self.where[person], self.where[other] = there, here

    def ungranted(self, person: int) -> int:
        """How many wishes of a person are not granted."""
        table, where = self.where[person], self.where
        close = sum(1 for foe in self.foes.get(person, ()) if where.get(foe) == table)
        friends = self.friends.get(person, ())
        return close + sum(1 for friend in friends if where.get(friend, table) != table)

    def try_table(self, person: int, table: int) -> None:
        """Swap a person with somebody of the same role at a table, unless that grants fewer
        wishes."""
        here = self.where[person]
        half = slice(0, 2) if self.packing[here].index(person) < 2 else slice(2, 4)
        for other in self.packing[table][half] if table != here else ():
            before = self.ungranted(person) + self.ungranted(other)
            self.swap(person, other)
            if self.ungranted(person) + self.ungranted(other) <= before:
                return
            self.swap(person, other)


def pack_nearly(
    men: Sequence[int], ladies: Sequence[int], requests: DrawRequests, rng: random.Random
) -> Packing:
    """Pack so that few wishes stay ungranted: swaps from a random start, never for the worse."""
    packing = _fill_up([()] * (len(men) // 2), men, ladies, rng)
    room = _Swaps(packing, requests)
    for _ in range(_SWAPS):
        close, parted = ungranted(room.where, requests)
        broken = [pair for pair in close + parted if {*pair} <= room.where.keys()]
        if not broken:
            break
        person, other = rng.choice(broken)
        if rng.random() < 0.5:
            person, other = other, person
        if room.where[person] != room.where[other]:
            room.try_table(person, room.where[other])
            continue
        for table in rng.sample(range(len(packing)), min(len(packing), _TABLES_TRIED)):
            room.try_table(person, table)
    return packing


def ungranted(where: Mapping[int, int], requests: DrawRequests) -> tuple[list[Pair], list[Pair]]:
    """The pairs to be apart who share a table, and the pairs to be together who do not.

    In: the table of everybody who plays. A pair that is to be apart is so if one sits out; a pair
    to be together is not, unless both sit out.
    """
    close = [
        (first, second)
        for first, second in requests.apart
        if first in where and where[first] == where.get(second, -1)
    ]
    parted = [
        (first, second)
        for first, second in requests.together
        if where.get(first, -1) != where.get(second, -1)
    ]
    return close, parted


# --- the draw -------------------------------------------------------------------------------------


# In a small room another draw of who sits out can make the wishes possible; in a large one it
# hardly matters.
_REDRAWS = 12
_SMALL_ROOM = 12


def first_seats(request: SeatingRequest) -> Seating:
    """Draw the seats of the first set.

    Changes of role that `balance` proposes and nobody has made yet are made here, with a note.
    Sit-outs are drawn; people who keep a chair or are to be together (at one table, not necessarily
    as partners) come last, team-mates are kept apart, and if wishes cannot be granted otherwise
    there is another draw. A note names each pair whose wish was not granted.
    """
    guests, rng = request.guests, request.rng
    roles = {guest.id: guest.role for guest in guests}
    if len(roles) < 4:
        return too_few(roles)
    notes: list[Note] = []
    for person in balance(guests):
        roles[person] = other_role(roles[person])
        notes.append(role_note(person, roles[person]))
    keepers = frozenset(guest.id for guest in guests if guest.keeps_chair)
    wishes = sort_requests(roles, request.requests.apart, request.requests.together)
    mates = part_teams(wishes, request.teams, roles)
    packing, sitting_out = _draw(roles, wishes, keepers, rng)
    where = {person: table for table, people in enumerate(packing) for person in people}
    close, parted = ungranted(where, wishes)
    notes += wishes.notes
    notes += [not_apart(first, second) for first, second in close if (first, second) not in mates]
    notes += name_mates(mates, [Past(tuple(map(tuple, packing)))])
    notes += [not_together(first, second) for first, second in parted]
    tables = tuple(_chairs(people, keepers, rng) for people in packing)
    return Seating(tables, tuple(sitting_out), roles, tuple(notes))


def first_seats_without_roles(request: SeatingRequest) -> Seating:
    """Draw the seats of the first set when roles do not matter.

    Like `first_seats`; people keep any roles they have. (For the draw a random half of them counts
    as one role and half as the other, with people who are to be together taken in turn, so that
    what fits at a table still fits.)
    """
    guests, rng, together = request.guests, request.rng, request.requests.together
    people = [guest.id for guest in guests]
    rng.shuffle(people)
    place = {person: number for number, person in enumerate(people)}
    lead = dict(place)
    for _ in together:
        for first, second in together:
            if first in lead and second in lead:
                lead[first] = lead[second] = min(lead[first], lead[second])
    people.sort(key=lambda person: (lead[person], place[person]))
    halves = {person: ROLES[number % 2] for number, person in enumerate(people)}
    players = [Guest(guest.id, halves[guest.id], guest.keeps_chair) for guest in guests]
    seating = first_seats(replace(request, guests=players))
    notes = tuple(
        replace(note, words=Phrase(_NOT_AT_ONE_TABLE, note.words.params))
        if note.code == "together.impossible"
        else note
        for note in seating.notes
    )
    return replace(seating, roles={guest.id: guest.role for guest in guests}, notes=notes)


_NOT_AT_ONE_TABLE = (
    "{person} and {other} cannot share a table: a table has four chairs, and people kept "
    "apart stay apart."
)


def too_few(roles: Mapping[int, str]) -> Seating:
    """The seating of fewer people than a table takes: nobody can play."""
    template = "Not enough people for a table."
    return Seating(
        (),
        tuple(SitOut(person, "too_few", Phrase(template)) for person in roles),
        dict(roles),
        (Note("tables.none", Phrase(template)),),
    )


def _draw(
    roles: Mapping[int, str],
    requests: DrawRequests,
    keepers: frozenset[int],
    rng: random.Random,
) -> tuple[Packing, list[SitOut]]:
    """Draw who sits out and who is at which table, repeatedly while wishes stay ungranted."""
    tables = len(roles) // 4
    best: tuple[int, Packing, list[SitOut]] | None = None
    over = len(roles) % 4
    for attempt in range(_REDRAWS if over and tables <= _SMALL_ROOM else 1):
        kin = requests.group_of if attempt < _REDRAWS // 2 else {}
        last = {person: (person not in keepers, person not in kin) for person in roles}
        sitting_out: list[SitOut] = []
        playing: list[list[int]] = []
        for role in ROLES:
            people = sorted(person for person in roles if roles[person] == role)
            rng.shuffle(people)
            # Sorting is stable, so this keeps the draw among those who are alike.
            people.sort(key=last.__getitem__)
            # Those who may be spared come first; the lot falls among people who are alike.
            alike = Counter(last[person] for person in people)
            sitting_out += [_sit_out_by_lot(p, alike[last[p]]) for p in people[2 * tables :]]
            playing.append(people[: 2 * tables])
        packing = pack(playing[0], playing[1], requests, keepers, rng)
        if packing is None:
            packing = pack_nearly(playing[0], playing[1], requests, rng)
        where = {person: table for table, people in enumerate(packing) for person in people}
        broken = sum(len(pairs) for pairs in ungranted(where, requests))
        if best is None or broken < best[0]:
            best = broken, packing, sitting_out
        if not broken:
            break
    assert best is not None  # noqa: S101 - there is at least one attempt
    return best[1], best[2]


def _sit_out_by_lot(person: int, among: int) -> SitOut:
    code, template = "drawn_first", "Drawn by lot."
    return SitOut(person, code, Phrase(template, {"count": 0, "among": among}))


def _chairs(
    people: Sequence[int], keepers: frozenset[int], rng: random.Random
) -> tuple[int, int, int, int]:
    """Draw partners and chairs; two people who keep chairs are not made partners if that can be
    avoided.

    (They would stay partners all evening.)
    """
    man, other_man, lady, other_lady = people
    if rng.random() < 0.5:
        lady, other_lady = other_lady, lady
    straight = ({man, lady} <= keepers) + ({other_man, other_lady} <= keepers)
    crossed = ({man, other_lady} <= keepers) + ({other_man, lady} <= keepers)
    if crossed < straight:
        lady, other_lady = other_lady, lady
    pairs = [[man, lady], [other_man, other_lady]]
    rng.shuffle(pairs)
    for pair in pairs:
        rng.shuffle(pair)
    return pairs[0][0], pairs[1][0], pairs[0][1], pairs[1][1]
