"""The forms of somebody in the book of people, and of choosing people out of it."""

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
    """The one of `people` (key and name) who is called so, or whose name alone holds what was
    typed. Raises Refused for nobody and for several."""
    found = search_items(people, typed, lambda one: one[1]) if plain(typed) else []
    for is_it in (lambda name: name == typed, lambda name: plain(name) == plain(typed)):
        exactly = [one for one in found if is_it(one[1])]
        if len(exactly) == 1:
            return exactly[0][0]
    if len(found) == 1:
        return found[0][0]
    if not found:
        raise refusal("name.unknown", "Nobody here is called “{name}”.", name=typed)
    names = ", ".join(name for _key, name in found[:NAMED])
    text = "That could be {count} people: {names}. Type the full name."
    more = ", …" if len(found) > NAMED else ""
    raise refusal("name.several", text, count=len(found), names=f"{names}{more}")


class NameField(TextField):
    """Somebody by name, where a list to choose from would be too long; its value is the key."""

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
    """Let a field of a form choose one of `people` (key and name). `says` is what the list calls
    them, where the name is not all; `chosen` is the key of whom the form begins with; `among` how
    many there are, where these are a part of them."""
    if is_long(max(len(people), among)):
        former = form.fields[name]
        form.fields[name] = NameField(people, label=former.label, required=former.required)
        form.fields[name].initial = dict(people).get(chosen) if chosen else None
    else:
        known = says or {}
        listed = [(key, known.get(key, called)) for key, called in people]
        offer(form, name, [("", _("Choose …")), *listed])
        form.fields[name].initial = chosen


LARGEST_LIST = 2 * MAX_TEXT  # bytes


class PersonForm(forms.Form):
    """Somebody who plays, in any event."""

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
    """Two of the book who are one person. Of few they are chosen, of many named."""

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
        """Two different people."""
        data = super().clean() or {}
        if data.get("keep") and data.get("keep") == data.get("duplicate"):
            self.add_error("duplicate", _("Choose two different people."))
        return data


SHEETS = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class ListField(forms.FileField):
    """A list of people as a spreadsheet saves it."""

    widget = forms.ClearableFileInput(attrs={"accept": f".xlsx,.csv,.txt,.tsv,text/csv,{SHEETS}"})
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
    # By which letters the text was read; `reading` beside it is by which it is to be read.
    coding = TextField(required=False, max_length=20, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned.get("file") and not cleaned.get("text", "").strip():
            self.add_error("file", _("Choose a file, or paste the list below."))
        return cleaned

    def readings(self) -> tuple[TextReading, ...]:
        """Every way to read the file or the text, the chosen or the likeliest first. Raises Refused
        for a file that is no list."""
        data = self.cleaned_data
        if data["file"]:
            return read_file(data["file"].read())
        wanted = self.data.get("reading") or data["coding"]
        return reread(data["text"], data["coding"], wanted)
