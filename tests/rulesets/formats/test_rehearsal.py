"""An evening played through beforehand: everybody once a round, sit-outs even, with late guests."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from rulesets.formats import format_of
from rulesets.formats.format import Format
from rulesets.formats.rehearsal import Rehearsal, late_guests, rehearse
from rulesets.games import load
from rulesets.movements.seating import Guest
from tests.rulesets.movements.movement_requests import request

pytestmark = pytest.mark.usefixtures("brief_searches")

GAMES = {"court_whist": "court-whist", "progressive": "euchre", "individual": "euchre"}


def form_of(slug: str) -> Format:
    return format_of(load(GAMES[slug]), slug)


def guests(format: Format, people: int) -> tuple[Guest, ...]:
    return late_guests(format, (), people)


def evening(slug: str, people: int, seed: int = 1, late: int = 0, after: int = 0) -> Rehearsal:
    format = form_of(slug)
    here = guests(format, people)
    more = late_guests(format, here, late)
    return rehearse(format, request(here, rng=random.Random(0)), seed=seed, late=more, after=after)


def test_made_up_winners_go_on() -> None:
    """Winners go towards the head: whoever sits there after the first round won, there or below."""
    format, steps = form_of("progressive"), []
    seats = request(guests(format, 16), rng=random.Random(0))
    found = rehearse(format, seats, seed=1, progress=lambda *step: steps.append(step))
    assert found == evening("progressive", 16)
    assert steps == [(number, 7) for number in range(1, 8)]
    heads = [{*one.tables[0]} for one in found.rounds]
    assert all(len(before & after) == 2 for before, after in pairwise(heads))
    assert len(set.union(*heads)) > 8


@pytest.mark.parametrize("slug", GAMES)
def test_late_guests_come_after_the_first_rounds(slug: str) -> None:
    found = evening(slug, 9, late=3, after=2)
    assert [len(one.tables) for one in found.rounds] == [2, 2, 3, 3, 3, 3, 3]
    here = [
        Counter(who for table in one.tables for who in table)
        + Counter(dict.fromkeys(one.sitting_out, 1))
        for one in found.rounds
    ]
    assert [len(one) for one in here] == [9, 9, 12, 12, 12, 12, 12]
    assert evening(slug, 9).rounds[:2] == found.rounds[:2]


def test_too_few_play_nothing() -> None:
    found = evening("progressive", 3)
    assert (found.rounds, found.sit_outs) == ((), {})
    assert not found.quality.sentence
