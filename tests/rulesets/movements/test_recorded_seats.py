"""A seed seats a whole evening as it did when that was recorded, by every movement.

"The same request gives the same seats" holds within a version by its own tests; here it holds from
change to change, with its sit-outs and how good the seats are.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from rulesets.engine.game import names_of
from rulesets.formats import format_of, read_options
from rulesets.formats.format import option_type_of
from rulesets.formats.rehearsal import late_guests, rehearse
from rulesets.games import load
from tests.recordings import Recording, digest, plain
from tests.rulesets.movements.movement_requests import request

RECORDING = Recording("seats")
PEOPLE = (8, 13, 16)
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
    ("golf", "meetings"),
    ("sticks", "knockout"),
)
# What people may agree on that seats them otherwise, in every format that has it.
SECOND = [
    {"rounds": 3, "stages": stages, "qualify": qualify, "others": others}
    for stages, others in product(("knockout", "pairs", "table"), ("stop", "play"))
    for qualify in (4, 5)
]
AGREED: list[dict[str, Any]] = [
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


def agreed_seats_of(slug: str, form: str) -> Iterator[Any]:
    """Rounds by each other way, with wishes and without, to which people come late."""
    kind = option_type_of(format_of(load(slug), form))
    for choice in AGREED:
        if not choice.keys() <= names_of(kind):
            continue
        for people, wishes in ((9, WISHES), (14, {}), (17, WISHES)):
            agreed, problems = read_options(format_of(load(slug), form), choice)
            yield choice, plain(problems)
            if problems:
                break
            format = format_of(load(slug), form, agreed, people)
            guests = late_guests(format, (), people)
            late = late_guests(format, guests, 3)
            asked = request(guests, rng=Random(0), **wishes)
            rehearsal = rehearse(format, asked, seed=people, late=late, after=2)
            yield plain([rehearsal.rounds, rehearsal.sit_outs, rehearsal.quality])


@pytest.mark.parametrize(("slug", "form"), KINDS)
def test_seats_are_as_recorded(slug: str, form: str) -> None:
    digests = {str(people): digest(list(seats_of(slug, form, people))) for people in PEOPLE}
    assert digests == RECORDING.entry(f"{slug}-{form}", digests)


@pytest.mark.parametrize(("slug", "form"), KINDS)
def test_seats_by_agreement_are_as_recorded(slug: str, form: str, brief_searches: None) -> None:
    digests = {"agreed": digest(list(agreed_seats_of(slug, form)))}
    assert digests == RECORDING.entry(f"{slug}-{form}-agreed", digests)
