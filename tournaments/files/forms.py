"""The form for importing a file."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class ImportForm(forms.Form):
    """An exported event or evening."""

    file = forms.FileField(
        label=_("Exported file"),
        widget=forms.ClearableFileInput(
            attrs={"accept": "application/json,.json,application/gzip,.gz"}
        ),
        error_messages={
            "required": _("Choose an exported file."),
            "empty": _("That file is empty."),
        },
    )
