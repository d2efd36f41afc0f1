"""The questions of a report are drawn once, whatever lies on the spaces that they are about."""

import pytest
from django.template.loader import render_to_string
from django.utils.html import escape

from rulesets import games
from rulesets.engine.roster import Setup
from tests.rulesets.tables import played, plays_of, setup
from tests.sampling import GAMES_OF_EACH_KIND
from tournaments.boards.deals import final_fields, report_fields
from tournaments.report_forms import report_form
from tournaments.report_forms.report_form import TEMPLATE, ReportForm, questions
from tournaments.web.wording import translate


@pytest.fixture
def renderings(monkeypatch):
    """The templates that are rendered."""
    seen = []
    render = render_to_string
    monkeypatch.setattr(
        report_form,
        "render_to_string",
        lambda *given: seen.append(given[0]) or render(*given),
    )
    return seen


def closing(*reports, board="rummoli") -> ReportForm:
    """What closes the game after rounds."""
    begin = setup("rummoli", 3)
    state = played("rummoli", begin, *reports).state
    fields = final_fields(plays_of("rummoli"), state)
    return ReportForm(fields=fields, roster=begin.roster, final=True)


ROUND = {"claims": {"AS": 0}, "rummoli": 1, "poker": [1]}


def first_of(slug: str, *names: str) -> ReportForm:
    """The form of a game's first round for these people; of fewer, where it is for fewer."""
    plays = plays_of(slug)
    setting = Setup(plays.roster(names), games.load(slug).options())
    state = plays.start(setting).state
    return ReportForm(fields=report_fields(plays, state), roster=state.roster)


@pytest.mark.exhaustive(keep=GAMES_OF_EACH_KIND)
@pytest.mark.parametrize("slug", games.slugs())
def test_what_is_kept_is_what_the_template_draws_whatever_people_are_called(slug, renderings):
    for names in (("Ann", "Bo", "<Cy>", "D'Arcy"), ("Zoë", "Bo", "Ann & Bo", "Di")):
        form = first_of(slug, *names)
        assert questions(form) == render_to_string(TEMPLATE, {"form": form})
    assert len(renderings) == 1


def test_a_form_that_closes_a_game_is_drawn_once_whatever_lies_there(renderings):
    before, after = closing(ROUND), closing(ROUND, ROUND)
    assert before.declared != after.declared
    for form in (before, after):
        text = questions(form)
        assert text == render_to_string(TEMPLATE, {"form": form})
        assert all(escape(translate(label)) in text for _key, label in form.declared[0].choices)
    assert len(renderings) == 1
