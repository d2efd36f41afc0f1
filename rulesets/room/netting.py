"""A round of two teams: what is wrong with it, and what it brings (Metzker p. 30-31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulesets.engine.plays import Step
from rulesets.engine.problems import Problem, refusal, warning
from rulesets.engine.report_reading import read
from rulesets.room import worksheet
from rulesets.room.columns import GAMES, GINS, POINTS, award_gins, award_points, close_game, reached
from rulesets.room.team_sheet import Round, State, ended
from rulesets.room.worksheet import FIELDS, GINS_OF, MOST_CAUGHT, RARE_CAUGHT, cleared, net, sums

if TYPE_CHECKING:
    from rulesets.engine.roster import Roster


def check(state: State, report: object) -> tuple[Problem, ...]:
    """All problems of a round: those of each couple's report, and of the round as a whole.

    A round in which couples are missing is no error; it waits (`round.open`). As many couples play
    as the smaller team has members who are not away.
    """
    if ended(state):
        return (refusal("round.over", "All three games have ended; there is no further round."),)
    if not isinstance(report, list | tuple):
        return (refusal("report.type", "A round is a list of the couples’ reports."),)
    roster = state.roster
    gone = worksheet.away(roster, report)
    wanted = worksheet.expected(roster, gone, state.rounds + 1)
    problems = worksheet.away_problems(roster, report)
    seated: dict[int, int] = {}
    pairs = []
    for place, row in enumerate(report):
        if row is None or worksheet.is_away(row):
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
        return [refusal("round.nobody", "Nobody of one team is there; no couple can play.")]
    if given < wanted:
        text = "{given} of {wanted} couples have reported; the round waits for the others."
        waits = warning("round.open", text, given=given, wanted=wanted)
        return [replace(waits, firm=True)]
    if given > wanted:
        text = "{given} couples have reported; only {wanted} can play."
        return [refusal("round.count", text, given=given, wanted=wanted)]
    return []


def _away_problems(roster: Roster, row: Mapping[str, Any], gone: frozenset[int]) -> list[Problem]:
    """Who is said to be away cannot have played."""
    text = "{name} is away in this round and cannot stand in a couple."
    return [
        refusal("couple.away", text, ("couple",), name=roster.names[player])
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
    state: State, pairs: Sequence[Any], wanted: Sequence[tuple[int, int]]
) -> list[Problem]:
    """One warning where the couples are not those that the rotation brings together: of those who
    are there, or of everybody, since who goes in mid-round leaves the others where they sit."""
    everybody = worksheet.expected(state.roster, frozenset(), state.rounds + 1)
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
