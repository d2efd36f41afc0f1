"""Every kind of answer on a page and on a slip of paper, whoever answers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from rulesets.engine.answers import KINDS, Kind
from rulesets.engine.fields import Field
from rulesets.engine.roster import partners
from rulesets.engine.text import say
from tournaments.papers import slips
from tournaments.report_forms.report_form import ReportForm

FOUR = partners(("Ann", "Bo", "Cy", "Di"), 2)
CHOICES = (("A", say("Ay")), ("B", say("Bee")), ("C", say("Cee")))
ASKED = [
    (kind, per)
    for kind in KINDS.values()
    for per in ("table", "player", "side")
    if per == "table" or not kind.spread
]


def made_of(kind: Kind, per: Any, **more: Any) -> tuple[Field, Any]:
    """A question and an answer to it."""
    field = Field(
        "q", say("Question"), kind=kind, per=per, high=9, columns=5, choices=CHOICES, **more
    )
    chance, count = Random(kind.name), {"table": 1, "player": 4, "side": 2}[per]
    made = [kind.made_up(field, range(4), 2, chance) for _one in range(count)]
    return field, made[0] if per == "table" else made


def page(form: ReportForm, **more: Any) -> str:
    return render_to_string("reports/_report_form.html", {"form": form, **more})


@pytest.mark.parametrize(("kind", "per"), ASKED)
def test_an_answer_comes_back_from_its_page(kind: Kind, per: str) -> None:
    field, value = made_of(kind, per)
    form = ReportForm(fields=(field,), roster=FOUR, payload={"q": value})
    data = QueryDict(mutable=True)
    for name, text in form.form_data():
        data.appendlist(name, text)
    again = ReportForm(data, fields=(field,), roster=FOUR)
    assert again.is_valid(), again.errors
    answer = again.payload.get("q")
    assert answer == value or not (answer or any([value]))
    for case in (form, again):
        text = page(case)
        assert "None" not in text
        assert all(f'name="{name}"' in text for name in case.fields)


@pytest.mark.parametrize(("kind", "per"), ASKED)
def test_what_is_missing_is_told(kind: Kind, per: str) -> None:
    field, _value = made_of(kind, per, everybody=True)
    form = ReportForm({"answer-": ""}, fields=(field,), roster=FOUR)
    may_be_left = kind.default is not None or kind.spread
    assert form.is_valid() == bool(may_be_left)
    assert ("problem" in page(form)) == (not may_be_left)


@pytest.mark.parametrize(("kind", "per"), ASKED)
def test_a_slip_asks_it(kind: Kind, per: str) -> None:
    field, _value = made_of(kind, per)
    questions = slips.slip_questions((field,), FOUR.names, FOUR.side_names)
    assert len(questions) == kind.on_slips
    assert all(one.choices or one.boxes for one in questions)
