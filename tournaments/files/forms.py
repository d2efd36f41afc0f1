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
    # Asked for only once the event of a file was found here.
    second = forms.BooleanField(
        label=_("Import it as a second one"), required=False, widget=forms.HiddenInput
    )

    def ask_for_second(self) -> None:
        """Offer to import an event that is here already."""
        self.fields["second"].widget = forms.CheckboxInput()
        help_text = _(
            "Choose the file again and tick this. The event is then here twice, and the records "
            "count what was played once."
        )
        self["second"].help_text = help_text
