"""Histories of the games that remember: nothing is lost, and the same log gives the same board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.engine.plays import Step, player_account
from rulesets.engine.replay import Replay, RoundReport, Unbalanced, replay, resume
from rulesets.engine.roster import Roster, Setup
from rulesets.rounds import POT, Events, Player, Rounds, Table, ask, bring, declared, pay
from tests.rulesets.evenings import SLUGS, histories
from tests.rulesets.games.contract import moved_report
from tests.rulesets.tables import played, plays_of, setup
from tests.sampling import examples


@pytest.mark.parametrize("slug", SLUGS)
@settings(max_examples=examples(25))
@given(data=st.data())
def test_a_history_is_played_on_from_what_it_has_in_common_with_another(
    slug: str, data: st.DataObject
) -> None:
    begin, values = data.draw(histories(slug))
    keep = data.draw(st.integers(0, len(values)))
    reports = [RoundReport(value) for value in values]
    whole = replay(plays_of(slug), begin, reports)
    for known in (whole, replay(plays_of(slug), begin, reports[:keep])):
        assert resume(plays_of(slug), known, keep, reports[keep:]) == whole


@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_permuted_seats_permute_the_chips(data: st.DataObject) -> None:
    """Reports name dealers, so that the deal stays."""
    plays = plays_of("rummoli")
    begin, reports = data.draw(histories("rummoli"))
    places = data.draw(st.permutations(range(len(begin.roster.names))))
    fields = plays.fields(plays.start(begin).state)

    def moved(report: Any) -> Any:
        if "final_poker" in report:
            deals = report["final_poker"]
            return {"final_poker": [{**deal, "player": places[deal["player"]]} for deal in deals]}
        return moved_report(fields, report, places)

    before = played("rummoli", begin, *reports)
    after = played("rummoli", begin, *map(moved, reports))
    totals = plays.totals(after.state)
    assert [totals[place] for place in places] == [*plays.totals(before.state)]


@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_the_order_of_the_couples_reports_changes_nothing(data: st.DataObject) -> None:
    begin, reports = data.draw(histories("gin-tournament"))
    shuffled = [data.draw(st.permutations(report)) for report in reports]
    before = played("gin-tournament", begin, *reports)
    after = played("gin-tournament", begin, *shuffled)
    assert after.state == before.state
    assert told(after) == told(before)


def told(history: Replay) -> list[tuple[int, int, str, str]]:
    return [(number, m.amount, m.unit, m.text) for number, m in history.ledger()]


@dataclass(frozen=True, kw_only=True)
class Kept(Rounds):
    """Rounds whose books are compared with their transfers, as those of any other play are."""

    booked: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class Generous(Kept):
    """Somebody's score rises by itself."""

    def play(self, state: Any, report: Any) -> Step:
        step = super().play(state, report)
        held = {**step.state.books["points"], player_account(0): 7}
        return replace(step, state=replace(step.state, books={"points": held}))


@declared
class Won:
    won: Player = ask("Who won?", worth=1)


TWO = Setup(Roster(("Ann", "Bo")), None)


def test_the_audit_finds_what_comes_from_nowhere() -> None:
    fair, generous = Kept(players=(2, 4), asks=Won), Generous(players=(2, 4), asks=Won)
    assert replay(fair, TWO, [RoundReport({"won": 0})]).rounds[0].counted
    with pytest.raises(Unbalanced):
        replay(generous, TWO, [RoundReport({"won": 0})])


def luck(deal: Won, table: Table) -> Events:
    """A coin for whoever won, from outside."""
    yield bring(1, deal.won, "{who} is lucky", "luck")


def test_a_stake_comes_in_by_the_rules_that_buy_and_by_no_other() -> None:
    coins: dict[str, Any] = {"unit": "coins", "conserved": frozenset({"coins"}), "score": luck}
    game = Kept(players=(2, 4), asks=Won, **coins, buying=frozenset({"luck"}))
    assert game.totals(replay(game, TWO, [RoundReport({"won": 1})]).state) == (0, 1)
    with pytest.raises(Unbalanced):
        replay(replace(game, buying=frozenset({"stakes"})), TWO, [RoundReport({"won": 1})])


def test_nobody_pays_a_conserved_stake_that_is_not_there() -> None:
    def score(deal: Won, table: Table) -> Events:
        yield pay(1, deal.won, POT, "{who} pays", "paying")

    coins: dict[str, Any] = {"unit": "coins", "conserved": frozenset({"coins"}), "score": score}
    for kind in (Rounds, Kept):
        with pytest.raises(Unbalanced):
            replay(kind(players=(2, 4), asks=Won, **coins), TWO, [RoundReport({"won": 1})])


def test_a_round_that_is_skipped_is_a_round_all_the_same() -> None:
    golf, begin = plays_of("golf"), setup("golf", 2, first=0)
    history = replay(
        golf, begin, [RoundReport(None, skipped=True), RoundReport({"points": [1, 9]})]
    )
    assert [board_round.counted for board_round in history.rounds] == [False, True]
    assert history.rounds[0].problems == ()
    assert (history.state.rounds, history.state.dealer) == (2, 0)
    assert history.state.totals == (3, 2)
