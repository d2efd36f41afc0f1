"""Verdicts that rest on what the table did not tell; who is named beside a card."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.files.turn_file import judge
from tests.rulesets.every_game import GAMES

NAMES = ["Ann", "Bo", "Cy", "Di"]
Json = dict[str, Any]


def verdict(game: str, *turns: Json, options: Json | None = None, **start: Any) -> Json:
    """What is said of the last turn."""
    values = {"first": "Ann", **start}
    file = {"game": game, "players": NAMES, "start": values, "turns": list(turns)}
    return judge({**file, "options": options or {}})["turns"][-1]


def plays(player: str, *cards: str, **beside: Any) -> Json:
    return {"player": player, "steps": [{"play": list(cards), **beside}]}


def conditions(found: Json) -> list[str]:
    assert found["legal"], found["problems"]
    return [one["text"] for one in found.get("conditions", ())]


# --- suits that are followed ----------------------------------------------------------------------


@pytest.mark.parametrize("game", ["court-whist", "hearts", "oh-hell", "whist-tens"])
def test_a_card_off_suit_is_allowed_if_none_of_the_suit_is_held(game: str) -> None:
    led = [plays("Ann", "9H"), plays("Bo", "3C")]
    if game == "hearts":
        led = [plays("Ann", "9D"), plays("Bo", "3C")]
    suit = "diamond" if game == "hearts" else "heart"
    assert conditions(verdict(game, *led)) == [f"Allowed if Bo holds no {suit}."]
    assert conditions(verdict(game, *led, hands={"Bo": 8})) == [f"Allowed if Bo holds no {suit}."]
    assert conditions(verdict(game, *led, hands={"Bo": "3C 4C 5S"})) == []
    assert not verdict(game, *led, hands={"Bo": "3C 4H 4D"})["legal"]
    assert "conditions" not in verdict(game, *led, hands={"Bo": "3C 4H 4D"})
    follows = [*led[:1], plays("Bo", "3D" if game == "hearts" else "3H")]
    assert conditions(verdict(game, *follows)) == []


def test_a_trick_with_the_extended_deck_is_no_other() -> None:
    found = verdict("extended-bridge", plays("Ann", "9H"), plays("Bo", "3C"))
    assert conditions(found) == ["Allowed if Bo holds no heart."]


# --- hearts ---------------------------------------------------------------------------------------


def test_a_heart_led_in_a_hand_of_which_nothing_was_told() -> None:
    either = "Allowed if a heart or the Q♠ has been played, or Ann holds nothing but hearts."
    assert conditions(verdict("hearts", plays("Ann", "9H"))) == [either]
    only = "Allowed only if a heart or the Q♠ has been played."
    assert conditions(verdict("hearts", plays("Ann", "9H"), hands={"Ann": "9H 2D"})) == [only]
    assert conditions(verdict("hearts", plays("Ann", "9H"), hands={"Ann": "9H 2H"})) == []
    assert conditions(verdict("hearts", plays("Ann", "9S"))) == []


def test_a_heart_led_once_one_has_fallen() -> None:
    trick = [plays("Ann", "9D"), plays("Bo", "10D"), plays("Cy", "3D"), plays("Di", "2H")]
    assert conditions(verdict("hearts", *trick, plays("Bo", "4H"))) == []


def test_the_first_lead_with_a_club_that_may_not_be_the_lowest() -> None:
    kitty = "Allowed only if every lower club is in the kitty."
    fresh = dict.fromkeys(NAMES, 0)
    assert conditions(verdict("hearts", plays("Ann", "4C"), tricks=fresh)) == [kitty]
    assert conditions(verdict("hearts", plays("Ann", "2C"), tricks=fresh)) == []


# --- stocks ---------------------------------------------------------------------------------------


def test_a_pass_with_a_stock_that_was_not_told() -> None:
    stock = "Allowed only if no card in the stock is left."
    held = "Allowed only if Ann holds no card that can be played."
    passed = {"player": "Ann", "steps": [{"pass": True}]}
    assert conditions(verdict("crazy-eights", passed, top="JP")) == [stock, held]
    assert conditions(verdict("crazy-eights", passed, top="JP", stock=0)) == [held]
    whole = {"hands": {"Ann": "2R 3S"}}
    assert conditions(verdict("crazy-eights", passed, top="JP", **whole)) == [stock]
    assert conditions(verdict("crazy-eights", passed, top="JP", stock=0, **whole)) == []
    assert not verdict("crazy-eights", passed, top="JP", stock=3)["legal"]
    assert conditions(verdict("extra-steps", passed, top="9H")) == [stock]


def test_a_card_given_out_of_a_stock_that_was_not_told() -> None:
    given = plays("Ann", "AS", to="Bo")
    left = "Allowed if there is a card left in the stock."
    assert left in conditions(verdict("jokers-extra-wild", given, top="9P"))
    assert left not in conditions(verdict("jokers-extra-wild", given, top="9P", stock=5))


# --- who is named beside a card -------------------------------------------------------------------

PLAYED = {
    "crazy-eights": ("JP", "2P"),
    "jokers-wild": ("JP", "2S"),
    "jokers-extra-wild": ("9P", "2S"),
    "extra-steps": ("9H", "10S"),
    "garby-blackjack": ("9H", "9C"),
    "extended-crazy-eights": ("9H", "9C"),
}


def judging() -> list[str]:
    return [game.slug for game in GAMES if game.referee and "play" in game.referee.verbs]


@pytest.mark.parametrize("game", judging())
def test_nobody_is_named_where_nothing_happens_to_somebody(game: str) -> None:
    top, card = PLAYED.get(game, (None, "2C"))
    start = {"top": top} if top else {}
    for beside, code in (({"to": "Bo"}, "to.unneeded"), ({"last_to_slap": "Bo"}, "slap.none")):
        found = verdict(game, plays("Ann", card, **beside), **start)
        assert code in [one["code"] for one in found["problems"]], (game, beside)
        assert not found["legal"]


@pytest.mark.parametrize("card", ["2S", "4S=W", "9S", "QS"])
def test_the_specials_of_extra_wild_name_nobody_but_the_ace(card: str) -> None:
    found = verdict("jokers-extra-wild", plays("Ann", card, to="Bo"), top="9P")
    assert [one["code"] for one in found["problems"]] == ["to.unneeded"]
    found = verdict("jokers-extra-wild", plays("Ann", "AS", to="Bo"), top="9P", stock=9)
    assert found["legal"]


# --- an ace of Garby's Blackjack, several faults --------------------------------------------------


def test_every_ace_of_a_turn_may_call_a_suit() -> None:
    found = verdict("garby-blackjack", plays("Ann", "AC=D"), top="9H")
    assert found["legal"]
    found = verdict("garby-blackjack", plays("Ann", "AC", "AD=S", "4S"), top="9H")
    assert found["legal"]
    found = verdict("garby-blackjack", plays("Ann", "AC", "AD=S", "4D"), top="9H")
    assert [one["code"] for one in found["problems"]] == ["play.fit"]


def test_all_faults_of_a_group_are_named() -> None:
    found = verdict("extra-steps", plays("Ann", "4H", "5H", "4H"), top="3H")
    assert {one["code"] for one in found["problems"]} == {"play.copies", "play.group"}
    found = verdict("extra-steps", plays("Ann", "4H", "5H", "6H", "6H"), top="3H")
    assert {one["code"] for one in found["problems"]} == {"play.copies"}
