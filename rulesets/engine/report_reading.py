"""Strict reading of reports, by the fields that are asked; nothing is coerced.

Everything malformed is returned at once, with the sound part of the report, so that a game can
judge that part at the same time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesets.engine.problems import LONGEST_FIELD, error, refusal

if TYPE_CHECKING:
    from rulesets.engine.fields import Field
    from rulesets.engine.problems import Problem
    from rulesets.engine.roster import Roster


def read(
    fields: Sequence[Field], report: object, roster: Roster
) -> tuple[list[Problem], dict[str, Any]]:
    """Return the problems of the shape of a report, and its sound answers by field.

    A missed range is a problem too, but leaves the answer sound. None is an answer that is not
    given.
    """
    if not isinstance(report, Mapping):
        return [refusal("report.type", "A report has to be an object with named fields.")], {}
    questions = {
        field.key: field
        for field in fields
        if field.when is None or _questions(field, fields, report)
    }
    problems: list[Problem] = []
    if not report.keys() <= questions.keys():
        keys = questions.keys() | {
            field.key for field in fields if _undecided(field, fields, report)
        }
        text = "“{field}” does not belong to this report."
        problems += [
            refusal(
                "report.field", text, (str(key)[:LONGEST_FIELD],), field=str(key)[:LONGEST_FIELD]
            )
            for key in report
            if key not in keys
        ]
    sound: dict[str, Any] = {}
    for key, field in questions.items():
        value = report.get(key)
        if value is None:
            if field.required:
                text = "{label}: an answer is missing."
                problems.append(refusal(f"{key}.missing", text, (key,), label=field.label))
            continue
        answer_problems = _answer(field, value, roster)
        if answer_problems:
            problems += [problem.under(key) for problem in answer_problems]
        if not any(problem.firm for problem in answer_problems):
            sound[key] = value
    return problems, sound


def sum_problems(fields: Sequence[Field], sound: Mapping[str, Any]) -> list[Problem]:
    """Report answers that have to add up to something, and do not."""
    problems = []
    for field in fields:
        values = sound.get(field.key)
        if field.total is None or values is None:
            continue
        total = sum(value for value in values if value is not None)
        if total != field.total:
            params = {"sum": total, "total": field.total}
            code = f"{field.key}.sum"
            problems.append(error(code, field.sum_text, (field.key,), label=field.label, **params))
    return problems


def _deciding(field: Field, fields: Sequence[Field], report: Mapping[str, Any]) -> bool:
    """Return whether the field that decides about this one has a possible value."""
    when = field.when
    if when is None:
        return True
    decider = next(other for other in fields if other.key == when[0])
    value = report.get(decider.key)
    if not decider.choices:
        return True
    return value in [key for key, _ in decider.choices]


def _questions(field: Field, fields: Sequence[Field], report: Mapping[str, Any]) -> bool:
    if field.when is None:
        return True
    return _deciding(field, fields, report) and decided(field, fields, report) in field.when[1]


def decided(field: Field, fields: Sequence[Field], report: Mapping[str, Any]) -> Any:
    """Return the answer that decides whether this field is asked; no answer to a yes or no means
    no."""
    key = field.when[0] if field.when is not None else ""
    value = report.get(key)
    if value is None:
        return next((other.kind.default for other in fields if other.key == key), None)
    return value


def _undecided(field: Field, fields: Sequence[Field], report: Mapping[str, Any]) -> bool:
    return not _deciding(field, fields, report)


def _answer(field: Field, value: Any, roster: Roster) -> list[Problem]:
    """Return the problems of one answer, with places inside the answer."""
    if field.per == "table":
        return _read_answer(field, value, roster, ())
    size = len(roster.sides) if field.per == "side" else len(roster.names)
    if not isinstance(value, list | tuple):
        text = "{label}: give a list of {size} answers."
        return [refusal(f"{field.key}.type", text, label=field.label, size=size)]
    problems: list[Problem] = []
    if len(value) != size:
        text = "{label}: give {size} answers, not {given}."
        code, count = f"{field.key}.count", len(value)
        problems.append(refusal(code, text, label=field.label, size=size, given=count))
    judge, parts = field.kind.problems, field.parts
    for place, answer in enumerate(value):
        if answer is not None:
            answer_problems = (
                _read_answer(field, answer, roster, (place,))
                if parts
                else judge(field, answer, roster, (place,))
            )
            problems += answer_problems
        elif field.per == "side" and field.required:
            text = "{label}: one of the numbers is missing."
            problems.append(refusal(f"{field.key}.missing", text, (place,), label=field.label))
    return problems


def _read_answer(
    field: Field, value: Any, roster: Roster, at: tuple[str | int, ...]
) -> list[Problem]:
    if field.parts and isinstance(value, Mapping):
        return [problem.under(*at) for problem in read(field.parts, value, roster)[0]]
    return field.kind.problems(field, value, roster, at)
