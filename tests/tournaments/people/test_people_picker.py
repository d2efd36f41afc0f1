"""Somebody out of few, chosen, and out of many, named."""

from __future__ import annotations

import pytest
from django import forms

from tournaments.models.errors import Refused
from tournaments.people.forms import NameField, find_person, offer_people

PEOPLE = [(1, "Ann Lee"), (2, "Ann Lee (from Leeds)"), (3, "Joann Leech"), (4, "Zoë Łódzki")]
PEOPLE += [(5, "ann lee"), (6, "Bo Lind"), (7, "花子")]


class TwoForm(forms.Form):
    who = forms.ChoiceField(label="Who")


def a_form(people: list[tuple[int, str]], data: dict[str, str] | None = None) -> TwoForm:
    form = TwoForm(data)
    offer_people(form, "who", [(str(key), name) for key, name in people], chosen="6")
    return form


@pytest.mark.parametrize(
    ("typed", "code", "words"),
    [
        ("Ann", "name.several", "That could be 4 people: Ann Lee, Ann Lee (from Leeds), Joann"),
        ("AnN lEe", "name.several", "Type the full name."),
        ("Cy", "name.unknown", "Nobody here is called “Cy”."),
        ("\u0301", "name.unknown", "Nobody"),
    ],
)
def test_a_name_of_nobody_or_of_several_is_refused(typed: str, code: str, words: str) -> None:
    with pytest.raises(Refused) as refused:
        find_person(PEOPLE, typed)
    (problem,) = refused.value.problems
    assert problem.code == code
    assert words in problem.message


def test_few_are_chosen_and_many_are_named() -> None:
    many = PEOPLE + [(number, f"Guest {number}") for number in range(8, 120)]
    few = a_form(PEOPLE)
    assert '<option value="6" selected>Bo Lind</option>' in str(few["who"])
    assert a_form(PEOPLE, {"who": "6"}).is_valid()
    assert not a_form(PEOPLE, {"who": "Bo Lind"}).is_valid()
    assert 'value="Bo Lind"' in str(a_form(many)["who"])
    assert "Guest" not in str(a_form(many)["who"])
    named = a_form(many, {"who": "Bo"})
    assert named.is_valid()
    assert named.cleaned_data == {"who": "6"}
    wrong = a_form(many, {"who": "Guest"})
    assert "That could be 112 people" in str(wrong.errors["who"])
    assert 'value="Guest"' in str(wrong["who"])
    assert not a_form(many, {"who": " "}).is_valid()
    form = TwoForm({"who": "Bo"})
    offer_people(form, "who", [("6", "Bo Lind")], among=500)
    assert isinstance(form.fields["who"], NameField)
    assert form.is_valid()
