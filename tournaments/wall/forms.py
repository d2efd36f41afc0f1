"""The timer of the wall screen, and prizes."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.web.forms import TextField, WholeNumberField


class TimerForm(forms.Form):
    """A countdown for the wall screen."""

    minutes = WholeNumberField(
        label=_("Minutes"),
        min_value=1,
        max_value=240,
        error_messages={
            "required": _("Type the minutes."),
            "min_value": _("At least 1 minute."),
            "max_value": _("At most 240 minutes."),
        },
    )


class PrizeForm(forms.Form):
    """A prize to name: what it is for, a title of its own, and what it is."""

    key = forms.ChoiceField(
        label=_("What for"), error_messages={"required": _("Choose what the prize is for.")}
    )
    title = TextField(
        label=_("Called"),
        max_length=60,
        required=False,
        help_text=_("Leave it empty to call it what it is for."),
    )
    gift = TextField(label=_("What it is"), max_length=80, required=False)

    def __init__(self, choices: list[tuple[str, str]], *args: Any) -> None:
        super().__init__(*args)
        cast("forms.ChoiceField", self.fields["key"]).choices = choices
