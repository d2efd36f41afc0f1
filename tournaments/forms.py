"""What forms of every room share: sentences of problems, and where they are put."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from rulesets.problems import Problem
from tournaments.words import said

PLAIN = {"autocomplete": "off"}


def put_beside_fields(form: forms.BaseForm, problems: Iterable[Problem]) -> None:
    """Show each problem beside the field that its place names, else above the form."""
    for problem in problems:
        place = next((str(step) for step in problem.at if str(step) in form.fields), None)
        form.add_error(place, message(problem))


def offer(form: forms.BaseForm, name: str, choices: Iterable[tuple[str, Any]]) -> None:
    """Give a field of a form its choices."""
    form.fields[name].choices = list(choices)  # type: ignore[attr-defined]


def message(problem: Problem) -> str:
    """The sentence of a problem in the reader's language."""
    return said(problem.words)
