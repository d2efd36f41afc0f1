"""A seed seats a whole evening as it did when that was recorded, by every movement.

"The same request gives the same seats" holds within a version by its own tests; here it holds from
change to change, with its sit-outs and how good the seats are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from rulesets.engine.game import names_of
from rulesets.formats import format_of, read_options
from rulesets.formats.format import Format, movement_of, option_type_of
from rulesets.formats.rehearsal import late_guests, rehearse
from rulesets.games import load
from rulesets.movements.movement import PlannedMovement
from rulesets.movements.seating import Past, Seating, as_past
from tests.recordings import Recording, digest, plain
from tests.rulesets.movements.movement_requests import request

RECORDING = Recording("seats")
PEOPLE = (8, 13, 16)
ROUNDS = 6  # of an evening to which people come and from which they go
KINDS = (
    ("court-whist", "court_whist"),
    ("euchre", "progressive"),
    ("euchre", "individual"),
    ("euchre", "mixed"),
    ("euchre", "pairs"),
    ("euchre", "swiss"),
    ("euchre", "knockout"),
    ("hearts", "meetings"),
    ("golf", "pairs"),
    ("sticks", "knockout"),
)
# What people may agree on that seats them otherwise, in every format that has it.
SECOND = [
    {"rounds": 3, "stages": stages, "qualify": qualify, "others": others}
    for stages, others in product(("knockout", "pairs", "table"), ("stop", "play"))
    for qualify in (4, 5)
]
AGREED: list[dict[str, Any]] = [
    {},
    *({"moves": way} for way in ("up", "both", "part", "stay")),
    *({"rounds": 4, "times": 2}, {"rounds": 4, "divisions": 2}, {"seeds": True}),
    *({"size": size} for size in (2, 3, 5)),
    *({"size": 3, "advance": 2}, {"places": "third"}, {"places": "all"}),
    *SECOND,
]
WISHES: dict[str, Any] = {
    "apart": [(1, 2), (5, 8)],
    "together": [(3, 5)],
    "partners": [(6, 7)],
    "sat_out_credit": {4: 1, 9: 2},
    "teams": {person: "xyz"[person % 3] for person in range(10, 16)},
}


def seats_of(slug: str, form: str, people: int) -> Iterator[Any]:
    """Every round with its tables and sit-outs, and what the evening comes to."""
    format = format_of(load(slug), form)
    guests = late_guests(format, (), people)
    rehearsal = rehearse(format, request(guests, rng=Random(0)), seed=people)
    yield plain([rehearsal.rounds, rehearsal.sit_outs])
    yield plain([rehearsal.quality, rehearsal.quality.sentence])


def level_of(table: Sequence[int], chance: Random, *, sides: bool) -> list[list[int]]:
    """Who was first at a table, who next; now and then nobody was better."""
    camps = [[*table[::2]], [*table[1::2]]] if sides else [[who] for who in table]
    chance.shuffle(camps)
    return [[who for camp in camps for who in camp]] if chance.random() < 0.1 else camps


def with_substitute(seating: Seating, chance: Random) -> Past:
    """A set as it ended: sometimes somebody who sat out has taken over a chair."""
    past = as_past(seating)
    if not past.sitting_out or chance.random() < 0.5:
        return past
    who, gone = chance.choice(past.sitting_out), chance.choice(past.tables[-1])
    last = tuple(who if person == gone else person for person in past.tables[-1])
    out, divisions = past.sitting_out, past.divisions
    ended = (*past.tables[:-1], last)
    return Past.of(past.tables, ended, out, past.roles, (), past.partners, divisions)


def come_and_go(format: Format, people: int, **wishes: Any) -> Iterator[Any]:
    """What a movement answers in an evening with late guests, people who go and come back, some who
    keep their chairs, and substitutes."""
    chance, movement = Random(people), movement_of(format)
    crowd = [
        replace(guest, keeps_chair=guest.id in (2, 5, people + 1))
        for guest in late_guests(format, (), people + 4)
    ]
    away = {guest.id: {0, 1} if guest.id % 2 else {0, 1, 2} for guest in crowd[people:]}
    away |= {who: {*range(chance.randrange(1, 5), chance.randrange(3, 9))} for who in (1, 4, 7, 8)}
    past: list[Past] = []
    results: list[Any] = []
    points: Counter[int] = Counter()
    for number in range(ROUNDS):
        guests = [guest for guest in crowd if number not in away.get(guest.id, ())]
        ranks = sorted({points[guest.id] for guest in guests}, reverse=True)
        order = [[guest.id for guest in guests if points[guest.id] == rank] for rank in ranks]
        evening = {"results": results, "order": order, "sets": format.length.sets}
        winners = [level[0][:2] for level in results[-1]] if results else ()
        asked = request(guests, past, rng=Random(people), winners=winners, **evening, **wishes)
        yield plain([movement.needs(number + 1), movement.balance(guests)])
        if isinstance(movement, PlannedMovement):
            yield movement.needs_search(asked), plain(movement.plan(asked))
        seating = movement.next_seats(asked)
        yield plain(seating)
        if not seating.tables:
            break
        past.append(with_substitute(seating, chance))
        tables, sides = past[-1].tables, format.facts.partners
        results.append([level_of(table, chance, sides=sides) for table in tables])
        points.update(who for level in results[-1] for who in level[0])


def agreed_seats_of(slug: str, form: str) -> Iterator[Any]:
    """Evenings by each way to play, with wishes and without."""
    kind = option_type_of(format_of(load(slug), form))
    for choice in AGREED:
        if not choice.keys() <= names_of(kind):
            continue
        for people, wishes in ((9, {}), (14, WISHES)):
            agreed, problems = read_options(format_of(load(slug), form), choice)
            yield choice, plain(problems)
            if problems:
                break
            format = format_of(load(slug), form, agreed, people)
            yield list(come_and_go(format, people, **wishes))


@pytest.mark.parametrize(("slug", "form"), KINDS)
def test_seats_are_as_recorded(slug: str, form: str) -> None:
    digests = {str(people): digest(list(seats_of(slug, form, people))) for people in PEOPLE}
    assert digests == RECORDING.entry(f"{slug}-{form}", digests)


@pytest.mark.parametrize(("slug", "form"), KINDS)
def test_seats_by_agreement_are_as_recorded(slug: str, form: str, brief_searches: None) -> None:
    digests = {"agreed": digest(list(agreed_seats_of(slug, form)))}
    assert digests == RECORDING.entry(f"{slug}-{form}-agreed", digests)
