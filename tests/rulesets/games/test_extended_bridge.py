"""Four deals of Bridge: who is vulnerable, part scores, deals that all passed."""

from typing import Any

import pytest

from rulesets import games
from rulesets.engine.replay import RoundReport, replay
from rulesets.engine.roster import Setup
from tests.rulesets.tables import night

SLUG = "extended-bridge"
PLAYS = games.load(SLUG).plays


def deal(declarer: int, bid: str, tricks: int, *, doubled: int = 0, nobody: int = 0) -> Any:
    others = 13 - nobody - tricks
    shares = [tricks, others] if declarer % 2 == 0 else [others, tricks]
    values = {"declarer": declarer, "level": int(bid[0]), "trump": bid[1:], "doubled": doubled}
    return {**values, "tricks": shares, "nobody": nobody}


def totals(*deals: Any, first: int = 0, **options: Any) -> tuple[int, ...]:
    return PLAYS.totals(night(SLUG, *deals, players=4, first=first, **options).state)


def test_who_is_vulnerable() -> None:
    """ACBL four-deal bridge: nobody, the dealer's side twice, both."""
    history = night(SLUG, *[deal(0, "1NT", 7)] * 3, players=4, first=1)
    states = [history.opening.state, *(board_round.state for board_round in history.rounds)]
    assert [PLAYS.name_of_round(state).text for state in states] == [
        "nobody vulnerable",
        "Ann & Cy vulnerable",
        "Bo & Di vulnerable",
        "all vulnerable",
    ]


def test_a_part_score_in_the_fourth_deal_brings_a_hundred() -> None:
    one = deal(0, "1NT", 7)
    passes = [deal(1, "1C", 6)] * 3
    assert totals(*passes, one)[0] - totals(*passes)[0] == 140
    for declarer, other in ((0, 1), (1, 0)):  # either side is vulnerable: a trick down costs 100
        down = totals(*passes, deal(declarer, "4S", 9))
        assert down[other] - totals(*passes)[other] == 100


PASSED: Any = {"passed": True}


@pytest.mark.parametrize(("edition", "expected"), [(2, (150, 0)), (1, (100, 0))])
def test_a_passed_deal_does_not_move_the_deal_on_where_nobody_told_who_deals(
    edition: int, expected: tuple[int, int]
) -> None:
    """4♠ down one by the second player, twice, after a pass: not vulnerable, then as the dealer."""
    plays = games.load(SLUG, edition).plays
    setup = Setup(plays.roster(("Ann", "Bo", "Cy", "Di")), games.load(SLUG).options())
    down = deal(1, "4S", 9)
    history = replay(plays, setup, [RoundReport(case) for case in (PASSED, down, down)])
    assert plays.totals(history.state) == expected
    names = [plays.name_of_round(board_round.state).text for board_round in history.rounds[:2]]
    other = "Bo & Di vulnerable" if edition == 2 else "Ann & Cy vulnerable"
    assert names == ["nobody vulnerable", other]
