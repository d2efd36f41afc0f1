"""Rooms in which people exchange places: who meets somebody too often."""

from __future__ import annotations

from random import Random

import pytest

from rulesets.movements.exchanges import MeetingsRoom, improve

FOUR, OTHER_FOUR = [0, 1, 2, 3, 4, 5, 6, 7], [0, 4, 5, 6, 1, 2, 3, 7]


def test_more_meetings_than_usual_crowd_a_table() -> None:
    """In seven rounds of two tables of four, any two meet three times."""
    rounds = [FOUR] * 3 + [OTHER_FOUR] * 4
    room = MeetingsRoom(rounds, [-1] * 8, (4, 4), [[0] * 8 for _ in range(8)])
    assert not room.is_crowded(FOUR, 0)  # 0 has met 1, 2 and 3 as often as usual
    assert room.is_crowded(OTHER_FOUR, 0)


@pytest.mark.parametrize("in_pairs", [True, False])
def test_two_who_stay_together_change_tables_only_together(in_pairs: bool) -> None:
    """0 and 1, 2 and 3, and so on want to stay together; the pairs at each table have met."""
    earlier = [[0] * 8 for _ in range(8)]
    for first, second, count in (
        *((who, who + 1, -100) for who in range(0, 8, 2)),
        *(
            (table + who, table + 2 + other, 1)
            for table in (0, 4)
            for who in (0, 1)
            for other in (0, 1)
        ),
    ):
        earlier[first][second] = earlier[second][first] = count
    rounds = [[*FOUR]]
    room = MeetingsRoom(rounds, [-1] * 8, (4, 4), earlier)
    before = room.cost()
    improve(room, rounds, 0, steps=300, rng=Random(1), in_pairs=in_pairs)
    table = {*rounds[0][:4]}
    assert all((who in table) == (who + 1 in table) for who in range(0, 8, 2))
    assert (table not in ({0, 1, 2, 3}, {4, 5, 6, 7})) == in_pairs
    assert (room.cost() < before) == in_pairs
