"""Extra Steps and Garby’s Blackjack: who is out first, or the order of all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets import games
from tests.rulesets.tables import assert_permuted, codes, made_up, night, overridden, problems
from tests.rulesets.tables import setup as begun

STEPS, GARBY = "extra-steps", "garby-blackjack"
BOTH = pytest.mark.parametrize("slug", [STEPS, GARBY])
KEYS = {"out": "one", "order": "many"}


@BOTH
def test_the_first_out_has_a_win(slug: str) -> None:
    """Extra Steps, goal; Garby, winning: the first without cards."""
    history = night(slug, {"out": 1}, {"order": [0, 2, 1]}, {"out": 1})
    assert history.state.totals == (1, 2, 0)
    assert history.ending is None
    assert [one.summary.text for one in history.rounds] == [
        "Bo went out first",
        "in order: Ann, Cy, Bo",
        "Bo went out first",
    ]
    assert [(line.amount, line.text) for line in history.rounds[1].transfers] == [
        (1, "Ann went out first"),
        (0, "Cy came in at place 2"),
        (0, "Bo came in at place 3"),
    ]


@BOTH
@pytest.mark.parametrize(
    ("report", "found"),
    [
        ({"out": 2}, []),
        ({"order": [2, 1, 0]}, []),
        ({"out": 2, "order": [2, 1, 0]}, []),
        ({}, [("out.missing", "error", ("out",))]),
        ({"out": None, "order": []}, [("out.missing", "error", ("out",))]),
        ({"order": [2, 1]}, [("order.few", "error", ("order",))]),
        ({"out": 1, "order": [2, 1, 0]}, [("order.first", "error", ("order", 0))]),
        ({"order": [2, 1, 2]}, [("order.twice", "error", ("order", 2))]),
        ({"out": 3}, [("out.unknown", "error", ("out",))]),
    ],
)
def test_an_order_names_everybody_and_begins_with_who_is_out(
    slug: str, report: dict[str, Any], found: list[Any]
) -> None:
    """games.md C."""
    assert codes(slug, report) == found


@BOTH
def test_the_refusals_name_who_is_missing(slug: str) -> None:
    told = [
        problems(slug, report)[0].message
        for report in ({"order": [2, 1]}, {"order": [2]}, {"out": 1, "order": [2, 1, 0]})
    ]
    assert told == [
        "The order has to name everybody: Ann is missing.",
        "The order has to name everybody: Ann and Bo are missing.",
        "Bo went out first, but the order begins with Cy.",
    ]


@BOTH
def test_an_order_that_is_let_stand_counts_for_its_first(slug: str) -> None:
    assert overridden(slug, {"out": 1, "order": [2, 1]}).state.totals == (0, 0, 1)


@BOTH
def test_a_number_of_wins_may_be_agreed_on(slug: str) -> None:
    history = night(slug, {"out": 1}, {"out": 1}, target=2)
    assert history.ending is not None
    assert history.ending.winners == (1,)
    assert night(slug, *[{"out": 1}] * 50).ending is None


def test_how_many_can_play() -> None:
    """Extra Steps: 2 to 6; Garby: all cards are dealt, four each for thirteen."""
    assert games.load(STEPS).plays.players == (2, 6)
    assert games.load(GARBY).plays.players == (2, 13)


@pytest.mark.parametrize(
    ("slug", "options", "line"),
    [
        (STEPS, {"again": "may"}, "The same number: you may play once more."),
        (STEPS, {"draw_ends_turn": True}, "If you drew for a jack, your turn is over."),
        (STEPS, {"last_face": "draw"}, "A face card as the last one: draw one, play on."),
        (
            STEPS,
            {"staircase_face": "highest"},
            "Chain: three of a number. Staircase: three in a suit; its highest face acts.",
        ),
        (GARBY, {"eights": "final"}, "Eights and kings: all eights count in the last direction."),
        (GARBY, {"debt": True}, "Cards that are not there are owed."),
    ],
)
def test_what_was_agreed_stands_on_the_sheet(slug: str, options: dict[str, Any], line: str) -> None:
    plays = games.load(slug).plays
    plain = {note.text for note in plays.sheet(begun(slug)).notes}
    agreed = {note.text for note in plays.sheet(begun(slug, **options)).notes}
    assert agreed - plain == {line}


def test_the_number_that_is_the_ace_is_asked_for_with_five_crowns() -> None:
    plays = games.load(STEPS).plays
    told = plays.note_before(night(STEPS, deck="five-crowns", first=0).state).text
    assert told == "Bo begins, agree on the number that is the ace"
    assert plays.note_before(night(STEPS, first=0).state).text == "Bo begins"


@BOTH
@pytest.mark.parametrize("seed", range(6))
def test_made_up_evenings_come_to_an_end(slug: str, seed: int) -> None:
    reports, history = made_up(slug, seed, players=2 + seed % 5, target=5)
    assert history.ending is not None
    assert max(history.state.totals) == 5
    assert any("order" in report for report in reports)


@BOTH
@settings(max_examples=15, deadline=None)
@given(order=st.permutations(range(5)), seed=st.integers(0, 200))
def test_seats_do_not_matter(slug: str, order: list[int], seed: int) -> None:
    reports, _ = made_up(slug, seed, most=8, players=5)
    assert_permuted(slug, order, reports, keys=KEYS)
