"""Forms for a person in the book of people and for choosing people from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models.errors import Refused, refusal
from tournaments.people.list_tables import TextReading, read_file, reread
from tournaments.people.names import MAX_TEXT
from tournaments.people.selectors import PersonRow
from tournaments.web.forms import PLAIN, TextField, offer, problem_lines
from tournaments.web.paging import is_long, plain, search_items

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


K = TypeVar("K")
LONGEST_NAME = 144  # as an event shows it
NAMED = 3  # of those who could be meant


def find_person(people: Sequence[tuple[K, str]], typed: str) -> K:
    """Return the key of the person with that name, or of the only one whose name contains the typed
    text. `people`: keys and names. Raises Refused if nobody or several match."""
    candidates = search_items(people, typed, lambda person: person[1]) if plain(typed) else []
    for is_same in (lambda name: name == typed, lambda name: plain(name) == plain(typed)):
        same = [key for key, name in candidates if is_same(name)]
        if len(same) == 1:
            return same[0]
    if len(candidates) == 1:
        return candidates[0][0]
    if not candidates:
        raise refusal("name.unknown", "Nobody here is called “{name}”.", name=typed)
    names = ", ".join(name for _key, name in candidates[:NAMED])
    text = "That could be {count} people: {names}. Type the full name."
    more = ", …" if len(candidates) > NAMED else ""
    raise refusal("name.several", text, count=len(candidates), names=f"{names}{more}")


class NameField(TextField):
    """A person by name, if a list to choose from would be too long; the value is the key."""

    def __init__(self, people: Sequence[tuple[str, str]], **more: Any) -> None:
        attrs = PLAIN | {"placeholder": _("Type the name"), "spellcheck": "false"}
        super().__init__(max_length=LONGEST_NAME, widget=forms.TextInput(attrs=attrs), **more)
        self.people = people

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        try:
            return find_person(self.people, typed) if typed else ""
        except Refused as refused:
            raise forms.ValidationError(problem_lines(refused.problems)) from refused


def offer_people(
    form: forms.Form,
    name: str,
    people: Sequence[tuple[str, str]],
    *,
    says: Mapping[str, str] | None = None,
    chosen: str = "",
    among: int = 0,
) -> None:
    """Let a form field choose one of `people` (keys and names). `says`: labels in the list by key,
    if they are more than names; `chosen`: the key of the person to begin with; `among`: the number
    of all people, if these are a part of them."""
    if is_long(max(len(people), among)):
        former = form.fields[name]
        form.fields[name] = NameField(people, label=former.label, required=former.required)
        form.fields[name].initial = dict(people).get(chosen) if chosen else None
    else:
        labels = says or {}
        listed = [(key, labels.get(key, called)) for key, called in people]
        offer(form, name, [("", _("Choose …")), *listed])
        form.fields[name].initial = chosen


LARGEST_LIST = 2 * MAX_TEXT  # bytes


class PersonForm(forms.Form):
    """A person in the book: name and note."""

    name = TextField(
        label=_("Name"),
        max_length=80,
        widget=forms.TextInput(attrs=PLAIN | {"autocapitalize": "words"}),
        error_messages={"required": _("Type the name the way the person writes it.")},
    )
    note = TextField(
        label=_("To tell them apart"),
        max_length=60,
        required=False,
        help_text=_("Only where two people share a name: “from Leeds”, “Bert’s mother”."),
        widget=forms.TextInput(attrs=PLAIN),
    )


class MergeForm(forms.Form):
    """Two entries of the book for one person: choices in a short book, else typed names."""

    keep = forms.ChoiceField(label=_("Stays"))
    duplicate = forms.ChoiceField(label=_("Is the same person as"))

    def __init__(
        self, people: Sequence[PersonRow], data: Any = None, *, keep: int | None = None
    ) -> None:
        super().__init__(data)
        listed = [(str(row.person_id), row.label) for row in people]
        for name in self.fields:
            offer_people(self, name, listed, chosen=str(keep) if name == "keep" else "")

    def clean(self) -> dict[str, Any]:
        """Require two different people."""
        data = super().clean() or {}
        if data.get("keep") and data.get("keep") == data.get("duplicate"):
            self.add_error("duplicate", _("Choose two different people."))
        return data


SHEETS = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class ListField(forms.FileField):
    """A list of people saved by a spreadsheet."""

    widget = forms.ClearableFileInput(attrs={"accept": f".xlsx,.csv,.txt,.tsv,text/csv,{SHEETS}"})
    default_error_messages: ClassVar = {"empty": _("That file is empty.")}

    def clean(self, data: Any, initial: Any = None) -> Any:
        """Refuse a file that is too large."""
        file = super().clean(data, initial)
        if file and file.size > LARGEST_LIST:
            raise forms.ValidationError(_("That file is too large to be a list of people."))
        return file


class PeopleListForm(forms.Form):
    """A list of people, as a file or pasted."""

    file = ListField(
        label=_("XLSX or CSV file"),
        required=False,
        help_text=_("As saved by a spreadsheet: the first sheet, or a list with any separator."),
    )
    text = TextField(
        label=_("Or paste the list"),
        required=False,
        strip=False,
        help_text=_(
            "One line per person. If there are columns, the first line holds the headings."
        ),
        widget=forms.Textarea(attrs=PLAIN | {"rows": "6", "spellcheck": "false"}),
    )
    # The coding that the text was read by; the parameter `reading` is the coding to read it by now.
    coding = TextField(required=False, max_length=20, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned.get("file") and not cleaned.get("text", "").strip():
            self.add_error("file", _("Choose a file, or paste the list below."))
        return cleaned

    def readings(self) -> tuple[TextReading, ...]:
        """Return all readings of the file or the text, the chosen or the likeliest first. Raises
        Refused if the file is no list."""
        data = self.cleaned_data
        if data["file"]:
            return read_file(data["file"].read())
        coding = self.data.get("reading") or data["coding"]
        return reread(data["text"], data["coding"], coding)
