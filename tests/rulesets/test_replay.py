"""Histories of the games with a memory: nothing is lost, and the same log gives the same board."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets import games
from rulesets.replay import (
    Replay,
    Report,
    Unbalanced,
    advance,
    open_game,
    replay,
    resume,
    scheme_of,
)
from rulesets.scheme import Movement, Roster, Setup, Step, player_account
from tests.rulesets.schemes import SLUGS, histories, played, scheme, setup

ROOT = Path(__file__).resolve().parents[2]
any_game = pytest.mark.parametrize("slug", SLUGS)


def in_all(slug: str, state: Any) -> int:
    """Everything of the unit that is conserved, wherever it is."""
    return sum(scheme(slug).balances(state)[scheme(slug).unit].values())


@pytest.mark.parametrize("slug", SLUGS)
@settings(max_examples=25)
@given(data=st.data())
def test_a_history_is_played_on_from_what_it_has_in_common_with_another(
    slug: str, data: st.DataObject
) -> None:
    begin, values = data.draw(histories(slug))
    keep = data.draw(st.integers(0, len(values)))
    reports = [Report(value) for value in values]
    whole = replay(scheme(slug), begin, reports)
    for known in (whole, replay(scheme(slug), begin, reports[:keep])):
        assert resume(scheme(slug), known, keep, reports[keep:]) == whole


@pytest.mark.parametrize("slug", ["golf", "rummoli"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_goes_in_is_there_after_every_step(slug: str, data: st.DataObject) -> None:
    begin, reports = data.draw(histories(slug))
    history = played(slug, begin, *reports)
    brought = {0: in_all(slug, history.opening.state)}
    for number, movement in history.ledger():
        if movement.rule in scheme(slug).buying and number:
            brought[number] = brought.get(number, 0) + movement.amount
    expected = brought[0]
    players = len(begin.roster.names)
    assert expected == players * (begin.options.stake if slug == "golf" else begin.options.chips)
    for number, one in enumerate(history.rounds, 1):
        expected += brought.get(number, 0)
        assert in_all(slug, one.state) == expected
        assert min(scheme(slug).balances(one.state)[scheme(slug).unit].values()) >= 0
    assert in_all(slug, history.state) == expected


@any_game
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_the_ledger_accounts_for_the_whole_board(slug: str, data: st.DataObject) -> None:
    begin, reports = data.draw(histories(slug))
    history = played(slug, begin, *reports)
    held: dict[tuple[str, Any], int] = {}
    for _, movement in history.ledger():
        assert movement.text
        for account, amount in (
            (movement.source, -movement.amount),
            (movement.target, movement.amount),
        ):
            key = (movement.unit, account)
            held[key] = held.get(key, 0) + amount
    for unit, accounts in scheme(slug).balances(history.state).items():
        for account, amount in accounts.items():
            assert held.get((unit, account), 0) == amount
            assert scheme(slug).label(history.state, account)


@any_game
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_corrected_log_is_as_if_it_had_always_been_so(slug: str, data: st.DataObject) -> None:
    """Whatever stands in the log instead of a report, replaying never crashes, keeps the books
    (the audit raises), and the steps are those of the reports that counted."""
    begin, reports = data.draw(histories(slug, most=6))
    _, others = data.draw(histories(slug, most=6))
    mixed = [*reports]
    if mixed and others:
        mixed[data.draw(st.integers(0, len(mixed) - 1))] = data.draw(st.sampled_from(others))
    history = replay(scheme(slug), begin, [Report(report) for report in mixed])
    counted = [report for report, one in zip(mixed, history.rounds, strict=True) if one.counted]
    again = played(slug, begin, *counted)
    assert again.state == history.state
    assert again.ending == history.ending


@any_game
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_a_log_stored_as_json_gives_the_same(slug: str, data: st.DataObject) -> None:
    begin, reports = data.draw(histories(slug))
    stored = json.loads(json.dumps(reports, sort_keys=True))
    assert played(slug, begin, *stored) == played(slug, begin, *reports)


def test_another_process_comes_to_the_same_board() -> None:
    script = (
        "import json, sys\n"
        "from rulesets.cli import main\n"
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
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_permuted_seats_permute_the_totals(slug: str, data: st.DataObject) -> None:
    """Names change places inside their teams; reports name dealers, so that the deal stays."""
    begin, reports = data.draw(histories(slug))
    groups = begin.roster.teams or (tuple(range(len(begin.roster.names))),)
    moved: dict[int, int] = {}
    for group in groups:
        moved |= dict(zip(group, data.draw(st.permutations(group)), strict=True))
    permuted = [renamed(slug, report, moved) for report in reports]
    before, after = played(slug, begin, *reports), played(slug, begin, *permuted)
    totals, found = scheme(slug).totals(before.state), scheme(slug).totals(after.state)
    if begin.roster.teams:
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


@settings(max_examples=40, deadline=None)
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
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_report_crashes(slug: str, data: st.DataObject) -> None:
    begin, reports = data.draw(histories(slug, most=3))
    keys = [field.key for field in scheme(slug).fields(begin.options)] + ["final_poker", "x"]
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
    last = Report(data.draw(wild), override=data.draw(st.booleans()))
    history = replay(scheme(slug), begin, [*map(Report, reports), last])
    for problem in history.rounds[-1].problems:
        assert problem.message


def test_the_audit_finds_what_comes_from_nowhere() -> None:
    golf = scheme("golf")
    begin = setup("golf", 3)

    def generous(state: Any, report: Any) -> Step:
        return Step(replace(state, pot=state.pot + 1))

    state = open_game(golf, begin).state
    with pytest.raises(Unbalanced):
        advance(replace(golf, play=generous), state, Report({"points": [1, 2, 3]}))

    def shady(state: Any, report: Any) -> Step:
        found = Movement(1, "quarters", ("bank", -1, ""), player_account(0), "", {}, "luck")
        quarters = (state.quarters[0] + 1, *state.quarters[1:])
        return Step(replace(state, quarters=quarters), (found,))

    with pytest.raises(Unbalanced):
        advance(replace(golf, play=shady), state, Report({"points": [1, 2, 3]}))


def test_a_report_with_an_error_is_left_out_unless_it_is_overridden() -> None:
    golf, begin = scheme("golf"), setup("golf", 2)
    high = {"points": [81, 0]}
    left_out = replay(golf, begin, [Report(high)])
    assert not left_out.rounds[0].counted
    assert left_out.state == left_out.opening.state
    assert replay(golf, begin, [Report(high, override=True)]).state.quarters == (2, 3)
    firm = replay(golf, begin, [Report({"points": [81, None]}, override=True)])
    assert not firm.rounds[0].counted


def test_a_drive_has_no_scheme() -> None:
    game = games.load("court-whist")
    with pytest.raises(TypeError):
        scheme_of(game)
    with pytest.raises(TypeError):
        games.load("golf").points(1, (), {})


def test_setups_are_judged() -> None:
    for slug in SLUGS:
        begin = setup(slug, 2)
        assert scheme(slug).setup_problems(begin) == ()
        alone = Setup(Roster(("Ann",), ((0,), ()) if begin.roster.teams else ()), begin.options)
        if begin.roster.teams:
            alone = replace(alone, roster=replace(alone.roster, team_names=("a", "b")))
        assert [p.severity for p in scheme(slug).setup_problems(alone)] == ["error"]
