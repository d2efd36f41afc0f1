"""Form fields of all rooms, and the problems beside their fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.engine.clean_text import clean_text
from rulesets.engine.problems import Problem
from tournaments.web.wording import translate

PLAIN = {"autocomplete": "off"}
MINUS = "−"
WHOLE = re.compile(r"[-+]?\d+")
NOT_WHOLE = gettext_lazy("Enter a whole number.")
MOST_PROBLEMS = 20  # problems in one place: a list of people may have one on every line


class TextField(forms.CharField):
    """Text without invisible characters; on one line unless its widget is a text area."""

    def to_python(self, value: Any) -> Any:
        """Return the cleaned text; the empty value if nothing in it is visible."""
        if value not in self.empty_values:
            value = clean_text(str(value), lines=isinstance(self.widget, forms.Textarea))
        return super().to_python(value)


class NumberInput(forms.TextInput):
    """A text input for a number. An input of type number drops the comma of 12,5, so that 125 is
    sent, and changes with the mouse wheel. Static js/numbers.js refuses other texts."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        usual = {"data-number": NOT_WHOLE, "inputmode": "numeric", **PLAIN}
        super().__init__(usual | (attrs or {}))


def hint_range(low: Any, high: Any) -> dict[str, Any]:
    """Return the bounds of a number as attributes of its input, for scripts. Numbers below zero get
    the letter keyboard: the number pads of most phones have no minus."""
    hints: dict[str, Any] = {"data-min": low, "data-max": high}
    if low is None or low < 0:
        hints["inputmode"] = "text"
    return {name: value for name, value in hints.items() if value is not None}


class WholeNumberField(forms.IntegerField):
    """A whole number. Other texts are refused: 12,5 and 12_5 are not 125."""

    widget = NumberInput

    def to_python(self, value: Any) -> int | None:
        """Return the number, or None for an empty value. Raises ValidationError for other texts."""
        text = str(value).strip().replace(MINUS, "-")
        if value not in self.empty_values and not WHOLE.fullmatch(text):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value if value in self.empty_values else text)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return the bounds as attributes of the input."""
        bounds = self.min_value, self.max_value
        return {} if bounds == (None, None) else hint_range(*bounds)


def put_beside_fields(form: forms.BaseForm, problems: Iterable[Problem]) -> None:
    """Show each problem beside the field named in its place, else above the form."""
    places: dict[str | None, list[Problem]] = {}
    for problem in problems:
        place = next((str(step) for step in problem.at if str(step) in form.fields), None)
        places.setdefault(place, []).append(problem)
    for place, place_problems in places.items():
        form.add_error(place, problem_lines(place_problems))


def problem_lines(problems: Sequence[Problem]) -> list[str]:
    """Return problems in the reader's language; of many the first, and the number of the others."""
    lines = [message(problem) for problem in problems[:MOST_PROBLEMS]]
    more = len(problems) - len(lines)
    return [*lines, _("… and %(n)d more.") % {"n": more}] if more else lines


def offer(form: forms.BaseForm, name: str, choices: Iterable[tuple[str, Any]]) -> None:
    """Give a field of a form its choices."""
    form.fields[name].choices = list(choices)  # type: ignore[attr-defined]


def message(problem: Problem) -> str:
    """Return the sentence of a problem in the reader's language."""
    return translate(problem.words)
