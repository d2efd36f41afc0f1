"""People who keep a chair stay at the table and in the chair of the round before, if no two want
the same; the tables of planned rounds are numbered and turned to suit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rulesets.engine.text import Phrase
from rulesets.movements.seating import Guest, Note, Past


def keep_chairs(
    planned: Sequence[Past], guests: Sequence[Guest], past: Sequence[Past]
) -> tuple[tuple[Past, ...], tuple[Note, ...]]:
    """Number and turn the tables of all rounds so that people who keep a chair have the one they
    had last, with a note for each who has to take another one in the next round."""
    keepers = sorted(guest.id for guest in guests if guest.keeps_chair)
    if not keepers:
        return tuple(planned), ()
    rounds: list[Past] = []
    notes: tuple[Note, ...] = ()
    for following in planned:
        tables, moved = _turn_tables(following.tables, keepers, _last_seats([*past, *rounds]))
        if not rounds:
            notes = _name_moved(moved)
        rounds.append(replace(following, tables=tables))
    return tuple(rounds), notes


def name_displaced(
    tables: Sequence[tuple[int, ...]], guests: Iterable[Guest], past: Sequence[Past]
) -> tuple[Note, ...]:
    """A note for each person who keeps a chair but sits in a different one at `tables`."""
    home, now = _last_seats(past), _last_seats([Past(tuple(tables), (), {})])
    keepers = sorted(guest.id for guest in guests if guest.keeps_chair)
    return _name_moved(
        who for who in keepers if who in home and who in now and home[who] != now[who]
    )


def _name_moved(people: Iterable[int]) -> tuple[Note, ...]:
    text = "{person} has to move to another chair."
    return tuple(Note("keeper.moved", Phrase(text, {"person": person})) for person in people)


def _turn_tables(
    tables: Sequence[tuple[int, ...]],
    keepers: Sequence[int],
    home: Mapping[int, tuple[int, int]],
) -> tuple[tuple[tuple[int, ...], ...], list[int]]:
    """The tables of one round, turned so that as many as possible sit at home; and those who do
    not."""
    where = {
        who: (table, chair) for table, seats in enumerate(tables) for chair, who in enumerate(seats)
    }
    turned: dict[int, tuple[int, int]] = {}  # by the table planned: its number, and how far turned
    moved = []
    for person in keepers:
        if person not in home or person not in where:
            continue
        number, chair = home[person]
        table, planned = where[person]
        size = len(tables[table])
        way = (number, (chair - planned) % size)
        taken = {taken_number for taken_number, _ in turned.values()}
        is_there = number < len(tables) and len(tables[number]) == size and chair < size
        if table not in turned and number not in taken and is_there:
            turned[table] = way
        elif turned.get(table) != way:
            moved.append(person)
    spare = sorted({*range(len(tables))} - {number for number, _ in turned.values()})
    seated = {}
    for table, seats in enumerate(tables):
        if table not in turned:  # to the first that is as large and free
            free = next(number for number in spare if len(tables[number]) == len(seats))
            spare.remove(free)
            turned[table] = (free, 0)
        number, turn = turned[table]
        seated[number] = seats[-turn:] + seats[:-turn] if turn else seats
    return tuple(seated[number] for number in range(len(tables))), moved


def _last_seats(past: Sequence[Past]) -> dict[int, tuple[int, int]]:
    """The table and chair in which everybody sat last."""
    return {
        who: (table, chair)
        for played in past
        for table, seats in enumerate(played.tables)
        for chair, who in enumerate(seats)
    }
