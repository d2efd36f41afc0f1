"""Every kind of answer of every game, typed and tapped: what a report holds comes back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from rulesets import games
from rulesets.engine.answers import ORDER, SIDE, YES_NO
from rulesets.engine.fields import Field
from rulesets.engine.roster import Roster, partners
from rulesets.engine.text import say
from tests.rulesets.tables import made_up
from tournaments.boards.deals import report_fields
from tournaments.report_forms.inputs import answers_in_words
from tournaments.report_forms.report_form import ReportForm

ALONE = Roster(("Ann", "Bo", "Cy"))
SIDES = partners(("Ann", "Bo", "Cy", "Di"), 2)
TABLES = tuple(
    slug for slug in games.slugs() if "table" in games.load(slug).formats and slug != "court-whist"
)


def form(*fields: Field, roster: Roster = ALONE, **values: Any) -> ReportForm:
    return ReportForm(fields=fields, roster=roster, **values)


def sent(made: ReportForm) -> ReportForm:
    """What comes of a form as a browser sends it."""
    data = QueryDict(mutable=True)
    for name, value in made.form_data():
        data.appendlist(name, value)
    again = ReportForm(data, fields=made.declared, roster=made.roster)
    assert again.is_valid(), again.errors
    return again


def page(made: ReportForm) -> str:
    return render_to_string("reports/_report_form.html", {"form": made})


def told(report: dict[str, Any]) -> dict[str, Any]:
    """A report without what says nothing: no answer, and a no."""
    values = {}
    for key, value in report.items():
        answers = value if isinstance(value, list | tuple) else [value]
        if any(answer is not None and answer is not False for answer in answers):
            values[key] = (
                [one or None if one is False else one for one in value]
                if (isinstance(value, list))
                else value
            )
    return values


def people(slug: str) -> int:
    plays = games.load(slug).plays
    return plays.seats[0] if plays.seats else max(plays.players[0], min(4, plays.players[1]))


@pytest.mark.exhaustive(keep=("0",))
@pytest.mark.parametrize("slug", TABLES)
@pytest.mark.parametrize("seed", range(5))
def test_a_report_of_any_round_comes_back(slug: str, seed: int) -> None:
    plays = games.load(slug).plays
    _reports, history = made_up(slug, seed, most=6, players=people(slug))
    for case in (history.opening, *history.rounds):
        state = case.state
        if plays.over(state) is not None or len(plays.playing(state)) < 2:
            return
        report = plays.sample(state, Random(seed))
        if plays.final is not None and plays.final.key in report:
            return
        made = form(
            *report_fields(plays, state),
            roster=state.roster,
            payload=report,
            playing=plays.playing(state),
        )
        assert told(sent(made).payload) == told(report)
        assert not [p for p in plays.check(state, sent(made).payload) if p.firm]
        assert page(made)
        assert answers_in_words(made.declared, state.roster, report)


# --- yes or no ------------------------------------------------------------------------------------

OPEN = Field("open", say("Was it open?"), kind=YES_NO, required=False)
WHY = Field("why", say("Who opened?"), kind=SIDE, when=("open", (True,)))
SHUT = Field("shut", say("Who did not?"), kind=SIDE, when=("open", (False,)))


def sent_as(*fields: Field, roster: Roster = SIDES, **data: str) -> ReportForm:
    sent = {f"answer-{name.replace('__', '-')}": told for name, told in data.items()}
    made = ReportForm(sent, fields=fields, roster=roster)
    made.is_valid()
    return made


def test_what_hangs_on_a_yes_is_asked_after_it_alone() -> None:
    assert sent_as(OPEN, WHY, open="yes", why="1").payload == {"open": True, "why": 1}
    assert sent_as(OPEN, WHY, why="1").payload == {"open": False}
    assert sent_as(OPEN, SHUT, shut="0").payload == {"open": False, "shut": 0}
    assert 'data-values="yes"' in page(form(OPEN, WHY, roster=SIDES))
    shown = [question.is_open for question in form(OPEN, WHY, SHUT, roster=SIDES).questions()]
    assert shown == [True, False, True]


# --- sides ----------------------------------------------------------------------------------------


# --- numbers that add up --------------------------------------------------------------------------

TRICKS = Field("tricks", say("Tricks"), per="side", high=13, total=13)
HEARTS = Field("hearts", say("Hearts"), per="player", high=13, total=13, everybody=True)


def test_the_last_number_of_a_total_follows() -> None:
    assert sent_as(TRICKS, tricks__0="9").payload == {"tricks": [9, 4]}
    assert sent_as(TRICKS, tricks__1="9").payload == {"tricks": [4, 9]}
    response = sent_as(HEARTS, roster=ALONE, hearts__0="9", hearts__2="0")
    assert response.payload == {"hearts": [9, 4, 0]}
    assert 'data-total="13"' in page(form(TRICKS, roster=SIDES))


def test_two_missing_numbers_are_missed() -> None:
    response = sent_as(HEARTS, roster=ALONE, hearts__0="9")
    assert set(response.errors) == {"answer-hearts-1", "answer-hearts-2"}
    assert sent_as(TRICKS).errors


def test_numbers_know_their_steps_and_halves() -> None:
    step = Field("points", say("Points"), high=5000, step=50)
    assert 'step="50"' in page(form(step))
    half = Field("points", say("Points"), high=31, also=(30.5,))
    assert sent_as(half, points="30.5").payload == {"points": 30.5}
    assert sent_as(half, points="30").payload == {"points": 30}
    assert isinstance(sent_as(half, points="30").payload["points"], int)
    assert answers_in_words([half], ALONE, {"points": 30.5})[0].text == "30½"


# --- an order -------------------------------------------------------------------------------------

WENT = Field("went", say("Who went out?"), kind=ORDER, required=False)
EVERYBODY = Field("came", say("In which order?"), kind=ORDER, low=3, high=3)


def test_the_last_of_everybody_follows() -> None:
    assert sent_as(EVERYBODY, roster=ALONE, came__1="1", came__0="2").payload == {"came": [1, 0, 2]}
    twice = sent_as(EVERYBODY, roster=ALONE, came__0="1", came__1="2", came__2="1")
    assert list(twice.errors) == ["answer-came-2"]
    assert sent_as(EVERYBODY, roster=ALONE).overall
    assert "data-all" in page(form(EVERYBODY))
    assert "data-all" not in page(form(WENT))
