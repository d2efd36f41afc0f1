"""Who moves after a set: the higher side, the highest of each role, and what a cut settles."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.formats import format_of
from rulesets.games import load
from tests.rulesets.reports import ROLES, STAGES, reports

GAME = format_of(load("court-whist"))
MEN, LADIES = (0, 3), (1, 2)


def sides(*hands: tuple[int, int]) -> list[dict[str, Any]]:
    return [{"tricks": list(hand)} for hand in hands]


LEVEL = sides((7, 6), (6, 7), (7, 6), (6, 7))
WON = sides((7, 6), (7, 6), (7, 6), (6, 7))


def alone(*sums: int) -> list[dict[str, Any]]:
    """Four hands of Conspiracy in which the chairs take these tricks in all (52 together)."""
    assert sum(sums) == 52
    left = list(sums)
    hands = []
    for _ in range(4):
        room, tricks = 13, []
        for chair in range(4):
            taken = min(room, left[chair])
            left[chair] -= taken
            room -= taken
            tricks.append(taken)
        hands.append({"tricks": tricks})
    return hands


@pytest.mark.parametrize("cut", [(1, 2), (0, 3), (0,), (), (0, 0), (0, 1, 2), (7, 1)])
def test_a_cut_that_does_not_answer_leaves_the_tie_open(cut: tuple[int, ...]) -> None:
    assert GAME.hands.result(1, ROLES, LEVEL, cut).tied == (0, 1, 2, 3)
    [problem] = GAME.hands.check_cut(1, ROLES, LEVEL, cut)
    assert (problem.code, problem.severity) == ("cut.wrong", "error")
    assert problem.message == "Name 2 of the 4 tied players for the cut, one of each role."


def test_in_conspiracy_only_the_role_that_is_level_cuts() -> None:
    hands = alone(16, 15, 5, 16)
    result = GAME.hands.result(3, ROLES, hands, None)
    assert (result.winners, result.tied, result.cut_pick) == ((), MEN, 1)
    assert (result.cuts, result.sure) == (((0,), (3,)), (1,))
    assert GAME.hands.result(3, ROLES, hands, (3,)).winners == (1, 3)
    assert GAME.hands.result(3, ROLES, hands, (1, 0)).winners == (0, 1)
    assert GAME.hands.check_cut(3, ROLES, hands, (3, 1)) == ()
    assert [p.code for p in GAME.hands.check_cut(3, ROLES, hands, (2, 3))] == ["cut.wrong"]
    [problem] = GAME.hands.check_cut(3, ROLES, hands, (1,))
    assert problem.code == "cut.wrong"
    assert problem.message == "Name 1 of the 2 tied players for the cut."


def test_a_cut_without_a_tie_warns_and_does_nothing() -> None:
    assert GAME.hands.result(1, ROLES, WON, (1, 3)).winners == (0, 2)
    [problem] = GAME.hands.check_cut(1, ROLES, WON, (1, 3))
    assert (problem.code, problem.severity) == ("cut.unneeded", "warning")
    [problem] = GAME.hands.check_cut(1, ROLES, WON[:2], (1, 3))
    assert (problem.code, problem.severity) == ("cut.early", "warning")
    assert GAME.hands.check_cut(1, ROLES, WON, None) == ()


def test_a_table_of_one_role_sends_its_two_highest() -> None:
    men = ("gentleman",) * 4
    assert GAME.hands.result(3, men, alone(20, 9, 11, 12), None).winners == (0, 3)
    assert GAME.hands.result(3, men, alone(20, 11, 10, 11), None).tied == (1, 3)
    assert GAME.hands.result(3, men, alone(20, 11, 10, 11), (3,)).winners == (0, 3)
    assert len(GAME.hands.result(1, men, LEVEL, None).cuts) == 6


@given(st.data(), st.sampled_from(STAGES), st.permutations(ROLES))
def test_two_chairs_move_from_every_table(
    data: st.DataObject, stage: int, roles: list[str]
) -> None:
    hands = data.draw(st.lists(reports(stage), min_size=4, max_size=4))
    result = GAME.hands.result(stage, roles, hands, None)
    assert result.complete
    sums = [GAME.hands.points(stage, roles, hand) for hand in hands]
    assert result.sums == tuple(map(sum, zip(*sums, strict=True)))
    if not result.tied:
        assert len(result.winners) == 2
        assert result.cuts == ()
        return
    assert result.winners == ()
    for cut in result.cuts:
        assert len(cut) == result.cut_pick
        assert set(cut) <= set(result.tied)
        settled = GAME.hands.result(stage, roles, hands, cut)
        assert sorted(roles[chair] for chair in settled.winners) == ["gentleman", "lady"]
