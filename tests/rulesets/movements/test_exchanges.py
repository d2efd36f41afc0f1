"""Rooms in which people exchange places: who meets somebody too often."""

from __future__ import annotations

from rulesets.movements.exchanges import MeetingsRoom

FOUR, OTHER_FOUR = [0, 1, 2, 3, 4, 5, 6, 7], [0, 4, 5, 6, 1, 2, 3, 7]


def test_more_meetings_than_usual_crowd_a_table() -> None:
    """In seven rounds of two tables of four, any two meet three times."""
    rounds = [FOUR] * 3 + [OTHER_FOUR] * 4
    room = MeetingsRoom(rounds, [-1] * 8, (4, 4), [[0] * 8 for _ in range(8)])
    assert not room.is_crowded(FOUR, 0)  # 0 has met 1, 2 and 3 as often as usual
    assert room.is_crowded(OTHER_FOUR, 0)
