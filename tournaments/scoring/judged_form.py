"""A form whose answers an engine judges, and one answer of it as a template shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django import forms

from tournaments.forms import message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.problems import Problem


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question: its input, and whose it is."""

    field: forms.BoundField
    label: str
    problems: tuple[Problem, ...]

    @property
    def messages(self) -> list[str]:
        return [*map(str, self.field.errors), *map(message, self.problems)]


class JudgedForm(forms.Form):
    """A form whose values an engine judges: it takes problems, and has warnings confirmed."""

    problems: list[Problem]

    @property
    def confirmed(self) -> tuple[str, ...]:
        """The codes of the warnings to which the reader has said yes."""
        if hasattr(self.data, "getlist"):
            return tuple(self.data.getlist("confirmed"))
        return tuple(self.data.get("confirmed", ()))

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Take what the engine or a verb found; it then shows beside the fields."""
        self.problems.extend(problems)

    @property
    def asks(self) -> list[Problem]:
        """The warnings to say yes to; empty while something is wrong outright."""
        if any(problem.severity == "error" for problem in self.problems):
            return []
        return [problem for problem in self.problems if problem.severity == "warning"]
