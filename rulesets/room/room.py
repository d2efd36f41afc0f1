"""The play of two teams along one table: the whole room keeps one score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Literal

from rulesets.drawing.scoreboard import Scoreboard, continue_sheet
from rulesets.engine.fields import Field
from rulesets.engine.plays import Account, Ending, Json, Moment, Plays, Step
from rulesets.engine.problems import Problem, error
from rulesets.engine.roster import Roster, Setup
from rulesets.engine.text import Words, say
from rulesets.room import netting, team_sheet
from rulesets.room import worksheet as couples
from rulesets.room.columns import GAMES, POINTS, TARGET, Column
from rulesets.room.team_sheet import State
from rulesets.room.worksheet import FIELDS, MOST_CAUGHT, MOST_RUN, OUTCOMES, row_text, worksheet

LARGEST_TEAM = 60


@dataclass(frozen=True)
class Room(Plays):
    """Couples report, teams score (Metzker p. 30): a round is a list of the couples' reports, or
    of rows of those who are `away`. The two sides are entered as such, and are teams."""

    side_names: tuple[str, ...] = ()  # type: ignore[misc]
    players: tuple[int, int] = (2, 2 * LARGEST_TEAM)
    unit: str = POINTS
    rows: ClassVar[Literal["table", "couple"]] = "couple"
    dealers: Literal["player", "side", "none"] = "side"

    def roster(
        self, names: Sequence[str], roles: Sequence[str] = (), options: Any = None
    ) -> Roster:
        """The first half against the second."""
        del roles, options
        half = len(names) // 2
        sides = (tuple(range(half)), tuple(range(half, len(names))))
        return Roster(tuple(names), sides, self.side_names)

    def victory(self, options: Any) -> Words:
        """The three games together."""
        del options
        return say("The higher sum of three games to {target}", target=TARGET)

    def seated(self, setup: Setup) -> tuple[Problem, ...]:
        """Two teams of 1 to 60 each."""
        problems = []
        for team, members in enumerate(setup.roster.sides):
            if not 1 <= len(members) <= LARGEST_TEAM:
                text = "{team}: a team has 1 to {most} players, not {given}."
                name = setup.roster.side_names[team]
                told = {"most": LARGEST_TEAM, "given": len(members)}
                problems.append(error("team.size", text, ("teams", name), team=name, **told))
        return tuple(problems)

    def start(self, setup: Setup) -> Step:
        """An empty score sheet."""
        blank = (Column(),) * GAMES
        return Step(State(setup.roster, (blank, blank), dealers=setup.first))

    def fields(self, state: State) -> tuple[Field, ...]:
        """What one couple is asked."""
        del state
        return FIELDS

    def check(self, state: State, report: object) -> tuple[Problem, ...]:
        """All problems of a round."""
        return netting.check(state, report)

    def play(self, state: State, report: Any) -> Step:
        """The round netted, awarded and drawn."""
        return netting.play(state, report)

    def over(self, state: State) -> Ending | None:
        """The end, once all three games are closed; level teams both win."""
        if not team_sheet.ended(state):
            return None
        sums = self.totals(state)
        winners = tuple(team for team in (0, 1) if sums[team] == max(sums))
        text = "All three games have ended, {first} to {second}"
        return Ending(winners, say(text, first=sums[0], second=sums[1]))

    def next_dealer(self, state: State) -> int | None:
        """The team that was awarded points last."""
        return state.dealers

    def sample(self, state: State, chance: Random) -> list[dict[str, Any]]:
        """Every couple of the rotation, with any outcome."""
        wanted = couples.expected(state.roster, frozenset(), state.rounds + 1)
        return [_made_up(couple, chance) for couple in wanted]

    def summary(self, state: State, report: Any) -> Words:
        """What the round brought, each team named once."""
        del report
        return team_sheet.summary(state)

    def moments(self, before: State, report: Any) -> tuple[Moment, ...]:
        """Every double gin."""
        roster = before.roster
        return tuple(
            Moment(
                "double-gin",
                say("{name} has a double gin", name=roster.names[row["by"]]),
                (row["by"],),
            )
            for row in report
            if row and row.get("outcome") == "double_gin"
        )

    def row_text(self, state: State, row: Mapping[str, Any]) -> Words:
        """One couple's report, and what it is worth."""
        return row_text(state.roster, row)

    def holdings(self, state: State) -> Mapping[str, Mapping[Account, int]]:
        """What stands in every column."""
        return team_sheet.balances(state)

    def account_name(self, state: State, account: Account, unit: str = "") -> Words:
        """A column, a team's worksheet, or off the sheet."""
        del unit
        return team_sheet.label(state, account)

    def totals(self, state: State) -> tuple[int, ...]:
        """Each team's sum over the three games."""
        return team_sheet.totals(state)

    def view(self, state: State) -> Json:
        """The score sheet with names."""
        return team_sheet.view(state)

    def round_view(self, state: State) -> Json:
        """What the last round brought."""
        return team_sheet.round_view(state)

    def board(self, states: Sequence[State]) -> Scoreboard:
        """The six columns with their circles."""
        return team_sheet.scoreboard(states)

    def sheet(self, setup: Setup, states: Sequence[State] = ()) -> Scoreboard:
        """The six columns."""
        blank = team_sheet.blank_sheet(setup)
        return continue_sheet(blank, self.board(states)) if states else blank

    def worksheet(
        self,
        state: State,
        report: Sequence[Mapping[str, Any] | None],
        seated: Sequence[tuple[int, int]] | None = None,
    ) -> Scoreboard:
        """The worksheet of the round after a state, with what is reported of it so far; `seated`
        are those who really sit there, where that is known."""
        if seated is not None:
            return worksheet(state.roster, seated, report, seated=True)
        gone = couples.away(state.roster, report)
        wanted = couples.expected(state.roster, gone, state.rounds + 1)
        return worksheet(state.roster, wanted, report)


def _made_up(couple: tuple[int, int], chance: Random) -> dict[str, Any]:
    outcome = chance.choice([key for key, _ in OUTCOMES])
    row: dict[str, Any] = {"couple": list(couple), "outcome": outcome}
    if outcome == "stock_out":
        return {**row, "counts": [chance.randint(0, 40), chance.randint(0, 40)]}
    row |= {"by": chance.choice(couple), "caught": min(chance.randint(0, 60), MOST_CAUGHT)}
    return {**row, "ran_with": chance.randint(1, MOST_RUN)} if outcome == "run" else row
