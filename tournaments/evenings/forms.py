"""The form of an evening of several games, and what it has in common with that of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Evening
from tournaments.web.forms import PLAIN, TextField

if TYPE_CHECKING:
    import datetime as dt

WAYS = (
    (Evening.Way.PLACES, _("By place: a point for each game, and one for everybody you beat")),
    (Evening.Way.SHARE, _("By share: 100 for the best, 0 for the last")),
    (Evening.Way.GAMES, _("By games won: one for every win")),
)


def clean_day(date: dt.date) -> dt.date:
    """The day, unless its year can only be a slip of the finger. Raises ValidationError."""
    if not 1900 <= date.year <= 2200:
        raise forms.ValidationError(_("That year cannot be right."))
    return date


class OccasionForm(forms.Form):
    """What and when."""

    name = TextField(
        label=_("What is it called?"),
        max_length=80,
        widget=forms.TextInput(attrs=PLAIN),
        error_messages={"required": _("Give the evening a name. It appears on every paper.")},
    )
    date = forms.DateField(
        label=_("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Choose the day."),
            "invalid": _("Write the day as year-month-day, such as 2026-11-21."),
        },
    )

    def clean_date(self) -> Any:
        """Refuse days that can only be slips of the finger."""
        return clean_day(self.cleaned_data["date"])


class EveningForm(OccasionForm):
    """What it is called, when it is, and how its games count."""

    way = forms.ChoiceField(
        label=_("How games count"),
        choices=WAYS,
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose how games count."),
            "invalid_choice": _("Choose how games count."),
        },
    )

    def values(self) -> dict[str, Any]:
        """What the form holds, as the evening keeps it."""
        return {name: self.cleaned_data[name] for name in ("name", "date", "way")}
