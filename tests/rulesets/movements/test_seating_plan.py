"""Partners at a table of which two people keep their chairs."""

from __future__ import annotations

import pytest

from rulesets.movements.seating_plan import lock_partners

TABLE, OTHER_WAY = (1, 11, 2, 12), (1, 12, 2, 11)  # man, his partner, man, his partner
OPPOSITE, BESIDE = (0, 2), (0, 3)


@pytest.mark.parametrize("man", [1, 2])
@pytest.mark.parametrize("lady", [11, 12])
@pytest.mark.parametrize("chairs", [OPPOSITE, BESIDE, OPPOSITE[::-1], (1, 3), (2, 3)])
def test_two_who_keep_their_chairs_are_partners_if_these_are_opposite(
    man: int, lady: int, chairs: tuple[int, int]
) -> None:
    four: list[int | None] = [*TABLE]
    assert lock_partners(four, dict(zip((man, lady), chairs, strict=True)), {man, lady})
    partners = (man, lady) in ((1, 11), (2, 12))
    across = abs(chairs[0] - chairs[1]) == 2
    assert tuple(four) == (TABLE if across == partners else OTHER_WAY)


def test_without_a_chair_yet_two_are_put_side_by_side() -> None:
    four: list[int | None] = [*TABLE]
    assert lock_partners(four, {1: 0}, {1, 11})
    assert tuple(four) == OTHER_WAY
    assert lock_partners(four, {11: 2}, {1, 11})
    assert tuple(four) == OTHER_WAY


@pytest.mark.parametrize("keepers", [(), (1,), (12,), (1, 2), (11, 12)])
def test_one_keeper_or_two_of_a_role_decide_nothing(keepers: tuple[int, ...]) -> None:
    four: list[int | None] = [*TABLE]
    assert not lock_partners(four, {who: who % 4 for who in keepers}, set(keepers))
    assert tuple(four) == TABLE
