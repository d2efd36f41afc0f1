"""The form of a plays's report: what was stored fills it, what it sends is the report again."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets import games
from rulesets.engine.problems import Problem
from rulesets.engine.roster import Roster, Setup
from rulesets.engine.text import Phrase
from tests.rulesets.evenings import final_deals
from tests.rulesets.every_game import GAMES, HOUSE, every_field
from tests.rulesets.tables import played, plays_of, setup
from tests.sampling import examples
from tournaments.boards.deals import final_fields, report_fields
from tournaments.report_forms.bound_question import QuestionTable
from tournaments.report_forms.report_form import ReportForm


def blank(slug, names=("Ann", "Bo", "Cy"), data=None, options=None, **more):
    game = games.load(slug)
    plays = plays_of(slug)
    state = plays.start(Setup(plays.roster(names), options or game.options())).state
    roster = Roster(tuple(names[:2])) if plays.rows == "couple" else state.roster
    return ReportForm(data, fields=report_fields(plays, state), roster=roster, **more)


def sent_by(form: ReportForm) -> QueryDict:
    """What a browser would send of a form as it is shown."""
    data = QueryDict(mutable=True)
    for name, value in form.form_data():
        data.appendlist(name, value)
    return data


def said(report: dict[str, Any]) -> dict[str, Any]:
    """A report without the answers that were left out."""
    values = {}
    for key, value in report.items():
        empty = value is None or value in ({}, [])
        silent = isinstance(value, list) and value and all(one is None for one in value)
        if not empty and not silent:
            values[key] = value
    return values


def sent_again(form: ReportForm, **same: Any) -> ReportForm:
    again = ReportForm(sent_by(form), fields=form.declared, roster=form.roster, **same)
    assert again.is_valid(), again.errors
    return again


@settings(deadline=None)
@given(st.data())
def test_the_last_deals_come_back_in_their_order(data):
    begin = setup("rummoli", 3)
    first = {"claims": {"AS": 0}, "rummoli": 1, "poker": [1]}
    state = played("rummoli", begin, first).state
    report = data.draw(final_deals(state))
    fields = final_fields(plays_of("rummoli"), state)
    form = ReportForm(fields=fields, roster=begin.roster, payload=report, final=True)
    payload = sent_again(form, final=True).payload
    winners = {deal["space"]: deal["player"] for deal in payload["final_poker"]}
    assert winners == {deal["space"]: deal["player"] for deal in report["final_poker"]}
    assert played("rummoli", begin, first, payload).state.final is not None


WORDS = st.sampled_from(
    ["", "0", "1", "7", "-3", "99999999999", "x", "gin", "run", "+", "kept", "٧", "\0", "QS 1 / ,"]
) | st.text(max_size=6)


@settings(deadline=None, max_examples=examples(90))
@given(st.sampled_from(("gin-tournament", "golf", "rummoli")), st.data())
def test_nothing_that_is_sent_breaks_the_form(slug, data):
    names = [*blank(slug).fields, "confirmed", "answer-by-9", "answer-claims-77"]
    sent = QueryDict(mutable=True)
    for name, values in data.draw(
        st.dictionaries(st.sampled_from(names), st.lists(WORDS, min_size=1, max_size=3))
    ).items():
        sent.setlist(name, values)
    form = blank(slug, data=sent)
    if not form.is_valid():
        assert any(answer.messages for question in form.questions() for answer in every(question))
    else:
        begin = setup(slug, 2 if slug == "gin-tournament" else 3)
        report: Any = form.payload
        if slug == "gin-tournament":
            report = [{**report, "couple": [0, 1]}]
        form.add_problems(plays_of(slug).check(plays_of(slug).start(begin).state, report))
    assert render_to_string("reports/_report_form.html", {"form": form})


def every(questions):
    return [*questions.answers, *(answer for part in questions.parts for answer in part.answers)]


def messages(form):
    """Everything that a form says, by the place where it says it."""
    values = {"": form.overall}
    for question in form.questions():
        for case in (question, *question.parts):
            values[case.field.key] = case.messages
            for answer in case.answers:
                name = answer.field.html_name
                values[name] = values.get(name, []) + answer.messages
    return {place: said for place, said in values.items() if said}


@pytest.mark.parametrize(
    ("slug", "at", "place"),
    [
        ("gin-tournament", ("caught",), "caught"),
        ("gin-tournament", ("couple",), ""),
        ("golf", ("points", 2), "answer-points-2"),
        ("golf", ("grids", 1, 0, 3), "answer-grids-1"),
        ("rummoli", ("widow", "price"), "price"),
        ("rummoli", ("claims", "AS"), "answer-claims-4"),
        ("rummoli", ("poker", 1), "poker"),
    ],
)
def test_a_problem_is_told_beside_what_it_is_about(slug, at, place):
    form = blank(slug)
    form.add_problems([Problem("some.code", "error", Phrase("So it is not.", {}), at)])
    assert messages(form) == {place: ["So it is not."]}


def test_the_fewest_are_dealt_for_first():
    begin = setup("rummoli", 2)
    claimed = {"claims": {"789": 0}, "rummoli": 1, "poker": [1]}
    state = played("rummoli", begin, {"rummoli": 1, "poker": [1]}, claimed).state
    choices = final_fields(plays_of("rummoli"), state)[0].choices
    assert "789" not in [key for key, _words in choices]
    third = {"claims": {"AS": 0}, "rummoli": 1, "poker": [1]}
    state = played("rummoli", begin, {"rummoli": 1, "poker": [1]}, claimed, third).state
    (key, words), *_rest = final_fields(plays_of("rummoli"), state)[0].choices
    assert (key, words.text) == ("789", "7-8-9 of one suit (2)")


def test_only_what_the_answer_calls_for_is_read():
    values = {
        "answer-outcome": "stock_out",
        "answer-counts-0": "3",
        "answer-counts-1": "9",
        "answer-caught": "x",
        "answer-by": "7",
    }
    form = blank("gin-tournament", ("Al", "Bea"), values)
    assert form.is_valid(), form.errors
    assert form.payload == {"outcome": "stock_out", "counts": [3, 9]}
    asked = {question.field.key: question.is_open for question in form.questions()}
    assert asked == {
        "outcome": True,
        "by": False,
        "ran_with": False,
        "caught": False,
        "counts": True,
    }


def test_an_answer_with_parts_asks_for_all_of_them():
    values = {
        "answer-widow": "+",
        "answer-widow-price": "12",
        "answer-rummoli": "0",
        "answer-poker": ["1"],
    }
    form = blank("rummoli", data=values)
    assert not form.is_valid()
    assert list(messages(form)) == ["answer-widow-buyer"]
    form = blank("rummoli", data=values | {"answer-widow-buyer": "2"})
    assert form.is_valid()
    assert form.payload["widow"] == {"buyer": 2, "price": 12}


def test_nothing_is_chosen_before_somebody_does() -> None:
    names = ("Ann", "Bo", "Cy", "Di")
    fresh = blank("euchre", names)
    assert "checked" not in str(fresh["answer-makers"])
    (makers, *_more) = fresh.questions()
    assert makers.is_needed
    thrown_in = blank("euchre", names, payload={"makers": None, "alone": False, "tricks": None})
    assert thrown_in["answer-makers"].subwidgets[0].data["selected"]
    data = QueryDict("answer-makers=&answer-tricks=")
    assert "checked" in str(blank("euchre", names, data=data)["answer-makers"])
    # In Golf silence means nobody.
    assert "checked" in str(blank("golf")["answer-knocker"])


@pytest.mark.parametrize(
    ("slug", "key"), [("crazy-eights", "held"), ("extended-rummy", "held"), ("sweep", "count")]
)
def test_whoever_went_out_is_not_asked_what_is_left(slug: str, key: str) -> None:
    data = QueryDict(f"answer-out=1&answer-{key}-0=20&answer-{key}-1=&answer-{key}-2=15")
    form = blank(slug, data=data)
    assert form.is_valid(), form.errors
    assert form.payload[key] == [20, 0, 15]
    missing = blank(slug, data=QueryDict(f"answer-out=1&answer-{key}-0=20&answer-{key}-1=0"))
    assert not missing.is_valid()
    assert list(missing.errors) == [f"answer-{key}-2"]
    page = render_to_string("reports/_report_form.html", {"form": form})
    assert 'data-out="out"' in page


NAMES = ("Bo", "Cy", "Ann", "Di")


ANSWERS = ("", "7", "x", "QS, 10H")


def values_of(inputs: dict[str, Any]) -> dict[str, str]:
    """Everything that the inputs of a form and their widgets hold, in words."""
    return {
        name: repr([{**vars(one), "widget": None}, vars(one.widget)])
        for name, one in inputs.items()
    }


@pytest.mark.exhaustive(keep=("golf", "rummoli", "gin-tournament", "court-whist", "oh-hell"))
@pytest.mark.parametrize("game", [*GAMES, *HOUSE], ids=lambda game: game.slug)
def test_all_forms_of_a_question_share_its_inputs_and_none_changes_them(game: Any) -> None:
    fields = tuple(every_field(game))
    roster = game.plays.roster(NAMES[: game.plays.players[0]])
    if len(roster.names) < 2:
        roster = Roster(NAMES[:2])
    first = ReportForm(fields=fields, roster=roster)
    inputs, before = dict(first.fields), values_of(first.fields)
    for answer in ANSWERS:
        data = QueryDict(mutable=True)
        for name in inputs:
            data.appendlist(name, answer)
        form = ReportForm(data, fields=fields, roster=roster)
        form.is_valid()
        form.add_problems([Problem("wrong", "error", Phrase("No."), (fields[0].key,))])
        for bound in form:
            bound.as_widget()
        render_to_string("reports/_report_form.html", {"form": form})
        assert all(form.fields[name] is inputs[name] for name in inputs)
    assert values_of(inputs) == before


def form(slug, players=4, data=None):
    plays = games.load(slug).plays
    roster = plays.roster(("Ann", "Bo", "Cy", "Di", "Eve", "Fay")[:players])
    state = plays.start(Setup(roster, games.load(slug).options())).state
    return ReportForm(data, fields=report_fields(plays, state), roster=roster)


def tables(shown):
    return [part for part in shown.parts() if isinstance(part, QuestionTable)]


def test_on_a_narrow_screen_every_input_says_whose_it_is():
    page = render_to_string(
        "reports/_report_form.html", {"form": form("hand-and-foot"), "abreast": True}
    )
    cell = next(part for part in page.split("<td") if 'name="answer-wild-1"' in part)
    assert "Bo &amp; Di<span" in cell
    assert ": Wild canastas</span>" in cell
