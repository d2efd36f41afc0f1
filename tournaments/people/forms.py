"""The form of somebody in the book of people."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms import PLAIN


class PersonForm(forms.Form):
    """Somebody who plays, in any event."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        widget=forms.TextInput(attrs=PLAIN | {"autocapitalize": "words"}),
        error_messages={"required": _("Type the name as the person writes it.")},
    )
    note = forms.CharField(
        label=_("To tell apart"),
        max_length=60,
        required=False,
        help_text=_("Only where two people share a name: “from Leeds”, “Bert’s mother”."),
        widget=forms.TextInput(attrs=PLAIN),
    )
