"""Histories of the games that remember: nothing is lost, and the same log gives the same board."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.engine.plays import Step, player_account
from rulesets.engine.replay import Replay, RoundReport, Unbalanced, replay, resume
from rulesets.engine.roster import Roster, Setup
from rulesets.rounds import POT, Events, Player, Rounds, Table, ask, bring, declared, pay
from tests.rulesets.evenings import SLUGS, histories, played, plays_of, setup
from tests.sampling import examples

ROOT = Path(__file__).resolve().parents[3]
any_game = pytest.mark.parametrize("slug", SLUGS)


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


@any_game
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_a_corrected_log_is_as_if_it_had_always_been_so(slug: str, data: st.DataObject) -> None:
    """Whatever stands in the log instead of a report, replaying never crashes, keeps the books
    (the audit raises), and the steps are those of the reports that counted."""
    begin, reports = data.draw(histories(slug, most=6))
    _, others = data.draw(histories(slug, most=6))
    mixed = [*reports]
    if mixed and others:
        mixed[data.draw(st.integers(0, len(mixed) - 1))] = data.draw(st.sampled_from(others))
    history = replay(plays_of(slug), begin, [RoundReport(report) for report in mixed])
    counted = [report for report, one in zip(mixed, history.rounds, strict=True) if one.counted]
    again = played(slug, begin, *counted)
    assert again.state == history.state
    assert again.ending == history.ending


def test_another_process_comes_to_the_same_board() -> None:
    script = (
        "import json, sys\n"
        "from rulesets.files.cli import main\n"
        "sys.exit(main(['score', '--explain', '-']))\n"
    )
    rounds = [{"claims": {"AS": "Ann", "JD": "Cy"}, "rummoli": "Bo", "poker": ["Cy", "Ann"]}] * 4
    file = {"game": "rummoli", "players": ["Ann", "Bo", "Cy"], "rounds": rounds}
    answers = {
        subprocess.run(
            [sys.executable, "-c", script],
            input=json.dumps(file).encode(),
            capture_output=True,
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
    assert json.loads(answers.pop())["chips"] == {"Ann": 32, "Bo": 26, "Cy": 32}


@any_game
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_permuted_seats_permute_the_totals(slug: str, data: st.DataObject) -> None:
    """Names change places inside their teams; reports name dealers, so that the deal stays."""
    begin, reports = data.draw(histories(slug))
    groups = (tuple(range(len(begin.roster.names))),)
    if begin.roster.in_sides:
        groups = begin.roster.sides
    moved: dict[int, int] = {}
    for group in groups:
        moved |= dict(zip(group, data.draw(st.permutations(group)), strict=True))
    permuted = [renamed(slug, report, moved) for report in reports]
    before, after = played(slug, begin, *reports), played(slug, begin, *permuted)
    totals, found = plays_of(slug).totals(before.state), plays_of(slug).totals(after.state)
    if begin.roster.in_sides:
        assert found == totals
    else:
        assert all(found[moved[player]] == total for player, total in enumerate(totals))


def renamed(slug: str, report: Any, moved: dict[int, int]) -> Any:
    """The same report with every player in another's place."""
    if slug == "gin-tournament":
        return [
            {"away": moved[row["away"]]}
            if "away" in row
            else {**row, "couple": [moved[p] for p in row["couple"]], **by(row, moved)}
            for row in report
        ]
    listed = {
        key: [values[old] for old in sorted(moved, key=moved.__getitem__)]
        for key, values in report.items()
        if key in ("points", "rebuys")
    }
    single = {
        key: None if report[key] is None else moved[report[key]]
        for key in ("knocker", "dealer", "rummoli")
        if key in report
    }
    out = {**report, **listed, **single}
    if "claims" in report:
        out["claims"] = {key: moved[player] for key, player in report["claims"].items()}
    if "poker" in report:
        out["poker"] = [moved[player] for player in report["poker"]]
    if isinstance(report.get("widow"), dict):
        out["widow"] = {**report["widow"], "buyer": moved[report["widow"]["buyer"]]}
    if "final_poker" in report:
        out["final_poker"] = [{**d, "player": moved[d["player"]]} for d in report["final_poker"]]
    return out


def by(row: dict[str, Any], moved: dict[int, int]) -> dict[str, int]:
    return {"by": moved[row["by"]]} if "by" in row else {}


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


@any_game
@settings(max_examples=examples(90), deadline=None)
@given(data=st.data())
def test_no_report_crashes(slug: str, data: st.DataObject) -> None:
    begin, reports = data.draw(histories(slug, most=3))
    opening = plays_of(slug).start(begin).state
    keys = [*(field.key for field in plays_of(slug).fields(opening)), "final_poker", "x"]
    small = (
        st.none() | st.booleans() | st.integers(-3, 120) | st.sampled_from(("kept", "gin", "AS"))
    )
    value = st.recursive(
        small,
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from(("buyer", "price", "AS", "space", "player")), inner)
        ),
        max_leaves=6,
    )
    wild = st.dictionaries(st.sampled_from(keys), value) | value
    if reports and isinstance(reports[-1], dict):
        wild |= st.dictionaries(st.sampled_from(keys), value).map(lambda d: {**reports[-1], **d})
    elif reports:
        rows = st.dictionaries(st.sampled_from(keys), value)
        wild |= rows.map(lambda d: [{**row, **d} for row in reports[-1]])
    last = RoundReport(data.draw(wild), override=data.draw(st.booleans()))
    history = replay(plays_of(slug), begin, [*map(RoundReport, reports), last])
    for problem in history.rounds[-1].problems:
        assert problem.message


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
    assert [one.counted for one in history.rounds] == [False, True]
    assert history.rounds[0].problems == ()
    assert (history.state.rounds, history.state.dealer) == (2, 0)
    assert history.state.totals == (3, 2)


def test_a_report_with_an_error_is_left_out_unless_it_is_overridden() -> None:
    golf, begin = plays_of("golf"), setup("golf", 2)
    high = {"points": [81, 0]}
    left_out = replay(golf, begin, [RoundReport(high)])
    assert not left_out.rounds[0].counted
    assert left_out.state == left_out.opening.state
    assert replay(golf, begin, [RoundReport(high, override=True)]).state.totals == (2, 3)
    firm = replay(golf, begin, [RoundReport({"points": [81, None]}, override=True)])
    assert not firm.rounds[0].counted


def test_setups_are_judged() -> None:
    for slug in SLUGS:
        begin = setup(slug, 2)
        assert plays_of(slug).check_setup(begin) == ()
        roster = Roster(("Ann",))
        if begin.roster.in_sides:
            roster = Roster(("Ann",), ((0,), ()), ("a", "b"))
        alone = Setup(roster, begin.options)
        assert [p.severity for p in plays_of(slug).check_setup(alone)] == ["error"]


def test_a_summary_is_worked_out_once() -> None:
    report = {"claims": {"AS": 0}, "rummoli": 1, "poker": [1]}
    (one,) = played("rummoli", setup("rummoli", 3), report).rounds
    assert one.summary is one.summary
    assert "A♠: Ann 3" in one.summary.text
