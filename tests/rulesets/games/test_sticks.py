"""Sticks: free ones, earned ones, who draws, and who had seven first."""

from __future__ import annotations

from typing import Any

from rulesets import games
from tests.rulesets.tables import codes, night, overridden, problems

SLUG = "sticks"
PLAYS = games.load(SLUG).plays


def hand(turned: str, *free: int) -> dict[str, Any]:
    return {"free": [*free], "turned": [*map(int, turned)]}


ALL = hand("012", 0, 0, 0)


def test_each_stick_turned_up_counts_and_free_ones_too() -> None:
    """Metzker p. 22: a free stick is put face up, and another is drawn."""
    history = night(SLUG, hand("10", 0, 2, 0), hand("2", 1, 0, 0))
    assert history.state.totals == (2, 3, 1)
    assert [(m.amount, m.rule, m.text, m.at) for n, m in history.ledger() if n == 1] == [
        (2, "free", "Free sticks: 2", ("free", 1)),
        (1, "scoring", "Bo turns up a stick", ("turned", 0)),
        (1, "scoring", "Ann turns up a stick", ("turned", 1)),
    ]


def test_who_turned_one_up_draws_the_next() -> None:
    """Metzker p. 22: a stick that lies face down stays for the next hand."""
    history = night(SLUG, hand("02", 0, 0, 0), ALL, first=0)
    notes = [PLAYS.note_before(case.state).text for case in (history.opening, *history.rounds)]
    assert notes == [
        "everybody draws a stick; Bo begins",
        "new sticks: Ann and Cy; Cy begins",
        "everybody draws a stick; Ann begins",
    ]
    assert [words.text for words in PLAYS.dues(history.state)] == [
        *("2 sticks", "1 stick", "2 sticks")
    ]


def test_a_free_stick_is_never_the_seventh() -> None:
    """Metzker p. 22: it does not count, and another is drawn."""
    assert codes(SLUG, hand("0", 1, 0, 0), *[ALL] * 5) == []
    (found,) = problems(SLUG, hand("0", 1, 0, 0), *[ALL] * 6)
    assert (found.code, found.severity, found.at) == ("free.last", "error", ("free", 0))
    assert found.message == "Ann has 6 and 1 more; a free stick is never number 7."
    assert codes(SLUG, hand("0", 7, 0, 0)) == [
        ("free.range", "error", ("free", 0)),
        ("free.last", "error", ("free", 0)),
    ]


def test_the_first_in_the_order_to_have_seven_wins() -> None:
    """games.md: others who reach the goal in the same hand share place 2."""
    history = night(SLUG, *[ALL] * 6, hand("201", 0, 0, 0), players=3)
    assert history.ending.winners == (2,)
    assert history.ending.text == "Cy has turned up stick 7"
    assert PLAYS.ranks(history.state) == [2, 2, 1]
    assert overridden(SLUG, *[ALL] * 6, hand("1", 1, 0, 0)).ending is not None
