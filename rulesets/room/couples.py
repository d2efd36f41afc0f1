"""A round's list of couples: their reports, who takes no part, and who should face whom.

A row is a couple's report, None where it is not in yet, or `{"away": player}` for somebody who
takes no part in the round, having come later or left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulesets.engine.fields import AWAY
from rulesets.engine.json_values import is_int
from rulesets.engine.problems import refusal
from rulesets.engine.report_reading import read
from rulesets.movements import team_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.problems import Problem
    from rulesets.engine.roster import Roster


def is_away(row: object) -> bool:
    """Whether a row tells of somebody who is away."""
    return isinstance(row, Mapping) and AWAY.key in row


def reported(report: Sequence[Mapping[str, Any] | None]) -> list[tuple[int, Mapping[str, Any]]]:
    """The couples' reports of a round, each with its place in the list."""
    return [
        (place, row) for place, row in enumerate(report) if row is not None and not is_away(row)
    ]


def away(roster: Roster, report: Sequence[object]) -> frozenset[int]:
    """Everyone who takes no part in a round; rows that name nobody are passed over."""
    named = (row[AWAY.key] for row in report if isinstance(row, Mapping) and is_away(row))
    return frozenset(p for p in named if is_int(p) and 0 <= p < len(roster.names))


def expected(
    roster: Roster, absent: frozenset[int], round_number: int
) -> tuple[tuple[int, int], ...]:
    """The couples that the rotation brings together in a round (from 1), chair by chair, of the
    first team and the second."""
    first, second = (
        [player for player in members if player not in absent] for members in roster.sides
    )
    return tuple(
        (pair.stays, pair.moves)
        for pair in team_line.seated(first, second, round_number)
        if pair.stays is not None and pair.moves is not None
    )


def away_problems(roster: Roster, report: Sequence[object]) -> list[Problem]:
    """What is wrong with the rows of those who are away."""
    problems: list[Problem] = []
    gone: set[int] = set()
    for place, row in enumerate(report):
        if not is_away(row):
            continue
        found, sound = read((AWAY,), row, roster)
        problems += [problem.under(place) for problem in found]
        player = sound.get(AWAY.key)
        if player is None:
            continue
        if player in gone:
            text = "{name} is away twice in this round."
            at = (place, AWAY.key)
            problems.append(refusal("away.twice", text, at, name=roster.names[player]))
        gone.add(player)
    return problems
