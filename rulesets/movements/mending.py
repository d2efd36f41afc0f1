"""Partners of the set before are parted again, where arrivals, leavers or sit-outs joined them.

The movement itself never keeps a partnership; filling empty chairs and closing tables may. Then
the ladies of that table change, or else one of the two changes places with somebody of the same
role at another table, preferably with one who is new at that table anyway.
"""

from collections.abc import Collection

from rulesets.movements.history import History
from rulesets.movements.places import Place, Room
from rulesets.movements.ring import Four
from rulesets.movements.seating import Note


def mend(
    room: Room,
    history: History,
    locked: Collection[int],
    fixed: Collection[int],
    stayed: Collection[int],
) -> list[Note]:
    """Part all partners of the set before.

    In: the tables whose partnerships are decided by people who keep chairs; those people; who
    stays at the table of the set before. Out: a note for each partnership that could not be
    parted.
    """
    notes: list[Note] = []
    for table, four in enumerate(room.fours):
        if not _kept(four, history) or _settle(room, table, history, locked):
            continue
        for place in _kept(four, history):
            if not _exchange(room, (table, place), history, locked, fixed, stayed):
                continue
            break
        notes.extend(
            Note(
                "partner.kept",
                "{person} and {other} stay partners; nobody else can take the place.",
                {"person": _taken(four, place), "other": _taken(four, place ^ 1)},
            )
            for place in _kept(four, history)
            if place % 2 == 0
        )
    return notes


def _taken(four: Four, place: int) -> int:
    """The person in a place; by now every place is filled."""
    person = four[place]
    if person is None:
        raise ValueError("partners are parted before every place is filled")
    return person


def _kept(four: Four, history: History) -> list[int]:
    """The places at a table whose people have their partner of the set before."""
    return [
        place
        for place, person in enumerate(four)
        if person is not None and history.partner.get(person) == four[place ^ 1]
    ]


def _settle(room: Room, table: int, history: History, locked: Collection[int]) -> bool:
    """Try to part partners by crossing the two pairs; False and unchanged if that is no help."""
    four = room.fours[table]
    if not _kept(four, history):
        return True
    if table in locked:
        return False
    one, two = _taken(four, 1), _taken(four, 3)
    room.swap(one, two)
    if not _kept(four, history):
        return True
    room.swap(one, two)
    return False


def _exchange(
    room: Room,
    at: Place,
    history: History,
    locked: Collection[int],
    fixed: Collection[int],
    stayed: Collection[int],
) -> bool:
    """Try to change one person with the same role at another table; False if none helps."""
    table, place = at
    person = room.fours[table][place]
    if person is None or person in fixed:
        return False
    parity = place % 2
    others = [
        (other in stayed, abs(index - table), other)
        for index, four in enumerate(room.fours)
        for other in (four[parity], four[parity + 2])
        if index != table and other is not None and other not in fixed
    ]
    for _, _, other in sorted(others):
        index = room.where[other][0]
        before = [(number, list(room.fours[number])) for number in (table, index)]
        clean = not _kept(room.fours[index], history)
        room.swap(person, other)
        mended = _settle(room, table, history, locked)
        if mended and (_settle(room, index, history, locked) or not clean):
            return True
        for number, four in before:
            for slot, occupant in enumerate(four):
                if occupant is not None:
                    room.put(occupant, (number, slot))
    return False
