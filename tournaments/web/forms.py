"""What forms of every room share: sentences of problems, and where they are put."""

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
    """Text, without what cannot be seen; on one line unless its input has several."""

    def to_python(self, value: Any) -> Any:
        """What was typed, clean; nothing where nothing of it can be seen."""
        if value not in self.empty_values:
            value = clean_text(str(value), lines=isinstance(self.widget, forms.Textarea))
        return super().to_python(value)


class NumberInput(forms.TextInput):
    """A number that is typed. It is an input of text: one of numbers drops the comma of 12,5, so
    that 125 is sent, and turns with a wheel. Static js/numbers.js says what is not a number."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        usual = {"data-number": NOT_WHOLE, "inputmode": "numeric", **PLAIN}
        super().__init__(usual | (attrs or {}))


def hint_range(low: Any, high: Any) -> dict[str, Any]:
    """The bounds of a number as attributes of its input, for scripts. Below zero there is no number
    pad: that of most phones has no minus."""
    hints: dict[str, Any] = {"data-min": low, "data-max": high}
    if low is None or low < 0:
        hints["inputmode"] = "text"
    return {name: value for name, value in hints.items() if value is not None}


class WholeNumberField(forms.IntegerField):
    """A whole number. Anything else is refused: 12,5 and 12_5 are not 125."""

    widget = NumberInput

    def to_python(self, value: Any) -> int | None:
        """The number, or None if nothing is typed. Raises ValidationError for anything else."""
        text = str(value).strip().replace(MINUS, "-")
        if value not in self.empty_values and not WHOLE.fullmatch(text):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value if value in self.empty_values else text)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """The bounds, where its input is typed into."""
        bounds = self.min_value, self.max_value
        return {} if bounds == (None, None) else hint_range(*bounds)


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
