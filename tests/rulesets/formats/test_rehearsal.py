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
PEOPLE = (4, 7, 9, 14, 33)  # one table and more, with each number who sit out


def form_of(slug: str) -> Format:
    return format_of(load(GAMES[slug]), slug)


def guests(format: Format, people: int) -> tuple[Guest, ...]:
    return late_guests(format, (), people)


def evening(slug: str, people: int, seed: int = 1, late: int = 0, after: int = 0) -> Rehearsal:
    format = form_of(slug)
    here = guests(format, people)
    more = late_guests(format, here, late)
    return rehearse(format, request(here, rng=random.Random(0)), seed=seed, late=more, after=after)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("people", PEOPLE)
def test_everybody_has_one_place_in_every_round(slug: str, people: int) -> None:
    found = evening(slug, people)
    assert len(found.rounds) == form_of(slug).length.sets
    for one in found.rounds:
        seated = [who for table in one.tables for who in table]
        assert sorted([*seated, *one.sitting_out]) == [*range(1, people + 1)]
        assert all(len(table) == 4 for table in one.tables)
    assert {len(one.tables) for one in found.rounds} == {people // 4}
    assert len(found.sit_outs) == people
    assert sum(found.sit_outs.values()) == people % 4 * len(found.rounds)
    if slug != "court_whist":  # there they are even among those of a role
        assert max(found.sit_outs.values()) - min(found.sit_outs.values()) <= 1
    assert found.quality.rounds == len(found.rounds)


@pytest.mark.parametrize("slug", GAMES)
def test_the_same_seed_gives_the_same_evening_and_another_another(slug: str) -> None:
    assert evening(slug, 13) == evening(slug, 13)
    assert evening(slug, 13) != evening(slug, 13, seed=2)


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


@pytest.mark.parametrize(
    ("game", "slug", "tables"),
    [
        ("court-whist", "court_whist", 4),
        *(("euchre", one, 4) for one in ("progressive", "individual", "mixed", "pairs")),
        ("golf", "meetings", 4),
        ("golf", "pairs", 8),
    ],
)
def test_enough_late_guests_open_a_table_more(game: str, slug: str, tables: int) -> None:
    format = format_of(load(game), slug)
    here = late_guests(format, (), 16)
    late = late_guests(format, here, 4)
    found = rehearse(format, request(here, rng=random.Random(0)), seed=1, late=late, after=2)
    counts = [len(one.tables) for one in found.rounds]
    assert counts == [tables] * 2 + [tables * 5 // 4] * (len(counts) - 2)
    assert not any(one.sitting_out for one in found.rounds)


def test_too_few_play_nothing() -> None:
    found = evening("progressive", 3)
    assert (found.rounds, found.sit_outs) == ((), {})
    assert not found.quality.sentence
