"""10,000: opening, taking over, dice kept, and turns that end the game at once."""

from __future__ import annotations

from typing import Any

from rulesets import games
from tests.rulesets.tables import codes, night, overridden, problems

SLUG = "ten-thousand"
PLAYS = games.load(SLUG).plays
MISS = {"points": 0}


def turn(points: int, **others: Any) -> dict[str, Any]:
    return {"points": points, **others}


def over(points: int) -> dict[str, Any]:
    return turn(points, taken_over=True)


def kept(*rolls: list[int], **others: Any) -> dict[str, Any]:
    return {"rolls": list(rolls), **others}


def totals(*reports: Any, **given_: Any) -> tuple[int, ...]:
    return PLAYS.totals(night(SLUG, *reports, **given_).state)


def test_nothing_counts_before_a_turn_of_a_thousand() -> None:
    """Metzker p. 11."""
    assert totals(turn(950), turn(1000), turn(2000)) == (0, 1000, 2000)
    assert totals(turn(950), turn(1000), turn(0), turn(950), turn(50)) == (0, 1050, 0)
    assert totals(turn(50), turn(450), opening=0) == (50, 450, 0)
    assert totals(turn(450), turn(500), opening=500) == (0, 500, 0)
    state = night(SLUG, turn(1000), turn(500)).state
    assert PLAYS.note_before(state).text == "Not opened: Bo, Cy. Can be taken over: 500."
    assert PLAYS.turn(state) == 2


def test_a_saved_count_taken_over_belongs_to_both() -> None:
    """Metzker p. 11; games.md, ten-thousand."""
    assert totals(turn(1050), over(1150)) == (1050, 1150, 0)
    assert totals(turn(950), over(1000)) == (0, 1000, 0)
    assert totals(turn(1050), over(0)) == (1050, 0, 0)
    dice = (kept([1, 1, 1], [5]), kept([1], taken_over=True), kept([1, 1], taken_over=True))
    assert totals(*dice) == (1050, 1150, 1350)
    assert totals(dice[0], kept([], taken_over=True)) == (1050, 0, 0)


def test_only_what_was_saved_can_be_taken_over_and_more_has_to_come_of_it() -> None:
    at = ("taken_over",)
    assert codes(SLUG, over(500)) == [("taken_over.nothing", "error", at)]
    assert codes(SLUG, over(500), MISS) == [("taken_over.nothing", "error", at)]
    (found,) = problems(SLUG, over(1050), turn(1050))
    assert found.message == "After taking over 1050 it is at least 1100, or 0, but not 1050."
    assert codes(SLUG, over(1100), turn(1050)) == []
    one_left = kept([1, 1, 1], [5])
    two = kept([1, 5], taken_over=True)
    assert codes(SLUG, two, one_left) == [("rolls.left", "error", ("rolls", 0))]
    assert codes(SLUG, kept([1, 1, 1, 1, 5], taken_over=True), kept([1, 1], [1, 1, 5])) == []
    assert codes(SLUG, kept([1, 1, 1, 1, 5], taken_over=True), turn(1050)) == []


def test_points_that_were_entered_count_before_the_dice() -> None:
    """Both are an error; where it is let stand, what was written as a number holds."""
    both = overridden(SLUG, {"points": 1000, "rolls": [[1, 1, 5]]})
    assert PLAYS.totals(both.state) == (1000, 0, 0)
