"""Gin tournament (Metzker p. 30-31): two teams on one long table, three games at once.

A round is one report from each couple; the teams' points and gins are netted against each other.
Readings of what the source leaves open stand in gin_tournament.md beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulesets import couples
from rulesets.columns import (
    GAMES,
    GINS,
    POINTS,
    Column,
    award_gins,
    award_points,
    close_game,
    reached,
)
from rulesets.game import Game, Problem
from rulesets.reading import error, read, warning
from rulesets.scheme import Counter, Ending, Field, Roster, Scheme, Setup, Step, Worked
from rulesets.scoreboard import Scoreboard
from rulesets.teamsheet import (
    Round,
    State,
    balances,
    blank_sheet,
    ended,
    label,
    round_view,
    scoreboard,
    summary,
    totals,
    view,
)
from rulesets.worksheet import (
    GINS_OF,
    OUTCOMES,
    WENT_OUT,
    cleared,
    net,
    row_text,
    sums,
    worksheet,
)

MOST_CAUGHT = 114  # what twelve cards can hold at most without a meld
MOST_RUN = 9
RARE_CAUGHT = 90
LARGEST_TEAM = 60
HAND = 12
TEAMS = ("guys", "girls")
FIELDS = (
    Field("couple", "The couple", "The two who played each other.", "players"),
    Field(
        "outcome",
        "How did it end?",
        "Gin: all cards fit, the last one thrown away; double gin: none thrown away. "
        "Run: laid down with 1 to 9 points left over.",
        "choice",
        choices=OUTCOMES,
    ),
    Field("by", "Who went out?", "Who laid down.", "player", when=("outcome", WENT_OUT)),
    Field(
        "ran_with",
        "Ran with",
        "Points of the unmatched cards of the player who ran.",
        low=1,
        high=MOST_RUN,
        when=("outcome", ("run",)),
        counter=Counter("gin", HAND),
    ),
    Field(
        "caught",
        "Caught with",
        "Points of the opponent's unmatched cards; after laying off, where the other ran.",
        high=MOST_CAUGHT,
        when=("outcome", WENT_OUT),
        counter=Counter("gin", HAND, table=("outcome", ("run",))),
    ),
    Field(
        "counts",
        "Points left",
        "Points of the unmatched cards of both.",
        per="couple",
        high=MOST_CAUGHT,
        when=("outcome", ("stock_out",)),
        counter=Counter("gin", HAND),
    ),
)


def setup_problems(setup: Setup) -> tuple[Problem, ...]:
    """Two teams of 1 to 60 each."""
    problems = []
    for team, members in enumerate(setup.roster.teams):
        if not 1 <= len(members) <= LARGEST_TEAM:
            text = "{team}: a team has 1 to {most} players, not {given}."
            given, name = len(members), setup.roster.team_names[team]
            at = ("teams", name)
            problems.append(error("team.size", text, at, team=name, most=LARGEST_TEAM, given=given))
    return tuple(problems)


def start(setup: Setup) -> Step:
    """An empty score sheet."""
    blank = (Column(),) * GAMES
    return Step(State(setup.roster, (blank, blank), dealers=setup.first))


def check(state: State, report: object) -> tuple[Problem, ...]:
    """All problems of a round: those of each couple's report, and of the round as a whole.

    A round in which couples are missing is no error; it waits (`round.open`). As many couples play
    as the smaller team has members who are not away.
    """
    if ended(state):
        return (error("round.over", "All three games have ended; there is no further round."),)
    if not isinstance(report, list | tuple):
        return (error("report.type", "A round is a list of the couples' reports."),)
    roster = state.roster
    gone = couples.away(roster, report)
    wanted = couples.expected(roster, gone, state.rounds + 1)
    problems = couples.away_problems(roster, report)
    seated: dict[int, int] = {}
    pairs = []
    for place, row in enumerate(report):
        if row is None or couples.is_away(row):
            continue
        found, sound = read(FIELDS, row, roster)
        found += _couple_problems(state, sound, seated, place)
        found += _away_problems(roster, sound, gone)
        problems += [problem.under(place) for problem in found]
        pairs.append(sound.get("couple"))
    problems += _number_problems(len(pairs), len(wanted))
    if len(pairs) == len(wanted) and not any(p.severity == "error" for p in problems):
        problems += _rotation_problems(state, pairs, wanted)
    return tuple(problems)


def _number_problems(given: int, wanted: int) -> list[Problem]:
    """Couples that are missing, too many, or impossible."""
    if not wanted:
        return [error("round.nobody", "Nobody of one team is there; no couple can play.")]
    if given < wanted:
        text = "{given} of {wanted} couples have reported; the round waits for the others."
        return [warning("round.open", text, given=given, wanted=wanted)]
    if given > wanted:
        text = "{given} couples have reported; only {wanted} can play."
        return [error("round.count", text, given=given, wanted=wanted)]
    return []


def _away_problems(roster: Roster, row: Mapping[str, Any], gone: frozenset[int]) -> list[Problem]:
    """Who is said to be away cannot have played."""
    text = "{name} is away in this round and cannot stand in a couple."
    return [
        error("couple.away", text, ("couple",), name=roster.names[player])
        for player in row.get("couple") or ()
        if player in gone
    ]


def _couple_problems(
    state: State, row: Mapping[str, Any], seated: dict[int, int], place: int
) -> list[Problem]:
    """What is wrong or rare in a sound part of one report; notes who sits in it in `seated`."""
    roster, problems = state.roster, []
    couple = row.get("couple")
    if couple is not None:
        for player in couple:
            if seated.setdefault(player, place) != place:
                text = "{name} stands in two couples of this round."
                problems.append(error("couple.twice", text, ("couple",), name=roster.names[player]))
        if sorted(map(roster.team_of, couple)) != [0, 1]:
            text = "A couple is one of {first} and one of {second}."
            first, second = roster.team_names
            problems.append(error("couple.count", text, ("couple",), first=first, second=second))
        if "by" in row and row["by"] not in couple:
            text = "{name} does not belong to this couple."
            problems.append(error("by.unknown", text, ("by",), name=roster.names[row["by"]]))
    caught = row.get("caught")
    if caught == 0 and row.get("outcome") in GINS_OF:
        text = "Caught with nothing at all? Then only the gin counts."
        problems.append(warning("caught.nothing", text, ("caught",)))
    if caught is not None and RARE_CAUGHT < caught <= MOST_CAUGHT:
        text = "Caught with {caught}? That is hardly a meld in twelve cards."
        problems.append(warning("caught.rare", text, ("caught",), caught=caught))
    return problems


def _rotation_problems(
    state: State, pairs: Sequence[Any], wanted: Sequence[tuple[int, int]]
) -> list[Problem]:
    """One warning where the couples are not those that the rotation brings together: of those who
    are there, or of everybody, since who goes in mid-round leaves the others where they sit."""
    everybody = couples.expected(state.roster, frozenset(), state.rounds + 1)
    if {frozenset(couple) for couple in pairs} <= {frozenset(couple) for couple in everybody}:
        return []
    expected = {frozenset(couple) for couple in wanted}
    for place, couple in enumerate(pairs):
        if frozenset(couple) not in expected:
            text = "Round {round} brings other couples together than {first} and {second}."
            one, two = (state.roster.names[player] for player in couple)
            params = {"first": one, "second": two, "round": state.rounds + 1}
            return [warning("couple.rotation", text, (place, "couple"), **params)]
    return []


def play(state: State, report: Sequence[Mapping[str, Any] | None]) -> Step:
    """The round netted, awarded and drawn; then the games that reach 200 are closed."""
    points, gins, movements = sums(state.roster, report)
    award, gin_award = net(points), net(gins)
    movements += cleared(state.roster, POINTS, points, award)
    movements += cleared(state.roster, GINS, gins, gin_award)
    columns = [list(team) for team in state.columns]
    awards = list(state.awards)
    counted_in: list[int] = []
    if gin_award is not None:
        held = columns[gin_award[0]]  # before the award: points of this round open no game to gins
        counted_in = [g for g, column in enumerate(held) if column.is_open and column.points > 0]
    if award is not None:
        awards[award[0]] += 1
        movements += award_points(state.roster, columns[award[0]], award, awards[award[0]])
    if gin_award is not None:
        movements += award_gins(state.roster, columns[gin_award[0]], gin_award, counted_in)
    closed = [g for g in range(GAMES) if reached(columns, g)]
    for game in closed:
        movements += close_game(state.roster, columns, game)
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
    return Step(following, tuple(movements))


def blank_or_filled(
    state: State,
    report: Sequence[Mapping[str, Any] | None],
    seated: Sequence[tuple[int, int]] | None = None,
) -> Scoreboard:
    """The worksheet of the round after a state, with what is reported of it so far."""
    if seated is not None:
        return worksheet(state.roster, seated, report, seated=True)
    gone = couples.away(state.roster, report)
    wanted = couples.expected(state.roster, gone, state.rounds + 1)
    return worksheet(state.roster, wanted, report)


def over(state: State) -> Ending | None:
    """The end, once all three games are closed; level teams both win."""
    if not ended(state):
        return None
    sums = totals(state)
    winners = tuple(team for team in (0, 1) if sums[team] == max(sums))
    params = {"first": sums[0], "second": sums[1]}
    return Ending(winners, "All three games have ended, {first} to {second}", params)


def _run(by: int, ran: int, caught: int) -> dict[str, Any]:
    return {"couple": [0, 1], "outcome": "run", "by": by, "ran_with": ran, "caught": caught}


PAIR = Roster(("Al", "Bea"), ((0,), (1,)), TEAMS)
EXAMPLES = (
    Worked(
        PAIR,
        tuple(
            [{"couple": [0, 1], "outcome": "stock_out", "counts": counts}]
            for counts in ([0, 5], [10, 0], [0, 10], [15, 0], [0, 15], [20, 0])
        ),
        (30 + 25 + 15, 45 + 35 + 20),
        "The sample sheet of the book: awards of 5, 10 and 15, and of 10, 15 and 20.",
    ),
    Worked(PAIR, ([_run(0, 6, 6)],), (0, 37), "A run with 6 that fails: 2 × 6 + 25."),
    Worked(PAIR, ([_run(0, 6, 20)],), (14, 0), "A run with 6 that catches 20."),
    Worked(
        PAIR,
        (
            [{"couple": [0, 1], "outcome": "gin", "by": 0, "caught": 100}],
            [{"couple": [0, 1], "outcome": "double_gin", "by": 0, "caught": 110}],
        ),
        (200 + 2 * 25 + 110, 0),
        "The first gin finds no points on the sheet; the double gin counts in game 1, "
        "which ends with it.",
    ),
)

GAME = Game(
    slug="gin-tournament",
    name="Gin Tournament",
    edition=1,
    source="Metzker p. 30",
    about="Two teams along one table play Gin couple by couple, three games at once.",
    kind="team-line",
    sides=(),
    chairs=(),
    players_per_table=2,
    hands_per_stage=0,
    movement="team_line",
    roles=TEAMS,
    role_names=("Guys", "Girls"),
    scheme=Scheme(
        unit=POINTS,
        players=(2, 2 * LARGEST_TEAM),
        fields=lambda _options: FIELDS,
        setup_problems=setup_problems,
        start=start,
        check=check,
        play=play,
        over=over,
        balances=balances,
        totals=totals,
        view=view,
        round_view=round_view,
        label=label,
        summary=summary,
        scoreboard=scoreboard,
        blank_sheet=blank_sheet,
        worksheet=blank_or_filled,
        firm=frozenset({"round.over", "round.open", "round.nobody", "couple.away"}),
        examples=EXAMPLES,
        teams=TEAMS,
        rows="couple",
        dealers="team",
        next_dealer=lambda state: state.dealers,
        row_text=row_text,
    ),
)
