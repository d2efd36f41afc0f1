"""Reading the reports of a scheme strictly, by the fields that it declares; nothing is coerced.

Everything malformed is returned at once, with the part of the report that is sound, so that a
game can judge that part in the same breath.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesets.cards import CardError, parse_card
from rulesets.game import At, Problem
from rulesets.payload import FAR_TOO_LARGE, LONGEST_FIELD, is_int

if TYPE_CHECKING:
    from rulesets.scheme import Field, Roster, Scheme

# Endings of codes of errors that leave nothing to play on; nobody can override them.
FIRM = frozenset(
    {"type", "missing", "negative", "large", "field", "count", "unknown", "choice", "twice"}
)
TYPE = "type"


def is_firm(problem: Problem, scheme: Scheme) -> bool:
    """Whether a report cannot be played because of this problem, whoever lets it stand."""
    ending = problem.code.rpartition(".")[2]
    return problem.code in scheme.firm or (problem.severity == "error" and ending in FIRM)


def read(
    fields: Sequence[Field], report: object, roster: Roster
) -> tuple[list[Problem], dict[str, Any]]:
    """Problems of the shape of a report, and its sound answers by field.

    A range that is missed is a problem too, but leaves the answer sound. None stands for an
    answer that is not given.
    """
    if not isinstance(report, Mapping):
        return [error("report.type", "A report is an object with named fields.")], {}
    asked = {field.key: field for field in fields if _asked(field, fields, report)}
    known = {field.key for field in fields if _undecided(field, fields, report)} | set(asked)
    problems = [
        error("report.field", "“{field}” does not belong to this report.", (str(key),), field=key)
        for key in (str(key)[:LONGEST_FIELD] for key in report if key not in known)
    ]
    sound: dict[str, Any] = {}
    for key, field in asked.items():
        value = report.get(key)
        if value is None:
            if field.required:
                problems.append(
                    error(f"{key}.missing", "{label}: this is missing.", (key,), label=field.label)
                )
            continue
        found = [problem.under(key) for problem in _answer(field, value, roster)]
        problems += found
        if not any(problem.code.rpartition(".")[2] in FIRM for problem in found):
            sound[key] = value
    return problems, sound


def error(code: str, template: str, at: At = (), **params: str | int) -> Problem:
    """An error at a place."""
    return Problem(code, "error", template, params, at)


def warning(code: str, template: str, at: At = (), **params: str | int) -> Problem:
    """Something possible, but rare enough to ask again."""
    return Problem(code, "warning", template, params, at)


def _deciding(field: Field, fields: Sequence[Field], report: Mapping[str, Any]) -> bool:
    """Whether the field that decides about this one has a value it may have."""
    when = field.when
    if when is None:
        return True
    decider = next(other for other in fields if other.key == when[0])
    return report.get(decider.key) in [key for key, _ in decider.choices]


def _asked(field: Field, fields: Sequence[Field], report: Mapping[str, Any]) -> bool:
    if field.when is None:
        return True
    return _deciding(field, fields, report) and report.get(field.when[0]) in field.when[1]


def _undecided(field: Field, fields: Sequence[Field], report: Mapping[str, Any]) -> bool:
    return not _deciding(field, fields, report)


def _answer(field: Field, value: Any, roster: Roster) -> list[Problem]:
    """The problems of one answer; their places are inside of the answer."""
    if field.per == "table":
        return _one(field, value, roster, ())
    size = 2 if field.per == "couple" else len(roster.names)
    if not isinstance(value, list | tuple):
        text = "{label}: a list of {size} answers is wanted."
        return [error(f"{field.key}.type", text, label=field.label, size=size)]
    problems = []
    if len(value) != size:
        text = "{label}: {size} answers are wanted, not {given}."
        code = f"{field.key}.count"
        problems.append(error(code, text, label=field.label, size=size, given=len(value)))
    for place, one in enumerate(value):
        if one is not None:
            problems += _one(field, one, roster, (place,))
        elif field.per == "couple":
            text = "{label}: one of the two numbers is missing."
            problems.append(error(f"{field.key}.missing", text, (place,), label=field.label))
    return problems


def _one(field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
    if field.parts and isinstance(value, Mapping):
        return [problem.under(*at) for problem in read(field.parts, value, roster)[0]]
    if field.kind == "count":
        return _count(field, value, at)
    if field.kind == "choice":
        return _choice(field, value, at)
    if field.kind == "player":
        return _player(field, value, roster, at)
    if field.kind == "players":
        return _players(field, value, roster, at)
    if field.kind == "claims":
        return _claims(field, value, roster, at)
    return _cards(field, value, at)


def _count(field: Field, value: Any, at: At) -> list[Problem]:
    params: dict[str, str | int] = {"label": field.label}
    if not is_int(value):
        return [error(f"{field.key}.type", "{label}: a whole number is wanted.", at, **params)]
    if abs(value) > FAR_TOO_LARGE:
        return [error(f"{field.key}.large", "{label}: the number is far too large.", at, **params)]
    if field.low <= value <= field.high:
        return []
    params |= {"value": value, "low": field.low, "high": field.high}
    code = "negative" if value < 0 <= field.low else "range"
    text = "{label}: {value} is not between {low} and {high}."
    return [error(f"{field.key}.{code}", text, at, **params)]


def _choice(field: Field, value: Any, at: At) -> list[Problem]:
    keys = [key for key, _ in field.choices]
    params: dict[str, str | int] = {"label": field.label, "choices": ", ".join(keys)}
    if not isinstance(value, str):
        return [error(f"{field.key}.type", "{label}: one of {choices} is wanted.", at, **params)]
    if value in keys:
        return []
    text = "{label}: “{value}” is none of {choices}."
    return [error(f"{field.key}.choice", text, at, value=value[:LONGEST_FIELD], **params)]


def _player(field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
    if not is_int(value):
        text = "{label}: a player is wanted."
        return [error(f"{field.key}.type", text, at, label=field.label)]
    if 0 <= value < len(roster.names):
        return []
    text = "{label}: there is no player {value}."
    shown = value + 1 if abs(value) < FAR_TOO_LARGE else 0
    return [error(f"{field.key}.unknown", text, at, label=field.label, value=shown)]


def _players(field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
    if not isinstance(value, list | tuple):
        text = "{label}: a list of players is wanted."
        return [error(f"{field.key}.type", text, at, label=field.label)]
    if not value:
        return [error(f"{field.key}.missing", "{label}: nobody is named.", at, label=field.label)]
    problems = []
    for place, player in enumerate(value):
        found = _player(field, player, roster, (*at, place))
        problems += found
        if not found and player in value[:place]:
            text = "{label}: {name} stands there twice."
            params = {"label": field.label, "name": roster.names[player]}
            problems.append(error(f"{field.key}.twice", text, (*at, place), **params))
    return problems


def _claims(field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
    if not isinstance(value, Mapping):
        text = "{label}: an object of spaces and players is wanted."
        return [error(f"{field.key}.type", text, at, label=field.label)]
    keys = [key for key, _ in field.choices]
    problems = []
    for key, player in value.items():
        if key not in keys:
            text = "{label}: there is no “{value}” to claim; there are {choices}."
            params = {"value": str(key)[:LONGEST_FIELD], "choices": ", ".join(keys)}
            problems.append(
                error(f"{field.key}.unknown", text, (*at, str(key)), label=field.label, **params)
            )
        problems += _player(field, player, roster, (*at, str(key)))
    return problems


def _cards(field: Field, value: Any, at: At) -> list[Problem]:
    rows = value if field.rows else [value]
    shape = f"{field.rows} rows of {field.columns} cards" if field.rows else "a list of cards"
    if not isinstance(rows, list | tuple) or not all(isinstance(r, list | tuple) for r in rows):
        text = "{label}: {shape} is wanted."
        return [error(f"{field.key}.type", text, at, label=field.label, shape=shape)]
    if field.rows and (len(rows), {len(r) for r in rows}) != (field.rows, {field.columns}):
        text = "{label}: {shape} are wanted."
        return [error(f"{field.key}.count", text, at, label=field.label, shape=shape)]
    problems = []
    for line, row in enumerate(rows):
        for place, written in enumerate(row):
            here = (*at, line, place) if field.rows else (*at, place)
            if not isinstance(written, str):
                text = "{label}: the text of a card is wanted."
                problems.append(error(f"{field.key}.type", text, here, label=field.label))
                continue
            try:
                parse_card(written, here)
            except CardError as refused:
                problems.append(refused.problem)
    return problems
