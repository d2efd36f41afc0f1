"""Empty places are filled, those whose turn it is leave theirs, keepers get their own back."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rulesets.movements.history import History
from rulesets.movements.ring import Four
from rulesets.movements.seating import GENTLEMAN, Note
from rulesets.movements.sitouts import Turn
from rulesets.words import Words

Place = tuple[int, int]
AWAY = "keeper.away"


@dataclass(slots=True)
class Room:
    """The tables while they are being filled, and where each person is in them."""

    fours: list[Four]
    where: dict[int, Place]

    @classmethod
    def of(cls, fours: list[Four]) -> "Room":
        """Look up where everybody is."""
        where = {
            person: (table, place)
            for table, four in enumerate(fours)
            for place, person in enumerate(four)
            if person is not None
        }
        return cls(fours, where)

    def put(self, person: int, place: Place) -> None:
        """Seat a person in a place."""
        self.fours[place[0]][place[1]] = person
        self.where[person] = place

    def clear(self, person: int) -> Place:
        """Empty a person's place and give it back."""
        place = self.where.pop(person)
        self.fours[place[0]][place[1]] = None
        return place

    def swap(self, one: int, two: int) -> None:
        """Let two people change places."""
        first, second = self.where[one], self.where[two]
        self.put(one, second)
        self.put(two, first)

    def opposite(self, place: Place) -> int | None:
        """Who is the partner in a place."""
        return self.fours[place[0]][place[1] ^ 1]

    def empty(self, role: str) -> list[Place]:
        """The empty places of a role."""
        offset = 0 if role == GENTLEMAN else 1
        return [
            (table, place)
            for table, four in enumerate(self.fours)
            for place in (offset, offset + 2)
            if four[place] is None
        ]


def fill(
    room: Room,
    role: str,
    incoming: Sequence[int],
    turned: Turn,
    history: History,
    rng: random.Random,
) -> dict[int, bool]:
    """Let everybody in who is not to sit out, one after the other in the order given.

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
    room: Room,
    home: Mapping[int, int],
    keepers: Collection[int],
    stayed: Collection[int],
) -> list[Note]:
    """Bring those who keep a chair back to their table, if sitting out took them from it.

    In: the table index at which each of them keeps a chair. The person who gives way is of the
    same role, a newcomer to the table if there is one. Out: a note for each who stays away.
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
                    Words("{person} cannot have the usual chair.", {"person": keeper}),
                )
            )
    return notes
