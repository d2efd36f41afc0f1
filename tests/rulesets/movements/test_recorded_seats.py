"""A seed seats a whole evening as it did when that was recorded, by every movement.

"The same request gives the same seats" holds within a version by its own tests; here it holds from
change to change, with its sit-outs and how good the seats are.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulesets.formats import format_of
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
    ("euchre", "knockout"),
    ("hearts", "meetings"),
    ("golf", "pairs"),
    ("sticks", "knockout"),
)


def seats_of(slug: str, form: str, people: int) -> Iterator[Any]:
    """Every round with its tables and sit-outs, and what the evening comes to."""
    format = format_of(load(slug), form)
    guests = late_guests(format, (), people)
    rehearsal = rehearse(format, request(guests, rng=Random(0)), seed=people)
    yield plain([rehearsal.rounds, rehearsal.sit_outs])
    yield plain([rehearsal.quality, rehearsal.quality.sentence])


@pytest.mark.parametrize(("slug", "form"), KINDS)
def test_seats_are_as_recorded(slug: str, form: str) -> None:
    digests = {str(people): digest(list(seats_of(slug, form, people))) for people in PEOPLE}
    assert digests == RECORDING.entry(f"{slug}-{form}", digests)
