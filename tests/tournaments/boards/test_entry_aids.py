"""What helps whoever enters a report: signs in rows, what is left, what is filled in at a tap."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from rulesets import games
from rulesets.engine.replay import open_game
from rulesets.engine.roster import Setup
from tournaments.boards.deals import report_fields
from tournaments.report_forms.entry_aids import EntryAids
from tournaments.report_forms.inputs import followed
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


def test_a_name_with_a_sign_stands_in_the_rows_of_numbers() -> None:
    (hearts,) = form("hearts").questions()
    assert [one.field.key for one in hearts.marked] == ["queen"]
    assert [answer.marks[0].radio.data["value"] for answer in hearts.answers] == list("0123")
    assert hearts.answers[0].marks[0].parts == ("Q", "♠")
    assert form("sweep").questions()[0].answers[1].marks[0].parts == ("Out",)


def test_nobody_can_still_be_named_where_that_is_an_answer() -> None:
    page = render_to_string("reports/_report_form.html", {"form": form("crazy-eights")})
    assert "Nobody: blocked" in page
    assert page.count('name="answer-out"') == len(NAMES) + 1


def test_what_is_wrong_with_a_sign_is_told_below_the_rows() -> None:
    given = {f"answer-hearts-{place}": number for place, number in enumerate("3550")}
    wrong = form("hearts", given)
    assert not wrong.is_valid()
    page = render_to_string("reports/_report_form.html", {"form": wrong})
    assert page.count("Tap one of these.") == 1


def test_what_is_left_is_told_in_the_words_of_the_game() -> None:
    (hearts,) = form("hearts").questions()
    rules = hearts.rules
    assert rules["data-total"] == 13
    assert rules["data-left"] == "{n} of 13 hearts left"
    assert rules["data-to-go"] == "{n} hearts to go"
    assert rules["data-how"] == "how many hearts?"
    assert len(hearts.pips) == 13
    bid, tricks = form("oh-hell").questions()
    assert bid.rules["data-how"] == "which bid?"
    assert tricks.rules["data-how"] == "how many tricks?"
    salad = form("canadian-salad").questions()[0]
    assert salad.rules["data-left"] == "{n} of 26 red cards left"
    assert not salad.pips  # too many to be drawn


def test_limits_of_the_game_stand_in_the_page() -> None:
    shown = questions(form("oh-hell"))
    assert 'data-never="10"' in shown
    assert 'data-most="' in questions(form("crazy-eights"))
    again = questions(form("oh-hell", names=("Al", "Bea", "Col", "Dot", "Eve", "Fay")))
    assert 'data-never="7"' in again
    assert "Fay" in again


def test_what_was_told_before_the_hand_stands_below_the_names() -> None:
    stored = {"bid": [2, 3, 2, 4]}
    asked = form("oh-hell", payload=stored, answered_before=("bid",)).questions()
    assert [answer.note for answer in asked[1].answers] == ["Bid 2", "Bid 3", "Bid 2", "Bid 4"]


def test_a_shortcut_says_what_it_fills_in() -> None:
    (power,) = form("hearts").shortcuts
    assert power.label == "Somebody took every heart and the queen"
    assert power.settings == {
        "data-all": "hearts",
        "data-names": "queen",
        "data-confirms": "hearts.power",
    }
    assert power.choices == list(enumerate(NAMES))
    assert not form("oh-hell").shortcuts


def test_the_board_is_there_where_its_spaces_are_claimed() -> None:
    rummoli = form("rummoli")
    assert rummoli.board is not None
    keys = [item.key for item in rummoli.board.items if getattr(item, "key", "")]
    assert set(rummoli.spaces.split()) <= set(keys)
    assert form("golf").board is None


def test_once_all_is_told_the_others_have_nothing() -> None:
    (field,) = (one for one in form("hearts").declared if one.key == "hearts")
    told = {0: 9, 1: 4, 2: None, 3: None}
    assert followed(field, told, range(4)) == {0: 9, 1: 4, 2: 0, 3: 0}
    assert followed(field, {**told, 1: 3}, range(4)) == {**told, 1: 3}
    assert followed(field, {**told, 1: 5}, range(4)) == {**told, 1: 5}
    nothing = dict.fromkeys(range(4))
    assert followed(field, nothing, range(4)) == nothing


def test_the_server_fills_in_what_follows_where_no_script_does() -> None:
    given = {"answer-hearts-0": "9", "answer-hearts-1": "4", "answer-queen": "0"}
    sent = form("hearts", given)
    assert sent.is_valid(), sent.errors
    assert sent.payload == {"hearts": [9, 4, 0, 0], "queen": 0}


def test_several_forms_stand_in_one_by_their_prefixes() -> None:
    given = {"hand-2-answer-bid-0": "1", "hand-2-confirmed": ["bid.rare"]}
    one = form("oh-hell", given, prefix="hand-2")
    assert one.confirmed == ("bid.rare",)
    assert one.confirming == "hand-2-confirmed"
    assert one["answer-bid-0"].html_name == "hand-2-answer-bid-0"
    assert one["answer-bid-0"].value() == "1"
