"""The Janken games beyond their one example: drawing, passing, a blocked hand, the cards that act
(the rule sheet for the Janken Deck, its three games)."""

from __future__ import annotations

import pytest

from rulesets import games
from rulesets.files.turn_file import judge, turn
from tests.rulesets.referee.turn_files import after, codes, file, last, of, verdicts

EIGHTS, WILD, EXTRA = "crazy-eights", "jokers-wild", "jokers-extra-wild"


@pytest.mark.parametrize(
    ("moved", "start", "found"),
    [
        ("A +2 2P", {}, []),
        ("A +1", {}, ["play.due"]),
        ("A", {}, ["play.due"]),
        ("A +3 2P", {"stock": 2}, ["draw.stock"]),
        ("A 2P +1", {}, ["turn.over"]),
        ("A 2P | 3P", {}, ["turn.over"]),
        ("A pass", {"stock": 1}, ["pass.stock"]),
        ("A pass", {"stock": 0}, []),
        ("A pass", {}, []),
        ("A pass", {"stock": 0, "hands": {"A": "2R 3P"}}, ["pass.playable"]),
        ("A pass", {"stock": 0, "hands": {"A": "2R 3S"}}, []),
        ("A +1 pass", {"stock": 1, "hands": {"A": "2R 3S"}}, []),
        ("A 8R", {}, ["call.missing"]),
        ("A 8R=Rock", {}, []),
        ("A 8R=X", {}, ["call.wrong"]),
        ("A 2P=S", {}, ["call.wrong"]),
        ("A 2P >B", {}, ["to.unneeded"]),
    ],
)
def test_drawing_and_passing(moved, start, found):
    assert codes(EIGHTS, moved, **{"top": "JP", **start}) == found


def test_options_of_drawing():
    assert codes(EIGHTS, "A +1", top="JP", options={"must_play": False}) == []
    assert codes(EIGHTS, "A", top="JP", options={"must_play": False}) == ["play.due"]
    reshuffled = {"options": {"reshuffle": True}, "top": "JP", "pile": 4, "stock": 1}
    assert codes(EIGHTS, "A +4 2P", **reshuffled) == []
    assert codes(EIGHTS, "A +5 2P", **reshuffled) == ["draw.stock"]
    assert codes(EIGHTS, "A pass", **{**reshuffled, "stock": 0}) == ["pass.stock"]


def test_the_call_of_an_eight_holds():
    called = {"top": "JP"}
    assert codes(EIGHTS, "A 8R=S", "B 2S", **called) == []
    assert codes(EIGHTS, "A 8R=S", "B 2R", **called) == ["play.fit"]
    assert codes(EIGHTS, "A 8R=S", "B 8P=L", **called) == []
    asked = turn(file(EIGHTS, "A 8R=S", **called))["because"]
    assert "On top lies 8 of Rock, called Scissors, turn 1." in [one["text"] for one in asked]


def test_the_other_deck():
    standard = {"deck": "standard"}
    found = last(EIGHTS, "A 5C", top="9H", options=standard)["problems"][0]
    assert found["message"] == (
        "The 5♣ fits neither the suit nor the rank of the 9♥. "
        "Play a heart, a nine or an eight, or draw."
    )
    assert found["rule"] == "fits"
    assert codes(EIGHTS, "A 8C=H", top="9H", options=standard) == []
    assert codes(EIGHTS, "A 8C=R", top="9H", options=standard) == ["call.wrong"]
    (problem,) = judge(file(EIGHTS, "A 8H", top="8C=R", options=standard))["problems"]
    assert (problem["code"], problem["at"]) == ("call.wrong", ["start", "top"])


def test_a_blocked_hand():
    passing = [f"{name} pass" for name in "ABCD"]
    position = after(EIGHTS, *passing, top="JP", stock=0)
    assert (position["next"], position["over"]) == (None, {"winner": None, "reason": "blocked"})
    assert after(EIGHTS, *passing[:3], "D 2P", *passing[:3], top="JP", stock=0)["over"] is None


def test_out_of_cards_wins_at_once():
    position = after(EXTRA, "A 2S", top="9P", hands={"A": 1})
    assert (position["over"], position["owed"]) == ({"winner": "A", "reason": "out"}, {})
    assert codes(EIGHTS, "A 8R", top="9P", hands={"A": 1}) == []


def test_packs():
    twice = {"A": "2P 2P"}
    for seats, options, found in (
        (5, {}, 1),
        (6, {}, 0),
        (6, {"packs": 1}, 1),
        (2, {"packs": 2}, 0),
    ):
        document = file(EIGHTS, seats=seats, options=options, hands=twice)
        assert len(turn(document)["problems"]) == found


def test_a_joker_has_no_rank():
    assert codes(WILD, "A JK=P", "B JK=S", top="JP") == []
    assert codes(WILD, "A JK", top="JP") == ["call.missing"]
    assert codes(WILD, "A 8R", top="JP") == ["play.fit"]
    referee = games.load(WILD).referee
    assert len(referee.deck(games.load(WILD).options(), 4).cards()) == 70


# --- the cards that act ---------------------------------------------------------------------------


def test_draws_that_are_due():
    due = ["A 2S"]
    assert codes(EXTRA, *due, "B 3W", top="9P") == ["draw.due"]
    assert codes(EXTRA, *due, "B +1 3W", top="9P") == ["draw.due"]
    assert codes(EXTRA, *due, "B +2", top="9P") == ["play.due"]
    assert codes(EXTRA, *due, "B +2 3W", top="9P") == []
    assert codes(EXTRA, *due, "B +3 3W", top="9P") == []
    position = after(EXTRA, *due, "B +2 2W", top="9P")
    assert (position["next"], position["due"]) == ("C", 2)
    short = {"top": "9P", "stock": 1}
    assert after(EXTRA, *due, **short)["due"] == 1
    assert codes(EXTRA, *due, "B +1 3W", **short) == []
    assert after(EXTRA, *due, top="9P", stock=0)["owed"] == {}


def test_nine_and_queen():
    assert after(EXTRA, "A 9S", top="3P")["next"] == "C"
    assert after(EXTRA, "A 9S", top="3P", seats=2)["next"] == "A"
    position = after(EXTRA, "A QS", top="3P")
    assert (position["next"], position["direction"]) == ("D", "counterclockwise")
    assert after(EXTRA, "A QS", top="3P", seats=2)["next"] == "B"
    found = last(EXTRA, "A 9S", top="3P")["effects"]
    assert [(one["player"], one["does"], one["rule"]) for one in found] == [
        ("B", "skip", "special")
    ]


def test_the_ace_gives_a_card():
    held = {"top": "3P", "stock": 3, "hands": {"C": 4}}
    assert after(EXTRA, "A AS >C", **held)["held"] == {"C": 5}
    assert after(EXTRA, "A AS", **held)["held"] == {"C": 4}
    assert codes(EXTRA, "A AS >A", **held) == ["to.player"]
    assert codes(EXTRA, "A AS >C", **{**held, "stock": 0}) == ["draw.stock"]
    assert codes(EXTRA, "A KS >C", **held) == ["to.unneeded"]
    assert codes(EXTRA, "A AS >Z", **held) == ["player.unknown"]


def test_four_calls_a_suit():
    assert codes(EXTRA, "A 4S", top="9P") == ["call.missing"]
    assert codes(EXTRA, "A 4S=W", "B +4 3R", top="9P") == ["play.fit"]
    assert codes(EXTRA, "A 4S=W", "B +4 3P", top="9P") == []


def test_the_start_may_owe_and_skip():
    found = verdicts(EXTRA, "A 3S", top="3P", skips={"B": 1, "C": 1}, due={"D": 4})
    assert found[0]["position"]["next"] == "D"
    assert found[0]["position"]["due"] == 4
    assert after(EXTRA, of("A 3S"), top="3P", direction="counterclockwise")["next"] == "D"
