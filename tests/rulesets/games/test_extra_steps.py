"""Extra Steps and Garby’s Blackjack: who is out first, or the order of all."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets import games
from tests.rulesets.tables import codes, night, overridden

STEPS, GARBY = "extra-steps", "garby-blackjack"
BOTH = pytest.mark.parametrize("slug", [STEPS, GARBY])


@BOTH
def test_the_first_out_has_a_win(slug: str) -> None:
    """Extra Steps, goal; Garby, winning: the first without cards."""
    history = night(slug, {"out": 1}, {"order": [0, 2, 1]}, {"out": 1})
    assert history.state.totals == (1, 2, 0)
    assert history.ending is None
    assert [board_round.summary.text for board_round in history.rounds] == [
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
        ({"order": [2, 1]}, [("order.few", "error", ("order",))]),
        ({"out": 1, "order": [2, 1, 0]}, [("order.first", "error", ("order", 0))]),
    ],
)
def test_an_order_names_everybody_and_begins_with_who_is_out(
    slug: str, report: dict[str, Any], found: list[Any]
) -> None:
    """games.md C."""
    assert codes(slug, report) == found


@BOTH
def test_an_order_that_is_let_stand_counts_for_its_first(slug: str) -> None:
    assert overridden(slug, {"out": 1, "order": [2, 1]}).state.totals == (0, 0, 1)


def test_how_many_can_play() -> None:
    """Extra Steps: 2 to 6; Garby: all cards are dealt, four each for thirteen."""
    assert games.load(STEPS).plays.players == (2, 6)
    assert games.load(GARBY).plays.players == (2, 13)
