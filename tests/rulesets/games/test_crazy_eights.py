"""Crazy Eights: who collects, and blocked hands."""

from __future__ import annotations

from typing import Any

from rulesets import games
from tests.rulesets.tables import codes, night

SLUG = "crazy-eights"
PLAYS = games.load(SLUG).plays


def hand(*held: int, out: int | None = None) -> dict[str, Any]:
    return {"out": out, "held": list(held)}


def totals(*reports: Any, **given_: Any) -> tuple[int, ...]:
    return PLAYS.totals(night(SLUG, *reports, **given_).state)


def test_whoever_goes_out_collects_from_all_others() -> None:
    """Rules for the Janken Deck, Crazy Eights, scoring."""
    history = night(SLUG, hand(60, 0, 5, out=1))
    assert history.state.totals == (0, 65, 0)
    assert [(line.amount, line.text, line.at) for line in history.rounds[0].transfers] == [
        (60, "Ann holds 60", ("held", 0)),
        (5, "Cy holds 5", ("held", 2)),
    ]


def test_in_a_blocked_hand_the_lowest_scores_what_the_others_hold_above() -> None:
    """referee.md, crazy-eights."""
    assert totals(hand(7, 12, 25)) == (23, 0, 0)
    assert totals(hand(10, 10, 25)) == (7, 7, 0)
    assert totals(hand(10, 10, 10)) == (0, 0, 0)
    assert totals(hand(5, 25, 5, 5), players=4) == (6, 0, 6, 6)
    assert codes(SLUG, hand(0, 12, 25)) == [("held.none", "error", ("held", 0))]
