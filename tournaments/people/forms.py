"""The form of somebody in the book of people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms import PLAIN, TextField
from tournaments.people.choosing import offer_people
from tournaments.people.names import MAX_TEXT
from tournaments.people.reads import PersonRow

LARGEST_LIST = 2 * MAX_TEXT  # bytes


class PersonForm(forms.Form):
    """Somebody who plays, in any event."""

    name = TextField(
        label=_("Name"),
        max_length=80,
        widget=forms.TextInput(attrs=PLAIN | {"autocapitalize": "words"}),
        error_messages={"required": _("Type the name as the person writes it.")},
    )
    note = TextField(
        label=_("To tell apart"),
        max_length=60,
        required=False,
        help_text=_("Only where two people share a name: “from Leeds”, “Bert’s mother”."),
        widget=forms.TextInput(attrs=PLAIN),
    )


class MergeForm(forms.Form):
    """Two of the book who are one person. Of few they are chosen, of many named."""

    keep = forms.ChoiceField(label=_("Stays"))
    duplicate = forms.ChoiceField(label=_("Is the same as"))

    def __init__(
        self, people: Sequence[PersonRow], data: Any = None, *, keep: int | None = None
    ) -> None:
        super().__init__(data)
        listed = [(str(row.person_id), row.told) for row in people]
        for name in self.fields:
            offer_people(self, name, listed, chosen=str(keep) if name == "keep" else "")

    def clean(self) -> dict[str, Any]:
        """Two different people."""
        data = super().clean() or {}
        if data.get("keep") and data.get("keep") == data.get("duplicate"):
            self.add_error("duplicate", _("Choose two different people."))
        return data


class ListField(forms.FileField):
    """A list of people as a spreadsheet saves it."""

    widget = forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"})
    default_error_messages: ClassVar = {"empty": _("That file is empty.")}

    def clean(self, data: Any, initial: Any = None) -> Any:
        """Refuse what is far too large to be read."""
        file = super().clean(data, initial)
        if file and file.size > LARGEST_LIST:
            raise forms.ValidationError(_("That file is too large to be a list of people."))
        return file


class PeopleListForm(forms.Form):
    """A list of people, as a file or pasted."""

    file = ListField(
        label=_("CSV file"),
        required=False,
        help_text=_("As a spreadsheet saves it; UTF-8, UTF-16 and Windows-1252 are all read."),
    )
    text = TextField(
        label=_("Or paste the list"),
        required=False,
        strip=False,
        help_text=_("A line for each person, with a first line of headings if there are columns."),
        widget=forms.Textarea(attrs=PLAIN | {"rows": "6", "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned.get("file") and not cleaned.get("text", "").strip():
            self.add_error("file", _("Choose a file, or paste the list below."))
        return cleaned
