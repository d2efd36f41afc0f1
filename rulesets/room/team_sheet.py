"""The score sheet of two teams: what it holds after a round, and how it is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulesets.drawing.scoreboard import EMPTY, Row
from rulesets.engine.plays import BANK, Account, Json
from rulesets.engine.roster import Roster
from rulesets.engine.text import Phrase, listed, say
from rulesets.room.columns import (
    GAMES,
    GINS,
    POINTS,
    Column,
    account_of,
    column_view,
    six_columns,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.drawing.scoreboard import Scoreboard
    from rulesets.engine.roster import Setup


@dataclass(frozen=True, slots=True)
class Round:
    """The result of the last round. `counted_in` are the games (from 1) in which the net gins were
    drawn, `closed` those that ended; `dealt` is the team that dealt."""

    points: tuple[int, int]
    gins: tuple[int, int]
    award: tuple[int, int] | None  # team, points
    gin_award: tuple[int, int] | None  # team, gins
    counted_in: tuple[int, ...]
    closed: tuple[int, ...]
    dealt: int | None


@dataclass(frozen=True, slots=True)
class State:
    """The score sheet after so many `rounds`: each team's columns, its number of awards, and the
    team that deals next (None: the first deal is not cut yet)."""

    roster: Roster
    columns: tuple[tuple[Column, ...], tuple[Column, ...]]
    awards: tuple[int, int] = (0, 0)
    dealers: int | None = None
    rounds: int = 0
    last: Round | None = None


def ended(state: State) -> bool:
    """Return whether all games are closed."""
    return not any(column.is_open for team in state.columns for column in team)


def totals(state: State) -> tuple[int, ...]:
    """Return each team's sum over the three games: final scores, and the points of those that go
    on."""
    return tuple(
        sum(column.points if column.score is None else column.score for column in team)
        for team in state.columns
    )


def balances(state: State) -> dict[str, dict[Account, int]]:
    """Return the balance of every column, as points (final scores where closed) and as gins."""
    held: dict[str, dict[Account, int]] = {POINTS: {}, GINS: {}}
    for team, columns in enumerate(state.columns):
        for game, column in enumerate(columns):
            account = account_of(team, game)
            held[POINTS][account] = column.points if column.score is None else column.score
            held[GINS][account] = column.gins
    return held


def label(state: State, account: Account) -> Phrase:
    """Return the name of an account: "guys, game 2"; "worksheet, girls"."""
    if account == BANK:
        return say("off the sheet")
    team = state.roster.side_names[account.who]
    if account.kind == "worksheet":
        return say("worksheet, {team}", team=team)
    return say("{team}, game {number}", team=team, number=account.what)


def view(state: State) -> Json:
    """Return the score sheet: each team's three games, who deals next, and the totals."""
    sums = totals(state)
    return {
        "teams": {
            state.roster.side_names[team]: {
                "games": [column_view(column) for column in columns],
                "awards": state.awards[team],
                "total": sums[team],
            }
            for team, columns in enumerate(state.columns)
        },
        "dealers": _team_name(state, state.dealers),
    }


def round_view(state: State) -> Json:
    """Return the result of the last round."""
    brought, names = state.last, state.roster.side_names
    if brought is None:
        return {}
    award, gins = brought.award, brought.gin_award
    return {
        "points": dict(zip(names, brought.points, strict=True)),
        "gins": dict(zip(names, brought.gins, strict=True)),
        "award": award and {"team": names[award[0]], "points": award[1]},
        "gin_award": gins
        and {"team": names[gins[0]], "gins": gins[1], "games": list(brought.counted_in)},
        "closed": list(brought.closed),
        "dealt": _team_name(state, brought.dealt),
    }


def _team_name(state: State, team: int | None) -> str | None:
    return None if team is None else state.roster.side_names[team]


def summary(state: State) -> Phrase:
    """Return the result of the round, each team named once: "guys 15 points and 1 gin"."""
    brought, names = state.last, state.roster.side_names
    awards_by_team: dict[int, list[Phrase]] = {}
    awards = ((brought.award, "point"), (brought.gin_award, "gin")) if brought else ()
    for award, unit in awards:
        if award is not None:
            team, amount = award
            text = f"{{amount}} {unit}{'s' if amount > 1 else ''}"
            awards_by_team.setdefault(team, []).append(say(text, amount=amount))
    teams = [
        Phrase("{team} {won}", {"team": names[team], "won": listed(words, " and ")})
        for team, words in awards_by_team.items()
    ]
    return listed(teams) if teams else say("level")


def scoreboard(states: Sequence[State]) -> Scoreboard:
    """Return the six columns with their circles, as the last state has them."""
    state = states[-1]
    deal = _team_name(state, state.dealers)
    notes = (say("{team} have the deal.", team=deal),) if deal and not ended(state) else ()
    return six_columns(say("Score sheet"), state.roster, state.columns, notes)


def blank_sheet(setup: Setup) -> Scoreboard:
    """Return the six columns with nothing written in them."""
    blank = (Column(),) * GAMES
    notes = (
        "A team’s first award counts in game 1, the second in games 1 and 2, then in all three.",
        "A gin is a circle round the last number in every game with points before that round.",
        "Further gins are empty circles below, large enough to write the next numbers into.",
        "A game ends at 200: its winner takes 200 and 25 for each gin in it.",
        "The other team takes 25 for each gin in it; the games that are left go on.",
    )
    board = six_columns(say("Score sheet"), setup.roster, (blank, blank), tuple(map(say, notes)))
    together = Row(say("Together"), (EMPTY,) * len(board.columns))
    return replace(board, foot=(*board.foot, together))
