"""Oh Hell!: cards by round, bids that may not add up, a 1 before what is made."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.engine.game import read_options
from rulesets.engine.replay import Replay, RoundReport, replay
from rulesets.engine.roster import Setup
from rulesets.files.names import Options
from rulesets.games import oh_hell
from tests.sampling import examples

OH_HELL = oh_hell.GAME.plays
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus")


def setup(players: int = 3, rounds: int = 0, ten: int = 110) -> Setup:
    return Setup(OH_HELL.roster(NAMES[:players]), oh_hell.Options(ten=ten), 0, rounds)


def night(*reports: dict[str, Any], **begun: int) -> Replay:
    history = replay(OH_HELL, setup(**begun), [RoundReport(one) for one in reports])
    assert all(one.counted for one in history.rounds)
    return history


def told(bid: list[int], tricks: list[int]) -> dict[str, Any]:
    return {"bid": bid, "tricks": tricks}


def codes(report: object, **begun: int) -> list[str]:
    state = OH_HELL.start(setup(**begun)).state
    return [problem.code for problem in OH_HELL.check(state, report)]


def dealt(players: int) -> list[str]:
    begin = setup(players)
    count = OH_HELL.rounds_in_all(begin)
    assert count is not None
    states = [OH_HELL.start(setup(players, rounds=number)).state for number in range(count)]
    return [OH_HELL.name_of_round(state).text for state in states]


def test_cards_go_down_to_one_and_up_again() -> None:
    """Metzker p. 19: 10 to 1 to 10 for 3 to 5 people, 7 to 1 to 7 for 6 or 7."""
    for players, most in ((3, 10), (4, 10), (5, 10), (6, 7), (7, 7)):
        down = [*range(most, 1, -1)]
        counts = [*down, 1, *reversed(down)]
        names = ["1 card" if count == 1 else f"{count} cards" for count in counts]
        assert dealt(players) == names
        assert len(names) == (19 if most == 10 else 13)


def test_bounds_follow_the_round() -> None:
    for rounds, cards in ((0, 10), (8, 2), (9, 1), (10, 2), (18, 10)):
        bid, tricks = OH_HELL.fields(OH_HELL.start(setup(rounds=rounds)).state)
        assert (bid.low, bid.high, bid.total) == (0, cards, None)
        assert (tricks.low, tricks.high, tricks.total) == (0, cards, cards)
        assert (bid.before, tricks.before) == (True, False)


@pytest.mark.parametrize(
    ("bid", "ten", "points"),
    [(0, 110, 10), (1, 110, 11), (7, 110, 17), (9, 110, 19), (10, 110, 110), (10, 20, 20)],
)
def test_a_1_before_what_is_made(bid: int, ten: int, points: int) -> None:
    """Metzker p. 19: "1 becomes an 11"; ten by agreement."""
    report = told([bid, 10, 10], [bid, 10 - bid, 0])
    if bid == 0:
        report = told([0, 1, 10], [0, 10, 0])
    assert OH_HELL.totals(night(report, ten=ten).state) == (points, 0, 0)


def test_more_or_fewer_than_bid_is_nothing() -> None:
    history = night(told([3, 3, 3], [2, 4, 4]))
    assert OH_HELL.totals(history.state) == (0, 0, 0)
    assert [line.text for line in history.rounds[0].transfers] == [
        "Bid 3, took 2",
        "Bid 3, took 4",
        "Bid 3, took 4",
    ]


def test_bids_may_add_up_only_with_one_card() -> None:
    """Metzker p. 19: the dealer's bid may not make the bids equal the cards dealt."""
    assert codes(told([5, 5, 0], [5, 5, 0])) == ["bid.sum"]
    assert codes(told([5, 5, 1], [5, 5, 0])) == []
    assert codes(told([1, 0, 1], [1, 1, 0]), rounds=8) == ["bid.sum"]
    for bid in ([1, 0, 0], [1, 1, 1], [0, 0, 0]):
        assert codes(told(bid, [1, 0, 0]), rounds=9) == []


def test_an_error_of_the_bids_says_the_number_and_can_be_overridden() -> None:
    report = told([5, 5, 0], [5, 5, 0])
    begin = setup()
    (problem,) = OH_HELL.check(OH_HELL.start(begin).state, report)
    assert "10" in problem.message
    assert not problem.firm
    history = replay(OH_HELL, begin, [RoundReport(report, override=True)])
    assert OH_HELL.totals(history.state) == (15, 15, 10)


@pytest.mark.parametrize(
    ("report", "found"),
    [
        (told([1, 1, 1], [1, 1, 1]), ["tricks.sum"]),
        (told([11, 1, 1], [8, 1, 1]), ["bid.range"]),
        (told([-1, 1, 1], [8, 1, 1]), ["bid.negative"]),
        ({"tricks": [8, 1, 1]}, ["bid.missing"]),
        (told([1, 1, None], [8, 1, 1]), ["bid.missing"]),  # type: ignore[list-item]
    ],
)
def test_impossible_reports(report: object, found: list[str]) -> None:
    assert codes(report) == found


def test_the_closed_bid_is_told_as_a_rule() -> None:
    notes = [OH_HELL.note_before(OH_HELL.start(setup(rounds=n)).state).text for n in (2, 9)]
    assert notes == [
        "The dealer may not make the bids add up to 8",
        "All bid at once; no bid is closed",
    ]


def test_a_ten_is_worth_110_or_20() -> None:
    for ten in (110, 20):
        assert read_options(oh_hell.GAME, {"ten": ten}) == (oh_hell.Options(ten=ten), ())
    (problem,) = read_options(oh_hell.GAME, {"ten": 50})[1]
    assert (problem.code, problem.at) == ("options.choice", ("options", "ten"))
    assert Options(oh_hell.Options).schema()["properties"]["ten"]["enum"] == [110, 20]


@settings(max_examples=examples(40))
@given(st.integers(3, 7), st.integers(0, 10**6))
def test_made_up_evenings_end_and_no_seat_is_better(players: int, seed: int) -> None:
    chance = Random(seed)
    state = OH_HELL.start(setup(players)).state
    reports: list[dict[str, Any]] = []
    while OH_HELL.over(state) is None:
        reports.append(OH_HELL.sample(state, chance))
        state = OH_HELL.play(state, reports[-1]).state
    history = night(*reports, players=players)
    assert len(reports) == OH_HELL.rounds_in_all(setup(players))
    for number, (played, report) in enumerate(zip(history.rounds, reports, strict=True)):
        made = [line for line in played.transfers if line.rule == "made"]
        assert number == len(reports) // 2 or len(made) < players
        assert {line.amount for line in played.transfers if line.rule == "missed"} <= {0}
        assert len(made) == sum(b == t for b, t in zip(*report.values(), strict=True))
    totals = OH_HELL.totals(history.state)
    assert history.ending is not None
    assert {totals[who] for who in history.ending.winners} == {max(totals)}
    seats = chance.sample(range(players), players)
    moved = [{key: [one[key][seat] for seat in seats] for key in one} for one in reports]
    again = night(*moved, players=players)
    assert OH_HELL.totals(again.state) == tuple(totals[seat] for seat in seats)
