"""The parts of a format by themselves: how many deals a table plays, and how many people fit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulesets.engine.problems import error
from rulesets.formats import format_of
from rulesets.formats.parts import Bell, Deals, Length, Tables
from rulesets.games import load


def test_deals_of_a_set_follow_from_what_was_agreed() -> None:
    four, dealing, game = Deals(4), Deals(each=2), Deals()
    assert [deals.at(5) for deals in (four, dealing, game)] == [4, 10, 0]
    assert [deals.most for deals in (four, dealing, game)] == [4, 0, 0]
    assert replace(four, games=3, play_off=True).most == 13
    assert replace(four, fixed_most=9).most == 9


def test_a_bell_leaves_the_last_deal_to_the_table() -> None:
    rung, head = Deals(4, bell=Bell(20)), Deals(4, bell=Bell())
    assert (rung.minutes, head.minutes) == (20, 0)
    assert [head.rings_bell(table) for table in (1, 2)] == [True, False]
    assert not rung.rings_bell(1)
    assert [rung.limit(4, last) for last in (None, 3)] == [0, 3]
    assert [rung.due(({},) * count, 2, None, None) for count in (0, 6)] == [1, 7]
    assert head.due((), 1, None, None) == 4  # the table that rings it


@pytest.mark.parametrize(("margins", "due"), [((3, -1), 2), ((3, -3), 3), ((None, None), 2)])
def test_a_level_match_has_a_deal_more(margins: tuple[int | None, ...], due: int) -> None:
    deals = Deals(2, play_off=True)
    assert deals.due(({}, {}), 1, None, lambda: margins) == due
    assert deals.due(({}, {}), 1, None, None) == 2  # its board knows


def test_the_second_stage_has_deals_of_its_own() -> None:
    length = Length(3, 3, deals=Deals(2), second=(2, Deals(2, games=3, play_off=True)))
    assert [length.of_set(number).games for number in (1, 2, 3)] == [1, 1, 3]
    assert (length.most_deals, length.most_games, length.may_differ) == (7, 3, True)


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
