"""Histories that can have been, of games that remember what was before."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rulesets.engine.roster import Setup
from rulesets.movements import long_table
from tests.rulesets.tables import played, plays_of, setup

SLUGS = ("gin-tournament", "golf", "rummoli")


def gin(couple: list[int], by: int, caught: int, outcome: str = "gin") -> dict[str, Any]:
    return {"couple": couple, "outcome": outcome, "by": by, "caught": caught}


def run(couple: list[int], by: int, ran: int, caught: int) -> dict[str, Any]:
    return {**gin(couple, by, caught, "run"), "ran_with": ran}


def stock(couple: list[int], *counts: int) -> dict[str, Any]:
    return {"couple": couple, "outcome": "stock_out", "counts": list(counts)}


@st.composite
def gin_rows(draw: st.DrawFn, couple: list[int], most: int = 114) -> dict[str, Any]:
    """One couple's report."""
    outcome = draw(st.sampled_from(("gin", "double_gin", "run", "stock_out")))
    if outcome == "stock_out":
        return stock(couple, draw(st.integers(0, most)), draw(st.integers(0, most)))
    row = gin(couple, draw(st.sampled_from(couple)), draw(st.integers(0, most)), outcome)
    return {**row, "ran_with": draw(st.integers(1, 9))} if outcome == "run" else row


@st.composite
def gin_rounds(draw: st.DrawFn, begin: Setup, number: int) -> list[dict[str, Any]]:
    """A round (from 1) of every couple; some may be away, but not a whole team."""
    first, second = (
        sorted(draw(st.sets(st.sampled_from(team), min_size=1))) if draw(st.booleans()) else team
        for team in begin.roster.sides
    )
    rows = [
        draw(gin_rows([pair.stays, pair.moves]))
        for pair in long_table.seat_teams(first, second, number)
        if pair.stays is not None and pair.moves is not None
    ]
    everyone = range(len(begin.roster.names))
    return rows + [{"away": player} for player in everyone if player not in (*first, *second)]


@st.composite
def golf_rounds(draw: st.DrawFn, state: Any) -> dict[str, Any]:
    """A round of those who are still in; few different counts, so that there are ties."""
    points = [
        draw(st.integers(-5, 5)) if player in state.players else None
        for player in range(len(state.totals))
    ]
    knocker = draw(st.none() | st.sampled_from(state.players))
    return {"points": points, "knocker": knocker}


@st.composite
def rummoli_rounds(draw: st.DrawFn, state: Any) -> dict[str, Any]:
    """A round of those who can ante (two at least), with whoever buys again."""
    report: dict[str, Any] = {}
    short = [player for player, chips in enumerate(state.chips) if chips < 9]
    if state.rules.rebuy and short:
        buys = [None] * len(state.chips)
        for player in short:
            buys[player] = draw(st.none() | st.integers(9, 30))
        if any(buys):
            report["rebuys"] = buys
    bought = report.get("rebuys") or [None] * len(state.chips)
    playing = [p for p, chips in enumerate(state.chips) if chips + (bought[p] or 0) >= 9]
    one = st.sampled_from(playing)
    report["dealer"] = draw(one)
    sold = draw(st.sampled_from(("kept", "dealer", "sold")))
    buyer = draw(one)
    if sold != "sold":
        report["widow"] = sold
    elif buyer != report["dealer"]:
        left = state.chips[buyer] + (bought[buyer] or 0) - 9
        report["widow"] = {"buyer": buyer, "price": draw(st.integers(0, left))}
    spaces = [space.key for space in state.spaces[:7]]
    report["claims"] = draw(st.dictionaries(st.sampled_from(spaces), one))
    report["rummoli"] = draw(one)
    report["poker"] = draw(st.lists(one, min_size=1, max_size=3, unique=True))
    return report


@st.composite
def histories(draw: st.DrawFn, slug: str, most: int = 8) -> tuple[Setup, list[Any]]:
    """A start and reports that can follow each other, to the end or not."""
    if slug == "gin-tournament":
        begin = setup(slug, draw(st.integers(2, 8)), first=draw(st.sampled_from((None, 0, 1))))
    elif slug == "golf":
        face = draw(st.sampled_from(("until_next_loss", "one_round")))
        stake = draw(st.integers(1, 4))
        ante = draw(st.integers(0, stake))
        begin = setup(slug, draw(st.integers(2, 6)), stake=stake, ante=ante, on_face=face)
    else:
        options = {"chips": draw(st.integers(9, 40)), "rebuy": draw(st.booleans())}
        board = draw(st.sampled_from(("rummoli", "michigan", "custom")))
        names = [f"space {n}" for n in range(9)] if board == "custom" else []
        begin = setup(slug, draw(st.integers(2, 6)), board=board, **_spaces(names), **options)
    reports: list[Any] = []
    for _ in range(draw(st.integers(0, most))):
        state = played(slug, begin, *reports).rounds[-1].state if reports else None
        report = _next(draw, slug, begin, reports, state)
        if report is None:
            break
        reports.append(report)
    return begin, reports


def _spaces(names: list[str]) -> dict[str, Any]:
    return {"spaces": names} if names else {}


def _next(draw: st.DrawFn, slug: str, begin: Setup, reports: list[Any], state: Any) -> Any:
    """A report that can follow, or None where the game is at its end."""
    state = plays_of(slug).start(begin).state if state is None else state
    if plays_of(slug).over(state) is not None:
        return None
    if slug == "gin-tournament":
        return draw(gin_rounds(begin, len(reports) + 1))
    if slug == "golf":
        return draw(golf_rounds(state))
    able = sum(chips >= 9 for chips in state.chips)
    if able < 2 or state.final is not None:
        return None
    if reports and draw(st.integers(0, 5)) == 0:
        return draw(final_deals(state))
    return draw(rummoli_rounds(state))


@st.composite
def final_deals(draw: st.DrawFn, state: Any) -> dict[str, Any]:
    """The last deals of Rummoli, the poorest space first."""
    left = sorted(
        (chips, space.key) for space, chips in zip(state.spaces, state.board, strict=True) if chips
    )
    one = st.sampled_from(state.playing)
    return {"final_poker": [{"space": key, "player": draw(one)} for _, key in left]}
