"""Trick games: who takes the trick, may this card be played, who leads (referee.md, section 5)."""

import pytest

from rulesets.files.turn_file import judge, turn

FOUR = ["Ann", "Bo", "Cy", "Di"]


def file(game, cards, players=FOUR, **start):
    """A turn file in which everybody plays one card after the other, as the referee calls them."""
    values = {"game": game, "players": players, "start": start, "turns": []}
    for card in cards.split():
        mover = turn(values)["position"]["next"]
        values["turns"].append({"player": mover, "steps": [{"play": [card]}]})
    return values


def taker(game, cards, **start):
    """Who takes the trick."""
    answer = judge(file(game, cards, **start))
    assert all(one["legal"] for one in answer["turns"]), answer["turns"]
    return answer["position"]["next"]


@pytest.mark.parametrize(
    ("game", "trump", "cards", "winner"),
    [
        ("court-whist", "H", "5S KS 2S AS", "Di"),
        ("court-whist", "H", "5S KS 2H AS", "Cy"),
        ("court-whist", "NT", "5S KS AH QS", "Bo"),
        ("whist-tens", "D", "10D JC 2D AC", "Ann"),
        ("whist-tens", None, "10D JC 2D AC", "Ann"),
        ("500-bid", "S", "AH 2S KH 3S", "Di"),
        ("oh-hell", "C", "AD KD 2C QD", "Cy"),
        ("hearts", None, "5D AC KD QH", "Cy"),
        # Right bower, left bower, ace (Metzker, Euchre; games.md).
        ("euchre", "H", "AH JD JH KH", "Cy"),
        ("euchre", "H", "AH JD KH QH", "Bo"),
        ("euchre", "H", "AS JD KS QS", "Bo"),
        ("euchre", "H", "AC JC JS KC", "Ann"),
    ],
)
def test_who_takes_the_trick(game, trump, cards, winner):
    start = {"first": "Ann"} | ({"trump": trump} if trump else {})
    assert taker(game, cards, **start) == winner


def test_the_taker_leads_and_the_reason_says_so():
    found = turn(file("court-whist", "5S KS 2S AS", first="Ann", trump="H"))
    assert found["position"]["next"] == "Di"
    assert found["position"]["tricks"] == {"Ann": 0, "Bo": 0, "Cy": 0, "Di": 1}
    assert "Di took the trick and leads." in [one["text"] for one in found["because"]]


def test_within_a_trick_the_reason_says_whose_card_is_highest():
    found = turn(file("court-whist", "5S KS", first="Ann", trump="H"))
    assert found["position"]["next"] == "Cy"
    (reason,) = [one["text"] for one in found["because"]]
    assert reason == "Cy comes after Bo. So far the K♠ of Bo takes the trick."


def codes(answer):
    return [one["code"] for entry in answer["turns"] for one in entry["problems"]]


@pytest.mark.parametrize(
    ("hand", "card", "wrong"),
    [
        ("KS 2H", "2H", ["follow.suit"]),
        ("KH 2D", "KH", []),
        ("KS 2H", "KS", []),
        (2, "2H", []),
    ],
)
def test_suit_is_followed_where_the_hand_is_known(hand, card, wrong):
    upload = file("court-whist", "5S", first="Ann", trump="H", hands={"Bo": hand})
    upload["turns"].append({"player": "Bo", "steps": [{"play": [card]}]})
    assert codes(judge(upload)) == wrong


ALL_SPADES = [*(str(rank) for rank in range(2, 11)), "J", "Q", "K", "A"]


@pytest.mark.parametrize("found", [file("court-whist", "5S", first="Ann", trump="H"),
                                   file("extended-spades", "5S", first="Ann")])  # fmt: skip
@pytest.mark.parametrize(
    ("hand", "could"),
    [
        ("QS 2H 3D", "Q♠"),
        ("KS QS 2H", "Q♠ or K♠"),
        ("2H " + " ".join(f"{rank}S" for rank in ALL_SPADES if rank != "5"),
         "A♠, 2♠, 3♠, 4♠, 6♠, 7♠, 8♠, 9♠, 10♠, J♠, Q♠ or K♠"),
    ],
)  # fmt: skip
def test_one_sentence_names_all_that_could_have_followed_suit(found, hand, could):
    asked = found | {"start": found["start"] | {"hands": {"Bo": hand}}}
    asked["turns"] = [*found["turns"], {"player": "Bo", "steps": [{"play": ["2H"]}]}]
    (problem,) = judge(asked)["turns"][-1]["problems"]
    assert problem["message"] == f"Bo has to follow suit: play the {could}, not the 2♥."


def test_a_bower_that_has_to_follow_is_named_as_itself():
    upload = file("euchre", "AH", first="Ann", trump="H", hands={"Bo": "JD 9S"})
    upload["turns"].append({"player": "Bo", "steps": [{"play": ["9S"]}]})
    (problem,) = judge(upload)["turns"][-1]["problems"]
    assert problem["message"] == "Bo has to follow suit: play the J♦, not the 9♠."


@pytest.mark.parametrize("game", ["court-whist", "extended-spades"])
def test_one_sentence_says_who_takes_the_trick(game):
    effects = judge(file(game, "5H KH 2H AH", first="Ann"))["turns"][-1]["effects"]
    assert [effect["text"] for effect in effects] == ["Di takes the trick with the A♥."]


def test_a_trump_that_is_none_is_refused_in_one_sentence():
    for game in ("court-whist", "extended-bridge"):
        (problem,) = judge(file(game, "", first="Ann", trump="X"))["problems"]
        assert (problem["code"], problem["at"]) == ("call.wrong", ["start", "trump"])
        assert problem["message"].startswith("“X” is not a suit")


def test_the_left_bower_follows_as_a_trump():
    upload = file("euchre", "AD", first="Ann", trump="H", hands={"Bo": "JD 9S 10S KC QC"})
    assert turn(upload)["plays"] == [["10S"], ["9S"], ["JD"], ["KC"], ["QC"]]
    upload = file("euchre", "AH", first="Ann", trump="H", hands={"Bo": "JD 9S 10S KC QC"})
    assert turn(upload)["plays"] == [["JD"]]


def test_whoever_goes_alone_leaves_the_partner_out():
    assert taker("euchre", "AS 9S KS", first="Ann", trump="H", skips={"Cy": 5}) == "Ann"


def test_all_tricks_played_ends_the_hand():
    upload = file("oh-hell", "5S KS 2S AS", first="Ann", trump="H", of=1)
    upload["turns"].append({"player": "Di", "steps": [{"play": ["2C"]}]})
    answer = judge(upload)
    assert answer["turns"][3]["position"]["over"] == {"winner": None, "reason": "tricks"}
    assert codes(answer) == ["game.over"]


@pytest.mark.parametrize(
    ("start", "card", "wrong"),
    [
        ({"tricks": 0, "hands": {"Ann": "2C 5H KD"}}, "5H", ["play.fit"]),
        ({"tricks": 0, "hands": {"Ann": "2C 5H KD"}}, "2C", []),
        ({"tricks": 0, "hands": {"Ann": "3C 5C KD"}}, "3C", []),
        ({"tricks": 0}, "KD", ["play.fit"]),
        ({"tricks": 0, "hands": {"Ann": "2C AC"}}, "AC", ["play.fit"]),
        ({}, "5H", []),  # what the table does not tell is no fault
    ],
)
def test_the_lead_to_the_first_trick_of_hearts(start, card, wrong):
    upload = file("hearts", "", first="Ann", **start)
    upload["turns"].append({"player": "Ann", "steps": [{"play": [card]}]})
    assert codes(judge(upload)) == wrong


@pytest.mark.parametrize(
    ("before", "hand", "wrong", "severity"),
    [
        ("2C 5C KC AC", "5H 2D", ["play.fit"], "error"),
        ("2C 5C KC AC", "5H 6H", [], None),
        ("2C 5C KC AC", 11, ["play.fit"], "warning"),
        ("2C 5H KC AC", "5H 2D", [], None),
        ("2C QS KC AC", "6H 2D", [], None),
    ],
)
def test_no_heart_is_led_before_one_fell(before, hand, wrong, severity):
    hands = {"Di": f"AC {hand}" if isinstance(hand, str) else hand + 1}
    if "5H" in before and isinstance(hand, str):
        hands = {"Di": "AC 9H 2D"}
    upload = file("hearts", before, first="Ann", tricks=0, hands=hands)
    heart = "9H" if "5H" in before else "6H" if hand in ("6H 2D", "5H 6H") else "5H"
    upload["turns"].append({"player": "Di", "steps": [{"play": [heart]}]})
    problems = judge(upload)["turns"][-1]["problems"]
    assert [problem["code"] for problem in problems] == wrong
    assert all(problem["severity"] == severity for problem in problems)


@pytest.mark.parametrize(
    ("game", "trump", "wrong"),
    [("hearts", "S", True), ("court-whist", "X", True), ("court-whist", "nt", False)],
)
def test_trump_is_a_suit_or_none(game, trump, wrong):
    problems = judge({"game": game, "players": FOUR, "start": {"trump": trump}})["problems"]
    assert [problem["code"] for problem in problems] == (["call.wrong"] if wrong else [])


def test_one_card_at_a_time_and_nothing_is_called():
    upload = file("court-whist", "", first="Ann", trump="H")
    upload["turns"] = [{"player": "Ann", "steps": [{"play": ["5S", "6S"]}]}]
    assert "play.many" in codes(judge(upload))
    upload["turns"] = [{"player": "Ann", "steps": [{"play": ["5S=H"]}]}]
    assert "call.wrong" in codes(judge(upload))
    upload["turns"] = [{"player": "Ann", "steps": []}]
    assert codes(judge(upload)) == ["play.due"]
