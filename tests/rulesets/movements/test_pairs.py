"""Each pair against each: the circle, and what becomes of it where pairs come and go."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rulesets.movements.seating import Past
from tests.rulesets.movements.movement_requests import PairsMovement
from tests.rulesets.movements.pair_evenings import PairEvening, crowd, meetings

PAIRS = PairsMovement()


def plan(people: int, rounds: int) -> tuple[Past, ...]:
    rng = random.Random("evening")
    return PAIRS.rounds_left(crowd(*range(people)), (), rng=rng, sets=rounds).rounds


def test_all_but_one_pair_move_about() -> None:
    tables = Counter(
        (who, at)
        for played in plan(20, 9)
        for at, table in enumerate(played.tables)
        for who in table
    )
    stays = [who for who in range(20) if tables[who, 0] == 9]
    assert len(stays) == 2
    others = [times for (who, _at), times in tables.items() if who not in stays]
    assert max(others) <= 2


@pytest.mark.parametrize("people", [16, 18, 21])
def test_it_is_played_as_it_was_planned(people: int) -> None:
    rounds = plan(people, 7)
    evening = PairEvening(PAIRS, "evening", sets=7)
    for planned in rounds:
        assert evening.play(crowd(*range(people))).tables == planned.tables


def test_the_rounds_left_are_made_anew_where_a_table_would_stand_empty() -> None:
    evening = PairEvening(PAIRS, sets=7)
    for turn in range(7):
        seating = evening.play(crowd(*(range(18) if turn < 3 else range(2, 18))))
        assert len(seating.tables) == 4
    assert max(meetings(evening.past).values()) == 1
    plan = PAIRS.rounds_left(crowd(*range(2, 18)), evening.past[:4], rng=random.Random(1), sets=7)
    assert list(plan.rounds) == evening.past[4:]
    assert plan.source.text.endswith("redrawn for people who came or left")


def test_somebody_who_takes_over_for_the_last_deals_changes_nothing() -> None:
    rounds = plan(18, 9)
    evening = PairEvening(PAIRS, "evening", sets=9)
    for turn, planned in enumerate(rounds):
        assert evening.play(crowd(*range(18))).tables == planned.tables
        if turn in (0, 3):  # one of those who sit out has the chair of somebody at the end
            waits = planned.sitting_out[0]
            gets_up = planned.tables[0][0]
            tables = [
                tuple(waits if who == gets_up else who for who in table) for table in planned.tables
            ]
            evening.past[-1] = Past.of(planned.tables, tables, planned.sitting_out, {})


def test_seats_that_were_never_planned_count_all_the_same() -> None:
    """As in a file that somebody wrote by hand."""
    past = [
        Past(((0, 2, 1, 3), (4, 6, 5, 7))),
        Past(((0, 4, 1, 5), (2, 6, 3, 7))),
    ]
    found = PAIRS.rounds_left(crowd(*range(8)), past, rng=random.Random(1), sets=3)
    assert set(meetings([*past, *found.rounds]).values()) == {1}
    assert len(found.rounds) == 1
    assert len(PAIRS.rounds_left(crowd(*range(8)), past, rng=random.Random(1), sets=2).rounds) == 1


def test_in_a_large_room_the_rounds_left_are_made_anew_without_a_repeat() -> None:
    """Of very many, only some are looked at as opponents of each."""
    movement = PairsMovement(alone=True)
    here = crowd(*range(101))
    past = list(movement.rounds_left(here, (), rng=random.Random(1), sets=30).rounds[:3])
    here = crowd(*range(4, 113))
    planned = movement.rounds_left(here, past, rng=random.Random(1), sets=30)
    assert "redrawn" in planned.source.text
    met = meetings([*past, *planned.rounds])
    assert max(met.values()) == 1
    outs = Counter(who for one in planned.rounds for who in one.sitting_out)
    assert len(planned.rounds) == 27
    assert [*outs.values()] == [1] * 27
