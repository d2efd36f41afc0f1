"""Garby's Blackjack: his ten example turns and his sentence on 3, ace, ace (“A Card Game”, J. Garby
2024, “Example Turns” 1 to 10), numbered as in the specification (G1 to G11)."""

import re

import pytest

from rulesets import games
from rulesets.files.turn_file import turn
from tests.rulesets.referee.turn_files import after, codes, file, last, of, plays

GAME = "garby-blackjack"
TEN = "A KS KC 6C 6H 6D 6S QS 8H 8D 3D 4D 4H AS AC AD AH JH JD JC JS"
PENDING = "D 9C 9H JH"
TURN = re.compile(r"\| \d \|")
CARD = re.compile(r"\b(10|[2-9AKQJ])([♠♥♦♣])")


def card_text(found):
    """ "10♠" as "10S"."""
    return found[0] + dict(zip("♠♥♦♣", "SHDC", strict=True))[found[1]]


@pytest.mark.parametrize("moved", ["A 9H", "A 9H 9C 4C", "A 9H 9C 3C 4C"])  # examples 1 to 3
def test_simple_turns(moved):
    position = after(GAME, moved)
    assert (position["next"], position["due"]) == ("B", 0)


def test_three_jacks():  # example 4
    position = after(GAME, "A JS JC JH")
    assert (position["next"], position["due"], position["owed"]) == ("B", 13, {"B": 13})


@pytest.mark.parametrize("moved", ["A", "A 9H 9C"])  # examples 5 and 6
def test_one_is_picked_up(moved):
    assert codes(GAME, moved) == ["draw.due"]
    assert codes(GAME, f"{moved} +2") == ["draw.amount"]
    position = after(GAME, f"{moved} +1", hands={"A": 9})
    assert (position["next"], position["due"]) == ("B", 0)


def test_nothing_is_due_where_there_is_nothing():
    assert after(GAME, "A", stock=0)["next"] == "B"
    assert codes(GAME, "A 9H 9C", stock=0) == ["draw.due"]


@pytest.mark.parametrize(  # examples 7 to 9: after D's turn three are to be picked up
    ("moved", "due"), [("A +3", 0), ("A AC", 0), ("A JC", 8)]
)
def test_cards_that_wait(moved, due):
    position = after(GAME, PENDING, moved, first="D")
    assert (position["next"], position["due"]) == ("B", due)


@pytest.mark.parametrize(
    ("moved", "found"),
    [
        ("A", ["draw.due"]),
        ("A +2", ["draw.due"]),
        ("A +4", ["draw.amount"]),
        ("A 9S", ["play.answer", "play.fit"]),
        ("A +3 9H", ["turn.over"]),
        ("A JC JS 9S", ["play.answer"]),
    ],
)
def test_cards_that_wait_are_not_got_round(moved, found):
    said = last(GAME, PENDING, moved, first="D")
    assert {problem["code"] for problem in said["problems"]} == set(found)


def test_the_long_turn():  # example 10
    position = after(GAME, TEN, seats=5)
    assert (position["direction"], position["next"], position["due"]) == ("clockwise", "D", 16)
    assert plays(GAME, "2S 2H 5S 9S", TEN, seats=5) == ["2S"]


def test_the_rule_text_tells_all_ten_turns():
    text = games.rule_text(GAME).partition("{#turns}")[2].partition("\n## ")[0]
    cards = [[card_text(one) for one in CARD.findall(line)] for line in text.splitlines()]
    first = [told for told, line in zip(cards, text.splitlines(), strict=True) if TURN.match(line)]
    moves = ["A 9H", "A 9H 9C 4C", "A 9H 9C 3C 4C", "A JS JC JH", "A", "A 9H 9C"]
    assert first == [move.split()[1:] for move in (*moves, "A", "A AC", "A JC")]
    assert next(card for card in cards if len(card) >= 20)[:20] == TEN.split()[1:]
    for due, words in ((13, "picks up 5 + 5 + 3 = 13"), (8, "faces 3 + 5 = 8"), (16, "= 16")):
        assert words in text, due


def test_an_ace_is_no_other_rank():  # the sentence on 3h Ah Ac
    assert codes(GAME, "A 3H AH AC") == ["draw.due"]
    assert after(GAME, "A 3H AH AC +1")["next"] == "B"
    assert codes(GAME, "A 9H AH") == ["play.rank"]


def test_the_reason_adds_up():
    """The sentence of the specification, and one with what lay there at the start."""
    found = turn(file(GAME, PENDING, "A JC", first="D"))["because"]
    text = "B draws 8: Jack of hearts 3 (turn 1), Jack of clubs 5 (turn 2)."
    assert text in [reason["text"] for reason in found]
    told = next(reason for reason in found if reason["text"] == text)
    assert told["cards"] == [
        {"turn": 1, "card": "JH", "amount": 3},
        {"turn": 2, "card": "JC", "amount": 5},
    ]
    assert (told["player"], told["rule"]) == ("B", "picking-up")
    upload = file(GAME, "A JC", top="JH", pile=3, stock=12, due=3)
    text = "B draws 8: 3 from the start, Jack of clubs 5 (turn 1)."
    [opening] = [reason for reason in turn(upload)["because"] if reason["text"] == text]
    assert opening["cards"] == [
        {"turn": 0, "card": None, "amount": 3},
        {"turn": 1, "card": "JC", "amount": 5},
    ]


# --- what the examples leave open -----------------------------------------------------------------


def test_powers_want_to_be_covered():
    assert codes(GAME, "A 3H") == ["draw.due"]
    assert codes(GAME, "A QH") == ["draw.due"]
    assert codes(GAME, "A QH 4C") == []
    assert codes(GAME, "A 3H 4C") == ["play.fit"]
    assert codes(GAME, "A 9H 9C 9D 4D") == []
    assert codes(GAME, "A 9H 9C 9D") == []
    assert codes(GAME, "A 9H 4H") == ["play.rank"]
    assert codes(GAME, "A JH JC") == []
    assert codes(GAME, "A 2H 2C +1", hands={"A": 9}) == ["draw.not_due"]
    assert codes(GAME, "A 2H 2C +1") == []  # they may have been the last cards


def test_every_ace_calls_a_suit():
    """“When played, you can specify any suit”: in step 2 too."""
    pair = after(GAME, "A AS AC=H 4H")
    assert pair["next"] == "B"
    assert codes(GAME, "A AS=D AC=H 4D") == ["play.fit"]
    assert codes(GAME, "A AS=D AC=H AD=C", "B 4C") == []
    assert codes(GAME, "A AS=D AC=H AD=C", "B 4H") == ["play.fit"]
    assert codes(GAME, "A 4S AC=H", top="4H") == ["play.rank"]  # whatever suit it calls


def test_an_ace_calls_a_suit():
    assert codes(GAME, "A AS=H", "B 4H") == []
    assert codes(GAME, "A AS=H", "B 4S") == ["play.fit"]
    assert codes(GAME, "A AS", "B 4S") == []
    assert codes(GAME, "A AS=X") == ["call.wrong"]
    assert codes(GAME, "A 9S=H") == ["call.wrong"]


@pytest.mark.parametrize(
    ("eights", "moved", "following"),
    [
        ("person", "A 8H", "C"),
        ("person", "A 8H 8C 8D", "A"),  # three marked: it is one's own turn again
        ("person", "A 8H 8C KC", "D"),  # B and C are marked, and the direction turns
        ("final", "A 8H 8C KC", "B"),
        ("pointer", "A 8H 8C KC", "B"),
        ("person", "A KH KC 8C", "C"),
        ("pointer", "A KH KC 8C", "C"),
    ],
)
def test_eights_and_kings(eights, moved, following):
    assert after(GAME, moved, options={"eights": eights})["next"] == following


def test_a_mark_waits():
    """B and C were marked clockwise; D and then A play the other way round, and C and B are
    passed over when they would come."""
    position = after(GAME, "A 8H 8C KC", "D 4C")
    assert (position["next"], position["skips"]) == ("A", {})


def test_going_out():
    assert after(GAME, "A 9H", hands={"A": 1})["over"] == {"winner": "A", "reason": "out"}
    assert codes(GAME, "A KH", hands={"A": 1}) == ["draw.due"]
    position = after(GAME, "A KH +1", hands={"A": 1})
    assert (position["over"], position["held"]) == (None, {"A": 1})
    position = after(GAME, "A 9H 9C +1", hands={"A": 2})
    assert (position["over"], position["held"]) == (None, {"A": 1})
    assert after(GAME, of("A JH +1", left=1))["due"] == 3
    assert codes(GAME, of("A JH +1", left=2)) == ["draw.not_due"]


def test_the_message_is_a_sentence():
    found = last(GAME, "A 5C", top="9H")["problems"][0]
    assert found["message"] == (
        "The 5♣ fits neither the suit nor the rank of the 9♥. "
        "Play a heart, a nine or an ace, or pick up one card."
    )
