"""The worksheet of a round between two teams: a line for each couple, its questions, sums,
differences.

The worth of a couple's report is in Metzker p. 31: gins, runs, and stocks that run out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.drawing.scoreboard import EMPTY, Cell, Column, Row, Scoreboard
from rulesets.engine.answers import CHOICE, PLAYER, PLAYERS
from rulesets.engine.fields import AWAY, Counter, Field
from rulesets.engine.plays import BANK, Account, Transfer
from rulesets.engine.problems import is_int, refusal
from rulesets.engine.report_reading import read
from rulesets.engine.roster import Roster
from rulesets.engine.text import Phrase, as_is, say
from rulesets.movements import long_table
from rulesets.room.columns import GIN_BONUS, GINS, POINTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.engine.problems import Problem


def is_away(row: object) -> bool:
    """Return whether a row tells of somebody who is away."""
    return isinstance(row, Mapping) and AWAY.key in row


def reported(report: Sequence[Mapping[str, Any] | None]) -> list[tuple[int, Mapping[str, Any]]]:
    """Return the couples' reports of a round, each with its place in the list."""
    return [
        (place, row) for place, row in enumerate(report) if row is not None and not is_away(row)
    ]


def away(roster: Roster, report: Sequence[object]) -> frozenset[int]:
    """Return everyone who takes no part in a round; rows that name nobody are passed over."""
    named = (row[AWAY.key] for row in report if isinstance(row, Mapping) and is_away(row))
    return frozenset(p for p in named if is_int(p) and 0 <= p < len(roster.names))


def expected(
    roster: Roster, absent: frozenset[int], round_number: int
) -> tuple[tuple[int, int], ...]:
    """Return the couples that the rotation brings together in a round (from 1), chair by chair, of
    the first team and the second."""
    first, second = (
        [player for player in members if player not in absent] for members in roster.sides
    )
    return tuple(
        (pair.stays, pair.moves)
        for pair in long_table.seat_teams(first, second, round_number)
        if pair.stays is not None and pair.moves is not None
    )


def away_problems(roster: Roster, report: Sequence[object]) -> list[Problem]:
    """Report problems in the rows of players who are away."""
    problems: list[Problem] = []
    absent: set[int] = set()
    for place, row in enumerate(report):
        if not is_away(row):
            continue
        row_problems, sound = read((AWAY,), row, roster)
        problems += [problem.under(place) for problem in row_problems]
        player = sound.get(AWAY.key)
        if player is None:
            continue
        if player in absent:
            text = "{name} is listed as away twice this round."
            at = (place, AWAY.key)
            problems.append(refusal("away.twice", text, at, name=roster.names[player]))
        absent.add(player)
    return problems


OUTCOMES = (
    ("double_gin", "Double gin"),
    ("gin", "Gin"),
    ("run", "Run"),
    ("stock_out", "Stock ran out"),
)
WENT_OUT = ("double_gin", "gin", "run")
GINS_OF = {"double_gin": 2, "gin": 1}


@dataclass(frozen=True, slots=True)
class Result:
    """The worth of one couple's report: points and gins, to a team or to nobody (None)."""

    team: int | None
    points: int
    gins: int
    words: Phrase
    rule: str


def result(roster: Roster, row: Mapping[str, Any]) -> Result:
    """Return the worth of one couple's report (Metzker p. 31)."""
    outcome, couple = row["outcome"], row["couple"]
    if outcome == "stock_out":
        low, high = sorted((0, 1), key=lambda place: row["counts"][place])
        gap = row["counts"][high] - row["counts"][low]
        params = {
            "name": roster.names[couple[low]],
            "low": row["counts"][low],
            "high": row["counts"][high],
            "other": roster.names[couple[high]],
        }
        text = "Stock ran out: {name} has {low} left, {other} {high}"
        team = roster.side_of(couple[low]) if gap else None
        return Result(team, gap, 0, Phrase(text, params), "stock-out")
    by = row["by"]
    other = couple[1] if by == couple[0] else couple[0]
    caught = row["caught"]
    params = {"name": roster.names[by], "other": roster.names[other], "caught": caught}
    team = roster.side_of(by)
    if outcome in GINS_OF:
        word = "double gin" if outcome == "double_gin" else "gin"
        text = f"{{name}}: {word}, {{other}} caught with {{caught}}"
        words = Phrase(text, params)
        return Result(team, caught, GINS_OF[outcome], words, outcome.replace("_", "-"))
    ran = row["ran_with"]
    params["ran"] = ran
    if caught > ran:
        text = "{name} ran with {ran} and caught {other} with {caught}: {caught} − {ran}"
        return Result(team, caught - ran, 0, Phrase(text, params), "run")
    text = "{name} ran with {ran}, {other} had only {caught}: 2 × {ran} + 25"
    return Result(1 - team, 2 * ran + GIN_BONUS, 0, Phrase(text, params), "run-failed")


def row_text(roster: Roster, row: Mapping[str, Any]) -> Phrase:
    """Return one couple's report in a line: "Al: gin, Bea caught with 20 (guys 20, 1 gin)"."""
    worth = result(roster, row)
    if worth.team is None:
        return worth.words
    text = "{said} ({team} {points})"
    if worth.gins:
        text = "{said} ({team} {points}, {gins} gin" + ("s)" if worth.gins > 1 else ")")
    team = roster.side_names[worth.team]
    return say(text, said=worth.words, team=team, points=worth.points, gins=worth.gins)


def sums(
    roster: Roster, report: Sequence[Mapping[str, Any] | None]
) -> tuple[tuple[int, int], tuple[int, int], list[Transfer]]:
    """Return points and gins of the two teams, couple by couple in the order of the chairs, so that
    the order in which they reported makes no difference."""
    rows = reported(report)
    points, gins, transfers = [0, 0], [0, 0], []
    for place, row in sorted(rows, key=lambda pair: min(pair[1]["couple"])):
        worth = result(roster, row)
        if worth.team is not None:
            points[worth.team] += worth.points
            gins[worth.team] += worth.gins
            transfers += _reported(worth, worth.team, place)
    return (points[0], points[1]), (gins[0], gins[1]), transfers


def net(both: Sequence[int]) -> tuple[int, int] | None:
    """Return the team with more, and by how much; None where they are level."""
    gap = both[0] - both[1]
    return None if gap == 0 else (0 if gap > 0 else 1, abs(gap))


def _worksheet(team: int) -> Account:
    return Account("worksheet", team)


def _reported(worth: Result, team: int, place: int) -> list[Transfer]:
    """Return the transfers of one couple's points and gins to the worksheet."""
    return [
        Transfer(amount, unit, BANK, _worksheet(team), worth.words, worth.rule, (place,))
        for unit, amount in ((POINTS, worth.points), (GINS, worth.gins))
        if amount
    ]


def cleared(
    roster: Roster, unit: str, both: Sequence[int], award: tuple[int, int] | None
) -> list[Transfer]:
    """Return the worksheet struck: what the two teams have alike, then the difference as
    awarded."""
    level = min(both)
    transfers = []
    for team in (0, 1):
        if level:
            words = say("Both teams have {level}, so only the difference counts", level=level)
            transfers.append(Transfer(level, unit, _worksheet(team), BANK, words, "netting"))
    if award is not None:
        words = say("Difference awarded to {team}", team=roster.side_names[award[0]])
        source = _worksheet(award[0])
        transfers.append(Transfer(award[1], unit, source, BANK, words, "netting"))
    return transfers


def worksheet(
    roster: Roster,
    couples: Sequence[tuple[int, int]],
    report: Sequence[Mapping[str, Any] | None],
    *,
    is_seating: bool = False,
) -> Scoreboard:
    """Return the worksheet of a round, blank for the couples that have not reported.

    `couples` are those whom the rotation brings together, in the order of their chairs, and a
    report may name others; with `is_seating`, those who really sit there.
    """
    rows = {_by_team(roster, row["couple"]): row for _, row in reported(report)}
    absent = away(roster, report)
    whole = rows and None not in report and len(rows) >= len(couples)
    rotation = [] if whole and not is_seating else [_by_team(roster, couple) for couple in couples]
    chairs = {couple[0]: place for place, couple in enumerate(couples)}
    lines = sorted(
        {*rotation, *rows}, key=lambda couple: (chairs.get(couple[0], len(chairs)), couple)
    )
    points, gins, _ = sums(roster, report)
    names = roster.side_names
    headings = (
        *(Column(say(words), say("Outcome")) for _, words in OUTCOMES),
        *(Column(as_is(name), say("Points")) for name in names),
        *(Column(as_is(name), say("Gins")) for name in names),
    )
    blank = (EMPTY,) * len(OUTCOMES)
    totals = (*(Cell(value) for value in points), *(Cell(value) for value in gins))
    gaps = (*_gap(points), *_gap(gins))
    foot = (Row(say("Together"), (*blank, *totals)), Row(say("Difference"), (*blank, *gaps)))
    return Scoreboard(
        say("Worksheet"),
        headings,
        tuple(_line(roster, couple, rows.get(couple), absent) for couple in lines),
        foot if rows else tuple(Row(row.label, (EMPTY,) * len(headings)) for row in foot),
    )


def _by_team(roster: Roster, couple: Sequence[int]) -> tuple[int, ...]:
    """Return the couple with whoever stays first, then whoever moves."""
    return tuple(sorted(couple, key=lambda player: (roster.side_of(player), player)))


def _gap(both: tuple[int, int]) -> tuple[Cell, Cell]:
    """Return the difference, in the column of the team with more."""
    difference = net(both)
    return (
        Cell(difference[1]) if difference is not None and difference[0] == 0 else EMPTY,
        Cell(difference[1]) if difference is not None and difference[0] == 1 else EMPTY,
    )


def _line(
    roster: Roster,
    couple: tuple[int, ...],
    row: Mapping[str, Any] | None,
    absent: frozenset[int],
) -> Row:
    """Return the row of one couple: what happened in the column of its outcome, then points and
    gins by team."""
    label = as_is(" – ".join(roster.names[player] for player in couple))
    if absent.intersection(couple):
        label = say("{couple} (away)", couple=label)
    if row is None:
        return Row(label, (EMPTY,) * (len(OUTCOMES) + 4))
    worth = result(roster, row)
    outcomes = tuple(
        Cell(text=_happened(roster, row)) if key == row["outcome"] else EMPTY for key, _ in OUTCOMES
    )
    points = (Cell(worth.points) if worth.team == team else EMPTY for team in (0, 1))
    gins = (Cell(worth.gins) if worth.team == team and worth.gins else EMPTY for team in (0, 1))
    return Row(label, (*outcomes, *points, *gins))


def _happened(roster: Roster, row: Mapping[str, Any]) -> str:
    """Return the outcome in a cell: "Al 20", "Al 6 / 20" (ran with, caught), "12 : 30"."""
    if row["outcome"] == "stock_out":
        counts = dict(zip(row["couple"], row["counts"], strict=True))
        return " : ".join(str(counts[player]) for player in _by_team(roster, row["couple"]))
    ran = f"{row['ran_with']} / " if row["outcome"] == "run" else ""
    return f"{roster.names[row['by']]} {ran}{row['caught']}"


MOST_CAUGHT = 114  # what twelve cards can hold at most without a meld
MOST_RUN = 9
RARE_CAUGHT = 90
HAND = 12
FIELDS = (
    Field("couple", say("The couple"), say("The two who played each other."), PLAYERS),
    Field(
        "outcome",
        say("How did it end?"),
        say(
            "Gin: every card fits and the last one is discarded. Double gin: nothing is "
            "discarded. Run: laid down with 1 to 9 points left."
        ),
        CHOICE,
        choices=tuple((key, say(words)) for key, words in OUTCOMES),
    ),
    Field("by", say("Who went out?"), say("Who laid down."), PLAYER, when=("outcome", WENT_OUT)),
    Field(
        "ran_with",
        say("Ran with"),
        say("Points of the unmatched cards of the player who ran."),
        low=1,
        high=MOST_RUN,
        when=("outcome", ("run",)),
        of_whom="by",
        counter=Counter("gin", HAND),
    ),
    Field(
        "caught",
        say("Caught with"),
        say("Points of the opponent’s unmatched cards, after laying off if the other player ran."),
        high=MOST_CAUGHT,
        when=("outcome", WENT_OUT),
        of_whom="by",
        is_opposite=True,
        counter=Counter("gin", HAND, table=("outcome", ("run",))),
    ),
    Field(
        "counts",
        say("Points left"),
        say("Points of the unmatched cards of both."),
        per="side",
        high=MOST_CAUGHT,
        when=("outcome", ("stock_out",)),
        counter=Counter("gin", HAND),
    ),
)
