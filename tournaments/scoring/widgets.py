"""The inputs of a report's answers: what is tapped, typed or chosen for each kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.fields import Field
from tournaments.forms import TextField
from tournaments.scoring.inputs import NO, YES
from tournaments.words import said

PARTS = "+"  # the value of a choice whose answer has parts
LONGEST = 400  # letters; more than any hand, grid or turn takes
# Far outside what any game asks: only keeps absurd numbers away from the engine.
LOWEST, HIGHEST = -9_999, 999_999
DICE = RegexValidator(r"^[\d\s,;/–-]*$", gettext_lazy("Dice as numbers, roll by roll: 1 5, 5."))

Choices = Sequence[tuple[str, str]]


def input_for(field: Field, label: str, people: Choices, sides: Choices) -> forms.Field:
    """One answer's input. Whether it has to be there is said when the form is cleaned."""
    kind = field.kind.name
    if kind == "count":
        number = number_field(field.low, field.high, label, field.step, field.also)
        if field.low < 0:  # the number pad of most phones has no minus
            del number.widget.attrs["inputmode"]
        return number
    if kind == "players":
        return forms.TypedMultipleChoiceField(
            label=label,
            coerce=int,
            choices=people,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )
    if kind in ("cards", "rolls"):
        return _text_field(field, label)
    if kind == "yes" and field.per != "table":
        return forms.BooleanField(label=label, required=False)
    if kind == "order":
        places = [("", "–"), *((str(place), str(place)) for place in range(1, len(people) + 1))]
        return forms.ChoiceField(label=label, choices=places, required=False)
    return forms.ChoiceField(
        label=label,
        choices=list(_choices(field, people, sides)),
        required=False,
        widget=forms.RadioSelect,
    )


def _choices(field: Field, people: Choices, sides: Choices) -> Choices:
    """What there is to tap where one of several is the answer."""
    kind = field.kind.name
    if kind == "yes":
        return [(YES, _("Yes")), (NO, _("No"))]
    if kind == "choice":
        more = [(PARTS, said(field.parts_label))] if field.parts else []
        return [*((key, said(words)) for key, words in field.choices), *more]
    named = sides if kind == "side" else people
    if kind == "claims" or not field.required:
        return [("", said(field.nobody)), *named]
    return named


def _text_field(field: Field, label: str) -> TextField:
    """Cards or dice, typed."""
    plain = {"autocomplete": "off", "spellcheck": "false"}
    cards = field.kind.name == "cards"
    if cards:
        plain["autocapitalize"] = "characters"
    return TextField(
        label=label,
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput(attrs=plain),
        validators=[] if cards else [DICE],
    )


def number_field(
    low: int, high: int, label: str, step: int = 1, also: Sequence[float] = ()
) -> forms.Field:
    """A number from low to high. The engine judges the range; the widget only hints."""
    hints: dict[str, Any] = {"min": low, "max": high, "inputmode": "numeric"}
    if step > 1:
        hints["step"] = step
    if any(value != int(value) for value in also):
        hints |= {"step": "any", "inputmode": "decimal"}
    widget = forms.NumberInput(attrs=hints | {"autocomplete": "off"})
    field: forms.Field
    if hints.get("step") == "any":
        field = HalvesField(label=label, required=False, widget=widget)
    else:
        field = forms.IntegerField(label=label, required=False, widget=widget)
    field.validators.append(reasonable)
    return field


class HalvesField(forms.FloatField):
    """A number that may be a half; a whole one is an integer."""

    def clean(self, value: Any) -> float | None:
        """An integer wherever it is one."""
        number = super().clean(value)
        return int(number) if number is not None and number == int(number) else number


def reasonable(value: float) -> None:
    """Refuse numbers that no game could mean."""
    if not LOWEST <= value <= HIGHEST:
        raise forms.ValidationError(_("That number is out of all range."))
