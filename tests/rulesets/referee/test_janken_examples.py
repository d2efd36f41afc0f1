"""The Janken games: their one worked position (“on the Jack of Paper”) and what follows from the
sheet, numbered as in the specification (J1 to J3)."""

import pytest

from tests.rulesets.referee.turn_files import after, codes

EIGHTS, WILD, EXTRA = "crazy-eights", "jokers-wild", "jokers-extra-wild"


@pytest.mark.parametrize("card", ["2P", "JR", "8R=S"])
def test_crazy_eights_on_the_jack_of_paper(card):
    assert after(EIGHTS, f"A {card}", top="JP")["next"] == "B"


def test_twenty_one_faces_fit():
    from tests.rulesets.referee.turn_files import plays

    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    hand = " ".join(rank + suit for suit in "RPSLW" for rank in ranks if rank + suit != "JP")
    assert len(plays(EIGHTS, hand, top="JP")) == 20  # and the jack of Paper itself
    assert codes(EIGHTS, "A 2R", top="JP") == ["play.fit"]


@pytest.mark.parametrize("card", ["2S", "2L", "JR", "JK=W"])
def test_jokers_wild_on_the_jack_of_paper(card):
    assert after(WILD, f"A {card}", top="JP")["next"] == "B"


@pytest.mark.parametrize(("card", "top"), [("2P", "JP"), ("8R", "JP"), ("JR", "JK=P")])
def test_jokers_wild_does_not_fit(card, top):
    assert codes(WILD, f"A {card}", top=top) == ["play.fit"]


@pytest.mark.parametrize("game", [WILD, EXTRA])
def test_a_second_card_on_a_joker_without_a_call(game):
    assert {"play.many", "call.missing"} <= {*codes(game, "A JK 2R", top="9P")}


def test_extra_wild_on_the_nine_of_paper():
    assert codes(EXTRA, "A 9R", top="9P") == ["play.fit"]
    assert after(EXTRA, "A 2S", top="9P")["due"] == 2
    assert after(EXTRA, "A 4S=W", top="9P")["due"] == 4
    special = {"special_equal_rank": True}
    assert after(EXTRA, "A 9R", top="9P", options=special)["next"] == "C"
