"""Extra Steps: what its sheet tells (“Extra Steps”, S. Jimenez, spring 2026), numbered as in the
specification (S1 to S7)."""

import pytest

from rulesets.engine.problems import Unusable
from rulesets.files.turn_file import judge
from tests.rulesets.referee.turn_files import after, codes, file, last, of, plays

GAME = "extra-steps"
ALL = "AS 2H 3S 4H 5S 6H 7S 8H 9S 10H JS QH KS"


def test_only_the_next_numbers_fit():  # S1
    assert plays(GAME, ALL, top="KC") == ["AS", "AS=1", "KS", "KS=13", "QH", "QH=12"]
    (problem,) = last(GAME, "A 10S", top="KC")["problems"]
    assert problem["code"] == "play.fit"
    assert "The 10♠ does not fit on the K♣." in problem["message"]


def test_the_same_number_brings_another_go():  # S2
    assert codes(GAME, "A 7S", top="7H") == ["again.due"]
    assert after(GAME, "A 7S | 8D", top="7H")["next"] == "B"
    assert after(GAME, "A 7S +1", top="7H")["next"] == "B"
    assert after(GAME, "A 7S", top="7H", options={"again": "may"})["next"] == "B"


def test_jacks_are_added_to_and_sent_back():  # S3
    moved = ["A JH", "B JD +1", "C QS"]
    assert after(GAME, *moved[:1], top="10H")["due"] == 3
    position = after(GAME, *moved[:2], top="10H")
    assert (position["next"], position["due"]) == ("C", 6)
    position = after(GAME, *moved, top="10H")
    assert (position["next"], position["due"]) == ("B", 6)
    assert position["direction"] == "counterclockwise"


def test_a_king_is_no_answer():  # S4
    assert codes(GAME, "A JH", "B QS", "A KS", top="10H") == ["play.answer"]
    assert after(GAME, "A JH", "B QS", top="10H")["due"] == 3
    assert codes(GAME, "A JH", "B +3", top="10H") == ["play.due"]
    assert after(GAME, "A JH", "B +3 10S", top="10H")["next"] == "C"
    assert after(GAME, "A JH", "B +3", top="10H", options={"draw_ends_turn": True})["next"] == "C"


def test_chains():  # S5
    assert after(GAME, "A JS JD JC", top="10H")["due"] == 9
    assert after(GAME, "A QS QD QC", top="JH")["direction"] == "counterclockwise"
    held = {"A": 9, "B": 4}
    position = after(GAME, of("A AS AD AC >B"), top="2H", hands=held)
    assert position["held"] == {"A": 4, "B": 6}
    assert codes(GAME, "A AS AD AC", top="2H") == ["to.missing"]


def test_staircases():  # S6
    position = after(GAME, "A 10S JS QS", top="9H")
    assert (position["direction"], position["due"]) == ("counterclockwise", 0)
    position = after(GAME, "A QS JS 10S", top="KH")
    assert (position["direction"], position["due"]) == ("clockwise", 3)
    highest = {"staircase_face": "highest"}
    assert after(GAME, "A QS JS 10S", top="KH", options=highest)["due"] == 0


def test_the_last_card_is_a_number():  # S7
    for card in ("KH", "KH=13"):
        assert codes(GAME, f"A {card}", top="QH", hands={"A": "KH"}) == ["play.last"]
    position = after(GAME, "A 7H", top="7S", hands={"A": "7H"})
    assert (position["next"], position["over"]) == (None, {"winner": "A", "reason": "out"})
    draw = {"last_face": "draw"}
    assert codes(GAME, "A KH", top="QH", hands={"A": "KH"}, options=draw) == ["draw.due"]
    position = after(GAME, "A KH +1", top="QH", hands={"A": "KH"}, options=draw)
    assert (position["next"], position["held"]) == ("C", {"A": 1})


@pytest.mark.parametrize(
    ("moved", "found"),
    [
        ("A 8S 8D", ["play.group"]),
        ("A 8S 8S", ["play.group"]),
        ("A 8S 9S 9S", ["play.copies", "play.group"]),
        ("A 8S 9S JK=9S 10S", ["play.copies"]),
        ("A 8S 10S 9S", ["play.group"]),
        ("A 8S 9S JS", ["play.group"]),
        ("A 8S 9D 10S", ["play.group"]),
        ("A 8S 9S 8S", ["play.copies", "play.group"]),
        ("A JK", ["call.missing"]),
        ("A JK=XX", ["call.wrong"]),
        ("A 8S=9", ["call.wrong"]),
        ("A 8S >B", ["to.unneeded"]),
        ("A +2", ["draw.amount"]),
        ("A 8S +1", ["turn.over"]),
        ("A", ["play.due"]),
        ("A pass", ["pass.stock"]),
    ],
)
def test_what_is_wrong(moved, found):
    assert codes(GAME, moved, top="7H", stock=20) == found


def test_two_of_a_number_are_two_goes():
    text = "Two of a number are two goes: play one, then the other."
    messages = [last(GAME, cards, top="7H")["problems"][0]["message"] for cards in (
        "A 8S 8D", "A 8S 9S",
    )]  # fmt: skip
    assert [message == text for message in messages] == [True, False]


@pytest.mark.parametrize(("before", "amount"), [(3, "one card"), (4, "2 cards")])
def test_how_many_cards_are_left_in_a_hand_is_said_as_people_count(before, amount):
    counted = of("A 7S | 8D", left=7)
    [problem] = last(GAME, counted, top="7H", hands={"A": before})["problems"]
    assert problem["message"] == f"A should hold {amount} after this turn, not 7."


def test_slaps():
    slapped = of("A 7H | 8D")
    assert codes(GAME, slapped, top="7H") == ["slap.missing"]
    assert last(GAME, slapped, top="7H")["legal"]
    slapped["steps"][0]["last_to_slap"] = "C"
    position = after(GAME, slapped, top="7H", hands={"C": 4})
    assert position["held"]["C"] == 7
    joker = of("A JK=7H | 8D")
    joker["steps"][0]["last_to_slap"] = "D"
    assert after(GAME, joker, top="7H", hands={"D": 1})["held"]["D"] == 4
    wrong = of("A 8H")
    wrong["steps"][0]["last_to_slap"] = "C"
    assert codes(GAME, wrong, top="7H") == ["slap.none"]


def test_five_crowns():
    crowns = {"deck": "five-crowns", "ace": 7}
    assert plays(GAME, "7T 3H 8T KT", top="KH", options=crowns) == ["7T=1", "7T=A", "KT", "KT=13"]
    assert plays(GAME, "7T 3H 8T KT", top="3H", options=crowns) == ["3H", "7T=1", "7T=A"]
    assert after(GAME, of("A 7T=A >C"), top="KH", options=crowns)["next"] == "B"
    assert codes(GAME, "A 7T=A", top="KH", options=crowns) == ["to.missing"]
    assert codes(GAME, "A AH", top="KH", options=crowns) == ["card.copies", "to.missing"]
    assert "card.copies" in codes(GAME, "A 2H", top="KH", options=crowns)
    assert "card.copies" not in codes(GAME, "A 3H", top="KH", options=crowns)


def test_chains_and_staircases_are_listed():
    found = plays(GAME, "8S 8D 8C 9S 10S JS", top="7H")
    assert "8C 8D 8S" in found
    assert {"8S 9S 10S", "8S 9S 10S JS"} <= set(found)
    assert "9S 10S JS" not in found


def test_the_ace_of_five_crowns_is_chosen_anew_each_round():
    crowns = {"deck": "five-crowns", "ace": 7}
    assert plays(GAME, "7T 5H", top="KH", options=crowns) == ["7T=1", "7T=A"]
    assert plays(GAME, "7T 5H", top="KH", options=crowns, ace=5) == ["5H=1", "5H=A"]
    with pytest.raises(Unusable, match=r"start\.ace"):
        judge(file(GAME, top="KH", options=crowns, ace=11))
