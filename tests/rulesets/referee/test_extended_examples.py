"""The Extended Deck's worked examples that are about turns (“Rules for the Extended Deck”, revision
1.0.0), numbered as in the specification (X1 to X13, X15)."""

from __future__ import annotations

import pytest

from rulesets.cards.deck import EXTENDED
from rulesets.files.turn_file import turn
from rulesets.referee.extended.tricks import SPADES, taker
from rulesets.referee.position import parse_played_card, played_card_name
from tests.rulesets.referee.turn_files import after, codes, file, last, of, verdicts

EIGHTS, FISH, MAID = "extended-crazy-eights", "extended-go-fish", "extended-old-maid"
HEARTS, BRIDGE, POKER = "extended-hearts", "extended-bridge", "extended-poker"
BOOK = "A {0}S {0}H {0}D {0}C"


# --- played, in a circle (rules 3a to 3c, and the table of the specification) ---------------------


@pytest.mark.parametrize(
    ("cards", "following"),
    [
        ("RVS", "ACDE"),  # X1: with two players the same again
        ("SKS", "ACCC"),
        ("RVS RVH", "BBBB"),
        ("SKS SKH", "BADD"),
        ("SKS RVS", "AADE"),
        ("RVS SKS", "BBCD"),
        ("SKS SKH SKD SKC", "BCBA"),  # X2
        ("RVS RVH RVD RVC", "BBBB"),
    ],
)
def test_who_is_next_in_a_circle(cards, following):
    for seats, name in zip((2, 3, 4, 5), following, strict=True):
        assert after(FISH, f"A {cards}", seats=seats)["next"] == name, (cards, seats)


def test_a_book_of_draws():  # X2
    assert after(FISH, BOOK.format("DR"))["due"] == 8


def test_a_card_from_the_stock_leaves_the_pile_as_it_is():
    position = after("extended-rummy", "A +1 …", top="5S", hands={"A": 5})
    assert (position["top"], position["held"]) == ("5S", {"A": 6})


def test_pairs_of_old_maid():  # X3
    position = after(MAID, "A RVS RVH")
    assert (position["next"], position["direction"]) == ("B", "clockwise")
    assert after(MAID, "A SKS SKH")["next"] == "D"
    position = after(MAID, "A DRS DRH")
    assert (position["next"], position["due"]) == ("B", 0)


def test_a_skipped_player_still_draws():
    position = after(FISH, "A DRS SKS", hands={"B": 5})
    assert (position["next"], position["held"]) == ("C", {"B": 7})


def test_the_game_may_say_who_is_next():
    taken = of("A KS RVS", then="A")
    position = after("extended-beggar-my-neighbor", taken)
    assert (position["next"], position["direction"]) == ("D", "counterclockwise")
    assert after(FISH, of("A", then="A"))["next"] == "A"
    assert codes(EIGHTS, of("A 5S", then="A"), top="5H") == ["then.unneeded"]


# --- revealed (rule 2) ----------------------------------------------------------------------------


def test_shown_on_ones_own_turn():  # X4
    position = after(FISH, "A !RVS")
    assert (position["paused"], position["direction"]) == (["A"], "counterclockwise")
    position = after(FISH, "A !RVS !RVH")
    assert (position["paused"], position["direction"]) == (["A"], "clockwise")
    position = after(FISH, "A !SKS !RVS")
    assert (position["paused"], position["direction"], position["next"]) == (
        [], "counterclockwise", "D",
    )  # fmt: skip
    assert after(FISH, "A !DRS", hands={"A": 7})["held"] == {"A": 8}
    assert after(FISH, "A !DRS", hands={"A": 7}, stock=0)["held"] == {"A": 6}
    assert codes(FISH, "A !5S") == ["reveal.card"]
    assert codes(FISH, "A !SKS 5S") == ["turn.over"]


def test_a_paused_turn_goes_on():
    position = after(FISH, "A !RVS", "D", "C", "B")
    assert (position["next"], position["paused"]) == ("A", ["A"])
    assert after(FISH, "A !RVS", "D", "C", "B", "A")["paused"] == []


# --- in a trick -----------------------------------------------------------------------------------


def order(*turns, **values):
    """Who is next after each turn of a game of Hearts."""
    return [verdict["position"]["next"] for verdict in verdicts(HEARTS, *turns, **values)]


def test_reverse_in_a_trick():  # X5, X6
    assert order("A 5H", "B RVH", "D 6H")[1:] == ["D", "C"]
    assert order("A 5H", "B !RVS", "D 6H", "C 7H")[1:] == ["D", "C", "B"]


def test_skip_in_a_trick():  # X7
    found = verdicts(HEARTS, "A 5H", "B SKH", "D 6H")
    assert found[1]["position"]["next"] == "D"
    assert found[-1]["position"]["tricks"] == {"A": 0, "B": 0, "C": 0, "D": 1}
    assert found[-1]["position"]["next"] == "D"


def test_the_dummy_shows():  # X8
    position = after(BRIDGE, "A 5H", "B !SKS !DRS", hands={"B": 13})
    assert (position["next"], position["held"]) == ("C", {"B": 14})
    assert position["trick"] == [{"player": "A", "card": "5H"}]


@pytest.mark.parametrize(
    ("cards", "trump", "avoided", "seat"),
    [
        ("5H DRS 6H 7H", SPADES, False, 1),  # X9
        ("5H DRS SKS 7H", SPADES, False, None),
        ("5H AS JK 7H", SPADES, False, 1),
        ("5H KS JK 7H", SPADES, False, 2),
        ("JK=2C 2C DRH SKC", None, True, 0),  # X10
        ("5S QS JK=AS 3S", None, True, 1),
        ("5H JK JK 7H", SPADES, False, 1),  # the first joker gets the better card
        ("5H 6C 7D 8C", None, False, 0),
        ("DRH SKH RVH 8C", None, False, None),
        ("JK=9D=AS KS 2D 3S", None, False, 0),  # renamed
        ("4H JK 3H 2H", None, True, 1),  # unnamed: the lowest of the suit that is free
        ("4H JK 3H 9H", None, True, 3),
    ],
)
def test_who_takes_a_trick(cards, trump, avoided, seat):
    plays = [(n, parse_played_card(text, EXTENDED)) for n, text in enumerate(cards.split())]
    assert taker(plays, trump, avoided=avoided) == seat


def test_the_last_card_of_a_trick():
    trick = ["A 5H", "B 6H", "C 7H"]
    position = after(HEARTS, *trick, "D DRH")
    assert (position["next"], position["due"]) == ("C", 2)
    assert after(HEARTS, *trick, "D SKH")["next"] == "D"
    position = after(HEARTS, *trick, "D RVH")
    assert (position["next"], position["direction"]) == ("B", "counterclockwise")
    lapses = {"last_card": "lapses"}
    assert after(HEARTS, *trick, "D SKH", options=lapses)["next"] == "C"


@pytest.mark.parametrize(
    ("turns", "reason"),
    [
        ([], "A leads."),
        (["A 5H"], "B comes after A, clockwise."),
        (["A 5H", "B 6H", "C 7H", "D 8H"], "D leads the next trick."),
        (["A 5H", "B 6H", "C 7H", "D SKH"], "C was skipped: Skip of hearts (turn 4)."),
        (["A 5H", "B 6H", "C 7H", "D RVH"], "B comes after D, counterclockwise."),
    ],
)
def test_the_reason_says_who_leads(turns, reason):
    assert turn(file(HEARTS, *turns))["because"][0]["text"] == reason


def test_whoever_leads_the_first_trick_the_others_follow_round_the_table():
    turns = ["B 5H", "C 6H", "D 7H", "A 8H"]
    found = verdicts(HEARTS, *turns, first="B")
    assert [one["position"]["next"] for one in found] == ["C", "D", "A", "A"]


def test_suits_are_followed():
    hands = {"B": "DRH 7S JK"}
    assert codes(HEARTS, "A 5H", "B 7S", hands=hands) == ["follow.suit"]
    assert codes(HEARTS, "A 5H", "B JK", hands=hands) == []
    assert codes(HEARTS, "A 5H", "B DRH", hands=hands) == []
    assert codes(HEARTS, "A JK") == ["call.missing"]
    assert codes(HEARTS, "A 5H 6H") == ["play.many"]
    assert codes(HEARTS, "A 5H", "B DRH", "C 7H") == ["draw.due"]
    assert codes(HEARTS, "A 5H", "B DRH", "C +2 7H") == []
    assert codes(HEARTS, "A 5H", "B DRH", "C +1 +1 7H") == []
    assert "C" in after(HEARTS, "A 5H", "B DRH", "C +1 …")["owed"]
    assert codes(HEARTS, "A +1 5H") == ["draw.not_due"]
    spent = {"stock": 0, "options": {"reshuffle": True}}
    assert codes(HEARTS, "A 5H", "B 6H", "C DRH", "D 7H", **spent) == []


def test_nobody_plays_without_cards():
    values = {"stock": 0, "hands": {"B": "DRS"}}
    assert codes(HEARTS, "A 5H", "B !DRS", **values) == []
    assert codes(HEARTS, "A 5H", "B", **values) == ["play.due"]


def test_a_trick_that_nobody_takes():
    position = after(BRIDGE, "A DRH", "B +2 SKH", "D RVH", trump="S")
    assert (position["nobody"], sum(position["tricks"].values())) == (1, 0)


def test_thirteen_tricks():
    position = after(HEARTS, "A 5H", "B 6H", "C 7H", "D 8H", tricks={"A": 12}, of=13)
    assert (position["next"], position["over"]) == (None, {"winner": None, "reason": "tricks"})


# --- common cards, and rounds of betting (rules 2 and 4) ------------------------------------------


@pytest.mark.parametrize(
    ("common", "following"),
    [
        ("SKD", "BCD"), ("RVH", "DCBA"), ("SKD SKH", "CD"), ("RVH RVS", "ABCD"),
        ("SKD RVH", "DCB"), ("RVH SKD", "CBA"), ("9S", "ABCD"), ("DRS 5H 6H", "ABCD"),
    ],
)  # fmt: skip
def test_common_cards(common, following):  # X11
    turns = [{"round": "A", "common": common.split()}]
    turns += [of(f"{name} @check") for name in following]
    found = verdicts(POKER, *turns)
    assert [one["position"]["next"] for one in found] == [*following, None]
    assert all(one["legal"] for one in found)


def test_a_card_on_the_table_has_the_name_of_what_it_is_called():
    names = [
        played_card_name(parse_played_card(card, EXTENDED), ()).render()
        for card in ("5S=A", "JK=7H")
    ]
    assert names == ["5♠ as an ace", "Joker as 7♥"]


def test_a_card_is_common_only_as_often_as_the_deck_has_it():
    assert codes(POKER, {"round": "A", "common": ["2S", "2S"]}) == ["card.copies"]
    assert codes(POKER, {"round": "A", "common": ["2S", "2H"]}) == []


def test_betting_begins_with_the_first_and_goes_round():
    found = verdicts(POKER, *(f"{name} @check" for name in "BCDA"), first="B")
    assert [one["position"]["next"] for one in found] == ["C", "D", "A", None]


def test_a_raise_is_a_new_action():  # X12
    position = after(POKER, "A @bet", "B !SKS", "C @raise", "D @fold", "A @call")
    assert position["next"] == "B"


def test_betting_words():
    assert codes(POKER, "A @hit") == ["act.word"]
    assert codes(POKER, "A @bet @call") == ["turn.over"]
    assert codes(POKER, "A") == ["play.due"]
    assert codes(POKER, "A @bet", {"round": "A"}) == ["turn.order"]
    assert after("extended-blackjack", "A @hit @hit @stand", hands={"A": 2})["held"] == {"A": 4}
    assert after(POKER, "A !RVS", "D @check", "C @check", "B @check")["next"] == "A"


# --- games that are judged by their own rules -----------------------------------------------------


def test_a_draw_is_not_answered_with_a_draw():  # X13
    assert codes(EIGHTS, "A DRS", "B DRH", top="5S") == ["draw.due"]
    position = after(EIGHTS, "A DRS", "B +2 DRH", top="5S")
    assert (position["next"], position["due"]) == ("C", 2)


def test_what_fits_in_eights():
    assert codes(EIGHTS, "A JK=7H", top="5S") == ["play.fit"]
    assert codes(EIGHTS, "A JK", top="5S") == ["call.missing"]
    assert codes(EIGHTS, "A JK=5H", "B 2H", top="5S") == []
    assert codes(EIGHTS, "A JK=8H", "B 2S", top="5S") == ["play.fit"]
    assert codes(EIGHTS, "A RVH", top="RVS") == []
    assert codes(EIGHTS, "A RVH", top="5S") == ["play.fit"]
    assert after(EIGHTS, "A !RVS", top="5S")["next"] == "D"


def test_president():  # X15
    president, led = "extended-president", "A SKS SKH"
    assert after(president, led)["next"] == "D"
    assert after(president, led, seats=3)["next"] == "A"
    assert codes(president, led, "D 3S 3H") == []
    assert codes(president, led, "D 3S") == ["play.number"]
    assert codes(president, "A 4S", "B RVH") == ["play.unordered"]
    assert codes(president, "A 4S", "B 3H") == ["play.fit"]
    assert codes(president, "A 4S", "B 2H") == []
    assert codes(president, "A pass") == ["pass.lead"]
    assert codes(president, "A 4S 5H") == ["play.group"]
    assert codes(president, "A JK=4H 4S") == []
    assert codes(president, "A 4S=5H") == codes(president, "A JK=DRH") == ["call.wrong"]
    position = after(president, "A 4S", "B pass", "C pass", "D pass")
    assert (position["next"], position["led"]) == ("A", 0)
    position = after(president, "A 4S", "B !SKH", "C pass", "D pass")
    assert (position["next"], position["led"]) == ("A", 0)


def test_rummy_melds_act_on_nobody():
    meld = of("A", left=None)
    meld = {"player": "A", "steps": [{"meld": "DRS DRH DRC"}, {"play": "SKD"}]}
    position = after("extended-rummy", meld)
    assert (position["next"], position["due"]) == ("C", 0)
    assert after("extended-bluff", "A DRS SKS")["next"] == "B"
    assert last("extended-rummy", meld, hands={"A": 4})["position"]["over"]["winner"] == "A"


# --- readings settled later (referee.md) ----------------------------------------------------------


def test_a_played_reverse_pauses_whoever_was_next():
    position = after(FISH, "A RVS")
    assert (position["next"], position["paused"]) == ("D", ["B"])
    assert after(FISH, "A RVS", "D", "C", "B")["paused"] == []
    position = after(HEARTS, "A 5H", "B RVH")
    assert (position["next"], position["paused"]) == ("D", ["C"])
    assert after(HEARTS, "A 5H", "B RVH", "D 6H", "C 7H")["paused"] == []
    position = after(POKER, {"round": "A", "common": ["RVH"]})
    assert (position["next"], position["paused"]) == ("D", ["A"])


def test_a_reverse_shown_by_the_last_to_act_resumes_the_turn():
    trick = ["A 5H", "B 6H", "C 7H"]
    assert after(HEARTS, *trick, "D !RVH")["next"] == "D"
    for turns in (["D !RVH", "D 8H"], ["D !RVH 8H"]):
        assert codes(HEARTS, *trick, *turns) == []
        position = after(HEARTS, *trick, *turns)
        assert (position["tricks"]["D"], position["paused"]) == (1, [])
        assert position["direction"] == "counterclockwise"
    assert codes(HEARTS, *trick[:2], "C !RVH 8H") == ["turn.over"]
    bets = ["A @check", "B @check", "C @check"]
    assert codes(POKER, *bets, "D !RVS @check") == []
    assert after(POKER, *bets, "D !RVS @check")["next"] is None


def test_a_turn_that_a_skip_has_ended_is_paused_no_longer():
    """In a circle, in a trick, and by what is revealed oneself."""
    position = after(FISH, "A RVS", "D", "C SKS")
    assert (position["next"], position["paused"]) == ("A", [])
    assert after(HEARTS, "A 5H", "B RVH")["paused"] == ["C"]
    position = after(HEARTS, "A 5H", "B RVH", "D SKH")
    assert position["paused"] == []
    assert after(FISH, "A !RVS", "D", "C", "B", "A !SKS")["paused"] == []


def test_the_top_discard_of_rummy_is_taken():
    rummy = "extended-rummy"
    taken = {"player": "B", "steps": [{"draw": ["7H"]}, {"play": ["9S"]}]}
    assert codes(rummy, of("A +1 7H"), taken, hands={"B": 7}) == []
    position = after(rummy, of("A +1 7H"), taken, hands={"B": 7}, stock=20)
    assert (position["top"], position["held"]["B"]) == ("9S", 7)
    other = {"player": "B", "steps": [{"draw": ["7H"]}, {"play": ["9S"]}]}
    assert codes(rummy, of("A +1 7H"), of("B +1 8S"), {**other, "player": "C"}) == ["card.copies"]


def test_nobody_without_a_card_comes_next_at_beggar_my_neighbor():
    beggar = "extended-beggar-my-neighbor"
    assert after(beggar, "A 5H", hands={"B": 0, "C": 3})["next"] == "C"
    assert after(beggar, "A 5H", hands={"B": 0, "C": 0})["next"] == "D"
    position = after(beggar, "A 5H", of("C KS", then="B"), hands={"B": 0})
    assert position["next"] == "B"
    position = after(beggar, "A 5H", of("C KS", then="B"), of("B 4S"), of("C 3S"), hands={"B": 0})
    assert position["next"] == "D"
