"""Who sits where, and on which side."""

from __future__ import annotations

import pytest

from rulesets.engine.roster import Roster, partners

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")


def test_where_nothing_is_said_everybody_plays_alone() -> None:
    roster = Roster(NAMES[:3])
    assert roster.sides == ((0,), (1,), (2,))
    assert roster.side_names == ("Ann", "Bo", "Cy")
    assert not roster.in_sides
    assert roster.side_of(2) == 2


@pytest.mark.parametrize(
    ("players", "sides", "members"),
    [
        (4, 2, ((0, 2), (1, 3))),
        (6, 2, ((0, 2, 4), (1, 3, 5))),
        (6, 3, ((0, 3), (1, 4), (2, 5))),
    ],
)
def test_partners_sit_in_every_other_chair(
    players: int, sides: int, members: tuple[tuple[int, ...], ...]
) -> None:
    roster = partners(NAMES[:players], sides)
    assert roster.sides == members
    assert roster.in_sides
    assert [roster.side_of(player) for side in members for player in side] == [
        number for number, side in enumerate(members) for _ in side
    ]
    assert roster.side_names[0] == " & ".join(NAMES[player] for player in members[0])
