"""The inputs of a report's answers: a form field and a template for each widget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.engine.answers import Widget
from tournaments.forms import PLAIN, TextField
from tournaments.words import said

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from rulesets.engine.fields import Field

LONGEST = 400  # letters; more than any hand, grid or turn takes
# Far outside what any game asks: only keeps absurd numbers away from the engine.
LOWEST, HIGHEST = -9_999, 999_999

Choices = Sequence[tuple[str, str]]


def number_input(
    low: int, high: int, label: str, step: int = 1, also: Sequence[float] = ()
) -> forms.Field:
    """A number from low to high. The engine judges the range; the widget only hints."""
    hints: dict[str, Any] = {"min": low, "max": high, "inputmode": "numeric"}
    if step > 1:
        hints["step"] = step
    if any(value != int(value) for value in also):
        hints |= {"step": "any", "inputmode": "decimal"}
    widget = forms.NumberInput(attrs=hints | PLAIN)
    if low < 0:  # the number pad of most phones has no minus
        del widget.attrs["inputmode"]
    halves = hints.get("step") == "any"
    kind = HalvesField if halves else forms.IntegerField
    field = kind(label=label, required=False, widget=widget)
    field.validators.append(check_reasonable)
    return field


class HalvesField(forms.FloatField):
    """A number that may be a half; a whole one is an integer."""

    def clean(self, value: Any) -> float | None:
        """An integer wherever it is one."""
        number = super().clean(value)
        return int(number) if number is not None and number == int(number) else number


def check_reasonable(value: float) -> None:
    """Refuse numbers that no game could mean."""
    if not LOWEST <= value <= HIGHEST:
        raise forms.ValidationError(_("That number is out of all range."))


def _number(field: Field, label: str, choices: Choices) -> forms.Field:
    del choices
    return number_input(field.low, field.high, label, field.step, field.also)


def _text(field: Field, label: str, choices: Choices, **attrs: str) -> forms.Field:
    del choices
    typing = field.kind.typing(field)
    pattern = RegexValidator(typing.pattern, said(typing.refusal)) if typing.pattern else None
    return TextField(
        label=label,
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput(attrs=PLAIN | {"spellcheck": "false"} | attrs),
        validators=[pattern] if pattern else [],
    )


def _cards(field: Field, label: str, choices: Choices) -> forms.Field:
    return _text(field, label, choices, autocapitalize="characters")


def _radios(field: Field, label: str, choices: Choices) -> forms.Field:
    del field
    return forms.ChoiceField(label=label, choices=choices, required=False, widget=forms.RadioSelect)


def _checkboxes(field: Field, label: str, choices: Choices) -> forms.Field:
    del field
    return forms.TypedMultipleChoiceField(
        label=label,
        coerce=int,
        choices=choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


def _checkbox(field: Field, label: str, choices: Choices) -> forms.Field:
    del field, choices
    return forms.BooleanField(label=label, required=False)


def _select(field: Field, label: str, choices: Choices) -> forms.Field:
    del field
    return forms.ChoiceField(label=label, choices=choices, required=False)


@dataclass(frozen=True, slots=True)
class PageWidget:
    """A widget on a page: `shape` is what the page calls it, `template` asks a question with it
    ("": as numbers are asked). `make` makes one of its inputs, which does not have to be
    answered; `missing` is said where the answer is missed."""

    shape: str
    template: str
    make: Callable[[Field, str, Choices], forms.Field]
    missing: str | _StrPromise


NO_NUMBER = gettext_lazy("A number is missing here.")
NO_TEXT = gettext_lazy("This is missing.")
NO_TAP = gettext_lazy("Tap one of these.")
WIDGETS = {
    Widget.NUMBER: PageWidget("counts", "", _number, NO_NUMBER),
    Widget.TEXT: PageWidget("text", "scoring/_field_cards.html", _text, NO_TEXT),
    Widget.CARDS: PageWidget("cards", "scoring/_field_cards.html", _cards, NO_TEXT),
    Widget.CHOICE: PageWidget("choice", "scoring/_field_choice.html", _radios, NO_TAP),
    Widget.PERSON: PageWidget("people", "scoring/_field_people.html", _radios, NO_TAP),
    Widget.PEOPLE: PageWidget("people", "scoring/_field_people.html", _checkboxes, NO_TAP),
    Widget.CLAIMANT: PageWidget("claims", "scoring/_field_claims.html", _radios, NO_TAP),
    Widget.PLACE: PageWidget("order", "scoring/_field_order.html", _select, NO_TAP),
    Widget.TICK: PageWidget("marks", "scoring/_field_marks.html", _checkbox, NO_TAP),
}


def widget_of(field: Field) -> PageWidget:
    """How a question is asked on a page."""
    return WIDGETS[field.kind.widget(field)]


def make_input(field: Field, label: str, choices: Choices) -> forms.Field:
    """One input of a question. Whether it has to be answered is said when the form is cleaned."""
    return widget_of(field).make(field, label, choices)
