"""The timer of the wall screen."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.web.forms import WholeNumberField


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
