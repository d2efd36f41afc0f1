"""Partners of the set before are parted again, where arrivals, leavers or sit-outs joined them.

The movement itself never keeps a partnership; filling empty chairs and closing tables may. Then
the ladies of that table change, or else one of the two changes places with somebody of the same
role at another table, preferably with one who is new at that table anyway.
"""

from collections.abc import Collection

from rulesets.movements.history import History
from rulesets.movements.places import Place
from rulesets.movements.ring import Four
from rulesets.movements.seating import Note
from rulesets.words import Words


def mend(
    fours: list[Four],
    history: History,
    locked: Collection[int],
    fixed: Collection[int],
    stayed: Collection[int],
) -> list[Note]:
    """Part all partners of the set before.

    In: the tables, changed in place; those whose partnerships are decided by people who keep
    chairs; those people; who stays at the table of the set before. Out: a note for each
    partnership that could not be parted.
    """
    notes: list[Note] = []
    for table, four in enumerate(fours):
        _settle(four, history, table in locked)
        while any(
            _exchange(fours, (table, place), history, locked, fixed, stayed)
            for place in _kept(four, history)
        ):
            pass
        notes.extend(
            Note(
                "partner.kept",
                Words(
                    "{person} and {other} stay partners; nobody else can take the place.",
                    {"person": _taken(four, place), "other": _taken(four, place ^ 1)},
                ),
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


def _settle(four: Four, history: History, locked: bool) -> int:
    """Cross the two pairs of a table if that parts partners; how many places keep theirs then."""
    kept = len(_kept(four, history))
    if kept and not locked:
        four[1], four[3] = four[3], four[1]
        crossed = len(_kept(four, history))
        if crossed < kept:
            return crossed
        four[1], four[3] = four[3], four[1]
    return kept


def _exchange(
    fours: list[Four],
    at: Place,
    history: History,
    locked: Collection[int],
    fixed: Collection[int],
    stayed: Collection[int],
) -> bool:
    """Part one person from the partner by a change with the same role at another table.

    Out: whether somebody was found with whom to change, so that one partnership fewer is kept.
    """
    table, place = at
    person = _taken(fours[table], place)
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
        kept = len(_kept(here, history)) + len(_kept(there, history))
        here[place], there[slot] = other, person
        now = _settle(here, history, table in locked) + _settle(there, history, index in locked)
        if now < kept:
            return True
        here[:], there[:] = before
    return False
