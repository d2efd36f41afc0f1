"""A report in words: every answer that was given, and none that was not."""

import pytest

from rulesets import games
from rulesets.engine.roster import Roster, Setup
from tests.rulesets.tables import plays_of
from tournaments.report_forms.inputs import answers_in_words

NAMES = ("Ann", "Bo", "Cy")


def said(slug, payload, names=NAMES, fields=None):
    plays = plays_of(slug)
    state = plays.start(Setup(plays.roster(names), games.load(slug).options())).state
    roster = Roster(names)
    told = answers_in_words(fields or plays.fields(state), roster, payload)
    return [(one.label, one.text) for one in told]


@pytest.mark.parametrize(
    ("slug", "payload", "words"),
    [
        ("golf", None, []),
        ("golf", {"points": [3, None, -10]}, [("Points", "Ann 3, Cy −10")]),
        (
            "golf",
            {"grids": [[["QS", "10H", "JK", "2C"]] * 2, None, None], "knocker": 0},
            [
                ("Cards", "Ann Q♠ 10♥ Joker 2♣ / Q♠ 10♥ Joker 2♣"),
                ("Who knocked?", "Ann"),
            ],
        ),
        (
            "rummoli",
            {"widow": {"buyer": 1, "price": 3}, "claims": {"AS": 0, "789": 2}, "poker": [0, 2]},
            [
                ("Who claimed which space?", "A♠: Ann, 7-8-9 of one suit: Cy"),
                ("What became of the widow?", "Sold to the highest bidder, Bo, 3"),
                ("Best poker hand", "Ann and Cy"),
            ],
        ),
        ("rummoli", {"widow": "kept"}, [("What became of the widow?", "Nobody took it")]),
        (
            "gin-tournament",
            {"outcome": "stock_out", "counts": [3, 0]},
            [("How did it end?", "Stock ran out"), ("Points left", "Ann 3, Bo 0")],
        ),
    ],
)
def test_a_report_is_told_answer_by_answer(slug, payload, words):
    assert said(slug, payload) == words


def test_what_is_no_card_is_told_as_it_was_typed():
    assert said("rummoli", {"hands": [["QS", "??"], None, None]}) == [("Cards", "Ann Q♠ ??")]
