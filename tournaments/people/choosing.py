"""Somebody out of those there are: from a list as long as that is short, else by the name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused, refusal
from tournaments.forms import PLAIN, TextField, offer, told
from tournaments.paging import found_in, is_long, plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

K = TypeVar("K")
LONGEST_NAME = 144  # as an event shows it
NAMED = 3  # of those who could be meant


def one_called(people: Sequence[tuple[K, str]], typed: str) -> K:
    """The one of `people` (key and name) who is called so, or whose name alone holds what was
    typed. Raises Refused for nobody and for several."""
    found = found_in(people, typed, lambda one: one[1]) if plain(typed) else []
    for is_it in (lambda name: name == typed, lambda name: plain(name) == plain(typed)):
        exactly = [one for one in found if is_it(one[1])]
        if len(exactly) == 1:
            return exactly[0][0]
    if len(found) == 1:
        return found[0][0]
    if not found:
        raise refusal("name.unknown", "Nobody here is called “{name}”.", name=typed)
    names = ", ".join(name for _key, name in found[:NAMED])
    text = "{count} people could be meant: {names}. Type the whole name."
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
            return one_called(self.people, typed) if typed else ""
        except Refused as refused:
            raise forms.ValidationError(told(refused.problems)) from refused


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
