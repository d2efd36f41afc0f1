"""What forms of every room share: sentences of problems, and where they are put."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from rulesets.engine.clean_text import clean_text
from rulesets.engine.problems import Problem
from tournaments.web.wording import translate

PLAIN = {"autocomplete": "off"}
MOST_PROBLEMS = 20  # problems in one place: a list of people may have one on every line


class TextField(forms.CharField):
    """Text, without what cannot be seen; on one line unless its input has several."""

    def to_python(self, value: Any) -> Any:
        """What was typed, clean; nothing where nothing of it can be seen."""
        if value not in self.empty_values:
            value = clean_text(str(value), lines=isinstance(self.widget, forms.Textarea))
        return super().to_python(value)


def put_beside_fields(form: forms.BaseForm, problems: Iterable[Problem]) -> None:
    """Show each problem beside the field that its place names, else above the form."""
    places: dict[str | None, list[Problem]] = {}
    for problem in problems:
        place = next((str(step) for step in problem.at if str(step) in form.fields), None)
        places.setdefault(place, []).append(problem)
    for place, found in places.items():
        form.add_error(place, problem_lines(found))


def problem_lines(problems: Sequence[Problem]) -> list[str]:
    """Problems in the reader's language; of many the first, and how many more there are."""
    said = [message(one) for one in problems[:MOST_PROBLEMS]]
    more = len(problems) - len(said)
    return [*said, _("… and %(n)d more.") % {"n": more}] if more else said


def offer(form: forms.BaseForm, name: str, choices: Iterable[tuple[str, Any]]) -> None:
    """Give a field of a form its choices."""
    form.fields[name].choices = list(choices)  # type: ignore[attr-defined]


def message(problem: Problem) -> str:
    """The sentence of a problem in the reader's language."""
    return translate(problem.words)
