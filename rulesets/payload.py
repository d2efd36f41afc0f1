"""The only door for reports and options: strict reading of plain JSON values.

A report is positional: for each question a list of integers, one for each side or chair
(a question asked once of the table is a list of one). Booleans and floats are not integers
here, and nothing is coerced.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.game import At, PayloadError, Problem, Question

Counts = Mapping[str, int]  # answers per question, by question.per
FAR_TOO_LARGE = 10**9  # past this a number is not even worth printing in a message
LONGEST_FIELD = 60  # of a field's name in a message
DEFAULT_COUNTS: Counts = {"side": 2, "player": 4, "table": 1}


def is_int(value: object) -> bool:
    """True for an integer that is not a boolean."""
    return isinstance(value, int) and not isinstance(value, bool)


def shape_problems(
    questions: Sequence[Question], payload: object, counts: Counts = DEFAULT_COUNTS
) -> tuple[Problem, ...]:
    """Everything malformed in a report: fields unknown or missing, wrong types, wrong lengths."""
    if not isinstance(payload, Mapping):
        return (_error("report.type", "A report is an object with named fields.", {}, ()),)
    problems: list[Problem] = []
    known = {question.key for question in questions}
    for key in payload:
        if key not in known:
            text = "“{field}” does not belong to a report of this set."
            problems.append(
                _error("report.field", text, {"field": str(key)[:LONGEST_FIELD]}, (str(key),))
            )
    for question in questions:
        if question.key in payload:
            problems += _list_problems(question, payload[question.key], counts[question.per])
        elif question.required:
            text = "{label}: the number is missing."
            code = f"{question.key}.missing"
            problems.append(_error(code, text, {"label": question.label}, (question.key,)))
    return tuple(problems)


def value_problems(
    questions: Sequence[Question], payload: Mapping[str, Any]
) -> tuple[Problem, ...]:
    """Ranges and totals of a well-formed report."""
    problems: list[Problem] = []
    for question in questions:
        values = payload.get(question.key)
        if values is None:
            continue
        for index, value in enumerate(values):
            if not question.low <= value <= question.high:
                text = "{label}: {value} is not between {low} and {high}."
                params = {"label": question.label, "value": value}
                params |= {"low": question.low, "high": question.high}
                code = f"{question.key}.range"
                problems.append(_error(code, text, params, (question.key, index)))
        if question.total is not None and sum(values) != question.total:
            params = {"label": question.label, "sum": sum(values), "total": question.total}
            code = f"{question.key}.sum"
            problems.append(_error(code, question.sum_text, params, (question.key,)))
    return tuple(problems)


def parse(
    questions: Sequence[Question], payload: object, counts: Counts = DEFAULT_COUNTS
) -> dict[str, tuple[int, ...]]:
    """A report with every question answered (those left out as 0s), as tuples.

    Raises PayloadError with the first thing malformed. Values out of range are not its business.
    """
    problems = shape_problems(questions, payload, counts)
    if problems or not isinstance(payload, Mapping):
        raise PayloadError(problems[0])
    return answered(questions, payload, counts)


def answered(
    questions: Sequence[Question], payload: Mapping[str, Any], counts: Counts = DEFAULT_COUNTS
) -> dict[str, tuple[int, ...]]:
    """The same of a report in which `shape_problems` found nothing."""
    return {q.key: tuple(payload.get(q.key) or (0,) * counts[q.per]) for q in questions}


def to_json(report: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
    """The stored form of a parsed report; `parse` reads it back."""
    return {key: list(values) for key, values in report.items()}


def parse_options(kind: type, given: object) -> tuple[Any, tuple[Problem, ...]]:
    """An instance of the options dataclass `kind`, and all problems with what was given.

    What is wrong is left at its default.
    """
    if not isinstance(given, Mapping):
        return kind(), (_error("options.type", "Options are an object.", {}, ()),)
    fields = {f.name: f for f in dataclasses.fields(kind)}
    good: dict[str, Any] = {}
    problems: list[Problem] = []
    for key, value in given.items():
        if key not in fields:
            text = "There is no option “{field}”."
            problems.append(
                _error("options.unknown", text, {"field": str(key)[:LONGEST_FIELD]}, (str(key),))
            )
            continue
        problem = _option_problem(fields[key], value)
        if problem is None:
            good[key] = tuple(value) if isinstance(value, list) else value
        else:
            problems.append(problem)
    return kind(**good), tuple(problems)


def _option_problem(field: dataclasses.Field[Any], value: object) -> Problem | None:
    label, low, high = (field.metadata.get(name) for name in ("label", "low", "high"))
    params: dict[str, str | int] = {"label": str(label)}
    if isinstance(field.default, bool):
        if isinstance(value, bool):
            return None
        return _error("options.type", "{label}: true or false.", params, (field.name,))
    if isinstance(field.default, str):
        return _choice_problem(field, value, params)
    if isinstance(field.default, tuple):
        return _texts_problem(field, value, params)
    if not isinstance(value, int) or isinstance(value, bool):
        return _error("options.type", "{label}: a whole number.", params, (field.name,))
    if (low is not None and value < low) or (high is not None and value > high):
        params |= {"value": value, "low": str(low), "high": str(high)}
        text = "{label}: {value} is not between {low} and {high}."
        return _error("options.range", text, params, (field.name,))
    return None


def _choice_problem(
    field: dataclasses.Field[Any], value: object, params: dict[str, str | int]
) -> Problem | None:
    keys = [key for key, _ in field.metadata["choices"]]
    params |= {"choices": ", ".join(keys)}
    if not isinstance(value, str):
        return _error("options.type", "{label}: one of {choices}.", params, (field.name,))
    if value not in keys:
        params |= {"value": value[:LONGEST_FIELD]}
        text = "{label}: “{value}” is none of {choices}."
        return _error("options.choice", text, params, (field.name,))
    return None


def _texts_problem(
    field: dataclasses.Field[Any], value: object, params: dict[str, str | int]
) -> Problem | None:
    """The default, or a list of different names, none empty, as many as low and high allow."""
    if not isinstance(value, list | tuple) or not all(isinstance(text, str) for text in value):
        return _error("options.type", "{label}: a list of names.", params, (field.name,))
    if tuple(value) == field.default:
        return None
    low, high = field.metadata["low"], field.metadata["high"]
    params |= {"low": low, "high": high, "given": len(value)}
    folded = {text.strip().casefold() for text in value}
    if not low <= len(value) <= high or len(folded) < len(value) or "" in folded:
        wanted = "{low}" if low == high else "{low} to {high}"
        text = f"{{label}}: {wanted} different names are wanted; {{given}} are given."
        return _error("options.count", text, params, (field.name,))
    return None


def _list_problems(question: Question, values: object, count: int) -> list[Problem]:
    params: dict[str, str | int] = {"label": question.label, "count": count}
    code = f"{question.key}.type"
    if not isinstance(values, list | tuple):
        text = "{label}: a list of {count} whole numbers is wanted."
        return [_error(code, text, params, (question.key,))]
    problems = []
    for index, value in enumerate(values):
        at = (question.key, index)
        if not is_int(value):
            problems.append(_error(code, "{label}: a whole number is wanted.", params, at))
        elif abs(value) > FAR_TOO_LARGE:
            text = "{label}: the number is far too large."
            problems.append(_error(f"{question.key}.range", text, params, at))
    if len(values) != count:
        text = "{label}: {count} numbers are wanted, not {given}."
        params = params | {"given": len(values)}
        problems.append(_error(f"{question.key}.count", text, params, (question.key,)))
    return problems


def _error(code: str, template: str, params: Mapping[str, str | int], at: At) -> Problem:
    return Problem(code, "error", template, dict(params), at)
