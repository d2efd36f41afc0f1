"""The seating plan after the move: tables close and open, empty places are filled, previous
partners are parted, and everybody gets a chair.

A table that cannot be filled closes: the one with the most empty chairs, among equals the one with
the highest number; a table where somebody keeps a chair closes last. Tables stay numbered 1 to T:
if a lower number closes, the highest table takes its number, and all others keep theirs. A new
table opens at the end of the ring.

The movement itself never keeps a partnership; filling empty chairs and closing tables may. Then the
ladies of that table swap, or one of the two swaps with somebody of the same role at another table,
preferably with somebody who is new at that table anyway.

People who stay at a table keep their chairs if possible. If one of two has to change, it is the one
who has changed chairs less often so far, and they move one chair to the left. At a single table the
men change. A person who keeps a chair is never asked to.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rulesets.engine.text import Phrase
from rulesets.movements.ring import Four
from rulesets.movements.seating import GENTLEMAN, LADY, History, Note
from rulesets.movements.sit_outs import SitOutChoice

# --- empty places are filled, those whose turn it is leave theirs ---------------------------------


Place = tuple[int, int]
AWAY = "keeper.away"


@dataclass(slots=True)
class SeatingPlan:
    """The tables while they are being filled, and where each person is in them."""

    fours: list[Four]
    where: dict[int, Place]

    @classmethod
    def of(cls, fours: list[Four]) -> SeatingPlan:
        """A plan of these tables."""
        where = {
            person: (table, place)
            for table, four in enumerate(fours)
            for place, person in enumerate(four)
            if person is not None
        }
        return cls(fours, where)

    def put(self, person: int, place: Place) -> None:
        self.fours[place[0]][place[1]] = person
        self.where[person] = place

    def clear(self, person: int) -> Place:
        """Empty a person's place and return it."""
        place = self.where.pop(person)
        self.fours[place[0]][place[1]] = None
        return place

    def swap(self, person: int, other: int) -> None:
        """Let two people swap places."""
        first, second = self.where[person], self.where[other]
        self.put(person, second)
        self.put(other, first)

    def opposite(self, place: Place) -> int | None:
        """The partner of a place."""
        return self.fours[place[0]][place[1] ^ 1]

    def empty(self, role: str) -> list[Place]:
        """The empty places of a role; without a role, all empty places."""
        places = {GENTLEMAN: (0, 2), LADY: (1, 3)}.get(role, (0, 1, 2, 3))
        return [
            (table, place)
            for table, four in enumerate(self.fours)
            for place in places
            if four[place] is None
        ]


def fill_places(
    room: SeatingPlan,
    role: str,
    incoming: Sequence[int],
    turned: SitOutChoice,
    history: History,
    rng: random.Random,
) -> dict[int, bool]:
    """Let in everybody who is not to sit out, one after the other in the order given.

    Out: who sits out, and for each whether past partnerships decided between equals.
    """
    out = dict.fromkeys(turned.sure, False)
    for person in turned.sure:
        if person in room.where:
            room.clear(person)
    candidates = list(turned.candidates)
    empty = room.empty(role)
    for number, person in enumerate(incoming):
        if number < turned.more:
            places = [room.where[candidate] for candidate in candidates]
        else:
            places = empty
        costs = [history.cost(person, room.opposite(place)) for place in places]
        least = min(costs)
        picked = rng.choice([index for index, cost in enumerate(costs) if cost == least])
        if number < turned.more:
            leaving = candidates.pop(picked)
            out[leaving] = max(costs) > least
            place = room.clear(leaving)
        else:
            place = empty.pop(picked)
        room.put(person, place)
    return out


def send_home(
    room: SeatingPlan,
    home: Mapping[int, int],
    keepers: Collection[int],
    stayed: Collection[int],
) -> list[Note]:
    """Bring people who keep a chair back to their table, if sitting out took them from it.

    In: the table index at which each of them keeps a chair. The person who gives way has the same
    role, and is a newcomer to the table if there is one. Out: a note for each who stays away.
    """
    notes: list[Note] = []
    for keeper, table in home.items():
        if room.where[keeper][0] == table:
            continue
        parity = room.where[keeper][1] % 2
        others = [
            person
            for person in (room.fours[table][parity], room.fours[table][parity + 2])
            if person is not None and person not in keepers
        ]
        if others:
            room.swap(keeper, min(others, key=lambda person: person in stayed))
        else:
            notes.append(
                Note(
                    AWAY,
                    Phrase("{person} cannot have their usual chair.", {"person": keeper}),
                )
            )
    return notes


# --- tables close and open ------------------------------------------------------------------------


def resize_floor(
    fours: list[Four], tables: int, keepers: Collection[int]
) -> tuple[list[int], set[int], list[Note]]:
    """Close or open tables until there are `tables` of them; changes `fours` in place.

    Out: for each table its former index (-1 for a new one), the people whose table closed, and the
    notes.
    """
    was = list(range(len(fours)))
    displaced: set[int] = set()
    notes: list[Note] = []
    while len(fours) > tables:
        index = _to_close(fours, keepers)
        displaced.update(person for person in fours[index] if person is not None)
        notes.append(
            Note("table.closed", Phrase("Table {table} closes.", {"table": was[index] + 1}))
        )
        fours[index], was[index] = fours[-1], was[-1]
        fours.pop()
        was.pop()
    for index, old in enumerate(was):
        if index != old:
            notes.append(
                Note(
                    "table.renumbered",
                    Phrase("Table {old} is now table {new}.", {"old": old + 1, "new": index + 1}),
                )
            )
    while len(fours) < tables:
        fours.append([None, None, None, None])
        was.append(-1)
        notes.append(Note("table.opened", Phrase("Table {table} opens.", {"table": len(fours)})))
    return was, displaced, notes


def _to_close(fours: list[Four], keepers: Collection[int]) -> int:
    def rank(index: int) -> tuple[bool, int, int]:
        four = fours[index]
        has_keeper = any(person in keepers for person in four)
        return not has_keeper, four.count(None), index

    return max(range(len(fours)), key=rank)


# --- partners of the set before are parted --------------------------------------------------------


def part_partners(
    fours: list[Four],
    history: History,
    locked: Collection[int],
    fixed: Collection[int],
    stayed: Collection[int],
) -> list[Note]:
    """Part all previous partners.

    In: the tables, changed in place; those whose partnerships are decided by people who keep
    chairs; those people; who stays at their previous table. Out: a note for each partnership that
    could not be parted.
    """
    notes: list[Note] = []
    for table, four in enumerate(fours):
        _settle(four, history, table in locked)
        while any(
            _exchange(fours, (table, place), history, locked, fixed, stayed)
            for place in _places_with_partner(four, history)
        ):
            pass
        notes.extend(
            Note(
                "partner.kept",
                Phrase(
                    "{person} and {other} stay partners: nobody else can take the place.",
                    {"person": _person_at(four, place), "other": _person_at(four, place ^ 1)},
                ),
            )
            for place in _places_with_partner(four, history)
            if place % 2 == 0
        )
    return notes


def _person_at(four: Four, place: int) -> int:
    """The person in a place; by now every place is filled."""
    person = four[place]
    if person is None:
        raise ValueError("partners are parted before every place is filled")
    return person


def _places_with_partner(four: Four, history: History) -> list[int]:
    """The places at a table whose people have their previous partner."""
    return [
        place
        for place, person in enumerate(four)
        if person is not None and history.partner.get(person) == four[place ^ 1]
    ]


def _settle(four: Four, history: History, locked: bool) -> int:
    """Cross the two pairs of a table if that parts partners. Out: how many places keep theirs."""
    repeats = len(_places_with_partner(four, history))
    if repeats and not locked:
        four[1], four[3] = four[3], four[1]
        crossed = len(_places_with_partner(four, history))
        if crossed < repeats:
            return crossed
        four[1], four[3] = four[3], four[1]
    return repeats


def _exchange(
    fours: list[Four],
    at: Place,
    history: History,
    locked: Collection[int],
    fixed: Collection[int],
    stayed: Collection[int],
) -> bool:
    """Part one person from their partner by swapping with the same role at another table.

    Out: whether there was somebody to swap with, so that one partnership fewer is kept.
    """
    table, place = at
    person = _person_at(fours[table], place)
    if person in fixed:
        return False
    parity = place % 2
    others = [
        (other in stayed, abs(index - table), index, slot, other)
        for index, four in enumerate(fours)
        for slot in (parity, parity + 2)
        if index != table and (other := four[slot]) is not None and other not in fixed
    ]
    here = fours[table]
    for _, _, index, slot, other in sorted(others):
        there = fours[index]
        before = list(here), list(there)
        repeats = len(_places_with_partner(here, history)) + len(
            _places_with_partner(there, history)
        )
        here[place], there[slot] = other, person
        now = _settle(here, history, table in locked) + _settle(there, history, index in locked)
        if now < repeats:
            return True
        here[:], there[:] = before
    return False


# --- from partners at a table to the four chairs --------------------------------------------------


# The eight ways to put (man, lady, man, lady), partners across, into chairs 0 to 3: each entry
# names the chair of each of the four.
_WAYS = tuple(
    (first, (first + 2) % 4, second, (second + 2) % 4)
    for first in range(4)
    for second in ((first + 1) % 4, (first + 3) % 4)
)
_NEVER = 10**9
_A_CHANGE = 10**6
_A_CHANGE_BEFORE = 10


def choose_chairs(
    four: Sequence[int],
    stayed: Mapping[int, int],
    keepers: Collection[int],
    history: History,
    *,
    men_change: bool,
) -> tuple[int, int, int, int]:
    """Put a table's people into chairs.

    In: man, lady, man, lady as partners; the chair that each person who stayed had at this table;
    who keeps a chair; whether the men are the ones to change (a single table). Out: ids by chair.
    """
    price = [0, 0, 0, 0]
    old = [-1, -1, -1, -1]
    for place, person in enumerate(four):
        chair = stayed.get(person)
        if chair is None:
            continue
        old[place] = chair
        price[place] = _A_CHANGE + _A_CHANGE_BEFORE * history.chair_changes.get(person, 0)
        if person in keepers:
            price[place] = _NEVER
        elif men_change and place % 2:
            price[place] *= 2
    if old.count(-1) == 4:
        return four[0], four[2], four[1], four[3]

    def cost(way: tuple[int, int, int, int]) -> int:
        # Of the two chairs beside the old one, the left hand's (clockwise) is cheaper.
        return sum(
            price[place] + ((chair - old[place]) % 4 != 1)
            for place, chair in enumerate(way)
            if old[place] not in (-1, chair)
        )

    seats = [0, 0, 0, 0]
    best = min(_WAYS, key=cost)
    for place, chair in enumerate(best):
        seats[chair] = four[place]
    return seats[0], seats[1], seats[2], seats[3]


def lock_partners(four: Four, chairs: Mapping[int, int], keepers: Collection[int]) -> bool:
    """Re-pair a table so that its people who keep chairs can keep them; True if they decide it.

    In: the partners, changed in place; the chairs of keepers who are at home; all who keep a chair,
    including those who get theirs now. Two of different roles whose chairs are opposite each other
    stay partners, and two who sit side by side can never be; if one of two has no chair yet, they
    are put side by side, or they would be partners all evening.
    """
    for man in (0, 2):
        for lady in (1, 3):
            gentleman, partner = four[man], four[lady]
            if (
                gentleman not in keepers
                or partner not in keepers
                or gentleman is None
                or partner is None
            ):
                continue
            across = (
                gentleman in chairs
                and partner in chairs
                and (chairs[gentleman] - chairs[partner]) % 4 == 2
            )
            if across != (lady == man ^ 1):
                four[1], four[3] = four[3], four[1]
            return True
    return False
