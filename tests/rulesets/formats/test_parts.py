"""The parts of a format by themselves: how many deals a table plays, and how many people fit."""

from __future__ import annotations

from dataclasses import replace

from rulesets.engine.problems import error
from rulesets.formats import format_of
from rulesets.formats.parts import Tables
from rulesets.games import load


def test_people_fit_unless_more_than_options_stands_against_it() -> None:
    against = lambda people: (error("people.many", "Too many."),) * (people > 8)  # noqa: E731
    tables = Tables(lambda people: (4,) * (people // 4), 4, 4)
    for part, fits in (("checks", False), ("start_checks", False), ("option_checks", True)):
        checked = replace(tables, **{part: (against,)})
        assert (checked.fits(8), checked.fits(12)) == (True, fits)
        assert bool(checked.problems(12)) is (part == "checks")
        assert checked.start_problems(12)
    assert not tables.fits(3)


def test_people_without_a_seat_have_a_bye_or_sit_out() -> None:
    tables = Tables(lambda people: (4,) * (people // 8), 4, 4)
    assert (tables.spare(11), tables.byes_for(11)) == (7, 0)
    paired = replace(tables, byes=2)
    assert (paired.spare(11), paired.byes_for(11)) == (1, 6)


def test_a_clock_without_effect_changes_no_estimate() -> None:
    """A game of turns is played to the end, whatever minutes a file names."""
    usual = format_of(load("ten-thousand"), "meetings")
    timed = format_of(load("ten-thousand"), "meetings", replace(usual.agreed, minutes=20))
    assert "minutes" in timed.agreement.idle
    assert timed.offer.minutes() == usual.offer.minutes()
    assert timed.offer.propose(16) == usual.offer.propose(16)
