"""Hearts: the power, where three cards go, and evenings up to the target."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.cards.deck import Deck
from rulesets.engine.replay import Replay, RoundReport, replay
from rulesets.engine.roster import Setup
from rulesets.games import hearts

HEARTS = hearts.GAME.plays
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")


def setup(players: int = 4, target: int = 100, rounds: int = 0) -> Setup:
    options = hearts.Options(target=target)
    return Setup(HEARTS.roster(NAMES[:players]), options, 0, rounds)


def night(*reports: dict[str, Any], players: int = 4, **options: int) -> Replay:
    history = replay(HEARTS, setup(players, **options), [RoundReport(one) for one in reports])
    assert all(one.counted for one in history.rounds)
    return history


def hand(*taken: int, queen: int = 0) -> dict[str, Any]:
    return {"hearts": list(taken), "queen": queen}


def codes(report: object, players: int = 4) -> list[tuple[str, str]]:
    state = HEARTS.start(setup(players)).state
    return [(problem.code, problem.severity) for problem in HEARTS.check(state, report)]


def test_a_point_a_heart_and_thirteen_for_the_queen() -> None:
    """Metzker p. 17, "Scoring"."""
    history = night(hand(3, 5, 5, 0, queen=0))
    assert HEARTS.totals(history.state) == (16, 5, 5, 0)
    assert [(line.amount, line.text) for line in history.rounds[0].transfers if line.amount] == [
        (3, "Hearts: 3"),
        (5, "Hearts: 5"),
        (5, "Hearts: 5"),
        (13, "Queen of spades"),
    ]


@pytest.mark.parametrize("players", range(3, 9))
def test_the_power_costs_every_other_26(players: int) -> None:
    """Metzker p. 17, "POWER"."""
    report = hand(13, *(0,) * (players - 1))
    assert codes(report, players) == [("hearts.power", "warning")]
    assert HEARTS.totals(night(report, players=players).state) == (0, *(26,) * (players - 1))


def test_all_hearts_without_the_queen_are_no_power() -> None:
    report = hand(13, 0, 0, 0, queen=1)
    assert codes(report) == []
    assert HEARTS.totals(night(report).state) == (13, 13, 0, 0)


@pytest.mark.parametrize(
    ("report", "found"),
    [
        (hand(3, 5, 4, 0), [("hearts.sum", "error")]),
        (hand(14, 0, 0, 0, queen=1), [("hearts.range", "error"), ("hearts.sum", "error")]),
        ({"hearts": [13, 0, 0, 0]}, [("queen.missing", "error")]),
        (hand(13, 0, 0, 0, queen=4), [("queen.unknown", "error")]),
    ],
)
def test_hearts_and_queen_are_all_taken(report: object, found: object) -> None:
    assert codes(report) == found


def test_what_is_told_before_each_hand() -> None:
    """Left, right, across, keep; the second on the left where there are not four (p. 17)."""
    four = [HEARTS.note_before(HEARTS.start(setup(rounds=n)).state).text for n in range(5)]
    assert [note.split(";")[0] for note in four] == [
        "Pass three to the left",
        "Pass three to the right",
        "Pass three across",
        "Keep your cards",
        "Pass three to the left",
    ]
    for players in (3, 5, 6, 7, 8):
        third = HEARTS.note_before(HEARTS.start(setup(players, rounds=2)).state).text
        assert third == "Pass three to the second on the left; 2♣ leads"


def test_the_lowest_wins_when_somebody_is_there() -> None:
    history = night(hand(0, 11, 2, 0, queen=1), hand(0, 1, 11, 1, queen=3), target=25)
    assert len(history.rounds) == 2
    assert HEARTS.totals(history.state) == (0, 25, 13, 14)
    assert history.ending is not None
    assert history.ending.winners == (0,)
    assert HEARTS.check(history.state, hand(13, 0, 0, 0))[0].code == "round.over"


@given(st.integers(3, 8), st.integers(0, 10**6))
def test_made_up_evenings_end_and_no_seat_is_better(players: int, seed: int) -> None:
    chance = Random(seed)
    begin = setup(players, target=60)
    history = replay(HEARTS, begin, [])
    reports: list[dict[str, Any]] = []
    while history.ending is None:
        before = sum(HEARTS.totals(history.state))
        reports.append(HEARTS.sample(history.state, chance))
        history = replay(HEARTS, begin, [RoundReport(one) for one in reports])
        assert history.rounds[-1].counted
        brought = sum(HEARTS.totals(history.state)) - before
        assert brought in (26, 26 * (players - 1))
    totals = HEARTS.totals(history.state)
    assert max(totals) >= 60
    assert {totals[who] for who in history.ending.winners} == {min(totals)}
    seats = chance.sample(range(players), players)
    moved = [
        hand(*(one["hearts"][seat] for seat in seats), queen=seats.index(one["queen"]))
        for one in reports
    ]
    again = night(*moved, players=players, target=60)
    assert HEARTS.totals(again.state) == tuple(totals[seat] for seat in seats)


def test_a_heart_or_the_queen_of_spades_breaks_hearts() -> None:
    breaking = [card.text for card in Deck().cards() if hearts.breaks(card)]
    assert len(breaking) == 14
    assert {text for text in breaking if not text.endswith("H")} == {"QS"}
