"""The play of two teams along one table: the whole room keeps one score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar, Literal

from rulesets.drawing.scoreboard import Scoreboard, continue_sheet
from rulesets.engine.fields import Field
from rulesets.engine.plays import Account, Ending, Json, Moment, Plays, Step
from rulesets.engine.problems import Problem, error, refusal, warning
from rulesets.engine.report_reading import read
from rulesets.engine.roster import Roster, Setup
from rulesets.engine.text import Phrase, say
from rulesets.room import team_sheet
from rulesets.room import worksheet as couples
from rulesets.room.columns import (
    GAMES,
    GINS,
    POINTS,
    TARGET,
    Column,
    award_gins,
    award_points,
    close_game,
    reached,
)
from rulesets.room.team_sheet import Round, State, ended
from rulesets.room.worksheet import (
    FIELDS,
    GINS_OF,
    MOST_CAUGHT,
    MOST_RUN,
    OUTCOMES,
    RARE_CAUGHT,
    cleared,
    net,
    row_text,
    sums,
    worksheet,
)

LARGEST_TEAM = 60


@dataclass(frozen=True)
class Room(Plays):
    """Couples report, teams score (Metzker p. 30): a round is a list of the couples' reports, or
    of rows of those who are `away`. The two sides are entered as such, and are teams.

    It is no `Rounds`: there a report is one dataclass of answers, and every unit has one account
    for each side. Here a report is a list, judged and told row by row, and its columns are accounts
    that open and close.
    """

    side_names: tuple[str, ...] = ()  # type: ignore[misc]
    players: tuple[int, int] = (2, 2 * LARGEST_TEAM)
    unit: str = POINTS
    rows: ClassVar[Literal["table", "couple"]] = "couple"
    dealers: Literal["player", "side", "none"] = "side"
    rarities: Mapping[str, str] = field(default_factory=lambda: {"double-gin": "a double gin"})

    def roster(
        self, names: Sequence[str], roles: Sequence[str] = (), options: Any = None
    ) -> Roster:
        """Return the first half against the second."""
        half = len(names) // 2
        sides = (tuple(range(half)), tuple(range(half, len(names))))
        return Roster(tuple(names), sides, self.side_names)

    def victory(self, options: Any) -> Phrase:
        """Return the three games together."""
        return say("The higher total of three games to {target}", target=TARGET)

    def check_setup(self, setup: Setup) -> tuple[Problem, ...]:
        """Report a team that does not have 1 to 60 players."""
        problems = []
        for team, members in enumerate(setup.roster.sides):
            if not 1 <= len(members) <= LARGEST_TEAM:
                text = "{team}: a team has 1 to {most} players, not {given}."
                name = setup.roster.side_names[team]
                params = {"most": LARGEST_TEAM, "given": len(members)}
                problems.append(error("team.size", text, ("teams", name), team=name, **params))
        return tuple(problems)

    def start(self, setup: Setup) -> Step:
        """Return an empty score sheet."""
        blank = (Column(),) * GAMES
        return Step(State(setup.roster, (blank, blank), dealers=setup.first))

    def fields(self, state: State) -> tuple[Field, ...]:
        """Return the questions to one couple."""
        return FIELDS

    def check(self, state: State, report: object) -> tuple[Problem, ...]:
        return check_round(state, report)

    def play(self, state: State, report: Any) -> Step:
        """Return the round netted, awarded and drawn."""
        return play_round(state, report)

    def over(self, state: State) -> Ending | None:
        """Return the end, once all three games are closed; level teams both win."""
        if not team_sheet.ended(state):
            return None
        sums = self.totals(state)
        winners = tuple(team for team in (0, 1) if sums[team] == max(sums))
        text = "All three games are over, {first} to {second}"
        return Ending(winners, say(text, first=sums[0], second=sums[1]))

    def next_dealer(self, state: State) -> int | None:
        """Return the team that was awarded points last."""
        return state.dealers

    def sample(self, state: State, chance: Random) -> list[dict[str, Any]]:
        """Return every couple of the rotation, with any outcome."""
        rotation = couples.expected(state.roster, frozenset(), state.rounds + 1)
        return [_made_up(couple, chance) for couple in rotation]

    def summary(self, state: State, report: Any) -> Phrase:
        """Return the result of the round, each team named once."""
        return team_sheet.summary(state)

    def moments(self, before: State, report: Any) -> tuple[Moment, ...]:
        """Return every double gin."""
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

    def row_text(self, state: State, row: Mapping[str, Any]) -> Phrase:
        """Return one couple's report, and its worth."""
        return row_text(state.roster, row)

    def holdings(self, state: State) -> Mapping[str, Mapping[Account, int]]:
        """Return the balance of every column."""
        return team_sheet.balances(state)

    def account_name(self, state: State, account: Account, unit: str = "") -> Phrase:
        """Return a column, a team's worksheet, or off the sheet."""
        return team_sheet.label(state, account)

    def totals(self, state: State) -> tuple[int, ...]:
        """Return each team's sum over the three games."""
        return team_sheet.totals(state)

    def view(self, state: State) -> Json:
        """Return the score sheet with names."""
        return team_sheet.view(state)

    def round_view(self, state: State) -> Json:
        """Return the result of the last round."""
        return team_sheet.round_view(state)

    def board(self, states: Sequence[State]) -> Scoreboard:
        """Return the six columns with their circles."""
        return team_sheet.scoreboard(states)

    def sheet(self, setup: Setup, states: Sequence[State] = ()) -> Scoreboard:
        """Return the six columns."""
        blank = team_sheet.blank_sheet(setup)
        return continue_sheet(blank, self.board(states)) if states else blank

    def worksheet(
        self,
        state: State,
        report: Sequence[Mapping[str, Any] | None],
        seats: Sequence[tuple[int, int]] | None = None,
    ) -> Scoreboard:
        """Return the worksheet of the round after a state, with what is reported of it so far;
        `seats` are those who really sit there, where that is known."""
        if seats is not None:
            return worksheet(state.roster, seats, report, is_seating=True)
        absent = couples.away(state.roster, report)
        rotation = couples.expected(state.roster, absent, state.rounds + 1)
        return worksheet(state.roster, rotation, report)


def _made_up(couple: tuple[int, int], chance: Random) -> dict[str, Any]:
    outcome = chance.choice([key for key, _ in OUTCOMES])
    row: dict[str, Any] = {"couple": list(couple), "outcome": outcome}
    if outcome == "stock_out":
        return {**row, "counts": [chance.randint(0, 40), chance.randint(0, 40)]}
    row |= {"by": chance.choice(couple), "caught": min(chance.randint(0, 60), MOST_CAUGHT)}
    return {**row, "ran_with": chance.randint(1, MOST_RUN)} if outcome == "run" else row


def check_round(state: State, report: object) -> tuple[Problem, ...]:
    """Return all problems of a round: those of each couple's report, and of the round as a whole.

    A round in which couples are missing is no error; it waits (`round.open`). As many couples play
    as the smaller team has members who are not away.
    """
    if ended(state):
        return (refusal("round.over", "All three games are over, so there are no more rounds."),)
    if not isinstance(report, list | tuple):
        return (refusal("report.type", "A round is a list of the couples’ reports."),)
    roster = state.roster
    absent = couples.away(roster, report)
    rotation = couples.expected(roster, absent, state.rounds + 1)
    problems = couples.away_problems(roster, report)
    seated: dict[int, int] = {}
    pairs = []
    for place, row in enumerate(report):
        if row is None or couples.is_away(row):
            continue
        row_problems, sound = read(FIELDS, row, roster)
        row_problems += _couple_problems(state, sound, seated, place)
        row_problems += _away_problems(roster, sound, absent)
        problems += [problem.under(place) for problem in row_problems]
        pairs.append(sound.get("couple"))
    problems += _number_problems(len(pairs), len(rotation))
    if len(pairs) == len(rotation) and not any(p.severity == "error" for p in problems):
        problems += _rotation_problems(state, pairs, rotation)
    return tuple(problems)


def _number_problems(count: int, due: int) -> list[Problem]:
    """Report couples that are missing, too many, or impossible."""
    if not due:
        return [refusal("round.nobody", "One team has nobody here, so no couple can play.")]
    if count < due:
        text = "{given} of {wanted} couples have reported. The round waits for the others."
        waits = warning("round.open", text, given=count, wanted=due)
        return [replace(waits, firm=True)]
    if count > due:
        text = "{given} couples have reported, but only {wanted} can play."
        return [refusal("round.count", text, given=count, wanted=due)]
    return []


def _away_problems(roster: Roster, row: Mapping[str, Any], absent: frozenset[int]) -> list[Problem]:
    """Report couples with a player who is away."""
    text = "{name} is away this round and cannot be in a couple."
    return [
        refusal("couple.away", text, ("couple",), name=roster.names[player])
        for player in row.get("couple") or ()
        if player in absent
    ]


def _couple_problems(
    state: State, row: Mapping[str, Any], chairs: dict[int, int], place: int
) -> list[Problem]:
    """Report errors and rare things in the sound part of one report; note who sits in it in
    `chairs`."""
    roster, problems = state.roster, []
    couple = row.get("couple")
    if couple is not None:
        for player in couple:
            if chairs.setdefault(player, place) != place:
                text = "{name} is in two couples this round."
                problems.append(
                    refusal("couple.twice", text, ("couple",), name=roster.names[player])
                )
        if sorted(map(roster.side_of, couple)) != [0, 1]:
            text = "A couple is one of {first} and one of {second}."
            first, second = roster.side_names
            problems.append(refusal("couple.count", text, ("couple",), first=first, second=second))
        if "by" in row and row["by"] not in couple:
            text = "{name} does not belong to this couple."
            problems.append(refusal("by.unknown", text, ("by",), name=roster.names[row["by"]]))
    caught = row.get("caught")
    if caught == 0 and row.get("outcome") in GINS_OF:
        text = "Caught with nothing at all? Then only the gin counts."
        problems.append(warning("caught.nothing", text, ("caught",)))
    if caught is not None and RARE_CAUGHT < caught <= MOST_CAUGHT:
        text = "Caught with {caught}? That is hardly a meld in twelve cards."
        problems.append(warning("caught.rare", text, ("caught",), caught=caught))
    return problems


def _rotation_problems(
    state: State, pairs: Sequence[Any], rotation: Sequence[tuple[int, int]]
) -> list[Problem]:
    """Warn once if the couples are not those that the rotation brings together: of those who are
    there, or of everybody, since who goes in mid-round leaves the others where they sit."""
    everybody = couples.expected(state.roster, frozenset(), state.rounds + 1)
    if {frozenset(couple) for couple in pairs} <= {frozenset(couple) for couple in everybody}:
        return []
    expected = {frozenset(couple) for couple in rotation}
    for place, couple in enumerate(pairs):
        if frozenset(couple) not in expected:
            text = "{first} and {second} are not a couple in round {round}."
            first, second = (state.roster.names[player] for player in couple)
            params = {"first": first, "second": second, "round": state.rounds + 1}
            return [warning("couple.rotation", text, (place, "couple"), **params)]
    return []


def play_round(state: State, report: Sequence[Mapping[str, Any] | None]) -> Step:
    """Return the round netted, awarded and drawn; then the games that reach 200 are closed."""
    points, gins, transfers = sums(state.roster, report)
    award, gin_award = net(points), net(gins)
    transfers += cleared(state.roster, POINTS, points, award)
    transfers += cleared(state.roster, GINS, gins, gin_award)
    columns = [list(team) for team in state.columns]
    awards = list(state.awards)
    counted_in: list[int] = []
    if gin_award is not None:
        held = columns[gin_award[0]]  # before the award: points of this round open no game to gins
        counted_in = [g for g, column in enumerate(held) if column.is_open and column.points > 0]
    if award is not None:
        awards[award[0]] += 1
        transfers += award_points(state.roster, columns[award[0]], award, awards[award[0]])
    if gin_award is not None:
        transfers += award_gins(state.roster, columns[gin_award[0]], gin_award, counted_in)
    closed = [g for g in range(GAMES) if reached(columns, g)]
    for game in closed:
        transfers += close_game(state.roster, columns, game)
    brought = Round(
        points,
        gins,
        award,
        gin_award,
        tuple(game + 1 for game in counted_in),
        tuple(game + 1 for game in closed),
        state.dealers,
    )
    following = replace(
        state,
        columns=(tuple(columns[0]), tuple(columns[1])),
        awards=(awards[0], awards[1]),
        dealers=award[0] if award is not None else state.dealers,
        rounds=state.rounds + 1,
        last=brought,
    )
    return Step(following, tuple(transfers))
