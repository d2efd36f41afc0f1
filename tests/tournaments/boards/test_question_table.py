"""Questions of the same people stand in a table at the desk, and apart on phones."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string

from rulesets import games
from rulesets.engine.roster import Setup
from tests.sampling import GAMES_OF_EACH_KIND
from tournaments.boards.deals import report_fields
from tournaments.report_forms.bound_question import QuestionTable
from tournaments.report_forms.report_form import ReportForm


def form(slug, players=4, data=None):
    plays = games.load(slug).plays
    roster = plays.roster(("Ann", "Bo", "Cy", "Di", "Eve", "Fay")[:players])
    state = plays.start(Setup(roster, games.load(slug).options())).state
    return ReportForm(data, fields=report_fields(plays, state), roster=roster)


def tables(shown):
    return [part for part in shown.parts() if isinstance(part, QuestionTable)]


def test_bid_and_tricks_of_a_player_stand_in_one_line():
    (table,) = tables(form("oh-hell"))
    assert table.columns == ("Bid", "Tricks")
    assert [title for title, _places in table.rows] == ["Ann", "Bo", "Cy", "Di"]
    names = [[place.answer.field.html_name for place in places] for _title, places in table.rows]
    assert names[1] == ["answer-bid-1", "answer-tricks-1"]


def test_many_questions_of_two_sides_have_a_line_each():
    (table,) = tables(form("hand-and-foot"))
    assert table.columns == ("Ann & Cy", "Bo & Di")
    assert [title for title, _places in table.rows] == [
        *("Red canastas", "Black canastas", "Wild canastas"),
        *("Red threes", "Cards on the table", "Cards left"),
    ]


@pytest.mark.parametrize("slug", ["hearts", "500-bid"])
def test_a_single_question_is_asked_as_ever(slug):
    assert not tables(form(slug))


@pytest.mark.exhaustive(keep=GAMES_OF_EACH_KIND)
@pytest.mark.parametrize("slug", games.slugs())
def test_a_table_holds_the_same_inputs_as_the_questions(slug):
    low, _high = games.load(slug).plays.players
    shown = form(slug, max(low, 4 if slug in ("hearts", "oh-hell") else low))
    pages = (
        render_to_string("reports/_report_form.html", {"form": shown, "abreast": abreast})
        for abreast in (False, True)
    )
    plain, abreast = (sorted(re.findall(r'\bname="([\w-]+)"', page)) for page in pages)
    assert plain == abreast


def test_what_is_wrong_stands_in_its_cell():
    shown = form(
        "oh-hell", data={f"answer-bid-{n}": "2" for n in range(4)} | {"answer-tricks-1": "x"}
    )
    assert not shown.is_valid()
    page = render_to_string("reports/_report_form.html", {"form": shown, "abreast": True})
    cell = next(part for part in page.split("<td") if 'name="answer-tricks-1"' in part)
    assert "problem" in cell
    assert "Tricks<span" in cell


def test_on_a_narrow_screen_every_input_says_whose_it_is():
    page = render_to_string(
        "reports/_report_form.html", {"form": form("hand-and-foot"), "abreast": True}
    )
    cell = next(part for part in page.split("<td") if 'name="answer-wild-1"' in part)
    assert "Bo &amp; Di<span" in cell
    assert ": Wild canastas</span>" in cell
