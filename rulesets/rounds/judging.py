"""All problems of a report: what the declaration says of it, then the game's own checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.problems import Problem, refusal, warning
from rulesets.reading import read, sum_problems
from rulesets.rounds.turns import TURN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulesets.fields import Field
    from rulesets.rounds.checks import Check
    from rulesets.rounds.rounds import Rounds
    from rulesets.rounds.table import Table

STRANGE = "report.field"  # what nobody asked for leaves the answers readable


def problems_of(plays: Rounds, table: Table, report: object) -> tuple[Problem, ...]:
    """Everything that is wrong with a report of the round that comes."""
    ending = plays.over(table)
    if ending is not None:
        text = "{why}; there is no further {deal}."
        return (refusal("round.over", text, why=ending.words, deal=plays.called.one),)
    fields = plays.fields(table)
    problems, sound = read(fields, report, table.roster)
    readable = not any(problem.firm and problem.code != STRANGE for problem in problems)
    complete = [
        field
        for field in fields
        if field.total is not None and not _open_answers(field, sound, table)
    ]
    for field in fields:
        missing = _missing(field, sound, table) if field.everybody else []
        readable = readable and not missing
        problems += missing
        problems += _outsiders(field, sound, table) if table.gone else []
    problems += sum_problems(complete, sound)
    problems += _turn_problems(plays, sound, table) if plays.turns else []
    if readable:
        problems += _checked(plays.checks, plays.typed(table, sound, report), table)
    return tuple(problems)


def _checked(checks: Iterable[Check], deal: Any, table: Table) -> list[Problem]:
    """What the game's own checks find, in their order, up to the first that refuses something: no
    check sees a value that another has refused."""
    problems: list[Problem] = []
    for check in checks:
        found = list(check(deal, table))
        problems += found
        if any(problem.firm for problem in found):
            break
    return problems


def problems_before(
    plays: Rounds, table: Table, fields: Sequence[Field], report: object
) -> tuple[Problem, ...]:
    """What is wrong with a report in which only what comes before the hand is told yet."""
    ending = plays.over(table)
    if ending is not None:
        text = "{why}; there is no further {deal}."
        return (refusal("round.over", text, why=ending.words, deal=plays.called.one),)
    problems, sound = read(fields, report, table.roster)
    for field in fields:
        problems += _missing(field, sound, table) if field.everybody else []
        problems += _outsiders(field, sound, table) if table.gone else []
    if not any(problem.firm for problem in problems):
        deal, keys = plays.typed(table, sound), {field.key for field in fields}
        early = (check for check in plays.checks if not getattr(check, "late", False))
        found = _checked(early, deal, table)
        problems += [one for one in found if one.at and one.at[0] in keys]
    return tuple(problems)


def _open_answers(field: Field, sound: Mapping[str, Any], table: Table) -> list[int]:
    """Those in the round who have to answer and do not."""
    values = sound.get(field.key)
    if not field.everybody or values is None:
        return []
    none = sound.get(field.none_for) if field.none_for else None
    return [player for player in table.players if values[player] is None and player != none]


def _missing(field: Field, sound: Mapping[str, Any], table: Table) -> list[Problem]:
    text = "{name} is still in; {label} is missing."
    if not table.gone:
        text = "{label} of {name} is missing."
    return [
        refusal(
            f"{field.key}.missing",
            text,
            (field.key, player),
            name=table.names[player],
            label=field.label,
        )
        for player in _open_answers(field, sound, table)
    ]


def _outsiders(field: Field, sound: Mapping[str, Any], table: Table) -> list[Problem]:
    """Answers of people, or naming people, who are out."""
    value = sound.get(field.key)
    if value is None or not table.gone:
        return []
    named: Sequence[tuple[tuple[str | int, ...], int]]
    if field.per == "player":
        named = [((player,), player) for player, one in enumerate(value) if one is not None]
    elif field.parts and isinstance(value, dict):
        named = []
    else:
        named = list(field.kind.people(value))
    return [
        refusal(
            f"{field.key}.out",
            "{name} is out and has no part in this round.",
            (field.key, *at),
            name=table.names[player],
        )
        for at, player in named
        if player in table.out
    ]


def _turn_problems(plays: Rounds, sound: Mapping[str, Any], table: Table) -> list[Problem]:
    """A turn of somebody whose turn it would not be."""
    said = sound.get(TURN)
    if not plays.turns or said is None or said == table.turn or table.turn is None:
        return []
    text = "{name}’s turn? It would be {due}’s."
    names = {"name": table.names[said], "due": table.names[table.turn]}
    return [warning("turn.order", text, (TURN,), **names)]
