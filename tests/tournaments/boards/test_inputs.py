"""The report form: built from the game, completed by totals, told what the engine found."""

from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from rulesets import games
from rulesets.engine.problems import Problem
from rulesets.engine.roster import Roster
from rulesets.engine.text import Phrase
from tests.rulesets.every_game import GAMES, HOUSE, every_field
from tests.sampling import GAMES_OF_EACH_KIND
from tournaments.models.event_games import format_of
from tournaments.report_forms.bound_question import make_inputs
from tournaments.report_forms.report_form import ReportForm

NAMES = ("Bo", "Cy", "Ann", "Di")
ROLES = ("gentleman", "gentleman", "lady", "lady")


@pytest.fixture(scope="module")
def game():
    return format_of(games.load("court-whist"))


def make(game, stage, data=None, **kwargs):
    fields, roster = game.hands.fields(stage), game.game.plays.roster(NAMES)
    return ReportForm(data, fields=fields, roster=roster, **kwargs)


def test_fields_follow_the_questions_of_every_set(game):
    for stage in range(1, game.length.sets + 1):
        form = make(game, stage)
        several = {"side": 2, "player": 4}
        wanted = [
            f"answer-{q.key}-{i}" for q in game.hands.fields(stage) for i in range(several[q.per])
        ]
        assert list(form.fields) == wanted


def test_sides_are_called_by_their_people(game):
    asked = make(game, 1).questions()[0]
    assert [answer.label for answer in asked.answers] == ["Bo & Ann", "Cy & Di"]
    assert asked.rules["data-total"] == 13


@pytest.mark.parametrize(
    ("data", "tricks"),
    [
        ({"answer-tricks-0": "7", "answer-tricks-1": ""}, [7, 6]),
        ({"answer-tricks-0": "", "answer-tricks-1": "13"}, [0, 13]),
        ({"answer-tricks-0": "7", "answer-tricks-1": "7"}, [7, 7]),
        ({"answer-tricks-0": "15"}, [15, -2]),
    ],
)
def test_the_other_side_follows_only_where_it_is_left_open(game, data, tricks):
    form = make(game, 1, data)
    assert form.is_valid()
    assert form.payload == {"tricks": tricks}


def test_the_fourth_player_follows(game):
    form = make(game, 3, {"answer-tricks-0": "2", "answer-tricks-1": "5", "answer-tricks-3": "1"})
    assert form.is_valid()
    assert form.payload == {"tricks": [2, 5, 5, 1]}


def test_a_missing_number_is_told_beside_its_field(game):
    form = make(game, 4, {"answer-tricks-0": "7", "answer-lady_tricks-0": "3"})
    assert not form.is_valid()
    assert list(form.errors) == ["answer-lady_tricks-1"]
    answer = form.questions()[1].answers[1]
    assert answer.messages == ["A number is missing here."]


def test_what_may_be_left_out_counts_as_none(game):
    form = make(game, 6, {"answer-tricks-0": "7", "answer-spoke-2": "1"})
    assert form.is_valid()
    assert form.payload == {"tricks": [7, 6], "spoke": [0, 0, 1, 0]}


@pytest.mark.parametrize("typed", ["seven", "7.5", "1" * 12, "-99999999"])
def test_what_is_no_sensible_number_is_refused_and_kept(game, typed):
    form = make(game, 1, {"answer-tricks-0": typed})
    assert not form.is_valid()
    assert form.questions()[0].answers[0].field.value() == typed


def test_a_stored_report_fills_the_form(game):
    form = make(game, 4, payload={"tricks": [7, 6], "lady_tricks": [2, 3]})
    assert [str(answer.field.value()) for answer in form.questions()[1].answers] == ["2", "3"]


def test_problems_land_where_they_belong(game):
    form = make(
        game, 4, {"answer-tricks-0": "7", "answer-lady_tricks-0": "8", "answer-lady_tricks-1": "2"}
    )
    assert form.is_valid()
    form.add_problems(game.hands.check(4, ROLES, form.payload))
    tricks, ladies = form.questions()
    assert not tricks.messages
    assert not ladies.answers[1].messages
    assert len(ladies.answers[0].messages) == 1
    assert "8" in ladies.answers[0].messages[0]
    assert form.asks == []


def test_a_sum_is_told_at_the_question_with_its_numbers(game):
    form = make(game, 1, {"answer-tricks-0": "7", "answer-tricks-1": "5"})
    assert form.is_valid()
    form.add_problems(game.hands.check(1, ROLES, form.payload))
    assert form.questions()[0].messages == ["Tricks add up to 12; a hand has 13."]


def test_warnings_ask_and_the_answer_is_read_back(game):
    form = make(game, 1, {"answer-tricks-0": "13"})
    assert form.is_valid()
    form.add_problems(game.hands.check(1, ROLES, form.payload))
    assert form.asks
    again = make(game, 1, QueryDict("answer-tricks-0=13&confirmed=a&confirmed=b"))
    assert again.confirmed == ("a", "b")


def test_a_problem_about_something_not_asked_is_told_over_the_form(game):
    form = make(game, 1, {"answer-tricks-0": "7"})
    form.add_problems([Problem("set.over", "error", Phrase("Set {set} is over.", {"set": 2}))])
    assert form.overall == ["Set 2 is over."]


ANSWERS = ("", "7", "x", "QS, 10H")


def values_of(inputs: dict[str, Any]) -> dict[str, str]:
    """Everything that the inputs of a form and their widgets hold, in words."""
    return {
        name: repr([{**vars(one), "widget": None}, vars(one.widget)])
        for name, one in inputs.items()
    }


@pytest.mark.exhaustive(keep=(*GAMES_OF_EACH_KIND, "oh-hell", "house-grandmas-rummy"))
@pytest.mark.parametrize("game", [*GAMES, *HOUSE], ids=lambda game: game.slug)
def test_all_forms_of_a_question_share_its_inputs_and_none_changes_them(game: Any) -> None:
    fields = tuple(every_field(game))
    roster = game.plays.roster(NAMES[: game.plays.players[0]])
    if len(roster.names) < 2:
        roster = Roster(NAMES[:2])
    first = ReportForm(fields=fields, roster=roster)
    inputs, before = dict(first.fields), values_of(first.fields)
    for answer in ANSWERS:
        sent = QueryDict(mutable=True)
        for name in inputs:
            sent.appendlist(name, answer)
        form = ReportForm(sent, fields=fields, roster=roster)
        form.is_valid()
        form.add_problems([Problem("wrong", "error", Phrase("No."), (fields[0].key,))])
        for bound in form:
            bound.as_widget()
        render_to_string("reports/_report_form.html", {"form": form})
        assert all(form.fields[name] is inputs[name] for name in inputs)
    assert values_of(inputs) == before


def test_an_input_is_made_for_each_language() -> None:
    """What it refuses is translated when it is made."""
    field = format_of(games.load("court-whist")).hands.fields(1)[0]
    english = make_inputs(field, ("Tricks",), (), "en")
    assert make_inputs(field, ("Tricks",), (), "en") is english
    assert make_inputs(field, ("Tricks",), (), "de") is not english
    assert make_inputs(field, ("Stiche",), (), "en") is not english
