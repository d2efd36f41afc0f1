"""Deals whose numbers matter (hand sizes, contracts, ways to pass) go on from set to set, with the
same number at all tables."""

from __future__ import annotations

from random import Random

import pytest

from rulesets.engine.replay import RoundReport
from rulesets.engine.roster import Setup
from rulesets.formats import format_of
from rulesets.formats.board import Board
from rulesets.formats.deals import has_numbers, possible_states, setup_at
from rulesets.formats.format import Format
from rulesets.games import load, slugs
from tests.rulesets.formats.euchre import form_of

BY_NUMBER = {
    "arizona-rummy",
    "canadian-salad",
    "chicken-foot",
    "extended-hearts",
    "hearts",
    "mexican-train",
    "oh-hell",
    "saskatchewan-rummy",
    "ten-dime-rummy",
}
SETS = 7


def setup_of(format: Format, people: int, number: int) -> Setup:
    names = "ABCDEFG"[:people]
    setup = Setup(format.game.plays.roster(names, options=format.agreed), format.agreed, 0)
    return setup_at(format, setup, number)


def names_in(format: Format, people: int, number: int) -> list[str]:
    """The deals of a table of this many in a set."""
    return deals_from(format, setup_of(format, people, number), format.length.deals.at(people))


def deals_from(format: Format, setup: Setup, count: int) -> list[str]:
    """The names of deals, or what is told before those that have none."""
    state, found = format.game.plays.start(setup).state, []
    for _ in range(count):
        name, note = (
            format.game.plays.name_of_round(state).text,
            format.game.plays.note_before(state).text,
        )
        found.append(name or note)
        state = format.game.plays.skipped(state)
    return found


def test_they_are_those_of_the_games_that_tell_something_else_from_deal_to_deal() -> None:
    alone = [slug for slug in slugs() if "meetings" in load(slug).formats]
    assert {slug for slug in alone if has_numbers(form_of("meetings", slug))} == BY_NUMBER


@pytest.mark.parametrize("slug", sorted(BY_NUMBER))
@pytest.mark.parametrize("form", ["meetings", "swiss"])
def test_they_go_on_from_set_to_set(slug: str, form: str) -> None:
    kind = form_of(form, slug)
    usual = kind.tables.usual
    whole = Setup(kind.game.plays.roster("ABCDEFG"[:usual], options=kind.agreed), kind.agreed, 0)
    count = kind.game.plays.rounds_in_all(whole) or SETS * usual
    once = deals_from(kind, whole, count)
    told = [name for number in range(SETS) for name in names_in(kind, usual, number + 1)]
    assert told == [once[deal % count] for deal in range(SETS * usual)]


def test_a_game_of_fewer_deals_than_a_set_begins_again_in_each() -> None:
    format = form_of(
        "meetings", "canadian-salad", deals=3
    )  # ten deals, and twelve at a table of four
    assert setup_of(format, 4, 2).played == setup_of(format, 4, 2).span == 0
    assert setup_of(format, 3, 2).span == 9
    other = form_of("meetings", "golf")
    assert setup_of(other, 4, 3).played == 0


@pytest.mark.parametrize("slug", sorted(BY_NUMBER))
@pytest.mark.parametrize("number", [2, 5])
def test_a_board_lasts_as_many_deals_as_any_other_and_counts_them_from_one(
    slug: str, number: int
) -> None:
    format, chance = form_of("meetings", slug), Random(slug)
    people = format.tables.usual
    setup = setup_of(format, people, number)
    board = Board(format, setup, number)
    folded = board.fold(())
    for deal in range(format.length.deals.at(people)):
        assert not board.points(folded, folded.rounds).over
        report = format.game.plays.sample(folded.state, chance)
        folded = board.fold([RoundReport(report)], folded, deal)
        assert folded.rounds[-1].counted
    assert board.points(folded, folded.rounds).over
    states = [folded.opening.state, *(board_round.state for board_round in folded.rounds)]
    labels = [row.label.text.split(" · ")[0] for row in format.game.plays.board(states).rows]
    assert labels == [str(deal + 1) for deal in range(people)]
    blank = format.game.plays.sheet(setup)
    assert [row.label.text.split(" · ")[0] for row in blank.rows] == labels
    begun = format.game.plays.sheet(setup, states[:2])
    assert [row.label.text for row in begun.rows] == [row.label.text for row in blank.rows]


@pytest.mark.parametrize("slug", ["arizona-rummy", "hearts"])
def test_a_deal_may_be_any_of_its_game_if_others_were_left_out(slug: str) -> None:
    """First the one that applies, then its neighbours; only one where their number is not known."""
    format = format_of(load(slug))
    states = [state.rounds for state in possible_states(format, "ABCD", 1, 3)]
    count = format.game.plays.rounds_in_all(setup_of(format, 4, 1))
    assert states[0] == (2 if count else 0)
    assert sorted(states) == list(range(count or 1))
    distances = [abs(number - states[0]) for number in states]
    assert distances == sorted(distances)
