"""What helps whoever enters a report: signs in rows, what is left, what is filled in at a tap."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from rulesets import games
from rulesets.engine.replay import open_game
from rulesets.engine.roster import Setup
from tournaments.boards.deals import report_fields
from tournaments.report_forms.entry_aids import EntryAids
from tournaments.report_forms.report_form import ReportForm, questions

NAMES = ("Ann", "Bo", "Cy", "Di")


def form(slug: str, data: Any = None, names: tuple[str, ...] = NAMES, **more: Any) -> ReportForm:
    """The form of a game's first report."""
    game = games.load(slug)
    plays = game.plays
    state = open_game(plays, Setup(plays.roster(names), game.options())).state
    asked = report_fields(plays, state)
    aids = EntryAids(plays, state)
    return ReportForm(data, fields=asked, roster=state.roster, aids=aids, **more)


def test_nobody_can_still_be_named_where_that_is_an_answer() -> None:
    page = render_to_string("reports/_report_form.html", {"form": form("crazy-eights")})
    assert "Nobody: blocked" in page
    assert page.count('name="answer-out"') == len(NAMES) + 1


def test_limits_of_the_game_stand_in_the_page() -> None:
    shown = questions(form("oh-hell"))
    assert 'data-never="10"' in shown
    assert 'data-most="' in questions(form("crazy-eights"))
    again = questions(form("oh-hell", names=("Al", "Bea", "Col", "Dot", "Eve", "Fay")))
    assert 'data-never="7"' in again
    # Number pads lack the minus: such an input asks for none, with the key beside it.
    assert 'inputmode="text"' in questions(form("golf"))
    assert "data-signed" in questions(form("golf"))
    assert 'inputmode="numeric"' in shown


def test_several_forms_stand_in_one_by_their_prefixes() -> None:
    values = {"hand-2-answer-bid-0": "1", "hand-2-confirmed": ["bid.rare"]}
    one = form("oh-hell", values, prefix="hand-2")
    assert one.confirmed == ("bid.rare",)
    assert one.confirming == "hand-2-confirmed"
    assert one["answer-bid-0"].html_name == "hand-2-answer-bid-0"
    assert one["answer-bid-0"].value() == "1"
